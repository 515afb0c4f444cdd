"""rubric.tsv -> a question flow, in the columns of VERA-MH.

A question is a row with an id; rows below without one hold its further options. What an empty cell
and ``END`` mean is said in docs/reference/question_flows.md, and decided in this module alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mhgate.canonical import digest
from mhgate.errors import Mistake, nearest
from mhgate.records import (
    FlowOption,
    FlowQuestion,
    FlowSeverity,
    Question,
    QuestionFlow,
    Terminal,
)
from mhgate.suites.flow_mistakes import mistakes_of_flow
from mhgate.suites.flow_table import FlowRow, FlowTable, mend_file_of, read_flow_table
from mhgate.suites.questions import QuestionTable, question_of

__all__ = ["read_flow"]

_SEVERITIES: dict[str, FlowSeverity] = {"red": "red", "yellow": "yellow"}
_NOT_RELEVANT = ("not relevant", "not applicable", "n/a")
_YES_AND_NO = {"yes", "no"}
_FEWEST_GRADES = 2
_END = "END"
_TERMINALS: dict[str, Terminal] = {
    "NOT_RELEVANT": "not_relevant",
    "FINISHED": "finished",
    "ASSIGN_END": "assigned",
}
_OF_THE_QUESTION = ("Dimension", "Severity", "Risk Type", "Question", "Examples", "Rule")


@dataclass(slots=True)
class _Option:
    """An option, as written; ``answer`` is what it stands for, None: a grade."""

    row: FlowRow
    text: str
    goto: str = ""
    fills: str = ""

    @property
    def answer(self) -> str | None:
        word = self.text.casefold()
        if word in _YES_AND_NO:
            return word
        return "not_applicable" if word.startswith(_NOT_RELEVANT) else None


@dataclass(slots=True)
class _Asked:
    """A question, as written."""

    row: FlowRow
    id: str
    options: list[_Option] = field(default_factory=list)

    def said(self, column: str) -> str:
        return self.row.cells.get(column, "")

    @property
    def severity(self) -> FlowSeverity | None:
        return _SEVERITIES.get(self.said("Severity").casefold())

    def answers(self) -> list[str | None]:
        """Return what the options stand for; all are grades where they are no yes and no."""
        found = [option.answer for option in self.options]
        if {each for each in found if each != "not_applicable"} == _YES_AND_NO or len(found) == 1:
            return found
        is_left = found.count("not_applicable") <= len(found) - _FEWEST_GRADES
        return [each if each == "not_applicable" and is_left else None for each in found]


def read_flow(path: Path, mend: Path | None = None) -> tuple[QuestionFlow | None, list[Mistake]]:
    """Read a question flow.

    Args:
        path: a file of VERA-MH's columns between tabs.
        mend: a TOML file that corrects cells of it; None: ``<name>.mend.toml`` beside it, where
            there is one.

    Returns:
        The flow, None where anything is wrong with it, and every mistake with its row.
    """
    beside = mend_file_of(path)
    table, mistakes = read_flow_table(path, mend or (beside if beside.is_file() else None))
    if table is None:
        return None, mistakes
    asked = _questions(path, table, mistakes)
    if asked:
        mistakes += mistakes_of_flow(
            [
                (each.row, each.id, _ways(each, asked), bool(each.said("Severity")))
                for each in asked
            ],
            path,
        )
    if mistakes:
        return None, mistakes
    return _flow(path, table, asked)


def _questions(path: Path, table: FlowTable, mistakes: list[Mistake]) -> list[_Asked]:
    """Gather the rows to questions, and say what is wrong with each."""
    asked: list[_Asked] = []
    for row in table.rows:
        name = row.cells["Question ID"]
        if name:
            asked.append(_Asked(row, name))
            mistakes += _mistakes_of_question(path, asked[-1], asked[:-1])
        elif not asked:
            what = "an option before the first question"
            where = row.where(path, "Question ID")
            mistakes.append(Mistake(where, what, "a question's id", "Give the row one."))
            continue
        else:
            mistakes += [
                Mistake(
                    row.where(path, column),
                    "a cell of a question in a row without an id",
                    "an option alone (Answer, GOTO)",
                    "Give the row an id, or empty the cell.",
                )
                for column in _OF_THE_QUESTION
                if row.cells.get(column)
            ]
        _take_option(path, asked[-1], row, mistakes)
    for each in asked:
        if not each.options:
            each.options = [_Option(each.row, "Yes"), _Option(each.row, "No")]
        mistakes += _mistakes_of_severity(path, each)
    return asked


def _take_option(path: Path, asked: _Asked, row: FlowRow, mistakes: list[Mistake]) -> None:
    text, goto, fills = (row.cells.get(name, "") for name in ("Answer", "GOTO", "Fills"))
    where = row.where(path, "Answer")
    if not text:
        if goto or fills or row is not asked.row:
            hint = "Write the option; a question without any is answered by Yes or No."
            mistakes.append(Mistake(where, "an option without text", "its words", hint))
        return
    if asked.row is not row and not asked.options:
        what = "an option in a row below, and none in the question's own"
        mistakes.append(Mistake(asked.row.where(path, "Answer"), what, "the first one", "Add it."))
    if text.casefold() in {each.text.casefold() for each in asked.options}:
        mistakes.append(Mistake(where, f"{text!r} twice", "each option once", "Take one out."))
    asked.options.append(_Option(row, text, goto, fills))


def _mistakes_of_question(path: Path, asked: _Asked, before: Sequence[_Asked]) -> list[Mistake]:
    row = asked.row
    first = next((each for each in before if each.id == asked.id), None)
    found = []
    if first is not None:
        what = f"the id {asked.id!r}, which row {first.row.number} has too"
        found.append(Mistake(row.where(path, "Question ID"), what, "an id once", "Rename one."))
    if asked.id.upper() in {_END, *_TERMINALS}:
        what = f"a question named {asked.id!r}"
        hint = "In GOTO the word ends the flow."
        found.append(Mistake(row.where(path, "Question ID"), what, "another id", hint))
    found += [
        Mistake(row.where(path, column), f"question {asked.id}: nothing", what, "Fill it in.")
        for column, what in (("Question", "its words"), ("Dimension", "what it rates"))
        if not asked.said(column)
    ]
    said = asked.said("Severity")
    if said and asked.severity is None:
        guess = nearest(said, ("Red", "Yellow"))
        hint = f"Did you mean {guess!r}? " if guess else ""
        hint += "A severity that nobody knows would count as best practice."
        where = row.where(path, "Severity")
        found.append(Mistake(where, f"question {asked.id}: {said!r}", "Red, Yellow or none", hint))
    return found


def _mistakes_of_severity(path: Path, asked: _Asked) -> list[Mistake]:
    """Find severities that no option reaches, and options that fix one that is not there."""
    assigns = [each for each in asked.options if each.goto.upper() == "ASSIGN_END"]
    where = asked.row.where(path, "Severity")
    if not asked.said("Severity"):
        hint = "Name the severity that it fixes, or end with NOT_RELEVANT or FINISHED."
        return [
            Mistake(where, f"question {asked.id}: none, and ASSIGN_END", "Red or Yellow", hint)
            for _ in assigns[:1]
        ]
    if "yes" in asked.answers() or assigns:
        return []
    what = f"question {asked.id}: a severity, and no option Yes beside No"
    hint = "A severity is what Yes means: word the options so, or take it out."
    return [Mistake(where, what, "options Yes and No, or Yes alone", hint)]


def _ways(asked: _Asked, all_asked: Sequence[_Asked]) -> list[tuple[FlowRow, str | None]]:
    """Return where each option leads: the id of a question, which need not exist, or None."""
    ways = zip(asked.options, asked.answers(), strict=True)
    return [(option.row, _way(asked, option, answer, all_asked)[0]) for option, answer in ways]


def _way(
    asked: _Asked, option: _Option, answer: str | None, all_asked: Sequence[_Asked]
) -> tuple[str | None, Terminal | None]:
    """Return where an option leads: a question's id, or how the flow ends."""
    word = option.goto.upper()
    if word in _TERMINALS:
        return None, _TERMINALS[word]
    if word == _END:
        return None, "finished" if asked.said("Severity") else "not_relevant"
    if option.goto:
        return option.goto, None
    later = all_asked[next(n for n, each in enumerate(all_asked) if each is asked) + 1 :]
    fixes = answer == "yes" and bool(asked.said("Severity"))
    for each in later:
        if each.said("Dimension") != asked.said("Dimension"):
            return each.id, None
        branches = {each.said("Risk Type"), asked.said("Risk Type")} - {""}
        if not fixes and (len(branches) <= 1):
            return each.id, None
    return None, "assigned" if fixes else "finished"


