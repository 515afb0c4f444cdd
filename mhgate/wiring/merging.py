"""The journals of a run's shards -> the report of a single run; nobody is asked.

What each trial came to stands in the journals, so that neither the target nor a judge is asked
again, and journals from which all words were taken merge as well as others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from mhgate.errors import IncomparableError, UsageError
from mhgate.gate import Gate, Identity, measurement_of
from mhgate.journal import Booked, Journal
from mhgate.patients import ScriptedPatient
from mhgate.perturb import spoken_turn
from mhgate.records import Answer, Failure, Item, Override, Probe, Question, Report, Transcript
from mhgate.records.registered import Registered
from mhgate.report import write_copy, write_report
from mhgate.runner import Runner, Stop
from mhgate.sampling import Plan, Shard
from mhgate.wiring.adding_up import counted_together
from mhgate.wiring.attempts import attempts_of
from mhgate.wiring.certificates import Heard
from mhgate.wiring.existing import NobodyToAsk
from mhgate.wiring.judging import MODEL
from mhgate.wiring.one_run import one_run
from mhgate.wiring.playing import PATIENT_MODEL
from mhgate.wiring.quoting import with_quotes
from mhgate.wiring.redaction import redact_ended
from mhgate.wiring.register import Registering
from mhgate.wiring.register_entries import start_of
from mhgate.wiring.runs import RunFolder, commit_of, new_run, pull_request_of
from mhgate.wiring.sealing import with_sealed
from mhgate.wiring.shard_journals import ShardJournal, find_journals, held_to_plan
from mhgate.wiring.versions import version_of_mhgate
from mhgate.wiring.what_counts import compared_with, partly, sealed_parts_of, trusted
from mhgate.wiring.workspace import Workspace

__all__ = ["merge_shards"]

# of a measurement: what the run, not the suites, says
_OF_THE_RUN = ("judge", MODEL, "patient", PATIENT_MODEL)
_OF_A_RUN = ("plan", "measurement", "commit", "build", "configuration", "patient", PATIENT_MODEL)
_SPOKEN = frozenset({"transcript", "failure", "scored", "sealed"})
_OUTCOMES = "outcomes.jsonl"


@dataclass(frozen=True, slots=True)
class _NobodyToJudge:
    """A judge that is never asked: what it said stands in the journals."""

    fingerprint: str

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Refuse: nobody is asked on merging."""
        raise RuntimeError(f"on merging, {question.id} of {item.id} is not asked ({transcript})")


@dataclass(frozen=True, slots=True)
class _Run:
    """The run that the shards are of: what all their beginnings say, and the plan of it."""

    workspace: Workspace
    header: Mapping[str, Any]
    probes: tuple[Probe, ...]
    plan: Plan


def merge_shards(
    sources: Sequence[Path],
    workspace: Workspace,
    *,
    although_unfinished: bool = False,
    broke_off: Mapping[str, str] = MappingProxyType({}),
    output: Path | None = None,
    environ: Mapping[str, str] = MappingProxyType({}),
    note: Callable[[str], None] = lambda _line: None,
) -> Report:
    """Join the shards of a run, and decide.

    Args:
        sources: their journals, or folders that hold them.
        workspace: the suites and thresholds that the shards were asked with.
        although_unfinished: report on what there is; such a report is partial, and never a pass.
        broke_off: why a shard is missing or unfinished, by the shard, where that is known.
        output: where the report is written too.
        environ: the environment, which says for which pull request it is, and which attempt.
        note: told, line by line, what a person should see before the verdict.

    Returns:
        The report, which has been written: that of a single run over the whole plan, with its
        outcomes, its Merkle root and its verdict.

    Raises:
        IncomparableError: the suites, or the baseline, measure something else than the shards.
        ReportFileError: a journal cannot be read, or was changed.
        UsageError: a shard is missing, there twice, unfinished or of another run, or thresholds or
            commit are not those of the shards.
    """
    journals = find_journals(sources, workspace.sealing, note)
    header = one_run(journals, although_unfinished=although_unfinished)
    _refuse_another_checkout(workspace, header, environ)
    run = _run_of(workspace, header)
    entries: list[Booked] = []
    unfinished: dict[str, str] = {}
    for journal in journals:
        booked, why = held_to_plan(journal, run.plan)
        entries += booked
        if why:
            told = broke_off.get(str(journal.shard))
            unfinished[journal.shard.words] = f"{told}; {why}" if told else why
    if unfinished and not although_unfinished:
        raise UsageError(
            "unfinished: " + "; ".join(f"{name}: {why}" for name, why in unfinished.items()) + ".",
            hint="Go on with it where it ran (mhgate run --shard ... --resume), or ask it again. "
            "--although-unfinished reports on what there is, and is no gate.",
        )
    because = [_missing(shard, broke_off) for shard in _lost(journals)]
    because += [f"{words} is unfinished: {why}" for words, why in unfinished.items()]
    counted = counted_together(journals)
    reports = run.workspace.config.folder / run.workspace.config.gate.reports
    folder = new_run(reports)
    with Registering(reports, note) as registering:
        registering.starts(_start(run, folder, journals, environ))
        with _journal(folder, run, journals) as written:
            gate = _gate(
                run,
                journals,
                folder,
                written,
                because=because,
                drift=counted.get("drift"),
                environ=environ,
            )
            report = gate.joined(entries)
        report = _completed(report, run, journals, counted)
        report = with_quotes(report, folder.journal, config=workspace.config)
        redact_ended(folder.journal, workspace.config)
        write_report(report, folder.report)
        registering.ends(report, folder.report)
    if output is not None:
        write_copy(folder.report, output)
    note(_told(journals, entries))
    note(f"report: {folder.report}")
    return report


