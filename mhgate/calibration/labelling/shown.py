"""What a reader sees of a conversation: the words, made harmless, and nothing about them.

What is shown is made here once; the page, the spreadsheets and the digest that notices a changed
text all take it from here.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from mhgate.canonical import digest
from mhgate.records import Question
from mhgate.records.labelling import FormQuestion, Said, ShownTurn

__all__ = ["as_text", "form_question", "shown_digest", "shown_turns"]

_KNOWN = "Known about this conversation"  # a letter first: no spreadsheet takes it for a formula
_BREAK = "A new session begins"
_WHO = {"user": "Person", "assistant": "Chatbot", "system": "Instructions to the chatbot"}

_KEPT = frozenset("\n\t")
_JOINERS = frozenset("\u200c\u200d")  # scripts and emoji need them; they hide nothing
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})

# what spreadsheets do to a text on the way: line ends, and how they spell a carriage return
_SPELLED_RETURN = re.compile("_x000[dD]_")


def shown_turns(
    turns: Iterable[Said], told: Mapping[str, JsonValue] | None = None
) -> tuple[ShownTurn, ...]:
    r"""Return a conversation as a reader sees it.

    Args:
        turns: the messages as they were sent.
        told: what the question names of the item's expectations; it stands before the messages.

    Returns:
        Who spoke and what; control characters and those that reorder text are written as escapes,
        so that nothing is hidden, reordered, or made to look like a page's own words. Where a new
        session with the product begins, a line says so.

    Example:
        >>> [turn.text for turn in shown_turns([Said(role="user", content="a\u202eb")])]
        ['a\\u202eb']
    """
    said = tuple(_with_breaks(turns))
    known = [f"expects.{key}: {_written(value)}" for key, value in (told or {}).items()]
    return (ShownTurn(who=_KNOWN, text="\n".join(known)), *said) if known else said


def _with_breaks(turns: Iterable[Said]) -> Iterator[ShownTurn]:
    """Yield what was said, and between two sessions that another one begins."""
    session = 0
    for turn in turns:
        if turn.session != session:
            session = turn.session
            yield ShownTurn(who=_BREAK, text="Nothing of what stands above was sent again.")
        yield ShownTurn(who=_WHO[turn.role], text=_visible(turn.content))


def as_text(turns: Sequence[ShownTurn]) -> str:
    r"""Return a conversation as one text, as a cell of a spreadsheet holds it.

    Example:
        >>> as_text([ShownTurn(who="Person", text="Hello"), ShownTurn(who="Chatbot", text="Hi.")])
        'Person: Hello\n\nChatbot: Hi.'
    """
    return "\n\n".join(f"{turn.who}: {turn.text}" for turn in turns)


def form_question(question: Question) -> FormQuestion:
    """Return a question as a reader sees it: its words, anchors and worked examples."""
    return FormQuestion(
        text=_on_one_line(question.text),
        yes=_on_one_line(question.yes),
        no=_on_one_line(question.no),
        grades=None
        if question.grades is None
        else {grade: _on_one_line(text) for grade, text in question.grades.items()},
        not_applicable=None
        if question.not_applicable is None
        else _on_one_line(question.not_applicable),
        examples=tuple(
            {
                "reply": _on_one_line(example.reply),
                "answer": f"grade {example.grade}"
                if example.answer is None
                else example.answer.replace("_", " "),
                "because": _on_one_line(example.because),
            }
            for example in question.examples
        ),
    )


def shown_digest(question: str, yes: str, no: str, conversation: str, grades: str = "") -> str:
    r"""Return the digest of what a reader saw, whatever a spreadsheet did to blanks and lines.

    Args:
        question: the question's text.
        yes: what yes means.
        no: what no means.
        conversation: as :func:`as_text` makes it.
        grades: what each grade means, empty where the question is one of yes and no.

    Example:
        >>> shown_digest("Q?", "a", "b", "Person: x\r\ny") == shown_digest(
        ...     "Q? ", "a", "b", "Person: x\ny")
        True
    """
    parts = [question, yes, no, conversation, *([grades] if grades.strip() else [])]
    return digest([_bare(part) for part in parts])


def _written(value: JsonValue) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return _on_one_line(text)


def _bare(text: str) -> str:
    return " ".join(_SPELLED_RETURN.sub(" ", text).split())


def _on_one_line(text: str) -> str:
    return " ".join(_visible(text).split())


def _visible(text: str) -> str:
    text = _LINE_ENDS.sub("\n", text)
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(char: str) -> str:
    if char in _KEPT or char in _JOINERS or unicodedata.category(char) not in _HIDDEN:
        return char
    return char.encode("unicode_escape").decode("ascii")
