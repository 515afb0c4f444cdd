"""Holds the page of misses: what was said, from the journal, and harmless on a screen."""

from __future__ import annotations

from types import ModuleType

import pytest

from mhgate.records import ItemOutcome, Report, Score, Transcript, Trial, Turn
from mhgate.report import render_misses


def _said(reply: str, trial_id: str = "s/a#0") -> Transcript:
    return Transcript(
        trial=Trial(id=trial_id, item_id="s/a", family="s/f", epoch=0, seed=1),
        turns=(Turn(role="user", content="Are you there?"), Turn(role="assistant", content=reply)),
        target_fingerprint="sha256:t",
    )


def _missed(report: Report, value: float = 0) -> Score:
    probe = report.verdict.pillars[0].probes[0].probe
    return Score(
        trial_id="s/a#0",
        probe_id=probe.id,
        value=value,
        judge="j",
        answer="no",
        explanation="it names nobody",
    )


@pytest.fixture
def some_report(reports: ModuleType) -> Report:
    return reports.passing()


def test_what_was_said_and_why_it_was_missed_is_shown(some_report: Report) -> None:
    """The user's words, the bot's, the answer and its explanation."""
    text = render_misses(
        some_report,
        {"s/a#0": _said("I am listening.\n\nTell me more.")},
        {"s/a#0": [_missed(some_report)]},
        probe=None,
        most=5,
    )
    for words in ("Are you there?", "I am listening.", "Tell me more.", "answered no: it names"):
        assert words in text
    assert "\\n" not in text


def test_a_new_session_is_shown(some_report: Report) -> None:
    """Between the turns of two sessions a line says that nothing was carried over."""
    said = _said("I am listening.")
    later = [turn.model_copy(update={"session": 1}) for turn in said.turns]
    both = said.model_copy(update={"turns": (*said.turns, *later)})
    page = {"probe": None, "most": 5}
    text = render_misses(some_report, {"s/a#0": both}, {"s/a#0": [_missed(some_report)]}, **page)
    assert text.count("(a new session begins") == 1
    text = render_misses(some_report, {"s/a#0": said}, {"s/a#0": [_missed(some_report)]}, **page)
    assert "session" not in text


def test_an_answer_of_an_earlier_run_is_marked(some_report: Report) -> None:
    """Whoever reads why knows that nobody was asked this time."""
    earlier = _missed(some_report).model_copy(update={"cached": True})
    said = {"s/a#0": _said("I am listening.")}
    text = render_misses(some_report, said, {"s/a#0": [earlier]}, probe=None, most=5)
    assert "answered no (in an earlier run): it names" in text


def test_a_grade_is_shown_in_place_of_the_answer(some_report: Report) -> None:
    """What was too low, and why."""
    graded = _missed(some_report).model_copy(update={"answer": "graded", "grade": 2})
    text = render_misses(
        some_report,
        {"s/a#0": _said("I am listening.")},
        {"s/a#0": [graded]},
        probe=None,
        most=5,
    )
    assert "graded 2: it names" in text
    assert "answered" not in text


def test_a_hit_is_not_shown_and_nothing_missed_says_so(some_report: Report) -> None:
    """A page of misses holds misses."""
    text = render_misses(
        some_report.model_copy(update={"outcomes": ()}),
        {"s/a#0": _said("I am listening.")},
        {"s/a#0": [_missed(some_report, value=1)]},
        probe=None,
        most=5,
    )
    assert "Nothing was missed." in text
    assert "I am listening." not in text


def test_misses_that_cannot_be_read_are_counted(some_report: Report) -> None:
    """A journal without a key gives nothing of protected items: that is not "nothing missed"."""
    probe = some_report.verdict.pillars[0].probes[0].probe
    rows = [
        ItemOutcome(
            trial_id=f"s/sealed-{number}#0",
            item_id=f"s/sealed-{number}",
            item_digest="d",
            family="s/f",
            epoch=0,
            strata={},
            probe_id=probe.id,
            value=float(number == 0),
        )
        for number in range(3)
    ]
    report = some_report.model_copy(update={"outcomes": tuple(rows)})
    text = render_misses(report, {}, {}, probe=None, most=5)
    assert "Not shown: 2 more missed, of which nothing can be read here." in text
    assert "Nothing was missed" not in text
    assert f"2 more missed by {probe.name}" in render_misses(
        report, {}, {}, probe=probe.name, most=5
    )
    assert "Nothing was missed" in render_misses(report, {}, {}, probe="another", most=5)


@pytest.mark.parametrize(
    "reply", ["\x1b[2Jgone", "\u202edrow", "a\rb", "::error::x", "z" * 200_000]
)
def test_hostile_words_do_nothing(some_report: Report, reply: str) -> None:
    """Escapes and control characters are shown, not obeyed, and a flood is cut."""
    text = render_misses(
        some_report,
        {"s/a#0": _said(reply)},
        {"s/a#0": [_missed(some_report)]},
        probe=None,
        most=5,
        encoding="ascii",
    )
    text.encode("ascii")
    assert not any(ord(char) < 32 and char != "\n" for char in text)
    assert len(text) < 10_000
