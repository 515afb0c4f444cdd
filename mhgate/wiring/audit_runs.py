"""A run that is audited: its report, its transcripts, what can be drawn of it, and what was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mhgate.calibration.auditing import Drawn, Needed, Piles, piles_of, what_it_takes
from mhgate.canonical import digest
from mhgate.errors import LabelsError, Mistake, UsageError, nearest
from mhgate.estimate import is_rate
from mhgate.gate import measurement_of
from mhgate.records import (
    Failure,
    Item,
    ItemOutcome,
    Probe,
    ProbeVerdict,
    Question,
    Report,
    Transcript,
)
from mhgate.records.labelling import LabelSample, ReportName, SampledItem
from mhgate.wiring.earlier import read_earlier
from mhgate.wiring.held_journals import held_journal
from mhgate.wiring.label_sources import item_reader, open_run
from mhgate.wiring.runs import RunFolder
from mhgate.wiring.workspace import Workspace

__all__ = [
    "AuditRun",
    "AuditWanted",
    "Planned",
    "audited_probes",
    "drawn_again",
    "open_audited",
    "planned_for",
    "questions_of",
]

ROOT = "root"
"""The seed that follows from the report: nobody chooses which trials are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditWanted:
    """What is to be audited.

    Args:
        probes: ids or names of the probes; none: every judged probe that is required.
        n: how many conversations of each people read, at least 2.
        n_others: how many of these are not judged good; None: a third.
        seed: ``root``, which follows from the report; or a seed of one's own, which is recorded.
        n_readers: how many people read each, at least 1.
        break_every: after so many a break is suggested, at least 1.
        support: lines of help for the readers.
    """

    probes: tuple[str, ...] = ()
    n: int = 60
    n_others: int | None = None
    seed: str = ROOT
    n_readers: int = 2
    break_every: int = 10
    support: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """What an audit of one probe would take and show."""

    probe: ProbeVerdict
    needed: Needed
    drawn: Drawn


@dataclass(frozen=True, slots=True)
class AuditRun:
    """A run with its report, its transcripts, and what binds them.

    ``sealed`` names the trials of protected items, of which no transcript is here.
    """

    folder: RunFolder
    report: Report
    came_back: Mapping[str, Transcript | Failure]
    name: ReportName
    sealed: frozenset[str] = frozenset()


def open_audited(workspace: Workspace, named: str | None) -> AuditRun:
    """Open a run with its report, and hold its transcripts to the report's root.

    Args:
        workspace: says where runs lie.
        named: a run's id, folder or report; None: the latest.

    Raises:
        UsageError: there is no such run.
        ReportFileError: report and journal do not belong together, or one cannot be read.
    """
    folder = open_run(workspace.config.path.parent / workspace.config.gate.reports, named)
    report = read_earlier(folder.report, what="report")
    kept = held_journal(folder, report, unseal=workspace.sealing.unseal)
    about = report.provenance
    return AuditRun(
        folder=folder,
        report=report,
        came_back={
            trial_id: what
            for trial_id, what in kept.came_back.items()
            if trial_id not in kept.sealed
        },
        name=ReportName(
            run_id=about.run_id,
            merkle_root=report.merkle_root,
            file_digest=digest(folder.report.read_bytes()),
            measurement_fingerprint=about.measurement_fingerprint,
            policy_digest=about.policy_digest,
            target_fingerprint=about.target_fingerprint,
            judge_fingerprint=about.judge_fingerprint,
            commit=about.commit,
        ),
        sealed=frozenset(kept.sealed),
    )


