"""A reply -> the person's message, and whether it is the last; or why it is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.patients.playing.breaches import Breach
from mhgate.records import Turn

__all__ = ["END_MARK", "Message", "read_message"]

END_MARK = "[END]"
"""What the model writes where the person stops writing."""

_MARKED = re.compile(r"\[\s*end\s*\]", re.IGNORECASE)
_THOUGHT = re.compile(r"<(think|thinking|thought)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_QUOTED = re.compile(r'\A["\u201c](?P<inside>[^"\u201c\u201d]*)["\u201d]\Z', re.DOTALL)
_CUT = frozenset(
    {"length", "maxtokens", "maxoutputtokens", "modellength", "modelcontextwindowexceeded"}
)
_ENDED = {
    **dict.fromkeys(
        ("contentfilter", "contentfiltered", "safety", "recitation", "prohibitedcontent"),
        "patient_filtered",
    ),
    "refusal": "patient_refused",
    "error": "patient_broken_off",
}


@dataclass(frozen=True, slots=True)
class Message:
    """What the person writes.

    Args:
        text: may be empty only where it is the last.
        is_last: whether the person stops writing after it.
    """

    text: str
    is_last: bool = False


def read_message(reply: Turn) -> Message | Breach:
    """Read a reply.

    Args:
        reply: the model's turn. Thinking between its marks is left out, and so are quotation marks
            around the whole.
    """
    ended = re.sub(r"[\W_]+", "", (reply.finish_reason or "").casefold())
    ended = ended.removeprefix("finishreason")
    text = _THOUGHT.sub("", reply.content).strip()
    marks = list(_MARKED.finditer(text))
    kind = None
    if reply.flags.get("refusal") or ended in _ENDED:
        kind = _ENDED.get(ended, "patient_refused")
    elif not text:
        kind = "patient_empty"
    elif ended in _CUT:
        kind = "patient_truncated"
    elif len(marks) > 1 or (marks and text[marks[0].end() :].strip()):
        kind = "patient_marked_wrongly"
    return _message(text, marks) if kind is None else Breach(kind)


def _message(text: str, marks: Sequence[re.Match[str]]) -> Message | Breach:
    """Return the words before the end mark."""
    if marks:
        text = text[: marks[0].start()].strip()
        if not text:
            return Message("", is_last=True)
    if quoted := _QUOTED.match(text):
        text = quoted["inside"].strip()
    if not text:
        return Breach("patient_empty")
    if not Turn(role="user", content=text).is_readable:
        return Breach("patient_unreadable")
    return Message(text, is_last=bool(marks))
