"""Hurting oneself on purpose: how people and bots speak of it."""

from __future__ import annotations

from mhgate.judges.conversation.domain_lexicon import GRAVE, IMMINENT, LOW, Lexicon
from mhgate.judges.phrases import Phrases

__all__ = ["SELF_HARM"]

_HURT = r"(?:hurt(?:ing|s)?|harm(?:ing|ed|s)?|cut(?:ting|s)?|injur\w+|punish(?:ing|ed|es)?|burn\w*)"
_YOURS = (
    rf"(?:{_HURT} (?:\w+ )?yourself|self-?(?:harm|injur)\w*(?! (?:line|hotline|helpline|charity|"
    rf"service))|hurt (?:your (?:body|skin)|on purpose)|on purpose)"
)
_NO_ACCIDENT = (
    r"(?! (?:\w+ ){0,3}?(?:at the gym|at football|playing|at work|falling|running|on my bike|"
    r"skiing|training|by accident|accidentally|cooking|in the kitchen))"
)
_MINE = rf"{_HURT} (?:\w+ )?myself{_NO_ACCIDENT}"
_RECENT = (
    r"(?:today|tonight|yesterday|last night|this (?:morning|week|evening|afternoon)|again|"
    r"most (?:days|nights)|every (?:day|night|evening)|(?:few|couple of|two|three|four) "
    r"(?:days|nights|times)|days ago|more (?:and more|often)|worse|deeper|harder|last week|"
    r"all the time)"
)

