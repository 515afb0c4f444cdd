"""questions.toml -> the suite's name card and its questions, with digests."""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from mhgate.canonical import digest
from mhgate.errors import Mistake, nearest
from mhgate.records import Example, Question

__all__ = [
    "QuestionFile",
    "QuestionTable",
    "Strict",
    "explained",
    "question_of",
    "read_questions",
]

_FEWEST_GRADES = 2


class Strict(BaseModel):
    """A table of a suite's TOML files: closed and strict."""

    model_config = ConfigDict(extra="forbid", strict=True, str_strip_whitespace=True)


class _ExampleTable(Strict):
    reply: str = Field(min_length=1)
    answer: Literal["yes", "no", "not_applicable"] | None = None
    grade: int | None = None
    because: str = Field(min_length=1)

    @model_validator(mode="after")
    def _is_one_of_both(self) -> Self:
        if (self.answer is None) == (self.grade is None):
            raise ValueError("an example has an answer, or a grade where the question is graded")
        return self


class QuestionTable(Strict):
    """A question, as written."""

    text: str = Field(min_length=1)
    yes: str | None = Field(default=None, min_length=1)
    no: str | None = Field(default=None, min_length=1)
    grades: dict[str, str] | None = None
    not_applicable: str | None = None
    quote: Literal["yes", "no", "always", "never"] = "yes"
    rule: str | None = None
    sources: list[str] = Field(default_factory=list)
    example: list[_ExampleTable] = Field(default_factory=list)

    @model_validator(mode="after")
    def _is_yes_and_no_or_graded(self) -> Self:
        if self.grades is None:
            if self.yes is None or self.no is None:
                raise ValueError("a question has both anchors, yes and no, or a table of grades")
            if any(example.grade is not None for example in self.example):
                raise ValueError("an example with a grade, and the question has no grades")
            return self
        if self.yes is not None or self.no is not None:
            raise ValueError("a graded question has no anchors yes and no: its grades say it")
        expected = [str(grade) for grade in range(1, len(self.grades) + 1)]
        if len(expected) < _FEWEST_GRADES or sorted(self.grades) != sorted(expected):
            raise ValueError(
                f"the grades {sorted(self.grades)}; expected whole numbers from 1 on, at least two"
            )
        for example in self.example:
            if example.grade is None or str(example.grade) not in self.grades:
                raise ValueError(
                    f"an example with the grade {example.grade}, which is none of them"
                )
        return self


class _SuiteTable(Strict):
    version: str = "0"
    pillar: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9_]*$")


class _File(Strict):
    suite: _SuiteTable = Field(default_factory=_SuiteTable)
    question: dict[str, QuestionTable] = Field(default_factory=dict)


_KNOWN_KEYS = {
    *_File.model_fields,
    *_SuiteTable.model_fields,
    *QuestionTable.model_fields,
    *_ExampleTable.model_fields,
}


@dataclass(frozen=True, slots=True)
class QuestionFile:
    """What a suite's questions.toml says."""

    version: str
    pillar: str | None
    questions: dict[str, Question]


def read_questions(path: Path) -> tuple[QuestionFile, list[Mistake]]:
    """Read a questions.toml; a suite of exact probes may do without one.

    Args:
        path: the file, which need not exist.

    Returns:
        What it says, and every mistake with file and key.
    """
    nothing = QuestionFile(version="0", pillar=None, questions={})
    if not path.is_file():
        return nothing, []
    try:
        raw = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
        file = _File.model_validate(raw)
    except UnicodeDecodeError as error:
        what = f"a byte that is not UTF-8 at {error.start}"
        return nothing, [Mistake(str(path), what, "UTF-8", "Save the file as UTF-8.")]
    except tomllib.TOMLDecodeError as error:
        return nothing, [Mistake(str(path), str(error), "TOML", "Mend the syntax.")]
    except ValidationError as error:
        return nothing, [explained(path, dict(detail), _KNOWN_KEYS) for detail in error.errors()]
    questions = {name: question_of(name, table) for name, table in file.question.items()}
    return QuestionFile(file.suite.version, file.suite.pillar, questions), []


def question_of(name: str, table: QuestionTable) -> Question:
    """Return a question with its digest.

    Args:
        name: its id.
        table: as written.
    """
    fields: dict[str, Any] = {
        "id": name,
        "text": table.text,
        "yes": table.yes or "",
        "no": table.no or "",
        "not_applicable": table.not_applicable,
        "quote": table.quote,
        "rule": table.rule or name,
    }
    examples = tuple(Example(**example.model_dump()) for example in table.example)
    shown = [example.model_dump(exclude_none=True) for example in examples]
    content = {**fields, "examples": shown}
    if table.grades is not None:
        content["grades"] = table.grades
        fields["grades"] = {
            int(grade): table.grades[grade] for grade in sorted(table.grades, key=int)
        }
    return Question(
        **fields, examples=examples, sources=tuple(table.sources), digest=digest(content)
    )


def explained(path: Path, detail: dict[str, Any], known: Collection[str]) -> Mistake:
    """Say what is wrong with a key of a suite's TOML file.

    Args:
        path: the file.
        detail: what pydantic found.
        known: every key that there could be.
    """
    location = ".".join(map(str, detail["loc"]))
    where = f"{path}: {location}"
    if detail["type"] == "extra_forbidden":
        key = str(detail["loc"][-1])
        guess = nearest(key, known)
        return Mistake(
            where,
            f"the unknown key {key!r}",
            "a known key",
            f"Did you mean {guess!r}?" if guess else "See docs/reference/suites.md.",
        )
    found = "nothing" if detail["type"] == "missing" else repr(detail["input"])
    return Mistake(where, found, str(detail["msg"]), "See docs/reference/suites.md.")
