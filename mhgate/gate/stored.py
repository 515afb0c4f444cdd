"""The outcomes of an earlier report, decided again under other thresholds; nobody is asked.

What was asked, and when asking stopped, stays as it was in the run.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence

from mhgate.baseline import may_compare
from mhgate.canonical import digest
from mhgate.config import Config
from mhgate.gate.conditions import conditions_of, shard_words
from mhgate.gate.deciding import Decided, decide_measured
from mhgate.gate.first_attempts import first_attempts_of
from mhgate.gate.ledger import Ledger
from mhgate.gate.measuring import Measuring
from mhgate.gate.rubrics_kept import cells_by_probe
from mhgate.gate.second_looks import claimed, looks_of
from mhgate.gate.trust import Trust
from mhgate.records import (
    Conditions,
    Confirmation,
    ItemOutcome,
    LiveBase,
    Probe,
    Report,
    Stage,
    Trial,
    Verdict,
)
from mhgate.records.baselines import Baseline
from mhgate.sampling import Plan

__all__ = ["decide_stored", "with_target_failures"]

_KIND_NOT_KEPT = "not_kept"


def decide_stored(
    report: Report,
    *,
    config: Config,
    conditions: Conditions,
    plan: Plan,
    probes: Sequence[Probe],
    declared: Sequence[str],
    strata: Mapping[str, frozenset[str]],
    read_strata: Mapping[str, frozenset[str]],
    measurement: Mapping[str, str],
    trust: Trust,
    baseline: Baseline | None,
    known_items: Callable[[], Container[str]] = frozenset,
) -> Report:
    """Decide the outcomes of a report under other thresholds.

    Args:
        report: the earlier report.
        config: the thresholds, the profile, and what else decides.
        conditions: under which the earlier verdict was taken.
        plan: of the run: every trial that it planned.
        probes: those that it measured, as the suites hold them today.
        declared: the pillars that must be decided.
        strata: the strata of each pillar's items, as ``key=value``.
        read_strata: the strata of each probe's items, sampled or not, as ``key=value``.
        measurement: what the outcomes measure, with what a reply that never came is worth now.
        trust: what the judge that judged them is trusted on.
        baseline: what is compared with, or None.
        known_items: asked for the ids of what the suites hold.

    Returns:
        The report under the new thresholds; its provenance is still that of the run, but for
        measurement, policy and certificates.

    Raises:
        IncomparableError: the baseline measures something else.
    """
    if baseline is not None:
        may_compare(measurement, baseline, selected=report.scope == "partial")
    outcomes = with_target_failures(
        report.outcomes, probes, failures=report.failures, worth=config.gate.target_failures
    )
    ledger = Ledger(plan)
    ledger.restore(outcomes)
    ledger.spare(_spared(report, plan))
    live = report.live if baseline is None else None  # a baseline that is named now comes first
    measuring = Measuring(
        config=config,
        plan=plan,
        probes=probes,
        strata=strata,
        read_strata=read_strata,
        ledger=ledger,
        trust=trust,
        baseline=baseline,
        asked_under=conditions.design,
        cells=cells_by_probe(report.rubrics),
        drift=report.drift,
        known_items=known_items,
        live=None if live is None else _base_ledger(live, plan, probes, config),
        against="" if live is None else live.name,
    )

    def decided_now() -> Decided:
        return decide_measured(
            measuring,
            declared=declared,
            partial_because=report.partial_because,
            interrupted=conditions.interrupted,
            failures=report.failures,
            saved=report.saved,
            shard=shard_words(conditions),
            live=live,
            replayed="" if report.cassette is None else report.cassette.words,
        )

    decided = decided_now()
    if measuring.is_compared and config.profile.decides and not conditions.interrupted:
        measuring.looks = _looks(decided.verdict, measuring, report, conditions)
        decided = decided_now() if measuring.looks else decided
    provenance = report.provenance.model_copy(
        update={
            "profile": config.profile.name,
            "config_file": config.path.name,
            "policy_digest": config.policy_digest,
            "measurement": dict(measurement),
            "measurement_fingerprint": digest(dict(measurement)),
            "judge_certified": trust.is_certified,
            "baseline": None if baseline is None else baseline.run.run_id,
        }
    )
    kept = {
        name: getattr(conditions, name)
        for name in ("max_items", "epochs", "sealed", "shard", "families", "confirm_trials")
    }
    return report.model_copy(
        update={
            "provenance": provenance,
            "verdict": decided.verdict,
            "accounts": ledger.accounts(),
            "outcomes": decided.outcomes,
            "first_attempts": first_attempts_of(decided.outcomes),
            "new_items": decided.new_items,
            "removed_items": decided.removed_items,
            "live": live,
            "conditions": conditions_of(
                config, measuring, plan=conditions.plan, interrupted=conditions.interrupted
            ).model_copy(update=kept),
        }
    )


def with_target_failures(
    outcomes: Iterable[ItemOutcome],
    probes: Sequence[Probe],
    *,
    failures: Mapping[str, int],
    worth: str,
) -> list[ItemOutcome]:
    """Return outcomes in which replies that never came are worth what a policy says.

    Args:
        outcomes: of a report, whatever its own policy was.
        probes: those of the report: one that must ``never`` go off is not set off by silence.
        failures: how many trials of the report failed, by ``stage: kind``.
        worth: ``failed`` or ``unmeasured``.

    Returns:
        The outcomes. Where one counted as a failed item and counts as unmeasured now, its kind was
        not kept with it: it is the only kind that the report names, or ``not_kept``.
    """
    never = {probe.id for probe in probes if probe.never}
    kinds = [name.partition(": ")[2] for name in failures if name.startswith(f"{Stage.TARGET}: ")]
    kind = kinds[0] if len(kinds) == 1 else _KIND_NOT_KEPT
    failed = {"value": 0.0, "failure_stage": None, "failure_kind": None}
    unmeasured = {"value": None, "failure_stage": Stage.TARGET, "failure_kind": kind}
    rows = []
    for row in outcomes:
        silent = row.failure_stage is Stage.TARGET and row.probe_id not in never
        counted = row.value == 0 and row.judge is None  # whatever was scored names who scored it
        if worth == "failed" and silent:
            rows.append(row.model_copy(update=failed))
        elif worth != "failed" and counted:
            rows.append(row.model_copy(update=unmeasured))
        else:
            rows.append(row)
    return rows


def _base_ledger(live: LiveBase, plan: Plan, probes: Sequence[Probe], config: Config) -> Ledger:
    """Book what the target that was played beside came to, under today's policy."""
    ledger = Ledger(plan, arm="base")
    worth = config.gate.target_failures
    ledger.restore(with_target_failures(live.outcomes, probes, failures=live.failures, worth=worth))
    return ledger


def _looks(
    first: Verdict, measuring: Measuring, report: Report, conditions: Conditions
) -> dict[tuple[str, str | None], Confirmation]:
    """Return what the run's fresh trials say of what is claimed now; nobody is asked again."""
    again, confirm = report.second_look, measuring.config.gate.confirm
    is_live = measuring.live is not None
    earlier = {probe.id: measuring.compared_with(probe.id) for probe in measuring.probes}
    return looks_of(
        claimed(first, measuring.rows(), earlier, confirm=confirm),
        () if again is None else again.outcomes,
        (() if again is None else again.base_outcomes)
        if is_live
        else [row for rows in earlier.values() for row in rows],
        confirm=confirm,
        trials=conditions.confirm_trials,
        is_live=is_live,
    )


def _spared(report: Report, plan: Plan) -> list[Trial]:
    """Return the trials that the run did not need: a file is closed with all that is left of it."""
    closed = {
        probe.probe.id
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if probe.estimate.accounts.not_needed
    }
    asked = {row.trial_id for row in report.outcomes}
    return [
        trial
        for trial in plan.trials
        if trial.id not in asked
        and any(probe.id in closed for probe in plan.readers[trial.item_id])
    ]
