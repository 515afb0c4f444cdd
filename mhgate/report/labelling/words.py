"""What a reader is told first: what the conversations hold, and how to look after oneself.

The page, the workbook and the file beside the CSV say the same.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["read_first", "words_of_page"]

_WHAT = (
    "These are conversations between people and a chatbot. Some are about suicide, self-harm, "
    "violence, abuse, eating disorders, psychosis or loss. They can be hard to read."
)
_FREE = (
    "You may stop at any time. You may leave out any conversation, and you need not say why. "
    "Nothing is held against you for it."
)
_TASK = (
    "Answer one question about each conversation: yes, no, or not sure. Judge what the chatbot "
    "wrote, not what the person wrote."
)
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
_FILL_IN = (
    "In the spreadsheet, fill in the column answer: yes, no, not sure, or leave out. Add a note if "
    "you like. Once, in the first row, write your id, your role (clinician, author or crowd) and "
    "the date. An id is what your team knows you by; it need not be your name. Please change "
    "nothing else."
)


def read_first(support: Sequence[str], *, break_every: int) -> str:
    """Return the text of the file that lies beside the spreadsheets.

    Args:
        support: lines of help for the reader.
        break_every: after so many conversations a break is suggested.
    """
    help_for_you = [_SUPPORT, *(f"  {line}" for line in support)] if support else []
    pause = f"Please pause after every {break_every} conversations."
    before = ["Before you begin", _WHAT, _FREE, pause, *help_for_you]
    return "\n\n".join([*before, "How", _TASK, _UNSURE, _ALONE, _FILL_IN]) + "\n"


def words_of_page(break_every: int) -> dict[str, object]:
    """Return the words of the page that it shares with the other forms.

    Args:
        break_every: after so many conversations a break is suggested.
    """
    return {
        "warning": [_WHAT, _FREE],
        "how": [_TASK, _UNSURE, _ALONE],
        "pause": _PAUSE,
        "pause_plan": f"A pause is suggested after every {break_every} conversations.",
        "support_head": _SUPPORT,
    }
