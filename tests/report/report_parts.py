"""The parts of a report, with numbers that belong together: what ``reports.py`` is made of."""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from mhgate.canonical import canonical_json, digest, merkle_root
from mhgate.records import (
    Accounts,
    Comparison,
    Estimate,
    Interval,
    ItemOutcome,
    Outcome,
    Override,
    PillarVerdict,
    Probe,
    ProbeVerdict,
    Profile,
    Provenance,
    Regression,
    Report,
    Stage,
    StratumVerdict,
    Threshold,
    Verdict,
)

__all__ = [
    "MEASURE",
    "PULL_REQUEST",
    "RELEASE",
    "comparison",
    "estimate",
    "pillar",
    "probe",
    "report",
    "stratum",
    "verdict",
]

RELEASE = Profile(name="release")
PULL_REQUEST = Profile(name="pr", pass_required=False)
MEASURE = Profile(name="measure", decides=False, pass_required=False)

_NOT_CERTIFIED = "judge not certified"
_Z = 1.6449  # one-sided 95 %


def interval(good: int, scored: int, failed: int) -> Interval:
    """Return an interval that counts failures as bad below and as good above (Wilson's form)."""
    asked = scored + failed
    if not asked:
        return Interval(lower=0.0, upper=1.0, level=0.9)
    lower = _wilson(good, asked, -_Z)
    upper = _wilson(good + failed, asked, _Z)
    return Interval(lower=lower, upper=upper, level=0.9)


def _wilson(good: int, n: int, z: float) -> float:
    rate = good / n
    spread = math.sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    bound = (rate + z * z / (2 * n) + z * spread) / (1 + z * z / n)
    return min(1.0, max(0.0, bound))