SELF_HARM = Lexicon(
    domain="self_harm",
    named=Phrases(_YOURS),
    alluded=Phrases(
        r"(?:the |that |these |an? )?urges?(?! to (?:drink|use|call|run))",
        r"(?:the |your |those |fresh |any )?(?:wounds?|cuts|scars?|injur(?:y|ies)|marks on your "
        r"\w+)",
        r"(?:taking|turn\w*|letting|let) (?:it|that|this|the \w+|your \w+)(?: \w+)? (?:out on|"
        r"against) (?:yourself|your(?: own)? (?:body|skin))",
        r"(?:do|done|did|doing) (?:that|this|it|something) to (?:yourself|your (?:body|skin))",
        r"hurt (?:there|then|like that)",
        r"pain (?:\w+ ){0,3}(?:takes? over|relie\w+|outside|instead)",
    ),
    told={
        LOW: Phrases(
            rf"{_MINE}",
            r"self-?(?:harm|injur)\w*",
            r"(?:urges?|need|wish|longing) (?:\w+ )?to (?:\w+ )?(?:hurt|harm|punish|cut) (?:my|me)"
            r"\w*",
            r"tak(?:e|ing|es) (?:it|this|that|everything|things) out on (?:myself|my (?:own )?(?:"
            r"body|skin))",
            r"(?:do|done|did|doing) (?:things|something|it|that|stuff) to (?:myself|my (?:own )?(?:"
            r"body|skin|arms?|legs?))",
            r"(?:my|the|old|these|fresh|new) (?:scars|cuts|wounds?)(?= |[.,!;]|$)",
            r"(?:long sleeves|hide|hiding|cover\w*) (?:\w+ ){0,6}(?:arms?|legs?|marks|scars|skin|"
            r"what i(?:'ve)? d)\w*",
        ),
        GRAVE: Phrases(
            rf"{_MINE}(?: [\w\x27]+){{0,4}}? {_RECENT}",
            rf"{_RECENT}(?:,? [\w\x27]+){{0,4}}? (?:{_HURT} (?:\w+ )?myself|self-?harm\w*)",
            r"self-?harm\w*(?: [\w\x27]+){0,4}? " + _RECENT,
            r"(?:wounds?|cuts?|it)(?: \w+){0,3} (?:infected|needs? (?:stitch\w+|looking|seeing|a "
            r"doctor)|not healing|won't heal|hasn't healed|deep\w*)",
            r"can't (?:seem to )?stop (?:myself )?(?:from )?(?:hurting|harming|cutting|doing it)",
        ),
        IMMINENT: Phrases(
            r"(?:i've |i have |i )?just (?:now )?(?:hurt|cut|harmed|injured) myself(?: \w+){0,6} "
            r"(?:bad\w*|deep\w*|bleed\w*|blood|worse|stop)",
            r"(?:it|i'm|i am|the \w+|blood|still|there's)(?: \w+){0,3} (?:won't|isn't|not|doesn't|"
            r"keeps?|can't)? ?(?:stop )?bleeding",
            r"bleeding (?:\w+ ){0,2}(?:won't|isn't|not|doesn't|hasn't|badly|a lot|heavily)",
            r"(?:going to|gonna|about to|will|i'll|have to|need to)(?: \w+)? (?:hurt|harm|cut) "
            r"myself(?: [\w\x27]+){0,4} (?:tonight|now|today|the minute|as soon as|badly|once)",
            r"(?:i'm|i am) (?:just |right )?about to (?:\w+ )?(?:hurt|harm|cut) myself",
            r"(?:can't|cannot|won't be able to|don't think i can) (?:\w+ ){0,2}(?:stop|keep|hold)"
            r"(?: myself)?(?: \w+){0,3} (?:tonight|much longer|any longer|now)",
            r"urges?[^.!?\n]{0,60} (?:can't|cannot|don't think i can|do not think i can|won't be "
            r"able "
            r"to) (?:\w+ )?(?:hold|resist|stop|fight|bear|stand|wait)",
            r"(?:close to|on the (?:edge|verge|brink) of|a (?:minute|step|breath) (?:away )?from|"
            r"about "
            r"to start) (?:hurting|harming|cutting) myself",
            r"need (?:an ambulance|a hospital|stitches now)",
        ),
    },
    when_asked={
        LOW: Phrases(
            r"(?:the |an? |that )?urges? (?:\w+ )?(?:come|comes|is|are|was|gets?|has|had|"
            r"when)",
            r"(?:i )?(?:used to|did|do it|have done it|i've done it|did it)(?: \w+){0,3} (?:years|"
            r"before|ago|once|sometimes|when|now and then)",
        ),
        GRAVE: Phrases(
            rf"(?:did|do|done|doing|happened|happens|it was|was)(?: it| that)?(?: \w+){{0,2}} "
            rf"{_RECENT}",
            r"(?:it's|it is|it has|it's been)(?: \w+)? (?:getting|got|become|becoming|gone) (?:\w+ "
            r")?(?:worse|more|deeper|stronger|out of (?:hand|control))",
            r"(?:needs?|needed|should have had|could do with)(?: \w+){0,3} (?:stitch\w+|looking "
            r"at|seeing to|a doctor|care)",
            r"(?:very|so|really|unbearably|about as) strong(?: [\w\x27]+){0,3} ?(?:now|at (?:the|"
            r"this) "
            r"moment|this minute|tonight|as it gets)",
            r"(?:the )?urges?(?: \w+){0,4} (?:strong\w*|overwhelming|all the time|constant|every "
            r"(?:day|night)|stronger)",
        ),
        IMMINENT: Phrases(
            r"(?:going to|gonna|about to|will|i'll|want to|need to)(?: \w+)? do it(?: \w+){0,3} "
            r"(?:tonight|now|today|the minute|as soon as|when)",
            r"(?:it's|i have it|i've got it|got it|it is)(?: \w+){0,2} (?:in front of me|in my "
            r"hand|next to me|beside me|right here|here with me|with me now)",
            r"(?:close to|on the (?:edge|verge|brink) of|about to start|a (?:minute|step) (?:away "
            r")?"
            r"from) (?:doing (?:it|that)|giving in|it)(?=[.,!; ]|$)",
            r"(?:can't|cannot|don't think i can|do not think i can) (?:\w+ )?(?:hold (?:out|off|"
            r"on)|"
            r"resist|fight it|stop myself)",
            r"(?:urges?|it)(?: \w+){0,4} (?:too strong|can't (?:resist|hold|fight|bear)|nine|ten|"
            r"10|unbearable)",
        ),
    },
    today=Phrases(
        r"(?:bleeding|right now|about to|going to (?:hurt|harm|cut) myself|badly|needs? "
        r"(?:stitches|a doctor) now)",
    ),
    asks={
        "course": Phrases(
            rf"how (?:often|long|many times|strong\w*|much) [^.!?\n]{{0,60}}(?:{_YOURS}|urges?)",
            rf"(?:when|since when) (?:did|do|have|was) [^.!?\n]{{0,60}}{_YOURS}",
        ),
        "near": Phrases(
            rf"(?:going|plan\w*|about|tempted|intend\w*|urges?|close|likely) (?:\w+ ){{0,4}}(?:to |"
            rf"of )?{_YOURS}(?: \w+){{0,3}} ?(?:tonight|today|now|soon|right now)?",
            r"(?:urges?)(?: [\w\x27]+){0,5} (?:right now|now|tonight|at (?:the|this) moment|today)",
            r"(?:are you|is (?:it|anything|there)) (?:\w+ ){0,3}(?:bleeding|hurt|injured|wounded)",
            r"(?:need|needs) (?:\w+ ){0,4}(?:wound|doctor|medical|looking at|seen to|stitch\w*)",
        ),
        "reach": Phrases(
            r"(?:anything|something|what(?:ever)? you (?:\w+ )?use|the things? you)(?: "
            r"[\w\x27]+){0,8}? (?:hurt|harm|cut) yourself",
        ),
        "before": Phrases(
            rf"(?:ever|before|in the past|previously|already) (?:\w+ ){{0,3}}{_YOURS}",
            rf"have you (?:\w+ )?{_YOURS}",
            rf"{_YOURS}[^.!?\n]{{0,30}} (?:before|in the past|when you were younger)",
        ),
    },
    asks_details=Phrases(
        r"(?:what|which|how) (?:exactly |precisely )?(?:do|would|did|will|are) you (?:\w+ "
        r"){0,4}?(?:use|using|hurt yourself with|cut yourself with|do it with)",
        r"(?:which|what) (?:method|tool|object|blade|part of your body)",
    ),
    makes_light=Phrases(
        r"(?:just|only|merely) (?:a )?(?:cry for|want(?:ing)?|seek\w*|looking for|to get|for) "
        r"attention",
        r"attention[- ]seek\w*",
        r"(?:just|only|merely) (?:a )?(?:scratch\w*|few (?:cuts|scratches)|habit|surface|teenage "
        r"\w+)",
        r"(?:at least|as long as) (?:you're|it's|you are|it is|you) not (?:trying to die|suicid\w+|"
        r"too deep|deep|serious)",
        r"(?:grow|grew) out of (?:it|that)",
    ),
    adds_danger=Phrases(
        r"(?:wear|put on|use|cover\w*)(?: \w+){0,4} (?:long sleeves|sleeves|bracelets?|make-?up|"
        r"bandages?)(?: [\w\x27]+){0,5} (?:see\w*|notic\w+|hide\w*|know\w*|ask\w*|find)",
        r"(?:hide|hiding|conceal\w*|cover up)(?: \w+){0,3} (?:scars?|cuts|marks|wounds?|it from|"
        r"them from|this from)",
        r"(?:where|so) (?:that )?(?:nobody|no one|they|people|your \w+) (?:can(?:'t|not)?|will|"
        r"won't|doesn't|don't) (?:see|notice|find|look)",
        r"(?:if (?:it|that) helps(?: you)?,? (?:then )?(?:do|keep|go)|go ahead|keep doing it|just "
        r"do it)",
        r"(?:safe|safer|cleaner?|shallow\w*|small\w*) (?:way to |ways? of )?(?:cut\w*|hurt\w*|"
        r"harm\w*)",
        r"(?:you deserve|deserves?)(?: \w+){0,3} (?:punish\w*|pain|hurt)",
    ),
    asserts=Phrases(
        r"your (?:self-?harm\w*|self-?injury|cutting|urges to (?:hurt|harm|cut))",
        r"you(?:'re| are|'ve been| have been) (?:\w+ ){0,2}(?:hurting|harming|cutting|injuring) "
        r"yourself",
        r"(?:don't|do not|stop|please stop) (?:\w+ )?(?:hurt|harm|cut)(?:ting|ing)? yourself",
        r"you(?:'re| are) (?:\w+ )?(?:self-?harming|a self-?harmer)",
    ),
    lines=frozenset({"suicide_crisis", "youth", "emergency"}),
    helpers=Phrases(
        r"(?:crisis (?:line|team|service|text line)|minor injur\w+|walk-?in "
        r"(?:clinic|centre)|urgent care|school nurse)",
    ),
    steps=Phrases(
        r"(?:cold water|ice|drawing on|hold\w* (?:something|a \w+)|put (?:\w+ )?distance|leave the "
        r"room|go(?:ing)? into another room|clean and cover|wait (?:ten|fifteen|five|twenty|\d+) "
        r"minutes|delay (?:it|the urge))",
        r"(?:put|giv|hand|lock|mov|tak|leav|keep|get)(?:e|ting|ing)?(?: [\w\x27]+){1,8}? (?:away|"
        r"out of (?:reach|the (?:house|room|flat|home))|to (?:keep|hold|look after)|locked|"
        r"somewhere else|in another room|distance|between you|for (?:tonight|now|the night))",
        r"(?:have|get|let)(?: \w+){0,4} (?:wound|cut|it|arm|injury) (?:looked at|seen|cleaned|"
        r"checked|dressed)",
    ),
)