def audited_probes(
    report: Report, wanted: Sequence[str], note: Callable[[str], None] = lambda _line: None
) -> tuple[ProbeVerdict, ...]:
    """Return the probes that are to be audited, each of which can be.

    Args:
        report: of the run.
        wanted: ids or names; none for every judged probe that is required and can be audited.
        note: told which required ones cannot be.

    Raises:
        UsageError: there is no such probe, it cannot be audited, or none is left.
    """
    judged = [
        probe
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if probe.probe.question is not None
    ]
    if not wanted:
        required = [probe for probe in judged if probe.threshold.required]
        found = [probe for probe in required if is_rate(probe.probe)]
        for probe in required:
            if not is_rate(probe.probe):
                note(f"not audited: {_no_rate(probe)}")
        if not found:
            raise UsageError(
                "no judged probe of this run is required and a rate, so that an audit would decide "
                "nothing.",
                hint="Name one: --probe ID.",
            )
    else:
        found = [_named(judged, report, name) for name in dict.fromkeys(wanted)]
    for probe in found:
        if not is_rate(probe.probe):
            raise UsageError(
                f"{_no_rate(probe)}.",
                hint="Label transcripts (mhgate label) and calibrate: a certificate takes the "
                "judge's error out of such a figure.",
            )
        estimates = (probe.estimate, *(part.estimate for part in probe.strata))
        if any(each.design != "fixed" for each in estimates):
            raise UsageError(
                f"{probe.probe.id}: the run looked at its outcomes and stopped early; how many it "
                "judged good then depends on when it stopped, which an audit cannot undo.",
                hint='Audit a run with [sampling] design = "fixed".',
            )
    return tuple(found)


def _no_rate(probe: ProbeVerdict) -> str:
    return (
        f"{probe.probe.id}: its figure is {probe.estimate.figure_name}, which compares trials with "
        "each other; an audit says how many of them are good"
    )


def _named(judged: Sequence[ProbeVerdict], report: Report, name: str) -> ProbeVerdict:
    for probe in judged:
        if name in {probe.probe.id, probe.probe.name}:
            return probe
    rubrics = {
        known
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if probe.probe.rubric is not None
        for known in (probe.probe.id, probe.probe.name)
    }
    if name in rubrics:
        raise UsageError(
            f"--probe {name}: this scores a rubric, a share of many answers, and an audit reads "
            "the answers to one question.",
            hint="Audit a probe with a question; mhgate show --misses tells which cells were "
            "missed, and by what words.",
        )
    exact = {
        known
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if probe.probe.question is None
        for known in (probe.probe.id, probe.probe.name)
    }
    if name in exact:
        raise UsageError(
            f"--probe {name}: this is an exact check, which nobody has to judge.",
            hint="Audit probes that a judge answers.",
        )
    guess = nearest(name, [probe.probe.id for probe in judged])
    raise UsageError(
        f"--probe {name}: the report holds no such probe.",
        hint=f"Did you mean {guess!r}?" if guess else "mhgate show lists them.",
    )


def questions_of(workspace: Workspace, report: Report) -> dict[str, Question]:
    """Return the questions of the suites, where they are still those of the run."""
    known, probes = workspace.questions, {probe.id: probe for probe in workspace.probes}
    asked = report.provenance.measurement
    for pillar in report.verdict.pillars:
        for each in pillar.probes:
            name = each.probe.id
            if each.probe.question is None:
                continue
            now = (
                measurement_of([probes[name]], known, judge="")[f"probe {name}"]
                if name in known
                else None
            )
            if now != asked.get(f"probe {name}"):
                raise UsageError(
                    f"{name}: the suites hold this probe no longer, or ask its question in other "
                    "words than the run.",
                    hint="Audit with the suites of the run: check out its commit "
                    f"({report.provenance.commit or 'not known'}).",
                )
    return known


