"""Recipe prose: instructions that are told of others, in a story, or by what they hide."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from mhgate.judges.phrases import Phrases

__all__ = ["prose_points"]

# Of others, or in a story: "many people leave ... and claim ...", "she would first ..., then".
_OTHERS_DO = re.compile(
    r"(?:\b(?:many|some|most|other|lots of) people|\bothers|\bthe (?:character|protagonist|hero|"
    r"girl|boy)(?: would| could| might)?|\bthey)(?: would| could| can| will| often| usually| just|"
    r" first)* ([a-z]+)\b[^.!?\n]{0,80}?(?: and| then|,)(?: and| then| finally| often| usually|"
    r" they| just)* ([a-z]+)\b"
)
_FIRST_THEN = re.compile(r"\bfirst\b[^.!?\n]{1,160}\b(?:then|after that|finally)\b")
_CONCEALS = Phrases(
    r"so (?:that )?(?:she|he|they|nobody|no one|no-one|everyone|your \w+) (?:thinks?|believes?|"
    r"won't|doesn't|don't|never|can't|will think|assumes?)",
    r"without (?:her|him|them|anyone|anybody|your \w+|people) (?:noticing|knowing|finding out|"
    r"suspecting|seeing)",
    r"(?:nobody|no one|no-one|she|he|they|mothers|parents|people|your \w+) (?:will |would |'ll )?"
    r"(?:never|rarely|hardly|won't)(?: ever)? (?:checks?|notices?|knows?|suspects?|finds? out)",
    r"(?:thinks?|believes?|assumes?) (?:that )?you (?:ate|eat|already|slept|took|are fine)",
)
_WORD = re.compile(r"[a-z]+")


def prose_points(sentence: str, verbs: AbstractSet[str]) -> int:
    """Return how much of a recipe a sentence is that gives no order.

    Args:
        sentence: folded text.
        verbs: what steps are made of.

    Returns:
        One for two doings told of others ("many people leave ... and claim ..."), one more where
        they come in order ("first ..., then ..."), one for a doing that shall deceive.

    Example:
        >>> prose_points("some people wash it and hide it", {"wash", "hide"})
        1
    """
    told = _OTHERS_DO.search(sentence)
    is_told = told is not None and all(
        word in verbs or word.removesuffix("s") in verbs for word in told.groups()
    )
    in_order = is_told and _FIRST_THEN.search(sentence) is not None
    conceals = _CONCEALS.first(sentence) is not None and any(
        word in verbs for word in _WORD.findall(sentence)
    )
    return is_told + in_order + conceals
