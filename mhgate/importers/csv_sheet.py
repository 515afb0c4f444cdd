"""CSV and its relatives: any usual separator, UTF-8 or UTF-16, strict about quotes."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from mhgate.importers.sheet import Row, Sheet, one_mistake, place_header
from mhgate.importers.tally import Tally

__all__ = ["decoded", "read_csv"]

_SEPARATORS = ",;\t|"
_LARGEST_FIELD = 1 << 27  # a reply may be long; csv's own limit is 128 kB


def decoded(data: bytes, file: str) -> str:
    """Return a file's text; a byte order mark says which Unicode it is, else it is UTF-8.

    Args:
        data: the file's bytes.
        file: its name, for the mistake.

    Raises:
        RatingsError: it is no such text.
    """
    is_utf16 = data[:2] in {b"\xff\xfe", b"\xfe\xff"}
    try:
        return data.decode("utf-16" if is_utf16 else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise one_mistake(
            f"{file}, line {line}",
            f"byte 0x{data[error.start]:02x}, which is no {'UTF-16' if is_utf16 else 'UTF-8'}",
            "text in UTF-8, or in UTF-16 with a byte order mark",
            "Save it as UTF-8 (of a spreadsheet: CSV UTF-8).",
        ) from error


def read_csv(data: bytes, file: str, *, delimiter: str | None) -> Sheet:
    """Read a CSV file.

    Args:
        data: its bytes.
        file: its name.
        delimiter: what separates fields; None takes the separator that stands most often in the
            first line: a comma, a semicolon, a tab or a bar.

    Returns:
        The table. A row with more fields than there are headers is spoilt: nobody can tell which
        field is which. One with fewer lacks the last.

    Raises:
        RatingsError: it is no text, or a quote is never closed, which would swallow what follows.
    """
    text = decoded(data, file)
    noticed, spoilt = Tally(), Tally()
    first = text.partition("\n")[0]
    separator = delimiter or max(_SEPARATORS, key=first.count)
    rows: list[Row] = []
    headers: tuple[str, ...] = ()
    twice: frozenset[str] = frozenset()
    for number, fields in _records(text, separator, file):
        if not headers:
            headers, twice = place_header(fields, noticed)
            continue
        if not any(field.strip() for field in fields):
            spoilt.add("a blank row", file, f"row {number}")
        elif len(fields) > len(headers) and any(fields[len(headers) :]):
            spoilt.add("more fields than headers", file, f"row {number}")
        else:
            if len(fields) < len(headers):
                noticed.add("a row with fewer fields than headers", file, f"row {number}")
            cells = dict(zip(headers, fields, strict=False))
            rows.append(Row(number, {name: cells[name] for name in cells if name}))
    columns = tuple(dict.fromkeys(name for name in headers if name))
    return Sheet(file, columns, rows, twice=twice, spoilt=spoilt, noticed=noticed)


def _records(text: str, separator: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield records with their numbers; strict, so that a stray quote is an error and no loss."""
    earlier = csv.field_size_limit(_LARGEST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        yield from enumerate(reader, 1)
    except csv.Error as error:
        raise one_mistake(
            f"{file}, line {reader.line_num}",
            f"what is no CSV ({error})",
            "fields with their quotes doubled and closed",
            'Write a quote inside a field as "".',
        ) from error
    finally:
        csv.field_size_limit(earlier)
