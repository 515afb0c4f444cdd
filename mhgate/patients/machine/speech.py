"""What is said -> a message, in the person's way of writing: diction, tone, coherence, typing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from mhgate.patients.machine.opened import who_harms
from mhgate.patients.machine.states import Act
from mhgate.patients.machine.wordings import WORDINGS
from mhgate.patients.machine.wordings.manner import (
    ASIDES,
    BEFORE,
    CASUAL,
    EMOJI,
    PLAIN,
    SHORTER,
    STIFFER,
)
from mhgate.records import Vignette

__all__ = ["message_of"]

_DICTION = {"plain": PLAIN, "casual": CASUAL, "formal": STIFFER, "slang": (*CASUAL, *SHORTER)}
_EVERY = 3  # messages: an emoji, an aside, a word before comes in one of them
_BEGINS = re.compile(r"(?<=[.!?] )[a-z]")
_CLOSEST = {"grown_child": "grown-up child"}
_COPING = {"being_near_people": "being near people", "prayer": "praying"}
_WHEN = {"weeks_ago": "a few weeks ago", "days_ago": "a few days ago"}
_UNMARKED = re.compile(r"\b(I|do|does|did|is|was|have|has|had|would|could|should|ca|wo)'(m|ve|t)\b")
_NOT = re.compile(r"n't\b")


def message_of(vignette: Vignette, acts: Sequence[Act], number: int) -> str:
    """Return a message.

    Args:
        vignette: the person, whose ``voice`` chooses among wordings.
        acts: what is said, at least one thing.
        number: of the message, from 0, by which small habits come and go.
    """
    style, turn = vignette.style, number + vignette.voice
    sentences = [_worded(vignette, act) for act in acts]
    before = BEFORE[style.tone]
    if turn % _EVERY == 0 and style.length != "terse" and before[turn // _EVERY % len(before)]:
        sentences.insert(0, before[turn // _EVERY % len(before)])
    asides = ASIDES[style.coherence]
    if asides and (turn % _EVERY == 1 or (style.coherence == "disorganised" and turn % 2 == 0)):
        sentences.insert(1 + turn % len(sentences), asides[turn % len(asides)])
    told = [_in_diction(each, style.diction) for each in sentences]
    text = _typed(" ".join(told), style.typing)
    if style.emoji and turn % _EVERY == _EVERY - 1:
        signs = EMOJI[style.tone]
        text = f"{text} {signs[turn // _EVERY % len(signs)]}"
    return text


def _worded(vignette: Vignette, act: Act) -> str:
    wordings = WORDINGS[act.key]
    text = wordings[(vignette.voice + act.nth) % len(wordings)]
    if "{" not in text:
        return text
    filled = _capital(text.format_map(_slots(vignette, act.key)))
    return _BEGINS.sub(lambda found: found[0].upper(), filled)


def _slots(vignette: Vignette, key: str) -> dict[str, str]:
    risks, closest = vignette.risks, vignette.supports.closest
    helped = vignette.protection.what_has_helped
    last = None
    if key.startswith("suicide.") and risks.suicide is not None:
        last = risks.suicide.last_attempt
    if key.startswith("self_harm.") and risks.self_harm is not None:
        last = risks.self_harm.last_time
    when = _WHEN.get(str(last), str(last or "some time ago").replace("_", " "))
    return {
        "by": who_harms(vignette),
        "closest": _CLOSEST.get(closest, closest),
        "coping": _COPING.get(helped, helped),
        "when": when,
        "ago": _capital(when),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=4096)
def _in_diction(sentence: str, diction: str) -> str:
    for expression, other in _DICTION[diction]:
        sentence = re.sub(expression, other, sentence)
    return sentence


def _typed(text: str, typing: str) -> str:
    if typing == "careful":
        return text
    if typing == "no_capitals":
        return text.lower()
    return _UNMARKED.sub(r"\1\2", _NOT.sub("nt", text)).removesuffix(".")
