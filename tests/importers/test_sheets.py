"""Holds files to their tables: CSV, JSON Lines and workbooks, whole or refused."""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.errors import RatingsError, UsageError
from mhgate.importers.csv_sheet import read_csv
from mhgate.importers.jsonl_sheet import read_jsonl
from mhgate.importers.mapping import LayoutTable
from mhgate.importers.sheet import Sheet
from mhgate.importers.sheets import read_sheet
from mhgate.importers.xlsx_sheet import read_xlsx


def _workbook(*sheets: tuple[str, list[list[Any]]]) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def _cells(sheet: Sheet) -> list[dict[str, Any]]:
    return [row.cells for row in sheet.rows]


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("id,a\n1,4\n2,5\n", None),
        ("id;a\r\n1;4\r\n2;5\r\n", None),
        ("id\ta\n1\t4\n2\t5", None),
        ("id|a\n1|4\n2|5\n", None),
        ("id#a\n1#4\n2#5\n", "#"),
        (' id ,"a"\n"1",4\n2,"5"\n', None),
    ],
)
def test_csv_of_any_usual_kind(text: str, delimiter: str | None) -> None:
    """Separators, line ends, quotes, blanks around headers."""
    sheet = read_csv(text.encode(), "f.csv", delimiter=delimiter)
    assert sheet.columns == ("id", "a")
    assert _cells(sheet) == [{"id": "1", "a": "4"}, {"id": "2", "a": "5"}]
    assert [row.number for row in sheet.rows] == [2, 3]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_csv_in_unicode(encoding: str) -> None:
    """UTF-8 with and without its mark, UTF-16 with one, as Excel writes it."""
    data = "id,text\n1,\u201caf\xe9\u201d\n".encode(encoding)
    sheet = read_csv(data, "f.csv", delimiter=None)
    assert _cells(sheet) == [{"id": "1", "text": "\u201caf\xe9\u201d"}]


def test_a_long_field_with_line_ends_is_one_field() -> None:
    """200 kB of a reply, with line ends and doubled quotes."""
    said = 'He said "no".\n' * 15_000
    quoted = said.replace('"', '""')
    sheet = read_csv(f'id,text\n1,"{quoted}"\n2,x\n'.encode(), "f.csv", delimiter=None)
    assert _cells(sheet)[0]["text"] == said
    assert _cells(sheet)[1] == {"id": "2", "text": "x"}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'id,a\n1,"open\n2,5\n3,5\n', "line 4"),
        (b'id,a\n1,"a"b\n', "no CSV"),
        (b"id,a\n1,\xe9\n", "line 2: found byte 0xe9"),
        (b"\xff\xfei", "UTF-16"),
    ],
)
def test_csv_that_would_lose_rows_is_refused(data: bytes, said: str) -> None:
    """A quote that is never closed would swallow what follows; other bytes are no text."""
    with pytest.raises(RatingsError, match=said):
        read_csv(data, "f.csv", delimiter=None)


def test_rows_that_do_not_fit_are_counted() -> None:
    """Too many fields: left out. Too few: the last are missing. Blank: left out."""
    sheet = read_csv(b"id,a,b\n1,2,3,4\n2,3\n\n ,,\n3,4,5,\n", "f.csv", delimiter=None)
    assert _cells(sheet) == [{"id": "2", "a": "3"}, {"id": "3", "a": "4", "b": "5"}]
    assert [(what, n) for what, n, _ in sheet.spoilt] == [
        ("more fields than headers", 1),
        ("a blank row", 2),
    ]
    assert [what for what, _, _ in sheet.noticed] == ["a row with fewer fields than headers"]
    assert sheet.n_read == 5


def test_a_header_that_stands_twice_cannot_be_used() -> None:
    """Which of the two columns is meant, nobody knows; unused it is only noticed."""
    sheet = read_csv(b"id,a, a\n1,2,3\n", "f.csv", delimiter=None)
    assert sheet.require("id", "m.toml: x") == "id"
    with pytest.raises(RatingsError, match=r"m\.toml: x: found 'a', a header that stands twice"):
        sheet.require("a", "m.toml: x")
    with pytest.raises(RatingsError, match="Did you mean 'id'"):
        sheet.require("idd", "m.toml: x")


def test_json_lines_become_columns() -> None:
    """Objects inside objects get dotted names; bad lines are counted, not lost."""
    data = (
        b'{"id": 1, "ratings": {"empathy": 4}}\n\n'
        b"no json\n[1]\n"
        b'{"id": 2, "id": 3}\n'
        b'{"a": {"b": 1}, "a.b": 2}\n'
        b'{"id": 2, "ratings": {"empathy": null}}'
    )
    sheet = read_jsonl(data, "f.jsonl", flat=True)
    assert sheet.columns == ("id", "ratings.empathy")
    assert _cells(sheet) == [
        {"id": 1, "ratings.empathy": 4},
        {"id": 2, "ratings.empathy": None},
    ]
    assert [(what, n) for what, n, _ in sheet.spoilt] == [
        ("no JSON object", 3),
        ("two keys that name one column", 1),
    ]
    assert read_jsonl(data, "f.jsonl", flat=False).rows[0].cells["ratings"] == {"empathy": 4}


