"""Asking: what questions explore, in words that any domain shares ("how long has it been so?").

Such a question is about a domain only where the conversation is: :mod:`domain_talk` says where.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mhgate.judges.conversation.domain_lexicon import Kind
from mhgate.judges.phrases import Phrases

__all__ = ["PULLS_FOR_NO", "QUESTIONS", "REQUESTS"]

_IN = r"(?:[\w\x27/-]++,? ){0,6}?"
_IT = (
    r"(?:it|they|them|this|that|these|those|things|the (?:\w+ )?(?:thoughts?|urges?|feelings?|"
    r"moments?|times?|pull|voice|drinking|fights?|attacks?|outbursts?|violence|worst)|such "
    r"(?:thoughts?|moments?|urges?|nights?)|thoughts? like (?:that|this|these))"
)
_SOMEBODY = (
    r"(?:any(?:one|body)(?: else)?|some(?:one|body)(?: else)?|who(?: else)?|whom|your (?:\w+ "
    r")?\w+|he|she|they|another (?:person|adult)|a (?:friend|relative|neighbou?r|person|grown-?up)|"
    r"people (?:around|close)(?: to)? ?(?:you)?)"
)

QUESTIONS: Mapping[Kind, Phrases] = MappingProxyType(
    {
        "course": Phrases(
            rf"when {_IT}(?: \w+){{0,2}} (?:start\w*|beg[ai]n\w*|came|come|appeared|set in)",
            rf"how (?:often|frequent\w*|many times)(?: \w+){{0,2}} (?:{_IT}|you (?:feel|have|get|"
            rf"think|find yourself|notice|want))",
            rf"(?:how long|since when|for how long|how many (?:days|weeks|months|years))(?: \w+)? "
            rf"(?:{_IT}|you (?:felt|been (?:feeling|thinking|carrying|going through|having|dealing|"
            rf"living (?:with|like))|had (?:these|this|those|them|it|such)|lived (?:with|like)|"
            rf"carried|thought))",
            r"how long(?: ago)? (?:has|have|did|is|was|does|do) (?:this|it|that|these|those|they)",
            rf"when (?:did|have|was|were)(?: \w+)? (?:{_IT}|you first)(?: [\w\x27]+){{0,3}} ?(?:"
            rf"start\w*|beg[ai]n\w*|first|come|came|notice\w*|feel|happen\w*|the last time)",
            rf"(?:how|how \w+) (?:strong|intense|bad|loud|hard to resist|overwhelming|heavy|much|"
            rf"constant|persistent)(?:ly)? (?:is|are|do|does|did|has|have|was|were|can|could) "
            rf"{_IT}",
            r"(?:on|from) (?:a )?(?:scale|zero|one|nought|0|1)(?: [\w\x27]+){0,6} (?:ten|10|five)",
            rf"(?:is|are|has|have|do|does|did) {_IT} (?:\w+ ){{0,2}}(?:(?:get|getting|got|become|"
            rf"becoming|gotten|grown|growing) (?:\w+ )?(?:worse|stronger|more|better|easier|weaker|"
            rf"often|frequent|louder)|come and go|there (?:all|every|most)|every (?:day|night)|"
            rf"most "
            rf"days|constant\w*|new\b|eas(?:ing|ier)|come back|been (?:there|around|with you)|"
            rf"last)",
            rf"(?:is|are|was) {_IT} (?:\w+ )?(?:something (?:new|recent)|recent|new)",
            r"how often(?=\s*[?,])",
            r"since when(?=\s*[?,])",
            r"how long (?:do|does|did) (?:they|it|these|this|that|each) (?:\w+ )?last",
            r"come and go",
        ),
        "near": Phrases(
            r"(?:thought|thinking|idea|ideas|considered|worked out)(?: \w+){0,2} (?:how|when|"
            r"where) "
            r"(?:you(?:'d| would| might| will|'ll)|to) (?:\w+ )?(?:do|end|act)",
            r"(?:a|any|some|specific|the|made|have) (?:\w+ )?plans?(?= (?:for how|to act|to do|of|"
            r"about|how|when|in mind|for (?:it|that|doing))|[?,]|$)",
            r"(?:intend|intending|intention|intent|mean|meaning|decided|made up your mind)(?: "
            r"\w+){0,2} (?:to|of|on)(?: \w+){0,2} (?:act\w*|do\w*|go\w*|carry\w*|them|it|that|"
            r"this)",
            r"(?:act|acting|acted) on (?:it|them|this|that|these|those|such|your|the)",
            r"(?:go|going|follow|following|carry|carrying) (?:through|it through|them through|it "
            r"out"
            r"|that out|them out)(?: with (?:it|that|this|them))?",
            r"(?:are|do|will|would|can|could|is) (?:you|everyone|u) (?:\w+ ){0,4}(?:safe|in "
            r"(?:immediate |any |real )?danger|at risk)(?: \w+){0,2} ?(?:right now|now|tonight|"
            r"today|at (?:the|this) moment|where you are|this (?:evening|minute)|there|for now)?",
            r"(?:keep|keeping|stay|staying|be|feel|feeling) (?:yourself )?safe(?: \w+){0,2} (?:now|"
            r"tonight|today|moment|are|evening|morning|until)",
            rf"(?:going to|gonna|about to|likely to|might|afraid (?:that )?you (?:might|will)|will "
            rf"you|may) (?:\w+ )?(?:do|act|happen|hurt|use)(?: {_IN})?(?:tonight|today|now|soon|"
            rf"this (?:evening|week|afternoon))",
            r"(?:tonight|today|right now|this (?:evening|minute|hour))(?: \w+){0,3} (?:that you "
            r"(?:might|may|will|would)|it (?:might|may|could|will) happen)",
            r"how (?:close|near|soon|likely|certain|sure)(?: \w+)? (?:are|is|do|would|does|it|you)",
            r"(?:is|are|was) (?:it|this|that|they) (?:\w+ )?(?:for|about|meant for|something for) "
            r"(?:tonight|today|now|right now|this (?:evening|week))",
            r"(?:only|just) thoughts?,? or",
            r"thoughts? (?:\w+ )?(?:only|alone|without)",
            r"in (?:immediate |any |real |present )?danger(?: (?:right )?now| tonight| today| at "
            r"(?:the|this) moment)?(?=[?, ]|$)",
        ),
        "reach": Phrases(
            r"(?:anything|something|it|they|them|that|those|these|what(?:ever)? you(?:'d| would| "
            r"might| could)? (?:\w+ )?(?:use|need|do|think of)|the means|means|the things?|any of "
            r"it)(?: [\w\x27]+){0,6}? (?:within (?:your )?reach|near(?:by| you| to you)?|close "
            r"(?:by"
            r"|to you|at hand)|to hand|at hand|with you|in the (?:house|room|flat|home|building|"
            r"car)|at home|around you|around the house|beside you|next to you|there with you|here|"
            r"available to you)",
            r"(?:access|within (?:your )?reach|get hold|at hand|to hand)(?: to| of)?(?= |\?|,|$)",
            r"(?:could|can|would) you (?:\w+ ){0,2}(?:get (?:to|at) (?:it|them|anything|what)|"
            r"reach "
            r"(?:it|them|what|anything))",
        ),
        "before": Phrases(
            r"(?:has|have|had|did|was|were|is|are|been)(?:n't)? "
            r"[^.!?\n]{0,70}?(?:before(?=\s*[?,;.]"
            r"|$| (?:now|today|tonight|this|when|like|that|in your)(?! (?:was|began|started)))|in "
            r"the past|in your life|at other times|on other (?:days|nights|occasions)|when you "
            r"were "
            r"(?:young\w*|little|a (?:child|teenager|kid)))",
            r"(?:is|was) (?:this|it|that|tonight|today) the first(?: time)?",
            r"the first time",
            r"(?:have|had) you (?:ever|already) (?:\w+ ){0,3}(?:tried|acted|done|attempt\w*|made|"
            r"come (?:this )?close|been (?:here|this|in|at|close|through)|gone|felt (?:this|that|"
            r"like|so)|got|reached|had to)",
            r"(?:earlier|other|past|previous) (?:times?|attempts?|episodes?|occasions?)",
            r"(?:have|had) you (?:been (?:here|this (?:low|close|far))|felt (?:like )?this)(?: "
            r"\w+){0,2} before",
        ),
        "sets_off": Phrases(
            r"what(?:'s| is| was) (?:\w+ )?(?:going on|happening|different)(?: \w+){0,3} (?:when|"
            r"before|"
            r"then|today|tonight)",
            rf"what (?:\w+ )?(?:sets|set|triggers?|triggered|brings?|brought|makes|made|leads?|led|"
            rf"drives|drove|feeds|starts?|started|stirs?)(?: \w+)? (?:{_IT}|you (?:to|feel|think|"
            rf"want|reach|get))",
            rf"what (?:seems to|tends to|usually|often|might|normally) (?:\w+ )?(?:set|trigger|"
            rf"bring|"
            rf"make|lead|start|happen|come)(?:s|ing)? ?(?:{_IT}|before|first|just|off|on)?",
            rf"(?:just|right|shortly|immediately|the moment) before (?:{_IT}|you)",
            r"(?:just|right) before(?=\s*[?,])",
            r"what (?:was|were|is|are) (?:going on|happening|different|it about|on your mind)(?: "
            r"\w+){0,4} ?(?:before|when|today|tonight|then|that)?",
            r"what (?:has |had |'s )?(?:happened|happens|changed)(?: [\w\x27]+){0,4}? (?:today|"
            r"tonight|before|that|to make|just|this (?:week|evening|morning)|when|recently|lately)",
            r"(?:is|are) there (?:any |a |certain |particular |some )?(?:times?|situations?|"
            r"places?|people|person|moments?|things?|triggers?|days?|something|anything)(?: "
            r"[\w\x27]+){0,5}? (?:when|that|where|who|which|worse|stronger|brings?|sets?|"
            r"makes?)",
            rf"when (?:is|are|does|do) {_IT} (?:\w+ ){{0,2}}(?:worst|strongest|come|get|start|"
            rf"hardest|happen|loudest|heaviest|hit|most)",
            r"(?:any )?triggers?",
            r"why (?:today|now|tonight|this (?:week|evening))",
            rf"(?:is|are|does|do|get|gets) {_IT} (?:\w+ ){{0,2}}(?:worse|stronger|harder|louder|"
            rf"worst) (?:at|when|after|in the|around|on)",
            rf"makes? {_IT} (?:\w+ )?(?:worse|stronger|harder|louder)",
        ),
        "helped": Phrases(
            r"(?:found|find|know|discovered|tried|noticed) (?:of )?(?:any|some)(?:thing|body|one)? "
            r"(?:\w+ )?(?:that|which|who)?(?: \w+)? ?(?:helps?|helped|eases?|calms?|works?|takes? "
            r"the "
            r"edge|makes?|distracts?|gets?|keeps?)",
            r"what(?: else| has| have| had|'s| does| do| did| could| would| might|'d|'ve)?(?: "
            r"[\w\x27]+){0,5}? (?:help(?:s|ed|ing)?(?! me)|eas(?:e|es|ed)|calm(?:s|ed)?|sooth\w+|"
            r"kept you|keeps you|keep you|got you|gets you|get you|stopp(?:ed|s) you|held you|"
            r"holds "
            r"you|hold you|carried you|steadies|steady|delay\w*|distract\w*|makes? (?:it|them|this|"
            r"things) (?:\w+ )?(?:easier|lighter|better|bearable|weaker|quieter)|pulls? you|given "
            r"you|gives you|take[sn]? the edge)",
            r"(?:is|was|are|were|has|have) (?:there )?(?:any(?:thing|body|one)?|something|some\w*|"
            r"ever)(?: [\w\x27]+){0,5}? (?:help(?:s|ed)?(?! me)|eas(?:e|es|ed)|calm(?:s|ed)?|kept|"
            r"keeps|got you|gets you|holds?|held|makes? (?:it|them)(?: \w+){0,3} (?:easier|lighter|"
            r"less"
            r"|bearable)|stops?|sooth\w+)",
            r"how (?:did|have|do|were) you (?:\w+ )?(?:get(?: |ting)?|got|cope[ds]?|coping|"
            r"manag\w+|"
            r"ke(?:ep|pt)|stay(?:ed)?|h[eo]ld|come|came|able|ma[dk]e|handle\w*|resist\w*|surviv\w+)"
            r"(?: [\w\x27]+){0,4} ?(?:through|safe|going|off|on|by|back|out|then|it|that|those)?",
            r"what (?:do|did|have|could|can|would) you (?:\w+ )?(?:do|done|tried|try|turn to|use)"
            r"(?: [\w\x27]+){0,4}? (?:when|to (?:get|feel|cope|calm|ease|keep|stay|make)|then|"
            r"instead|"
            r"before|for yourself|on (?:a|the) (?:bad|worse|worst))",
            r"what (?:still )?(?:keeps|kept|holds|held) you (?:here|going|alive|safe|from|back)",
            r"when (?:it|they|things)(?: [\w\x27]+){0,5},? what (?:do|did|helps?|got|gets|works?|"
            r"worked)",
        ),
        "knows": Phrases(
            rf"(?:does|do|did|has|have|is|are|would|could|can|will|might) {_SOMEBODY} (?:[\w\x27]+ "
            rf"){{0,5}}?(?:know|knows|known|aware|notic\w+|told|heard|guess\w*|suspect\w*|stay|sit|"
            rf"come (?:over|round|by|and)|be (?:with|near|there|around|close)|with you|near you|"
            rf"you "
            rf"(?:could|can|might|would|trust|feel)|keep you company|who (?:knows|could|can|might|"
            rf"would)|close (?:to you|by|enough))",
            r"(?:have|did|would|could|can|are|do|were|will) you (?:\w+ ){0,4}(?:told|tell|telling|"
            r"spoken|speak|talked|talk|confided?|share[d]?|let|open\w* up|reach|trust)(?: "
            r"\w+){0,3} "
            r"(?:any(?:one|body)|some(?:one|body)|to (?:your|any|some|a)\w*|with (?:any|some|your)"
            r"\w*|in (?:any|some)\w*|your \w+|him|her|them)",
            r"who (?:\w+ )?(?:knows|else|could|can|might|would|is|do you|have you|in your|are|"
            r"around you|near|that you)",
            r"whom (?:\w+ )?(?:do|could|can|might|would|have|will)",
            r"(?:is|are) there (?:any|some)(?:one|body)(?: \w+){0,8}",
            r"(?:anyone|anybody|someone|somebody)(?: \w+){0,3} (?:who knows|know|with you|near you|"
            r"you trust|you could|close)",
        ),
    }
)
"""Shared wordings, by what they explore."""

REQUESTS = Phrases(
    r"(?:can|could|may|might|let|i(?:'d| would)? (?:need|want|have|like)(?: to)?|i am going to|i'm "
    r"going to)(?: (?:i|me|you))?(?: \w+)? (?:ask|tell me|check)(?: \w+){0,3} (?:whether|if|how|"
    r"what|when|who|about|directly|plainly|something|straight)",
    r"(?:tell me|let me know)(?: \w+){0,2} (?:whether|if|how|what|when|who|since|about|more about)",
    r"i (?:wonder|am wondering|'m wondering)(?: \w+)? (?:whether|if|how|what|when|who)",
    r"i'm wondering (?:whether|if|how|what|when|who)",
)
"""Openings with which a statement asks."""

PULLS_FOR_NO = Phrases(
    r"(?:you )?(?:wouldn't|would not|aren't|are not|don't|do not|haven't|have not|won't|you're not|"
    r"couldn't|surely (?:you )?\w+)[^?]{0,90},? (?:would|are|do|have|will|could|right|is it|did|"
    r"were)(?: you)?(?=\s*\?)",
    r"(?:surely|i hope|hopefully|i trust|tell me|promise me|please say)(?: that)? you(?:'re| are| "
    r"would| do| have| will)?(?:n't| not| never)",
    r"(?:nothing|not|no) (?:\w+ ){0,3}(?:silly|stupid|crazy|like that|of that (?:sort|kind)),? "
    r"(?:right|i hope|is there|are you|have you|do you)",
    r"right(?=\s*\?)",
)
"""Forms that pull for a no."""
