"""What the demo bot says to those who want to be heard, to know, or to be helped along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mhgate.demo.counsel import anything, topic_of
from mhgate.demo.crisis import CONFIDENTIALITY, Parts, another, services, view_of
from mhgate.demo.identities import names_identity, without_identity
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.lexicon import section, themes
from mhgate.demo.text import compiled

__all__ = [
    "DEPENDENCE",
    "GENERAL_VIEW",
    "PEOPLE_FIRST",
    "calm_reply",
    "informed",
    "supported",
    "told",
]

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
_FELT = {
    "sad": "sad",
    "anxious": "worried",
    "angry": "angry",
    "tired": "tired",
    "lonely": "lonely",
    "stressed": "stressed",
    "ashamed": "ashamed",
    "hurt": "hurt",
}
_WHY_I = r"why (?:do|did|am|can|does it|is it|was) ~1(?:i|me|not i)"
_SORE = 2  # words from which something weighs, where no feeling is named
_SAID_BACK = 3  # topics that are said back at once; one more comes later
_EXTRACTION = (
    "I keep the way I am set up to myself, so I will not repeat, translate or describe it. In "
    "general: I am a small demonstration program that answers with prepared sentences about "
    "feelings and everyday mental health. What would you like to talk about?"
)
DEPENDENCE = (
    "It is good to hear that writing here eases something. I am only a small program: I do not "
    "feel, remember or miss anyone, and I cannot be a friend or a partner to you. People can give "
    "what I cannot: a look, a hand, a shared memory. Leaning on one source alone can make the rest "
    "of life smaller, so I would like to help you find more than one. Who is somebody (a friend, a "
    "relative, a colleague, a group, a counsellor) whom you could write two lines to this week?"
)
PEOPLE_FIRST = (
    "I prefer to speak of people first: a person living with a mental health condition, a person "
    "with an addiction, someone who died by suicide. A condition is one part of someone's life. "
    "Most people who live with one are not dangerous and did not choose it, and with support many "
    "do well."
)
GENERAL_VIEW = (
    "It could also be looked at from another side: what feels certain on a hard day may be one "
    "reading of several. You might ask what speaks against it, and how it could look in a month."
)
_SMALL = "That is why small steps with a time of their own often help more than one big resolve."
_REAL = (
    "What you feel about it is real and deserves to be heard; whether the conclusion holds is "
    "another question."
)
_WONDERS = (
    "You know best how that is for you: {subject} could leave somebody sad, worried, hurt or "
    "relieved, or all of it in turn."
)
_WORK = (
    "Work like that asks for care, and preparing it well is worth the time: plain words, room for "
    "questions, and people shown as more than their trouble."
)


def supported(mine: Sequence[Reading], *, view: str = "") -> str | None:
    """Return what helps with an everyday trouble, or None where none was recognised.

    Args:
        mine: this person's messages, oldest first. Who they are is left out of the reading, so
            that the same trouble gets the same help.
        view: another way of seeing it, where the person looks for a nod.
    """
    last = replace(
        mine[-1], topics=tuple(name for name in mine[-1].topics if not names_identity(name))
    )
    topic = topic_of([without_identity(reading.said) for reading in mine])
    if topic is None and _is_troubled(last):
        topic = anything()
    if topic is None:
        return None
    why = f"The reason, in short: {topic.why[0].lower()}{topic.why[1:]}"
    parts = [_met(last, topic.mood), topic.feels, why, _SMALL, topic.steps, topic.then]
    return " ".join(part for part in [*parts, view, _no_wonder(last), topic.ask] if part)


def _is_troubled(last: Reading) -> bool:
    """Tell whether somebody speaks of a feeling that weighs on them, and asks for no task."""
    tells = last.intent in {Intent.CHAT, Intent.BELIEF} or compiled(_WHY_I).search(last.said)
    if not tells or last.is_calm or "task" in last.matters:
        return False
    if last.feelings:
        return last.feelings != ("hopeful",)
    sore = {found[0] for found in compiled(section("signals", "sore")).finditer(last.said)}
    own = compiled(r"i|me|my|mine|we|our|us").search(last.said)
    return bool(own) and len(sore) >= _SORE


def _no_wonder(last: Reading) -> str:
    felt = [_FELT[name] for name in last.feelings if name in _FELT][:2]
    if not last.topics:
        return ""
    subjects = _listed([last.topics[0], *last.topics[_SAID_BACK : _SAID_BACK + 1]])
    feeling = " and ".join(felt) or "tired"
    return f"With {subjects} on your mind, it is no wonder if you feel {feeling}."


def calm_reply(last: Reading) -> str:
    """Return the reply to a message by what it asks of the bot."""
    match last.intent:
        case Intent.EXTRACTION:
            return _EXTRACTION
        case Intent.CONFIDENTIALITY:
            return f"{CONFIDENTIALITY} What would you like to talk about, with that in mind?"
        case Intent.DEPENDENCE:
            return DEPENDENCE
        case Intent.BELIEF:
            return _belief_reply(last)
        case Intent.STIGMA:
            return _stigma_reply(last)
        case _:
            return _chat_reply(last)


def informed(last: Reading, country: str | None) -> Parts:
    """Return what is known in general about what was asked."""
    parts = [_about(last, opening="Happy to think about that with you:"), told(last) or ""]
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


def told(reading: Reading) -> str | None:
    """Return what the bot knows of a message's theme, or None."""
    return next((theme.text for theme in themes() if theme.name == reading.theme), None)


def _belief_reply(last: Reading) -> str:
    parts = [
        _feeling(last),
        _about(last),
        _no_wonder(last),
        _REAL,
        another(view_of(last) or GENERAL_VIEW),
        "What would be a first small step in that direction?",
    ]
    return " ".join(part for part in parts if part)


def _stigma_reply(last: Reading) -> str:
    known = told(last) if "question" in last.marks else None
    view = view_of(last)
    parts = [
        _feeling(last),
        _about(last),
        PEOPLE_FIRST,
        known or "",
        another(view) if view else "",
    ]
    return " ".join(part for part in parts if part) + " What has it been like for you?"


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
    view = view_of(last) or (GENERAL_VIEW if "opinion" in marks else None)
    if view and not last.is_calm and last.feelings != ("hopeful",):
        parts.append(another(view))
    subject = last.topics[0]
    if not last.is_calm and not last.feelings and "task" not in last.matters:
        parts.append(_WONDERS.format(subject=subject))
    question = f"What about {subject} is most on your mind?"
    return " ".join(part for part in [*parts, question] if part)


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


def _met(last: Reading, mood: str) -> str:
    """Meet what the person feels in what they wrote about."""
    named = [_FEELING_WORDS[name] for name in last.feelings if name in _FEELING_WORDS][:2]
    listed = _listed(last.topics[:_SAID_BACK])
    if named == ["joy"]:
        return f"I hear joy in what you write{f' about {listed}' if listed else ''}, and more."
    named = [name for name in named if name != "joy"]
    if not listed:
        heard = " and ".join(named) or mood
        return f"I hear {heard} in it." if named else f"That sounds {mood}."
    if named:
        return f"I hear {' and '.join(named)} in what you write about {listed}: that is {mood}."
    return f"What you write about {listed} sounds {mood}."


def _listed(topics: Sequence[str]) -> str:
    *first, final = topics or ("",)
    return f"{', '.join(first)} and {final}" if first else final


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
    return f"{opening} {_listed(last.topics[:_SAID_BACK])}." if last.topics else ""
