"""gold.jsonl -> labelled transcripts, read strictly; and back again, a line each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, JsonValue, ValidationError

from mhgate.canonical import digest
from mhgate.errors import Mistake, nearest
from mhgate.records import GoldTranscript, Question, Turn
from mhgate.suites.gold_labels import (
    LABEL_SCHEMA,
    NAME,
    LabelRow,
    StrictRow,
    label_digested,
    label_shown,
    latest_day,
    off_scale,
)
from mhgate.suites.json_lines import json_object, lines_of, syntax_mistake

__all__ = ["GOLD_FILE", "gold_digest", "gold_line", "latest_day", "read_gold", "said_in"]

GOLD_FILE = "gold.jsonl"
"""The gold of a suite, beside its items."""

_SHORT = 80


class _TurnRow(StrictRow):
    role: Literal["user", "assistant", "system"]
    content: str
    session: int = Field(default=0, ge=0)


class _Row(StrictRow):
    """One line, as written."""

    id: str = Field(pattern=NAME)
    family: str = Field(pattern=NAME)
    question: str = Field(min_length=1)
    question_digest: str | None = Field(default=None, min_length=1)
    language: str = Field(default="en", min_length=2)
    turns: list[_TurnRow] = Field(min_length=2)
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    system: str | None = Field(default=None, min_length=1)
    labels: list[LabelRow] = Field(min_length=1)
    source: str = Field(min_length=1)
    licence: str = Field(min_length=1)

    def record(self, suite: str | None) -> GoldTranscript:
        """Return the row as a record; ids and families of a suite carry its name."""
        prefix = "" if suite is None else f"{suite}/"
        return GoldTranscript(
            id=prefix + self.id,
            family=prefix + self.family,
            question=self.question,
            question_digest=self.question_digest,
            language=self.language,
            turns=tuple(Turn.model_validate(turn.model_dump()) for turn in self.turns),
            expects=self.expects,
            strata=self.strata,
            system=self.system,
            labels=tuple(label.record() for label in self.labels),
            source=self.source,
            licence=self.licence,
            digest=digest(
                self.model_dump(include={"expects", "strata", "language"})
                | {"turns": [turn.model_dump(exclude_defaults=True) for turn in self.turns]}
            ),
        )


def said_in(row: GoldTranscript) -> str:
    """Return a digest of what is said in a transcript, whatever its spaces and capitals.

    Args:
        row: two with the same are one transcript, whatever else their lines say.
    """
    return digest([[turn.role, " ".join(turn.content.split()).casefold()] for turn in row.turns])


def read_gold(
    path: Path,
    *,
    suite: str | None = None,
    questions: Iterable[str] | Mapping[str, Question] | None = None,
    wordings: Callable[[GoldTranscript], Iterable[Question]] | None = None,
) -> tuple[list[GoldTranscript], list[Mistake]]:
    """Read a file of labelled transcripts.

    Args:
        path: a JSONL file, UTF-8.
        suite: the suite whose gold it is; ids and families then carry its name.
        questions: the ids that a line may name, None for any. Where they come with the questions,
            labels are held to them: grades to a graded one's, yes and no to the others.
        wordings: the questions that a line answers, where the ids alone do not tell.

    Returns:
        The transcripts in the order of the file, and every mistake with file and line.
    """
    rows: list[GoldTranscript] = []
    mistakes: list[Mistake] = []
    known = None if questions is None else frozenset(questions)
    words = questions if isinstance(questions, Mapping) else {}
    answered = partial(_asked_by, words) if wordings is None else wordings
    try:
        lines = list(lines_of(path))
    except OSError as error:
        what = error.strerror or str(error)
        return [], [Mistake(str(path), what, "a file of gold labels", "Name one that exists.")]
    seen: dict[str, int] = {}
    shown: dict[tuple[str, str], int] = {}
    for number, _, text in lines:
        where = f"{path}:{number}"
        try:
            row = _Row.model_validate(json_object(text)).record(suite)
        except ValidationError as error:
            mistakes += [_explained(where, dict(detail)) for detail in error.errors()]
            continue
        except (ValueError, RecursionError) as error:
            mistakes.append(syntax_mistake(where, text, error))
            continue
        if known is not None and row.question not in known:
            mistakes.append(_unknown_question(where, row.question, known))
        mistakes += [each for question in answered(row) for each in off_scale(where, row, question)]
        first = seen.setdefault(row.id, number)
        if first != number:
            mistakes.append(
                Mistake(where, f"the id {row.id!r} of line {first}", "one id a line", "Rename one.")
            )
        twin = shown.setdefault((row.question, said_in(row)), number)
        if twin != number:
            mistakes.append(
                Mistake(
                    where,
                    f"the transcript of line {twin}, on the same question",
                    "each transcript once",
                    "Counted twice it would look like more evidence: put its labels on one line.",
                )
            )
        rows.append(row)
    if not lines:
        mistakes.append(
            Mistake(str(path), "no lines", "labelled transcripts", "Add some, or leave it out.")
        )
    return rows, mistakes


def gold_line(row: GoldTranscript) -> str:
    """Return a labelled transcript as a line of a gold file, without the line's end.

    Args:
        row: its id and family are written as they are.
    """
    shown: dict[str, Any] = {"id": row.id, "family": row.family, "question": row.question}
    if row.question_digest is not None:
        shown["question_digest"] = row.question_digest
    shown["language"] = row.language
    shown["turns"] = [
        {"role": turn.role, "content": turn.content}
        | ({"session": turn.session} if turn.session else {})
        for turn in row.turns
    ]
    for key in ("expects", "strata", "system"):
        if getattr(row, key):
            shown[key] = getattr(row, key)
    shown["labels"] = [label_shown(label) for label in row.labels]
    shown |= {"source": row.source, "licence": row.licence}
    return json.dumps(shown, ensure_ascii=False)


def gold_digest(rows: Sequence[GoldTranscript]) -> str:
    """Return the digest of gold: transcripts, families and labels, in whatever order.

    Args:
        rows: labelled transcripts, each id once.
    """
    return digest(
        [
            [
                row.id,
                row.family,
                row.question,
                row.digest,
                row.system,
                [label_digested(each) for each in row.labels],
            ]
            for row in sorted(rows, key=lambda row: row.id)
        ]
    )


def _asked_by(questions: Mapping[str, Question], row: GoldTranscript) -> list[Question]:
    """Return the question of a line, where it is still in the words that people answered."""
    found = questions.get(row.question)
    if found is None or row.question_digest not in {None, found.digest}:
        return []
    return [found]


def _unknown_question(where: str, name: str, known: frozenset[str]) -> Mistake:
    guess = nearest(name, known)
    return Mistake(
        f"{where} (question)",
        repr(name),
        "a question of this suite",
        f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(sorted(known)) or 'none'}.",
    )


def _explained(where: str, detail: dict[str, Any]) -> Mistake:
    location = ".".join(map(str, detail["loc"])) or "the line"
    if detail["type"] == "extra_forbidden":
        key = str(detail["loc"][-1])
        fields = {1: _Row, 3: LabelRow if detail["loc"][0] == "labels" else _TurnRow}
        known = fields[min(len(detail["loc"]), 3)].model_fields
        guess = nearest(key, known)
        hint = f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(known)}."
        return Mistake(f"{where} ({location})", f"the unknown key {key!r}", "a known key", hint)
    if detail["type"] == "missing":
        return Mistake(f"{where} ({location})", "nothing", "a value for this key", LABEL_SCHEMA)
    found = repr(detail["input"])
    return Mistake(
        f"{where} ({location})",
        found if len(found) <= _SHORT else found[: _SHORT - 3] + "...",
        str(detail["msg"]).removeprefix("Value error, "),
        LABEL_SCHEMA,
    )
