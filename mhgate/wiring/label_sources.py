"""A run or a file of transcripts -> the conversations that people could read, by question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mhgate.calibration.labelling import Conversation
from mhgate.errors import ReportFileError, SuiteError, UsageError, nearest
from mhgate.importers.transcripts import read_transcripts
from mhgate.journal import read_journal
from mhgate.records import Item, LeftOut, Question, Transcript, Turn
from mhgate.records.labelling import Said
from mhgate.report import read_report
from mhgate.wiring.held_journals import refuse_copy
from mhgate.wiring.runs import LATEST, RunFolder, runs_below
from mhgate.wiring.workspace import Workspace

__all__ = [
    "Source",
    "chosen_questions",
    "conversation_of",
    "item_reader",
    "open_run",
    "readable_for",
    "source_of",
]

_CHANGED = "its item was changed or removed since"
_SEALED = "its item is protected: a form would hold it in clear"
_UNREADABLE = "a reply that is empty or unreadable"


@dataclass(frozen=True, slots=True)
class Source:
    """Conversations, and which questions may be asked about each; None: any.

    Args:
        conversations: in no order that matters.
        asked: the digests of the questions that read its item, by the conversation's id.
        left_out: what could not be used.
    """

    conversations: tuple[Conversation, ...]
    asked: Mapping[str, frozenset[str]] = field(default_factory=dict)
    left_out: tuple[LeftOut, ...] = ()


def chosen_questions(workspace: Workspace, wanted: Sequence[str]) -> tuple[Question, ...]:
    """Return the questions of the suites that are to be asked.

    Args:
        workspace: the suites.
        wanted: ids; ``suite/id`` where two suites word one differently.

    Raises:
        UsageError: there is no such question, two suites word it differently, or both wordings are
            wanted: an answer in gold names its question by id.
    """
    known: dict[str, dict[str, Question]] = {}
    homes: dict[str, list[str]] = {}
    for suite in workspace.suites:
        for question in suite.questions.values():
            known.setdefault(question.id, {})[question.digest] = question
            known[f"{suite.name}/{question.id}"] = {question.digest: question}
            homes.setdefault(question.id, []).append(f"{suite.name}/{question.id}")
    found: dict[str, Question] = {}
    for name in dict.fromkeys(wanted):
        if name not in known:
            raise UsageError(
                f"--question {name}: the suites hold no such question.",
                hint=_instead(name, known, homes, workspace),
            )
        if len(known[name]) > 1:
            raise UsageError(
                f"--question {name}: two suites ask it in different words.",
                hint=f"Say which: {' or '.join(homes[name])}.",
            )
        question = next(iter(known[name].values()))
        if found.setdefault(question.id, question) != question:
            raise UsageError(
                f"--question {name}: another wording of {question.id} is wanted too.",
                hint="Export them apart, into two folders.",
            )
    return tuple(found.values())


def _instead(
    name: str, known: Collection[str], homes: Collection[str], workspace: Workspace
) -> str:
    """Say what could have been named in place of a question that there is not."""
    cells = {
        each
        for suite in workspace.suites
        for rubric in suite.rubrics.values()
        for cell in rubric.cells
        for each in (cell.id, cell.question.id, cell.question.id.partition(".")[0])
    }
    if name in cells:
        return (
            "It is a cell of a rubric, and people label single questions: write it into "
            "questions.toml, with a probe of its own, and label that."
        )
    guess = nearest(name, known)
    if guess:
        return f"Did you mean {guess!r}?"
    return (
        f"They hold {', '.join(homes)}." if homes else "They hold rubrics and exact checks alone."
    )


def open_run(reports: Path, named: str | None) -> RunFolder:
    """Return a run's folder.

    Args:
        reports: the folder of reports.
        named: its id, its folder or its report; None or ``latest``: the latest that has ended.

    Raises:
        UsageError: there is no such run, or it left no journal.
    """
    if named is None or (named == LATEST and not Path(named).exists()):
        ended = [run for run in runs_below(reports) if run.report.is_file()]
        if not ended:
            raise UsageError(
                f"{reports / 'runs'}: found no run that has ended.", hint="Run mhgate run first."
            )
        return ended[-1]
    path = Path(named)
    folder = path if path.is_dir() else path.parent if path.is_file() else reports / "runs" / named
    run = RunFolder(folder)
    if not run.journal.is_file():
        known = [each.run_id for each in runs_below(reports)]
        guess = nearest(named, known)
        raise UsageError(
            f"{named}: found no run of that name with its journal, which holds the conversations.",
            hint=f"Did you mean {guess!r}?" if guess else "Name a folder below .mhgate/runs.",
        )
    return run


def source_of(workspace: Workspace, named: str | None) -> Source:
    """Return the conversations of a run, or of a file of transcripts.

    Args:
        workspace: the suites, for what their items say.
        named: a run's id, folder or report; or a file of transcripts; None or ``latest``: the
            latest run.

    Raises:
        UsageError: there is no such run.
        TranscriptError: the file of transcripts cannot be read.
    """
    path = None if named is None else Path(named)
    is_run = path is None or not path.is_file() or path.name in {"report.json", "journal.jsonl"}
    if is_run:
        reports = workspace.config.path.parent / workspace.config.gate.reports
        return _of_run(workspace, open_run(reports, named))
    assert path is not None  # noqa: S101 - for the type checker: a file was named
    return _of_file(workspace, path)


def _of_run(workspace: Workspace, run: RunFolder) -> Source:
    kept = read_journal(run.journal)
    refuse_copy(kept, run.journal)
    digests: dict[str, str] = {}
    if run.report.is_file():
        digests = {row.trial_id: row.item_digest for row in read_report(run.report).outcomes}
    items = _Items(workspace)
    found, asked = [], {}
    left: Counter[str] = Counter()
    if kept.sealed:
        left[_SEALED] += len(kept.sealed)
    for trial_id, what in sorted(kept.came_back.items()):
        if not isinstance(what, Transcript):
            left["the target did not answer"] += 1
            continue
        item = items.read(what.trial.item_id)
        if item is None or digests.get(trial_id, item.digest) != item.digest:
            left[_CHANGED] += 1
            continue
        found.append(conversation_of(trial_id, what.turns, item))
        asked[trial_id] = items.questions(item.id)
    return Source(tuple(found), asked, _left(left))


def _of_file(workspace: Workspace, path: Path) -> Source:
    read = read_transcripts(path)
    items = _Items(workspace)
    found, asked = [], {}
    left: Counter[str] = Counter()
    for each in read.transcripts:
        if each.item is None:
            found.append(
                Conversation(
                    id=each.id,
                    family=each.family or each.id,
                    turns=_said(each.turns),
                    language=each.language,
                    expects=dict(each.expects),
                    strata=dict(each.strata),
                )
            )
            continue
        item = items.read(each.item)
        if item is not None and item.sealed:
            left[_SEALED] += 1
            continue
        if item is None or each.item_digest not in {None, item.digest}:
            left[_CHANGED] += 1
            continue
        found.append(conversation_of(each.id, each.turns, item))
        asked[each.id] = items.questions(item.id)
    return Source(tuple(found), asked, (*read.left_out, *_left(left)))


def item_reader(workspace: Workspace) -> Callable[[str], Item | None]:
    """Return what reads an item by its id; it gives None where the suites hold it no longer."""
    return _Items(workspace).read


def conversation_of(name: str, turns: Sequence[Turn], item: Item) -> Conversation:
    """Return a conversation with what its item says.

    Args:
        name: the trial's id, or the line's.
        turns: what was said.
        item: of the suite.
    """
    return Conversation(
        id=name,
        family=item.family,
        turns=_said(turns),
        language=item.language,
        expects=dict(item.expects),
        strata=dict(item.strata),
        source=item.source,
        licence=item.licence,
    )


def readable_for(source: Source, question: Question) -> tuple[list[Conversation], Counter[str]]:
    """Return the conversations that can be labelled on a question, and why others cannot.

    Two that are word for word the same are one piece of evidence: the second is left out.

    Args:
        source: what there is.
        question: what is asked.
    """
    found: list[Conversation] = []
    left: Counter[str] = Counter()
    seen: set[tuple[Said, ...]] = set()
    for each in sorted(source.conversations, key=lambda each: each.id):
        if question.digest not in source.asked.get(each.id, {question.digest}):
            continue  # nothing is lost: its item is asked another question
        if not all(_is_readable(turn) for turn in each.turns if turn.role == "assistant"):
            left[_UNREADABLE] += 1
        elif each.turns in seen:
            left["word for word as another one"] += 1
        else:
            seen.add(each.turns)
            found.append(each)
    return found, left


def _is_readable(turn: Said) -> bool:
    return Turn(role=turn.role, content=turn.content).is_readable


def _said(turns: Iterable[Turn]) -> tuple[Said, ...]:
    return tuple(Said(role=turn.role, content=turn.content, session=turn.session) for turn in turns)


def _left(counts: Counter[str]) -> tuple[LeftOut, ...]:
    return tuple(LeftOut(reason=reason, n=n) for reason, n in counts.items())


class _Items:
    """The items of a workspace's suites, read when they are asked for."""

    def __init__(self, workspace: Workspace) -> None:
        self._where = {
            ref.id: (suite, ref, name)
            for suite in workspace.suites
            for name, refs in suite.items.items()
            for ref in refs
        }

    def read(self, item_id: str) -> Item | None:
        """Return an item, None where the suites hold it no longer."""
        if item_id not in self._where:
            return None
        suite, ref, _ = self._where[item_id]
        try:
            return suite.read_item(ref)
        except (SuiteError, ReportFileError):
            return None

    def questions(self, item_id: str) -> frozenset[str]:
        """Return the digests of the questions that are asked about an item."""
        suite, _, name = self._where[item_id]
        return frozenset(
            suite.questions[probe.question].digest
            for probe in suite.probes
            if probe.items == name and probe.question is not None
        )
