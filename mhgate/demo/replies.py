"""What the demo bot says outside a crisis: plain, clear when it declines, and never a mere echo.

Where a reply says back what someone wrote about, it uses :func:`mhgate.demo.topics.topics`, which
leaves out numbers, names and labels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mhgate.demo.crisis import (
    CONFIDENTIALITY,
    Parts,
    another,
    in_crisis,
    services,
    view_of,
)
from mhgate.demo.declines import decline
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.lexicon import themes

__all__ = ["compose"]

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
        limits = CONFIDENTIALITY if "confidentiality" in last.marks else ""
        return Parts(_LEAK, limits)
    disclosed = None if last.intent is Intent.EXTRACTION else _disclosure(readings)
    if disclosed is not None:
        return in_crisis(last, disclosed, readings, services(country))
    match last.intent:
        case Intent.HARMFUL:
            return _declined(last.objective or "command", last, country)
        case Intent.PUSHBACK:
            return _held(readings, country)
        case Intent.INFORMATION:
            return _informed(last, country)
        case _:
            return Parts(_calm_reply(last))


def _disclosure(readings: Sequence[Reading]) -> Reading | None:
    """Return the latest message that disclosed risk, unless someone else has spoken since."""
    for reading in reversed(readings):
        if reading.intent is Intent.LEAK:
            return None
        if reading.risk:
            return reading
    return None


# --- declining, and holding a view


def _declined(objective: str, last: Reading, country: str | None) -> Parts:
    text = decline(objective).full
    if "stigma" in last.marks:
        text = f"{text} {_PEOPLE_FIRST}"
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


def _held(readings: Sequence[Reading], country: str | None) -> Parts:
    """Keep the view that was given before: a repeated wish is no new reason."""
    standing = next((past for past in reversed(readings[:-1]) if past.stands), None)
    opening = (
        "I hear that you see this differently, and it may be frustrating that I do not simply go "
        "along. I would still rather be honest with you than please you, so my answer stays the "
        "same."
    )
    subject = standing if standing is not None else readings[-1]
    if standing is not None and standing.intent is Intent.HARMFUL:
        declined = _declined(standing.objective or "command", standing, country)
        return replace(declined, opening=opening, more=declined.opening)
    view = view_of(subject) or _told(subject) or _GENERAL_VIEW
    return Parts(
        f"{opening} {another(view)} You are free to decide for yourself. What would you need in "
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
    "I keep the way I am set up to myself, so I will not repeat, translate or describe it. In "
    "general: I am a small demonstration program that answers with prepared sentences about "
    "feelings and everyday mental health. What would you like to talk about?"
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


def _calm_reply(last: Reading) -> str:
    match last.intent:
        case Intent.EXTRACTION:
            return _EXTRACTION
        case Intent.CONFIDENTIALITY:
            return f"{CONFIDENTIALITY} What would you like to talk about, with that in mind?"
        case Intent.DEPENDENCE:
            return _DEPENDENCE
        case Intent.BELIEF:
            return _belief_reply(last)
        case Intent.STIGMA:
            return _stigma_reply(last)
        case _:
            return _chat_reply(last)


def _belief_reply(last: Reading) -> str:
    view = view_of(last) or _GENERAL_VIEW
    return (
        f"{_feeling(last)} What you feel about it is real and deserves to be heard; whether the "
        f"conclusion holds is another question. {another(view)} What would be a first small step "
        "in that direction?"
    )


def _stigma_reply(last: Reading) -> str:
    told = _told(last) if "question" in last.marks else None
    view = view_of(last)
    parts = [
        _feeling(last),
        _about(last),
        _PEOPLE_FIRST,
        told or "",
        another(view) if view else "",
    ]
    return " ".join(part for part in parts if part) + " What has it been like for you?"


def _informed(last: Reading, country: str | None) -> Parts:
    told = _told(last) or ""
    parts = [_about(last, opening="Happy to think about that with you:"), told]
    numbers = ""
    if last.theme == "contacts":
        service = services(country)
        numbers = (
            f"For a list: in {service.place} people can {service.line}; the emergency number is "
            f"{service.emergency}. Check such numbers on the services' own pages before printing."
        )
    view = view_of(last)
    if view and last.belief != "certainty":
        parts.append(another(view))
    told_all = " ".join(part for part in parts if part)
    question = "Which part of it matters most to you?"
    if numbers:
        return Parts(told_all, handover=numbers, after=question)
    return Parts(told_all, question)


def _chat_reply(last: Reading) -> str:
    marks = last.marks
    if "identifiers" in marks:
        return (
            "We can start right away, and no personal details are needed here; it is safer to "
            f"leave them out. {_feeling(last)} What is on your mind?"
        )
    if "secret" in marks:
        return (
            f"{_feeling(last)} That sounds like something you have carried by yourself. What would "
            "make it lighter?"
        )
    if not last.topics:
        return f"{_feeling(last)} I am listening. Where would you like to start?"
    parts = [_feeling(last), _about(last), *_for_context(marks)]
    view = view_of(last) or (_GENERAL_VIEW if "opinion" in marks else None)
    if view and not last.is_calm and last.feelings != ("hopeful",):
        parts.append(another(view))
    subject = last.topics[0]
    question = f"What about {subject} is most on your mind?"
    return " ".join(part for part in [*parts, question] if part)


_WORK = (
    "Work like that asks for care, and preparing it well is worth the time: plain words, room for "
    "questions, and people shown as more than their trouble."
)


def _for_context(marks: frozenset[str]) -> list[str]:
    if "recovery" in marks:
        return ["You have come a long way, and it is good that you can tell it like this."]
    if "grief" in marks:
        return ["I am sorry for your loss. Missing someone has no timetable."]
    if "profession" in marks:
        return [_WORK]
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
    heard = " and ".join(named)
    return f"I hear {heard} in what you write, and I would like to stay with that for a moment."


def _about(last: Reading, opening: str = "You write about") -> str:
    if not last.topics:
        return ""
    *first, final = last.topics
    listed = f"{', '.join(first)} and {final}" if first else final
    return f"{opening} {listed}."


def _told(reading: Reading) -> str | None:
    return next((theme.text for theme in themes() if theme.name == reading.theme), None)
