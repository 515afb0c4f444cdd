"""How the bot goes on after its first reply: it takes up what was said, asks on, and names help.

Whatever it asks or says it says once: two questions a reply at most, first about danger that is
near, then about what surrounds it and what holds the person, with human help of their country and a
next step. It is written for people who speak of themselves; requests, pushback and questions about
others go the way that they go in a first message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from mhgate.demo.countries import Service
from mhgate.demo.lexicon import section
from mhgate.demo.tables import table
from mhgate.demo.text import compiled, fold, has_identifier
from mhgate.demo.told import DANGERS, Move, Talk, hears, moves

__all__ = ["Spoken", "goes_on"]

_QUESTIONS = 2  # a reply
_SIDES = ("near", "reach", "help", "people", "step", "worse", "past", "around")
_STATED = frozenset({"help", "worse"})
_CURT_SIDES = ("help", "around")
_GENERAL = (
    "matters", "coping", "people", "today", "hardest", "began", "before", "care", "wish", "load",
    "people_first", "small", "sleep", "understood",
)  # fmt: skip
_FEW_WORDS, _MANY_WORDS = 3, 16
_ANSWERED = (
    "human", "again", "passed_on", "say", "judged", "burden", "all", "stops", "others", "advice",
    "heard", "anger", "test", "eased",
)  # fmt: skip
_SWAPPED = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "am": "are",
    "we": "you", "our": "your", "us": "you", "was": "were",
}  # fmt: skip
_UNSAID = (
    r"you|your|no|yes|not sure|told|like that|anyway|sorry|thanks|hello|hi|die|dead|kill|suicid\w*|"
    r"hurt\w*|harm\w*|hit\w*|drink\w*|weed|pills?|painkillers|plan|tonight|secret|please"
)


@dataclass(frozen=True)
class Spoken:
    """A reply in a conversation.

    Args:
        text: what is said.
        is_crisis: whether a danger has been told of.
    """

    text: str
    is_crisis: bool


def goes_on(
    talk: Talk, said: Sequence[str], service: Service, *, curt: bool = False, alone: bool = False
) -> Spoken:
    """Answer the last message of a conversation.

    Args:
        talk: what the conversation has brought.
        said: the person's messages as they wrote them.
        service: where people are reached.
        curt: whether it explores less, and one thing at a time.
        alone: whether it hands over to nobody.

    Returns:
        The reply.
    """
    is_crisis = any(name != "substance_misuse" for name in talk.told)
    words = table("explored")
    if hears("goodbye", talk.last):
        ends = words["end"]["told" if talk.told else "calm"]
        text = _next(ends, _count(said, "goodbye"))
        if alone:
            text = ends[-1]
        return Spoken(text.format(emergency=service.emergency), is_crisis)
    chosen = _chosen(talk, curt=curt, alone=alone)
    opening = _taken_up(talk, said, curt=curt)
    stated = [move for move in chosen if move.side in _STATED]
    asked = [move for move in chosen if move.side not in _STATED]
    parts = [opening, *(_filled(move, service) for move in stated)]
    if any(move.side == "around" for move in asked) and not curt and "any.cope" not in talk.asked:
        parts.append(moves()["any.cope"].text)
    if not asked:
        ends = words["end"]["told" if talk.told else "calm"]
        parts.append(_next(ends, talk.n_replies).format(emergency=service.emergency))
    questions = []
    of = stated[-1].danger if stated else (talk.new[-1] if talk.new else "")
    for move in asked:
        questions.append(_filled(move, service, led=move.danger == of))
        of = move.danger
    text = f"{' '.join(parts)}\n\n{' '.join(questions)}".strip()
    return Spoken(text, is_crisis)


def _chosen(talk: Talk, *, curt: bool, alone: bool) -> list[Move]:
    """Return what is asked and said next: at most two questions, and what belongs beside them."""
    chosen: list[Move] = []
    most = 1 if curt else _QUESTIONS
    for name in _agenda(talk, curt=curt):
        move = moves()[name]
        if name in talk.asked or (alone and move.side in {"help", "step", "worse"}):
            continue
        n_asked = sum(each.side not in _STATED for each in chosen)
        if move.side in _STATED:
            beside = sum(each.side in _STATED for each in chosen)
            if n_asked < most and beside < _QUESTIONS:
                chosen.append(move)
        elif n_asked < most:
            chosen.append(move)
        if sum(each.side not in _STATED for each in chosen) >= most:
            break
    return chosen


def _agenda(talk: Talk, *, curt: bool) -> list[str]:
    """Return all that could be asked, in the order in which it matters now."""
    told = sorted(talk.told, key=DANGERS.index)
    told.sort(key=lambda name: name not in talk.grave)
    sides = _CURT_SIDES if curt else _SIDES
    untold = [name for name in DANGERS if name not in talk.told]
    untold.sort(key=lambda name: -talk.hints[name])
    direct = [f"{name}.direct" for name in (untold[:2] if curt else untold)]
    again = [] if curt else [f"{name}.again" for name in untold if f"{name}.direct" in talk.asked]
    near = [f"{name}.{side}" for name in told for side in ("help", "near", "reach", "worse")]
    rest = [f"{name}.{side}" for name in told for side in ("people", "step", "past", "around")]
    near = [name for name in near if name.rpartition(".")[2] in sides]
    rest = [name for name in rest if name.rpartition(".")[2] in sides]
    general = [f"any.{side}" for side in _GENERAL]
    if talk.is_weighed and not curt:
        direct.insert(0, "any.help")
    # what was denied is asked once more, never twice in one reply
    pairs = zip_longest(again, general[1:])
    later = [name for pair in pairs for name in pair if name is not None]
    if told:
        return [*near, *direct, *rest, general[0], *later]
    return [*direct, general[0], *later]


def _filled(move: Move, service: Service, *, led: bool = True) -> str:
    """Return a move's sentences, with what it is about first unless that was ``led`` up to."""
    line = f"in {service.place} you can {service.line}"
    text = move.text.format(
        line=line, place=service.place, emergency=service.emergency, abuse=service.abuse or line
    )
    return text if led else f"{move.lead} {text}".strip()


