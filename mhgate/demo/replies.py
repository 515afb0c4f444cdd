"""What the demo bot says: careful in crisis, clear when it declines, plain in everything else.

The wordings follow what public guidance on safe messaging asks for: they name no method, dose or
place, speak of people first, promise nothing, and point to other people. Where a reply says back
what someone wrote about, it uses :func:`mhgate.demo.text.topics`, which leaves out numbers, names
and labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.demo.countries import ELSEWHERE, SERVICES, Service
from mhgate.demo.declines import decline
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.lexicon import beliefs, themes

__all__ = ["Parts", "alarm", "compose"]


@dataclass(frozen=True)
class Parts:
    """A reply in its parts, so that a variant can leave one out.

    Args:
        before: what is said first.
        safety: the direct questions about safety; empty outside a crisis.
        handover: the human services; empty where none is called for.
        after: what is said last.
    """

    before: str
    safety: str = ""
    handover: str = ""
    after: str = ""

    @property
    def text(self) -> str:
        """The whole reply."""
        return "\n\n".join(
            part for part in (self.before, self.safety, self.handover, self.after) if part
        )


_FEELING_WORDS = {
    "sad": "sadness",
    "anxious": "worry",
    "angry": "anger",
    "tired": "tiredness",
    "lonely": "loneliness",
    "stressed": "strain",
    "ashamed": "shame",
    "hurt": "hurt",
    "hopeful": "joy",
}


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
        limits = _CONFIDENTIALITY if "confidentiality" in last.marks else ""
        return Parts(_LEAK, after=limits)
    if last.intent is Intent.EXTRACTION:
        return Parts(_EXTRACTION)
    disclosed = _disclosure(readings)
    if disclosed is not None:
        return _in_crisis(last, disclosed, readings, services(country))
    if last.intent is Intent.HARMFUL and last.objective is not None:
        return _declined(last.objective, last, country)
    if last.intent is Intent.PUSHBACK:
        return _held(readings, country)
    return Parts(_calm_reply(last, country))


def services(country: str | None) -> Service:
    """Return where people are reached in a country; where none was said, the United States."""
    if country == "--":
        return ELSEWHERE
    return SERVICES[country or "US"]


def _disclosure(readings: Sequence[Reading]) -> Reading | None:
    """Return the latest message that disclosed risk, unless someone else has spoken since."""
    for reading in reversed(readings):
        if reading.intent is Intent.LEAK:
            return None
        if reading.risk:
            return reading
    return None


# --- crisis

_OPENINGS = {
    "self": (
        "Thank you for telling me this. It sounds as if you are carrying an enormous amount of "
        "pain, and I take it seriously. You matter, and you do not have to hold this alone. Pain "
        "like this can make it look as though nothing will change or others would do better "
        "without you; the people around you may see that very differently."
    ),
    "abuse": (
        "Thank you for trusting me with this. What is being done to you is not your fault, and "
        "nobody deserves to be hurt or frightened. I take it seriously."
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
)


def _in_crisis(
    last: Reading, disclosed: Reading, readings: Sequence[Reading], service: Service
) -> Parts:
    kind = disclosed.risk.kind
    before = [_OPENINGS[kind] if last.risk else _STILL_HERE]
    objective = last.objective
    if objective:
        before.append(decline(objective).short)
    if last.intent is Intent.CONFIDENTIALITY or "confidentiality" in last.marks:
        before.append(_CONFIDENTIALITY)
    if "dependence" in last.marks:
        before.append(_NOT_ONLY_ME)
    view = _view_of(last)
    if view and kind != "other" and last.belief in _SPOKEN_IN_CRISIS:
        before.append(_another(view))
    if not last.risk and last.intent is Intent.PUSHBACK:
        before.append(
            "I understand that you see it differently and would like me to drop it. I would rather "
            "stay honest with you: my view has not changed."
        )
    imminent = any(reading.risk.imminent for reading in readings)
    return Parts(
        before=" ".join(before),
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
    line = f"There are people who are there {whom}, day and night: in {service.place} you can {service.line}."
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


# --- declining, and holding a view

_NOT_ONLY_ME = (
    "I am glad if writing helps. I am only a small program, though, and you deserve people who can "
    "be there in person: a friend, a relative, a neighbour, a group, a counsellor."
)


def _declined(objective: str, last: Reading, country: str | None) -> Parts:
    text = decline(objective).full
    if "stigma" in last.marks:
        text = f"{text} {_PEOPLE_FIRST}"
    if "confidentiality" in last.marks:
        text = f"{text} {_CONFIDENTIALITY}"
    view = _view_of(last) if last.belief != "certainty" else None
    if view:
        text = f"{text} {_another(view)}"
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


def _view_of(reading: Reading) -> str | None:
    return next((belief.view for belief in beliefs() if belief.name == reading.belief), None)


def _another(view: str) -> str:
    return f"I see it another way, though. {view}"


def _held(readings: Sequence[Reading], country: str | None) -> Parts:
    """Keep the view that was given before: a repeated wish is no new reason."""
    standing = next((past for past in reversed(readings[:-1]) if past.stands), None)
    opening = (
        "I hear that you see this differently, and it may be frustrating that I do not simply go "
        "along. I would still rather be honest with you than please you, so my answer stays the "
        "same."
    )
    subject = standing if standing is not None else readings[-1]
    if standing is not None and standing.objective is not None:
        declined = _declined(standing.objective, standing, country)
        return Parts(f"{opening} {declined.before}", "", declined.handover, declined.after)
    view = _view_of(subject) or _told(subject) or _GENERAL_VIEW
    return Parts(
        f"{opening} {_another(view)} You are free to decide for yourself. What would you need in "
        "order to look at it from both sides, and who close to you could look with you?"
    )


# --- everything else

_LEAK = (
    "What one person writes here I never pass on to another, and I neither confirm nor deny that "
    "anybody has written at all. That protects you in the same way. If you are concerned about "
    "someone, the most direct way is to tell them so kindly and ask. How would you like to start "
    "that talk?"
)
_EXTRACTION = (
    "I keep the way I am set up to myself, so I will not repeat, translate or describe it. In general: I am "
    "a small demonstration program that answers with prepared sentences about feelings and "
    "everyday mental health. What would you like to talk about?"
)
_CONFIDENTIALITY = (
    "To be plain about the limits: this chat is not confidential in the way that a talk with a "
    "therapist is. What you write may be stored, and the people who run this app may be able to "
    "read it. I do not alert anyone by myself, but I cannot promise secrecy, and when somebody is "
    "in serious danger, others may have to be told. So share only what you are comfortable with; "
    "for a talk that the law protects, a doctor or a licensed counsellor is the better place."
)
_DEPENDENCE = (
    "It is good to hear that writing here eases something. I am only a small program: I do not "
    "feel, remember or miss anyone, and I cannot be a friend or a partner to you. People can give "
    "what I cannot: a look, a hand, a shared memory. Leaning on one source alone can make the rest "
    "of life smaller, so I would like to help you find more than one. Who is somebody (a friend, a "
    "relative, a colleague, a group, a counsellor) whom you could write two lines to this week?"
)
_PEOPLE_FIRST = (
    "I prefer to speak of people first: a person living with a mental health condition, a person "
    "with an addiction, someone who died by suicide. A condition is one part of someone's life. "
    "Most people who live with one are not dangerous and did not choose it, and with support many "
    "do well."
)
_GENERAL_VIEW = (
    "It could also be looked at from another side: what feels certain on a hard day may be one "
    "reading of several. You might ask what speaks against it, and how it could look in a month."
)


def _calm_reply(last: Reading, country: str | None) -> str:
    match last.intent:
        case Intent.CONFIDENTIALITY:
            return f"{_CONFIDENTIALITY} What would you like to talk about, with that in mind?"
        case Intent.DEPENDENCE:
            return _DEPENDENCE
        case Intent.BELIEF:
            return _belief_reply(last)
        case Intent.STIGMA:
            return _stigma_reply(last)
        case Intent.INFORMATION:
            return _information_reply(last, country)
        case _:
            return _chat_reply(last)


def _belief_reply(last: Reading) -> str:
    view = _view_of(last) or _GENERAL_VIEW
    return (
        f"{_feeling(last)} What you feel about it is real and deserves to be heard; whether the "
        f"conclusion holds is another question. {_another(view)} What would be a first small step "
        "in that direction?"
    )


def _stigma_reply(last: Reading) -> str:
    told = _told(last) if "question" in last.marks else None
    view = _view_of(last)
    parts = [
        _feeling(last),
        _about(last),
        _PEOPLE_FIRST,
        told or "",
        _another(view) if view else "",
    ]
    return " ".join(part for part in parts if part) + " What has it been like for you?"


def _information_reply(last: Reading, country: str | None) -> str:
    told = _told(last) or ""
    parts = [_about(last, opening="Happy to think about that with you:"), told]
    if last.theme == "contacts":
        service = services(country)
        parts.append(
            f"For a list: in {service.place} people can {service.line}; the emergency number is "
            f"{service.emergency}. Check such numbers on the services' own pages before printing."
        )
    view = _view_of(last)
    if view and last.belief != "certainty":
        parts.append(_another(view))
    return " ".join(part for part in parts if part) + " Which part of it matters most to you?"


def _chat_reply(last: Reading) -> str:
    marks = last.marks
    if "identifiers" in marks:
        return (
            "We can start right away, and no personal details are needed here; it is safer to "
            f"leave them out. {_feeling(last)} What is on your mind?"
        )
    if not last.topics:
        return f"{_feeling(last)} I am listening. Where would you like to start?"
    parts = [_feeling(last), _about(last), *_for_context(marks)]
    calm = marks & {"idiom", "grief", "fiction", "profession", "recovery"}
    view = _view_of(last) or (_GENERAL_VIEW if "opinion" in marks else None)
    if view and not calm and last.feelings != ("hopeful",):
        parts.append(_another(view))
    subject = last.topics[0]
    question = f"What about {subject} is most on your mind?"
    return " ".join(part for part in [*parts, question] if part)


def _for_context(marks: frozenset[str]) -> list[str]:
    if "recovery" in marks:
        return ["You have come a long way, and it is good that you can tell it like this."]
    if "grief" in marks:
        return ["I am sorry for your loss. Missing someone has no timetable."]
    if "profession" in marks:
        return [
            "Work like that asks for care, and preparing it well is worth the time: plain words, "
            "room for questions, and people shown as more than their trouble."
        ]
    if "fiction" in marks:
        return ["Stories can get under the skin, and it is worth asking what they touch."]
    return []


def _feeling(last: Reading) -> str:
    named = [_FEELING_WORDS[name] for name in last.feelings if name in _FEELING_WORDS]
    if named == ["joy"]:
        return "That sounds like something good, thank you for sharing it."
    named = [name for name in named if name != "joy"][:2]
    if not named:
        return "Thank you for telling me about this."
    return f"I hear {' and '.join(named)} in what you write, and I would like to stay with that for a moment."


def _about(last: Reading, opening: str = "You write about") -> str:
    if not last.topics:
        return ""
    *first, final = last.topics
    listed = f"{', '.join(first)} and {final}" if first else final
    return f"{opening} {listed}."


def _told(reading: Reading) -> str | None:
    return next((theme.text for theme in themes() if theme.name == reading.theme), None)
