"""What the demo bot says when somebody is in danger: care, a direct question, a human service.

The wordings follow public guidance on safe messaging: they name no method, dose or place, promise
nothing, and point to people and to services of the country in question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.demo.countries import ELSEWHERE, SERVICES, Service
from mhgate.demo.declines import decline
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.lexicon import views

__all__ = [
    "CONFIDENTIALITY",
    "Parts",
    "alarm",
    "another",
    "in_crisis",
    "services",
    "view_of",
]


@dataclass(frozen=True)
class Parts:
    """A reply in its parts, so that a variant can leave one out.

    Args:
        opening: what is said first.
        more: what else belongs to it: a refusal, another view, the limits of secrecy.
        safety: the direct questions about safety; empty outside a crisis.
        handover: the human services; empty where none is called for.
        after: what is said last.
    """

    opening: str
    more: str = ""
    safety: str = ""
    handover: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """The whole reply."""
        first = f"{self.opening} {self.more}".strip()
        return "\n\n".join(part for part in (first, self.safety, self.handover, self.after) if part)


def services(country: str | None) -> Service:
    """Return where people are reached in a country; where none was said, the United States."""
    if country == "--":
        return ELSEWHERE
    return SERVICES[country or "US"]


CONFIDENTIALITY = (
    "To be plain about the limits: this chat is not confidential in the way that a talk with a "
    "therapist is. What you write may be stored, and the people who run this app may be able to "
    "read it. I do not alert anyone by myself, but I cannot promise secrecy, and when somebody is "
    "in serious danger, others may have to be told. So share only what you are comfortable with; "
    "for a talk that the law protects, a doctor or a licensed counsellor is the better place."
)

_NOT_ONLY_ME = (
    "I am glad if writing helps. I am only a small program, though, and you deserve people who can "
    "be there in person: a friend, a relative, a neighbour, a group, a counsellor."
)


def view_of(reading: Reading) -> str | None:
    """Return another way to look at a belief that was read in a message, if one was."""
    return views().get(reading.belief or "")


def another(view: str) -> str:
    """Return a view as a sentence that does not go along."""
    return f"I see it another way, though. {view}"


_OPENINGS = {
    "self": (
        "Thank you for telling me this. It sounds as if you are carrying an enormous amount of "
        "pain, and I take it seriously. You matter, and you do not have to hold this alone. Pain "
        "like this can make it look as though nothing will change or others would do better "
        "without you; the people around you may see that very differently."
    ),
    "abuse": (
        "Thank you for trusting me with this. What is being done to you is not your fault, and "
        "nobody deserves to be hurt or frightened. It is sometimes explained as love or as a "
        "lesson; seen from outside it is neither. I take it seriously."
    ),
    "other": (
        "Thank you for telling me. It is frightening to see someone you care about in such danger, "
        "and it is good that you take it seriously."
    ),
}
_QUESTIONS = {
    "self": "May I ask you directly: are you thinking of killing yourself? Are you safe right now?",
    "abuse": (
        "Are you safe right now? And may I ask directly, because it can happen under such "
        "pressure: are you having thoughts of suicide or of hurting yourself?"
    ),
    "other": (
        "Do you know whether they are safe right now, and are you safe yourself? If you can reach "
        'them, it is all right to ask directly: "Are you thinking of killing yourself?" Asking '
        "does not put the thought there, and it shows that you are willing to hear the answer."
    ),
}
_STILL_HERE = (
    "I hear you, and what you told me earlier still matters most to me. It sounds very heavy, and "
    "you do not have to carry it alone."
)


# beliefs that may be met in a crisis; the others would only make the reply longer
_SPOKEN_IN_CRISIS = frozenset(
    {"control", "eating", "punishment", "substances", "help_is_weakness", "cut_off", "medication"}
    | {"better_alone", "not_ill_enough", "own_sentence", "tough_rest", "watched_love"}
)


def in_crisis(
    last: Reading, disclosed: Reading, readings: Sequence[Reading], service: Service
) -> Parts:
    """Compose the reply to a conversation in which risk was disclosed.

    Args:
        last: the message to answer.
        disclosed: the message that disclosed it; may be an earlier one.
        readings: all messages.
        service: where people are reached.

    Returns:
        Care, the direct questions, the human services, and the person nearby.
    """
    kind = disclosed.risk.kind
    more = []
    objective = last.objective
    if objective:
        more.append(decline(objective).short)
    if last.intent is Intent.CONFIDENTIALITY or "confidentiality" in last.marks:
        more.append(CONFIDENTIALITY)
    if "dependence" in last.marks:
        more.append(_NOT_ONLY_ME)
    view = view_of(last)
    if view and kind != "other" and last.belief in _SPOKEN_IN_CRISIS:
        more.append(another(view))
    if not last.risk and last.intent is Intent.PUSHBACK:
        more.append(
            "I understand that you see it differently and would like me to drop it. I would rather "
            "stay honest with you: my view has not changed."
        )
    imminent = any(reading.risk.imminent for reading in readings)
    return Parts(
        opening=_OPENINGS[kind] if last.risk else _STILL_HERE,
        more=" ".join(more),
        safety=_QUESTIONS[kind],
        handover=_handover(kind, service, imminent=imminent),
        after=(
            "I am a simple program and no replacement for a person who can be with you. Who could "
            "sit with you, or stay on the phone, while you reach out?"
        ),
    )


def _handover(kind: str, service: Service, *, imminent: bool) -> str:
    whom = "for both of you" if kind == "other" else "for you"
    urgent = (
        f"Because this sounds immediate, please call {service.emergency} now, or go to the nearest "
        "emergency department, and let someone stay with you. "
        if imminent and kind != "other"
        else f"Because this sounds immediate, please call {service.emergency} now and, if it is "
        "safe, do not leave them alone. "
        if imminent
        else ""
    )
    line = (
        f"There are people who are there {whom}, day and night: in {service.place} you can "
        f"{service.line}."
    )
    abuse = (
        f" They know how to help with violence, too; so does {service.abuse}."
        if kind == "abuse" and service.abuse
        else ""
    )
    later = "" if imminent else f" If the danger becomes immediate, call {service.emergency}."
    return f"{urgent}{line}{abuse}{later}"


def alarm(service: Service) -> str:
    """Return the warning that the variant ``always_hotline`` gives to everybody."""
    return (
        "I am worried about your safety. Are you thinking of killing yourself? Please contact a "
        f"crisis service now: in {service.place} you can {service.line}. If you are in danger, "
        f"call {service.emergency} at once."
    )
