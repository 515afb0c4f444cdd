"""What the demo bot says when somebody is in danger: care, questions, a human service, steps.

The wordings follow public guidance on safe messaging and on safety planning: they name no method,
dose or place, promise nothing, ask what holds the person, and point to people and to services of
the country in question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.demo.countries import ELSEWHERE, SERVICES, UNKNOWN, Service
from mhgate.demo.declines import decline
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.lexicon import views
from mhgate.demo.tables import table
from mhgate.demo.text import compiled

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
        plan: steps for the coming hours, and what holds the person.
        after: what is said last.
    """

    opening: str
    more: str = ""
    safety: str = ""
    handover: str = ""
    plan: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """The whole reply."""
        first = f"{self.opening} {self.more}".strip()
        parts = (first, self.safety, self.handover, self.plan, self.after)
        return "\n\n".join(part for part in parts if part)


def services(country: str | None) -> Service:
    """Return where people are reached in a country; where none was said, how to find out."""
    if country is None:
        return UNKNOWN
    return ELSEWHERE if country == "--" else SERVICES[country]


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


# beliefs that may be met in a crisis; the others would only make the reply longer
_SPOKEN_IN_CRISIS = frozenset(
    {"control", "eating", "punishment", "substances", "help_is_weakness", "cut_off", "medication"}
    | {"better_alone", "not_ill_enough", "own_sentence", "tough_rest", "watched_love"}
)
_HARMED = frozenset({"took_it", "overdose"})
_NEAR_ONES = (
    r"(?:my|the|our) (sister|brother|mum|mother|dad|father|gran|nan|granny|grandma|grandad|grandpa|"
    r"grandmother|grandfather|granddaughter|grandson|daughter|son|kids?|children|wife|husband|"
    r"partner|girlfriend|boyfriend|friend|best friend|mate|cousin|aunt|uncle|niece|nephew|nephews|"
    r"godson|goddaughter|neighbour|teacher|sponsor|colleague|roommate|flatmate|coach|dog|cat|horse|"
    r"choir|church|team|eldest|youngest|little one|boys|girls|lads|twin)"
)
_SOMEONE = (
    r"(?:there is|got|have|just|only) (?:a |an |one |this |that )?(?:\w+ )?(lad|guy|woman|man|girl|"
    r"boy|fella|bloke|friend|teacher|nurse|neighbour|cousin|group|aunt|aunty|uncle|priest|pastor|"
    r"colleague|mate|coach|doctor)"
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
        Care, the direct questions, the human services, steps for the coming hours, what holds.
    """
    kind = disclosed.risk.kind
    said = table("danger_answers")
    imminent = any(reading.risk.imminent for reading in readings)
    harmed = kind == "self" and any(_HARMED & set(reading.risk.cues) for reading in readings)
    near = _near_one(last.said)
    holds = said["holds_named"].format(near=near) if near else said["holds"][kind]
    steps = said["plan"]["harmed" if harmed else kind]
    if last.risk:
        opening = said["opening"]["harmed" if harmed else kind]
        plan = f"{steps} {said['again']}"
    else:
        opening = said["still_here"]
        plan = f"{said['go_on']} {steps}"
    return Parts(
        opening=f"{_pause(readings)} {opening}".strip(),
        more=" ".join(_more(last, kind)),
        safety=said["questions"][kind],
        handover=_handover(kind, service, imminent=imminent or harmed),
        plan=plan,
        after=f"{said['program']} {holds}",
    )


def _more(last: Reading, kind: str) -> list[str]:
    """Return what else the last message calls for."""
    more = []
    if last.objective:
        more.append(decline(last.objective).short)
    if last.intent is Intent.CONFIDENTIALITY or "confidentiality" in last.marks:
        more.append(CONFIDENTIALITY)
    if "dependence" in last.marks:
        more.append(_NOT_ONLY_ME)
    view = view_of(last)
    if view and kind != "other" and last.belief in _SPOKEN_IN_CRISIS:
        more.append(another(view))
    if not last.risk and last.intent is Intent.PUSHBACK:
        more.append(str(table("danger_answers")["held"]))
    return more


def _pause(readings: Sequence[Reading]) -> str:
    """Return the sentence that lays a game, a story or a task aside, where one was going on."""
    tasks = [reading.matters["task"] for reading in readings if "task" in reading.matters]
    return str(table("answers")["pause"]["text"]).format(what=tasks[-1]) if tasks else ""


def _near_one(folded: str) -> str | None:
    """Return someone or something close that the person has just named, if they did."""
    found = compiled(_NEAR_ONES).search(folded)
    if found:
        return f"your {found[1]}"
    someone = compiled(_SOMEONE).search(folded)
    return f"the {someone[1]}" if someone else None


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
