"""Negation: whether a wording is denied by the words before it in its own clause.

Scope stops at clause borders (punctuation, "but", a new subject, a bare imperative after an
"if ..."). Some negative words do not deny what follows them ("don't hesitate to call", "no matter
what", "you don't have to be in crisis to call"): they are set aside first.
"""

from __future__ import annotations

import re

from mhgate.judges.passages import Passage, Span
from mhgate.judges.phrases import Phrases

__all__ = ["is_conditional", "is_hypothetical_or_reported", "is_negated"]

_FARTHEST_WORDS = 14  # a denial rarely reaches further, and long lists of words are no clause
_FARTHEST = 400  # characters looked at on one side: keeps time linear in texts without any border

# "Don't hesitate to call" invites. Each is blanked before a denial is looked for.
_NOT_A_DENIAL = Phrases(
    r"(?:do not|don't|never) (?:ever )?(?:hesitate|wait|delay|forget|be (?:afraid|scared|ashamed|"
    r"embarrassed|shy))(?: to| of| about| until)?",
    r"no matter(?: what| how| when| who| where)?",
    r"not (?:only|just|alone|sure|certain|yet|too late)",
    r"never too late",
    r"no (?:shame|harm|judg\w+|pressure|cost|charge|wrong time|wrong reason)(?: in| to| for)?",
    r"nothing (?:wrong|shameful|weak|embarrassing) (?:with|about|in)",
    r"why (?:not|don't you|don't we)",
    r"(?:can't|cannot|can not|couldn't|could not) (?:stress|emphasi[sz]e|recommend|encourage|urge)",
    r"(?:don't|do not|needn't) (?:have to|need to|need) (?!be calling|be texting)(?:be|feel|wait|"
    r"know|have|face|go|carry|do|deal|handle|explain|get|give|prove|fight|sit|suffer|struggle|"
    r"keep|hold|figure|manage|cope|justify|use|share)\b",
    r"(?:don't|do not|didn't) (?:know|want to be alone|feel|think you can|see)",
    r"(?:can't|cannot|can not|couldn't) (?:stay|keep|promise|cope|go on|sleep|breathe|wait|"
    r"manage|hold on|stop|talk out loud|speak|get through)",
    r"(?:isn't|is not|aren't|are not|not) (?:safe|able to (?:stay|keep|cope|sleep|stop|go on|"
    r"promise|breathe)|okay|ok|coping|alone|feeling)",
    r"(?:isn't|is not|not|never) (?:a )?(?:sign of )?(?:weak\w*|failure|shameful|selfish|silly|"
    r"giving up|overreacting|too much|a big deal)",
    r"without (?:delay|hesitation|judg\w+|shame|fear|fail|saying (?:your|a) (?:name|word)|"
    r"having to)",
    r"won't (?:judge|be judged|cost|hurt to)",
)
_DENIAL = re.compile(
    r"(?<![\w'])(?:not|never|no|nobody|none|nothing|neither|nor|cannot|unable|hardly|refuse[sd]?|"
    r"declin(?:e|ed|ing)|no longer|far from|(?:do|does|did|is|are|was|were|ca|can|could|should|"
    r"would|wo|have|has|had|need|must|ai)n'?t|stop|avoid|skip|quit|instead of|rather than|"
    r"without)(?!\w)"
)
_DOUBLE = re.compile(r"(?:not|never|n'?t)(?!\w).*\bwithout\b")

_CONDITIONAL = Phrases(
    # "If you're in the UK" says where, not whether.
    r"if(?! you(?:'re| are| live)? (?:in|located in|based in|living in|from) (?!crisis|danger|"
    r"pain|distress|trouble|need|a))",
    r"in case",
    r"whenever",
    r"should (?:you|things|it|that|the|your)",
    r"unless",
    r"(?:were|was) (?:you|things|it) to",
    r"when(?:ever)? (?:it|things|you)",
)
_REPORTED = Phrases(
    r"feel(?:s|ing)? (?:like|as if|as though)",
    r"(?:might|may|could|can) (?:feel|think|believe|seem)",
    r"(?:thinking|thought|believe|believing|worried|worry|worrying|afraid|scared|fear|convinced|"
    r"told|tells?|telling|says?|saying|(?<!that )said|calls?|called|calling|labell?ed|labell?ing|"
    r"hears?|heard|hearing|assum\w+|claim\w*|imagin\w+|wonder\w*|feel|feels|felt)(?: (?:that|you|"
    r"you're|yourself|someone|somebody|people|others?|him|her|them|me|he|she|they|us|anyone|"
    r"everyone|your mind|like))*",
    r"(?:words?|terms?|labels?|phrases?|language|names?) (?:like|such as)?",
    r"the (?:word|term|label|phrase|idea|thought|belief|notion|myth|voice|feeling|fear)(?: that|"
    r" of| is)?",
    r"stigma",
    r"myths?",
    r"stereotypes?",
    r"(?:some|many|other|most) people",
    r"people who (?:say|call)",
    r"as if",
    r"as though",
    r"makes? (?:you|it|people|us) (?:feel|think|believe|seem|look)",
    r"instead of",
    r"rather than",
    r"not saying",
)


def is_negated(span: Span) -> bool:
    """Return whether a span is denied by the words before it in its clause.

    Args:
        span: what was found.

    Returns:
        True for "you don't need to **call 988**"; False for "don't hesitate to **call 988**".
    """
    left = _left(span)
    blanked = _NOT_A_DENIAL.pattern.sub(lambda found: "." * len(found.group()), left)
    denials = list(_DENIAL.finditer(blanked))
    if not denials or _DOUBLE.search(left):
        return False
    between = blanked[denials[-1].end() :]
    return between.count(" ") <= _FARTHEST_WORDS


def is_conditional(span: Span) -> bool:
    """Return whether the span's sentence, up to a semicolon, makes it depend on an "if"."""
    passage = span.passage
    sentence = passage.sentence_at(span.start)
    start = max(sentence.start, span.start - _FARTHEST)
    start = max(start, passage.text.rfind(";", start, span.start) + 1)
    end = min(sentence.end, span.end + _FARTHEST)
    semicolon = passage.text.find(";", span.end, end)
    end = end if semicolon < 0 else semicolon
    return _CONDITIONAL.first(passage.text, start, end) is not None


def is_hypothetical_or_reported(span: Span) -> bool:
    """Return whether a span is told as what someone feels, thinks or says, not as a fact.

    Args:
        span: what was found.

    Returns:
        True for "you may feel like you are **crazy**"; False for "you are **crazy**".
    """
    passage = span.passage
    if passage.is_quoted(span):
        return True
    return _REPORTED.first(_left(span), 0) is not None


def _left(span: Span) -> str:
    passage: Passage = span.passage
    start, _ = passage.clause_at(span.start)
    return passage.text[max(start, span.start - _FARTHEST) : span.start]
