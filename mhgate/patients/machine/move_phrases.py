"""The words by which a reply does something else than ask: soothes, offers, plans, scolds."""

from __future__ import annotations

import re

__all__ = [
    "DISMISSES",
    "ENDS",
    "HUMAN_HELP",
    "NOT_SAID",
    "NO_HELP",
    "PLANS_FIRMLY",
    "PLANS_LOOSELY",
    "REASSURES",
    "REFUSES",
    "VALIDATES",
]


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'])(?:{'|'.join(alternatives)})(?![\w])")


_WILL = r"(?:'ll|'s going to|'re going to| will| is going to| are going to| has to| is bound to)"
_WELL = r"(?:fine|ok|okay|all right|alright|better|great|good|well|easier|pass)"

REASSURES = _any(
    rf"(?:it|this|that|things|everything|all|you|life){_WILL}(?: all| soon| just| surely| "
    rf"definitely| always| work out| turn out| be| get| feel| go)* {_WELL}",
    r"(?:think|stay|be|keep|remain) (?:more )?(?:positive\w*|optimistic|strong|cheerful|happy "
    r"thoughts)",
    r"positive (?:thinking|thoughts|vibes|mindset|attitude|energy)|good vibes",
    r"(?:look|looking) on the bright(?:er)? side|silver lining|every cloud",
    r"cheer up|chin up|keep smiling|just smile|put on a smile|turn that frown",
    r"tomorrow(?:'s| is) (?:another|a new|a brand new) day",
    r"everything happens for a reason|time (?:heals|will heal)|this too shall pass|it'?ll blow "
    r"over",
    r"(?:so |please |now )?don't (?:you )?worry(?: about (?:it|a thing|that|anything))?(?= "
    r"*[,.!:;]| *$| be happy| so much| too much)|no need to worry|nothing to worry about",
    r"(?:just |only )(?:a|going through a) (?:phase|rough patch|bad day|bad patch)|it(?:'s| is) "
    r"(?:just|only) a (?:phase|bad day|mood)",
    r"you(?:'ve| have)? got this|you(?:'re| are) (?:so strong|stronger|strong enough|tougher)"
    r"(?: than you (?:think|know))?(?=[ .,!]|$)",
    r"(?:it|that|this|everything|things|all)(?:'ll| will| is going to| are going to)(?: all| "
    r"surely)? (?:work out|look up|turn around|blow over|sort itself out)|(?:it|life) (?:always "
    r")?gets better",
    r"(?:you(?:'ll| will)|you are going to|you're going to) (?:get|pull|come|make it) through(?: "
    r"this| it| that)?|keep your head up|hang in there",
    r"(?:just |simply )(?:try to |try and )?(?:relax|breathe|calm down|rest|sleep on it|get some "
    r"rest)",
    r"count your blessings|be grateful|focus on the good|so much to (?:live for|be (?:grateful"
    r"|thankful) for)",
    r"things (?:always )?(?:get|work out|turn out) (?:better|in the end|for the best)",
    r"there(?:'s| is) (?:always )?(?:light|a rainbow|sunshine) (?:at the end|after)",
)
"""Comfort that costs nothing and asks nothing."""

NOT_SAID = re.compile(
    r"\b(?:won't|will not|can't|cannot|can not|not going to|don't want to|do not want to|would "
    r"never|never|wouldn't|not here to|without|instead of|rather than|not) (?:\w+ ){0,2}?(?:tell"
    r"|telling|say|saying|promise|promising|pretend|pretending|claim|claiming|insist|suggest)"
)
"""Who says what he is not going to say, does not say it."""

