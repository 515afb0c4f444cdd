"""A stored report -> its verdict under other thresholds, or the proof that its own one holds.

Nobody is asked: neither the target nor the judge.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mhgate.config import Config
from mhgate.errors import IncomparableError, ReportFileError, UsageError
from mhgate.gate import decide_stored, is_in_plan_order, measurement_of, take_again
from mhgate.journal import read_journal
from mhgate.records import (
    Conditions,
    Derived,
    Outcome,
    Probe,
    ProbeVerdict,
    Report,
    StratumVerdict,
)
from mhgate.records.baselines import Baseline
from mhgate.stats import METHOD_VERSION
from mhgate.wiring.certificates import Heard, trust_of
from mhgate.wiring.earlier import read_baseline, read_earlier
from mhgate.wiring.expired_data import with_expired_then
from mhgate.wiring.held_journals import held_journal
from mhgate.wiring.rested_on import certificates_in, compared_with
from mhgate.wiring.runs import RunFolder
from mhgate.wiring.stored_plan import plan_of
from mhgate.wiring.verdict_changes import PillarChange, changes, differences
from mhgate.wiring.versions import version_of_mhgate
from mhgate.wiring.workspace import Workspace

__all__ = ["DecidedAgain", "decide_again", "verify_verdict"]

# of a measurement: what the run, not the suites, says; and what a policy says
_OF_THE_RUN = ("judge", "judge model", "patient", "patient model")
_OF_THE_POLICY = ("target failures",)


@dataclass(frozen=True, slots=True)
class DecidedAgain:
    """What became of a stored verdict.

    Args:
        stored: the report as it was.
        report: the report with the new verdict; the stored one where it was only verified.
        changes: what changed, pillar by pillar.
        same_policy: whether both verdicts were taken under one policy, so that they had to agree.
        notes: what a reader should know.
        has_journal: whether the transcripts lay beside, and are those that the report binds.
    """

    stored: Report
    report: Report
    changes: tuple[PillarChange, ...]
    same_policy: bool
    notes: tuple[str, ...] = ()
    has_journal: bool = False


def decide_again(path: Path, workspace: Workspace) -> DecidedAgain:
    """Decide a stored report under the thresholds of a workspace.

    Args:
        path: the report.json.
        workspace: the new thresholds, with the suites that the report measured. Profile,
            thresholds, strata, baseline, trust, and what a reply that never came is worth come
            from it; what was asked, and by which judge it was judged, is the report's.

    Returns:
        The report with its new verdict, and what changed.

    Raises:
        IncomparableError: the suites measure something else than the report, its plan cannot be
            made again where it is needed, or the baseline measures something else.
        ReportFileError: the report cannot be read, or does not hold together.
    """
    stored = read_earlier(path, what="report")
    conditions = _conditions(stored, path)
    config = workspace.config
    probes = _probes(stored, workspace)
    measurement = _measurement(stored, workspace, probes, path)
    judge = stored.provenance.judge_fingerprint
    report = decide_stored(
        stored,
        config=config,
        conditions=conditions,
        plan=plan_of(stored, conditions, workspace, probes),
        probes=probes,
        declared=_declared(stored, workspace),
        strata=_with_rows(stored, probes, workspace.strata(), by_pillar=True),
        read_strata=_with_rows(
            stored, probes, {} if _is_of_given(stored) else workspace.read_strata()
        ),
        measurement=measurement,
        trust=with_expired_then(
            trust_of(
                config,
                probes,
                workspace.questions,
                workspace.languages(),
                judge=judge,
                heard=_heard(stored),
                today=stored.provenance.finished_at.date(),
            ),
            conditions,
        ).without({name: conditions.not_gating[name] for name in _not_shown(conditions)}),
        baseline=_baseline(config),
        known_items=workspace.item_ids,
    )
    step = Derived(
        how="decided again",
        at=datetime.now(UTC),
        run_id=stored.provenance.run_id,
        judge=judge,
        policy_digest=stored.provenance.policy_digest,
    )
    overrides = [each for each in stored.provenance.overrides if each.source == "code"]
    provenance = report.provenance.model_copy(
        update={
            "derived": (*stored.provenance.derived, step),
            "overrides": (*overrides, *config.overrides),
        }
    )
    report = report.model_copy(update={"provenance": provenance})
    same = _same_policy(stored, report)
    if same:
        _refuse_differences(stored, report, path)
    return DecidedAgain(
        stored=stored,
        report=report,
        changes=changes(stored.verdict, report.verdict),
        same_policy=same,
        notes=tuple(_notes(stored, report, workspace)),
    )


def verify_verdict(
    path: Path,
    *,
    baseline: Path | None = None,
    certificates: Path | None = None,
    unseal: Callable[[str], bytes] | None = None,
) -> DecidedAgain:
    """Take a report's verdict again from its own outcomes and thresholds.

    Args:
        path: the report.json.
        baseline: the report that it was compared with; None: looked for among the runs beside it.
        certificates: the file of certificates that the run had, where it had one.
        unseal: opens what its journal holds of protected items; without, such a journal stays shut.

    Returns:
        The report, whose verdict is reproduced.

    Raises:
        ReportFileError: it is not reproduced, what it needs is not there, or the journal beside it
            holds other transcripts.
        UsageError: it depends on the order of its plan: then the thresholds.toml of the run, with
            its suites, is needed.
    """
    stored = read_earlier(path, what="report")  # holds measurement, outcomes and counts together
    conditions = _conditions(stored, path)
    has_journal = _holds_journal(stored, path, unseal)
    method = stored.provenance.measurement.get("method")
    if method != METHOD_VERSION:
        raise ReportFileError(
            f"{path}: was decided by method {method}; this mhgate decides by method "
            f"{METHOD_VERSION}.",
            hint=f"Verify it with mhgate {stored.provenance.mhgate_version}, which wrote it.",
        )
    if is_in_plan_order(stored):
        raise UsageError(
            f"{path}: the run could stop early (design {conditions.design!r}), so that its verdict "
            "depends on the order of its plan, which no report holds.",
            hint="Give the thresholds.toml of the run, beside its suites: --thresholds FILE.",
        )
    found = take_again(
        stored,
        conditions,
        baseline=compared_with(stored, path, baseline),
        certificates=() if certificates is None else certificates_in(certificates),
    )
    again = stored.model_copy(update={"verdict": found})
    _refuse_differences(stored, again, path)
    return DecidedAgain(
        stored=stored, report=stored, changes=(), same_policy=True, has_journal=has_journal
    )


# --- what must agree


def _conditions(report: Report, path: Path) -> Conditions:
    if report.conditions is None:
        raise ReportFileError(
            f"{path}: the report does not say what its verdict was taken under (conditions).",
            hint="Only reports that `mhgate run` or `mhgate judge` wrote can be decided again.",
        )
    strangers = {row.probe_id for row in report.outcomes} - _measured_ids(report)
    if strangers:
        raise ReportFileError(
            f"{path}: the report holds outcomes of {', '.join(sorted(strangers))}, on which its "
            "verdict says nothing.",
            hint="The file was changed after it was written; take the one that the run wrote.",
        )
    return report.conditions


def _holds_journal(report: Report, path: Path, unseal: Callable[[str], bytes] | None) -> bool:
    """Hold the run's journal to the report, where it lies beside; say whether it does.

    A report that was decided again may count silence otherwise than its run, whose root it keeps.
    """
    folder = RunFolder(path.resolve().parent)
    steps = report.provenance.derived
    if steps and steps[-1].how == "decided again":
        return False
    if not folder.journal.is_file():
        return False
    sealed = () if report.conditions is None else report.conditions.sealed
    if unseal is None and any(part.n_drawn for part in sealed):
        return False
    if read_journal(folder.journal, unseal=unseal).is_copy:
        return False  # words were taken out of it, as [redaction] asked
    held_journal(folder, report, unseal=unseal)
    return True


def _measured_ids(report: Report) -> set[str]:
    return {probe.probe.id for pillar in report.verdict.pillars for probe in pillar.probes}


def _not_shown(conditions: Conditions) -> list[str]:
    """Return the probes whose items the target could not be shown: no policy changes that."""
    return [name for name in conditions.not_shown if name in conditions.not_gating]


def _probes(report: Report, workspace: Workspace) -> tuple[Probe, ...]:
    measured = _measured_ids(report)
    return tuple(probe for probe in workspace.probes if probe.id in measured)


def _heard(report: Report) -> Heard:
    """Return which model answered in a run, also where it was heard only in the course of it."""
    judging = report.judging
    named = ", ".join(judging.models) if judging is not None else ""
    return Heard(report.provenance.measurement.get("judge model") or named or None)


def _declared(report: Report, workspace: Workspace) -> tuple[str, ...]:
    """Return the pillars that must be decided: of given transcripts, those that were judged."""
    if _is_of_given(report):
        return tuple(pillar.pillar for pillar in report.verdict.pillars)
    return workspace.pillars


def _is_of_given(report: Report) -> bool:
    return any(step.how == "transcripts" for step in report.provenance.derived)


def _measurement(
    report: Report, workspace: Workspace, probes: tuple[Probe, ...], path: Path
) -> dict[str, str]:
    """Return what the outcomes measure, under the new policy; the suites must measure the same.

    Who judged is the report's: no judge is asked, whatever ``[judge]`` names.
    """
    theirs = report.provenance.measurement
    worth = workspace.config.gate.target_failures
    chosen = probes if report.scope == "partial" else workspace.probes
    ours = measurement_of(
        chosen,
        workspace.questions,
        judge=report.provenance.judge_fingerprint,
        target_failures=worth,
        rubrics=workspace.rubrics,
        flows=workspace.flows,
    )
    kept = {name: theirs[name] for name in _OF_THE_RUN if name in theirs}
    compared = [name for name in sorted({*theirs, *ours}) if name not in _OF_THE_POLICY]
    differing = [
        f"{name} (report {_shown(theirs.get(name))}, suites {_shown((ours | kept).get(name))})"
        for name in compared
        if theirs.get(name) != (ours | kept).get(name)
    ]
    if differing:
        raise IncomparableError(
            f"{path}: the report measures something else than the suites that "
            f"{workspace.config.file} names; these differ: {', '.join(differing)}.",
            hint="`mhgate judge` judges a run's transcripts again, by the questions of today; or "
            "name a thresholds.toml that lies beside the suites of the run.",
        )
    return ours | kept


def _shown(value: str | None) -> str:
    longest = 19  # "sha256:" and twelve digits tell two digests apart
    return "absent" if value is None else value[:longest]


def _with_rows(
    report: Report,
    probes: tuple[Probe, ...],
    known: Mapping[str, frozenset[str]],
    *,
    by_pillar: bool = False,
) -> dict[str, frozenset[str]]:
    """Return the strata of the suites with those of the outcomes, by probe or by pillar."""
    names = {probe.id: probe.pillar if by_pillar else probe.id for probe in probes}
    found = {name: set(known.get(name, ())) for name in {**known, **dict.fromkeys(names.values())}}
    for row in report.outcomes:
        found[names[row.probe_id]] |= {f"{key}={value}" for key, value in row.strata.items()}
    return {name: frozenset(strata) for name, strata in found.items()}


def _baseline(config: Config) -> Baseline | None:
    name = config.gate.baseline
    return None if name is None else read_baseline(config.folder / name)


# --- what came of it


def _same_policy(stored: Report, report: Report) -> bool:
    """Return whether everything that decides is as it was, so that the verdict must be."""
    ours, theirs = report.provenance, stored.provenance
    before, now = stored.conditions, report.conditions
    return (
        ours.policy_digest == theirs.policy_digest
        and ours.measurement == theirs.measurement
        and ours.baseline == theirs.baseline
        and before is not None
        and now is not None
        and (before.not_gating, before.certificates) == (now.not_gating, now.certificates)
        and _expired(before) == _expired(now)
    )


def _expired(conditions: Conditions) -> frozenset[str]:
    """Return the waivers that were past their term: the day is no part of a policy."""
    waivers = conditions.waivers
    return frozenset() if waivers is None else frozenset(each.id for each in waivers.expired)


def _refuse_differences(stored: Report, found: Report, path: Path) -> None:
    is_ours = stored.provenance.mhgate_version == version_of_mhgate()
    places = differences(stored.verdict, found.verdict, with_texts=is_ours)
    if places:
        raise ReportFileError(
            f"{path}: the stored verdict is not the one that its outcomes and thresholds decide: "
            f"{'; '.join(places)}.",
            hint="The file was changed after it was written, or it was written by a mhgate that "
            "decided otherwise; take the one that the run wrote.",
        )


def _notes(stored: Report, report: Report, workspace: Workspace) -> list[str]:
    notes = []
    refs = {
        ref.id: ref.digest
        for suite in workspace.suites
        for items in suite.items.values()
        for ref in items
    }
    if not _is_of_given(stored):
        asked = {row.item_id: row.item_digest for row in stored.outcomes}
        moved = [name for name, value in asked.items() if refs.get(name) != value]
        if moved:
            notes.append(
                f"{len(moved)} of {len(asked)} items are not in the suites any more, or have "
                "changed: what is decided on is what was asked then"
            )
    probes = [probe for pillar in report.verdict.pillars for probe in pillar.probes]
    parts: list[ProbeVerdict | StratumVerdict] = [*probes]
    parts += [stratum for probe in probes for stratum in probe.strata]
    spared = [part for part in parts if part.estimate.accounts.not_needed]
    if any(part.outcome is Outcome.INCONCLUSIVE for part in spared):
        notes.append(
            "the run stopped early under its own thresholds; what these leave open needs trials "
            "that were not asked: run again"
        )
    return notes
