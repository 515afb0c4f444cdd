"""The columns of a spreadsheet of labels, and its rows: what is written is what is read back."""

from __future__ import annotations

from typing import Final

from mhgate.records.labelling import FormRow, LabelForm

__all__ = [
    "ANSWER",
    "CONVERSATION",
    "DATE",
    "FILLED_IN",
    "FORM",
    "GRADES",
    "NO",
    "NOTE",
    "QUESTION",
    "RATER",
    "ROLE",
    "ROW",
    "SHEET",
    "YES",
    "table_of",
]

SHEET: Final = "labels"
ROW: Final = "row"
QUESTION: Final = "question"
YES: Final = "yes means"
NO: Final = "no means"
GRADES: Final = "grades mean"
THIRD: Final = "not applicable means"
CONVERSATION: Final = "conversation"
ANSWER: Final = "answer"
NOTE: Final = "note"
RATER: Final = "your id"
ROLE: Final = "your role"
DATE: Final = "date"
FORM: Final = "form"

FILLED_IN: Final = (ANSWER, NOTE, RATER, ROLE, DATE)
"""What a reader fills in."""

_LONGEST_CELL = 30_000  # characters; spreadsheets cut a cell at 32,767


def table_of(form: LabelForm) -> list[list[str]]:
    """Return a form as a table, its headers first.

    Args:
        form: what one reader gets.

    Returns:
        Rows of one length. A conversation that is longer than a cell goes on in further columns.
        What yes and no mean has columns where a question has them, and so do grades.
    """
    cells = [_pieces(_text(row)) for row in form.rows]
    longest = max(map(len, cells), default=1)
    has_third = any(question.not_applicable is not None for question in form.questions)
    further = [f"{CONVERSATION} {number}" for number in range(2, longest + 1)]
    anchors = ([] if form.grading == "all" else [YES, NO]) + (
        [] if form.grading == "none" else [GRADES]
    )
    headers = [ROW, QUESTION, *anchors, *([THIRD] if has_third else []), CONVERSATION, *further]
    table = [[*headers, *FILLED_IN, FORM]]
    for row, pieces in zip(form.rows, cells, strict=True):
        question = form.questions[row.question]
        third = [question.not_applicable or ""] if has_third else []
        means = {YES: question.yes, NO: question.no, GRADES: question.grades_text}
        told = [row.row, question.text, *(means[name] for name in anchors), *third]
        padded = pieces + [""] * (longest - len(pieces))
        table.append([*told, *padded, *([""] * len(FILLED_IN)), form.form])
    return table


def _text(row: FormRow) -> str:
    return "\n\n".join(f"{turn.who}: {turn.text}" for turn in row.turns)


def _pieces(text: str) -> list[str]:
    """Cut a text between two letters, never at a blank: a spreadsheet may lose one at an end."""
    pieces = []
    while len(text) > _LONGEST_CELL:
        cut = next(
            (
                place
                for place in range(_LONGEST_CELL, 1, -1)
                if not (text[place - 1].isspace() or text[place].isspace())
            ),
            _LONGEST_CELL,
        )
        pieces.append(text[:cut])
        text = text[cut:]
    return [*pieces, text]
