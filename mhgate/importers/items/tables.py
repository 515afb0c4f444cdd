"""A file's table, row by row: what is read once and written on is never held as a whole.

CSV, TSV and JSON Lines are streamed; a workbook is held, for openpyxl unfolds it anyway. Headers,
blank rows and ragged rows are read as the sheets of ratings are.
"""

from __future__ import annotations

import csv
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mhgate.canonical import digest
from mhgate.config.reading import shown
from mhgate.importers.items.encodings import encoding_of
from mhgate.importers.jsonl_sheet import cells_of
from mhgate.importers.sheet import Row, Sheet, one_mistake, place_header
from mhgate.importers.tally import Tally
from mhgate.importers.xlsx_sheet import read_xlsx

__all__ = ["ENDINGS", "Table", "open_table"]

ENDINGS = (".csv", ".tsv", ".jsonl", ".xlsx")

_SEPARATORS = ",;\t|"
_LARGEST_FIELD = 1 << 27  # a reply may be long; csv's own limit is 128 kB
_MOST_COLUMNS = 1000  # of JSON Lines, whose keys may differ from line to line
_NAMELESS = ""


@dataclass(slots=True)
class Table:
    """A table that is being read.

    Args:
        file: its name.
        digest: of its bytes.
        encoding: how its bytes are read; None: a workbook.
        columns: the headers; empty for JSON Lines, whose keys are known when they come.
        twice: headers that stand there more than once.
        rows: the rows, once.
        unit: what a row is called in the file.
    """

    file: str
    digest: str
    encoding: str | None = None
    columns: tuple[str, ...] = ()
    twice: frozenset[str] = frozenset()
    rows: Iterator[Row] = field(default_factory=lambda: iter(()))
    unit: str = "row"
    spoilt: Tally = field(default_factory=Tally)
    noticed: Tally = field(default_factory=Tally)
    seen: dict[str, None] = field(default_factory=dict)
    n_read: int = 0

    def require(self, column: str, where: str) -> None:
        """Refuse a column that is not there, as far as it can be known before the rows are.

        Args:
            column: its header.
            where: what names it.

        Raises:
            RatingsError: it is not there, or stands there twice.
        """
        if self.unit != "line":
            Sheet(self.file, self.columns, [], twice=self.twice).require(column, where)

    def place(self, row: Row) -> tuple[str, str]:
        """Return where a row stands, for an account."""
        return self.file, f"{self.unit} {row.number}"

    def each(self) -> Iterator[Row]:
        """Yield the rows that could be read, counted."""
        for row in self.rows:
            self.n_read += 1
            if len(self.seen) < _MOST_COLUMNS:
                self.seen.update(dict.fromkeys(row.cells))
            yield row

    @property
    def has_told_all(self) -> bool:
        """Whether ``seen`` holds every column that any row had."""
        return len(self.seen) < _MOST_COLUMNS

    @property
    def n_rows(self) -> int:
        """Rows so far, spoilt ones included, without the header."""
        return self.n_read + self.spoilt.total


@contextmanager
def open_table(
    path: Path,
    *,
    encoding: str | None = None,
    sheet: str | None = None,
    delimiter: str | None = None,
    flat: bool = False,
) -> Iterator[Table]:
    """Open a file's table; it is closed again with the block.

    Args:
        path: the file.
        encoding: of its text, where somebody knows it; None: found, and said.
        sheet: of a workbook; None: the first.
        delimiter: of a CSV file; None: the separator that stands most often in its first line.
        flat: whether objects inside a JSON line become columns with dotted names.

    Yields:
        The table.

    Raises:
        RatingsError: it cannot be read, or holds no table.
        UsageError: it is a workbook, and openpyxl is not installed.
    """
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise one_mistake(
            shown(path),
            f"a name that ends in {ending or 'nothing'!r}",
            f"a file that ends in {', '.join(ENDINGS)}",
            "Export the data in one of these formats.",
        )
    if ending == ".xlsx":
        yield _workbook(path, sheet)
        return
    read_as = encoding_of(path, encoding)
    table = Table(path.name, read_as.digest, read_as.name)
    if read_as.said is not None:
        table.noticed.add(read_as.said, table.file)
    with ExitStack() as closing:
        if ending == ".jsonl":
            table.unit = "line"
            rows = _lines(path, table, flat=flat)
        else:
            tab = "\t" if ending == ".tsv" else None
            records = _records(path, table, delimiter or tab)
            closing.callback(records.close)
            _take_header(records, table, shown(path))
            rows = _rows(records, table)
        closing.callback(rows.close)
        table.rows = rows
        yield table


