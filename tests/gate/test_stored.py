"""Holds stored outcomes: what a reply that never came is worth can be said later, and back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mhgate.gate.ledger import Ledger
from mhgate.gate.stored import with_target_failures
from mhgate.records import ItemOutcome, ItemRef, Probe, Stage
from mhgate.sampling import ItemFile, make_plan


def _probe(name: str, *, never: bool = False) -> Probe:
    return Probe(
        id=f"x.{name}",
        name=name,
        pillar="x",
        items="i.jsonl",
        exact=True,
        never=never,
        path="test_i.py",
        line=1,
        source_digest="sha256:p",
    )


PROBES = (_probe("a"), _probe("b", never=True))
SCORED = {"value": 0.0, "judge": "exact"}
TIMEOUT = {"failure_stage": Stage.TARGET, "failure_kind": "timeout"}
JUDGE = {"failure_stage": Stage.JUDGE, "failure_kind": "crash"}


def _row(number: int, probe: str, **what: object) -> ItemOutcome:
    return ItemOutcome(
        trial_id=f"s/{number}#0",
        probe_id=f"x.{probe}",
        item_id=f"s/{number}",
        item_digest="sha256:i",
        family=f"s/{number}",
        epoch=0,
        strata={},
        **what,  # type: ignore[arg-type]
    )


def test_a_reply_that_never_came_becomes_a_failed_item() -> None:
    """Not so the judge's failure, nor silence before a probe that must never go off."""
    rows = [_row(0, "a", **TIMEOUT), _row(1, "a", **JUDGE), _row(0, "b", **TIMEOUT)]
    found = with_target_failures(rows, PROBES, failures={"target: timeout": 1}, worth="failed")
    assert [row.value for row in found] == [0.0, None, None]
    assert found[1:] == rows[1:]


def test_a_failed_item_becomes_unmeasured_again_and_a_missed_one_does_not() -> None:
    """What was scored names who scored it."""
    rows = [_row(0, "a", value=0.0), _row(1, "a", **SCORED)]
    found = with_target_failures(rows, PROBES, failures={"target: timeout": 1}, worth="unmeasured")
    assert (found[0].value, found[0].failure_kind) == (None, "timeout")
    assert found[1] == rows[1]
    several = {"target: timeout": 1, "target: connect": 2}
    (row, _) = with_target_failures(rows, PROBES, failures=several, worth="unmeasured")
    assert row.failure_kind == "not_kept"


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b"]),
            st.sampled_from([SCORED, TIMEOUT, JUDGE, {"value": 1.0, "judge": "exact"}]),
        ),
        max_size=8,
    )
)
def test_there_and_back_is_what_it_was(kinds: list[tuple[str, dict[str, object]]]) -> None:
    """A policy tried on stored outcomes leaves no trace in them."""
    rows = [_row(number, probe, **what) for number, (probe, what) in enumerate(kinds)]
    failures = {"target: timeout": 1}
    there = with_target_failures(rows, PROBES, failures=failures, worth="failed")
    assert with_target_failures(there, PROBES, failures=failures, worth="unmeasured") == rows


@given(st.lists(st.sampled_from([SCORED, TIMEOUT, JUDGE]), max_size=6))
def test_what_a_report_holds_is_booked_as_it_was(whats: list[dict[str, object]]) -> None:
    """The accounts and the outcomes are the run's, whatever was asked of the plan."""
    refs = tuple(
        ItemRef(
            id=f"s/{n}",
            family=f"s/{n}",
            digest="sha256:i",
            strata={},
            language="en",
            path="i.jsonl",
            offset=0,
            length=1,
        )
        for n in range(6)
    )
    plan = make_plan([ItemFile("i", refs, PROBES)], seed=1, max_items=None, epochs=1)
    rows = [_row(n, name, **what) for n, what in enumerate(whats) for name in ("a", "b")]
    ledger = Ledger(plan)
    ledger.restore(rows)
    accounts = ledger.accounts()
    assert (accounts.planned, accounts.asked) == (6, len(whats))
    assert accounts.failed == sum("value" not in what for what in whats)
    kept = [row for probe in PROBES for row in ledger.outcomes(probe.id)]
    assert sorted(kept, key=str) == sorted(rows, key=str)
