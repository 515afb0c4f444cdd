"""Holds item files: read by offset, and every mistake in them named with file and line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import ReportFileError, SuiteError

if TYPE_CHECKING:
    from conftest import Desk

Row = Callable[..., dict[str, object]]


def test_an_item_is_read_where_its_reference_says(desk: Desk, row: Row) -> None:
    """Items of unlike length, with blank lines between, come back whole."""
    rows = [row(id=f"a-{n}", turns=["é" * n + " 😀"]) for n in range(1, 5)]
    lines = "\n\n".join(json.dumps(r, ensure_ascii=False) for r in rows).encode()
    desk.items(lines)
    (suite,) = desk.load()
    read = [suite.read_item(ref) for ref in suite.items["items.jsonl"]]
    assert [item.turns for item in read] == [tuple(r["turns"]) for r in rows]
    assert [item.id for item in read] == [f"manners/a-{n}" for n in range(1, 5)]
    assert read[0].family == "manners/a"


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\u0085", "\x0b", "\x0c", "\r"])
def test_only_a_line_feed_ends_a_line(desk: Desk, row: Row, separator: str) -> None:
    """U+2028 and its kin inside a string do not split an item."""
    text = f"one{separator}two"
    line = json.dumps(row(turns=[text]), ensure_ascii=False)
    desk.items([line.replace(separator, "\\r") if separator < "\u0020" else line])
    (suite,) = desk.load()
    assert len(suite.items["items.jsonl"]) == 1


def test_a_byte_order_mark_and_windows_line_ends_are_taken(desk: Desk, row: Row) -> None:
    """Files that an editor on Windows saved are read as they are meant."""
    lines = [json.dumps(row(id=f"a-{n}")).encode() for n in (1, 2)]
    desk.items(b"\xef\xbb\xbf" + b"\r\n".join(lines) + b"\r\n")
    (suite,) = desk.load()
    assert [suite.read_item(ref).id for ref in suite.items["items.jsonl"]] == [
        "manners/a-1",
        "manners/a-2",
    ]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('{"id": "a"', ["items.jsonl:2", "JSON"]),
        ("[1, 2]", ["items.jsonl:2", "valid dictionary"]),
        ('{"id": "b", "id": "c"}', ["items.jsonl:2", "'id' twice"]),
        ('{"id": NaN}', ["items.jsonl:2", "NaN"]),
    ],
)
def test_a_broken_line_is_named(desk: Desk, row: Row, line: str, words: list[str]) -> None:
    """File, line, and what is wrong with it."""
    desk.items([row(), line])
    with pytest.raises(SuiteError) as caught:
        desk.load()
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"turn": ["x"]}, ["unknown key 'turn'", "Did you mean 'turns'?"]),
        ({"turns": []}, ["turns", "at least 1"]),
        ({"turns": ["hello", "  \n "]}, ["turn 1 is empty"]),
        ({"turns": "hello"}, ["turns", "list"]),
        ({"source": ""}, ["source"]),
        ({"id": "has space"}, ["id", "pattern"]),
        ({"strata": {"risk": 3}}, ["strata.risk", "string"]),
        (
            {"turns": None, "vignette": {"person": {"age_year": 3}, "mood": 1}},
            ["vignette.person.age_year", "Did you mean 'age_years'?", "Known: id, cell, voice"],
        ),
    ],
)
def test_a_wrong_item_is_named(
    desk: Desk, row: Row, changes: dict[str, object], words: list[str]
) -> None:
    """Key, what was found, and what was expected, at its line."""
    desk.items([row(id="ok"), row(**changes)])
    with pytest.raises(SuiteError) as caught:
        desk.load()
    for word in ["items.jsonl:2", *words]:
        assert word in str(caught.value)


def test_a_missing_key_is_named(desk: Desk, row: Row) -> None:
    """Every item says where its expectation comes from."""
    without = row()
    del without["source"]
    desk.items([without])
    with pytest.raises(SuiteError, match=r"items\.jsonl:1 \(source\): found nothing"):
        desk.load()


def test_bytes_that_are_no_utf8_are_named(desk: Desk, row: Row) -> None:
    """A file in another encoding is refused at its line and column."""
    good = json.dumps(row()).encode()
    desk.items(good + b"\n" + good.replace(b"Hello", b"caf\xe9") + b"\n")
    with pytest.raises(SuiteError, match=r"items\.jsonl:2: found the byte 0xe9"):
        desk.load()


def test_all_mistakes_of_a_file_come_at_once(desk: Desk, row: Row) -> None:
    """Nobody has to run three times to find three mistakes."""
    desk.items([row(turns=[]), row(id="b", turns=[" "]), "{"])
    with pytest.raises(SuiteError) as caught:
        desk.load()
    assert len(caught.value.mistakes) == 3


def test_an_id_twice_is_an_error_across_files(desk: Desk, row: Row) -> None:
    """Ids are unique in a suite, not just in a file."""
    desk.probes("""
from mhgate import probe
@probe(items="items.jsonl", exact=True)
def test_one(transcript):
    assert transcript
@probe(items="more.jsonl", exact=True)
def test_two(transcript):
    assert transcript
""")
    desk.items([row()])
    desk.items([row()], "more.jsonl")
    with pytest.raises(SuiteError, match="'manners/a-1' 2 times"):
        desk.load()


def test_an_empty_file_is_an_error(desk: Desk) -> None:
    """A probe without items would be a pillar that was never asked."""
    desk.items(b"\n\n")
    with pytest.raises(SuiteError, match="no items"):
        desk.load()


def test_a_file_that_changes_during_a_run_is_an_error(desk: Desk, row: Row) -> None:
    """What is asked is what was planned, or nothing."""
    desk.items([row()])
    (suite,) = desk.load()
    desk.items([row(turns=["Other"])])
    with pytest.raises(ReportFileError, match="not what it was"):
        suite.read_item(suite.items["items.jsonl"][0])


def test_a_file_that_is_replaced_between_two_runs_is_read_anew(desk: Desk, row: Row) -> None:
    """Whoever saves a new file under the old name is asked by the next run what stands in it."""
    desk.items([row(turns=["One"])])
    (suite,) = desk.load()
    assert suite.read_item(suite.items["items.jsonl"][0]).turns == ("One",)
    path = Path(suite.items["items.jsonl"][0].path)
    saved = path.with_name("saved.jsonl")
    saved.write_text(json.dumps(row(turns=["Two"])) + "\n", encoding="utf-8")
    saved.replace(path)
    (suite,) = desk.load()
    assert suite.read_item(suite.items["items.jsonl"][0]).turns == ("Two",)


def test_the_digest_is_of_what_decides_not_of_the_source(desk: Desk, row: Row) -> None:
    """Correcting a citation keeps an item comparable; another word does not."""
    digests = []
    for changes in ({}, {"source": "a better citation"}, {"turns": ["Hullo"]}):
        desk.items([row(**changes)])
        (suite,) = desk.load()
        digests.append(suite.items["items.jsonl"][0].digest)
    assert digests[0] == digests[1] != digests[2]


def test_an_item_of_300_000_characters_is_read(desk: Desk, row: Row) -> None:
    """Length is no reason to lose an item."""
    desk.items([row(turns=["a" * 300_000])])
    (suite,) = desk.load()
    assert len(suite.read_item(suite.items["items.jsonl"][0]).turns[0]) == 300_000
