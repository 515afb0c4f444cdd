"""Holds tables that become items to surviving encodings, ends of lines, and ragged rows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import RatingsError
from mhgate.importers.items.tables import Table, open_table
from mhgate.importers.sheet import Row

NEWLINES = "a\u2028b\u2029c\x85d"


def read(path: Path, content: str | bytes, **how: Any) -> tuple[Table, list[Row]]:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with open_table(path, **how) as table:
        return table, list(table.each())


def said(table: Table) -> dict[str, int]:
    return {what: n for what, n, _ in table.noticed}


def spoilt(table: Table) -> dict[str, int]:
    return {what: n for what, n, _ in table.spoilt}


def test_only_a_line_feed_ends_a_line_of_json(tmp_path: Path) -> None:
    """U+2028, U+2029 and U+0085 stand inside of strings and split nothing."""
    line = json.dumps({"prompt": NEWLINES}, ensure_ascii=False)
    table, rows = read(tmp_path / "t.jsonl", f"{line}\r\n\r\n{line}\n")
    assert [row.cells for row in rows] == [{"prompt": NEWLINES}] * 2
    assert [row.number for row in rows] == [1, 3]
    assert table.n_rows == 2


def test_a_byte_order_mark_is_taken_off_and_said(tmp_path: Path) -> None:
    """The first header and the first key are what they are without it."""
    for name, content in (("t.csv", "ID,b\r\n1,x\r\n"), ("t.jsonl", '{"ID": "1", "b": "x"}')):
        for encoding, read_as in (("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16")):
            table, rows = read(tmp_path / name, content.encode(encoding))
            assert rows[0].cells == {"ID": "1", "b": "x"}
            assert said(table) == {f"a byte order mark: read as {read_as}": 1}


def test_a_field_may_be_long_and_hold_line_ends(tmp_path: Path) -> None:
    """300,000 characters, beyond the csv module's own limit, which stays what it was."""
    import csv

    earlier = csv.field_size_limit()
    long = "wort, " * 50_000
    table, rows = read(tmp_path / "t.csv", f'id,text\r\n1,"{long}\r\nand on"\r\n2,"a ""b"""\r\n')
    assert rows[0].cells["text"] == f"{long}\r\nand on"
    assert rows[1].cells["text"] == 'a "b"'
    assert table.n_rows == 2
    assert csv.field_size_limit() == earlier


def test_ragged_and_blank_rows_are_told(tmp_path: Path) -> None:
    """Too many fields and blank rows are spoilt, too few are noticed; each with its row."""
    table, rows = read(tmp_path / "t.csv", "\na,b\n1,2,3\n\n4\n5,6,\n ,\n")
    assert [row.cells for row in rows] == [{"a": "4"}, {"a": "5", "b": "6"}]
    assert spoilt(table) == {"more fields than headers": 1, "a blank row": 2}
    assert said(table) == {"a row with fewer fields than headers": 1}
    assert table.n_rows == 5


def test_chinese_of_windows_is_found_and_said(tmp_path: Path) -> None:
    """GB18030 without a mark is read, and the account says how it was known."""
    content = "编号,内容\n1,我最近总是睡不着。很难过。\n".encode("gb18030")
    table, rows = read(tmp_path / "t.csv", content)
    assert rows[0].cells == {"编号": "1", "内容": "我最近总是睡不着。很难过。"}
    assert table.encoding == "gb18030"
    assert any("read as gb18030" in what for what in said(table))


def test_western_bytes_are_not_guessed_to_be_chinese(tmp_path: Path) -> None:
    """They decode as GB18030 as well: the encoding is asked for, and read when it is named."""
    content = "id,text\n1,Il n'est pas allé à l\u2019école cet été\n".encode("cp1252")
    with pytest.raises(RatingsError, match=r"line 2: found byte 0xe9.*--encoding cp1252"):
        read(tmp_path / "t.csv", content)
    table, rows = read(tmp_path / "t.csv", content, encoding="cp1252")
    assert rows[0].cells["text"] == "Il n'est pas allé à l\u2019école cet été"
    assert said(table) == {"read as cp1252, as declared": 1}