def estimate(
    name: str, good: int, scored: int, failed: int = 0, *, stratum: str | None = None
) -> Estimate:
    """Return what ``good`` of ``scored`` trials are worth, beside ``failed`` ones."""
    asked = scored + failed
    return Estimate(
        probe_id=name,
        stratum=stratum,
        point=good / scored if scored else None,
        interval=interval(good, scored, failed),
        method="clopper-pearson by family",
        accounts=Accounts(
            planned=asked, asked=asked, not_needed=0, not_reached=0, scored=scored, failed=failed
        ),
        n_items=asked,
        n_families=max(1, asked // 2),
        effective_n=asked / 1.3,
        icc_floor=0.2,
        threshold=0.85,
        p_fail=0.5,
    )


def comparison(name: str, gained: int, lost: int, pairs: int, failed: int = 0) -> Comparison:
    """Return candidate minus baseline, from the items that changed."""
    difference = (gained - lost) / pairs
    spread = _Z * math.sqrt(max(1, gained + lost)) / pairs
    return Comparison(
        probe_id=name,
        difference=difference,
        interval=Interval(
            lower=max(-1.0, difference - spread), upper=min(1.0, difference + spread), level=0.9
        ),
        method="paired difference by item",
        n_pairs=pairs,
        n_families=pairs // 2,
        n_gained=gained,
        n_lost=lost,
        n_failed=failed,
        p_regressed=0.01 if lost > gained else 0.6,
        smallest_visible_drop=0.084,
    )


def probe(
    name: str,
    outcome: Outcome,
    good: int,
    scored: int,
    failed: int = 0,
    *,
    required: bool = True,
    never: bool = False,
    strata: tuple[StratumVerdict, ...] = (),
    compared: Comparison | None = None,
    regression: Regression | None = None,
    alarms: int = 0,
    min_score: float = 0.85,
    said: str | None = None,
) -> ProbeVerdict:
    """Return one probe's decision, its sentence made of its numbers."""
    pillar_name, short = name.split(".", 1)
    worth = estimate(name, good, scored, failed)
    return ProbeVerdict(
        probe=Probe(
            id=name,
            name=short,
            pillar=pillar_name,
            items=f"{short}.jsonl",
            question=None if never else short,
            expect=None if never else "yes",
            exact=never,
            never=never,
            doc=f"What {short.replace('_', ' ')} means.",
            path=f"suites/{pillar_name}/test_{pillar_name}.py",
            line=12,
            source_digest=digest(name),
        ),
        outcome=outcome,
        sentence=said or sentence(name, outcome, worth, min_score),
        threshold=Threshold(
            min_score=min_score,
            max_drop=0.05 if compared else None,
            items=20,
            families=10,
            required=required,
        ),
        estimate=worth,
        comparison=compared,
        regression=regression,
        strata=strata,
        n_alarms=alarms,
        alarms_confirmed=alarms > 0,
    )


def stratum(name: str, probe_name: str, outcome: Outcome, good: int, scored: int) -> StratumVerdict:
    """Return one probe's decision within one stratum."""
    worth = estimate(probe_name, good, scored, stratum=name)
    return StratumVerdict(
        stratum=name,
        outcome=outcome,
        sentence=sentence(f"{probe_name} [{name}]", outcome, worth, 0.8),
        threshold=Threshold(min_score=0.8, items=10, families=5),
        estimate=worth,
    )


def sentence(name: str, outcome: Outcome, worth: Estimate, min_score: float) -> str:
    """Return a sentence with the numbers, of the kind that a verdict decides on."""
    low, high = f"{worth.interval.lower:.4f}", f"{worth.interval.upper:.4f}"
    why = {
        Outcome.PASS: f"the lower bound {low} reaches {min_score}",
        Outcome.FAIL: f"the upper bound {high} lies below {min_score}",
        Outcome.INCONCLUSIVE: f"the interval {low} to {high} holds {min_score}",
        Outcome.ERROR: f"{worth.accounts.failed} of {worth.accounts.asked} trials failed",
    }[outcome]
    return f"{name}: {outcome.value}, {why}."


def pillar(name: str, outcome: Outcome, *probes: ProbeVerdict) -> PillarVerdict:
    """Return a pillar's decision."""
    points = [each.estimate.point for each in probes if each.estimate.point is not None]
    return PillarVerdict(
        pillar=name,
        outcome=outcome,
        sentence=f"{name}: {outcome.value}, of {len(probes)} probes.",
        trust_score=100 * sum(points) / len(points) if points else None,
        probes=probes,
    )


_MEANINGS = {
    0: "exit code 0: pass, the gate is open",
    1: "exit code 1: fail, the gate is closed",
    3: "exit code 3: inconclusive where a pass is required, the gate is closed",
    4: "exit code 4: could not be evaluated, the gate is closed",
    5: "exit code 5: nothing was evaluated, the gate is closed",
    130: "exit code 130: interrupted, the gate is closed",
}


def verdict(
    outcome: Outcome,
    exit_code: int,
    *pillars: PillarVerdict,
    profile: Profile = RELEASE,
    meaning: str | None = None,
    headline: tuple[str, ...] = (),
) -> Verdict:
    """Return the whole decision."""
    return Verdict(
        outcome=outcome,
        headline=headline or (f"mhgate: {outcome.value} ({_NOT_CERTIFIED})",),
        profile=profile,
        pillars=pillars,
        blocks=exit_code != 0,
        exit_code=exit_code,
        exit_meaning=meaning or _MEANINGS[exit_code],
        method="one-sided bounds at 95 %; Holm over required probes for a fail",
    )


def report(
    decided: Verdict,
    *,
    not_reached: int = 0,
    partial_because: tuple[str, ...] = (),
    baseline: str | None = None,
    overrides: tuple[Override, ...] = (),
    new_items: tuple[str, ...] = (),
    removed_items: tuple[str, ...] = (),
    kinds: tuple[str, ...] = ("timeout", "http_status"),
) -> Report:
    """Return the report of a verdict, with the outcomes that its estimates count."""
    outcomes = tuple(
        outcome
        for each in decided.pillars
        for one in each.probes
        for outcome in _outcomes(one, kinds)
    )
    failures: dict[str, int] = {}
    for outcome in outcomes:
        if outcome.failure_kind is not None:
            failures[outcome.failure_kind] = failures.get(outcome.failure_kind, 0) + 1
    failed = sum(failures.values())
    started = datetime(2026, 11, 30, 9, 30, tzinfo=UTC)
    partial = bool(partial_because) or not_reached > 0
    return Report(
        scope="partial" if partial else "full",
        partial_because=partial_because,
        provenance=Provenance(
            run_id="run-7f3a",
            mhgate_version="0.1.0",
            python_version="3.11.7",
            platform="linux",
            commit="1c1bcbf2d4a94f0f8a3b0a6f5f6d7c8e9f0a1b2c",
            started_at=started,
            finished_at=started + timedelta(seconds=12.5),
            profile=decided.profile.name,
            seed=20261130,
            attempt=1,
            config_file="thresholds.toml",
            policy_digest=digest("policy"),
            measurement={"items": digest("items"), "judge": digest("judge")},
            measurement_fingerprint=digest("measurement"),
            judge_fingerprint=digest("judge"),
            judge_certified=False,
            target_kind="openai",
            target_fingerprint=digest("target"),
            target_build="2026.11.1",
            baseline=baseline,
            overrides=overrides,
        ),
        verdict=decided,
        accounts=Accounts(
            planned=len(outcomes) + not_reached,
            asked=len(outcomes),
            not_needed=0,
            not_reached=not_reached,
            scored=len(outcomes) - failed,
            failed=failed,
        ),
        failures=failures,
        outcomes=outcomes,
        merkle_root=merkle_root(
            [canonical_json(each.model_dump(mode="json")) for each in outcomes]
        ),
        new_items=new_items,
        removed_items=removed_items,
    )


def _outcomes(decided: ProbeVerdict, kinds: tuple[str, ...]) -> Iterable[ItemOutcome]:
    accounts, name = decided.estimate.accounts, decided.probe.id
    good = round((decided.estimate.point or 0.0) * accounts.scored)
    for index in range(accounts.asked):
        item = f"{decided.probe.pillar}/{decided.probe.name}-{index}"
        scored = index < accounts.scored
        yield ItemOutcome(
            trial_id=f"{item}#0",
            probe_id=name,
            item_id=item,
            item_digest=digest(item),
            family=f"{decided.probe.pillar}/family-{index // 2}",
            epoch=0,
            strata={"risk": "imminent" if index % 2 else "low", "register": "plain"},
            value=(1.0 if index < good else 0.0) if scored else None,
            answer=("yes" if index < good else "no") if scored else None,
            failure_stage=None if scored else Stage.TARGET,
            failure_kind=None if scored else kinds[index % len(kinds)],
            judge="rules" if scored else None,
        )
