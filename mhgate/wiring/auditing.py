"""``audit``: a random part of one run -> forms for readers; their answers -> the verdict again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from mhgate.calibration.labelling import (
    ADJUDICATOR,
    check_files,
    disagreements,
    make_form,
    read_answer_file,
    sampled_item,
)
from mhgate.canonical import digest
from mhgate.errors import (
    ExitCode,
    ReportFileError,
    UsageError,
)
from mhgate.records import (
    LabelledBy,
    Outcome,
    Report,
    Transcript,
)
from mhgate.records.audited import AuditRecord
from mhgate.records.labelling import HandedIn, LabelSample, SampledItem
from mhgate.report import write_text
from mhgate.wiring.audit_records import Taken, audit_record
from mhgate.wiring.audit_runs import (
    AuditWanted,
    Planned,
    audited_probes,
    drawn_again,
    open_audited,
    planned_for,
    questions_of,
)
from mhgate.wiring.label_files import (
    folder_of_reader,
    new_key,
    read_sample,
    sample_beside,
    write_form,
    write_sample,
)
from mhgate.wiring.label_sources import conversation_of, item_reader
from mhgate.wiring.versions import version_of_mhgate
from mhgate.wiring.workspace import Workspace

__all__ = [
    "AuditWanted",
    "Planned",
    "TakenBack",
    "exit_code_of",
    "export_audit",
    "import_audit",
    "plan_audit",
]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """An audit that is over, or waits for a third person."""

    record: AuditRecord
    path: Path
    handed_in: tuple[HandedIn, ...]
    open_rows: tuple[SampledItem, ...]
    adjudication: tuple[Path, ...]


def plan_audit(
    workspace: Workspace,
    named: str | None,
    wanted: AuditWanted,
    *,
    note: Callable[[str], None] = lambda _line: None,
) -> tuple[Planned, ...]:
    """Say what an audit would take, and what it could show, before anybody reads.

    Args:
        workspace: the suites, and where runs lie.
        named: the run; None: the latest.
        wanted: what is to be audited.
        note: told what a person should know: required probes that cannot be audited.

    Returns:
        One entry a probe, in the order of the report.

    Raises:
        UsageError: there is no such run or probe, or it cannot be audited.
        ReportFileError: report and journal do not belong together.
    """
    run = open_audited(workspace, named)
    return tuple(
        planned_for(run, probe, wanted) for probe in audited_probes(run.report, wanted.probes, note)
    )


def export_audit(
    workspace: Workspace,
    named: str | None,
    folder: Path,
    wanted: AuditWanted,
    *,
    now: datetime,
    note: Callable[[str], None] = lambda _line: None,
) -> tuple[tuple[Planned, ...], tuple[Path, ...]]:
    """Draw a random part of a run and write a form for each reader.

    Args:
        workspace: the suites, and where runs lie.
        named: the run; None: the latest.
        folder: where to.
        wanted: what is to be audited.
        now: the time.
        note: told what a person should know: required probes that cannot be audited.

    Returns:
        What it takes and could show, and the files that were written.

    Raises:
        UsageError: there is no such run or probe, or it cannot be audited.
        ReportFileError: report and journal do not belong together.
    """
    run = open_audited(workspace, named)
    questions = questions_of(workspace, run.report)
    planned = tuple(
        planned_for(run, probe, wanted) for probe in audited_probes(run.report, wanted.probes, note)
    )
    key, items = new_key(), list[SampledItem]()
    read_item = item_reader(workspace)
    for each in planned:
        probe = each.probe.probe
        question = questions[probe.id]
        for row in each.drawn.to_read:
            item, transcript = read_item(row.item_id), run.came_back[row.trial_id]
            assert isinstance(transcript, Transcript)  # noqa: S101 - it can be read
            if item is None or item.digest != row.item_digest:
                raise UsageError(
                    f"{row.item_id}: the item was changed or removed since the run.",
                    hint="Audit with the suites of the run: check out its commit "
                    f"({run.report.provenance.commit or 'not known'}).",
                )
            conversation = conversation_of(row.trial_id, transcript.turns, item)
            cuts = () if probe.at_least is None else (probe.at_least,)
            items.append(sampled_item(conversation, question, key=key, probe=probe.id, cuts=cuts))
    asked = {each.probe.probe.id: questions[each.probe.probe.id] for each in planned}
    sample = LabelSample(
        purpose="audit",
        key=key,
        seed=wanted.seed,
        made_at=now,
        n_readers=wanted.n_readers,
        questions=tuple({each.id: each for each in asked.values()}.values()),
        items=tuple(items),
        report=run.name,
        audited=tuple(asked),
        n_each=wanted.n,
        n_others=wanted.n_others,
    )
    files = write_sample(sample, folder, break_every=wanted.break_every, support=wanted.support)
    return planned, tuple(files)


def import_audit(
    workspace: Workspace,
    files: Sequence[Path],
    *,
    sample: Path | None = None,
    named: str | None = None,
    output: Path | None = None,
    partial: bool = False,
    adjudicate: bool = False,
    replace: bool = False,
    support: Sequence[str] = (),
    now: datetime,
) -> TakenBack:
    """Take back what readers answered about a run, decide again, and write the record.

    Args:
        workspace: the suites, and where runs lie.
        files: what the readers handed in, and where there is one the adjudicator's.
        sample: what was drawn; None: the sample that lies beside the files.
        named: the run; None: the one that the sample names.
        output: where the record is written; None: beside the report.
        partial: whether rows may be open; then they are unresolved.
        adjudicate: whether to write a form with the disagreements for a third person.
        replace: whether an earlier record may be moved aside; it is kept beside the new one.
        support: lines of help for that person.
        now: the time.

    Returns:
        The record, where it lies, and what is not settled.

    Raises:
        LabelsError: everything that is wrong with the files, or the sample was changed.
        UsageError: there is no such run, it is another one than the sample's, or there is a record
            of an earlier audit already.
        ReportFileError: report and journal do not belong together, or the record cannot be
            written.
    """
    path = sample or sample_beside(files)
    asked = read_sample(path)
    if asked.purpose != "audit" or asked.report is None:
        raise UsageError(
            f"{path}: found a sample for gold, which is of no one run.",
            hint="Take it back with mhgate label import.",
        )
    run = open_audited(workspace, named or asked.report.run_id)
    if run.name != asked.report:
        raise UsageError(
            f"{run.folder.report}: this is not the report that the sample was drawn from "
            f"(root {run.name.merkle_root}, expected {asked.report.merkle_root}).",
            hint="Name the run of the sample; a report that was changed is another one.",
        )
    target = output or run.folder.path / "audit.json"
    if target.exists() and not replace:
        raise UsageError(
            f"{target}: found the record of an earlier audit; a second one does not quietly take "
            "its place.",
            hint="--replace keeps the earlier one beside it, under a number; -o writes elsewhere.",
        )
    drawn = drawn_again(workspace, run, asked, path)
    handed_in = check_files(
        [read_answer_file(file) for file in files], asked, partial=partial, now=now
    )
    open_rows = disagreements(asked, handed_in)
    adjudication: list[Path] = []
    if adjudicate and open_rows:
        rows = [item.row for item in open_rows]
        form = make_form(asked, ADJUDICATOR, rows=rows, support=support)
        adjudication = write_form(form, folder_of_reader(path.parent, ADJUDICATOR))
    record = audit_record(
        run.report,
        Taken(
            sample=asked,
            sample_digest=digest(path.read_bytes()),
            handed_in=handed_in,
            drawn=drawn,
            needed=_needed(workspace, run.report),
        ),
        name=run.name,
        version=version_of_mhgate(),
        now=now,
    )
    if target.exists():
        _kept_aside(target)
    write_text(record.model_dump_json(indent=1) + "\n", target)
    return TakenBack(record, target, handed_in, open_rows, tuple(adjudication))


def _needed(workspace: Workspace, report: Report) -> dict[str, LabelledBy]:
    """Return whose word a pass needs, by pillar: as certificates do, where they are asked for."""
    if not report.provenance.judge_certified:
        return {}
    names = (pillar.pillar for pillar in report.verdict.pillars)
    return {name: workspace.config.requirement(name).labelled_by for name in names}


def _kept_aside(path: Path) -> None:
    """Move an earlier record to the first number that is free: ``audit-1.json``."""
    numbered = (path.with_name(f"{path.stem}-{n}{path.suffix}") for n in count(1))
    aside = next(each for each in numbered if not each.exists())
    try:
        path.rename(aside)
    except OSError as error:
        raise ReportFileError(
            f"{path}: the earlier record cannot be kept ({error.strerror or error}).",
            hint="Move it away, or write elsewhere (-o).",
        ) from error


def exit_code_of(record: AuditRecord) -> ExitCode:
    """Return what the audited probes come to: pass where all do, else the worst of them.

    Args:
        record: of the audit.
    """
    outcomes = [
        outcome
        for probe in record.probes
        for outcome in (probe.after_outcome, *(each.after_outcome for each in probe.strata))
    ]
    for outcome, code in (
        (Outcome.FAIL, ExitCode.FAIL),
        (Outcome.ERROR, ExitCode.CANNOT_EVALUATE),
        (Outcome.INCONCLUSIVE, ExitCode.INCONCLUSIVE),
    ):
        if outcome in outcomes:
            return code
    return ExitCode.PASS
