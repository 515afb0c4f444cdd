"""Holds review.jsonl: strict lines, digests of families as they were read, nothing made up."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.errors import SuiteError
from mhgate.suites.checking import HotlineTerms, check_folders
from mhgate.suites.review_files import (
    REVIEW_FILE,
    family_digests,
    not_reviewed,
    read_reviews,
)
from mhgate.wiring.suite_reviews import export_families, import_reviews, readings_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from conftest import Desk

    from mhgate.suites import Suite


@pytest.fixture
def suite(desk: Desk, row: Callable[..., dict[str, object]]) -> Suite:
    desk.items(
        [
            row(),
            row(id="a-2", turns=["Good evening to you"]),
            row(id="b-1", family="b", turns=["The rain has taken my tent away"]),
        ]
    )
    return desk.load()[0]


def _record(of: Suite, /, **changes: Any) -> dict[str, Any]:
    return {
        "family": "a",
        "digest": family_digests(of)["a"],
        "reader": "reader-1",
        "role": "author",
        "date": "2026-11-30",
        "findings": "The greeting was stiff.",
        "change": "Loosened.",
        **changes,
    }


def _write(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_digest_is_of_all_items_of_a_family(
    desk: Desk, suite: Suite, row: Callable[..., dict[str, object]]
) -> None:
    """Order and ids do not matter; a word that is changed, an item added or taken away does."""
    before = family_digests(suite)
    assert set(before) == {"a", "b"}
    rows = [row(id="z", turns=["Good evening to you"]), row(id="y"), row(id="b-1", family="b")]
    desk.items(rows)
    after = family_digests(desk.load()[0])
    assert after["a"] == before["a"]
    assert after["b"] != before["b"]
    desk.items(rows[1:])
    assert family_digests(desk.load()[0])["a"] != before["a"]


def test_a_family_is_read_as_it_is_now_or_not_at_all(desk: Desk, suite: Suite) -> None:
    """An earlier reading tells the day, and that it is owed again."""
    old = "sha256:" + "0" * 64
    _write(suite.folder / REVIEW_FILE, _record(suite), _record(suite, family="b", digest=old))
    reviews, mistakes = read_reviews(suite)
    assert mistakes == []
    assert not_reviewed(suite, reviews) == {"b": date(2026, 11, 30)}
    _, found = check_folders([desk.folder], HotlineTerms())
    (waiting,) = [each for each in found if each.rule == "not-reviewed"]
    assert "1 of which changed since they were read" in waiting.found


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"role": "robot"}, "(role)"),
        ({"digest": "abc"}, "(digest)"),
        ({"date": "2999-01-01"}, "is to come"),
        ({"date": 5}, "(date)"),
        ({"date": "yesterday"}, "(date)"),
        ({"findings": " "}, "(findings)"),
        ({"change": ""}, "(change)"),
        ({"reader": ""}, "(reader)"),
        ({"family": "aa"}, "Did you mean 'a'"),
        ({"note": "x"}, "unknown key 'note'"),
    ],
)
def test_a_line_is_read_strictly(
    desk: Desk, suite: Suite, change: dict[str, Any], said: str
) -> None:
    """Who, as what, when, what was found, what was changed: all of it, and nothing else."""
    _write(suite.folder / REVIEW_FILE, _record(suite, **change))
    reviews, mistakes = read_reviews(suite)
    assert reviews == []
    assert [said in str(each) for each in mistakes] == [True]
    _, found = check_folders([desk.folder], HotlineTerms())
    assert "review" in {each.rule for each in found}


def test_broken_lines_and_repeated_readings(suite: Suite) -> None:
    """A line that is no JSON, one that names a key twice, the same reading again."""
    path = _write(suite.folder / REVIEW_FILE, _record(suite), _record(suite))
    with path.open("a") as file:
        file.write('{"family": "a", "family": "b"}\nnonsense\n[]\n')
    _, mistakes = read_reviews(suite)
    said = " ".join(map(str, mistakes))
    assert "the reading of line 1 again" in said
    assert "the key 'family' twice" in said
    assert f"{REVIEW_FILE}:4" in said
    assert f"{REVIEW_FILE}:5" in said


def test_what_is_to_be_read_is_handed_out_with_its_texts(suite: Suite, tmp_path: Path) -> None:
    """A line a family that nobody has read as it is, with digest, items and what is asked."""
    _write(suite.folder / REVIEW_FILE, _record(suite))
    file = tmp_path / "out" / "to_read.jsonl"
    assert export_families([suite], file) == 1
    (line,) = [json.loads(line) for line in file.read_text().splitlines()]
    assert (line["suite"], line["family"]) == ("manners", "b")
    assert line["digest"] == family_digests(suite)["b"]
    assert line["items"][0]["turns"] == ["The rain has taken my tent away"]
    assert "is_kind" in line["asked"]
    assert "reader" not in line
    assert export_families([suite], file, everything=True) == 2


def test_records_are_taken_back_and_appended(suite: Suite, tmp_path: Path) -> None:
    """What people say is appended as they said it; what was there stays byte for byte."""
    path = suite.folder / REVIEW_FILE
    path.write_text(json.dumps(_record(suite)))  # no line end, as an editor may leave it
    before = path.read_text()
    digest = family_digests(suite)["b"]
    given = _write(
        tmp_path / "back.jsonl", _record(suite, suite="manners", family="b", digest=digest)
    )
    assert import_reviews([suite], given) == {"manners": 1}
    assert path.read_text().startswith(before + "\n")
    reviews, mistakes = read_reviews(suite)
    assert mistakes == []
    assert not_reviewed(suite, reviews) == {}
    (readings,) = readings_of([suite])
    assert (readings.waiting, readings.roles) == (0, {"author": 2})


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"digest": "sha256:" + "1" * 64}, "It has changed since it was read"),
        ({"suite": "maners"}, "Did you mean 'manners'"),
        ({"family": "c"}, "a family of the suite"),
        ({}, "that is there already"),
        ({"role": "judge"}, "(role)"),
    ],
)
def test_a_wrong_record_stops_them_all(
    suite: Suite, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    """All or none: half of a reader's work in the file would be nobody's record."""
    path = _write(suite.folder / REVIEW_FILE, _record(suite))
    before = path.read_bytes()
    good = _record(suite, family="b", digest=family_digests(suite)["b"])
    given = _write(tmp_path / "back.jsonl", good, _record(suite, **change))
    with pytest.raises(SuiteError, match="1 mistake") as caught:
        import_reviews([suite], given)
    assert said in str(caught.value)
    assert path.read_bytes() == before


def test_a_file_that_is_not_there_or_empty_is_a_mistake(suite: Suite, tmp_path: Path) -> None:
    """Nothing to take back is said, not passed over."""
    with pytest.raises(SuiteError, match="No such file"):
        import_reviews([suite], tmp_path / "none.jsonl")
    with pytest.raises(SuiteError, match="no lines"):
        import_reviews([suite], _write(tmp_path / "empty.jsonl"))


def test_reviews_change_no_digest_of_the_suite(desk: Desk, suite: Suite) -> None:
    """Readings may grow without making a baseline incomparable, and are no items."""
    _write(suite.folder / REVIEW_FILE, _record(suite))
    assert desk.load()[0].digest == suite.digest
