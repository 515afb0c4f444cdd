"""A reply -> what it says about each question, or why it says nothing: fail-closed.

docs/reference/llm_judge.md lists every form that a reply can take, with its one outcome; a test
holds the list to what is read here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from mhgate.judges.llm.marks import Marks, readings, squeezed
from mhgate.judges.llm.objects import Found, find_objects, without_thinking
from mhgate.judges.llm.outcomes import Trouble
from mhgate.judges.scales import off_scale
from mhgate.records import Question, Turn
from mhgate.records.came_back import without_surrogates

__all__ = ["ANSWER_SCHEMA", "PARSER_VERSION", "Said", "SaidQuote", "read_reply"]

PARSER_VERSION = "5"
"""Goes up with every change to what a reply is read as; it is part of a judge's fingerprint."""

_CUT = frozenset(
    {"length", "maxtokens", "maxoutputtokens", "modellength", "modelcontextwindowexceeded"}
)
_ENDS = {
    **dict.fromkeys(
        ("contentfilter", "contentfiltered", "safety", "recitation", "prohibitedcontent"),
        ("content_filter", "the provider's content filter cut the reply"),
    ),
    "refusal": ("refused", "the model's provider reports a refusal"),
    "error": ("broken_off", "the endpoint says that the reply ended in an error"),
}
"""What ends a reply that is no answer, whatever it holds; providers spell it in several ways."""

_VERDICT_OF_GRADES = (
    "input should be a whole number, without quotation marks, where the question is graded, and "
    "'yes', 'no' or 'not_applicable' elsewhere"
)
_MOST_QUOTES = 20
_MOST_ANSWERS = 100


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class SaidQuote(_Strict):
    """Words that a judge says stand in a turn; the first turn is 1."""

    turn: Annotated[int, Field(ge=1)]
    text: Annotated[str, Field(min_length=1)]

    @field_validator("text", mode="before")
    @classmethod
    def _is_text(cls, text: object) -> object:
        return without_surrogates(text)


class Said(_Strict):
    """What a reply says about one question; nothing in it is verified yet.

    The verdict on a graded question is its grade, a whole number.
    """

    question: str
    explanation: str
    quotes: Annotated[list[SaidQuote], Field(max_length=_MOST_QUOTES)]
    verdict: Literal["yes", "no", "not_applicable"] | int
    confidence: Annotated[float, Field(ge=0, le=1)]

    @field_validator("explanation", mode="before")
    @classmethod
    def _is_text(cls, explanation: object) -> object:
        return without_surrogates(explanation)


class _Reply(_Strict):
    token: str
    answers: Annotated[list[Said], Field(min_length=1, max_length=_MOST_ANSWERS)]


def _schema() -> dict[str, Any]:
    """Return the schema in the plain form that servers with structured output understand."""
    quote = _closed({"turn": {"type": "integer"}, "text": {"type": "string"}})
    said = {
        "question": {"type": "string"},
        "explanation": {"type": "string"},
        "quotes": {"type": "array", "items": quote},
        "verdict": {
            "anyOf": [
                {"type": "string", "enum": ["yes", "no", "not_applicable"]},
                {"type": "integer"},
            ]
        },
        "confidence": {"type": "number"},
    }
    answers = {"type": "array", "items": _closed(said)}
    return _closed({"token": {"type": "string"}, "answers": answers})


