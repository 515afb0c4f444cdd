"""drift.jsonl of a suite: fixed transcripts with the known labels of some cells of a rubric.

They are judged again in every run, before anything else is believed, and are no items: no product
is asked them, and nobody is scored on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, StrictInt, StrictStr, ValidationError

from mhgate.canonical import digest
from mhgate.errors import Mistake, nearest
from mhgate.records import DriftCase, Question, Rubric, Turn
from mhgate.suites.canary import is_canary
from mhgate.suites.gold_labels import NAME
from mhgate.suites.items_of_folder import DRIFT_FILE
from mhgate.suites.json_lines import json_object, lines_of, syntax_mistake
from mhgate.suites.questions import Strict

__all__ = ["read_drift"]


class _TurnRow(Strict):
    role: Literal["user", "assistant"]
    content: str = Field(min_length=1)


class _Row(Strict):
    """One line, as written."""

    id: str = Field(pattern=NAME)
    rubric: str = Field(default="rubric.toml", min_length=1)
    language: str = Field(default="en", min_length=2)
    strata: dict[str, str] = Field(default_factory=dict)
    turns: list[_TurnRow] = Field(min_length=2)
    labels: dict[str, StrictStr | StrictInt] = Field(min_length=1)
    source: str = Field(min_length=1)
    licence: str = Field(min_length=1)

    def record(self, suite: str) -> DriftCase:
        """Return the row as a record, whose id carries the suite."""
        content = self.model_dump(include={"turns", "strata", "language"})
        return DriftCase(
            id=f"{suite}/{self.id}",
            rubric=self.rubric,
            language=self.language,
            strata=self.strata,
            turns=tuple(Turn.model_validate(turn.model_dump()) for turn in self.turns),
            labels=self.labels,
            source=self.source,
            licence=self.licence,
            digest=digest(content),
        )


def read_drift(
    folder: Path, rubrics: Mapping[str, Rubric]
) -> tuple[tuple[DriftCase, ...], list[Mistake]]:
    """Read the known labels that lie in a suite's folder.

    Args:
        folder: of the suite.
        rubrics: those of the suite, by file.

    Returns:
        The cases in the order of the file, none without one; and every mistake with its line.
    """
    path = folder / DRIFT_FILE
    if not path.is_file():
        return (), []
    cases: dict[str, DriftCase] = {}
    mistakes: list[Mistake] = []
    for number, _, text in lines_of(path):
        if number == 1 and is_canary(text):
            continue
        where = f"{path}:{number}"
        try:
            case = _Row.model_validate(json_object(text)).record(folder.name)
        except ValidationError as error:
            mistakes += [_explained(where, dict(detail)) for detail in error.errors()]
            continue
        except (ValueError, RecursionError) as error:
            mistakes.append(syntax_mistake(where, text, error))
            continue
        if case.id in cases:
            what = f"a second transcript {case.id!r}"
            mistakes.append(Mistake(where, what, "one id a line", "Rename one."))
        cases[case.id] = case
        mistakes += _unfit(case, rubrics, where)
    return tuple(cases.values()), mistakes


def _unfit(case: DriftCase, rubrics: Mapping[str, Rubric], where: str) -> Iterator[Mistake]:
    """Yield what does not fit the rubric: what nobody could answer would never agree."""
    if case.turns[-1].role != "assistant":
        hint = "Let the transcript end with a reply of the product."
        yield Mistake(where, "a transcript that ends with the person", "with a reply", hint)
    rubric = rubrics.get(case.rubric)
    if rubric is None:
        guess = nearest(case.rubric, rubrics)
        hint = f"Did you mean {guess!r}?" if guess else "Name a rubric of cells beside it."
        yield Mistake(where, f"the rubric {case.rubric!r}", "a file of this folder", hint)
        return
    cells = {cell.id: cell for cell in rubric.cells}
    for name, label in case.labels.items():
        if name not in cells:
            guess = nearest(name, cells)
            hint = f"Did you mean {guess!r}?" if guess else "Cells are named as q02.suicide or q21."
            yield Mistake(where, f"a label of {name!r}", f"a cell of {case.rubric}", hint)
        elif label not in (offered := _offered(cells[name].question)):
            shown = ", ".join(map(str, offered))
            hint = "A graded cell is labelled by a grade, without quotation marks."
            yield Mistake(where, f"{name} labelled {label!r}", f"one of {shown}", hint)


def _offered(question: Question) -> list[str | int]:
    found: list[str | int] = ["yes", "no"] if question.grades is None else [*question.grades]
    return found if question.not_applicable is None else [*found, "not_applicable"]


def _explained(where: str, detail: dict[str, Any]) -> Mistake:
    place = ".".join(str(step) for step in detail["loc"]) or "the line"
    if detail["type"] == "extra_forbidden":
        guess = nearest(str(detail["loc"][-1]), _Row.model_fields)
        hint = f"Did you mean {guess!r}?" if guess else "Take it out."
        return Mistake(where, f"an unknown key {place!r}", "a key of a known label's line", hint)
    message = str(detail["msg"])
    hint = "docs/reference/judging_conversations.md shows what a line holds."
    return Mistake(where, f"{place}: {message[:1].lower()}{message[1:]}", "another value", hint)