@pytest.mark.parametrize("name", ["hex", "no-such-code", "rot13"])
def test_an_encoding_is_the_name_of_one(tmp_path: Path, name: str) -> None:
    """What is no encoding of text is refused before anything is read."""
    with pytest.raises(RatingsError, match="--encoding: found"):
        read(tmp_path / "t.csv", "a\n1\n", encoding=name)


def test_a_declared_encoding_that_does_not_fit_is_an_error(tmp_path: Path) -> None:
    """The first byte that does not decode is named with its line."""
    with pytest.raises(RatingsError, match=r"t.csv, line 2: found byte 0xe9, which is no ASCII"):
        read(tmp_path / "t.csv", "a\né\n".encode("latin-1"), encoding="ascii")


def test_a_quote_that_is_never_closed_is_an_error(tmp_path: Path) -> None:
    """Nothing that follows it is swallowed."""
    with pytest.raises(RatingsError, match="what is no CSV"):
        read(tmp_path / "t.csv", 'a,b\n1,"open\n2,x\n3,y\n')


def test_headers_twice_and_without_a_name(tmp_path: Path) -> None:
    """One that stands twice cannot be required; the first nameless one may be an index."""
    path = tmp_path / "t.csv"
    path.write_text(",text,text,\n7,a,b,c\n")
    with open_table(path) as table:
        with pytest.raises(RatingsError, match="a header that stands twice"):
            table.require("text", "columns.turns")
        with pytest.raises(RatingsError, match="no such column"):
            table.require("txet", "columns.turns")
        assert next(table.each()).cells[""] == "7"


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_a_table_has_a_header(tmp_path: Path, content: str) -> None:
    """A file without one is no table."""
    with pytest.raises(RatingsError, match="no header"):
        read(tmp_path / "t.csv", content)


def test_only_tables_are_opened(tmp_path: Path) -> None:
    """Another ending, or a file that is not there, is refused with what was expected."""
    with pytest.raises(RatingsError, match="expected a file that ends in"):
        read(tmp_path / "t.json", "[]")
    with pytest.raises(RatingsError, match="no such file"), open_table(tmp_path / "t.csv"):
        pass


def test_tabs_and_semicolons_separate(tmp_path: Path) -> None:
    """The usual separators are found, and one of one's own can be named."""
    assert read(tmp_path / "t.tsv", "a\tb\n1,5\t2\n")[1][0].cells == {"a": "1,5", "b": "2"}
    assert read(tmp_path / "t.csv", "a;b\n1,5;2\n")[1][0].cells == {"a": "1,5", "b": "2"}
    found = read(tmp_path / "t.csv", "a^b\n1,5^2\n", delimiter="^")
    assert found[1][0].cells == {"a": "1,5", "b": "2"}


def test_a_workbook_is_read_and_its_other_sheets_are_told(tmp_path: Path) -> None:
    """Cells keep their types; a sheet can be named."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.append(["id", "text"])
    book.active.append([7, "a\u2028b"])
    book.active.append([None, None])
    other = book.create_sheet("more")
    other.append(["id", "text"])
    other.append([8, "c"])
    path = tmp_path / "t.xlsx"
    book.save(path)
    with open_table(path) as table:
        assert [row.cells for row in table.each()] == [{"id": 7, "text": "a\u2028b"}]
        assert (table.n_rows, table.encoding) == (2, None)
        assert said(table) == {"a further sheet, not read": 1}
    with open_table(path, sheet="more") as table:
        assert [row.cells["id"] for row in table.each()] == [8]


def test_json_that_is_none_is_spoilt_line_by_line(tmp_path: Path) -> None:
    """A bad line costs itself alone."""
    table, rows = read(tmp_path / "t.jsonl", '{"a": 1}\n[1]\n{"a": \n{"a": 1, "a": 2}\n{"a": 3}\n')
    assert [row.cells["a"] for row in rows] == [1, 3]
    assert spoilt(table) == {"no JSON object": 3}
    assert table.n_rows == 5
