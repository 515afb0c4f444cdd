"""Which gold there is: files beside the suites, or named ones, by question and language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mhgate.calibration.truths import usual_cut
from mhgate.errors import LabelsError, Mistake, nearest
from mhgate.records import GoldTranscript, Question
from mhgate.suites import Suite
from mhgate.suites.gold_files import GOLD_FILE, gold_digest, read_gold, said_in

__all__ = ["Gold", "GoldPart", "gold_mistakes", "gold_of"]


@dataclass(frozen=True, slots=True)
class GoldPart:
    """The gold of one question in one language.

    Args:
        suites: those that ask the question in these very words; one certificate serves them all.
        question: as it is asked.
        language: of the transcripts.
        rows: labelled transcripts, beside whichever of the suites they lie.
    """

    suites: tuple[Suite, ...]
    question: Question
    language: str
    rows: tuple[GoldTranscript, ...]

    @property
    def pillars(self) -> tuple[str, ...]:
        """The pillars of the suites, each once."""
        return tuple(dict.fromkeys(suite.pillar for suite in self.suites))

    def cuts(self) -> dict[int | None, tuple[str, ...]]:
        """Return the pillars that use each cut; of a question of yes and no there is none.

        A graded question is cut where its probes cut it; where none asks it, in the middle.
        """
        if not self.question.is_graded:
            return {None: self.pillars}
        found: dict[int | None, dict[str, None]] = {}
        for suite in self.suites:
            for probe in suite.probes:
                if probe.question == self.question.id and probe.at_least is not None:
                    found.setdefault(probe.at_least, {})[suite.pillar] = None
        if not found:
            return {usual_cut(self.question): self.pillars}
        return {cut: tuple(pillars) for cut, pillars in sorted(found.items())}


@dataclass(frozen=True, slots=True)
class Gold:
    """All the gold that was read.

    Args:
        parts: by question and language, in the order of the suites.
        files: what was read.
        digest: of transcripts, families and labels.
        n_rows: how many lines there were.
        unasked: how many lines are on questions that no suite has, by the question's id.
    """

    parts: tuple[GoldPart, ...]
    files: tuple[Path, ...]
    digest: str
    n_rows: int
    unasked: dict[str, int] = field(default_factory=dict)


def gold_of(
    suites: Sequence[Suite], files: Sequence[Path] = (), questions: Sequence[str] = ()
) -> Gold:
    """Read the gold of the suites, or that of the files that are named.

    Args:
        suites: whose questions they are.
        files: gold files; none for those beside the suites.
        questions: ids of the questions that are wanted; none for all.

    Returns:
        The gold, by question.

    Raises:
        LabelsError: everything that is wrong with the files, and a question that no suite has.
    """
    mistakes = _unknown(questions, suites)
    sources: list[tuple[Path, Suite | None]] = [(path, None) for path in files]
    if not files:
        sources = [(path, suite) for suite, path in _beside(suites)]
    rows: list[_Read] = []
    for place, (path, suite) in enumerate(sources):
        found, wrong = read_gold(
            path,
            suite=None if suite is None else suite.name,
            questions=None if suite is None else suite.questions,
            wordings=None if suite is not None else lambda row: _held_to(row, suites),
        )
        mistakes += wrong
        homes = suites if suite is None else [suite]
        rows += [_Read(row, path, place, tuple(_wordings(row, homes))) for row in found]
    mistakes += [_ambiguous(each) for each in rows if each.is_ambiguous]
    mistakes += _repeated(rows)
    if mistakes:
        raise LabelsError(mistakes)
    parts: dict[tuple[str, str], list[GoldTranscript]] = {}
    unasked: dict[str, int] = {}
    for each in rows:
        if not each.wordings:
            unasked[each.row.question] = unasked.get(each.row.question, 0) + 1
        for wording in each.wordings:
            parts.setdefault((wording, each.row.language), []).append(each.row)
    return Gold(
        parts=tuple(
            part
            for part in _in_order(parts, suites)
            if not questions or part.question.id in questions
        ),
        files=tuple(path for path, _ in sources),
        digest=gold_digest([each.row for each in rows]),
        n_rows=len(rows),
        unasked=unasked,
    )


def gold_mistakes(suites: Sequence[Suite]) -> list[Mistake]:
    """Return everything that is wrong with the gold beside the suites.

    Args:
        suites: beside which it lies.
    """
    try:
        gold_of(suites)
    except LabelsError as error:
        return list(error.mistakes)
    return []


def _beside(suites: Iterable[Suite]) -> list[tuple[Suite, Path]]:
    found = [(suite, suite.folder / GOLD_FILE) for suite in suites]
    return [(suite, path) for suite, path in found if path.is_file()]


@dataclass(frozen=True, slots=True)
class _Read:
    """A row, which file holds it, and the digests of the questions that it answers."""

    row: GoldTranscript
    path: Path
    place: int
    wordings: tuple[str, ...]

    @property
    def is_ambiguous(self) -> bool:
        return len(self.wordings) > 1 and self.row.question_digest is None


def _in_order(
    parts: Mapping[tuple[str, str], Sequence[GoldTranscript]], suites: Sequence[Suite]
) -> Iterator[GoldPart]:
    """Yield the parts in the order in which the suites ask their questions, then by language."""
    asking: dict[str, list[Suite]] = {}
    questions: dict[str, Question] = {}
    for suite in suites:
        for question in suite.questions.values():
            asking.setdefault(question.digest, []).append(suite)
            questions.setdefault(question.digest, question)
    for wording, homes in asking.items():
        for language in sorted(spoken for other, spoken in parts if other == wording):
            yield GoldPart(
                suites=tuple(homes),
                question=questions[wording],
                language=language,
                rows=tuple(parts[wording, language]),
            )


def _wordings(row: GoldTranscript, suites: Iterable[Suite]) -> dict[str, Question]:
    """Return the questions that a row answers, by digest; of one wording, where the row knows it.

    Where the row knows another one than the suites, all of its name: the account then says so.
    """
    named = [suite.questions[row.question] for suite in suites if row.question in suite.questions]
    exact = [question for question in named if question.digest == row.question_digest]
    return {question.digest: question for question in exact or named}


def _held_to(row: GoldTranscript, suites: Iterable[Suite]) -> list[Question]:
    """Return the question whose scale a row's labels are held to; none where it is not known."""
    found = _wordings(row, suites)
    is_known = len(found) == 1 and row.question_digest in {None, *found}
    return list(found.values()) if is_known else []


