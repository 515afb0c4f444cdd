"""Danger that is said in plain words: one such sentence is enough, whatever else is talked about.

The weighed reading of :mod:`mhgate.demo.risk` hears what is said between the lines and lets an
idiom, a story or a long past explain it. Whoever says in so many words what they will do, or what
is being done to them, is believed, with three exceptions: a story's own characters, what others are
quoted with, and a time that is over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from mhgate.demo.contexts import Context
from mhgate.demo.lexicon import section
from mhgate.demo.risk import NONE, Risk
from mhgate.demo.tables import table
from mhgate.demo.text import compiled, sentences

__all__ = ["plain_danger"]

_SCORE = 4.0
_WINDOW = 3  # sentences in which what a sign needs may stand
_TOLD = frozenset({"fiction", "profession"})
_AGAIN = r"tonight|again|i am going to|i will|relaps\w+|fell off|this bottle"
_OWN = r"i|me|myself|my (?:own )?life|us"
_LINE_BREAK = re.compile(r"\n *")
_DENIED = (
    r"(?:have|has) not ~1(?:hurt|cut|harmed) (?:myself|herself|himself)|"
    r"(?:not|never|no longer|nor) (?:feeling |really |actually |at all )?suicidal|"
    r"(?:not|never|no) ~3(?:trying|going|want(?:ing)?|plan(?:ning)?|intend(?:ing)?|thoughts?|"
    r"plans?|wish|intention|urge)s? ~2(?:to|of|about) ~1(?:die|dying|kill(?:ing)? myself|"
    r"hurt(?:ing)? myself|harm(?:ing)? myself|end(?:ing)? (?:it|my life)|suicide)"
)
_QUOTED = re.compile(r'"[^"]*"|(?<!\w)\'[^\']{3,}\'(?!\w)')


@dataclass(frozen=True)
class _Sign:
    """One way of saying it."""

    name: str
    phrases: str
    needs: str | None
    unless: str | None
    near: bool

    def occurs_in(self, sentence: str, around: str) -> bool:
        """Tell whether it stands in a sentence, and what it needs among the sentences around."""
        if not compiled(self.phrases).search(sentence):
            return False
        if self.unless and compiled(self.unless).search(sentence):
            return False
        return not self.needs or bool(compiled(self.needs).search(around))


def plain_danger(folded: str, context: Context) -> Risk:
    """Return the danger that a message names in plain words, one's own first.

    Args:
        folded: folded text.
        context: what the message is otherwise about.

    Returns:
        What was found, or no risk.
    """
    if "recovery" in context and not compiled(_AGAIN).search(folded):
        return NONE
    text = compiled(_DENIED).sub("§", _QUOTED.sub("§", folded))
    if context.names & _TOLD:
        text = compiled(section("signals", "reported")).sub("§ ", text)
    parts = sentences(text)
    soon = bool(compiled(section("others", "imminent")).search(text))
    for kind in ("self", "abuse", "other"):
        found = [sign for sign in _signs(kind) if _is_said(sign, text, parts, context)]
        if found:
            near = soon or any(sign.near for sign in found)
            return Risk(kind, near, _SCORE, tuple(sign.name for sign in found))
    return NONE


def _is_said(sign: _Sign, text: str, parts: list[str], context: Context) -> bool:
    """Tell whether a sign occurs; in a story or a lesson, whether it is said of oneself."""
    if not compiled(sign.phrases).search(text):
        return False
    for at, part in enumerate(parts):
        around = " . ".join(parts[max(0, at - _WINDOW) : at + _WINDOW + 1])
        if sign.occurs_in(part, around) and (
            not context.names & _TOLD or compiled(_OWN).search(part)
        ):
            return True
    return False


@cache
def _signs(kind: str) -> tuple[_Sign, ...]:
    found = table("plain_danger")
    words = {name: _LINE_BREAK.sub("", text) for name, text in found["words"].items()}

    def pattern(phrases: str) -> str:
        return re.sub(r"<([a-z_]+)>", lambda name: words[name[1]], _LINE_BREAK.sub("", phrases))

    return tuple(
        _Sign(
            row["name"],
            pattern(row["phrases"]),
            pattern(row["needs"]) if "needs" in row else None,
            pattern(row["unless"]) if "unless" in row else None,
            row.get("near", False),
        )
        for row in found[kind]
    )
