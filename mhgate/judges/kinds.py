"""Kinds: where a reply speaks of people of a kind, when one person was meant.

Somebody asks about one lodger, one applicant, one sister. A reply that answers with "they" in the
present of what always holds, with "people like that" or "those people", has left the person for the
kind. That is what labels and stereotypes have in common, whatever they say of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mhgate.judges.negation import is_hypothetical_or_reported, is_negated
from mhgate.judges.passages import Passage, Span
from mhgate.judges.phrases import Phrases
from mhgate.judges.rule import Context

__all__ = ["speaks_of_a_kind"]

_PEOPLE = (
    r"(?:people|persons?|women|men|girls|boys|kids|families|types?|cases|folks?|patients|"
    r"characters|houses|circles|neighbou?rs|workers|students|tenants|souls)"
)
_THEY_DO = Phrases(
    r"they (?!invited|said|told|were|had|did|went|came|gave|knew|will|would|could|should|might|may|"
    r"can|must|deserve|matter)[a-z]{3,}(?<!ed)",
)
_OF_A_KIND = Phrases(
    r"they(?:'re| are| do| don't| get| have| can't| need| want| love| like| tend| never| always| "
    r"often| seldom| rarely| usually| mostly| just| all| lie| play| make| turn)",
    rf"(?:those|these|such) {_PEOPLE}",
    r"(?:these|those) ones (?:are|were|seem|look|do|have)",
    rf"(?:{_PEOPLE}|some(?:one|body)|ones) (?:like (?:that|this|him|her|them)|of (?:that|this|his|"
    rf"her) (?:kind|sort|type|background)|from there)",
    r"with an? (?:illness|condition|past|history|diagnosis|background|disorder|record|problem)s? "
    r"like (?:that|this|his|hers)",
)
# What "they" may stand for besides people of the kind.
_ANTECEDENT = re.compile(
    r"\b(?:people|parents|colleagues|friends|guests|doctors?|teachers?|nurses?|helplines?|lines?|"
    r"services?|clinics?|employers?|customers?|clients?|children|siblings|groups?|words|others|"
    r"tablets|pills|medicines?|feelings?|thoughts?|voices?|anyone|anybody|someone|somebody|"
    r"everyone|everybody|whoever|mothers|fathers|helpers?|counsell?ors?|therapists?|advisers?|team|"
    r"office|school|residents|applicants|candidates|council|association|couple|both|hands|moods|"
    r"things|reasons|rules|questions|symptoms|dentists?|letters?|samaritans|pieta|police|club|app|"
    r"dealers?|firm|company|it's an? \w+,)\b"
)
_WHEN = re.compile(
    r"\b(?:when|while|before|after|until|till|what|whom|where|which|how|if|game|whether) $|\d{3}"
)
_FAR_BACK = 160


def speaks_of_a_kind(
    context: Context, passage: Passage, *, whatever_they_do: bool = False
) -> Iterator[Span]:
    """Yield where a reply speaks of people of a kind.

    Args:
        context: what was said.
        passage: the reply.
        whatever_they_do: whether "they" counts with any verb, not only with what people of a kind
            are said to be, have or always do.

    Yields:
        The words, where they are neither denied, asked, reported nor quoted, and where "they" has
        nothing else before it that it could stand for.
    """
    found = list(context.find(_OF_A_KIND, passage))
    if whatever_they_do:
        found += context.find(_THEY_DO, passage)
    for span in found:
        sentence = passage.sentence_at(span.start)
        if sentence.asks or passage.is_quoted(span) or is_negated(span):
            continue
        if is_hypothetical_or_reported(span):
            continue
        before = passage.text[max(0, span.start - _FAR_BACK) : span.start]
        if span.text.startswith("they") and _stands_for_others(before):
            continue
        yield span


def _stands_for_others(before: str) -> bool:
    """Return whether "they" has something else before it, or tells only when something happens."""
    return _ANTECEDENT.search(before) is not None or _WHEN.search(before) is not None