def _ambiguous(read: _Read) -> Mistake:
    return Mistake(
        f"{read.path}: gold {read.row.id} (question)",
        f"{read.row.question!r}, which two suites ask in different words",
        "question_digest: the wording that people answered",
        "Say which; labels on one wording are none on the other.",
    )


def _unknown(questions: Sequence[str], suites: Iterable[Suite]) -> list[Mistake]:
    known = sorted({name for suite in suites for name in suite.questions})
    mistakes = []
    for name in questions:
        if name not in known:
            guess = nearest(name, known)
            hint = f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(known)}."
            mistakes.append(Mistake("--question", repr(name), "a question of a suite", hint))
    return mistakes


def _repeated(rows: Sequence[_Read]) -> list[Mistake]:
    """Return what stands in two files; what stands twice in one was said when it was read."""
    ids: dict[str, int] = {}
    shown: dict[tuple[str, str], _Read] = {}
    mistakes = []
    for each in rows:
        row = each.row
        if ids.setdefault(row.id, each.place) != each.place:
            mistakes.append(
                Mistake(
                    f"gold {row.id}",
                    "the id in two files",
                    "one id a transcript",
                    "Rename one; the same transcript twice would look like more evidence.",
                )
            )
        for wording in each.wordings or (row.question,):
            twin = shown.setdefault((wording, said_in(row)), each)
            if twin.place != each.place and twin.row.id != row.id:
                mistakes.append(
                    Mistake(
                        f"{each.path}: gold {row.id}",
                        f"the transcript of {twin.row.id} in {twin.path}, on the same question",
                        "each transcript once",
                        "Counted twice it would look like more evidence: put its labels on one "
                        "line.",
                    )
                )
    return mistakes
