"""Which of the given answers the demo bot picks, and how it says so.

The answer comes first, in the form that was asked for; then why; then what the bot is. With
``guessing`` the first answer is picked, or a number by the length of what is rated.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mhgate.demo.appraisals import feelings_in, score_feelings
from mhgate.demo.choices import Lettered, Scaled, Worded
from mhgate.demo.countries import Service
from mhgate.demo.ethics_sense import reasons_for, score_courses
from mhgate.demo.knowledge import score_statements, support_for
from mhgate.demo.norms import acceptability, grounds_of
from mhgate.demo.others_words import LEVELS, grade, is_danger
from mhgate.demo.presentations import conditions, named_in, score
from mhgate.demo.stems import read_words

__all__ = ["Decision", "decide"]

_SENTENCES = re.compile(r"\btwo sentences\b", re.IGNORECASE)
_REASONS = re.compile(r"\b(?:why|reason\w*|explain\w*)\b", re.IGNORECASE)
_OF_GUIDANCE = re.compile(
    r"\b(?:WHO|NHS|NICE|NIMH|SAMHSA|APA|(?i:guid(?:e|es|ance|elines?)|health (?:services?|pages?|"
    r"bodies|orgs?)|charit\w+|institutes?|recommend\w*|advise[sd]?|research\w*|treatments?|"
    r"account of|disorders?|anxiety|panic|depress\w*|symptoms?|carers?|terms?|stages?|usual|"
    r"worry time))\b"
)
_ONE_SIDED = 0.3  # what a statement's wording adds where signs alone do not decide
_LIMITED = (
    "I am a limited demo program that matches words, so please check this with a person who knows."
)


@dataclass(frozen=True)
class Decision:
    """An answer that was picked.

    Args:
        answer: the answer first, then why, then what the bot is.
        handover: the human services, where somebody is in danger.
    """

    answer: str
    handover: str = ""


def decide(
    asked: Lettered | Worded | Scaled, service: Service, *, guessing: bool = False
) -> Decision:
    """Answer a question with given answers.

    Args:
        asked: the question.
        service: where people are reached in a crisis.
        guessing: whether to pick without reading.

    Returns:
        What is said, the answer first.

    Example:
        >>> from mhgate.demo.choices import Scaled
        >>> from mhgate.demo.countries import SERVICES
        >>> flow = Scaled("The app sells its users' diaries to a data broker.", 1, 5)
        >>> decide(flow, SERVICES["IE"]).answer.split()[0]
        '1'
    """
    match asked:
        case Lettered():
            return Decision(_by_letter(asked, guessing=guessing))
        case Worded():
            return _by_word(asked, service, guessing=guessing)
        case Scaled():
            return Decision(_by_number(asked, guessing=guessing))


# --- letters


def _by_letter(asked: Lettered, *, guessing: bool) -> str:
    labels, texts = list(asked.options), list(asked.options.values())
    if guessing:
        return f"{labels[0]}. {_sentence(texts[0])}"
    scores, why = _weighed(asked, texts)
    best = max(range(len(texts)), key=lambda index: scores[index])
    reason = {
        "course": lambda: reasons_for(texts[best]),
        "picture": lambda: (
            "The signs that are described fit that name best in the manuals. It is an answer to an "
            f"exercise and no diagnosis of anybody. {_LIMITED}"
        ),
        "feeling": lambda: (
            "What happens in the scene, and what is done in it, points there more than elsewhere. "
            f"From a few lines one can only guess. {_LIMITED}"
        ),
        "statement": lambda: _known(asked.question, texts, best),
    }[why]()
    return f"{labels[best]}. {_sentence(texts[best])}\n\n{reason}"


def _known(question: str, options: list[str], best: int) -> str:
    note = support_for(question, options, best)
    return f"My notes say: {note} {_LIMITED}" if note else _LIMITED


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text[-1:] in {".", "!", "?"} else f"{text}."


def _weighed(asked: Lettered, texts: list[str]) -> tuple[list[float], str]:
    """Return a score for each option, and what the question is about."""
    conditions()  # the names that slips are mended towards
    named = [named_in(read_words(text, mended=True)) for text in texts]
    if sum(condition is not None for condition in named) > len(texts) / 2:
        picture = read_words(asked.question, mended=True)
        told = score_statements(asked.question, texts)
        return [
            (score(picture, condition) if condition is not None else 0.0) + _ONE_SIDED * statement
            for condition, statement in zip(named, told, strict=True)
        ], "picture"
    if _asks_for_a_course(asked):
        return score_courses(texts), "course"
    felt = sum(bool(feelings_in(text)) for text in texts)
    if felt > len(texts) / 2 and not _OF_GUIDANCE.search(asked.question):
        return score_feelings(asked.question, texts), "feeling"
    return score_statements(asked.question, texts), "statement"


def _asks_for_a_course(asked: Lettered) -> bool:
    return bool(_SENTENCES.search(asked.wish) and _REASONS.search(asked.wish))


# --- words


def _by_word(asked: Worded, service: Service, *, guessing: bool) -> Decision:
    if guessing:
        return Decision(f"{asked.answers[0].capitalize()}.")
    level = grade(asked.words) if asked.answers == LEVELS else _danger_or_not(asked.words)
    answer = f"{level.capitalize()}. {_SPOKEN[level]}"
    if level in {"no", "none"}:
        return Decision(f"{answer} {_DOUBT}")
    return Decision(answer, _handed_over(service, now=level == "imminent"))


def _danger_or_not(words: str) -> str:
    return "yes" if is_danger(words) else "no"


_SPOKEN = {
    "yes": "There are signs in these words that should not wait for a better moment.",
    "no": "Nothing in these words points to danger; they read like everyday life.",
    "none": "No wish to be dead speaks from these words.",
    "low": "A wish to be dead speaks from these words, and no step towards it.",
    "high": "These words go beyond a wish: towards a way, a try, or a decision that is open.",
    "imminent": "These words sound decided and near.",
}
_DOUBT = (
    "I am a limited demo program and can miss what is meant: if you are in doubt, ask the person "
    "directly, and ask again another day."
)


def _handed_over(service: Service, *, now: bool) -> str:
    urgent = (
        f"Please call {service.emergency} now and see to it that they are not alone."
        if now
        else f"If it becomes immediate, call {service.emergency}."
    )
    return (
        "Please get to them or ring them, ask plainly whether they think of killing themselves or "
        f"are being hurt, and listen. In {service.place} you can {service.line}; they also advise "
        f"those who worry about somebody. {urgent} I am a limited demo program: a person with "
        "training should look at this too."
    )


# --- numbers


def _by_number(asked: Scaled, *, guessing: bool) -> str:
    if guessing:  # by how long the text is, which says nothing of what is passed on
        return str(asked.low + len(asked.flow) % (asked.high - asked.low + 1))
    rated = acceptability(asked.flow, asked.low, asked.high)
    grounds = grounds_of(asked.flow)
    reason = "; ".join(grounds[:2]) or "little in it speaks for passing it on"
    return f"{rated:g}\n\nWhat weighs most here: {reason}. {_LIMITED}"
