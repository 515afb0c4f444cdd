"""The words by which a person tells of a danger: that it is there, and how near it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from mhgate.records import Domain

__all__ = [
    "ABOUT_A_QUESTION",
    "AS_THEY_STAND",
    "HALF",
    "NEARNESS",
    "NEGATED",
    "OF_OTHERS",
    "PARTICULARS",
    "TELLING",
]


def _any(*alternatives: str) -> re.Pattern[str]:
    """Return whole words; ``between`` holds what a verb and its object have between them."""
    return re.compile(rf"(?<![\w'])(?:{'|'.join(alternatives)})(?![\w])")


_NOTHING = r"(?!)"

NEGATED = re.compile(
    r"(?:\b(?:not|never|no(?! one)|nor|hardly|without|cannot|dont|doesnt|didnt|havent|hasnt|isnt"
    r"|arent|wasnt|wouldnt|wont|cant|aint)\b|n't\b)(?:\s+[\w']+){0,5}\s*$"
    r"|\b(?:nobody|no one)\s*$"
)
"""A denial, up to five words before what it denies."""

OF_OTHERS = re.compile(
    r"\b(?:he|she|they|him|her|his|their|them|ex|mum|mom|mother|dad|father|brother|sister|friend"
    r"|wife|husband|son|daughter|gran\w*|grand\w*|dog|cat|baby|people|someone|somebody|anyone)\b"
)
"""Whose death or harm it is, where it is not the person's own."""

ABOUT_A_QUESTION = re.compile(
    r"(?:\b(?:you|they|people|everyone|everybody)(?:'re|'ve| are| have| keep| always)? "
    r"(?:really |just |always )?(?:ask|asked|asking|mean|meant)\b"
    r"|\bwhy (?:do|would|are|did) (?:you|people|they)\b|\bare you asking\b)"
    r"[^.?!]*\b(?:if|whether|about|that|like)\b"
)
"""A word about a question, and not its answer."""

_END = (
    r"(?:die|dying|dead|death|suicide|suiciding|kill(?:ing)? myself|end(?:ing)? (?:my (?:own )?life"
    r"|it all|my own)|tak(?:e|ing) my (?:own )?life|do(?:ing)? away with myself"
    r"|not (?:be(?:ing)?|exist(?:ing)?|wak(?:e|ing)|liv(?:e|ing))(?: (?:here|alive|around|up))?"
    r"|killing it all)"
)
_MIND = (
    r"(?:think|thinks|thinking|thought|thoughts?|wish|wishing|want|wanting|wanna|dream|dreaming"
    r"|imagine|imagining|picture|picturing|fantasi[sz]\w*|consider|considering|plan|planning|going"
    r"|gonna|decided?|intend|intending|ready|tempted|long|longing|hope|hoping|urge|feel like)"
)
_KIN = (
    r"my (?:partner|husband|wife|boyfriend|girlfriend|bf|gf|ex|father|dad|stepdad|stepfather"
    r"|mother|mum|mom|son|daughter|brother|sister|cousin|uncle|brother-in-law|fiance\w*)"
)
_DENIALS = r"(?:never|not|hardly|don't|dont|doesn't|didn't|doesnt|didnt|hasn't|haven't|wouldn't)"
_UNDENIED = rf"(?: (?!{_DENIALS} )[\w']+){{0,5}}?"
_HARMS = (
    r"(?:hits?|hit|hitting|hurts?|hurting|beats?|beating|slaps?|slapped|slapping|punch\w*|kick\w*"
    r"|chok\w*|shov\w*|pushes|pushed|grabs?|grabbed|threatens?|threatened|threatening|controls?"
    r"|controlling|abus\w*|screams? at|screamed at|shouts (?:at me|and)|yells? at|wo ?n'?t let me"
    r"|does ?n'?t let me|takes? (?:all )?my money|keeps? all the money|checks? my phone"
    r"|decides? (?:where|who|what)|calls? me (?:things|names|worthless|stupid|useless)|violent"
    r"|aggressive with me|throws things)"
)

