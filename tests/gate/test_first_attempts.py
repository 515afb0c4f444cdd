"""First attempts are told apart from what came in the end, and change no figure."""

from __future__ import annotations

from typing import Any

from mhgate.gate.first_attempts import first_attempts_of
from mhgate.records import ItemOutcome, Stage
from mhgate.report.first_attempts import first_and_final


def row(trial: str, probe: str = "p.a", **more: Any) -> ItemOutcome:
    said = {"value": 1.0} if "failure_kind" not in more else {"failure_stage": Stage.TARGET}
    return ItemOutcome(
        trial_id=trial,
        probe_id=probe,
        item_id=trial,
        item_digest="sha256:0",
        family="f",
        epoch=0,
        strata={},
        **{**said, **more},
    )


def test_nothing_is_said_where_every_reply_came_at_once() -> None:
    """Or never, where nobody asked again."""
    assert first_attempts_of([row("a"), row("b", failure_kind="not_found")]) is None
    assert [*first_and_final(None)] == []


def test_both_are_counted() -> None:
    """One came at the first attempt, one at the third, one never, one without a second try."""
    rows = [
        row("a"),
        row("a", "p.b"),
        row("b", value=0.0, attempts=3),
        row("c", failure_kind="timeout", attempts=3),
        row("d", failure_kind="not_found"),
        row("e", failure_kind="unreadable_answer", failure_stage=Stage.JUDGE),
    ]
    found = first_attempts_of(rows)
    assert found is not None
    assert (found.n_asked, found.n_retried, found.most_attempts) == (5, 2, 3)
    assert (found.n_replied_first, found.n_replied) == (2, 3)
    (probe,) = found.probes
    assert (probe.probe, probe.n_first, probe.first, probe.n_final, probe.final) == (
        "p.a",
        1,
        1.0,
        2,
        0.5,
    )
    said, of_probe = first_and_final(found)
    assert said == (
        "2 of 5 trials took more than one attempt, up to 3 for a reply: 2 had their replies at the "
        "first attempt, 3 in the end."
    )
    assert of_probe == (
        "p.a: mean 1.000 of 1 scored at the first attempt, mean 0.500 of 2 in the end."
    )


def test_a_mean_of_nothing_is_none() -> None:
    """Where every trial was asked again nothing is known of first attempts."""
    found = first_attempts_of([row("a", attempts=2)])
    assert found is not None
    assert found.probes[0].first is None
    assert "no mean of 0 scored at the first attempt" in [*first_and_final(found)][1]
