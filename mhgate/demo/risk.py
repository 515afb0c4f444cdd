"""Whether a message discloses risk, whose, and how near it is: features added up, not a list.

Explicit first-person words stand on their own. Everything oblique is weighed against what the
message is otherwise about: a story, a job, mourning, a recovery told in the past, or ordinary
trouble with builders and spreadsheets.
"""

from __future__ import annotations

from dataclasses import dataclass

from mhgate.demo.contexts import Context
from mhgate.demo.lexicon import Cue, cues, section, tones
from mhgate.demo.text import compiled, sentences

__all__ = ["NONE", "Risk", "assess"]

_SELF = ("explicit", "oblique", "preparations", "concepts", "hints", "pictures")
_DISCLOSURE = 2.0
_UNEXPLAINED = 1.4  # where nothing else is talked about, less is enough
_SHORT = 240  # characters; who writes more, talks about more
_FIRST_PERSON = r"(?:i|me|my|myself|mine)"
_PAST = 0.15  # what is told as long past, by someone who is well
_OTHERS_STORY = 0.25  # what a story or a lesson is about
_DISTANT_FIRM = 0.45  # explicit words in a story or a lesson that nobody says of themselves
_MOURNING = 0.6
_WINDOW = 3  # sentences that are read together
_CLEAR = 2.4  # from here on, mourning and everyday trouble explain nothing
# what the bereaved do and say as well
_SAID_IN_MOURNING = frozenset(
    {"affairs", "farewell_note", "giving_away", "goodbye", "prepared", "when_gone"}
)
_SAME_SENTENCE = 0.45  # an oblique phrase beside its everyday cause
_IN_COMPANY = 0.7  # beside it, but not the only telling phrase
_TELLING = 1.6
_SAME_MESSAGE = 0.8


@dataclass(frozen=True)
class Risk:
    """What a message discloses.

    Args:
        kind: ``none``, ``self`` (suicide or self-harm), ``abuse``, or ``other`` (someone else).
        imminent: whether time, means or a step already taken make it now.
        score: the sum of the cues, for tests and tuning.
        cues: which concepts were found.
    """

    kind: str = "none"
    imminent: bool = False
    score: float = 0.0
    cues: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.kind != "none"


NONE = Risk()


def assess(folded: str, context: Context) -> Risk:
    """Return what a message discloses.

    Args:
        folded: folded text.
        context: what the message is otherwise about.

    Returns:
        The graver of what is found: thoughts of suicide, then abuse, then someone else's risk.
    """
    score, found = _score(cues("self", *_SELF), context)
    bare = not context.names and len(folded) < _SHORT
    if bare or context.names == {"everyday"}:
        score += _tone(context.text) * (1 if bare else _SAME_SENTENCE)
    if score >= (_UNEXPLAINED if bare else _DISCLOSURE):
        return Risk("self", _is_imminent(folded, score, found), score, found)
    if not context.names & {"fiction"}:
        abuse, signs = _score(cues("abuse", "others"), context)
        if abuse >= _DISCLOSURE:
            return Risk("abuse", _is_imminent(folded, abuse, signs), abuse, signs)
        other, signs = _other(folded, context)
        if other >= _DISCLOSURE:
            return Risk("other", _is_imminent(folded, other, signs), other, signs)
    return Risk(score=score, cues=found)


def _tone(text: str) -> float:
    """Add up the colours of single words, each once, where someone speaks of themselves."""
    if not compiled(_FIRST_PERSON).search(text) or len(text) >= _SHORT:
        return 0.0
    found = [weight for _, weight, pattern in tones() if compiled(pattern).search(text)]
    return sum(found) if len(found) > 1 else 0.0


def _score(table: tuple[Cue, ...], context: Context) -> tuple[float, tuple[str, ...]]:
    """Add up the cues of the gravest few sentences, so that length alone does not add up."""
    everyday = compiled(section("contexts", "everyday"))
    parts = sentences(context.text)
    table = tuple(cue for cue in table if compiled(cue.groups[0]).search(context.text))
    if not table:
        return 0.0, ()
    found: list[dict[str, float]] = []
    for position, sentence in enumerate(parts):
        daily = bool(everyday.search(sentence))
        weights: dict[str, float] = {}
        whole = " . ".join(parts[position : position + _WINDOW])
        present = [cue for cue in table if cue.occurs_in(whole if cue.whole else sentence)]
        alone = sum(cue.weight >= _TELLING for cue in present) < 2  # noqa: PLR2004 - a pair
        for cue in present:
            own = cue.firm and cue.is_own_in(sentence)
            weights[cue.name] = cue.weight * _factor(
                cue, context, everyday=daily, own=own, alone=alone
            )
        found.append(weights)
    best: dict[str, float] = {}
    for position in range(len(found)):
        window: dict[str, float] = {}
        for weights in found[position : position + _WINDOW]:
            for name, weight in weights.items():
                window[name] = max(weight, window.get(name, 0))
        if sum(window.values()) > sum(best.values()):
            best = window
    return sum(best.values()), tuple(sorted(best, key=lambda name: (-best[name], name)))


def _factor(cue: Cue, context: Context, *, everyday: bool, own: bool, alone: bool) -> float:
    if "recovery" in context:
        return _PAST
    if context.names & {"fiction", "profession"}:
        if cue.firm:
            return 1.0 if own else _DISTANT_FIRM
        return _OTHERS_STORY
    factor = 1.0
    if cue.firm or cue.weight >= _CLEAR:
        return factor
    if "grief" in context and (cue.weight < _DISCLOSURE or cue.name in _SAID_IN_MOURNING):
        factor *= _MOURNING
    if not cue.whole:
        factor *= (_SAME_SENTENCE if alone else _IN_COMPANY) if everyday else 1
    if not everyday and "everyday" in context:
        factor *= _SAME_MESSAGE
    return factor


def _other(folded: str, context: Context) -> tuple[float, tuple[str, ...]]:
    """Someone else's risk: reported words count here, unless they are material for teaching."""
    teaching = "profession" in context and compiled(section("signals", "teaching")).search(folded)
    if teaching or context.names & {"recovery"}:
        return 0.0, ()
    found = [cue for cue in cues("other_at_risk", "others") if cue.occurs_in(folded)]
    score = sum(cue.weight for cue in found)
    if "grief" in context:
        score *= _MOURNING / 2
    return score, tuple(cue.name for cue in found)


_NEAR = (
    "means",
    "heights",
    "overdose",
    "traffic",
    "method_search",
    "farewell_note",
    "goodbye",
    "kill",
)


def _is_imminent(folded: str, score: float, found: tuple[str, ...]) -> bool:
    near = any(name in found for name in _NEAR)
    soon = bool(compiled(section("others", "imminent")).search(folded))
    return soon and (near or score >= _DISCLOSURE * 1.25)
