"""rubric.toml -> a rubric: questions about a whole conversation, in dimensions and cells."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from mhgate.canonical import digest
from mhgate.errors import Mistake, nearest
from mhgate.records import DOMAINS, Cell, Domain, Mark, Question, Rubric, RubricDimension
from mhgate.suites.questions import QuestionTable, Strict, explained, question_of

__all__ = ["read_rubric"]

_DOMAIN = "{domain}"


class _Card(Strict):
    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    version: str


class _Dimension(Strict):
    title: str = Field(min_length=1)
    doc: str = Field(min_length=1)
    weight: float = Field(default=1.0, gt=0)


class _DomainWords(Strict):
    name: str = Field(min_length=1)


class _Asked(QuestionTable):
    """One question of a rubric, as written."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    number: int = Field(ge=1)
    dimension: str
    each_domain: bool = False
    good: Literal["yes", "no"] | None = None
    weight: float = Field(default=1.0, gt=0)
    applies: Literal["always", "present", "absent"] = "always"
    marks: Mark | None = None

    @model_validator(mode="after")
    def _is_scored_by_an_answer(self) -> Self:
        if (self.good is None) == (self.grades is None):
            raise ValueError("a question of yes and no says which is good; a graded one does not")
        if self.applies != "always" and not self.each_domain:
            raise ValueError(f"applies {self.applies!r} is said of a question for each domain")
        words = (self.text, self.yes or "", self.no or "", *(self.grades or {}).values())
        if self.each_domain != any(_DOMAIN in each for each in words):
            raise ValueError(f"a question for each domain names {_DOMAIN}, and no other does")
        return self


class _File(Strict):
    rubric: _Card
    dimension: dict[str, _Dimension] = Field(min_length=1)
    pool: dict[str, list[str]] = Field(default_factory=dict)
    domain: dict[Domain, _DomainWords] = Field(default_factory=dict)
    question: list[_Asked] = Field(min_length=1)


_KNOWN = {
    *_File.model_fields,
    *_Card.model_fields,
    *_Dimension.model_fields,
    *_Asked.model_fields,
}


def read_rubric(path: Path) -> tuple[Rubric | None, list[Mistake]]:
    """Read a rubric.

    Args:
        path: a TOML file.

    Returns:
        The rubric, None where the file cannot be read, and every mistake with file and key.
    """
    try:
        file = _File.model_validate(tomllib.loads(path.read_bytes().decode("utf-8-sig")))
    except OSError as error:
        return None, [Mistake(str(path), str(error.strerror), "a rubric", "Add the file.")]
    except UnicodeDecodeError as error:
        what = f"a byte that is not UTF-8 at {error.start}"
        return None, [Mistake(str(path), what, "UTF-8", "Save the file as UTF-8.")]
    except tomllib.TOMLDecodeError as error:
        return None, [Mistake(str(path), str(error), "TOML", "Mend the syntax.")]
    except ValidationError as error:
        return None, [explained(path, dict(detail), _KNOWN) for detail in error.errors()]
    mistakes = _mistakes(path, file)
    if mistakes:
        return None, mistakes
    return _rubric(file), []


def _mistakes(path: Path, file: _File) -> list[Mistake]:
    found = [*_mistakes_of_questions(file), *_mistakes_of_pools(file)]
    for name in file.dimension:
        if not any(each.dimension == name and each.good for each in file.question):
            what = "no scored question"
            found.append((f"dimension.{name}", what, "at least one", "Add one, or drop it."))
    return [Mistake(f"{path}: {where}", *rest) for where, *rest in found]


_Told = tuple[str, str, str, str]


def _mistakes_of_questions(file: _File) -> Iterator[_Told]:
    for asked in file.question:
        where = f"question {asked.id}"
        if asked.dimension not in file.dimension:
            guess = nearest(asked.dimension, file.dimension)
            hint = f"Did you mean {guess!r}?" if guess else "Add its table."
            yield f"{where}.dimension", repr(asked.dimension), "a dimension of this file", hint
        lacking = sorted(set(DOMAINS) - set(file.domain)) if asked.each_domain else []
        for name in lacking[:1]:
            yield where, f"no [domain.{name}]", "a name for each domain", "Add the table."
    for key in ("id", "number"):
        counts = Counter(getattr(asked, key) for asked in file.question)
        for name, count in counts.items():
            if count > 1:
                yield f"question.{key}", f"{name!r} {count} times", "each once", "Rename one."


def _mistakes_of_pools(file: _File) -> Iterator[_Told]:
    for name, members in file.pool.items():
        for member in members:
            if member not in file.dimension:
                yield f"pool.{name}", repr(member), "a dimension of this file", "Mend the name."
        if name in file.dimension or not members:
            yield f"pool.{name}", "no pool", "a name of its own and a dimension", "Mend it."


def _rubric(file: _File) -> Rubric:
    cells = [
        _cell(asked, domain, file)
        for asked in sorted(file.question, key=lambda each: each.number)
        for domain in (DOMAINS if asked.each_domain else (None,))
    ]
    dimensions = tuple(
        RubricDimension(id=name, title=each.title, doc=each.doc, weight=each.weight)
        for name, each in file.dimension.items()
    )
    pools = {name: tuple(members) for name, members in file.pool.items()}
    content = {
        "dimensions": {each.id: each.weight for each in dimensions},
        "pools": {name: list(members) for name, members in pools.items()},
        "cells": [
            [
                cell.id,
                cell.question.digest,
                cell.dimension,
                cell.domain,
                cell.good,
                cell.weight,
                cell.applies,
            ]
            for cell in cells
        ],
    }
    return Rubric(
        id=file.rubric.id,
        version=file.rubric.version,
        dimensions=dimensions,
        pools=pools,
        cells=tuple(cells),
        digest=digest(content),
    )


def _cell(asked: _Asked, domain: Domain | None, file: _File) -> Cell:
    number = f"q{asked.number:02d}"
    return Cell(
        id=number if domain is None else f"{number}.{domain}",
        number=asked.number,
        question=_question(asked, domain, file),
        dimension=asked.dimension,
        domain=domain,
        good=asked.good,
        weight=asked.weight,
        applies=asked.applies,
        marks=asked.marks,
    )


def _question(asked: _Asked, domain: Domain | None, file: _File) -> Question:
    """Return the question of one cell: with the domain's name in its words and in its rule."""
    fields: dict[str, Any] = {name: getattr(asked, name) for name in QuestionTable.model_fields}
    rule = asked.rule or asked.id
    if domain is not None:
        name = file.domain[domain].name
        for key in ("text", "yes", "no", "not_applicable"):
            if fields[key] is not None:
                fields[key] = fields[key].replace(_DOMAIN, name)
        if fields["grades"] is not None:
            grades = fields["grades"].items()
            fields["grades"] = {grade: words.replace(_DOMAIN, name) for grade, words in grades}
        rule = f"{rule}.{domain}"
    table = QuestionTable.model_construct(**{**fields, "rule": rule})
    return question_of(asked.id if domain is None else f"{asked.id}.{domain}", table)