def _closed(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


ANSWER_SCHEMA: Mapping[str, Any] = _schema()
"""The JSON Schema of an answer, for ``response_format``; reading is stricter than it."""


def read_reply(reply: Turn, marks: Marks, asked: Sequence[Question]) -> dict[str, Said | Trouble]:
    """Read a reply.

    Args:
        reply: the judge's turn.
        marks: of the call that it answers.
        asked: the questions, no two of them with one id.

    Returns:
        By the question's id what the reply says about it, or why it says nothing.
    """
    ids = [question.id for question in asked]
    trouble, said = _entries(reply, marks, asked)
    if trouble is None and not {each.question for each in said} <= set(ids):
        trouble = Trouble("wrong_question", "answers holds a question that was not asked")
    if trouble is not None:
        return dict.fromkeys(ids, trouble)
    return {question.id: _about(question, said) for question in asked}


def _about(question: Question, said: Sequence[Said]) -> Said | Trouble:
    name = question.id
    mine = [each for each in said if each.question == name]
    if not mine:
        return Trouble("missing_answer", f"answers holds no entry for {name}")
    if len({each.verdict for each in mine}) > 1:
        return Trouble("contradictory", f"{name} was answered with more than one verdict")
    verdict = mine[0].verdict
    if isinstance(verdict, int):
        why_not = off_scale(question, "graded", verdict)
    else:
        why_not = off_scale(question, verdict)
    return mine[0] if why_not is None else Trouble("wrong_scale", f"{name}: {why_not}")


def _entries(
    reply: Turn, marks: Marks, asked: Sequence[Question]
) -> tuple[Trouble | None, list[Said]]:
    text = without_thinking(reply.content)
    trouble = _withheld(reply, text)
    if trouble is None and _holds(marks.private, text):
        trouble = Trouble("forged", "the reply holds the private mark, which it must never write")
    if trouble is not None:
        return trouble, []
    found, inexact = find_objects(text)
    mine = [each for each in found if each.value.get("token") == marks.token]
    if not mine:
        return Trouble("malformed_answer", _why_none(found, inexact)), []
    if inexact is not None and marks.token in _beside(text, mine):
        what = f"an object beside the answer has its token and is no exact JSON: {inexact}"
        return Trouble("malformed_answer", what), []
    said: list[Said] = []
    for each in mine:
        try:
            said += _Reply.model_validate(each.value).answers
        except ValidationError as error:
            takes_grades = any(question.is_graded for question in asked)
            return Trouble("malformed_answer", _explained(error, takes_grades=takes_grades)), []
    return None, said


def _holds(mark: str, text: str) -> bool:
    """Return whether a mark stands in a text, or in what it says once its escapes are read."""
    return any(mark in squeezed(each) for each in readings(text))


def _beside(text: str, found: Sequence[Found]) -> str:
    """Return what a reply holds beside some objects of it."""
    ends = [0, *(each.end for each in found)]
    starts = [*(each.start for each in found), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def _withheld(reply: Turn, text: str) -> Trouble | None:
    """Return why there is nothing to read, as the provider or the reply itself shows it."""
    if reply.flags.get("refusal"):
        return Trouble("refused", "the model's provider reports a refusal")
    ended = squeezed(reply.finish_reason or "").removeprefix("finishreason")
    if ended in _ENDS:
        return Trouble(*_ENDS[ended])
    is_cut = ended in _CUT
    if not text.strip():
        what = "nothing but thinking" if reply.content.strip() else "nothing"
        why = ", and its tokens were spent: raise max_tokens" if is_cut else ""
        return Trouble("empty_answer", f"the reply says {what}{why}")
    if is_cut:
        return Trouble("truncated_answer", "the reply was cut at its most tokens: raise max_tokens")
    read = reply if text == reply.content else Turn(role="assistant", content=text)
    if not read.is_readable:
        return Trouble("unreadable_answer", "the reply is a web page or no words")
    return None


def _why_none(found: Sequence[Found], inexact: str | None) -> str:
    if inexact is not None:
        return f"no exact JSON: {inexact}"
    if not found:
        return "no JSON object in the reply, on its own"
    return "no JSON object with the answer token of this call"


def _explained(error: ValidationError, *, takes_grades: bool) -> str:
    """Say what is wrong with an object, without a word that it holds."""
    detail = error.errors(include_input=False, include_url=False)[0]
    place = ""
    known = {*_Reply.model_fields, *Said.model_fields, *SaidQuote.model_fields}
    for step in detail["loc"]:
        if isinstance(step, int):
            place += f"[{step}]"
        elif step in known:
            place += f".{step}" if place else step
    where = place or "the object"
    if detail["type"] == "extra_forbidden":
        return f"{where} has a key that the answer does not have"
    if takes_grades and "verdict" in detail["loc"] and detail["type"] != "missing":
        return f"{where}: {_VERDICT_OF_GRADES}"
    return f"{where}: {detail['msg'][:1].lower()}{detail['msg'][1:]}"
