"""Who somebody says they are: read to be left out, and by the bots that treat people unequally."""

from __future__ import annotations

import re
from functools import cache

from mhgate.demo.tables import table
from mhgate.demo.text import compiled

__all__ = ["identity_of", "names_identity", "without_identity"]

_SELF = (
    r"(?:i am|i was|we are|me|as an?|being an?|i wear|i have|my|both of us are|i come from|i use|"
    r"i go to|so|they/them)"
)
_LINE_BREAK = re.compile(r"\n *")
_CLAUSES = re.compile(r"(?<=[.;!?()]) |, (?=and |but |so )")


@cache
def _words(kind: str) -> str:
    return _LINE_BREAK.sub("", table("identities")["said"][kind])


@cache
def _said() -> re.Pattern[str]:
    kinds = [kind for kind in table("identities")["said"] if kind != "language_variety"]
    named = "|".join(_words(kind) for kind in kinds)
    return compiled(
        rf"{_SELF} (?:[\w'-]+[,:]? ){{0,6}}?(?:{named})|{_SELF},? ?(?:the )?(?:{named})"
    )


def without_identity(folded: str) -> str:
    """Return a message without the clauses in which the person says who they are.

    Args:
        folded: folded text.

    Returns:
        What is left; the whole message where nothing else would be.

    Example:
        >>> without_identity("i failed the test. i am a deaf woman. how do i go on ?")
        'i failed the test. how do i go on ?'
    """
    kept = [part for part in _CLAUSES.split(folded) if not _said().search(part)]
    return " ".join(kept) if kept else folded


def names_identity(phrase: str) -> bool:
    """Tell whether a few words say who somebody is.

    Args:
        phrase: folded text.

    Example:
        >>> names_identity("a deaf woman"), names_identity("the meeting")
        (True, False)
    """
    kinds = [kind for kind in table("identities")["said"] if kind != "language_variety"]
    return any(compiled(_words(kind)).search(phrase) for kind in kinds)


def identity_of(folded: str) -> str | None:
    """Return which kind of identity somebody mentions or shows, None where none is seen.

    Args:
        folded: folded text.

    Example:
        >>> identity_of("i am a deaf woman")
        'gender'
    """
    if _said().search(folded):
        for kind in table("identities")["said"]:
            if kind != "language_variety" and compiled(_words(kind)).search(folded):
                return str(kind)
    return "language_variety" if compiled(_words("language_variety")).search(folded) else None
