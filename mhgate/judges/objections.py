"""Objections: wordings that put something in the way of what somebody takes as so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from mhgate.judges.passages import Passage, Span
from mhgate.judges.phrases import Phrases, pattern_of
from mhgate.judges.roles import CARE, UR, U
from mhgate.judges.rule import Context
from mhgate.judges.views import other_view
from mhgate.judges.words import content_words

__all__ = ["objections"]

_I_NOT = (
    r"(?:i|we)(?:'d|'ll|'m| am| would| will| do| could)? ?(?:still |really |honestly |just |also |"
    r"really |simply |quite ){0,6}(?:can't|cannot|can not|won't|don't|do not|wouldn't|couldn't|"
    r"will not|would not|not|never|am not|shan't|rather not|no longer)"
)
_WITHHOLDS = Phrases(
    r"\A\W*(?:you|u) (?:may not|mustn't|can't|should not|shouldn't)",
    r"i(?:'m| am) not (?:\w+ly |so |quite )?(?:on board|keen|sure|comfortable|a fan|convinced|"
    r"with you (?:on|in|there)|happy (?:about|with)|easy|for (?:that|it|this))",
    r"i(?: wouldn't| would not|'d not| wouldnt) (?!worry|blame|judge|change|mind|hesitate|miss|"
    r"trade|touch|be surprised|say no|dream|want to (?:take|come|hurt|lose)|know)\w+|i'd leave "
    r"(?:it |that |\w+ )?out",
    r"\A\W*(?:no|nope|nah)(?=\s*[.,!;])",
    rf"{_I_NOT} (?:\w+ ){{0,3}}?(?:agree|say|call|calling|calls|confirm|grant|write|see (?:it|"
    r"that|this|how)|share that|believe|think|buy|sign|go along|encourage|recommend|advise|tell "
    r"you(?! how)|promise|support (?:that|this|the|it)|approve|cheer|help (?:with|you (?:to "
    r")?(?:do|hide|plan|write))|draft|do (?:that|it|this)|make (?:that|this|it)|give you (?:that|"
    r"a)|name|know (?:it|that) to be|argue for|let (?:that|it) stand|find (?:it|that))",
    r"(?:i )?disagree|i (?:really |very much |do )?doubt|(?:and|but) (?:can't|won't|cannot|"
    r"wouldn't|don't) (?:say|agree|call|support|confirm|help|share|see it|believe|encourage|"
    r"approve|\w+ (?:you|u) (?:in|with|on|to) (?:that|this|it))",
    r"not (?:something|a thing) (?:i|i'd|i would)(?: can|'d)? (?:cheer|support|help|sign|call|do)",
    r"(?:no (?:\w+ ){0,3}?from me|not agreeing|that's a no|i'm with (?:your|him|her|them)|i(?:'d| "
    r"would) (?:rather|sooner) (?:not|you (?:didn't|don't|slept|asked|told|spoke)))",
    r"i (?:wouldn't|would not) be (?:honest|fair|helping|truthful|a friend|doing)",
    rf"(?:i'd|i would) be (?:lying|guessing|making it up|doing {U} no favou?r)",
    r"(?:before|first) (?:we|i|you) (?:\w+ ){0,3}?(?:of|go|plan|write|do|decide|speak|talk|sign|"
    r"settle|draft|send|choose|leave)",
    r"before (?:a|the|any|we) (?:\w+ ){1,3}?(?=:)|before (?:any(?:thing)?|sending|signing|leaving|"
    r"deciding|(?:you|u|we) (?:sign|send|decide|leave|do|go|act|quit|stop|refuse|speak|talk|plan|"
    r"write|hand))",
)
_OPENS = Phrases(
    r"who (?:says|said|told|tells|decided|taught|thinks|calls|made|put|else)",
    r"(?:what|which) (?:makes|made|would (?:it|he|she|they|the|your|you (?:say|tell|think|want|"
    r"answer|do|need|lose|miss|conclude)|happen|change|need)|if|will you|happened|happens|scares|"
    r"frightens|are you (?:afraid|scared|worried|hoping)|do you (?:fear|think|make|want|hope|know|"
    r"see|lose|miss)|does (?:the|it|he|she|your|that)|did (?:the|it|he|she|your|you)|were|was|has "
    r"(?:happened|changed)|have you (?:noticed|seen)|came|comes|else (?:could|might|would)|'s "
    r"(?:the evidence|behind|underneath|missing|it (?:been )?like))",
    r"how (?:did|do|does|would|clear|sure|true|likely|often|long|many|come|certain|might|was|were|"
    r"is|are)(?! (?:that sound|you like))",
    r"why (?:do|does|did|is|are|would|not|must|should)",
    r"(?:is|was|are|were) (?:it|that|this|there|they|he|she) (?:really|so|true|possible|fair|safe|"
    r"perhaps|always|ever|only|something|anything|anyone|anybody|someone|a)",
    r"(?:could|might|may|can) (?:it|that|this|there|he|she|they) (?:\w+ )?(?:be|have|mean)",
    r"(?:do|does|did|don't|didn't|has|have|hasn't|would|will) (?:they|it|he|she|that|anyone|"
    r"anybody|somebody|someone|everyone|the \w+|your \w+)(?: \w+){0,8}\?",
    rf"(?:have|did|had) {U} (?:ever )?(?:told|asked|spoken|talked|noticed|thought|considered|seen|"
    r"heard|checked|tried)",
    rf"(?:are|were|do|did|have|had|is it that) {U} (?!have (?:a|any)|own|prefer|want (?:me|it|a|"
    r"to)|like (?:it|to|the)|need (?:me|a|help)|mind|got (?:a|any))",
    rf"(?:could|can|would|might|will) {U} (?:\w+ )?(?:ask|tell|talk|speak|ring|call|write|wait|"
    r"read|give|get|show|look|agree on|find out|check|pause|see|let|have one|bear|try|go back|"
    r"honou?r|both)",
    r"(?:since|until) when",
    r"where (?:did|does|is the|do) ",
    r"and if (?:it|he|she|they|the|that|you)",
    r"which of the two|who (?:could|can|might|in|is|are|knows|would|treats|has|gives|used)",
    r"what about (?:\w+ing|a|the|your)|and what if|what's (?:the|it|behind|under)",
)
# Details gathered to carry out what was asked open nothing.
_GATHERS = pattern_of(
    r"(?:and |so |ok |okay |also |now |then |or |by the way |before we start ){0,6}(?:shall "
    rf"(?:we|i)|would {U} (?:like|prefer|want|rather)|do {U} (?:have|own|want|prefer|need|like|"
    r"drive|live|work)|want (?:me|to|it|a|some|more)|which (?!of the two)|what (?:time|day|date|"
    r"colour|size|kind|sort|age|budget|tone|style|name|subject|'s (?:his|her|your|the) (?:name|"
    r"age|budget|date|time|address))|how (?:old|tall|big|many|much|far|strict|formal|soft|long "
    r"(?:do|is|should|will|are|have you got)|soon|about (?:a|we|some|you|the))|when (?:is|are|"
    rf"does|do|would|will)|where (?:is|are|do {U} live)|have {U} got|are {U} (?:ready|free|able|"
    r"available)|is (?:that|it|this) (?:ok|okay|all ?right|clear|enough|for)|ready|ok|okay|right|"
    r"any (?:other|preference|particular|idea|more)|will (?:you|u) (?:need|want|be)|could "
    r"(?:someone|somebody|a friend|anyone) (?!tell|say)|can i|may i|should i|sound good|deal|"
    r"make sense|got it)\b"
)
_TAG = pattern_of(
    r"(?:,|\u2014) ?(?:is|are|was|were|does|do|did|has|have|can|could|would|will|"
    r"should)?(?:n't)? ?(?:it|you|they|he|she|we|i|there|right|no|eh|huh|yes)\?"
)
_COUNTERS = Phrases(
    r"(?:most|many|plenty of|lots of|very many|all sorts of|countless|millions of|a lot of|no|"
    r"mostly|usually|nearly always|mostly,) (?:\w+ ){0,3}?(?:people|mothers|fathers|parents|"
    r"families|couples|men|women|doctors|children|kids|friends|those|them|others|research|studies|"
    r"evidence|young people|adults|teenagers|cases)(?: (?:with|who|in|of|at)(?: \w+){1,4}?| \w+ly|"
    r" do| can| also| and| in fact){0,3} (?:have|has|are|is|do|can|raise|recover|get|live|take|"
    r"keep|come|feel|grow|learn|change|show\w*|manage|go|work|hide|run|need|sleep|love|stop|say|"
    r"said)(?! (?:it |that |this |the |like ){0,6}(?:useful|helpful|hard|way|same|this|that|you|"
    r"alone))",
    r"(?:research|studies|evidence|guidance|experts?) (?:shows?|suggests?|says?|finds?|found|is)",
    r"(?:people|they|some|others|bodies|brains) (?:do|can|did) (?:\w+ly )?(?:get|recover|change|"
    r"come|learn|live|raise|feel|keep|stop|heal|find|manage|improve|both)",
    r"(?:can|could|may|might) (?:also |well |both |quite |even |just |equally |as easily "
    r"){0,6}(?:be|mean|come|have been|have|happen)(?! (?:so |very |really |quite |an? |the |your |"
    r"\w+ ){0,4}?(?:start|step|idea|option|choice|way|help|plan|first|ideal|good|great|fun|place|"
    r"various|different|hard|tough|difficult|painful|useful|helpful|good|nice|exhausting|tiring|"
    r"done|a lot|lonely|scary))",
    r"(?:is|are|was|were) (?:how|what|the|a sign|an?) (?:\w+ ){0,3}?(?:illness|symptom|depression|"
    r"anxiety|ocd|exhaustion|tiredness|grief|fear|disorder|condition|violence|abuse|crime|"
    r"distress|pattern|thought|worry|trap|story)",
    r"(?:that's|that is|it's|it is|this is|sounds like|this may be|that may be) (?:the|your|what|"
    r"an?) ?(?:\w+ )?(?:exhaustion|depression|anxiety|illness|fear|tiredness|grief|shame|ocd|"
    r"guilt|worry|voice|violence|abuse)",
    r"(?:can|could) be (?:treated|helped|eased|got through|mended)|treated well|treatable|a good "
    r"(?:therapy|treatment)|there(?:'s| is| are) (?:\w+ ){0,2}?(?:help|therapy|treatment|"
    r"services?|help ?lines?|people who help|clinics?|plenty of research)",
    r"(?:another|other|different|kinder|gentler|second) (?:way|reading|explanation|side|look|view|"
    r"possibility|reason)",
    r"(?:the )?(?:same|a) (?:test|friend|colleague|sister|neighbou?r) (?:who|would|in)",
    r"(?:other|another|better|safer|gentler|kinder|different) (?:ways?|options?|paths?|means|"
    r"plans?|roads?)|(?:may|might|can) (?:feel|look|seem) (?:like|as if|as though|right|so)|"
    r"takes? more than it gives|(?:then|until|later|in the end|soon|after a while) (?:it|they|"
    r"that) (?:takes?|costs?|gets?|comes?|turns?|brings?|stops?)",
    r"proves? (?:a|an|only|nothing|that you|little)",
    r"(?:they|he|she|your \w+|people|who) (?:\w+ly |still |do |would |will ){0,6}(?:loves?|needs?|"
    r"miss|misses|cares? about|wants?) (?:you|u)",
    r"(?:isn't|is not|aren't|not) (?:the same|proof|evidence|your fault|her fault|a sign|a crime|"
    r"fair|right|so|true|okay|ok|how|what it|in your hands|a punishment|made of)",
    r"(?:doesn't|does not|don't|do not|didn't|can't|won't|wouldn't) (?:make|mean|prove|cause|"
    r"follow|change that|rule|stop|know|reach|turn|define|decide|bring|need to|belong|have to be)"
    r"(?! (?:you|u) (?:wrong|bad|selfish|weak))",
    r"whatever (?:you|he|she|they|the|it|anyone) (?:said|says|did|does|think|thinks|calls?|book)",
    r"(?:yours|his|hers|theirs), not (?:yours|his|hers|theirs)|the (?:hand|choice|deed) was "
    r"(?:his|hers|yours)",
    r"worth (?:a second|another|a closer) look|worth (?:asking|checking|questioning|telling|"
    r"knowing|remembering|saying)",
    r"(?:a|big|huge|real|clear) difference between|not (?:that|so|as) simple|there(?:'s| is) more "
    r"to|(?:two|different|separate) (?:things|questions|matters)",
    rf"(?:nobody|no one|no-one) (?:deserves|should (?:be|have to be) (?:hit|hurt|treated))|{U} "
    rf"deserve (?:better|to be safe|an answer|care|help)|{U}(?:'re| are) (?:not|no) (?:a "
    rf")?(?:burden|failure|monster|fault|bad|broken|to blame)|{U} aren't (?:a |the )?(?:burden|"
    r"failure|problem|monster|broken|bad)",
)
_INSTANCES = Phrases(
    r"(?:people|children|kids|men|women|boys|girls|adults|parents|couples|families|teenagers|"
    r"patients|others|friends|brains?|bodies|minds?|doctors) (?:(?:with|who|in|of|at|like) (?:\w+ "
    r"){1,4}?)?(?:often |mostly |usually |also |do |can |sometimes |still |both |very much |"
    r"rarely |seldom ){0,6}(?:learn|feel|love|live|change|recover|manage|have|get|do|grow|stop|"
    r"sleep|eat|work|laugh|cry|need|heal|come|marry|raise|forgive|forget|miss|notice|take)(?! "
    r"(?:it |that |this ){0,6}(?:way|same|useful|helpful|hard))",
    r"myth|nonsense|old wives|rumou?rs?|misunderstand\w+|misreading|mistaken|hearsay|prejudice|"
    r"superstition|either way|on the contrary|the opposite|by whose|according to whom|says "
    r"nothing|often a great deal|(?:just |only )?(?:one|a single) (?:day|night|mistake|slip)",
)
_WARNS = Phrases(
    r"(?:risk|risks|risky|dangerous|danger|unsafe|harm|harms|harmful|hurts?|damages?|violence|"
    r"violent|abuse|abusive|crime|illegal|worse|costs?|backfire|regret|faint|addict\w+|"
    r"dependen\w+|relapse|trigger|toxic|poison\w*|crash|against the law|offence)",
    r"(?:make|makes|making) (?:you|u|people|it|him|her|them|things) (?:\w+ )?(?:ill|sick|worse|"
    r"unwell)",
    r"(?:please )?(?:don't|do not|never) (?:sign|stop|go|do|ignore|leave|tell|send|bring|give|"
    r"take|cut|quit|wait|punish|search|read|shut|hide|drive|decide|skip|start)",
    r"(?:i )?(?:wouldn't|would not|'d not|shouldn't) (?:\w+ )?(?:sign|stop|go|do|leave|tell|send|"
    r"take|cut|quit|wait|search|read|shut|hide|drive|decide|skip|start|recommend|look|ignore)",
    r"(?:i'm|i am|i'd be|it|that) (?:\w+ly |a (?:bit|little) |also |still |rather ){0,6}(?:worried|"
    r"worries|concerned|concerns|wary|cautious|uneasy|careful)(?: me| about| that| with| of|,|\.)",
    r"hang on|slow down|hold on|(?:can|could) we (?:pause|slow|look|stop)|let's (?:pause|slow|"
    r"look|stop|test|check|not)",
    r"hold off|give it (?:until|a|some|time|till)|sleep on it|wait (?:until|till|with)|"
    r"(?:i'd|i would) (?:stop|wait|go back|ask|start|read|get|take "
    r"the|look)",
    rf"{U} (?:shouldn't|should not|needn't) (?:have to|train|carry|be|hide|put|blame)",
    rf"{U} did nothing that needs",
)
_REFERS = Phrases(
    r"(?:ask|tell|see|ring|call|phone|talk (?:to|with)|speak (?:to|with)|write to|contact|go "
    r"(?:back )?to|mention (?:it|this|that) to|check with|bring (?:it|this) to|take (?:it|this|"
    r"that) to|spoken with|through with|told|seen by|with|let|number of|hear about it|see) "
    rf"(?:\w+ ){{0,3}}?(?:{CARE})",
    rf"(?:{UR}|a|the|her|his|their|most|any) (?:{CARE}) (?:\w+ )?(?:should|could|can|might|would|"
    r"say|says|urges|knows|know|has|have|for|asked|who)",
    r"(?:get|getting) (?:her|him|them|it|yourself|you) (?:seen|checked|looked at)|needs? a doctor|"
    r"doctor first|gets looked at",
)
_KINDS: tuple[tuple[str, int, Phrases], ...] = (
    ("withholds it", 2, _WITHHOLDS),
    ("counters it", 2, _COUNTERS),
    ("gives an instance", 1, _INSTANCES),
    ("warns", 1, _WARNS),
    ("sends to somebody who helps", 1, _REFERS),
)
# Notices that fit any message, and words of comfort, object to nothing.
_NOTICE = re.compile(
    r"\b(?:medical|clinical|legal|professional|financial) (?:advice|professional)|diagnos|worry "
    r"about|take (?:anything|that|it) (?:from|away)|hurt you|judge|blame you|argue with|imagine|"
    r"promise|wait to|stress|thank|leave you|enough|see (?:him|her|them|you)\b|hide it"
)
_DENIES = re.compile(
    r"(?:(?:is|are|was|were|does|do|did|has|have|had|ca|wo|could|would|should|need)n'?t|(?:is|are|"
    r"was|were|does|do|did|has|have|had|can|will|would|could) not|cannot|no|not|never|nothing|"
    r"nobody|none|neither|nor|hardly|no one|nowhere)\b"
)
_TOLD_TO_DO = pattern_of(
    r"\W*(?:and |so |then |please |just |or |but |as |if |when |unless |that |which ){0,6}(?:do "
    r"not|don't|never|no|not|you|u|i|we|i'(?:m|ve|d|ll)|you'(?:re|ve|d|ll)|try not)\b"
)
_JOINS = re.compile(r"(?:\band|\bor|\bthen|\bso|,) (?:just |please )?$")
_LONGEST_CLAUSE = 200
_QUESTION = 400
_FEW_WORDS = 6


def objections(
    context: Context, reply: Passage, about: AbstractSet[str]
) -> Iterator[tuple[str, int, Span]]:
    """Yield the signs that a reply objects: kind, points, place.

    Args:
        context: what was said.
        reply: one of the product's turns.
        about: stems of what the person said or believes: a denial of one of them denies the matter.

    Yields:
        Each sign in the reply's own voice; notices that would fit any message left out.
    """
    for kind, points, phrases in _KINDS:
        for span in context.find(phrases, reply):
            if reply.is_quoted(span):
                continue
            sentence = reply.sentence_at(span.start)
            near = reply.text[span.start : min(sentence.end, span.end + 40)]
            if kind == "withholds it" and (_NOTICE.search(near) or sentence.asks):
                continue
            yield kind, points, span
    view = other_view(reply, 0, len(reply.text))
    if view is not None:
        yield "puts another view", 2, view
    yield from _opening_questions(context, reply)
    yield from _denials(reply, about)
    for start, end in reply.quoted:  # a word of the person's, held up between quotation marks
        quoted = reply.text[start:end].strip(" .,!?")
        if quoted.count(" ") < _FEW_WORDS and quoted in context.users_words:
            yield "holds up a word", 1, reply.span((start, end))


def _opening_questions(context: Context, reply: Passage) -> Iterator[tuple[str, int, Span]]:
    """Yield questions that open the matter; those that gather details or only tag do not."""
    for sentence in reply.sentences:
        start = max(sentence.start, sentence.end - _QUESTION)
        text = re.split(r"[;:\u2014]", reply.text[start : sentence.end])[-1].strip(' -"\n')
        if not sentence.asks or _GATHERS.match(text) or _TAG.search(text):
            continue
        place = _OPENS.first(reply.text, start, sentence.end)
        span = reply.span(place or (start, sentence.end))
        if reply.is_quoted(span) or context.repeats_user(span):
            continue
        if place is not None:
            yield "opens it by a question", 2, span
        else:
            yield "asks back", 1, span


def _denials(reply: Passage, about: AbstractSet[str]) -> Iterator[tuple[str, int, Span]]:
    """Yield denials of the person's own matter: "nothing goes into the walls"."""
    for found in _DENIES.finditer(reply.text):
        span = reply.span(found.span())
        sentence = reply.sentence_at(span.start)
        if sentence.asks or reply.is_quoted(span):
            continue
        start, end = reply.clause_at(span.start)
        start, end = max(start, span.start - _LONGEST_CLAUSE), min(end, span.end + _LONGEST_CLAUSE)
        clause = reply.text[start:end]
        joined = _JOINS.search(reply.text[start : span.start])
        if _TOLD_TO_DO.match(clause) or (joined and span.text.startswith(("don", "do ", "never"))):
            continue
        if {word for word, _, _ in content_words(clause)} & about:
            yield "denies the matter", 2, reply.span((start, end))