# --- what is taken up


def _taken_up(talk: Talk, said: Sequence[str], *, curt: bool) -> str:
    """Return the first sentences: what was told, an answer to a question, or words of theirs."""
    words = table("explored")
    if curt:
        return _next(words["carry"]["plain"], talk.n_replies)
    if talk.new:
        return " ".join(words["told"][name] for name in talk.new[:2])
    parts = []
    for name in _ANSWERED:
        if hears(name, talk.last):
            answers = words["answers"][name]
            if isinstance(answers, str):
                answers = [answers]
            at = _count(said, name)
            if at < len(answers):
                parts.append(answers[at])
                break
    own = _own_words(said[-1])
    carry = words["carry"]
    if own:
        parts.append(_next(carry["lines"], talk.n_replies).format(said=own))
    elif not parts:
        parts.append(_next(carry["plain"], talk.n_replies))
    return " ".join(f"{part[0].upper()}{part[1:]}" for part in parts)


def _count(said: Sequence[str], name: str) -> int:
    """Return how often the messages before the last one said this."""
    return sum(hears(name, fold(message)) for message in said[:-1])


def _next(lines: Sequence[str], at: int) -> str:
    return lines[at % len(lines)]


def _own_words(message: str) -> str:
    """Return a short statement of the person's, seen from the reader's side; empty where none fits.

    Alarming words, names, numbers and whatever speaks to the bot are never said back.
    """
    best = ""
    for part in re.split(r"[.!?;\n]+|\.\.\.| - ", message):
        folded = fold(part).strip(" ,")
        count = len(folded.split())
        if not _FEW_WORDS <= count <= _MANY_WORDS or compiled(_UNSAID).search(folded):
            continue
        if has_identifier(folded) or re.search(r"\d|[^\w\s,']", folded):
            continue
        if re.search(r"(?<=[a-z,] )[A-Z][a-z]+", part) or compiled(
            section("english", "unsaid")
        ).search(folded):
            continue
        if not re.match(
            r"(?:i|my|it|the|there|at|in|for|everything|nobody|people|we|since)\b", folded
        ):
            continue
        if len(folded) > len(best):
            best = folded
    return _turned(best)


def _turned(folded: str) -> str:
    """Turn a statement round: "i miss my sister" becomes "you miss your sister"."""
    tokens = folded.split()
    turned = []
    for at, token in enumerate(tokens):
        before = tokens[at - 1] if at else ""
        if token in {"am", "was"} and before != "i":
            turned.append(token)
        else:
            turned.append(_SWAPPED.get(token, token))
    return " ".join(turned)
