"""questions.toml -> the suite's name card and its questions, with digests."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from mhgate.canonical import digest
from mhgate.errors import Mistake, nearest
from mhgate.records import Example, Question

__all__ = ["QuestionFile", "read_questions"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, str_strip_whitespace=True)


class _ExampleTable(_Strict):
    reply: str = Field(min_length=1)
    answer: Literal["yes", "no", "not_applicable"]
    because: str = Field(min_length=1)


class _QuestionTable(_Strict):
    text: str = Field(min_length=1)
    yes: str = Field(min_length=1)
    no: str = Field(min_length=1)
    not_applicable: str | None = None
    quote: Literal["yes", "no", "always", "never"] = "yes"
    rule: str | None = None
    sources: list[str] = Field(default_factory=list)
    example: list[_ExampleTable] = Field(default_factory=list)


class _SuiteTable(_Strict):
    version: str = "0"
    pillar: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9_]*$")


class _File(_Strict):
    suite: _SuiteTable = Field(default_factory=_SuiteTable)
    question: dict[str, _QuestionTable] = Field(default_factory=dict)


_KNOWN_KEYS = {
    *_File.model_fields,
    *_SuiteTable.model_fields,
    *_QuestionTable.model_fields,
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
        return nothing, [_explained(path, dict(detail)) for detail in error.errors()]
    questions = {name: _question(name, table) for name, table in file.question.items()}
    return QuestionFile(file.suite.version, file.suite.pillar, questions), []


def _question(name: str, table: _QuestionTable) -> Question:
    fields: dict[str, Any] = {
        "id": name,
        "text": table.text,
        "yes": table.yes,
        "no": table.no,
        "not_applicable": table.not_applicable,
        "quote": table.quote,
        "rule": table.rule or name,
    }
    examples = tuple(Example(**example.model_dump()) for example in table.example)
    content = {**fields, "examples": [example.model_dump() for example in examples]}
    return Question(
        **fields, examples=examples, sources=tuple(table.sources), digest=digest(content)
    )


def _explained(path: Path, detail: dict[str, Any]) -> Mistake:
    location = ".".join(map(str, detail["loc"]))
    where = f"{path}: {location}"
    if detail["type"] == "extra_forbidden":
        key = str(detail["loc"][-1])
        guess = nearest(key, _KNOWN_KEYS)
        return Mistake(
            where,
            f"the unknown key {key!r}",
            "a known key",
            f"Did you mean {guess!r}?" if guess else "See docs/reference/suites.md.",
        )
    found = "nothing" if detail["type"] == "missing" else repr(detail["input"])
    return Mistake(where, found, str(detail["msg"]), "See docs/reference/suites.md.")