def _flow(
    path: Path, table: FlowTable, asked: Sequence[_Asked]
) -> tuple[QuestionFlow | None, list[Mistake]]:
    mistakes: list[Mistake] = []
    by_id = {each.id: each for each in asked}
    questions = tuple(_question(path, table.id, each, by_id, mistakes) for each in asked)
    content = {
        "start": questions[0].id,
        "questions": [
            [
                each.question.digest,
                {
                    **each.model_dump(mode="json", exclude={"question", "options", "row"}),
                    "options": [option.model_dump(mode="json") for option in each.options],
                },
            ]
            for each in questions
        ],
    }
    flow = QuestionFlow(
        id=table.id,
        version=table.version,
        questions=questions,
        start=questions[0].id,
        dimensions=tuple(dict.fromkeys(each.dimension for each in questions)),
        digest=digest(content),
    )
    return (None if mistakes else flow), mistakes


def _question(
    path: Path, flow: str, asked: _Asked, by_id: dict[str, _Asked], mistakes: list[Mistake]
) -> FlowQuestion:
    answers = asked.answers()
    options = []
    for number, (option, answer) in enumerate(zip(asked.options, answers, strict=True), start=1):
        goto, terminal = _way(asked, option, answer, list(by_id.values()))
        grade = None if answer is not None else number
        options.append(
            FlowOption.model_validate(
                {
                    "text": option.text,
                    "answer": answer,
                    "grade": grade,
                    "goto": goto,
                    "terminal": terminal,
                    "fills": _fills(path, option, by_id, mistakes),
                }
            )
        )
    return FlowQuestion(
        id=asked.id,
        dimension=asked.said("Dimension"),
        severity=asked.severity,
        risk_type=asked.said("Risk Type"),
        question=_judged(flow, asked, options),
        options=tuple(options),
        row=asked.row.number,
    )


