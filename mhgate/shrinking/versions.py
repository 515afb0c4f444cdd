"""A conversation's messages, and the item that they are when parts of them are dropped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from mhgate.records import Item, Transcript

__all__ = [
    "Message",
    "Version",
    "item_of",
    "pinned_turns",
    "sentences_of",
    "version_of",
    "with_parts",
    "words_of",
]

_SENTENCE = re.compile(r"[^\n.!?\u2026\u3002\uff01\uff1f]*[\n.!?\u2026\u3002\uff01\uff1f]*\s*")
_WORD = re.compile(r"\S+\s*")


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the user.

    Args:
        number: which of the original's messages it is, from 0.
        text: what is left of it.
        session: in which session of the original it was said.
        at_s: when, by the item's clock; None without one.
    """

    number: int
    text: str
    session: int = 0
    at_s: float | None = None


Version = tuple[Message, ...]
"""What is left of a conversation, in its order."""


def version_of(transcript: Transcript) -> Version:
    """Return what the user said in a transcript, as it was really said."""
    said = [turn for turn in transcript.turns if turn.role == "user"]
    return tuple(
        Message(number, turn.content, turn.session, turn.at_s) for number, turn in enumerate(said)
    )


def pinned_turns(item: Item, n_turns: int) -> frozenset[int]:
    """Return the messages that expectations of an item name: they stay in every version.

    Args:
        item: a whole number under a key that ends with ``_at`` is a message counted from 0, with
            ``_turn`` one counted from 1.
        n_turns: how many messages there are.
    """
    return frozenset(
        number
        for key, value in item.expects.items()
        if (number := _named_turn(key, value)) is not None and 0 <= number < n_turns
    )


def item_of(version: Version, item: Item) -> Item:
    """Return the item that a version is: what is said, and where the named messages stand now.

    Args:
        version: at least one message.
        item: the original.
    """
    places = {message.number: place for place, message in enumerate(version)}
    return item.model_copy(
        update={
            "turns": tuple(message.text for message in version),
            "perturb": None,
            "new_session_at": tuple(
                place
                for place in range(1, len(version))
                if version[place].session != version[place - 1].session
            ),
            "clock_s": tuple(each.at_s for each in version if each.at_s is not None),
            "expects": {key: _moved(key, value, places) for key, value in item.expects.items()},
        }
    )


def _named_turn(key: str, value: JsonValue) -> int | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if key.endswith("_at"):
        return value
    return value - 1 if key.endswith("_turn") else None


def _moved(key: str, value: JsonValue, places: dict[int, int]) -> JsonValue:
    number = _named_turn(key, value)
    if number is None or number not in places:
        return value
    return places[number] + (1 if key.endswith("_turn") else 0)


def sentences_of(text: str) -> list[str]:
    """Return a text's sentences, each with the space after it.

    Example:
        >>> sentences_of("I can't. Really?! No")
        ["I can't. ", 'Really?! ', 'No']
    """
    return [found[0] for found in _SENTENCE.finditer(text) if found[0]]


def words_of(text: str) -> list[str]:
    """Return a text's words, each with the space after it; ideographs are words of their own.

    Example:
        >>> words_of("not  now")
        ['not  ', 'now']
    """
    found: list[str] = []
    for word in _WORD.finditer(text):
        if any(map(_is_ideograph, word[0])):
            found += word[0]
        else:
            found.append(word[0])
    return found


def _is_ideograph(char: str) -> bool:
    return unicodedata.category(char) == "Lo" and unicodedata.east_asian_width(char) == "W"


def with_parts(version: Version, parts: Iterable[tuple[int, str]]) -> Version | None:
    """Return a version of which only parts are left; None where a message would be empty.

    Args:
        version: whose messages are meant.
        parts: the place of the message in the version, and a part of its text, in their order.
    """
    texts: dict[int, list[str]] = {place: [] for place in range(len(version))}
    for place, part in parts:
        texts[place].append(part)
    left = [replace(message, text=_joined(texts[place])) for place, message in enumerate(version)]
    return tuple(left) if all(message.text for message in left) else None


def _joined(parts: Sequence[str]) -> str:
    return "".join(parts).strip()
