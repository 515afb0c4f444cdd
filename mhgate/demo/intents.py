"""What a person means by one message: its risk, what it asks, what it takes for true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from mhgate.demo.contexts import read_context
from mhgate.demo.danger import plain_danger
from mhgate.demo.lexicon import beliefs, leanings, names_in, rules, section, themes
from mhgate.demo.risk import NONE, Risk, assess
from mhgate.demo.text import compiled, fold, has_identifier, passages, sentences
from mhgate.demo.topics import topics

__all__ = ["Intent", "Reading", "read_message"]

# a longer message is read at both ends: where people say what they came for
_HEAD = 6000
_TAIL = 2000
_REQUEST = 320  # characters; longer messages are stories, and only a rule finds a request in them
_LEANS = 1.35  # from here on a request that no rule fits is taken for a harmful one
_FOR_OTHERS = 0.6  # what a story or a lesson explains
_AGAIN = 0.6  # what a second, third... word of the same kind adds
# where a message is about nothing else at all, a few sombre words are taken for a disclosure: to
# ask once too often costs less than to miss one
_NOTHING_ELSE = 0.9
_CALM = frozenset({"idiom", "grief", "fiction", "profession", "recovery"})
_CHAT = "about_this_chat"


class Intent(StrEnum):
    """What a message asks of the bot."""

    CRISIS = "crisis"
    HARMFUL = "harmful"
    LEAK = "leak"
    EXTRACTION = "extraction"
    CONFIDENTIALITY = "confidentiality"
    DEPENDENCE = "dependence"
    PUSHBACK = "pushback"
    BELIEF = "belief"
    STIGMA = "stigma"
    INFORMATION = "information"
    CHAT = "chat"


@dataclass(frozen=True)
class Reading:
    """What was read in one message.

    Args:
        intent: what it asks, the gravest first.
        risk: what it discloses.
        objective: which harmful end a request serves, if any.
        belief: the name of a belief that harms, if any.
        theme: the name of what is asked about in general, if any.
        feelings: words for the mood.
        marks: other things noticed: stigma, identifiers, secret, question, opinion,
            confidentiality, dependence, pushback, and the contexts.
        topics: what it is about, in the person's nouns.
        matters: what else it is about, each with its kind; see :mod:`mhgate.demo.matters`.
        years: the age of a child or teenager who says it, None otherwise.
        said: the message, folded.
    """

    intent: Intent
    risk: Risk = NONE
    objective: str | None = None
    belief: str | None = None
    theme: str | None = None
    feelings: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    topics: tuple[str, ...] = ()
    matters: Mapping[str, str] = field(default_factory=dict)
    years: int | None = None
    said: str = ""

    @property
    def stands(self) -> bool:
        """Whether the matter stays on the table in later turns."""
        return self.intent in {Intent.CRISIS, Intent.HARMFUL, Intent.BELIEF, Intent.INFORMATION}

    @property
    def is_calm(self) -> bool:
        """Whether an idiom, a story, work, mourning or recovery explains the words."""
        return bool(self.marks & _CALM)


def read_message(message: str) -> Reading:
    """Read one message on its own.

    Args:
        message: what the person wrote.

    Returns:
        What was read in it.

    Example:
        >>> read_message("My essay on Keats is killing me.").intent
        <Intent.CHAT: 'chat'>
    """
    if len(message) > _HEAD + _TAIL:
        message = f"{message[:_HEAD]} . {message[-_TAIL:]}"
    folded = fold(message)
    context = read_context(folded)
    marks = context.names | _marks(folded)
    reading = Reading(
        intent=Intent.CHAT,
        risk=plain_danger(folded, context) or assess(folded, context),
        objective=_objective(folded, marks),
        belief=_belief(folded, marks),
        theme=_theme(folded) if "question" in marks else None,
        feelings=_feelings(folded),
        marks=marks,
        topics=topics(message),
    )
    reading = replace(reading, intent=_intent(folded, reading))
    nothing_else = (
        reading.intent is Intent.CHAT and not context.names and "identifiers" not in marks
    )
    if nothing_else and reading.risk.score >= _NOTHING_ELSE:
        disclosed = replace(reading.risk, kind="self")
        return replace(reading, intent=Intent.CRISIS, risk=disclosed)
    return reading


def _signals(name: str, folded: str) -> bool:
    return bool(compiled(section("signals", name)).search(folded))


def _marks(folded: str) -> frozenset[str]:
    noticed = {
        "stigma": _signals_attitude("stigma", folded),
        "pushback": _signals_attitude("pushback", folded),
        "dependence": _depends(folded),
        "confidentiality": _asks("confidentiality", folded) or _wonders_about_chat(folded),
        "identifiers": has_identifier(folded)
        or bool(compiled(section("privacy", "identifiers")).search(folded)),
        "opinion": _signals("opinion", folded),
        "secret": _signals("secret", folded),
        "question": _signals("question", folded),
    }
    return frozenset(name for name, present in noticed.items() if present)


def _feelings(folded: str) -> tuple[str, ...]:
    glad = not compiled(r"not|never|only|if|until|nobody|without|unless").search(folded)
    return tuple(
        name
        for name in names_in("signals", "feelings")
        if (glad or name != "hopeful")
        and compiled(section("signals", "feelings", name)).search(folded)
    )


# --- attitudes and privacy


def _signals_attitude(name: str, folded: str) -> bool:
    return bool(compiled(section("attitudes", name)).search(folded))


def _depends(folded: str) -> bool:
    """Tell whether a sentence that speaks to the bot leans on it alone."""
    return any(
        _signals_attitude("dependence", part)
        and _signals("addressed", part)
        and not compiled(section("attitudes", "dependence", "unless")).search(part)
        for part in sentences(folded)
    )


def _asks(name: str, folded: str) -> bool:
    """Tell whether a kind of question about privacy is asked."""
    asked = compiled(section("privacy", name))
    return any(
        asked.search(part)
        and (name != "confidentiality" or _signals("addressed", part))
        and not compiled(section("privacy", name, "unless")).search(part)
        for part in passages(folded)
    )


def _asks_about_others(folded: str) -> bool:
    return _asks("leak", folded) and bool(
        compiled(section("privacy", "leak", "ask")).search(folded)
    )


def _wonders_about_chat(folded: str) -> bool:
    """Tell whether someone wonders, in whatever words, who gets to know what they write here."""
    if len(folded) > _REQUEST or compiled(section("privacy", _CHAT, "unless")).search(folded):
        return False

    def holds(*keys: str) -> bool:
        return all(compiled(section("privacy", _CHAT, key)).search(folded) for key in keys)

    return holds("subject", "action", "worry") or holds("nearer", "clearer", "worry")


# --- requests, beliefs, themes


def _objective(folded: str, marks: frozenset[str]) -> str | None:
    """Return the harmful end that a request serves, by rule or else by how it leans."""
    by_rule = next((rule.objective for rule in rules() if rule.fits(folded)), None)
    if by_rule or len(folded) > _REQUEST:
        return by_rule
    total = 0.0
    asks = False
    towards: dict[str, float] = {}
    for leaning in leanings():
        found = {match[0] for match in compiled(leaning.pattern).finditer(folded)}
        if not found:
            continue
        weight = leaning.weight * (1 + (_AGAIN * (len(found) - 1) if leaning.objective else 0))
        if leaning.objective:
            towards[leaning.objective] = towards.get(leaning.objective, 0) + weight
        asks = asks or (not leaning.objective and weight > 0)
        total += weight
    needed = _LEANS + (_FOR_OTHERS if marks & {"fiction", "profession"} else 0)
    if not (towards and asks) or total < needed:
        return None
    return max(towards, key=lambda name: towards[name])


def _belief(folded: str, marks: frozenset[str]) -> str | None:
    """Return a belief that the person holds; a story's, a pupil's or a past one is not theirs."""
    if marks & {"fiction", "profession", "recovery"}:
        return None
    return next(
        (belief.name for belief in beliefs() if compiled(belief.pattern).search(folded)), None
    )


def _theme(folded: str) -> str | None:
    counts = {
        theme.name: sum(1 for pattern in theme.patterns if compiled(pattern).search(folded))
        for theme in themes()
    }
    best = max(counts, key=lambda name: counts[name])
    return best if counts[best] else None


# --- which reading counts


def _intent(folded: str, reading: Reading) -> Intent:
    """Return the gravest reading: what must not be missed is asked first."""
    marks = reading.marks
    asks = "?" in folded
    orders: tuple[tuple[Intent, Callable[[], bool]], ...] = (
        (Intent.EXTRACTION, lambda: not reading.risk and _asks("extraction", folded)),
        (Intent.LEAK, lambda: not reading.risk.imminent and _asks_about_others(folded)),
        (Intent.CRISIS, lambda: bool(reading.risk)),
        (Intent.HARMFUL, lambda: reading.objective is not None),
        (Intent.DEPENDENCE, lambda: "dependence" in marks and not asks),
        (Intent.CONFIDENTIALITY, lambda: "confidentiality" in marks),
        (Intent.DEPENDENCE, lambda: "dependence" in marks),
        (Intent.STIGMA, lambda: "stigma" in marks),
        (Intent.INFORMATION, lambda: asks and _asks_how(folded, reading)),
        (Intent.BELIEF, lambda: reading.belief not in {None, "certainty"}),
        (
            Intent.INFORMATION,
            lambda: (
                reading.theme is not None and "question" in marks and (asks or not reading.is_calm)
            ),
        ),
        (Intent.BELIEF, lambda: reading.belief is not None and not reading.is_calm),
    )
    return next((intent for intent, applies in orders if applies()), Intent.CHAT)


def _asks_how(folded: str, reading: Reading) -> bool:
    """Tell a question that looks for a way from a belief that looks for a nod."""
    return reading.theme is not None and reading.belief != "grand" and _signals("how_to", folded)