def _records(
    path: Path, table: Table, delimiter: str | None
) -> Generator[tuple[int, list[str]], None, None]:
    """Yield records with their numbers; strict, so that a stray quote is an error and no loss."""
    earlier = csv.field_size_limit(_LARGEST_FIELD)
    with path.open(encoding=table.encoding, newline="") as file:
        first = file.readline()
        file.seek(0)
        separator = delimiter or max(_SEPARATORS, key=first.count)
        reader = csv.reader(file, delimiter=separator, strict=True)
        try:
            yield from enumerate(reader, 1)
        except csv.Error as error:
            raise one_mistake(
                f"{table.file}, line {reader.line_num}",
                f"what is no CSV ({error})",
                "fields with their quotes doubled and closed",
                'Write a quote inside a field as "".',
            ) from error
        finally:
            csv.field_size_limit(earlier)


def _take_header(records: Iterator[tuple[int, list[str]]], table: Table, where: str) -> None:
    for _, fields in records:
        if any(field.strip() for field in fields):
            headers, table.twice = place_header(fields, table.noticed)
            table.columns = headers
            return
    raise one_mistake(where, "no header", "a table", "Give it a row of headers.")


def _rows(records: Iterator[tuple[int, list[str]]], table: Table) -> Generator[Row, None, None]:
    headers = table.columns
    for number, fields in records:
        place = table.file, f"row {number}"
        if not any(field.strip() for field in fields):
            table.spoilt.add("a blank row", *place)
        elif len(fields) > len(headers) and any(fields[len(headers) :]):
            table.spoilt.add("more fields than headers", *place)
        else:
            if len(fields) < len(headers):
                table.noticed.add("a row with fewer fields than headers", *place)
            yield Row(number, _named(headers, fields))


def _named(headers: tuple[str, ...], fields: list[str]) -> dict[str, Any]:
    """Return cells by header; of nameless columns the first alone, an index as a rule."""
    cells: dict[str, Any] = {}
    for name, cell in zip(headers, fields, strict=False):
        if name != _NAMELESS or _NAMELESS not in cells:
            cells[name] = cell
    return cells


def _lines(path: Path, table: Table, *, flat: bool) -> Generator[Row, None, None]:
    # "\n" alone ends a line: U+2028 and its like may stand inside of JSON's strings
    with path.open(encoding=table.encoding, newline="\n") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            cells = cells_of(line.lstrip("\ufeff"), flat=flat)
            if isinstance(cells, str):
                table.spoilt.add(cells, table.file, f"line {number}")
            else:
                yield Row(number, cells)


def _workbook(path: Path, sheet: str | None) -> Table:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise one_mistake(
            shown(path),
            (error.strerror or type(error).__name__).lower(),
            "a file that can be read",
            "Mend the name or the permissions.",
        ) from error
    found = read_xlsx(data, path.name, sheet=sheet)
    if not found.columns:
        raise one_mistake(shown(path), "no header", "a table", "Give it a row of headers.")
    return Table(
        path.name,
        digest(data),
        columns=found.columns,
        twice=found.twice,
        rows=iter(found.rows),
        spoilt=found.spoilt,
        noticed=found.noticed,
    )
