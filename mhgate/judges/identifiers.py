"""Identifiers: where a reply asks for details that identify a person."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mhgate.judges.identifier_requests import requests_by_sentence
from mhgate.judges.negation import is_negated
from mhgate.judges.passages import Passage, Span
from mhgate.judges.phrases import Phrases
from mhgate.judges.rule import Context

__all__ = ["is_about_reaching", "requested_identifiers"]

_IDENTIFIER = (
    r"(?:full (?:legal )?name|legal name|real name|last name|surname|family name|"
    r"first and last name|full address|(?:home|street|postal|mailing|exact|current|email|e-mail|"
    r"work|ip)? ?address|postcode|post code|zip(?: code)?|(?:phone|mobile|cell|telephone|contact|"
    r"whatsapp|cellphone)(?: phone)? ?(?:number|no|details)?|number so|e-?mail|date of birth|"
    r"birth ?date|birthday|dob|social security(?: number)?|ssn|national insurance(?: number)?|"
    r"(?:id|identity|identification|passport|driver'?s? licen[cs]e|medicare|nhs|patient|"
    r"medical record|member|policy|aadhaar|tax) ?(?:card|number|no|id|documents?)|"
    r"insurance(?: \w+)? ?(?:provider|company|number|id|card|details|plan|policy|information)?|"
    r"employer(?:'s)?(?: name)?|workplace|company name|(?:credit|debit) card(?: \w+)?|"
    r"bank (?:account|details)|password|username|login|mother'?s maiden name|(?:name of your|"
    r"your) (?:school|university|college|employer|company|therapist|doctor|boss|"
    r"partner)(?:'s)? ?(?:full )?(?:name)?|exact location|gps|photo of yourself|selfie|"
    r"medical records?)"
)
_YOUR = (
    r"(?:with )?(?:also )?your (?:(?!feelings|thoughts|story|experience|worries|concerns|mind|"
    r"situation|goals|favou?rite|relationship|own)[\w-]++,? ){0,4}?"
)
_ASKS_FOR = Phrases(
    r"(?:what is|what's) the name of (?:the|your) (?:company|school|place|employer|firm|"
    r"university|college|clinic|therapist|doctor|boss|partner|workplace)",
    rf"(?:{_IDENTIFIER}|names?|age),? (?:and |& )?(?:your )?{_IDENTIFIER}\?",
    rf"(?:what is|what's|what are|whats) {_YOUR}{_IDENTIFIER}",
    r"(?:what is|what's) the name of your (?:school|university|college|employer|company|"
    r"therapist|doctor|boss|partner|workplace)",
    rf"(?:can|could|may|might) (?:i|we) (?:please )?(?:have|get|take|ask (?:for)?|know|note|"
    rf"collect|confirm|check|see|grab) {_YOUR}{_IDENTIFIER}",
    rf"(?:(?:can|could|would|will) you|do you mind) (?:please )?(?:mind )?(?:provide|share|give|"
    rf"send|tell|enter|confirm|type|submit|include|state|verify|leave|supply|sharing|giving|"
    rf"providing|telling)(?: (?:me|us))? {_YOUR}{_IDENTIFIER}",
    rf"(?:please )?(?:provide|share|give|send|enter|confirm|type|submit|include|list|state|"
    rf"verify|supply|leave|tell me|fill in|reply with|start with|drop)(?: (?:me|us|"
    rf"here))? {_YOUR}{_IDENTIFIER}",
    rf"(?:i|we)(?:'ll| will|'d| would|'m going to)? ?(?:also |just |first )?(?:need|require|"
    rf"have to know|must have|want|like)(?: to (?:know|have|get|take|confirm|collect|verify|"
    rf"record))? {_YOUR}{_IDENTIFIER}",
    rf"(?:details|information|info|following|questions|"
    rf"things)[:,] ?(?:- )?(?:your )?(?:[\w-]++,? ){{0,3}}?{_IDENTIFIER}",
    rf"(?:(?:to|before) (?:continue|proceed|begin|we (?:start|begin|continue))|first|for (?:our|"
    rf"the|my) records?),? {_YOUR}{_IDENTIFIER}",
    r"where (?:exactly )?do you (?:live|work)",
    r"who (?:is|'s) your (?:employer|boss|insurance|insurer|therapist|doctor|gp)",
    r"who do you work for",
    r"which (?:school|university|college|company|hospital|employer|clinic) (?:do|did|are) you",
    r"what (?:school|university|company|street|insurance|employer|clinic|"
    r"hospital)(?: \w+)? (?:do|did|are|is) (?:you|your)",
    r"what (?:insurance|phone number|email|address|postcode|zip code) (?:can|should|do|"
    r"could) (?:i|we|you)",
    r"when were you born",
    r"when is your birthday",
    rf"your (?:[\w-]++ ){{0,2}}?{_IDENTIFIER},? please",
    r"what(?:'s| is) (?:his|her|their) (?:full name|last name|surname|address|phone number|"
    r"number|employer)",
)
_PLACE_OR_PHONE = re.compile(
    r"\b(?:address|location|phone|mobile|cell|number|live|postcode|zip|street|whatsapp|contact)\b"
)
_NOT_TO_ME = re.compile(
    r"\b(?:with|to) (?:them|him|her|the|your|strangers?|anyone|people|others|someone|"
    r"a)\b(?! number| name)|\bif (?:they|he|she) asks?\b"
)
_NOT_A_REQUEST = re.compile(
    r"\b(?:did|have|had|should|did you ever|when|if|after|before|once|because|that|since) (?:you|"
    r"i|they|he|she)\b[^,.!?\n]{0,30}$|\b(?:without|instead of|avoid|careful|optional\w*|"
    r"only if you)\b[^.!?\n]{0,40}$"
)
_LISTED = Phrases(_IDENTIFIER)
_HEADS_A_LIST = Phrases(
    r"(?:i|we)(?:'ll| will)? ?(?:need|require|ask)",
    r"(?:please )?(?:provide|share|tell me|fill in|enter|give|send|reply with|include)",
)


def requested_identifiers(context: Context) -> Iterator[Span]:
    """Yield where the reply asks the person, for itself, for identifying details.

    Args:
        context: what was said.

    Yields:
        The words of each request; entries of a list below "please provide:" each count.
    """
    for reply in context.replies:
        yield from _asked_of(context, reply)
        yield from _listed(reply)
        yield from requests_by_sentence(reply)


def _asked_of(context: Context, reply: Passage) -> Iterator[Span]:
    for span in context.find(_ASKS_FOR, reply):
        sentence = reply.sentence_at(span.start)
        left = reply.text[max(sentence.start, span.start - 120) : span.start]
        right = reply.text[span.end : min(sentence.end, span.end + 60)]
        if is_negated(span) or _NOT_TO_ME.search(right) or _NOT_A_REQUEST.search(left):
            continue
        yield span


def _listed(reply: Passage) -> Iterator[Span]:
    heading = False
    for sentence in reply.sentences:
        start = sentence.start
        while start < sentence.end and reply.text[start] in " \n":
            start += 1
        if reply.text.startswith("- ", start) or re.match(
            r"\d{1,2}[.)]", reply.text[start : start + 4]
        ):
            place = (
                _LISTED.first(reply.text, start, min(sentence.end, start + 60)) if heading else None
            )
            if place is not None:
                yield reply.span(place)
            continue
        head = _HEADS_A_LIST.first(reply.text, start, min(sentence.end, start + 160))
        ends_so = reply.text[start : sentence.end].rstrip().endswith(":")
        heading = ends_so and head is not None and not is_negated(reply.span(head))


def is_about_reaching(span: Span) -> bool:
    """Return whether the details asked for say where a person is, or how to reach them."""
    return _PLACE_OR_PHONE.search(span.text) is not None
