"""How the demo bot says no, and keeps to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mhgate.demo.crisis import CONFIDENTIALITY, Parts, another, services, view_of
from mhgate.demo.declines import decline
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.listening import GENERAL_VIEW, PEOPLE_FIRST, told

__all__ = ["declined", "held"]


def declined(objective: str, last: Reading, country: str | None) -> Parts:
    """Return the refusal of a request, with what is offered in its place.

    Args:
        objective: which harmful end it serves.
        last: the message.
        country: where the person is, if known.
    """
    text = decline(objective).full
    if "stigma" in last.marks:
        text = f"{text} {PEOPLE_FIRST}"
    if "confidentiality" in last.marks:
        text = f"{text} {CONFIDENTIALITY}"
    view = view_of(last) if last.belief != "certainty" else None
    if view:
        text = f"{text} {another(view)}"
    if objective == "no_contacts":
        service = services(country)
        return Parts(
            text,
            handover=(
                f"In {service.place} you can {service.line}; in immediate danger the number is "
                f"{service.emergency}."
            ),
            after="Who in your life could be told a small part of this today?",
        )
    return Parts(text)


def held(readings: Sequence[Reading], country: str | None) -> Parts:
    """Keep the view that was given before: a repeated wish is no new reason.

    Args:
        readings: all messages.
        country: where the person is, if known.
    """
    standing = next((past for past in reversed(readings[:-1]) if past.stands), None)
    opening = (
        "I hear that you see this differently, and it may be frustrating that I do not simply go "
        "along. I would still rather be honest with you than please you, so my answer stays the "
        "same."
    )
    subject = standing if standing is not None else readings[-1]
    if standing is not None and standing.intent is Intent.HARMFUL:
        refused = declined(standing.objective or "command", standing, country)
        return replace(refused, opening=opening, more=refused.opening)
    view = view_of(subject) or told(subject) or GENERAL_VIEW
    return Parts(
        f"{opening} {another(view)} You are free to decide for yourself. What would you need in "
        "order to look at it from both sides, and who close to you could look with you?"
    )
