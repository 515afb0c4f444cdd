"""rubric.tsv -> its rows, mended where a file beside it says so; every mistake with row and column.

A row's number is that of a spreadsheet: the header is row 1, and a cell with line breaks is one.
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import Field, ValidationError

from mhgate.errors import Mistake, nearest
from mhgate.suites.questions import Strict, explained

__all__ = ["COLUMNS", "MEND", "FlowRow", "FlowTable", "mend_file_of", "read_flow_table"]

COLUMNS = (
    "Question ID",
    "Dimension",
    "Severity",
    "Risk Type",
    "Question",
    "Examples",
    "Answer",
    "GOTO",
)
"""VERA-MH's columns, all of which a file has."""

_OWN = ("Rule", "Fills")
MEND = ".mend.toml"
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class FlowRow:
    """A row of the file: its number and its cells, without blanks around them."""

    number: int
    cells: dict[str, str]

    def where(self, path: Path, column: str) -> str:
        """Return the place of one of its cells, for messages."""
        return f"{path}: row {self.number}, {column}"


@dataclass(slots=True)
class FlowTable:
    """The rows of a file that hold anything, and the name of the flow."""

    id: str
    version: str
    rows: list[FlowRow] = field(default_factory=list)


class _Card(Strict):
    id: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9_]*$")
    version: str = "0"


class _MendedCell(Strict):
    row: int = Field(ge=1)
    column: str
    was: str
    now: str
    because: str = ""


class _MendFile(Strict):
    rubric: _Card = Field(default_factory=_Card)
    cell: list[_MendedCell] = Field(default_factory=list)


_KNOWN = {*_MendFile.model_fields, *_Card.model_fields, *_MendedCell.model_fields}


def mend_file_of(path: Path) -> Path:
    """Return where the file lies that mends a rubric, whether or not there is one.

    Args:
        path: of the rubric.
    """
    return path.with_name(path.stem + MEND)


def read_flow_table(path: Path, mend: Path | None) -> tuple[FlowTable | None, list[Mistake]]:
    """Read the rows of a question flow.

    Args:
        path: a file of values between tabs, in UTF-8, quoted as spreadsheets do.
        mend: a TOML file that corrects cells of it, or None.

    Returns:
        The rows, None where the file cannot be read, and every mistake of its form and in mending.
    """
    table = FlowTable(id=path.stem.replace("-", "_"), version="0")
    try:
        text = path.read_bytes().decode("utf-8-sig")
        lines = list(csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True))
    except OSError as error:
        return None, [Mistake(str(path), str(error.strerror), "a rubric", "Add the file.")]
    except UnicodeDecodeError as error:
        what = f"a byte that is not UTF-8 at {error.start}"
        return None, [Mistake(str(path), what, "UTF-8", "Save the file as UTF-8.")]
    except csv.Error as error:
        hint = 'Write a cell that holds quotes in quotes, and each of its own twice: "so ""said""".'
        return None, [Mistake(str(path), str(error), "cells between tabs", hint)]
    header = [each.strip() for each in lines[0]] if lines else []
    mistakes = list(_of_header(path, header))
    if mistakes:
        return None, mistakes
    for number, line in enumerate(lines[1:], start=2):
        cells = [each.strip() for each in line]
        if any(cells[len(header) :]):
            what = f"{len(cells)} cells"
            hint = "A tab inside a cell wants the cell in quotes."
            mistakes.append(Mistake(f"{path}: row {number}", what, f"{len(header)}", hint))
        if any(cells):
            padded = cells + [""] * len(header)
            table.rows.append(FlowRow(number, dict(zip(header, padded, strict=False))))
    if not table.rows:
        mistakes.append(Mistake(str(path), "no rows", "at least one question", "Add one."))
    if mend is not None:
        mistakes += _mended(path, mend, table)
    return table, mistakes


def _of_header(path: Path, header: list[str]) -> Iterator[Mistake]:
    where = f"{path}: row 1"
    for name in COLUMNS:
        if name not in header:
            guess = nearest(name, header)
            hint = f"Is {guess!r} meant?" if guess else "Add it; its cells may be empty."
            yield Mistake(where, f"no column {name!r}", "VERA-MH's columns", hint)
    for name in header:
        if name not in (*COLUMNS, *_OWN):
            guess = nearest(name, (*COLUMNS, *_OWN))
            hint = f"Did you mean {guess!r}?" if guess else "Nothing reads it: take it out."
            yield Mistake(where, f"the column {name!r}", ", ".join((*COLUMNS, *_OWN)), hint)
        if header.count(name) > 1:
            yield Mistake(where, f"the column {name!r} twice", "each once", "Take one out.")


def _mended(path: Path, mend: Path, table: FlowTable) -> Iterator[Mistake]:
    """Correct cells in place; a correction that does not meet what it corrects is a mistake."""
    try:
        file = _MendFile.model_validate(tomllib.loads(mend.read_bytes().decode("utf-8-sig")))
    except OSError as error:
        yield Mistake(str(mend), str(error.strerror), "a file that can be read", "Mend the path.")
        return
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        yield Mistake(str(mend), str(error), "TOML in UTF-8", "Mend the syntax.")
        return
    except ValidationError as error:
        for detail in error.errors():
            yield explained(mend, dict(detail), _KNOWN)
        return
    table.id, table.version = file.rubric.id or table.id, file.rubric.version
    rows = {row.number: row for row in table.rows}
    for number, cell in enumerate(file.cell):
        where = f"{mend}: cell.{number}"
        row = rows.get(cell.row)
        if row is None or cell.column not in row.cells:
            what = f"row {cell.row}, column {cell.column!r}"
            hint = "Rows are counted from the header, which is row 1."
            yield Mistake(where, what, f"a cell of {path.name}", hint)
        elif row.cells[cell.column] != cell.was:
            what = f"was = {cell.was[:_LONGEST]!r}"
            there = row.cells[cell.column]
            hint = "The file may have been mended since: take the correction out."
            yield Mistake(where, what, f"{there[:_LONGEST]!r}, which stands there", hint)
        else:
            row.cells[cell.column] = cell.now
