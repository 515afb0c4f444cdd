"""Holds a report to its journal: the same root again, and another one after the least change."""

from __future__ import annotations

from pathlib import Path

from mhgate.canonical import merkle_root
from mhgate.gate.leaves import root_of
from mhgate.records import Failure, ItemOutcome, Stage, Transcript, Trial, Turn


def _trial(name: str) -> Trial:
    return Trial(id=f"{name}#0", item_id=name, family="f", epoch=0, seed=1)


def _transcript(name: str, reply: str = "I hear you.") -> Transcript:
    turns = (Turn(role="user", content="hi"), Turn(role="assistant", content=reply))
    return Transcript(trial=_trial(name), turns=turns, target_fingerprint="sha256:t")


def _row(name: str, value: float | None, probe: str = "x.a") -> ItemOutcome:
    return ItemOutcome(
        trial_id=f"{name}#0",
        probe_id=probe,
        item_id=name,
        item_digest="sha256:i",
        family="f",
        epoch=0,
        strata={},
        value=value,
        judge=None if value is None else "j",
        failure_stage=None if value is not None else Stage.TARGET,
        failure_kind=None if value is not None else "timeout",
    )


LOST = Failure(trial_id="b#0", stage=Stage.TARGET, kind="timeout", message="60 s")


def test_the_root_knows_no_order_of_ending() -> None:
    """Whatever the order of the transcripts, and of trials among the outcomes."""
    came_back = {"a#0": _transcript("a"), "b#0": LOST}
    rows = [_row("a", 1.0), _row("b", None)]
    assert root_of(came_back, rows) == root_of(dict(reversed(came_back.items())), rows[::-1])


def test_the_least_change_is_another_root() -> None:
    """A word, an answer, a failure, or a transcript that is gone."""
    came_back = {"a#0": _transcript("a"), "b#0": LOST}
    rows = [_row("a", 1.0), _row("b", None)]
    whole = root_of(came_back, rows)
    others = [
        root_of({**came_back, "a#0": _transcript("a", "I hear you!")}, rows),
        root_of(came_back, [_row("a", 0.0), _row("b", None)]),
        root_of({**came_back, "b#0": _transcript("b")}, rows),
        root_of({"b#0": LOST}, rows),
        root_of(came_back, rows[:1]),
    ]
    assert whole not in others
    assert len(set(others)) == len(others)


def test_of_nothing_it_is_the_empty_root(tmp_path: Path) -> None:
    """No trials, no leaves."""
    assert root_of({}, []) == merkle_root([])
