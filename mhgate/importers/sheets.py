"""A file of ratings -> its table, by the ending of its name."""

from __future__ import annotations

from pathlib import Path

from mhgate.canonical import digest
from mhgate.config.reading import shown
from mhgate.importers.csv_sheet import read_csv
from mhgate.importers.jsonl_sheet import read_jsonl
from mhgate.importers.mapping import LayoutTable
from mhgate.importers.sheet import Sheet, one_mistake
from mhgate.importers.xlsx_sheet import read_xlsx

__all__ = ["ENDINGS", "read_sheet"]

ENDINGS = (".csv", ".tsv", ".jsonl", ".xlsx")


def read_sheet(path: Path, layout: LayoutTable, *, where: str) -> tuple[Sheet, str]:
    """Read a file's table.

    Args:
        path: the file.
        layout: which sheet of a workbook, which separator of a CSV file.
        where: the key that names the file, for the mistake.

    Returns:
        The table, and the file's sha256.

    Raises:
        RatingsError: it cannot be read, or holds no table.
        UsageError: it is a workbook, and openpyxl is not installed.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise one_mistake(
            where,
            f"{shown(path)}, whose name ends in {ending or 'nothing'!r}",
            f"a file that ends in {', '.join(ENDINGS)}",
            "Export the ratings in one of these formats.",
        )
    try:
        data = path.read_bytes()
    except OSError as error:
        raise one_mistake(
            where,
            f"{shown(path)}, which cannot be read ({error.strerror or type(error).__name__})",
            "a file of ratings",
            "Mend the name or the permissions.",
        ) from error
    if ending == ".xlsx":
        sheet = read_xlsx(data, path.name, sheet=layout.sheet)
    elif ending == ".jsonl":
        sheet = read_jsonl(data, path.name, flat=layout.kind != "json_cells")
    else:
        tab = "\t" if ending == ".tsv" else None
        sheet = read_csv(data, path.name, delimiter=layout.delimiter or tab)
    if not sheet.columns:
        raise one_mistake(
            where, f"{shown(path)}, which has no header", "a table", "Give it a row of headers."
        )
    return sheet, digest(data)
