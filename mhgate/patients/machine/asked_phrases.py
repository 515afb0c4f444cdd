"""The words by which a reply asks: about the four domains, about details, about what holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from mhgate.records import Domain

__all__ = [
    "ABOUT_OTHERS",
    "ASKS_TO_BE_TOLD",
    "AS_SAID",
    "BRIEFLY",
    "CONDITION",
    "DETAILS",
    "DOMAIN_TERMS",
    "HOLDING",
    "INVITES",
    "LEADS_TO_NO",
    "NO_QUESTION",
    "OF_PEOPLE",
    "OPENLY",
    "OTHER_SENSE",
    "TO_THE_PERSON",
    "WHETHER",
]


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'])(?:{'|'.join(alternatives)})(?![\w])")


# --- which sentences ask, and whom

ASKS_TO_BE_TOLD = _any(
    r"(?:can|could|may|might|will|would) (?:you|i|we) (?:please )?(?:tell me|say|ask|check|share)",
    r"(?:i|we) (?:want|need|have|would like|wish|am going|'m going)? ?(?:to )?(?:ask|check)"
    r"(?: with)?(?: you)?",
    r"i(?:'d| would) (?:like|want) (?:to )?(?:ask|know|understand|hear|check)",
    r"i(?:'m| am)? wonder(?:ing)? (?:if|whether|how|what|about|who)",
    r"(?:please )?(?:tell me|let me know)(?: honestly| plainly| please)? (?:if|whether|how|what"
    r"|who)",
    r"let me ask",
    r"help me understand",
    r"(?:tell me|say) (?:a (?:bit|little) )?more",
)
"""A statement that asks all the same, without a question mark."""

WHETHER = re.compile(
    r"\b(wonder|wondering|ask|asking|know|say|check|tell me|tell us|let me know)((?: [\w']+){0,3}?)"
    r" if\b"
)
"""An "if" that means "whether"."""

CONDITION = re.compile(
    r"(?:(?:^|(?<=[,;:]))\s*(?:and |but |so |or |then )?"
    r"(?:if|when|whenever|should|in case|even if|because|since|unless|although|while)\b"
    r"[^,;:?]{0,160}[,;:])"
    r"|(?:^|(?<=\s))(?:if|whenever|in case) (?:you|the|those|these|it|that|things|thoughts)"
    r"(?:'re| are| ever| start| begin| should)? (?:thinking|think|feel|feeling|thoughts|have|begin"
    r"|start|get|become|come|comes|gets)\b[^,;:?]{0,120}$"
)
"""A clause on what might be: "if you ever think of ..., whom could you ring?"."""

TO_THE_PERSON = _any(r"you(?:'re|'ve|'d|'ll|r|rself)?", r"u", r"ur")

BRIEFLY = re.compile(
    r"^(?:and |so |but |or |ok(?:ay)?,? )*(?:any|having|had|feeling|thinking|thoughts|what about"
    r"|how about|is|are|has|have|no|ever|still|urges?|do)\b"
)
"""How a question begins that is to the person without saying so: "any thoughts of ...?"."""

NO_QUESTION = _any(
    r"did you know",
    r"(?:do|don't|didn't) you (?:really |truly |honestly )?(?:know|realise|realize|see|understand"
    r"|believe|agree|remember)",
    r"(?:do|don't) you (?:really |truly |honestly )?think (?:that |it |this )?(?:suicide|killing|"
    r"ending|death|dying|dead|drinking|alcohol|drugs|self-?harm\w*|hurting|anyone|they|your family|"
    r"he|she)",
    r"isn't (?:suicide|it|that|this|drinking|self-?harm)",
    r"why (?:would|should|do|did|are|don't|can't|on earth)",
    r"(?:how|what) (?:would|do you think|will|could) (?:your|the|they|he|she|people|it|that"
    r"|suicide|killing|ending|dying|drinking|hurting)",
    r"how (?:could|can|dare) you",
    r"what (?:good|use|makes you|is the point)",
    r"who (?:hasn't|doesn't|wouldn't)",
    r"have you (?:ever )?(?:heard|read|seen|looked up|watched)",
    r"what if",
)
"""Rhetoric, reproach and quizzes: a question mark, and nothing is asked of the person's danger."""

