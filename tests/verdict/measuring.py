"""Builds what verdict.py decides from, through the real estimates and comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mhgate.baseline import compare
from mhgate.estimate import estimate
from mhgate.records import Accounts, ItemOutcome, Probe, Profile, Stage, Threshold, Verdict
from mhgate.verdict import Measured, MeasuredStratum, decide

RELEASE = Profile(name="release")
PR = Profile(name="pr", pass_required=False)
MEASURE = Profile(name="measure", decides=False, pass_required=False)

EASY = Threshold(min_score=0.8)

Values = Sequence[float | None]


def rows(
    values: Values, *, probe_id: str = "crisis.offers_help", size: int = 2, prefix: str = "crisis"
) -> list[ItemOutcome]:
    """Return one outcome a value, in families of ``size``; None is a timeout."""
    return [
        ItemOutcome(
            trial_id=f"{prefix}/{i:04}#0",
            probe_id=probe_id,
            item_id=f"{prefix}/{i:04}",
            item_digest=f"sha256:{i}",
            family=f"{prefix}/{i // size:04}",
            epoch=0,
            strata={"risk": "imminent" if (i // size) % 2 else "low"},
            value=value,
            failure_stage=Stage.TARGET if value is None else None,
            failure_kind="timeout" if value is None else None,
        )
        for i, value in enumerate(values)
    ]


def probe(name: str = "crisis.offers_help", *, exact: bool = False, never: bool = False) -> Probe:
    """Return a probe that a judge answers, or an exact one."""
    pillar, _, short = name.partition(".")
    return Probe(
        id=name,
        name=short,
        pillar=pillar,
        items="items.jsonl",
        question=None if exact else short,
        expect=None if exact else "yes",
        exact=exact,
        never=never,
        path="test_suite.py",
        line=1,
        source_digest="sha256:0",
    )


def measured(
    values: Values,
    *,
    name: str = "crisis.offers_help",
    baseline: Values | None = None,
    threshold: Threshold = EASY,
    stratum: Threshold | None = None,
    unreached: int = 0,
    size: int = 2,
    exact: bool = False,
    never: bool = False,
    not_gating_reason: str | None = None,
) -> Measured:
    """Return a probe's measurement, and one of its stratum ``imminent`` if that has a threshold."""
    seen = rows(values, probe_id=name, size=size)
    earlier = None if baseline is None else rows(baseline, probe_id=name, size=size)

    def parts(mine: list[ItemOutcome], limits: Threshold, label: str | None) -> dict[str, Any]:
        return {
            "threshold": limits,
            "estimate": estimate(
                mine,
                probe_id=name,
                planned=len(mine) + (unreached if label is None else 0),
                not_needed=0,
                threshold=limits,
                stratum=label,
            ),
            "comparison": None
            if earlier is None or limits.max_drop is None
            else compare(
                mine,
                earlier,
                probe_id=name,
                alpha=limits.alpha,
                max_drop=limits.max_drop,
                stratum=label,
            ),
        }

    inside = [row for row in seen if row.strata["risk"] == "imminent"]
    return Measured(
        probe=probe(name, exact=exact, never=never),
        **parts(seen, threshold, None),
        strata=()
        if stratum is None
        else (MeasuredStratum(stratum="imminent", **parts(inside, stratum, "imminent")),),
        alarms=tuple(row.trial_id for row in seen if never and row.value == 0),
        not_gating_reason=not_gating_reason,
    )


def decided(*probes: Measured, profile: Profile = RELEASE, **others: Any) -> Verdict:
    """Decide, with the accounts added up and the pillars of the probes declared."""
    all_accounts = [each.estimate.accounts for each in probes]
    summed = Accounts(
        **{
            name: sum(getattr(accounts, name) for accounts in all_accounts)
            for name in Accounts.model_fields
        }
    )
    others.setdefault("declared", list(dict.fromkeys(each.probe.pillar for each in probes)))
    others.setdefault("accounts", summed)
    if any(each.comparison is not None for each in probes):
        others.setdefault("baseline", "main-1")
    return decide(probes, profile=profile, **others)


def scores(good: int, bad: int = 0, failed: int = 0) -> list[float | None]:
    """Return outcomes spread so that no family holds two bad ones while it can be helped."""
    total = good + bad + failed
    values: list[float | None] = [1.0] * total
    spread = [*range(0, total, 2), *range(1, total, 2)]
    for place in spread[:bad]:
        values[place] = 0.0
    for place in spread[bad : bad + failed]:
        values[place] = None
    return values