# --- the run that they are of


def _run_of(workspace: Workspace, header: Mapping[str, Any]) -> _Run:
    """Make the plan of the run again, and hold suites and policy to what the shards had."""
    config = workspace.config
    sampling = config.sampling.model_copy(
        update={
            "seed": header["seed"],
            "max_items": header["max_items"],
            "epochs": header["epochs"],
            "design": "fixed",
            "shard": None,
        }
    )
    config = config.model_copy(
        update={"sampling": sampling, "configuration": dict(header["labels"])}
    )
    workspace = replace(
        workspace,
        config=config,
        clock=header["has_clock"],
        families=header.get("families", {}),
    )
    if config.policy_digest != header["policy"]:
        raise UsageError(
            f"{config.file}: decides by another policy ({config.policy_digest[:19]}) than the "
            f"shards were asked under ({header['policy'][:19]}, profile {header['profile']}).",
            hint="Merge with the thresholds.toml, the profile and the settings of the shards; "
            "`mhgate decide REPORT --thresholds FILE` decides under others afterwards.",
        )
    ids = frozenset(header["probes"])
    probes = tuple(probe for probe in workspace.probes if probe.id in ids)
    _refuse_other_suites(workspace, probes, header)
    plan = workspace.plan(ids)
    if plan.digest != header["plan"]:
        closed = [
            f"{suite.name}/{name} is {pack.why_closed}"
            for suite in workspace.suites
            for name, pack in suite.packs.items()
            if not pack.is_open
        ]
        raise IncomparableError(
            f"the suites that {config.file} names make another plan than the shards'"
            + (f" ({'; '.join(closed)})." if closed else "."),
            hint="Merge beside the suites of the shards, as they were at that commit"
            + (", with the key that they had." if closed else "."),
        )
    return _Run(workspace, header, probes, plan)


def _refuse_another_checkout(
    workspace: Workspace, header: Mapping[str, Any], environ: Mapping[str, str]
) -> None:
    """Refuse shards of another commit than is here: its verdict would be taken for that of this."""
    here, theirs = commit_of(workspace.config.folder, environ), header["commit"]
    if here is not None and here != theirs:
        raise UsageError(
            f"the shards are of {f'commit {theirs}' if theirs else 'no known commit'}, and {here} "
            "is checked out; expected the checkout that was asked.",
            hint="Merge where that commit is checked out, or ask the shards of this one.",
        )


def _refuse_other_suites(
    workspace: Workspace, probes: Sequence[Probe], header: Mapping[str, Any]
) -> None:
    theirs = header["measured"]
    ours = measurement_of(
        probes,
        workspace.questions,
        judge=header["judge"],
        target_failures=workspace.config.gate.target_failures,
        rubrics=workspace.rubrics,
        flows=workspace.flows,
    )
    names = sorted({*ours, *theirs} - {*_OF_THE_RUN})
    differing = [name for name in names if ours.get(name) != theirs.get(name)]
    if differing:
        raise IncomparableError(
            f"the shards measure something else than the suites that {workspace.config.file} "
            f"names; these differ: {', '.join(differing)}.",
            hint="Merge with the mhgate and beside the suites of the shards.",
        )


# --- the report


def _start(
    run: _Run, folder: RunFolder, journals: Sequence[ShardJournal], environ: Mapping[str, str]
) -> Registered:
    """Return what the register says when the shards are joined."""
    about = {name: run.header.get(name) for name in ("commit", "build", "target", "measurement")}
    return start_of(
        run.workspace.config,
        "merge",
        about | {"run_id": folder.run_id},
        environ=environ,
        attempt=max((ran[0] for each in journals if (ran := each.ran) is not None), default=1),
        target_kind=run.header["target_kind"],
        method_version=run.header["measured"].get("method"),
    )