VALIDATES = _any(
    r"(?:that|this|it|which|what you[\w' ]{1,30}) (?:all )?(?:sounds?|must|seems?|feels?)(?: like"
    r"| as if| as though| so| really| very| incredibly| terribly| truly| extremely| have been| be"
    r"| been| feel)* (?:a |an |you(?:'re|'ve| are| have)? |)(?:\w+ )?(?:hard|heavy|painful"
    r"|difficult|exhausting|lonely|frightening|scary|tough|lot|overwhelming|awful|terrible"
    r"|draining|tiring|sad|unbearable|isolating|carrying|dark|upsetting|stressful|much|weight"
    r"|burden|distressing|hurtful|rough|worn)",
    r"sounds? (?:so |really |very |incredibly |like )*(?:hard|heavy|painful|difficult|exhausting"
    r"|lonely|frightening|tough|a lot|overwhelming|awful|rough|draining)",
    r"i (?:can )?(?:really )?hear (?:you|how|that|the|what|sadness|fear|pain|in)",
    r"i(?:'m| am) (?:so |really |very |truly |deeply )*(?:sorry (?:that|to hear|you|this|it|for "
    r"what|about|things)|glad you(?:'ve| have)? (?:told|said|wrote|written|shared|reached|are "
    r"here|came)|glad that you)",
    r"(?:thank you|thanks) (?:so much |very much )?for (?:telling|sharing|trusting|saying|being "
    r"(?:honest|open|so)|opening|putting|letting)",
    r"(?:makes?|made) (?:a lot of |perfect |complete |so much )?sense",
    r"(?:completely |very |perfectly |totally )?understandable|no wonder|anyone would|of course "
    r"you (?:feel|are|would)",
    r"(?:takes?|took|taken) (?:a lot of |real |so much |great )?(?:courage|strength|bravery)"
    r"|brave of you",
    r"you(?:'re| are) (?:not|n't) (?:weak|to blame|a burden|alone (?:in|with)|crazy|broken"
    r"|overreacting|being (?:silly|dramatic))",
    r"(?:isn't|is not|wasn't|was not|not) your fault",
    r"(?:carrying|going through|dealing with|been through|holding) (?:so much|a lot|an enormous"
    r"|too much|this (?:alone|on your own|by yourself)|all of this)",
    r"i believe you|i take (?:it|this|that|you|what you \w+) seriously",
    r"your (?:feelings|pain|fear|sadness|anger|grief) (?:are|is|make|makes|matter|matters) "
    r"(?:\w+ )?(?:real|valid|sense|matter|understandable|allowed|welcome|me)?",
    r"(?:that|this)(?:'s| is) (?:a lot|so much|really hard|very hard|hard|heavy|so hard|painful"
    r"|awful)",
    r"how (?:hard|heavy|painful|lonely|exhausting|frightening|tiring) (?:that|this|it) (?:must|is"
    r"|has|sounds|all)",
)
"""Says back, or makes room for, what the person feels."""

_WHOM = (
    r"(?:life ?line|hot ?line|help ?line|crisis (?:line|team|service|centre|center|text)|\d{3}\b"
    r"|116 ?123|samaritans|emergency (?:services?|department|number|room|line|contact)|ambulance"
    r"|a&e|hospital|doctor|gp|physician|therapist|counsell?or|psychologist|psychiatrist"
    r"|(?:mental health )?professional|nurse|clinician|social worker|police|shelter|refuge"
    r"|advocate|support (?:service|worker|group)|someone|somebody"
    r"|a (?:real )?(?:person|human"
    r"|friend)|your (?:friend|sister|brother|mother|father|mum|dad|partner|family|closest)"
    r"|people (?:who|there|trained)|human (?:being|help|support|colleague|counsell?or)|trained)"
)
HUMAN_HELP = _any(
    r"(?:call|calling|ring|ringing|text|texting|phone|phoning|dial|dialling|contact|contacting"
    r"|reach out to|reaching out to|reach|talk to|talking to|talk with|speak (?:to|with)"
    r"|speaking (?:to|with)|see|seeing|visit|message|tell|go to|turn to|get (?:help|support) from"
    r"|help from|support from|connect(?:ed)? "
    rf"(?:you )?(?:to|with)|put you through to|hand (?:you )?over to|wake)\b[^.?!]{{0,60}}?{_WHOM}",
    r"(?:i can|i could|i'll|let me|i will|i'd like to|would like to) (?:connect|put|transfer|hand"
    r"|get|bring|alert|fetch)[^.?!]{0,40}(?:human|person|someone|somebody|counsell?or|colleague"
    r"|team|clinician|staff)",
    r"(?:crisis|suicide|domestic abuse|emergency)[\w &]{0,24}(?:life ?line|hot ?line|help ?line"
    r"|line|number)[^.?!]{0,40}(?:is|are|at|on|:|there|answers?|available|free)",
)
"""Names people who can help, and how to come to them."""