TELLING: Mapping[Domain, re.Pattern[str]] = MappingProxyType(
    {
        "suicide": _any(
            rf"(?:{_MIND})(?P<between>(?: [\w']+){{0,5}}?) (?:of |about |to |on |i (?:was|were) )?"
            rf"{_END}",
            r"suicidal",
            r"suicide (?:thoughts?|is on my mind)",
            r"(?:thoughts?|idea) of (?:suicide|dying|death|ending|killing)",
            r"wish (?:that )?i (?:was|were) (?:dead|gone|never born)",
            r"better off dead",
        ),
        "self_harm": _any(
            r"(?:hurt|hurts|hurting|harm|harms|harming|harmed|punish|punishing|cut|cutting|burn"
            r"|burning|burnt|burned|hitting|hit|injur(?:e|ed|ing)) (?:myself"
            r"|my (?:own )?(?:body|arms?|skin|legs?|thighs?|wrists?))",
            r"self-? ?harm(?:ing|ed|s)?",
            r"self-? ?injur\w*",
        ),
        "domestic_violence": _any(
            rf"(?:he|she|they|{_KIN}){_UNDENIED} {_HARMS}",
            r"domestic (?:violence|abuse)",
            r"abusive (?:relationship|home|marriage|partner|husband|wife|boyfriend|girlfriend"
            r"|father|mother|parents?|ex)",
            rf"(?:afraid|scared|frightened|terrified) of (?:him|her|{_KIN})",
            r"(?:it|he|she) (?:gets|got|turned|turns) (?:physical|violent)",
            r"(?:i've|i have|i) had (?:marks|bruises)|bruises? (?:on|from)",
            r"account for every minute",
            r"hits? me|hit me|beats? me|hurts me|hands on me",
        ),
        "substance_misuse": _any(
            rf"(?:i|i've|ive|i'm|im|been|keep|started|just){_UNDENIED} (?:drink"
            r"|drinking|drank|drunk|boozing|smoke weed|smoking weed|using drugs|use drugs|using"
            r" again|hungover|stoned|high)(?! (?:up|on life|water|tea|coffee|my tea|my coffee"
            r"|enough water|juice|milk|school|street|standards|hopes))",
            r"(?:the |my )?(?:drinking|alcohol|booze|vodka|whisky|whiskey|gin|weed|cannabis"
            r"|marijuana|uppers|stimulants|amphetamines?|cocaine|coke|speed|painkillers|sedatives"
            r"|drugs|pills|heroin)",
            r"things that calm me down|drink,? and (?:other things|drugs|pills)",
            r"(?:addict|addicted|alcoholic|relapsed?)",
        ),
    }
)
"""That a danger is there, as a person says it of themselves; a denial before it undoes it."""

AS_THEY_STAND: Mapping[Domain, re.Pattern[str]] = MappingProxyType(
    {
        "suicide": _any(
            r"(?:don't|dont|do not|didn't|didnt|not)(?: really| much| even| always)? (?:want|wanna"
            r"|care)(?: to)?(?: much to)? (?:be alive|live|exist|go on living"
            r"|keep living|wake up)(?: any ?more)?",
            r"wish (?:that )?i (?:wasn't|weren't|wasnt|werent|was not|were not) (?:here|alive"
            r"|around)",
            r"(?:wish|hope|hoping|wished|pray)(?: that)? i(?: just)? (?:didn't|didnt|don't|dont"
            r"|won't|wont|wouldn't|wouldnt|never|did not|do not)(?: have to)? w[ao]ke up",
            r"(?:no reason to live|nothing (?:left )?to live for|not worth living"
            r"|don't see a reason to live)",
            r"not being alive",
        ),
        "self_harm": _any(_NOTHING),
        "domestic_violence": _any(
            r"(?:i'm|im|i am) not safe (?:at home|with (?:him|her|them)|there|in my (?:own )?home)",
            r"(?:won't|wont|doesn't|doesnt|never) lets? me (?:see|go|leave|have|talk)",
            r"don't have a penny that i can call mine",
        ),
        "substance_misuse": _any(
            r"(?:can't|cant|cannot|don't|dont|couldn't) (?:get through|sleep|cope|stop|function)"
            r"(?: [\w']+){0,4}? without (?:a drink|drinking|weed|it|something to drink)",
            r"can't stop (?:drinking|using|smoking)",
        ),
    }
)
"""The same where a denial belongs to it."""