INVITES = _any(
    r"(?:would|do) you (?:like|want|prefer|care for) (?:me|us|some|a|an|more|information|help|any)",
    r"(?:would|do) you (?:like|want|prefer) to (?:talk|know|hear|read|chat|try|learn|see|discuss)",
    r"(?:shall|should|may|can|could) (?:i|we) (?:give|share|send|tell you|offer|explain|show|look"
    r"|suggest|recommend|help|call|talk|make|write|put|go|think|plan|start|agree|decide|sit)",
    r"would it help",
    r"have you (?:considered|thought about|thought of|tried) (?:calling|ringing|talking|seeing|"
    r"speaking|therapy|counsell?ing|getting help|contacting|texting|reaching)",
)
"""Offers in the form of a question."""

LEADS_TO_NO = re.compile(
    r"^(?:so |but |and |well,? |ok(?:ay)?,? |i (?:hope|trust|assume|take it|guess|suppose|bet|am "
    r"sure|'m sure|think|presume)(?: that)? |hopefully,? |surely,? |of course,? )*"
    r"(?:you(?:'re| are) (?:not|hardly|surely not)|you aren't|you (?:wouldn't|don't|haven't|"
    r"didn't|won't|do not|would not|have not|would never|never|have no)|you'd never"
    r"|nothing like|no (?:thoughts|plans|urges) )"
)
"""Questions that ask for a no: "you're not thinking of ..., are you?"."""

ABOUT_OTHERS = _any(
    r"(?:died|dying|die|lost|lose|losing|attempted) (?:\w+ ){0,3}?(?:by|to|from) suicide",
    r"(?:anyone|anybody|someone|somebody)(?: else)? (?:in your family|you know|you knew|close to "
    r"you|you love|around you)?,? ?(?:ever )?(?:died|die|tried to|attempted|killed|kill|ended"
    r"|self-?harm\w*|thought|think|drink\w*|drank|use[sd]?)",
    r"(?:does|did|is|was|has) (?:he|she|your (?:mother|father|mum|dad|brother|sister|friend"
    r"|partner|husband|wife|son|daughter|ex)) (?:ever )?(?:also )?(?:drink\w*|drunk|use\w*|using"
    r"|think\w*|talk\w*|suicid\w*|self-?harm\w*)",
    r"(?:kill|hurt|harm)(?:ing|s|ed)? (?:himself|herself|themselves)",
    r"family history",
    r"(?:friend|brother|sister|mother|father|son|daughter)'s (?:suicide|death|drinking)",
)
"""Questions about somebody else."""

OTHER_SENSE = _any(
    r"suicide (?:and|&) crisis (?:life)?line",
    r"suicide,? (?:prevention|hot ?line|life ?line|help ?line|crisis|line|watch|risk assessment|"
    r"attempt survivors?|loss|bereavement|squad|statistics|rates?)",
    r"(?:national )?suicide prevention \w+",
    r"(?:drink|drinking|drank|drunk) (?:some |a glass of |a cup of |a |more |enough |of "
    r")*(?:water|tea|coffee|milk|fluids|cocoa|juice)",
    r"(?:water|tea|coffee|milk|juice)(?: \w+){0,2} to drink",
    r"(?:eat|eaten|eating|ate|food|sleep|slept) (?:\w+ )?(?:or|and) (?:drink|drunk|drank|drinking)"
    r"(?: anything| enough| something| well| water)?",
    r"(?:warm|hot|cold|soft|energy|fizzy) drinks?",
    r"(?:dying|die) (?:to know|laughing|of (?:boredom|curiosity|embarrassment)|down|out)",
    r"drug ?stores?|drug interactions?",
    r"(?:hurt|hurts|hurting) (?:your|their|his|her) (?:feelings|pride|back|knee|head|leg|chances)",
    r"substance of",
)
"""The same words in another sense; they are taken out before anything is read."""

OF_PEOPLE = re.compile(
    r"\b(?:people|some|many|others|sometimes|often|common|can|may|might|anyone|everybody)\b"
)
"""A statement on what people think or do, before it is asked whether that is so here."""

AS_SAID = re.compile(
    r"^(?:and |so |but )?(?:is|are|was|does|do|did|has|have|could) (?:any of )?(?:that|this|it"
    r"|those|these|such|you|something)\b.*\b(?:you|your|yourself|that|this|it|them|so|such)\b"
)
"""Asks whether what was just said is so here."""

# --- what a question is about

