"""Holds kept outcomes: what is read is what was given, in few bytes, and is written as it was."""

from __future__ import annotations

import gc
import hashlib
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.records import CellOutcome, ItemOutcome, Report, Stage, Vote
from mhgate.records.outcome_rows import OutcomeRows, numbered, said, told
from mhgate.records.outcomes_kept import OutcomesKept, Whose
from mhgate.report import read_report, render_json, write_report

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from types import ModuleType

_MOST_BYTES = 100  # of a kept row: measured are 77


def _row(number: int, probe: str = "x.a", **what: object) -> ItemOutcome:
    given: dict[str, object] = {"value": 1.0, "answer": "yes", "judge": "sha256:" + "cd" * 32}
    return ItemOutcome.model_validate(
        {
            "trial_id": f"s/i{number:06}#0",
            "probe_id": probe,
            "item_id": f"s/i{number:06}",
            "item_digest": "sha256:" + hashlib.sha256(str(number).encode()).hexdigest(),
            "family": f"s/f{number // 4:05}",
            "epoch": 0,
            "strata": {"risk": "low"},
            **(what.pop("instead", None) or given),  # type: ignore[dict-item]
            **what,
        }
    )


def _kept(rows: Sequence[ItemOutcome], *, most_held: int = 0) -> OutcomeRows:
    kept = OutcomesKept(most_held)
    for row in rows:
        kept.keep([row])
    return OutcomeRows(kept, range(len(rows)))


@pytest.fixture
def made(reports: ModuleType) -> Report:
    """Return any report."""
    found: Report = next(iter(reports.ALL.values()))()
    return found


numbers = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(max_size=6)
read = st.one_of(st.none(), words, numbers)
votes = st.builds(
    Vote,
    name=words,
    judge=words,
    value=st.sampled_from(["yes", "no"]),
    confidence=st.one_of(st.none(), st.floats(0, 1)),
)
cells = st.builds(
    CellOutcome,
    value=st.sampled_from(["yes", "no", None]),
    grade=st.one_of(st.none(), st.integers(-3, 3)),
    turn=st.one_of(st.none(), st.integers(1, 9)),
)
wholes = st.fixed_dictionaries(
    {
        "instead": st.one_of(
            st.fixed_dictionaries({"value": st.sampled_from([0.0, -0.0, 0.5, 1.0, 0.1])}),
            st.just({"failure_stage": Stage.TARGET, "failure_kind": "timeout"}),
        ),
        "read": read,
        "key": read,
        "answer": st.sampled_from(["yes", "no", None]),
        "votes": st.lists(votes, max_size=2),
        "cells": st.dictionaries(words, cells, max_size=2),
        "strata": st.dictionaries(words, words, max_size=2),
        "epoch": st.integers(0, 2),
        "trial_id": st.one_of(st.just("s/odd"), words),
        "item_digest": st.one_of(words, st.just("sha256:" + "AB" * 32)),
        "family": words,
        "attempts": st.integers(1, 3),
    }
)


@given(st.lists(wholes, max_size=6), st.sampled_from([0, 2, 99]))
def test_what_is_read_is_what_was_given(given_rows: list[dict[str, object]], held: int) -> None:
    """To the last bit and sign, whatever the rows say, and whatever their trials are called."""
    rows = [_row(number, **what) for number, what in enumerate(given_rows)]
    found = _kept(rows, most_held=held)
    assert list(map(repr, found)) == list(map(repr, rows))
    assert (found, tuple(rows)) == (tuple(rows), found)
    for row, (saying, whose) in zip(rows, told(found), strict=True):
        assert (repr(saying.value), saying.read, saying.attempts) == (
            repr(row.value),
            row.read,
            row.attempts,
        )
        assert (whose.trial_id, whose.item_id, whose.family) == (
            row.trial_id,
            row.item_id,
            row.family,
        )


@pytest.mark.parametrize("odd", ["\ud800", "a\udfff", "\ud83d" + "\ude00", "\U0001f600"])
def test_names_that_no_utf_8_holds_come_back_as_they_went_in(odd: str) -> None:
    """Ids of cells, names of trials and of strata, and what was read: the halves of a sign, too."""
    row = _row(
        1,
        votes=(Vote(name=odd, judge=odd, value="yes"),),
        cells={odd: CellOutcome(value="yes", turn=1, failure=odd)},
        strata={odd: odd},
        trial_id=odd,
        family=odd,
        read=odd,
    )
    assert _kept([row])[0].cells == {odd: row.cells[odd]}
    assert repr(_kept([row])[0]) == repr(row)
    crowd = [_row(number, read=number / 7) for number in range(2100)]  # no room to be told apart
    assert repr(_kept([*crowd, row])[-1]) == repr(row)


