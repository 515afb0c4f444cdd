"""Workbooks, through openpyxl, which is imported when the first one is read."""

from __future__ import annotations

import io
import warnings
import zipfile
from importlib import import_module
from typing import Any

from mhgate.errors import UsageError
from mhgate.importers.sheet import Row, Sheet, one_mistake, place_header
from mhgate.importers.tally import Tally

__all__ = ["read_xlsx"]

_LARGEST = 1 << 30  # bytes that a workbook may unfold to: beyond lies no table of ratings


def read_xlsx(data: bytes, file: str, *, sheet: str | None) -> Sheet:
    """Read one sheet of a workbook: what its cells show, formulas as they were last computed.

    Args:
        data: the workbook's bytes.
        file: its name.
        sheet: which sheet; None takes the first, and notices the others.

    Returns:
        The table.

    Raises:
        UsageError: openpyxl is not installed.
        RatingsError: it is no workbook, or has no such sheet.
    """
    openpyxl = _openpyxl(file)
    _check_size(data, file)
    noticed = Tally()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and menus, which nobody reads here
        try:
            book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
            names = [each.title for each in book.worksheets]
            chosen = names[0] if sheet is None and names else sheet
            found = None
            if chosen in names:
                found = [list(row) for row in book[chosen].iter_rows(values_only=True)]
            book.close()
        except Exception as error:  # code of others, fed with bytes of others: it raises anything
            said = f"{type(error).__name__}: {error}"[:200]
            raise one_mistake(
                file,
                f"what openpyxl cannot read ({said})",
                "a workbook in the format of Excel 2007 and later",
                "Open and save it anew as .xlsx, or export the sheet as CSV.",
            ) from error
    if found is None:
        raise one_mistake(
            f"{file}: layout.sheet",
            repr(sheet) if sheet is not None else "no sheet at all",
            f"one of {', '.join(map(repr, names))}" if names else "a workbook with a sheet",
            "Name a sheet of this workbook.",
        )
    for other in names:
        if other != chosen and sheet is None:
            noticed.add("a further sheet, not read", repr(other))
    return _placed(found, file, noticed)


def _placed(found: list[list[Any]], file: str, noticed: Tally) -> Sheet:
    spoilt = Tally()
    headers, twice = place_header(found[0] if found else [], noticed)
    rows = []
    for number, cells in enumerate(found[1:], 2):
        if all(cell is None or not str(cell).strip() for cell in cells):
            spoilt.add("a blank row", file, f"row {number}")
            continue
        if any(cell is not None for cell in cells[len(headers) :]):
            noticed.add("cells beyond the last header, not read", file, f"row {number}")
        named = zip(headers, cells, strict=False)
        rows.append(Row(number, {name: cell for name, cell in named if name}))
    columns = tuple(dict.fromkeys(name for name in headers if name))
    return Sheet(file, columns, rows, twice=twice, spoilt=spoilt, noticed=noticed)


def _openpyxl(file: str) -> Any:
    try:
        return import_module("openpyxl")
    except ImportError as error:
        raise UsageError(
            f"{file}: found a workbook, which takes openpyxl to read; it is not installed.",
            hint="Run: pip install 'mhgate[xlsx]'. Or export the sheet as CSV.",
        ) from error


def _check_size(data: bytes, file: str) -> None:
    """Refuse a small file that unfolds to more than a machine holds."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as folder:
            size = sum(each.file_size for each in folder.infolist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise one_mistake(
            file,
            f"what is no workbook ({error})"[:200],
            "a workbook in the format of Excel 2007 and later (.xlsx)",
            "Save it as .xlsx, or export the sheet as CSV.",
        ) from error
    if size > _LARGEST:
        raise one_mistake(
            file,
            f"a workbook that unfolds to {size / (1 << 30):.1f} GiB",
            f"at most {_LARGEST >> 30} GiB",
            "Export the sheet as CSV.",
        )