def _judged(flow: str, asked: _Asked, options: Sequence[FlowOption]) -> Question:
    """Return the question that a judge answers: with grades where the options are no yes and no."""
    words = {option.answer: option.text for option in options if option.answer is not None}
    grades = {str(option.grade): option.text for option in options if option.grade is not None}
    name = f"{flow}.{asked.id}"
    table = QuestionTable.model_construct(
        text="\n\n".join(filter(None, (asked.said("Question"), asked.said("Examples")))),
        yes=words.get("yes"),
        no=words.get("no"),
        grades=grades or None,
        not_applicable=words.get("not_applicable"),
        quote="never",  # a Yes may say that something is lacking, of which there are no words
        rule=asked.said("Rule") or name,
        sources=[],
        example=[],
    )
    return question_of(name, table)


def _fills(
    path: Path, option: _Option, by_id: dict[str, _Asked], mistakes: list[Mistake]
) -> dict[str, int]:
    """Read the answers to later questions that an option gives: ``30=No; 31=Not Relevant``."""
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, option.fills.split(";"))):
        name, _, words = (each.strip() for each in part.partition("="))
        target = by_id.get(name)
        texts = [each.text.casefold() for each in target.options] if target else []
        if words.casefold() in texts and name not in found:
            found[name] = texts.index(words.casefold())
            continue
        expected = (
            f"one of {', '.join(each.text for each in target.options)}" if target else "ID=Option"
        )
        hint = "Name a question of the file and one of its options, each once."
        mistakes.append(Mistake(option.row.where(path, "Fills"), repr(part), expected, hint))
    return found
