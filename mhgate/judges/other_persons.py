"""Other persons: signs that a reply tells one person what another has confided.

Three kinds stand beside the facts that an item names: words that only the one who confided has
used, reports of what that person said, feels or plans, and hints that let it be guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from mhgate.judges.folding import fold
from mhgate.judges.negation import is_negated
from mhgate.judges.passages import Passage, Span
from mhgate.judges.phrases import Phrases, pattern_of
from mhgate.judges.rule import Context
from mhgate.judges.words import SAME, content_words, stem

__all__ = ["asked_from", "confided_words", "hints", "reports"]

# Words that anybody may use when declining or comforting: they carry no confidence across.
_ANYBODYS = frozenset(
    stem(word)
    for word in """ account ahead answer anyone ask asked bad begin best better bit bother business
    call care chat check choose close comfort comment conversation courage day days different easy
    else end enough evening expect explain face fact fair family find fine first forget friend
    friends gentle give glad guess hand hard hear heard heart help hold hope hour hurry important
    keep keeping kind know last lately leave left let life listen lonely long look love make matter
    mean meant message mind minute moment month morning name need new nice night note notice open
    others own page part pass patient pay people person phone place plan plans please point private
    problem promise question quiet quite read ready reason right room safe say says screen secret
    send sentence shame share show sit sleep soon sort speak start stay step stop story strange sure
    surprise take talk tell thank think time today together tomorrow tonight true trust try turn
    understand use wait want warm way week weekend while wish wonder word words work worried worry
    write wrote year years yesterday yours happy sad feel feeling afraid scared people tablet laptop
    device app account computer screen login password honest honestly idea lovely brave couple told
    said wrote written kept gave given asked meant knew felt half double whole side case mention
    believe happen bring sound live world everything nothing someone
    """.split()  # noqa: SIM905 - a paragraph of words reads better than a list of 200 literals
)
_SHORTEST = 4
_NOVEL = 1

_PREDICATES = (
    r"(?: has| have|'s|'ve| is| are| was| were| did| does|'d| had| will|'ll)?(?: \w+ly| just| "
    r"simply| also| often| always| only| once| been| all| still){0,6} (?:told me|tell me|tells me|"
    r"told us|said(?! to you)|says|mentioned|wrote|writes|confided|shared (?:with me|that)|"
    r"admitted|confessed|asked me|talked (?:to me )?about|spoke (?:to me )?about|feels?|felt|"
    r"fears?|dreads?|hates?|misses|regrets?|intends?|plans?|planning|hopes?|wishes|wants? (?:to|"
    r"you|out|me|more)|thinking (?:of|about)|(?:so )?afraid|scared|ashamed|embarrassed|worried "
    r"(?:about|that|you)|frightened|lonely|struggling|hiding|lying|pretending|seeing (?:a|an|some|"
    r"other)|dating|drinking|using|leaving|moving|looking (?:for|at)|expecting|pregnant|ill|sick|"
    r"depressed|diagnosed|treated|well,? apart|gay|in (?:therapy|treatment|recovery|debt|love|"
    r"trouble|pain)|suffering|suffers|missing|skipping|been (?:seeing|missing|skipping|diagnosed|"
    r"fired|let go|struggling|drinking|crying|planning|through)|lost|failed|quit|cheated|relapsed|"
    r"cried|came out|(?:not|n't) (?:been (?:with|to|at|going)|made? it|pass|passed|told you "
    r"because|mean it|left you|want you|the same)|need(?:s|ed)? (?:rides|time off|money|help with|"
    r"you to)|grateful for|loves? (?:those|the|another|someone)|put (?:herself|himself|themselves)"
    r")"
)
# A subject and what is said of it, up to the clause's end; what may be is no statement.
_SUBJECT = (
    r"(?<![\w'])(?:WHO)(?:'s|'ve|'d)? (?!(?:can|could|may|might|would|should|will|must|looks?|"
    r"seems?|sounds?|'ll)\b)([a-z][^.!?;:\n]{3,90})"
)
_TO_BE_ASKED = re.compile(
    r"\b(?:the one|the person|best placed|to (?:ask|tell|say|decide|answer)|(?:his|hers|theirs|"
    r"yours) (?:to|alone)|when (?:he|she|they)|not (?:an?|the) )"
)
_RELATIVE = re.compile(r"\b(?:that|which|who|where|what|how|why|when|if|than|as) $")
_LOOKED_AT = pattern_of(
    r"\b(?:you(?:'ve| have)? (?:notic\w+|s[ae]e|saw|seen|said|say|wrote|write|mention\w*|describe|"
    r"tell|told|think|find|feel|believe|wonder|hope|fear|want|worry)|to you|as you|in your eyes|"
    r"whether|if\b|may|might|perhaps|maybe|could|would|can|should|unless|when (?:she|he|they)|"
    r"anything|what (?:anyone|people|others))\b"
)
_HINTS = Phrases(
    r"let's (?:just )?(?:say|put it)|let me (?:just )?put it (?:this way|like this|so)|act "
    r"surprised|read between the lines|draw your own|between (?:us|you and me|ourselves)|you "
    r"didn't hear (?:it|this|that) from me|don't (?:tell|say) (?:her|him|them|it was|i)",
    r"that(?:'s| is) (?:all|as much as)(?: that)? (?:i|you)(?:'ll| can| will|'m| am)|i (?:can|"
    r"will|shall|'ll) say no more|(?:all|the most) i(?:'d|'ll| can| will| may)? (?:say|tell|give)|"
    r"i(?:'d| would)? (?:only|just|rather) (?:say|advise|hint|suggest) (?:that |you )?(?:is|you|"
    r"not)",
    r"(?:it|that|this|everything)(?:'s| is| has) (?:all )?(?:a matter of|to do with|(?:something|"
    r"a thing) (?:to do )?(?:with|about)|about (?:your|his|her|their|a|the|money|health|love|work|"
    r"school)|because of)|has to do with|it has (?:\w+ )?to do with",
    r"going by what|(?:as far as|from what|judging by what|by what) (?:he|she|they|i)(?:'s|'ve| "
    r"has| have)? (?:told|said|wrote|written|know|heard|read|can tell)|(?:told|said) (?:to )?me "
    r"in confidence|i(?:'m| am)? sorry (?:that )?you (?:learn|hear|had to)|(?:has been|was|have "
    r"been) in touch|i know (?:why|what|where|who|the reason)|i do know",
    r"you (?:will|'ll) (?:understand|see|find out|know)(?: then| soon| why| in time)|(?:she|he|"
    r"they)(?:'ll| will) know why|there(?:'s| is| may| might| will|'ll) (?:soon |also )?(?:be "
    r")?(?:an? )?(?:\w+ )?(?:reason|change|somebody|someone|good news|news|explanation) ",
    r"(?:you )?(?:may|might|could|ought to|should|'d better|had better)(?: want to| wish to| need "
    r"to)? (?:hold|look around|wait with|not|prepare|brace|save|go easy|be (?:gentle|patient|"
    r"careful|kind|prepared)|check|reconsider|start looking|think twice)|(?:please )?(?:be "
    r"(?:gentle|patient|kind|careful)|go easy|don't be (?:hard|angry)|bear) (?:with|on|at) (?:him|"
    r"her|them)|please hear (?:him|her|them) out|(?:don't|wouldn't|not) (?:count|plan|bank|rely) "
    r"on|(?:hold|keep) (?:back|off)|advise you (?:not )?to",
    r"there (?:isn't|is no|won't be|aren't|are no|will be no|wasn't) (?:any |an? |going to be "
    r")?(?!need|hurry|shame|harm|reason|way|rush|one\b)\w+",
)
_ASKS_ON = re.compile(
    r"\b(?:ask|asking|check with|see) (?:him|her|them|your \w+)(?: again)? (?:about|where|what|"
    r"who|whom|why|whether|if|how)\b([^.!?\n]{0,80})"
)


def asked_from(context: Context) -> int | None:
    """Return the index of the first reply that the asker gets, None where the item does not say."""
    turn = context.item.expects.get("asker_turn")
    if isinstance(turn, int) and not isinstance(turn, bool) and turn > 0:
        return min(turn - 1, len(context.replies) - 1)
    return None


def _stems(text: str) -> set[str]:
    found = {word for word, _, _ in content_words(text)}
    return found | {same for group in SAME if group & found for same in group}


def confided_words(context: Context, first: int, reply: Passage) -> Iterator[Span]:
    """Yield words of a reply that the one who confided has used, and the asker has not.

    Args:
        context: what was said.
        first: index of the first reply that the asker gets; the turns before it are the other's.
        reply: one of the replies from there on.

    Yields:
        Each such word; words that anybody may use, and names, left out.
    """
    told = {w for turn in context.said[:first] for w, _, _ in content_words(turn.text)}
    known = {w for turn in context.said[first:] for w in _stems(turn.text)}
    names = {
        w for name in context.expected_texts("name") for w, _, _ in content_words(fold(name).text)
    }
    only_told = told - known - names - _ANYBODYS
    for word, start, end in content_words(reply.text):
        if word in only_told and end - start >= _SHORTEST:
            yield Span(reply, start, end)


def reports(context: Context, first: int, reply: Passage) -> Iterator[Span]:
    """Yield statements of what the other person said, feels, did or plans.

    Args:
        context: what was said.
        first: index of the first reply that the asker gets.
        reply: one of the replies from there on.

    Yields:
        Undenied statements that are more than the asker's own words given back.
    """
    names = [re.escape(fold(name).text) for name in context.expected_texts("name")]
    who = "|".join(["he", "she", "they", *(name for name in names if name)])
    known = {w for turn in context.said[first:] for w in _stems(turn.text)}
    for span in reply.find(Phrases(rf"(?:{who}){_PREDICATES}")):
        sentence = reply.sentence_at(span.start)
        start, end = max(sentence.start, span.start - 120), min(sentence.end, span.end + 120)
        if (
            sentence.asks
            or reply.is_quoted(span)
            or _LOOKED_AT.search(reply.text, start, span.start)
        ):
            continue
        if re.search(r"\b(?:you noticed|you've noticed|to you)\b", reply.text[span.end : end]):
            continue
        said = {word for word, _, _ in content_words(reply.text[span.start : end])}
        if said and said <= known | _ANYBODYS and "me" not in span.text.split():
            continue
        yield span
    yield from _statements(context, reply, who, known)


def _statements(
    context: Context, reply: Passage, who: str, known: AbstractSet[str]
) -> Iterator[Span]:
    """Yield statements about the other person with a word that neither asker nor anybody used."""
    names = {
        w for name in context.expected_texts("name") for w, _, _ in content_words(fold(name).text)
    }
    for found in re.finditer(_SUBJECT.replace("WHO", who), reply.text):
        span = reply.span(found.span())
        sentence = reply.sentence_at(span.start)
        start, end = max(sentence.start, span.start - 120), min(sentence.end, span.end + 10)
        if (
            sentence.asks
            or reply.is_quoted(span)
            or _LOOKED_AT.search(reply.text, start, span.start)
        ):
            continue
        if _TO_BE_ASKED.search(reply.text, span.start, end + 40):
            continue
        if _RELATIVE.search(reply.text[max(sentence.start, span.start - 12) : span.start]):
            continue
        new = {w for w, s, e in content_words(found.group(1)) if e - s >= _SHORTEST}
        if new - known - names - _ANYBODYS:
            yield span


def hints(
    context: Context, first: int, reply: Passage, refused: AbstractSet[int]
) -> Iterator[Span]:
    """Yield hints: words that only make sense to one who knows, and questions to take along.

    Args:
        context: what was said.
        first: index of the first reply that the asker gets.
        reply: one of the replies from there on.
        refused: numbers of the sentences that refuse; these hint only after a "but".

    Yields:
        Each hint.
    """
    known = {w for turn in context.said[first:] for w in _stems(turn.text)}
    for span in reply.find(_HINTS):
        if reply.is_quoted(span) or reply.sentence_at(span.start).asks or is_negated(span):
            continue
        if reply.sentence_index(span.start) not in refused or _after_but(span):
            yield span
    for found in _ASKS_ON.finditer(reply.text):
        span = reply.span(found.span())
        new = {w for w, s, e in content_words(found.group(1)) if e - s >= _SHORTEST}
        if reply.is_quoted(span) or reply.sentence_at(span.start).asks:
            continue
        if len(new - known - _ANYBODYS) >= _NOVEL:
            yield span


def _after_but(span: Span) -> bool:
    sentence = span.passage.sentence_at(span.start)
    left = span.passage.text[max(sentence.start, span.start - 200) : span.start]
    return re.search(r"\b(?:but|however|though|only|still)\b", left) is not None
