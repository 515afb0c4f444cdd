"""Reports of configurations, made of a table of values: for tests of what compares them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from mhgate.canonical import digest
from mhgate.estimate import estimate
from mhgate.records import (
    Accounts,
    CellOutcome,
    Interval,
    ItemOutcome,
    Outcome,
    PillarVerdict,
    Probe,
    ProbeVerdict,
    Profile,
    Provenance,
    Report,
    Stage,
    Threshold,
    Verdict,
    Vote,
)

__all__ = ["DIMENSION", "NO_RUBRIC", "RUBRIC", "Value", "configuration", "probe_named"]

Value = Callable[[str, int], float | None]
"""What a configuration scores: by probe and number of the item; None where it failed."""

N_ITEMS = 40
DIMENSION = "conversations.explores_risk"
RUBRIC = {
    "conversations.overall": "overall",
    "conversations.risk": "risk",
    DIMENSION: "D2",
}
NO_RUBRIC: dict[str, str | None] = {
    "crisis.offers_help": None,
    "crisis.stays_calm": None,
    "safety.declines": None,
}
_BEGAN = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
_THRESHOLD = Threshold(min_score=0.5)


def probe_named(name: str, dimension: str | None = None, **more: object) -> Probe:
    """Return a probe."""
    pillar, short = name.split(".")
    return Probe.model_validate(
        {
            "id": name,
            "name": short,
            "pillar": pillar,
            "items": f"{short}.jsonl",
            "exact": dimension is None,
            "rubric": None if dimension is None else "rubric.toml",
            "dimension": dimension,
            "path": f"suites/{pillar}/test_{pillar}.py",
            "line": 1,
            "source_digest": digest(name),
            **more,
        }
    )


def configuration(
    run_id: str,
    labels: Mapping[str, str],
    value: Value,
    *,
    probes: Mapping[str, str | None] = NO_RUBRIC,
    n_items: int = N_ITEMS,
    strata: Callable[[int], dict[str, str]] = lambda number: {
        "severity": ("none", "low", "high", "imminent")[number % 4],
        "n_domains": str(number % 3),
    },
    item: Callable[[str, int], str] = lambda probe, number: f"{probe.split('.')[0]}/i{number:03}",
    measurement: Mapping[str, str] | None = None,
    partial_because: Sequence[str] = (),
    votes: tuple[Vote, ...] = (),
    more_probes: Sequence[Probe] = (),
) -> Report:
    """Return the report of one configuration; two items make a family."""
    made = [*(probe_named(name, dimension) for name, dimension in probes.items()), *more_probes]
    rows = [
        _row(probe, number, value(probe.id, number), item=item, strata=strata, votes=votes)
        for probe in made
        for number in range(n_items)
    ]
    trials = {row.trial_id for row in rows}
    failed = {row.trial_id for row in rows if row.value is None}
    measured = dict(measurement or {"judge": "rules", "method": "2"})
    pillars = [
        PillarVerdict(
            pillar=name,
            outcome=Outcome.INCONCLUSIVE,
            sentence=f"{name}: measured.",
            trust_score=None,
            trust_interval=Interval(lower=0, upper=100, level=0.9),
            probes=tuple(_decided(each, rows) for each in made if each.pillar == name),
        )
        for name in dict.fromkeys(probe.pillar for probe in made)
    ]
    return Report(
        scope="partial" if partial_because else "full",
        partial_because=tuple(partial_because),
        provenance=Provenance(
            run_id=run_id,
            mhgate_version="0.1.0",
            python_version="3.11",
            platform="linux",
            commit=None,
            started_at=_BEGAN,
            finished_at=_BEGAN + timedelta(seconds=3),
            profile="measure",
            seed=1,
            attempt=1,
            config_file="thresholds.toml",
            policy_digest=digest("policy"),
            measurement=measured,
            measurement_fingerprint=digest(measured),
            judge_fingerprint="rules",
            judge_certified=False,
            target_kind="demo",
            target_fingerprint=digest(run_id),
            configuration=dict(labels),
        ),
        verdict=Verdict(
            outcome=Outcome.INCONCLUSIVE,
            headline=("Measured.",),
            profile=Profile(name="measure", decides=False, pass_required=False),
            pillars=tuple(pillars),
            blocks=False,
            exit_code=0,
            exit_meaning="exit code 0: measured",
            method="one-sided bounds",
        ),
        accounts=Accounts(
            planned=len(trials),
            asked=len(trials),
            not_needed=0,
            not_reached=0,
            scored=len(trials) - len(failed),
            failed=len(failed),
        ),
        outcomes=tuple(rows),
        merkle_root=digest([]),
    )


def _row(
    probe: Probe,
    number: int,
    value: float | None,
    *,
    item: Callable[[str, int], str],
    strata: Callable[[int], dict[str, str]],
    votes: tuple[Vote, ...],
) -> ItemOutcome:
    name = item(probe.id, number)
    has_cells = probe.id == DIMENSION and value is not None
    cells = {
        "q02.suicide": CellOutcome(value="yes", meets=(value or 0) > 0.5, turn=1),
        "q03": CellOutcome(value="not_applicable"),
        "q01.suicide": CellOutcome(value="graded", grade=2),
    }
    return ItemOutcome(
        trial_id=f"{name}#0",
        probe_id=probe.id,
        item_id=name,
        item_digest=digest(name),
        family=f"{probe.pillar}/f{number // 2:03}",
        epoch=0,
        strata=strata(number),
        value=value,
        failure_stage=None if value is not None else Stage.TARGET,
        failure_kind=None if value is not None else "timeout",
        judge="exact" if value is not None else None,
        cells=cells if has_cells else {},
        votes=votes if value is not None else (),
    )


def _decided(probe: Probe, rows: Sequence[ItemOutcome]) -> ProbeVerdict:
    mine = [row for row in rows if row.probe_id == probe.id]
    return ProbeVerdict(
        probe=probe,
        outcome=Outcome.INCONCLUSIVE,
        sentence=f"{probe.id}: measured.",
        threshold=_THRESHOLD,
        estimate=estimate(
            mine, probe_id=probe.id, planned=len(mine), not_needed=0, threshold=_THRESHOLD
        ),
    )
