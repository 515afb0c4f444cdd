"""Measurements -> the verdict, with what the baseline does not know: the same for every report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mhgate.baseline import item_changes
from mhgate.gate.measuring import Measuring
from mhgate.records import ItemOutcome, LiveBase, Savings, Verdict
from mhgate.verdict import decide

__all__ = ["Decided", "decide_measured"]


@dataclass(frozen=True, slots=True)
class Decided:
    """A verdict, the outcomes that it was taken from, and the items that could not be paired."""

    verdict: Verdict
    outcomes: Sequence[ItemOutcome]
    new_items: tuple[str, ...]
    removed_items: tuple[str, ...]


def decide_measured(
    measuring: Measuring,
    *,
    declared: Sequence[str],
    partial_because: Sequence[str],
    interrupted: bool,
    failures: Mapping[str, int],
    saved: Savings,
    shard: str = "",
    live: LiveBase | None = None,
    replayed: str = "",
) -> Decided:
    """Take the one decision about what was measured.

    Args:
        measuring: what each probe brought, and from which run, thresholds and baseline.
        declared: the pillars that must be decided, in the order in which they are shown.
        partial_because: why this is not the whole gate; empty for a full run.
        interrupted: whether a person or a signal stopped the run.
        failures: how many trials failed, by ``stage: kind``.
        saved: what early decisions spared.
        shard: which part of a run it is, in words; empty for a whole one.
        live: the target that was played beside, None where none was.
        replayed: that replies are a recording's, in words; empty where the target was asked.

    Returns:
        The verdict and what it was taken from.
    """
    probes, ledger, baseline = measuring.probes, measuring.ledger, measuring.baseline
    outcomes = ledger.outcomes(*(probe.id for probe in probes))
    new, removed = _changes(outcomes, measuring)
    judged = any(probe.is_judged for probe in probes)
    verdict = decide(
        [measuring.measured(probe) for probe in probes],
        profile=measuring.config.profile,
        declared=declared,
        accounts=ledger.accounts(),
        partial_because=tuple(partial_because),
        interrupted=interrupted,
        failures=dict(failures),
        saved=saved,
        judge_certified=measuring.trust.is_certified or not judged,
        baseline=None if baseline is None else baseline.run.run_id,
        new_items=new,
        fail_on_new_items=measuring.config.gate.new_items == "fail",
        fail_on=measuring.config.gate.fail_on,
        drift=measuring.drift,
        shard=shard,
        waivers=measuring.config.waivers,
        live=live,
        replayed=replayed,
    )
    return Decided(verdict, outcomes, new, removed)


def _changes(
    outcomes: Sequence[ItemOutcome], measuring: Measuring
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the items that a baseline does not know as they are, and those that are gone."""
    if measuring.baseline is None:
        return (), ()
    changes = item_changes(outcomes, measuring.earlier())
    removed = [item for item in changes.removed if item not in measuring.plan.refs]
    known = measuring.known_items() if removed else ()
    return (
        tuple(sorted({*changes.new, *changes.changed})),
        tuple(item for item in removed if item not in known),
    )