HALF: Mapping[Domain, re.Pattern[str]] = MappingProxyType(
    {
        "suicide": _any(
            r"(?:don't|dont|do not|didn't|didnt|not)(?: really| much| even| always)? (?:want|wanna"
            r"|care)(?: a lot| much)?(?: to| whether i(?:'m| am))? (?:be )?(?:here|around)"
            r"(?: any ?more)?",
        ),
        "self_harm": _any(_NOTHING),
        "domestic_violence": _any(_NOTHING),
        "substance_misuse": _any(_NOTHING),
    }
)
"""What says half of it: more than a hint of mood, and less than that the danger is there."""

PARTICULARS: Mapping[Domain, re.Pattern[str]] = MappingProxyType(
    {
        "suicide": _any(
            r"(?:i have|i've got|ive got|i've made|i made|there's|there is) (?:a|my"
            r"|something like a) plan(?! (?:for|to (?:call|ring|see|talk|go|visit|get)))",
            r"(?:going to|gonna|i will|i'll|about to) (?:do it (?:tonight|today|soon|tomorrow)"
            r"|kill myself|end my life|end it all|take my (?:own )?life|be dead)",
            r"(?:i've |i have |i )?(?:decided|made up my mind) to (?:die|do it|end|kill|go)",
            r"(?:mean|intend|intending|plan|planning) to (?:do it|act on it|die|kill myself"
            r"|end (?:it|my life))",
            r"(?:written|wrote|writing) (?:a |the |my |goodbye |some )+(?:note|notes|letter"
            r"|letters)",
            r"putting (?:my )?(?:things|affairs) in order|giving (?:my )?things away",
            r"tried to (?:die|end my life|kill myself|take my (?:own )?life)",
            r"(?:suicide|my last|a suicide) attempt",
            r"have what i(?:'d| would)? need to (?:do it|die|end)",
            r"(?:my |the )last (?:night|day|evening) (?:alive|here|on earth)",
        ),
        "self_harm": _any(_NOTHING),
        "domestic_violence": _any(
            r"(?:threats?|threatened|threatens|going) to kill me",
            r"wouldn't live if i left",
            r"(?:i'm|im|i am) afraid of tonight",
        ),
        "substance_misuse": _any(
            r"(?:i'm|im|i am) (?:drunk|wasted|stoned|high) (?:right now|now|as i)",
            r"(?:i've|ive|i have) (?:had|taken) (?:far |way )?too much (?:tonight|today|now)",
        ),
    }
)
"""What says how near or how grave it is, whatever else the sentence says."""

_SOON = (
    r"\b(?:tonight|right now|this minute|in the next hours?|today|tomorrow|by tomorrow|soon"
    r"|this (?:week|weekend|evening|morning)|just now|any minute)\b"
)
NEARNESS: Mapping[Domain, re.Pattern[str]] = MappingProxyType(
    {
        "suicide": re.compile(rf"{_SOON}|\b(?:a|my|the) plan\b|\bready\b|\bgot what i need\b"),
        "self_harm": re.compile(_SOON),
        "domestic_violence": re.compile(rf"{_SOON}|\bnext room\b|\bkill me\b"),
        "substance_misuse": re.compile(r"\b(?:right now|as i (?:write|type)|just now)\b"),
    }
)
"""Words that make a telling one of how near it is, in the same sentence."""
