"""A report -> the baseline that it makes, or every reason why it makes none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mhgate.baseline.comparability import BLESS_ANEW
from mhgate.errors import IncomparableError
from mhgate.records import ItemOutcome, Outcome, Probe, ProbeVerdict, Report, Waiver
from mhgate.records.baselines import (
    Baseline,
    BlessedItem,
    BlessedOutcome,
    BlessedProbe,
    BlessedRun,
    BlessedSampling,
    KnownAnswers,
    ProbeSet,
)

__all__ = ["baseline_of", "known_answers"]


def baseline_of(report: Report) -> Baseline:
    """Return the baseline that a report makes, which nobody has blessed yet.

    Args:
        report: of a full run that measured something, and that asked its whole sample.

    Returns:
        Its outcomes by item, without answers, votes, cells, quotes and explanations.

    Raises:
        IncomparableError: the report is partial, measured nothing, stopped early, or could not be
            evaluated: later runs would not find their counterparts in it.
    """
    _refuse_unfit(report)
    probes = [each for pillar in report.verdict.pillars for each in pillar.probes]
    conditions, run = report.conditions, report.provenance
    return Baseline(
        run=_run(report),
        sampling=BlessedSampling(seed=run.seed)
        if conditions is None
        else BlessedSampling(
            seed=run.seed,
            plan=conditions.plan,
            max_items=conditions.max_items,
            epochs=conditions.epochs,
            sealed=conditions.sealed,
        ),
        measurement=dict(sorted(run.measurement.items())),
        pillars={pillar.pillar: pillar.trust_score for pillar in report.verdict.pillars},
        probes=tuple(_probe(each) for each in sorted(probes, key=lambda each: each.probe.id)),
        labels=known_answers(report),
        sets=_sets(report.outcomes, [each.probe for each in probes]),
    )


def known_answers(report: Report) -> KnownAnswers | None:
    """Return what the judge of a run said of known labels, None where it was held to none.

    Args:
        report: of any run, partial ones too.
    """
    drift = report.drift
    if drift is None:
        return None
    agreed = {each.digest: each.agrees for each in drift.answers}
    return KnownAnswers(run_id=report.provenance.run_id, judge=drift.judge, agreed=agreed)


def _refuse_unfit(report: Report) -> None:
    name, accounts = report.provenance.run_id, report.accounts
    if report.scope == "partial":
        because = "; ".join(report.partial_because) or "part of its plan was not reached"
        raise IncomparableError(
            f"The baseline {name} is partial ({because}); expected a full run.", hint=BLESS_ANEW
        )
    if accounts.scored == 0:
        raise IncomparableError(
            f"The baseline {name} measured nothing; expected scored trials.", hint=BLESS_ANEW
        )
    if accounts.not_needed:
        raise IncomparableError(
            f"The baseline {name} stopped early: {accounts.not_needed} of {accounts.planned} "
            "trials were not asked; expected a run of fixed design, in which every later item "
            "finds its counterpart.",
            hint='Make the baseline with [sampling] design = "fixed".',
        )
    if left_out := [] if report.conditions is None else sorted(report.conditions.families):
        raise IncomparableError(
            f"The baseline {name} was cut to a budget, which left families out of "
            f"{', '.join(left_out)}; expected a run of the whole declared sample, in which every "
            "later item finds its counterpart.",
            hint="Make the baseline without a budget (--mhgate-minutes none --mhgate-usd none).",
        )
    if report.verdict.outcome is Outcome.ERROR:
        raise IncomparableError(
            f"The baseline {name} could not be evaluated; expected a run that was.", hint=BLESS_ANEW
        )


def _run(report: Report) -> BlessedRun:
    run = report.provenance
    return BlessedRun(
        run_id=run.run_id,
        finished_at=run.finished_at,
        commit=run.commit,
        mhgate_version=run.mhgate_version,
        policy_digest=run.policy_digest,
        profile=run.profile,
        outcome=report.verdict.outcome,
        judge_fingerprint=run.judge_fingerprint,
        judge_certified=run.judge_certified,
        target_kind=run.target_kind,
        target_fingerprint=run.target_fingerprint,
        target_build=run.target_build,
        configuration=dict(sorted(run.configuration.items())),
        derived=tuple(step.how for step in run.derived),
        merkle_root=report.merkle_root,
        waivers=_waivers(report),
        pace=report.pace,
    )


def _waivers(report: Report) -> tuple[Waiver, ...]:
    """Return the waivers that a verdict rests on, as they stand in their file."""
    held = None if report.conditions is None else report.conditions.waivers
    rested = {
        each.id for each in report.verdict.waivers if each.state == "waives" or each.n_left_out
    }
    return () if held is None else tuple(each for each in held.held if each.id in rested)


def _probe(decided: ProbeVerdict) -> BlessedProbe:
    estimate = decided.estimate
    return BlessedProbe(
        id=decided.probe.id,
        point=estimate.point,
        n_items=estimate.n_items,
        n_families=estimate.n_families,
        n_failed=estimate.accounts.failed,
        certificate=estimate.certificate,
    )


class _Seen(NamedTuple):
    """An item, and its outcomes by probe and epoch."""

    row: ItemOutcome
    by_probe: dict[str, dict[int, ItemOutcome]]


def _sets(outcomes: Sequence[ItemOutcome], probes: Sequence[Probe]) -> tuple[ProbeSet, ...]:
    found: dict[tuple[str, str], _Seen] = {}
    for row in outcomes:
        seen = found.setdefault((row.item_id, row.item_digest), _Seen(row, {}))
        seen.by_probe.setdefault(row.probe_id, {})[row.epoch] = row
    looked_at = {probe.id: probe.by for probe in probes if probe.by is not None}
    sets: dict[tuple[str, ...], list[BlessedItem]] = {}
    for _, seen in sorted(found.items()):
        readers = tuple(sorted(seen.by_probe))
        sets.setdefault(readers, []).append(_item(seen, readers, looked_at))
    return tuple(ProbeSet(probes=names, items=tuple(sets[names])) for names in sorted(sets))


def _item(seen: _Seen, readers: Sequence[str], looked_at: dict[str, str]) -> BlessedItem:
    row = seen.row
    keys = {looked_at[name] for name in readers if name in looked_at}
    return BlessedItem(
        id=row.item_id,
        digest=row.item_digest,
        family=row.family,
        strata={key: value for key, value in sorted(row.strata.items()) if key in keys},
        seen=tuple(tuple(each) for each in _by_epoch(seen, readers)),
    )


def _by_epoch(
    seen: _Seen, readers: Sequence[str]
) -> Iterator[Iterator[float | BlessedOutcome | None]]:
    last = max(epoch for rows in seen.by_probe.values() for epoch in rows)
    for epoch in range(last + 1):
        yield (_outcome(seen.by_probe[name].get(epoch)) for name in readers)


def _outcome(row: ItemOutcome | None) -> float | BlessedOutcome | None:
    if row is None:
        return None
    if row.value is not None and (row.grade, row.read, row.key) == (None, None, None):
        return row.value
    return BlessedOutcome(
        value=row.value,
        failed=None if row.value is not None else f"{row.failure_stage}: {row.failure_kind}",
        grade=row.grade,
        read=row.read,
        key=row.key,
    )