def test_rows_that_say_more_variously_than_is_held_apart_are_read_back() -> None:
    """Where every row says another thing, they are deflated one by one."""
    rows = [_row(number, read=number / 7, votes=()) for number in range(2100)]
    assert _kept(rows) == rows


def test_a_sequence_of_kept_rows_is_read_like_a_tuple_of_them() -> None:
    """Places, slices, the end, and what is chosen of them."""
    rows = [_row(number, instead={"value": number % 2}) for number in range(9)]
    found = _kept(rows)
    assert (found[0], found[-1], found[2:5]) == (rows[0], rows[-1], rows[2:5])
    assert found.where(lambda row: row.value == 1) == rows[1::2]
    assert found != rows[:-1]
    assert [row.value for row in said(found)] == [row.value for row in said(rows)]
    assert OutcomeRows(OutcomesKept(), ()) == ()
    with pytest.raises(IndexError):
        _ = found[9]


def test_rows_of_one_trial_have_its_number_however_they_are_kept() -> None:
    """Who counts trials counts each once, whoever else read it."""
    rows = [_row(1, "x.a"), _row(1, "x.b"), _row(2, "x.a"), _row(2, "x.b")]
    kept = OutcomesKept()
    kept.keep(rows[:2])
    kept.keep(rows[2:])
    by_probe = [rows[0], rows[2], rows[1], rows[3]]
    assert [number for number, _ in numbered(OutcomeRows(kept, [0, 2, 1, 3]))] == [0, 1, 0, 1]
    assert [number for number, _ in numbered(by_probe)] == [0, 1, 0, 1]


def test_a_trial_that_is_known_elsewhere_is_looked_up_and_another_is_kept() -> None:
    """What a row says of its trial is what is read, even where a plan says another thing of it."""
    trials = [
        Whose(row.trial_id, row.item_id, row.item_digest, row.family, row.epoch, row.strata)
        for row in (_row(0), _row(1), _row(2))
    ]
    kept = OutcomesKept(0, known=trials.__getitem__, n_known=3)
    rows = [_row(2), _row(1, family="s/other"), _row(0), _row(7)]
    for row, place in zip(rows, (2, 1, 0, None), strict=True):
        kept.keep([row], place=place)
    found = OutcomeRows(kept, range(4))
    assert found == rows
    assert [number for number, _ in numbered(found)] == [2, 3, 0, 4]
    assert found.n_trials() == 4


def _held_by(count: int) -> int:
    gc.collect()
    tracemalloc.start()
    kept = OutcomesKept(0)
    for number in range(count):
        kept.keep([_row(number, attempts=1 + number % 3)])
    gc.collect()
    found = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(kept) == count
    return found


def test_a_row_is_kept_in_few_bytes() -> None:
    """From 1,000 rows to 5,000, what is held grows by less than a hundred bytes a row."""
    assert _held_by(5000) - _held_by(1000) < 4000 * _MOST_BYTES


def test_a_report_is_written_without_holding_its_text(tmp_path: Path, made: Report) -> None:
    """The most that is held while it is written is a small part of the file."""
    report = made.model_copy(update={"outcomes": _kept([_row(number) for number in range(8000)])})
    path = tmp_path / "report.json"
    gc.collect()
    tracemalloc.start()
    write_report(report, path)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < path.stat().st_size / 10
    assert len(read_report(path).outcomes) == 8000


def test_kept_rows_are_written_as_records_are(made: Report) -> None:
    """The text of a report does not tell how its outcomes were kept."""
    rows = [
        _row(1),
        _row(2, votes=(Vote(name="m", judge="j", value="yes", confidence=0.25),)),
        _row(3, cells={"D1": CellOutcome(value="no", meets=False, turn=2)}, n_replies=3),
        _row(4, family="\u00e4\U0001f600\ud800", strata={"b": "1", "a": "\u2028"}),
        _row(5, instead={"failure_stage": Stage.JUDGE, "failure_kind": "crash"}),
        _row(6, epoch=1),
        _row(7, read=0.1, key="\u2028", attempts=3),
    ]
    as_records = made.model_copy(update={"outcomes": tuple(rows)})
    for held in (0, 99):
        as_kept = made.model_copy(update={"outcomes": _kept(rows, most_held=held)})
        assert render_json(as_kept) == render_json(as_records)
        assert as_kept == as_records
        assert Report.model_validate(as_kept.model_dump()) == as_records