def planned_for(run: AuditRun, probe: ProbeVerdict, wanted: AuditWanted) -> Planned:
    """Return what an audit of one probe would take, and what is drawn.

    Args:
        run: that is audited.
        probe: one of its judged probes.
        wanted: how many, by which seed.

    Raises:
        UsageError: it reads protected items.
    """
    rows = [row for row in run.report.outcomes if row.probe_id == probe.probe.id]
    if any(row.trial_id in run.sealed for row in rows):
        raise UsageError(
            f"{probe.probe.id}: its items are protected, and a form would hold them in clear.",
            hint="Name probes of items in clear: --probe ID.",
        )
    piles = _piles(run, probe, wanted.seed)
    needed = what_it_takes(piles, probe.threshold, wanted.n, n_others=wanted.n_others)
    return Planned(probe, needed, piles.draw(wanted.n, n_others=wanted.n_others))


def _piles(run: AuditRun, probe: ProbeVerdict, seed: str) -> Piles:
    return piles_of(
        [row for row in run.report.outcomes if row.probe_id == probe.probe.id],
        seed=run.report.merkle_root if seed == ROOT else seed,
        can_be_read=_readable(run.came_back),
        sees_all_others=probe.probe.never,
    )


def _readable(came_back: Mapping[str, Transcript | Failure]) -> Callable[[ItemOutcome], bool]:
    return lambda row: isinstance(came_back.get(row.trial_id), Transcript)


def drawn_again(
    workspace: Workspace, run: AuditRun, asked: LabelSample, path: Path
) -> dict[str, Drawn]:
    """Draw again, and hold the sample to it: the same trials, and their own words.

    Raises:
        LabelsError: the sample was changed after it was drawn.
    """
    probes = {
        probe.probe.id: probe for pillar in run.report.verdict.pillars for probe in pillar.probes
    }
    read_item = item_reader(workspace)
    found: dict[str, Drawn] = {}
    mistakes = []
    for name in asked.audited:
        if name not in probes:
            mistakes.append(_changed(path, name, "a probe that the report does not hold"))
            continue
        piles = _piles(run, probes[name], asked.seed)
        drawn = piles.draw(asked.n_each or 0, n_others=asked.n_others)
        items = {item.id: item for item in asked.items if item.probe == name}
        if sorted(items) != sorted(row.trial_id for row in drawn.to_read):
            mistakes.append(
                _changed(path, name, "other conversations than this seed draws from this report")
            )
            continue
        for row in drawn.to_read:
            wrong = _unlike(run, probes[name], row, items[row.trial_id], read_item)
            if wrong is not None:
                mistakes.append(_changed(path, items[row.trial_id].row, wrong))
        if _asked_in_the_run(probes[name].probe, asked) != (
            run.report.provenance.measurement.get(f"probe {name}")
        ):
            mistakes.append(_changed(path, name, "its question in other words than the run asked"))
        found[name] = drawn
    if mistakes:
        raise LabelsError(mistakes)
    return found


def _unlike(
    run: AuditRun,
    probe: ProbeVerdict,
    row: ItemOutcome,
    item: SampledItem,
    read_item: Callable[[str], Item | None],
) -> str | None:
    """Return how a sampled row differs from what the run holds, None where it does not."""
    transcript = run.came_back[row.trial_id]
    turns = transcript.turns if isinstance(transcript, Transcript) else ()
    if [(turn.role, turn.content) for turn in turns] != [
        (turn.role, turn.content) for turn in item.turns
    ]:
        return "a conversation that is not the run's"
    if probe.probe.expect != "item":
        return None
    known = read_item(row.item_id)
    if known is None or known.digest != row.item_digest:
        return "an item that the suites hold no longer as it was in the run"
    if dict(known.expects) != dict(item.expects):
        return "another expectation than the item's"
    return None


def _asked_in_the_run(probe: Probe, asked: LabelSample) -> str | None:
    questions = [each for each in asked.questions if each.id == probe.question]
    if not questions:
        return None
    return measurement_of([probe], {probe.id: questions[0]}, judge="")[f"probe {probe.id}"]


def _changed(path: Path, place: str, found: str) -> Mistake:
    return Mistake(
        f"{path}: {place}",
        found,
        "the sample as it was drawn",
        "It was changed since: an audit rests on a random part of the run, not on a chosen one.",
    )