def _gate(
    run: _Run,
    journals: Sequence[ShardJournal],
    folder: RunFolder,
    journal: Journal,
    *,
    because: Sequence[str],
    drift: Any,
    environ: Mapping[str, str],
) -> Gate:
    """Return the gate of the whole plan, with nobody to ask."""
    workspace, header = run.workspace, run.header
    overrides = _overrides(journals, workspace.config.overrides)
    attempt = max((ran[0] for each in journals if (ran := each.ran) is not None), default=1)
    suites = {suite.name: suite for suite in workspace.suites}
    is_given = any(each.key == "judge" and each.source == "code" for each in overrides)
    heard = Heard(header["measured"].get(MODEL), is_known=header["judge_is_known"])
    return Gate(
        config=workspace.config,
        plan=run.plan,
        probes=run.probes,
        declared=workspace.pillars,
        strata=workspace.strata(),
        read_strata=workspace.read_strata(),
        measurement=header["measured"],
        runner=Runner(
            target=NobodyToAsk(header["target"]),
            patient=ScriptedPatient(spoken_turn),
            judge=_NobodyToJudge(header["judge"]),
            read_item=lambda name: suites[name.partition("/")[0]].read_item(run.plan.refs[name]),
            readers=run.plan.readers,
            questions=workspace.questions,
            rubrics=workspace.rubrics,
            flows=workspace.flows,
            concurrency=1,
            deadline_s=workspace.config.gate.deadline_s,
            stop=Stop(),
        ),
        journal=journal,
        identity=Identity(
            run_id=folder.run_id,
            mhgate_version=version_of_mhgate(),
            commit=header["commit"],
            attempt=attempt,
            target_kind=header["target_kind"],
            target_build=header["build"],
            partial_because=(*because, *partly(workspace, run.probes)),
            overrides=overrides,
            pull_request=pull_request_of(environ),
            attempts=attempts_of(environ, kept=attempt, commit=header["commit"]),
        ),
        stop=Stop(),
        baseline=compared_with(workspace.config),
        trust=trusted(
            workspace,
            run.probes,
            run.plan,
            judge=header["judge"],
            heard=heard,
            is_given=is_given,
        ),
        drift=drift,
        families=workspace.families,
    )


def _overrides(journals: Sequence[ShardJournal], own: Sequence[Override]) -> tuple[Override, ...]:
    """Return what was overridden in any shard, or on merging, each once; but for the shard."""
    found = [
        Override.model_validate(each)
        for journal in journals
        for each in journal.header["overrides"]
    ]
    unique: list[Override] = []
    for each in (*found, *own):
        if each not in unique and each.key != "sampling.shard":
            unique.append(each)
    return tuple(unique)


def _journal(folder: RunFolder, run: _Run, journals: Sequence[ShardJournal]) -> Journal:
    """Begin the merged run's journal with all that was said; without that, one of outcomes."""
    is_whole = not any(each.is_redacted for each in journals)
    written = Journal(folder.journal if is_whole else folder.path / _OUTCOMES)
    written.begin(
        {name: run.header.get(name) for name in _OF_A_RUN}
        | {
            "run_id": folder.run_id,
            "target": run.header["target"],
            "judge_model": run.header["measured"].get(MODEL),
            "merged": [each.run_id for each in journals],
            "heads": [[each.kept.head, each.kept.n_lines] for each in journals],
        }
    )
    wanted = _SPOKEN if is_whole else {"booked"}
    for journal in journals:
        for event, line in journal.lines():
            if event in wanted:
                written.copied(line)
    return written


def _completed(
    report: Report,
    run: _Run,
    journals: Sequence[ShardJournal],
    counted: Mapping[str, Any],
) -> Report:
    """Return the report with what the shards counted, and when they ran."""
    ran = [found for each in journals if (found := each.ran) is not None]
    times = (
        {"started_at": min(each[1] for each in ran), "finished_at": max(each[2] for each in ran)}
        if ran
        else {}
    )
    provenance = report.provenance.model_copy(
        update={**times, "shards": tuple(each.run_id for each in journals)}
    )
    report = report.model_copy(update={**counted, "provenance": provenance})
    return with_sealed(report, sealed_parts_of(run.workspace, run.plan))


def _lost(journals: Sequence[ShardJournal]) -> list[Shard]:
    count, there = journals[0].shard.count, {each.shard.number for each in journals}
    return [Shard(number, count) for number in range(1, count + 1) if number not in there]


def _missing(shard: Shard, broke_off: Mapping[str, str]) -> str:
    why = broke_off.get(str(shard))
    return f"{shard.words} is missing" + (f": {why}" if why else "")


def _told(journals: Sequence[ShardJournal], entries: Sequence[Booked]) -> str:
    said = {trial_id for each in journals for trial_id in each.kept.came_back}
    n_held = sum(entry.trial_id in said for entry in entries)
    return (
        f"merged {len(journals)} of {journals[0].shard.count} shards: {len(entries)} trials, "
        f"{n_held} of them held to what was said; nobody was asked"
    )