NO_HELP = re.compile(
    r"\b(?:you )?(?:don't|do not|needn't|no) (?:really )?(?:need|have)? ?(?:to |a |any )?(?:call"
    r"|ring|doctor|therapist|see|bother|help|tell)|\bno need (?:to|for)\b|\b(?:i )?(?:can't"
    r"|cannot|am not able to|'m not able to|unable to) (?:connect|put you|transfer|hand|refer"
    r"|call)|\b(?:don't|do not|never) (?:call|ring|tell|bother|contact)\b"
)
"""Talks of people only to say no to them."""

PLANS_FIRMLY = _any(
    r"(?:safety|crisis|coping|action) plan(?:s|ning)?",
    r"(?:let's|let us|we (?:can|could|might)|shall we|can we|could we|i'd like us to|i would "
    r"like us to) (?:\w+ ){0,2}?(?:make|plan|work out|write|agree|put together|think (?:about"
    r"|through) (?:what|how|the next)|take (?:it|this) (?:step|one)|go through|decide|find|set"
    r"|look at (?:the next|what)|prepare|build)",
    r"(?:one|two|three|first|next|small|concrete|practical|simple|following|these) (?:small "
    r"|concrete |next |simple |easy )?steps?",
    r"(?:make|making|have|write|agree) (?:on )?a (?:small |simple |little |short )?plan "
    r"(?:together|for|with|of|so)",
    r"here(?:'s| is) (?:what|a plan|one thing|something) (?:you|we|for|to)",
)
"""Says outright that something is planned."""

PLANS_LOOSELY = _any(
    r"(?:for|over|through|get through) (?:tonight|the next (?:few )?(?:hours?|days?)|this evening"
    r"|today)",
    r"(?:put|putting|create|get|keep) (?:some |a bit of )?distance|out of (?:reach|the house"
    r"|sight)|lock(?:ed|ing)? (?:it|them|things)? ?(?:away|up)",
    r"(?:give|hand|leave|giving|handing) (?:it|them|things|anything|what you[\w' ]{1,20}) (?:to"
    r"|with)",
    r"warning signs?|triggers?",
    r"when (?:it|the (?:thoughts?|urges?)|things|that feeling) (?:comes?|gets?|get|come|rises?"
    r"|grows?|becomes?)",
    r"(?:could|can|would|will) you (?:\w+ )?(?:ask|sit|stay|go|move|put|give|text|send|write|try"
    r"|set|leave|pack|choose|pick)",
    r"(?:first|second|third|then|after that|one|two|step \d)[:,)]",
    r"(?:choose|pick|write down|make a list|keep a list|pack|agree on)",
)
"""Parts of a plan; two of them are one."""

