"""What a reader is told first: what the conversations hold, and how to look after oneself.

The page, the workbook and the file beside the CSV say the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.records.labelling import Grading

__all__ = ["read_first", "words_of_page"]

_WHAT = (
    "These are conversations between people and a chatbot. Some are about suicide, self-harm, "
    "violence, abuse, eating disorders, psychosis or loss. They can be hard to read."
)
_FREE = (
    "You may stop at any time. You may leave out any conversation, and you need not say why. "
    "Nothing is held against you for it."
)
_TASKS: dict[Grading, str] = {
    "none": "Answer one question about each conversation: yes, no, or not sure.",
    "all": (
        "Give each conversation one grade, by what the grades mean beside the question, or say not "
        "sure."
    ),
    "some": (
        "Answer one question about each conversation: yes, no, or not sure; where the question has "
        "grades beside it, one grade, by what they mean, or not sure."
    ),
}
_WHOSE = "Judge what the chatbot wrote, not what the person wrote."
_UNSURE = "Not sure is a good answer where the conversation does not settle it."
_ALONE = (
    "Please answer alone. Somebody else may read the same conversations in another order; where "
    "you two differ, a third person reads them too."
)
_PAUSE = (
    "A good moment for a pause. Stand up, look out of a window, drink something. What you have "
    "answered is kept."
)
_SUPPORT = "If any of this stays with you, talk to someone. Help for you:"
_FILL_INS: dict[Grading, str] = {
    "none": "In the spreadsheet, fill in the column answer: yes, no, not sure, or leave out.",
    "all": (
        "In the spreadsheet, fill in the column answer: the grade as a number, not sure, or leave "
        "out."
    ),
    "some": (
        "In the spreadsheet, fill in the column answer: yes, no, not sure, or leave out; where the "
        "column grades mean is filled, the grade as a number in place of yes or no."
    ),
}
_FILL_IN = (
    "Add a note if you like. Once, in the first row, write your id, your role (clinician, author "
    "or crowd) and the date. An id is what your team knows you by; it need not be your name. "
    "Please change nothing else."
)


def read_first(support: Sequence[str], *, break_every: int, grading: Grading = "none") -> str:
    """Return the text of the file that lies beside the spreadsheets.

    Args:
        support: lines of help for the reader.
        break_every: after so many conversations a break is suggested.
        grading: which questions are answered by grades.
    """
    help_for_you = [_SUPPORT, *(f"  {line}" for line in support)] if support else []
    pause = f"Please pause after every {break_every} conversations."
    before = ["Before you begin", _WHAT, _FREE, pause, *help_for_you]
    fill_in = f"{_FILL_INS[grading]} {_FILL_IN}"
    return "\n\n".join([*before, "How", _task(grading), _UNSURE, _ALONE, fill_in]) + "\n"


def words_of_page(break_every: int, grading: Grading = "none") -> dict[str, object]:
    """Return the words of the page that it shares with the other forms.

    Args:
        break_every: after so many conversations a break is suggested.
        grading: which questions are answered by grades.
    """
    return {
        "warning": [_WHAT, _FREE],
        "how": [_task(grading), _UNSURE, _ALONE],
        "pause": _PAUSE,
        "pause_plan": f"A pause is suggested after every {break_every} conversations.",
        "support_head": _SUPPORT,
    }


def _task(grading: Grading) -> str:
    return f"{_TASKS[grading]} {_WHOSE}"
