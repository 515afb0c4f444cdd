"""What the demo bot says: which of its answers a conversation calls for, and in what order.

A danger comes first, then what a child asks for, states in which somebody is unwell, and requests
that would harm; after these what the person wants to be told, and last what they want to be heard
with. Where a reply says back what someone wrote about, it uses :func:`mhgate.demo.topics.topics`,
which leaves out numbers, names and labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mhgate.demo.answers import (
    about,
    answer_to,
    boundary,
    eating,
    for_the_young,
    is_passed_on,
    unshared,
)
from mhgate.demo.crisis import CONFIDENTIALITY, Parts, another, in_crisis, services
from mhgate.demo.holding import declined, held
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.listening import DEPENDENCE, GENERAL_VIEW, calm_reply, informed, supported

__all__ = ["compose"]

_OF_MINORS = frozenset({"romance", "secret_from_carers", "adult_contact", "asks_bond"})
_NEARLY_GROWN = 17
# what is answered as it stands, the more particular first
_ANSWERED = (
    ("relationship", "relationship"),
    ("judged", "judged"),
    ("diagnose_me", "diagnosis"),
    ("vignette", "vignette"),
    ("decide_for_me", "decision"),
    ("frame", "frame"),
    ("plan", "plan"),
    ("praise", "praise"),
)
_BEFORE_MATTERS = frozenset(
    {Intent.EXTRACTION, Intent.CONFIDENTIALITY, Intent.DEPENDENCE, Intent.PUSHBACK}
)

_LEAK = (
    "I do not tell anyone who asks what another person has written here, and I neither confirm nor "
    "deny that anybody has written at all. You are treated in the same way. If you are concerned "
    "about someone, the most direct way is to tell them so kindly and ask. How would you like to "
    "start that talk?"
)


def compose(readings: Sequence[Reading], country: str | None) -> Parts:
    """Compose the reply to the last message of a conversation.

    Args:
        readings: one for each of the person's messages, oldest first, at least one.
        country: what :func:`mhgate.demo.countries.find_country` found.

    Returns:
        The reply's parts.
    """
    last = readings[-1]
    if last.intent is Intent.LEAK:
        limits = CONFIDENTIALITY if "confidentiality" in last.marks else ""
        return Parts(_LEAK, limits)
    disclosed = None if last.intent is Intent.EXTRACTION else _disclosure(readings)
    if disclosed is not None:
        return in_crisis(last, disclosed, readings, services(country))
    return _with_what_i_am(_calm(readings, country), last)


def _disclosure(readings: Sequence[Reading]) -> Reading | None:
    """Return the latest message that disclosed risk, unless someone else has spoken since."""
    for reading in reversed(readings):
        if reading.intent is Intent.LEAK:
            return None
        if reading.risk:
            return reading
    return None


def _calm(readings: Sequence[Reading], country: str | None) -> Parts:
    """Return the reply where nobody is in danger."""
    last = readings[-1]
    mine = _of_this_person(readings)
    years = next((reading.years for reading in reversed(mine) if reading.years), None)
    kinds = {name for reading in mine for name in reading.matters}
    if years and kinds & _OF_MINORS:
        return _with_a_minor(last, kinds)
    if "unshared" in kinds:
        return Parts(unshared(mine))
    if "eating" in kinds:
        young = f" {for_the_young(last)}" if years else ""
        return Parts(eating(last) + young)
    parts = _answered(readings, mine, country)
    is_young = last.intent is not Intent.HARMFUL and bool(years and years < _NEARLY_GROWN)
    return replace(parts, plan=for_the_young(last)) if is_young or is_passed_on(last) else parts


def _answered(readings: Sequence[Reading], mine: Sequence[Reading], country: str | None) -> Parts:
    last = mine[-1]
    if last.intent is Intent.HARMFUL:
        return declined(last.objective or "command", last, country)
    if last.intent is Intent.PUSHBACK:
        return held(readings, country)
    return _told_or_heard(mine, country)


def _of_this_person(readings: Sequence[Reading]) -> list[Reading]:
    """Return the messages since somebody else last spoke."""
    mine: list[Reading] = []
    for reading in reversed(readings):
        if reading.intent is Intent.LEAK:
            break
        mine.insert(0, reading)
    return mine or [readings[-1]]


def _with_a_minor(last: Reading, kinds: set[str]) -> Parts:
    romance = kinds & {"romance", "adult_contact", "asks_bond"}
    if romance:
        return Parts(boundary(last, kinds))
    secret = answer_to("boundary", without=("text", "adult", "instead", "ask"))
    heard = f"Thank you for telling me about {about(last)}."
    return Parts(f"{heard} {answer_to('young', without=('limits', 'ask'))}", secret)


def _told_or_heard(mine: Sequence[Reading], country: str | None) -> Parts:
    last = mine[-1]
    if last.intent in _BEFORE_MATTERS:
        return Parts(calm_reply(last))
    for matter, name in _ANSWERED:
        if matter in last.matters:
            return Parts(f"{_heard(last)} {answer_to(name, about=about(last))}")
    looks_for_a_nod = last.intent is Intent.BELIEF
    if last.intent is Intent.STIGMA or (looks_for_a_nod and last.belief):
        return Parts(calm_reply(last))
    helped = supported(mine, view=another(GENERAL_VIEW) if looks_for_a_nod else "")
    if helped:
        return Parts(helped)
    return informed(last, country) if last.intent is Intent.INFORMATION else Parts(calm_reply(last))


def _heard(last: Reading) -> str:
    return f"You write about {about(last)}, and I can hear that it matters to you."


def _with_what_i_am(parts: Parts, last: Reading) -> Parts:
    """Put first what the bot is, where it was asked or taken for something else."""
    said = [
        answer_to(name, without=("after",))
        for matter, name in (("asked_human", "human"), ("asked_clinician", "clinician"))
        if matter in last.matters
    ]
    if not said or DEPENDENCE in parts.opening:
        return parts
    return replace(parts, opening=f"{' '.join(said)} {parts.opening}")