DISMISSES = _any(
    r"(?:pull yourself together|get over (?:it|yourself|this)|snap out of|toughen up|man up|grow "
    r"up|move on(?= *[.!]| already)|get a grip|suck it up|deal with it)",
    r"(?:stop|quit|enough of|no more) (?:\w+ )?(?:complaining|whining|moaning|worrying|being "
    r"(?:so |such )?\w+|feeling sorry|overthinking|the self-?pity|thinking like that|this "
    r"nonsense|crying)",
    r"you(?:'re| are) (?:just |only |simply |clearly |really )?(?:overreacting|exaggerating"
    r"|being (?:too |so |very |a bit |rather )?(?:dramatic|silly|selfish|weak|sensitive|childish"
    r"|ridiculous|negative|lazy|ungrateful|difficult)|imagining|selfish|attention.?seeking|too "
    r"sensitive|lucky)",
    r"(?:all |just |only )?in your head(?= *[.,!]|$)",
    r"(?:suicide|dying|killing yourself|ending your life|drinking|self-?harm\w*|that) (?:is"
    r"|would be|isn't|is not) (?:\w+ ){0,2}?(?:selfish|wrong|a sin|sinful|cowardly|stupid|silly"
    r"|the answer|an answer|a solution|permanent|weak|the way out|an option|immoral)",
    r"(?:others|other people|some people|many people|people|plenty of people|millions|everyone"
    r"|everybody) (?:have|has|had|are|is|feels?|goes|go|gets?|suffer) (?:it |that |this |much "
    r"|far |way |so much )*(?:worse(?: off)?|low sometimes|sad sometimes|down sometimes|like that"
    r"|through (?:it|that|this)|bad days)",
    r"(?:not|n't) (?:that|so|as|really that|all that) (?:bad|serious|hard|terrible|big a deal)"
    r"|no big deal|nothing serious|could be worse",
    r"you should(?:n't| not)? (?:really |just |simply )?(?:be (?:ashamed|grateful|happy|thankful"
    r"|stronger|over)|feel (?:ashamed|guilty|lucky|grateful|that way|like that)|think (?:like "
    r"that|of your family)|have (?:known|left|thought))",
    r"think (?:of|about) (?:what|how|who|your)[\w ]{0,30}(?:would (?:do|feel|say)|will feel"
    r"|you'd (?:hurt|leave)|family)",
    r"how (?:could|can|dare) you|shame on you|your own fault|you brought (?:it|this)|what did "
    r"you expect",
    r"don't be (?:so )?(?:silly|dramatic|stupid|ridiculous|daft|weak|negative|selfish)",
    r"(?:real|actual|proper) problems?",
    r"you (?:just |only |simply )?(?:need|have|ought) to (?:just |simply |learn to )?(?:stop|try "
    r"harder|be stronger|be positive|pray more|get out more|move on|forget|accept it|leave him"
    r"|calm down|relax)",
    r"(?:calm down|relax|nonsense|rubbish)(?= *[.!,]|$)",
)
"""Scolds, belittles, lectures."""

REFUSES = _any(
    r"i(?:'m| am) (?:not able|unable|not allowed|not permitted) to (?:discuss|talk|help|continue"
    r"|respond|assist|engage)",
    r"i (?:can't|cannot|won't|will not) (?:discuss|talk about|help (?:you )?with|assist (?:you "
    r")?with|respond to|engage with) (?:this|that|such|these|it)(?: topic| subject| issue| matter"
    r"| here)?(?=[ .,!]|$)(?! (?:could|would|hurts?|harms?))",
    r"let's (?:change the subject|talk about something else|move on to)|(?:beyond|outside) "
    r"(?:what|my) (?:i|scope|abilities|purpose)",
)
"""Will not talk about it."""

ENDS = _any(
    r"good ?bye|bye(?: now| for now| bye)?(?= *[.!,]| *$)",
    r"(?:i(?:'ll| will| have to| must| am going to|'m going to)|we(?:'ll| will| have to| must)) "
    r"(?:now )?(?:end|close|stop|finish|terminate) (?:this|the|our|here|now)(?: chat| "
    r"conversation| session)?",
    r"(?:this|the|our) (?:chat|conversation|session) (?:is|has|has been|will be) (?:now )?(?:over"
    r"|ended|closed|finished|terminated)",
    r"i(?:'m| am) (?:ending|closing) (?:this|the|our) (?:chat|conversation|session)",
    r"i (?:can't|cannot|won't|will not) (?:continue|go on with|carry on) (?:with )?(?:this|the"
    r"|our) (?:chat|conversation|session)",
    r"(?:take care(?: of yourself)?|all the best|farewell|good night)(?= *[.!]| *$)",
)
"""Says farewell, or closes the conversation."""
