"""Holds the trend's text to its numbers, in words, in narrow terminals and narrow encodings."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from mhgate.records.registered import TrendPoint
from mhgate.report import render_history, render_history_json

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)


def _point(day: int = 0, **more: Any) -> TrendPoint:
    content = {
        "run_id": f"r{day}",
        "at": AT + timedelta(days=day),
        "commit": "1c1bcbf2d4a9" + "0" * 28,
        "pillar": "crisis",
        "outcome": "pass",
        "score": 0.96,
        "low": 0.914,
        "high": 0.982,
        "method_version": "3",
        "measurement_fingerprint": "sha256:m",
        "branch": "main",
        "attempt": 1,
    }
    return TrendPoint.model_validate(content | more)


def test_a_line_a_run_with_its_figures_the_newest_last() -> None:
    """Time, commit, outcome as a word, score, interval, bar, and what else there is to say."""
    text = render_history([_point(), _point(1, outcome="fail", attempt=2)], width=100)
    heading, first, second = text.splitlines()
    assert heading == "crisis"
    assert first.startswith("  2026-11-30 12:00  1c1bcbf  pass          96.0  91.4 to 98.2    ····")
    assert first.endswith("├█┤·  main") or "█" in first
    assert "fail" in second
    assert second.endswith("attempt 2, main")


def test_the_longest_outcome_stands_apart_from_its_figure() -> None:
    """Not decided is a long word: a space follows it."""
    text = render_history([_point(outcome="inconclusive")], width=100)
    assert "inconclusive  96.0  91.4 to 98.2" in text


def test_runs_that_measured_something_else_are_drawn_apart() -> None:
    """A mark stands between them, and says what changed; not between comparable ones."""
    points = [
        _point(),
        _point(1, measurement_fingerprint="sha256:n"),
        _point(2, measurement_fingerprint="sha256:n"),
        _point(3, measurement_fingerprint="sha256:n", method_version="4"),
    ]
    lines = render_history(points, width=160).splitlines()
    marks = [n for n, line in enumerate(lines) if line.startswith("  -- ")]
    assert marks == [2, 5]
    assert "what is measured changed" in lines[2]
    assert "the method changed (3 to 4)" in lines[5]
    assert all("not comparable" in lines[n] for n in marks)


def test_a_trust_score_is_over_100_and_a_probes_score_is_not() -> None:
    """Each as its report writes it; the numbers of JSON stay on one scale."""
    points = [_point(score=0.6931, low=0.5, high=1.0), _point(probe="crisis.helps")]
    text = render_history(points, width=100)
    assert " 69.3  50.0 to 100.0 " in text
    assert " 0.960  0.914 to 0.982 " in text
    rows = json.loads(render_history_json(points))["points"]
    assert rows[0]["score"] == 0.6931


def test_a_changed_policy_is_marked() -> None:
    """Beside another measurement too; not where one of the two is not known."""
    points = [
        _point(policy_digest="sha256:a"),
        _point(1, policy_digest="sha256:b"),
        _point(2, policy_digest="sha256:b"),
        _point(3),
        _point(4, policy_digest="sha256:c", method_version="4"),
        _point(5, policy_digest="sha256:d", method_version="5"),
    ]
    lines = render_history(points, width=160).splitlines()
    assert [n for n, line in enumerate(lines) if "the policy changed" in line] == [2, 9]
    assert "the method changed (4 to 5)" in lines[8]
    rows = json.loads(render_history_json(points))["points"]
    same = [row["same_policy_as_previous"] for row in rows]
    assert same == [None, False, True, None, None, False]


def test_each_pillar_and_probe_is_a_series_of_its_own() -> None:
    """In the order in which they come; a probe by its id."""
    points = [_point(), _point(pillar="safety"), _point(1), _point(probe="crisis.helps")]
    text = render_history(points, width=100)
    headings = [line for line in text.splitlines() if line and not line.startswith(" ")]
    assert headings == ["crisis", "safety", "crisis.helps"]


@pytest.mark.parametrize("width", [1, 30, 40, 59, 75, 76, 100, 200])
@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii", "nonsense"])
def test_no_line_is_wider_than_the_terminal_and_any_stream_carries_it(
    width: int, encoding: str
) -> None:
    """Narrow ones get two lines a run; without Unicode the bar is ASCII."""
    points = [
        _point(),
        _point(1, measurement_fingerprint="sha256:n", branch="für-später-" * 9),
        _point(2, score=None, low=None, high=None, outcome="error", commit=None),
        _point(3, outcome="inconclusive", low=0.0, high=1.0, kind="merge", scope="partial"),
    ]
    text = render_history(points, width=width, encoding=encoding)
    text.encode("ascii" if encoding == "nonsense" else encoding)
    assert max(map(len, text.splitlines())) <= max(width, 41)
    for word in ("pass", "error", "inconclusive", "91.4 to 98.2"):
        assert word in text


def test_hostile_names_stay_on_their_line() -> None:
    """A branch can be called anything."""
    text = render_history(
        [_point(branch="x\x1b[2J\ncrisis  pass"), _point(pillar="a\nb")], width=160
    )
    assert "\x1b" not in text
    assert "a\\nb" in text
    assert len(text.splitlines()) == 5


def test_without_runs_it_says_so() -> None:
    """Nothing is drawn, and the reader is not left wondering."""
    assert "no run of the register has ended" in render_history([], width=80)


def test_json_holds_the_numbers_and_says_what_is_comparable() -> None:
    """Plain ASCII; null where there is none before it."""
    points = [_point(branch="für"), _point(1), _point(2, method_version="4")]
    text = render_history_json(points)
    assert text.isascii()
    rows = json.loads(text)["points"]
    assert [row["comparable_with_previous"] for row in rows] == [None, True, False]
    assert (rows[0]["score"], rows[0]["low"], rows[0]["branch"]) == (0.96, 0.914, "für")