def test_a_workbook_is_a_table() -> None:
    """Numbers stay numbers, the first sheet is read, others and odd headers are noticed."""
    data = _workbook(
        ("one", [[" id", "a", None], [1, 4.5, "x"], [None, " ", None], ["2", True]]),
        ("two", [["id"], [9]]),
    )
    sheet = read_xlsx(data, "f.xlsx", sheet=None)
    assert sheet.columns == ("id", "a")
    assert _cells(sheet) == [{"id": 1, "a": 4.5}, {"id": "2", "a": True}]
    assert {what for what, _, _ in sheet.noticed} == {
        "a further sheet, not read",
        "a header with blanks around it, taken off",
    }
    assert [(what, n) for what, n, _ in sheet.spoilt] == [("a blank row", 1)]
    assert _cells(read_xlsx(data, "f.xlsx", sheet="two")) == [{"id": 9}]
    with pytest.raises(RatingsError, match="'one', 'two'"):
        read_xlsx(data, "f.xlsx", sheet="three")


def test_what_is_no_workbook_is_refused() -> None:
    """Text, an empty file, a zip with something else in it, and one that unfolds without end."""
    other, bomb = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(other, "w") as folder:
        folder.writestr("x", "y")
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as folder:
        info = zipfile.ZipInfo("x")
        with folder.open(info, "w") as stream:
            stream.write(b"0")
    large = bytearray(bomb.getvalue())
    at = large.rindex(b"PK\x01\x02") + 24  # the size that the directory states
    large[at : at + 4] = (2 << 30).to_bytes(4, "little")
    for data, said in (
        (b"id,a\n1,2\n", "no workbook"),
        (b"", "no workbook"),
        (other.getvalue(), "openpyxl cannot read"),
        (bytes(large), "unfolds to 2.0 GiB"),
    ):
        with pytest.raises(RatingsError, match=said):
            read_xlsx(data, "f.xlsx", sheet=None)


def test_without_openpyxl_a_workbook_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra, imported when a workbook is read; CSV needs nothing."""
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(UsageError, match=r"pip install 'mhgate\[xlsx\]'"):
        read_xlsx(b"", "f.xlsx", sheet=None)
    assert read_csv(b"id\n1\n", "f.csv", delimiter=None).columns == ("id",)


def test_files_are_known_by_their_endings(tmp_path: Path) -> None:
    """An unknown ending, a missing file and a file without a header are mistakes with a place."""
    layout = LayoutTable(kind="wide")
    (tmp_path / "a.ods").write_text("x")
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "a.TSV").write_text("id\ta,b\n1\t2\n")
    for name, said in (
        ("a.ods", "ends in '.ods'"),
        ("none.csv", "cannot be read"),
        ("empty.csv", "no header"),
    ):
        with pytest.raises(RatingsError, match=said):
            read_sheet(tmp_path / name, layout, where="m.toml: human.a.file")
    sheet, digest = read_sheet(tmp_path / "a.TSV", layout, where="")
    assert sheet.columns == ("id", "a,b")
    assert digest.startswith("sha256:")


READERS: list[Callable[[bytes], Sheet]] = [
    lambda data: read_csv(data, "f.csv", delimiter=None),
    lambda data: read_jsonl(data, "f.jsonl", flat=True),
    lambda data: read_xlsx(data, "f.xlsx", sheet=None),
]


@given(
    st.sampled_from(READERS),
    st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.text(alphabet='",;\n\r {}[]:0a', max_size=80).map(str.encode),
    ),
)
def test_no_bytes_raise_anything_but_a_mistake(
    reader: Callable[[bytes], Sheet], data: bytes
) -> None:
    """And what is read adds up."""
    try:
        sheet = reader(data)
    except UsageError:
        return
    assert sheet.n_read == len(sheet.rows) + sum(n for _, n, _ in sheet.spoilt)
    for row in sheet.rows:
        assert set(row.cells) <= set(sheet.columns)


SOUND = _workbook(("s", [["id", "a"], [1, 2], [2, "x"]]))


@given(st.data())
def test_a_broken_workbook_raises_nothing_but_a_mistake(data: st.DataObject) -> None:
    """A byte changed anywhere, or a part cut off."""
    whole = bytearray(SOUND)
    whole[data.draw(st.integers(0, 9999)) % len(whole)] = data.draw(st.integers(0, 255))
    end = len(whole) // data.draw(st.sampled_from([1, 2]))
    with suppress(UsageError):
        read_xlsx(bytes(whole[:end]), "f.xlsx", sheet=None)
