"""Messages of a conversation -> the turns that are judged; what is left out is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from mhgate.errors import Mistake
from mhgate.importers.tally import Tally
from mhgate.records import Turn

__all__ = ["judged_turns", "mistake_of", "turns_of_messages"]

_ROLES = {"system": "system", "developer": "system", "user": "user", "assistant": "assistant"}
_TOOLS = {"tool", "function"}
_TEXT_PARTS = {"text": "text", "input_text": "text", "output_text": "text", "refusal": "refusal"}
_CALLS = ("tool_calls", "function_call")
_READ = {"role", "content", "refusal", *_CALLS}
_LONGEST = 60
_EXPECTED_MESSAGE = 'an object with "role" and "content"'


def judged_turns(
    turns: Sequence[Turn], where: str, noticed: Tally, *, keep_system: bool
) -> tuple[Turn, ...] | str:
    """Return the turns that are judged, or why there are none.

    What is judged ends with the product's last reply.

    Args:
        turns: all of a conversation, in order.
        where: the row's place.
        noticed: where it is counted what was taken out.
        keep_system: whether system turns stay.
    """
    kept = [turn for turn in turns if keep_system or turn.role != "system"]
    if len(kept) < len(turns):
        noticed.add("a system turn, kept out of what is judged", where, n=len(turns) - len(kept))
    last = max((place for place, turn in enumerate(kept) if turn.role == "assistant"), default=-1)
    if last < 0:
        return "no reply of the product"
    if last + 1 < len(kept):
        n_after = len(kept) - last - 1
        noticed.add("a turn after the last reply, not answered and not judged", where, n=n_after)
    kept = kept[: last + 1]
    if not any(turn.role == "user" and turn.content.strip() for turn in kept):
        return "nothing that a person said"
    if any(turn.role == "assistant" and not turn.content.strip() for turn in kept):
        noticed.add("an empty reply, judged as one: it meets no criterion", where)
    return tuple(kept)


def turns_of_messages(
    messages: Any, where: str, noticed: Tally
) -> tuple[list[Turn], str | None] | list[Mistake]:
    """Read messages as OpenAI's API writes them.

    Args:
        messages: the value of the key ``messages``.
        where: the row's place.
        noticed: where it is counted what was not used.

    Returns:
        The turns, with the reason why the row cannot be judged where there is one; or the mistakes.
    """
    if not isinstance(messages, list) or not messages:
        hint = "A row holds a whole conversation."
        return [mistake_of(f"{where} (messages)", messages, "an array of messages", hint)]
    turns: list[Turn] = []
    mistakes: list[Mistake] = []
    foreign: list[str] = []
    for number, message in enumerate(messages):
        found = _turn(message, f"{where} (messages[{number}])", where, noticed)
        if isinstance(found, Mistake):
            mistakes.append(found)
        elif isinstance(found, _Foreign):
            foreign.append(f"a part that is no text ({found.kind})")
        elif found is not None:
            turns.append(found)
    return mistakes or (turns, foreign[0] if foreign else None)


@dataclass(frozen=True, slots=True)
class _Foreign:
    """A part of a message that is no text, an image say."""

    kind: str


def _turn(message: Any, place: str, where: str, noticed: Tally) -> Turn | Mistake | _Foreign | None:
    """Return a message's turn; None where nobody said anything in it."""
    role = message.get("role") if isinstance(message, dict) else None
    if not isinstance(message, dict) or not isinstance(role, str):
        return mistake_of(place, message, _EXPECTED_MESSAGE, "Mend the row.")
    if role in _TOOLS:
        noticed.add("a message of a tool, which nobody said", where)
        return None
    if role not in _ROLES:
        known = ", ".join([*_ROLES, *sorted(_TOOLS)])
        return mistake_of(f"{place}.role", role, f"one of {known}", "Mend the row.")
    for key in sorted(set(message) - _READ):
        noticed.add(f"the key {key!r} of a message, not read", where)
    content = message.get("content")
    if content is None:
        content = message.get("refusal")
    if any(message.get(key) for key in _CALLS):
        noticed.add("a call of a tool, which nobody said", where)
        if content is None:
            return None
    return _said(_ROLES[role], content, f"{place}.content")


def _said(role: str, content: Any, place: str) -> Turn | Mistake | _Foreign:
    text = _joined(content, place) if isinstance(content, list) else content
    if isinstance(text, Mistake | _Foreign):
        return text
    try:
        return Turn.model_validate({"role": role, "content": text}, strict=True)
    except ValidationError:
        hint = "A reply that was empty is the empty text, not null."
        return mistake_of(place, content, "text, or an array of parts", hint)


def _joined(parts: list[Any], place: str) -> str | Mistake | _Foreign:
    texts = []
    for part in parts:
        kind = part.get("type") if isinstance(part, dict) else None
        if not isinstance(kind, str):
            return mistake_of(place, part, 'parts with a "type"', "Mend the row.")
        if kind not in _TEXT_PARTS:
            return _Foreign(kind[:_LONGEST])
        text = part.get(_TEXT_PARTS[kind])
        if not isinstance(text, str):
            return mistake_of(place, text, "text in the part", "Mend the row.")
        texts.append(text)
    return "\n".join(texts)


def mistake_of(where: str, found: Any, expected: str, hint: str) -> Mistake:
    """Return a mistake that shows what stands there, shortened."""
    text = "nothing" if found is None else repr(found)
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}..."
    return Mistake(where, text, expected, hint)