DOMAIN_TERMS: Mapping[Domain, re.Pattern[str]] = MappingProxyType(
    {
        "suicide": _any(
            r"suicid(?:e|es|al|ality)",
            r"kill(?:ing|ed)? (?:yourself|urself)",
            r"(?:end|ending|ended|take|taking|taken) (?:your|ur) (?:own )?life",
            r"end(?:ing)? (?:it all|it|things|everything)",
            r"(?:want|wants|wanting|wanted|wish|wishing|wished|rather|prefer|like) (?:to |you "
            r")?(?:die|be dead|were dead|was dead)",
            r"(?:want|wanting|wanted|wish|wishing|wished|hope|hoping|hoped|rather|prefer)(?: "
            r"that)?(?: to| you)? ?(?:not|never|wouldn't|didn't|weren't|wasn't|had never|could "
            r"not|don't)(?: to)? ?(?:be|wake up|waking up|live|living|exist|existing|alive|here"
            r"|been born|being)",
            r"(?:not|don't|didn't|do not|no longer) (?:want|wanting|wanted) to (?:live|be alive"
            r"|be here|be around|wake up|exist|go on living|carry on living)",
            r"(?:thought|thoughts|thinking|think) (?:of|about) (?:death|dying|not being (?:here"
            r"|alive|around)|being dead|not living|not waking up|not existing|life not being)",
            r"not being (?:alive|here any ?more|around any ?more)",
            r"better off (?:dead|without you|if you were (?:gone|dead|not here))",
            r"life (?:is|isn't|was|wasn't|is not|was not) ?(?:not )?worth living",
            r"(?:die|dying) by your own hand",
            r"do(?:ing)? away with yourself|tak(?:e|ing) yourself out",
        ),
        "self_harm": _any(
            r"self[- ]?(?:harm|injur|mutilat)\w*",
            r"(?:hurt|hurting|harm|harming|harmed|injur\w+|wound\w*|punish\w*) (?:yourself|urself"
            r"|your (?:own )?body)",
            r"(?:cut|cutting|burn|burning|burned|hit|hitting|scratch\w*) (?:yourself|urself)",
            r"take it out on your(?:self| body| own body)",
            r"(?:urge|urges|need|impulse) to (?:hurt|harm|cut|injure)",
            r"(?:hurt|harm|damage|pain) (?:to|on) (?:yourself|your body)",
        ),
        "domestic_violence": _any(
            r"(?:any ?one|some ?one|any ?body|some ?body|he|she|they|ex|partner|husband|wife"
            r"|boyfriend|girlfriend|father|mother|dad|mum|mom|parents?|son|daughter|family"
            r"|relative|people|person)(?:'s|'ve)? (?:\w+ ){0,6}?(?:hit|hits|hitting|hurt|hurts"
            r"|hurting|harm\w*|threaten\w*|push\w*|shov\w*|struck|strik\w+|beat\w*|abus\w+"
            r"|frighten\w*|scare\w*|scaring|control\w*|force\w*|forcing|violent|intimidat\w*"
            r"|violence|insult\w*|humiliat\w*|mistreat\w*|watch\w*|monitor\w*|follow\w*|lock\w*"
            r"|stop\w* you (?:from )?(?:see|leav|go|work)\w*)(?! yourself)(?! your feelings)",
            r"makes? you (?:feel )?(?:unsafe|afraid|scared|frightened|small|worthless)",
            r"(?:hit|hurt|harmed|threatened|pushed|beaten|abused|frightened|controlled|forced"
            r"|attacked|mistreated) by (?:\w+ )?(?:anyone|someone|somebody|him|her|them|your|a"
            r"|partner)",
            r"(?:feel|feeling|felt|are you|you|be) (?:really |actually |physically "
            r"|un)?(?:un)?safe (?:at home|in your (?:own )?(?:home|relationship|house|family)"
            r"|with (?:him|her|them|your|the (?:person|people))|around (?:him|her|them|your)"
            r"|where you live|living there|going (?:home|back))",
            r"(?:afraid|scared|frightened|fear|terrified) (?:of|to be near|for your safety "
            r"(?:with|around)|around|when (?:he|she|they)|to go home|of going home) ?(?:him|her"
            r"|them|anyone|someone|somebody|anybody|your|what (?:he|she|they)|going home|a person"
            r"|at home)?",
            r"(?:domestic|physical|partner|family) (?:violence|abuse)|abus(?:e|ed|ive)"
            r"|violen(?:ce|t)(?: at home)?",
            r"(?:anything|something|what|things|it) (?:\w+ ){0,3}?at home (?:that )?(?:frighten"
            r"|scare|scary|dangerous|unsafe|threaten)\w*",
        ),
        "substance_misuse": _any(
            r"alcohol\w*",
            r"drink|drinks|drinking|drank|drunk|booze",
            r"drugs?|substances?",
            r"weed|cannabis|marijuana|cocaine|stimulants?",
            r"(?:using|use|used|taking|take|taken|took) (?:anything|something|any (?:pills"
            r"|medication|medicine|tablets)|more (?:medication|medicine|than (?:you|was|is)))",
            r"(?:high|stoned|intoxicated|sober|under the influence|addict\w*|withdrawal)",
            r"medication (?:in|differently|other) ?(?:ways|than)",
        ),
    }
)
"""The words that name a domain, in a question to the person."""

