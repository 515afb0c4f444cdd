"""Which gold there is: files beside the suites, or named ones, by question and language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mhgate.errors import LabelsError, Mistake, nearest
from mhgate.records import GoldTranscript, Question
from mhgate.suites import Suite
from mhgate.suites.gold_files import GOLD_FILE, gold_digest, read_gold, said_in

__all__ = ["Gold", "GoldPart", "gold_mistakes", "gold_of"]


@dataclass(frozen=True, slots=True)
class GoldPart:
    """The gold of one question in one language.

    Args:
        suite: where the question stands.
        question: as it is asked.
        language: of the transcripts.
        rows: labelled transcripts.
    """

    suite: Suite
    question: Question
    language: str
    rows: tuple[GoldTranscript, ...]


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
    rows: list[tuple[Suite | None, GoldTranscript]] = []
    files_of_rows: list[int] = []
    for place, (path, suite) in enumerate(sources):
        found, wrong = read_gold(
            path,
            suite=None if suite is None else suite.name,
            questions=None if suite is None else suite.questions,
        )
        rows += [(suite, row) for row in found]
        mistakes += wrong
        files_of_rows += [place] * len(found)
    mistakes += _repeated(rows, files_of_rows, sources)
    if mistakes:
        raise LabelsError(mistakes)
    parts: dict[tuple[str, str, str], list[GoldTranscript]] = {}
    unasked: dict[str, int] = {}
    for suite, row in rows:
        homes = [suite] if suite is not None else _homes(row, suites)
        if not homes:
            unasked[row.question] = unasked.get(row.question, 0) + 1
        for home in homes:
            parts.setdefault((home.name, row.question, row.language), []).append(row)
    by_name = {suite.name: suite for suite in suites}
    order = {name: place for place, name in enumerate(by_name)}
    return Gold(
        parts=tuple(
            GoldPart(
                suite=by_name[name],
                question=by_name[name].questions[question],
                language=language,
                rows=tuple(found),
            )
            for (name, question, language), found in sorted(
                parts.items(),
                key=lambda part: (
                    order[part[0][0]],
                    _place(by_name[part[0][0]], part[0][1]),
                    part[0][2],
                ),
            )
            if not questions or question in questions
        ),
        files=tuple(path for path, _ in sources),
        digest=gold_digest([row for _, row in rows]),
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


def _place(suite: Suite, question: str) -> int:
    return list(suite.questions).index(question)


def _homes(row: GoldTranscript, suites: Iterable[Suite]) -> list[Suite]:
    """Return the suites that ask a row's question; of one wording, where the row knows it."""
    homes = [suite for suite in suites if row.question in suite.questions]
    exact = [each for each in homes if each.questions[row.question].digest == row.question_digest]
    return exact or homes


def _unknown(questions: Sequence[str], suites: Iterable[Suite]) -> list[Mistake]:
    known = sorted({name for suite in suites for name in suite.questions})
    mistakes = []
    for name in questions:
        if name not in known:
            guess = nearest(name, known)
            hint = f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(known)}."
            mistakes.append(Mistake("--question", repr(name), "a question of a suite", hint))
    return mistakes


def _repeated(
    rows: Sequence[tuple[Suite | None, GoldTranscript]],
    files: Sequence[int],
    sources: Sequence[tuple[Path, Suite | None]],
) -> list[Mistake]:
    """Return what stands in two files; what stands twice in one was said when it was read."""
    ids: dict[str, int] = {}
    shown: dict[tuple[str | None, str, str], tuple[int, str]] = {}
    mistakes = []
    for (suite, row), place in zip(rows, files, strict=True):
        if ids.setdefault(row.id, place) != place:
            mistakes.append(
                Mistake(
                    f"gold {row.id}",
                    "the id in two files",
                    "one id a transcript",
                    "Rename one; the same transcript twice would look like more evidence.",
                )
            )
        key = (None if suite is None else suite.name, row.question, said_in(row))
        first, twin = shown.setdefault(key, (place, row.id))
        if first != place and twin != row.id:
            mistakes.append(
                Mistake(
                    f"{sources[place][0]}: gold {row.id}",
                    f"the transcript of {twin} in {sources[first][0]}, on the same question",
                    "each transcript once",
                    "Counted twice it would look like more evidence: put its labels on one line.",
                )
            )
    return mistakes
