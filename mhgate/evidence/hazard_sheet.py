"""A hazard log as a spreadsheet exports it (CSV) -> hazards; nothing in a cell is ever run.

Cells are text, whatever they look like: one that begins as a formula does is kept as the text that
it is, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from pydantic import ValidationError

from mhgate.errors import UsageError, nearest
from mhgate.evidence.governed import MOST_BYTES
from mhgate.evidence.index import sha256_hex
from mhgate.importers.csv_sheet import read_csv
from mhgate.importers.sheet import Sheet
from mhgate.records.hazards import Hazard, HazardFile

__all__ = ["COLUMNS", "ReadHazards", "read_hazard_sheet"]

COLUMNS: dict[str, tuple[str, ...]] = {
    "id": ("id", "hazard id", "hazard no", "hazard number", "ref", "reference"),
    "title": ("title", "hazard", "hazard name", "description", "hazard description", "name"),
    "severity": ("severity", "initial severity", "consequence"),
    "likelihood": ("likelihood", "initial likelihood", "probability"),
    "initial_risk": ("initial risk", "initial risk rating", "initial rating", "risk before"),
    "control": ("control", "controls", "control measure", "control measures", "mitigation"),
    "residual_risk": ("residual risk", "residual risk rating", "residual rating", "risk after"),
}
"""The columns of a hazard log, and the headers that they may have, whatever the case."""

_NEEDED = ("id", "title")
_BLANK = "a blank row"
_FORMULA = re.compile(r"\s*[=+\-@\t]")
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class ReadHazards:
    """What a sheet held.

    Args:
        file: the hazards.
        columns: which header was read as what.
        unread: headers that were not read.
        n_formulas: cells that begin as a formula does, kept as text.
    """

    file: HazardFile
    columns: Mapping[str, str]
    unread: tuple[str, ...]
    n_formulas: int


def read_hazard_sheet(
    data: bytes, *, name: str, on: date, columns: Mapping[str, str] | None = None
) -> ReadHazards:
    """Read a CSV file of hazards.

    Args:
        data: its bytes: UTF-8, or UTF-16 with a byte order mark.
        name: of the file.
        on: the day of the import, which the file of hazards states.
        columns: the header of a column, by what it is (``id``), where it has another name.

    Raises:
        RatingsError: it is no text, or no CSV.
        UsageError: a column is missing, or rows are not as they should be; every mistake at once.
    """
    if len(data) > MOST_BYTES:
        raise UsageError(
            f"{name}: {len(data)} bytes; expected at most {MOST_BYTES}.",
            hint="Export the table of hazards alone.",
        )
    sheet = read_csv(data, name, delimiter=None)
    spoilt = [f"{what} ({n})" for what, n, _ in sheet.spoilt if what != _BLANK]
    if spoilt:
        raise UsageError(
            f"{name}: {'; '.join(spoilt)}.",
            hint="Put quotes around fields that hold the separator.",
        )
    found = _columns(sheet, columns or {}, name)
    hazards, mistakes = [], []
    n_formulas = 0
    for row in sheet.rows:
        cells = {key: _text(row.cells.get(header)) for key, header in found.items()}
        n_formulas += sum(bool(_FORMULA.match(cell)) for cell in cells.values())
        try:
            hazards.append(Hazard(**cells))
        except ValidationError as error:
            mistakes += [f"row {row.number}: {said}" for said in _said(error)]
    ids = [each.id for each in hazards]
    mistakes += [f"{each} stands there twice" for each in sorted(set(ids)) if ids.count(each) > 1]
    if mistakes or not hazards:
        shown = mistakes[:_MOST_NAMED] or ["holds no hazard"]
        more = f"; and {len(mistakes) - _MOST_NAMED} more" if len(mistakes) > _MOST_NAMED else ""
        raise UsageError(
            f"{name}: {'; '.join(shown)}{more}.",
            hint="Mend the rows; nothing was imported. An id is letters, digits, and . _ / -.",
        )
    file = HazardFile(
        source=name.rpartition("/")[2],
        source_sha256=sha256_hex(data),
        imported=on,
        hazards=tuple(hazards),
    )
    unread = tuple(header for header in sheet.columns if header not in found.values())
    return ReadHazards(file, found, unread, n_formulas)


def _columns(sheet: Sheet, named: Mapping[str, str], name: str) -> dict[str, str]:
    by_name = {header.casefold(): header for header in sheet.columns if header not in sheet.twice}
    for key in named:
        if key not in COLUMNS:
            guess = nearest(key, COLUMNS)
            raise UsageError(
                f"{ascii(key)[1:-1][:80]}: is no column of a hazard log.",
                hint=f"Did you mean {guess}?" if guess else f"They are {', '.join(COLUMNS)}.",
            )
    found: dict[str, str] = {}
    for key, names in COLUMNS.items():
        if key in named:
            found[key] = sheet.require(named[key], f"--column {key}")
            continue
        header = next((by_name[each] for each in _spellings(key, names) if each in by_name), None)
        if header is not None and header not in found.values():
            found[key] = header
    missing = [key for key in _NEEDED if key not in found]
    if missing:
        raise UsageError(
            f"{name}: has no column for {' and '.join(missing)}; its columns are "
            f"{', '.join(map(ascii, sheet.columns[:12])) or 'none'}.",
            hint=f'Name it: --column {missing[0]}="the header".',
        )
    return found


def _spellings(key: str, names: tuple[str, ...]) -> Iterator[str]:
    yield key
    yield from names


def _text(cell: object) -> str:
    return "" if cell is None else str(cell).strip()


def _said(error: ValidationError) -> list[str]:
    return [
        f"{'.'.join(map(str, each['loc']))}: {each['msg']}"
        for each in error.errors(include_url=False, include_input=False)
    ]