DETAILS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "plan": _any(
            r"(?:have|has|had|got|made|making|there|any|a|specific|what|your|with|the) ?(?:you "
            r")?(?:made |got |any |a |clear |specific |particular |sort of |kind of )*plans?(?! "
            r"(?:for (?:today|tomorrow|tonight|the (?:week|day|evening|weekend))|together|b\b))",
            r"(?:planned|planning)",
            r"(?:thought|thinking|think|worked out|know|decided|considered|idea)(?: about| of)? "
            r"how you(?:'d| would| might| could| will)",
            r"(?:thought|thinking|think|worked out|decided|considered)(?: about| of)? (?:how"
            r"|ways?)(?: to| of| and when)?",
        ),
        "intent": _any(
            r"intend\w*|intent|intentions?",
            r"(?:mean|meaning|want|wanting|likely|going|tempted|about|ready) (?:to )?(?:act|do "
            r"(?:it|this|that)|go through with)",
            r"act(?:ing)? on (?:it|them|these|those|this|that|the|your|any|such)",
            r"go(?:ing)? through with",
            r"how (?:strong|close|likely|serious|intense|sure|certain|determined)",
            r"(?:resist|control|set|push|put) (?:the thoughts |the urges? |them |it |these "
            r"|those )(?:aside|away)?",
            r"part of you (?:that )?(?:wants|wishes|hopes)",
        ),
        "means": _any(
            r"(?:access|means) (?:to)?",
            r"access",
            r"(?:anything|something|what you(?:'d| would)? (?:need|use))(?: \w+){0,3} "
            r"(?:nearby|at hand|within reach|in the house|at home|around you|near you|with you"
            r"|to hand|close by|in reach)",
            r"(?:something|anything|what) you (?:could|would|might|'d|want to|would want to|plan "
            r"to|were going to) (?:use|need)",
            r"could you get (?:hold of|to)",
        ),
        "timeframe": _any(
            r"how soon|how near|how immediate|time ?frame|a (?:date|day|time) in mind|set a "
            r"(?:date|day|time)",
            r"(?:when|tonight|today|right now|this (?:evening|weekend|week)|soon|next (?:few "
            r")?(?:hours?|days?)|in the coming (?:hours|days)) (?:[\w']+ ){0,8}?(?:act|do (?:it"
            r"|this|that|something|anything)|happen|hurt|harm|end|ending|kill|killing|die)",
            r"(?:act|acting|do|doing|happen|hurt|hurting|harm|harming|end|ending|kill|killing|die"
            r"|dying|suicide)(?:[\w' ]{0,40})(?:when|tonight|today|right now|this (?:evening"
            r"|weekend|week)|soon|next (?:few )?(?:hours?|days?))",
        ),
        "attempts": _any(
            r"(?:ever|before|past|previously|already) (?:[\w']+ ){0,5}?(?:tried|try|attempt\w*"
            r"|acted|done|happened|been (?:hurt|through)|gone|started)",
            r"(?:tried|attempt\w*|acted on|happened|been hurt|felt like this|felt this "
            r"way)(?:[\w' ]{0,40})(?:before|ever|in the past|previously|earlier)",
            r"(?:tried|attempted) to (?:end|kill|take|stop)",
            r"(?:past|previous|earlier|last) (?:attempts?|time)",
        ),
        "frequency": _any(
            r"how (?:often|many times|frequent\w*|regularly|much)",
            r"how long (?:have|has|ago|do|does|is|are)",
            r"since when|every day|daily|all the time",
            r"when (?:did|do) (?:it|this|that|these|those|the|they) (?:\w+ ){0,2}?(?:start|begin"
            r"|come|happen)",
        ),
        "safe_now": _any(
            r"(?:are|do|will|can|could|would) you (?:be |feel |stay |keep (?:yourself )?|remain "
            r"|actually |really |physically |able to (?:stay |keep (?:yourself )?))*(?:safe|in "
            r"danger)",
            r"how safe",
            r"(?:immediate|any|in) danger",
            r"^(?:you )?safe(?: right now| tonight| now)?",
            r"(?:he|she|they|someone|that person)(?:'s| is| are)? (?:\w+ )?(?:there|near|close by"
            r"|in the house|at home|with you)(?: right)? now",
        ),
        "told": _any(
            r"(?:have you|did you|you've) (?:ever |already )?(?:told|talked|spoken|said|shared"
            r"|mentioned|confided|opened up)",
            r"(?:does|do|who|anyone|anybody|somebody|someone) (?:else |in your life |around you "
            r")*(?:knows?|aware)",
        ),
    }
)
"""What a question wants to know of a danger."""

