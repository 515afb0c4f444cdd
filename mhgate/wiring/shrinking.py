"""A failing trial of a report -> the shortest conversation that still fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mhgate.config import Config
from mhgate.errors import ReportFileError, UsageError, nearest
from mhgate.protocols import Judge
from mhgate.records import Failure, Item, Probe, Report, Transcript
from mhgate.runner import Stop
from mhgate.shrinking import (
    Attempts,
    Shrunk,
    Version,
    shrink,
    version_of,
    wants_something,
)
from mhgate.wiring.earlier import read_earlier
from mhgate.wiring.held_journals import held_journal
from mhgate.wiring.judge_identity import asks_rules
from mhgate.wiring.judge_opening import open_judge
from mhgate.wiring.label_sources import item_reader
from mhgate.wiring.runs import RunFolder
from mhgate.wiring.sending import Sending
from mhgate.wiring.target_opening import Given, opened_target
from mhgate.wiring.workspace import Workspace, check_rules

__all__ = [
    "Shrinking",
    "ToShrink",
    "shrink_trial",
    "to_shrink",
]

_ELSEWHERE = {
    "given": "handed over in code",
    "transcripts": "nobody: transcripts were given",
    "stored": "not kept",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ToShrink:
    """A trial that failed, with all that asking it again needs.

    Args:
        report: of the run.
        transcript: of the trial, as the journal holds it.
        item: its item, as the suites hold it today.
        probe: the one that was missed.
        suite: the folder of its suite.
        questions: the ids of the questions that this suite declares.
        others: further probes that the trial missed.
        notes: what a reader should know.
    """

    report: Report
    transcript: Transcript
    item: Item
    probe: Probe
    suite: Path
    questions: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def original(self) -> Version:
        """What was said in the trial."""
        return version_of(self.transcript)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrinking:
    """What became of a trial that was asked again, smaller and smaller.

    Args:
        of: what was to shrink.
        shrunk: what the search found.
        n_calls: messages that the target was sent.
        max_calls: the most that it might have been.
        n_versions: versions that were asked.
        n_judged: answers that were asked of a judge, or checks that were made.
        n_unmeasured: versions that could not be measured.
        trouble: the last failure among these.
        repeats: how often each version had to fail.
        notes: what a reader should know.
    """

    of: ToShrink
    shrunk: Shrunk
    n_calls: int
    max_calls: int
    n_versions: int
    n_judged: int
    n_unmeasured: int
    trouble: Failure | None
    repeats: int
    notes: tuple[str, ...] = ()


def to_shrink(
    report_file: Path, trial: str, workspace: Workspace, *, probe: str | None = None
) -> ToShrink:
    """Find a trial that failed.

    Args:
        report_file: the run's report.json; its journal lies beside it.
        trial: the trial's id; that of its item, where it was asked once.
        workspace: the suites of today.
        probe: the probe that it missed, by its name or ``pillar.name``; None for the first.

    Raises:
        ReportFileError: report or journal cannot be read or do not belong together.
        UsageError: there is no such trial, it missed no such probe, or nobody can be asked it.
    """
    report = read_earlier(report_file, what="report")
    folder = RunFolder(report_file.resolve().parent)
    if not folder.journal.is_file():
        raise ReportFileError(
            f"{folder.path}: found no journal beside the report; expected the run's transcripts.",
            hint="Name a report where its run left it, below .mhgate/runs.",
        )
    kept = held_journal(folder, report, unseal=workspace.sealing.unseal)
    trial_id = _trial_named(trial, kept.came_back)
    if trial_id in kept.sealed:
        raise UsageError(
            f"{trial_id}: its item is protected; what shrinking finds would be written in clear.",
            hint="Shrink a trial of an item in clear.",
        )
    transcript = kept.came_back[trial_id]
    if not isinstance(transcript, Transcript):
        raise UsageError(
            f"{trial_id}: the target did not answer ({transcript.kind}); expected a conversation.",
            hint="There is nothing to shrink; mhgate show tells which trials failed.",
        )
    missed = _missed(report, trial_id)
    chosen = _chosen(missed, probe, trial_id)
    known = {each.id: each for each in workspace.probes}
    if chosen not in known:
        raise UsageError(
            f"{workspace.config.file}: its suites have no probe {chosen}, which the trial missed.",
            hint="Name the thresholds.toml of the run: --config FILE.",
        )
    if known[chosen].is_judged and known[chosen].question is None:
        raise UsageError(
            f"{chosen}: it is scored by a rubric, of which no single answer fails; expected a "
            "probe with one question or an exact check.",
            hint="mhgate show REPORT --misses tells which cells were missed, and by what words.",
        )
    item = item_reader(workspace)(transcript.trial.item_id)
    if item is None:
        raise UsageError(
            f"{transcript.trial.item_id}: the suites have no such item (any more).",
            hint="Its expectations are needed: name the thresholds.toml of the run.",
        )
    name = item.id.partition("/")[0]
    suite = next(each for each in workspace.suites if each.name == name)
    digests = {row.item_digest for row in report.outcomes if row.trial_id == trial_id}
    notes = [] if digests == {item.digest} else [f"{item.id} has changed since the run"]
    return ToShrink(
        report=report,
        transcript=transcript,
        item=item,
        probe=known[chosen],
        suite=suite.folder,
        questions=frozenset(suite.questions),
        others=tuple(name for name in missed if name != chosen),
        notes=tuple(notes),
    )


def _trial_named(named: str, came_back: Mapping[str, object]) -> str:
    of_item = [trial for trial in came_back if trial.rpartition("#")[0] == named]
    if named in came_back or len(of_item) == 1:
        return named if named in came_back else of_item[0]
    guess = nearest(named, came_back)
    hint = f"Did you mean {guess!r}?" if guess else "mhgate show REPORT --misses lists them."
    if of_item:
        hint = f"It was asked {len(of_item)} times; name one: {', '.join(sorted(of_item)[:3])}."
    raise UsageError(f"found no trial {named!r} in the run.", hint=hint)


def _missed(report: Report, trial_id: str) -> list[str]:
    rows = {row.probe_id: row for row in report.outcomes if row.trial_id == trial_id}
    order = [probe.probe.id for pillar in report.verdict.pillars for probe in pillar.probes]
    return [name for name in order if name in rows and rows[name].value == 0]


def _chosen(missed: Sequence[str], wanted: str | None, trial_id: str) -> str:
    found = [name for name in missed if wanted in {None, name, name.partition(".")[2]}]
    if found:
        return found[0]
    if not missed:
        raise UsageError(
            f"{trial_id}: no probe scored 0 in it; expected a trial that failed.",
            hint="mhgate show REPORT --misses lists them.",
        )
    raise UsageError(
        f"{trial_id}: it did not miss {wanted!r}.", hint=f"It missed {', '.join(missed)}."
    )


async def shrink_trial(
    of: ToShrink,
    workspace: Workspace,
    *,
    max_calls: int = 60,
    repeats: int = 1,
    keep: Sequence[str] = (),
    environ: Mapping[str, str],
    stop: Stop,
    given: Given | None = None,
    note: Callable[[str], None] = lambda _line: None,
) -> Shrinking:
    """Ask smaller and smaller versions of a trial, and return the shortest that still fails.

    Args:
        of: the trial.
        workspace: says which target and which judge are asked.
        max_calls: the most messages to the target; requests that are sent again or that open a
            session count too.
        repeats: how often a version is asked; it fails where it fails each time.
        keep: words that must stay.
        environ: the environment, for secrets named there.
        stop: set it to end the search; what was found is returned.
        given: target and judge that are handed over in code.
        note: told, line by line, how it goes on.

    Raises:
        UsageError: so few calls do not reach for the original, words that must stay do not occur
            in it, or the run's target was another kind than one that can be asked.
        CannotEvaluateError: the judge cannot be asked at all.
    """
    given = given or Given()
    _refuse(of, workspace, max_calls=max_calls, repeats=repeats, keep=keep, given=given)
    if given.judge is None and asks_rules(workspace.config.judge):
        check_rules(workspace)
    config = workspace.config
    bounded = replace(workspace, config=_within(config, max_calls))
    sending = Sending()
    async with (
        open_judge(
            config,
            environ=environ,
            given=given.judge,
            run_id=sending.run_id,
            hosts=sending.hosts,
            on_stop=stop.set,
        ) as judging,
        opened_target(bounded.config, given, sending, environ=environ) as target,
    ):
        question = workspace.questions.get(of.probe.id)
        judging.batches.learn({of.item.id: [of.probe]}, workspace.questions, workspace.rubrics)
        if question is not None:
            await judging.make_ready(
                seed=config.sampling.seed, stop=stop, note=note, deadline_s=config.gate.deadline_s
            )
        attempts = Attempts(
            target=target,
            judge=judging.judge,
            item=of.item,
            trial=of.transcript.trial,
            probe=of.probe,
            question=question,
            max_calls=max_calls,
            repeats=repeats,
            deadline_s=config.gate.deadline_s,
            stop=stop,
        )
        shrunk = await shrink(of.original, attempts, keep=keep, note=note)
        return Shrinking(
            of=of,
            shrunk=shrunk,
            n_calls=attempts.n_calls,
            max_calls=max_calls,
            n_versions=attempts.n_versions,
            n_judged=attempts.n_judged,
            n_unmeasured=attempts.n_unmeasured,
            trouble=attempts.trouble,
            repeats=repeats,
            notes=tuple(_notes(of, judging.judge, target.fingerprint, keep)),
        )


def _within(config: Config, max_calls: int) -> Config:
    """Return a configuration whose target may be sent no more requests than calls are allowed."""
    most = config.target.max_requests
    bounded = max_calls if most is None else min(most, max_calls)
    target = config.target.model_copy(update={"max_requests": bounded})
    return config.model_copy(update={"target": target})


def _refuse(
    of: ToShrink,
    workspace: Workspace,
    *,
    max_calls: int,
    repeats: int,
    keep: Sequence[str],
    given: Given,
) -> None:
    n_needed = len(of.original) * repeats
    if max_calls < n_needed:
        raise UsageError(
            f"--max-calls {max_calls}: the original alone takes {n_needed} calls "
            f"({len(of.original)} messages, each {repeats} times).",
            hint="Allow more; twice that leaves something to search with.",
        )
    said = "\n".join(message.text for message in of.original).casefold()
    missing = [words for words in keep if words.casefold() not in said]
    if missing:
        raise UsageError(
            f"--keep {missing[0]!r}: the user does not say that in the trial.",
            hint="Copy the words from mhgate show REPORT --misses.",
        )
    kind = of.report.provenance.target_kind
    if kind in _ELSEWHERE and given.target is None:
        raise UsageError(
            f"the run's target was {_ELSEWHERE[kind]}, and this command asks the one of [target].",
            hint=f"Say in {workspace.config.file} how it is reached (function, asgi), or call "
            "mhgate.wiring.shrink_trial with it.",
        )


def _notes(of: ToShrink, judge: Judge, target: str, keep: Sequence[str]) -> list[str]:
    ours, notes = of.report.provenance, list(of.notes)
    if ours.target_fingerprint != target:
        notes.append("the target is not the one of the run (another fingerprint)")
    if of.item.vignette is not None:
        notes.append(
            "a simulated patient spoke: its messages are said again as they were, whatever is "
            "replied"
        )
    if of.probe.question is not None and ours.judge_fingerprint != judge.fingerprint:
        notes.append("the judge is not the one of the run (another fingerprint)")
    if of.others:
        notes.append(f"the trial missed more: {', '.join(of.others)} (--probe)")
    if wants_something(of.probe, of.item) and not keep:
        notes.append(
            "the probe wants something said: the last message stayed whole, for without it nothing "
            "may call for that. Read whether the rest still does; --keep WORDS names what must stay"
        )
    return notes
