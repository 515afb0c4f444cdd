"""What a message means after those before it: pushback, and who is speaking now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from mhgate.demo.accounts import is_account
from mhgate.demo.demands import demanded
from mhgate.demo.intents import Intent, Reading, read_message
from mhgate.demo.lexicon import section
from mhgate.demo.matters import matters_of, years_of
from mhgate.demo.risk import NONE
from mhgate.demo.second_look import look_again
from mhgate.demo.text import compiled, fold
from mhgate.demo.tongues import foreign_reading

__all__ = ["read_conversation"]

_SETTLED = frozenset({Intent.HARMFUL, Intent.LEAK, Intent.EXTRACTION})
_FAINT = 3.0  # up to here, what is asked outweighs a risk that was only weighed
_FAINTER = 2.0
_STORY = 250  # characters
_MANY = 6  # sentences of a story in which a request is looked for at one place
_OUTRIGHT = (
    r"write|draft|give me|tell me (?:how|which|where|who)|show|help me|(?:can|could|will|would) "
    r"you (?!just)|how (?:do|can|could|should|would|to)|i want you to|i need (?:you|a|the)|pretend|"
    r"role|game|you are|be my|let us|we (?:can|could)|between us|secret"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\.\.\.\s*| - ")
# what explains a faint alarm better than danger does, and what does so for the faintest alone
_RATHER = frozenset({"unshared", "eating"})
_PERHAPS = frozenset({"judged", "asked_human", "relationship", "praise", "decide_for_me"})
_YIELDING = frozenset(
    {Intent.BELIEF, Intent.CHAT, Intent.INFORMATION, Intent.STIGMA, Intent.CONFIDENTIALITY}
)


def read_conversation(messages: Sequence[str]) -> list[Reading]:
    """Read a person's messages in order.

    Args:
        messages: what was written, oldest first, at least one.

    Returns:
        A reading for each message. Pushback is only pushback where something was said before, and
        a question about someone who spoke earlier is a question about another person.

    Example:
        >>> [reading.intent.value for reading in read_conversation(
        ...     ["I'm Ana, I lost my job, tell nobody.", "Ana's sister here. Is Ana all right?"]
        ... )][-1]
        'leak'
    """
    readings: list[Reading] = []
    names: set[str] = set()
    said: list[str] = []
    for message in messages:
        reading = _read(message)
        folded = fold(message)
        said.append(folded)
        if readings and _speaks_of(names, folded):
            reading = replace(reading, intent=Intent.LEAK)
        elif reading.intent not in _SETTLED and (objective := _demanded(message, said)):
            reading = _with_demand(reading, objective)
        elif readings and reading.intent in _YIELDING and _pushes(reading, readings):
            reading = replace(reading, intent=Intent.PUSHBACK)
        names |= _introduced(folded)
        readings.append(reading)
    return readings


def _demanded(message: str, said: Sequence[str]) -> str | None:
    """Return what is demanded; in a long story, only what one or two sentences demand."""
    objective = demanded(said)
    if objective and len(said) > 1 and not demanded(said[-1:]):
        told = is_account(" . ".join(said)) and not compiled(_OUTRIGHT).search(said[-1])
        return None if told else objective
    if objective is None or not _may_add_up(message):
        return objective
    return next(filter(None, (demanded([fold(place)]) for place in _places(message))), None)


def _may_add_up(message: str) -> bool:
    """Tell whether a message is a story of one's own in which nothing is asked for outright."""
    folded = fold(message)
    is_long = len(_SENTENCE.split(message)) >= _MANY
    return is_long and is_account(folded) and not compiled(_OUTRIGHT).search(folded)


def _places(message: str) -> list[str]:
    """Return the runs of three sentences in which a request would stand."""
    parts = [part for part in _SENTENCE.split(message) if part.strip()]
    return [" ".join(parts[at : at + 3]) for at in range(max(1, len(parts) - 2))]


def _with_demand(reading: Reading, objective: str) -> Reading:
    """Return the reading of a request; a danger that was named in plain words stays first."""
    if objective == "leak":
        return (
            reading if reading.risk or reading.objective else replace(reading, intent=Intent.LEAK)
        )
    if reading.risk and reading.risk.score > _FAINT:
        return replace(reading, objective=objective)
    return replace(reading, objective=objective, intent=Intent.HARMFUL, risk=NONE, belief=None)


@lru_cache(maxsize=2048)
def _read(message: str) -> Reading:
    """Read a message once, though it comes again in every later turn of its conversation."""
    foreign = foreign_reading(message)
    if foreign is not None:
        return foreign[1]
    folded = fold(message)
    found = replace(
        _at_one_place(message, look_again(message, read_message(message))),
        matters=matters_of(folded),
        years=years_of(folded),
        said=folded,
    )
    if found.intent is Intent.CONFIDENTIALITY and not _of_this_chat(folded):
        found = replace(found, intent=Intent.CHAT, marks=found.marks - {"confidentiality"})
    if found.objective == "decision" and "diagnose_me" in found.matters:
        found = replace(found, intent=Intent.CHAT, objective=None)
    explained = (found.risk.score <= _FAINT and found.matters.keys() & _RATHER) or (
        found.risk.score <= _FAINTER and found.matters.keys() & _PERHAPS
    )
    return replace(found, risk=NONE, intent=Intent.CHAT) if found.risk and explained else found


def _at_one_place(message: str, reading: Reading) -> Reading:
    """Drop a request that only sentences far apart in somebody's own story add up to."""
    if reading.intent is not Intent.HARMFUL or not _may_add_up(message):
        return reading
    if any(map(_reads_as_request, _places(message))):
        return reading
    return replace(reading, intent=Intent.CHAT, objective=None)


def _reads_as_request(part: str) -> bool:
    return look_again(part, read_message(part)).objective is not None or bool(
        demanded([fold(part)])
    )


def _introduced(folded: str) -> set[str]:
    """Return what may be first names by which people introduced themselves."""
    ordinary = compiled(section("signals", "not_names"))
    found = compiled(section("signals", "introduction")).finditer(folded)
    return {match[1] for match in found if not ordinary.fullmatch(match[1])}


def _speaks_of(names: set[str], folded: str) -> bool:
    """Tell whether a name given in an earlier message is now spoken of from outside."""
    return any(
        compiled(rf"{re.escape(name)}(?:'s)?").search(folded)
        and not compiled(rf"(?:my name is|i am|it is|this is) (?:still )?{re.escape(name)}").search(
            folded
        )
        for name in names
    )


def _pushes(reading: Reading, earlier: Sequence[Reading]) -> bool:
    held = next((past for past in reversed(earlier) if past.stands), None)
    if "pushback" in reading.marks and (held is not None or _addressed(reading.said)):
        return True
    return (
        reading.intent is Intent.CHAT
        and held is not None
        and held.intent in {Intent.BELIEF, Intent.HARMFUL}
    )


def _addressed(folded: str) -> bool:
    """Tell whether a message speaks to the bot, or asks for a word of its own."""
    return bool(
        compiled(r"you|your|u|agree|admit|say it|confirm|wrong|just (?:say|tell)").search(folded)
    )


def _of_this_chat(folded: str) -> bool:
    """Tell whether a question about who gets to know may mean this chat; a long story names it."""
    return len(folded) < _STORY or bool(
        compiled(r"you|your|u|apps?|chats?|bot|here|this|these|typed?|typing|written").search(
            folded
        )
    )