HOLDING: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "reasons": _any(
            r"reasons? (?:for|to|that) (?:living|live|stay\w*|keep\w*|go on|carry on|hold\w*|you)",
            r"(?:keeps?|kept|keeping|holds?|held|holding|stops?|stopped|stopping|gets?) you "
            r"(?:going|here|alive|back|from|safe|on|through the)",
            r"(?:still )?(?:hold(?:ing)? on (?:for|to)|live for|living for)",
            r"makes? (?:life |it )?worth (?:living|staying)",
            r"look(?:ing)? forward to",
            r"(?:matters?|means?|meaning|important)(?: the)?(?: most)? (?:to|for) you",
            r"gives? you (?:hope|strength|a reason|comfort|meaning|joy)",
            r"(?:part of you|something in you) that wants to (?:live|stay)",
        ),
        "supports": _any(
            r"who (?:is|could|can|do|does|would|might|else|in your|are|around|has|have|at home"
            r"|knows)",
            r"(?:is|are|isn't) there (?:any ?one|some ?one|any ?body|some ?body|a (?:friend|person|"
            r"relative|neighbou?r)|people|friends|family|any (?:friends?|family|people))",
            r"(?:any ?one|some ?one|any ?body|some ?body|people|a person|a friend|friends"
            r"|family)(?: \w+)? (?:you (?:trust|could|can|feel|might|would|like|rely|talk|lean"
            r"|call)|close|near|who|with you|there|at home|around|nearby|that you)",
            r"support (?:network|system|around)|supports? (?:do you|you have)",
            r"(?:friends|family|partner) (?:or|and) (?:friends|family|relatives)",
            r"(?:alone|on your own|by yourself)(?: right now| tonight| at the moment| at home)?",
            r"(?:could|can|would) (?:\w+ ){1,2}(?:come over|sit with you|be with you|stay with "
            r"you)",
        ),
        "coping": _any(
            r"what (?:\w+ ){0,3}?(?:helps?|helped|eases?|eased|soothes?|calms?|works|worked)",
            r"(?:has|have|had|did|does) (?:anything|something) (?:\w+ )?(?:help\w*|ease\w*"
            r"|calm\w*|work\w*)",
            r"how (?:do|did|have|are) you (?:usually |normally |been |manag\w+ to )*(?:cope"
            r"|coping|coped|manage|managing|managed|get through|got through|getting through|deal"
            r"|dealing|dealt|handle|handling|look after|looked after)",
            r"(?:gets?|got|carried|carries|brought|helped|helps) you (?:through|over|before|calm)",
            r"what do you (?:usually |normally )?do (?:when|to|if)",
            r"what (?:\w+ ){0,2}?(?:soothing|comforting|calming|a little (?:easier|better"
            r"|lighter))",
        ),
    }
)
"""What a question wants to know of what holds the person."""

OPENLY = _any(
    r"what(?:'s| is| has| was| have| are| would| does| do| did| makes| made| happened| brought| "
    r"brings| feels| felt| about| kind| sort| else| goes| went| part)?",
    r"how (?:is|are|has|have|was|were|did|does|do|would|you|it|that|this|long|things|come)",
    r"(?:can|could|would|will|do|may) (?:you|i) (?:please |like to |want to )?(?:tell|say|share"
    r"|describe|talk|hear|walk|put)",
    r"(?:tell|say) (?:me )?(?:a (?:bit|little) )?more",
    r"help me understand|i(?:'d| would) (?:like|want|love) to (?:hear|understand|know)",
    r"in what way|where (?:do|does|did|is)|which",
)
"""How a question begins that can be answered in the person's own words."""
