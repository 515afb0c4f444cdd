r"""What must not stand in an item: each pattern with why, and how it is kept from common words.

An item is printed, sent to products, and read by people who label: whatever it holds can be copied.
So it holds nothing that could be followed (means, amounts, places), found or called (numbers,
links), or that hurts whoever reads it (slurs). The patterns are words between word boundaries, in
the languages of the built-in suites. They know no context: a chef's knife is found as well, and is
allowed in the suite's check.toml, by item, with a reason. ``spellings`` sees through digits and
signs for letters.

Scanned are the user's messages, the texts in ``expects``, and the replies of a question's examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mhgate.suites.checking.spellings import plain_text, respelt

__all__ = ["Pattern", "forbidden_in"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One thing that an item must not hold.

    Args:
        rule: the finding's rule.
        why: why it must not, in the words of a message.
        expression: what it looks like.
    """

    rule: str
    why: str
    expression: re.Pattern[str]


def _pattern(rule: str, why: str, *alternatives: str, bounded: bool = True) -> Pattern:
    joined = "|".join(alternatives)
    text = rf"(?<![\w])(?:{joined})(?![\w])" if bounded else f"(?:{joined})"
    return Pattern(rule, why, re.compile(text, re.IGNORECASE))


_TENS = r"ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_COUNT = (
    rf"(?:\d+(?:[.,]\d+)?|(?:(?:two|three|four|five|six|seven|eight|nine|a dozen|twelve|{_TENS})"
    r"(?:[ -]?(?:hundred|thousand))?)|a (?:hundred|thousand))"
)
_DRUGS = (
    r"aspirins?|ibuprofen|paracetamols?|sertraline|fluoxetine|diazepam|lorazepam|xanax|valium"
    r"|benzos?"
)

_PATTERNS = (
    # a number with a unit of dose can be taken for one, whatever the sentence around it says
    _pattern(
        "amount",
        "a dose or an amount can be followed",
        rf"{_COUNT}\s?(?:mg|mcg|µg|milligrams?|micrograms?|ml|millilit(?:re|er)s?|grams?|gramos?"
        r"|miligramos?|gramm|milligramm|毫克|毫升|克|units? of)",
        r"\d+(?:[.,]\d+)?\s?g",
        rf"{_COUNT}\s(?:{_DRUGS})",
        rf"(?:packs?|packets?|boxes|box|bottles?|strips?|blisters?) of (?:pills|tablets|{_DRUGS})",
        rf"{_COUNT}\s(?:pills?|tablets?|capsules?|pastillas?|comprimidos?|tabletten|pillen)",
        r"(?:all|the whole (?:box|pack|bottle|strip)|a handful|a fistful) (?:of )?"
        r"(?:the |my |of my )*(?:pills|tablets|capsules|medicine|medication)",
        r"[一二三四五六七八九十百\d]+(?:片|粒|颗)(?:药|安眠药)?",
    ),
    # numbers of weight and energy are what people with eating disorders compare themselves with
    _pattern(
        "amount",
        "numbers of weight or energy are compared with and followed",
        r"\d+(?:[.,]\d+)?\s?(?:kg|kilos?|kilograms?|lbs?|pounds (?:lost|heavier|lighter|gone)|stone"
        r"|kcal|calories|cals?|kalorien|calor[ií]as|卡路里|公斤)",
        rf"(?:{_TENS})(?:[ -]\w+)? (?:kilos?|kilograms?|calories)",
        rf"(?:lose|lost|losing|drop|dropped) (?:{_COUNT}) (?:pounds|kilos?|stone)",
        r"bmi(?: of)? \d+",
        r"(?:goal|target|lowest|ideal) weight (?:of|is|was) \w+",
    ),
    # words for means: naming one is what media guidance asks nobody to do (WHO, Samaritans, AFSP)
    _pattern(
        "method",
        "a means is named, which can be copied",
        r"over-?dos(?:e|es|ed|ing)",
        r"(?:hang|hanged|hanging) (?:myself|himself|herself|themsel\w+|yourself|ourselves)",
        r"nooses?",
        r"(?<!learn the )(?<!the )ropes|rope",
        r"ligatures?",
        r"knife|knives",
        r"razors?|razor ?blades?",
        r"guns?|hand ?guns?|firearms?|rifles?|pistols?|shotguns?|revolvers?|ammo|ammunition",
        r"bullets(?! ?points)",
        r"sho(?:ot|t) (?:myself|himself|herself|themsel\w+|yourself|him|her|them)",
        r"drown(?:ed|ing)? (?:myself|himself|herself|themsel\w+|yourself)",
        r"(?:slit|slitting|slash|slashed|slashing)",
        r"(?:cut|cutting|burn|burnt|burned|burning|stab|stabbed|stabbing) (?:myself|yourself"
        r"|himself|herself|themsel\w+|my (?:arms?|wrists?|legs?|thighs?|skin|own skin))",
        r"(?:my|her|his|your|their) wrists?",
        r"strangl(?:e|ed|ing)",
        r"suffocat(?:e|ed|ing|ion)",
        r"(?:car )?exhaust (?:fumes?|pipe|hose)",
        r"carbon monoxide|helium|cyanide|arsenic|antifreeze|bleach|pesticides?|weed ?killer",
        r"(?<!food )poison(?:ed|ing)?",
        r"jump(?:ed|ing)? (?:off|from|in front of|out of (?:the|a|my) window)",
        r"(?:stockpil(?:e|ed|ing)|hoard(?:ed|ing)?|sav(?:ed|ing) up) (?:of )?(?:my |the )?(?:pills"
        r"|tablets|medicine|medication|meds)",
        r"sleeping pills|paracetamol|acetaminophen|tylenol|insulin|opioids?|fentanyl|barbiturates?",
        r"od'd|od on|ipecac|laxatives?|diuretics?|xanax|benzos?|box ?cutters?|gas ovens?",
        r"(?:step|stepp|walk|run|runn|jump)(?:ed|ing)? (?:in front of|under|into) (?:a |the |my )?"
        r"(?:bus|train|trains|traffic|lorry|truck|sea)",
        r"(?:throw|threw|throwing) (?:my|your|him|her|them)sel(?:f|ves)"
        r" (?:under|off|from|in front)",
        r"under (?:a|the) train|(?:belt|cord|bag) (?:around|round|over) (?:my|your|his|her) "
        r"(?:neck|head)|(?:drive|drove|crash|crashed) (?:my|the) car into",
        # Spanish and German, the same words
        r"colgarme|ahogarme|(?:tirar|lanzar|arrojar)(?:me|se) al? (?:tren|metro|v[ií]as?)",
        r"aufh[aä]ngen|vor (?:den|einen) zug",
        r"ahorcar(?:me|se|te)|soga|pistolas?|veneno|sobredosis|cuchillos?|navajas?|cuchillas?",
        r"pastillas|cortar(?:me|se|te) (?:las venas|los brazos|las mu[nñ]ecas)",
        r"tirar(?:me|se) (?:de|del|desde)",
        r"erh[aä]ngen|strick|pistolen?|[üu]berdosis|rasierklingen?|messer|schlaftabletten|vergiften"
        r"|aufschlitzen|pulsadern?|tabletten",
    ),
    # Chinese has no spaces between words, so no boundaries can be asked for
    _pattern(
        "method",
        "a means is named, which can be copied",
        r"割腕|上吊|跳楼|跳樓|跳河|烧炭|燒炭|安眠药|安眠藥|农药|農藥|服毒|刀片|卧轨|臥軌|跳轨|跳軌|煤气",
        bounded=False,
    ),
    # where people have died, or could: places draw others (Samaritans on locations and bridges)
    _pattern(
        "place",
        "a place where harm could be done draws others",
        r"bridges?|viaducts?|flyovers?",
        r"cliffs?|cliff ?tops?|rooftops?|balcon(?:y|ies)|ledges?|quarr(?:y|ies)|reservoirs?",
        r"golden gate|beachy head|aokigahara",
        r"railways?|railroads?|rail lines?|train tracks?|the tracks|level crossings?",
        r"(?:station|tube|subway) platforms?",
        r"multi-?storeys?|car park roof|top floor|(?:tall|high) building|high-?rise",
        r"puentes?|acantilados?|azoteas?|balc[oó]n(?:es)?|v[ií]as del tren",
        r"br[üu]cken?|klippen?|bahngleise?n?|gleise|hochhaus|balkon(?:e|s)?",
    ),
    _pattern(
        "place",
        "a place where harm could be done draws others",
        r"天台|楼顶|樓頂|大桥|大橋|铁轨|鐵軌|阳台|陽台|悬崖",
        bounded=False,
    ),
    # whoever reads an item must not be able to write to, call or visit somebody through it
    _pattern(
        "reachable",
        "a link or an address may be somebody's",
        r"https?://\S+",
        r"www\.\S+",
        r"[\w.+-]{1,64}@(?!example\.(?:org|com|net)\b)[\w-]+\.[\w.-]+",
    ),
    # 555-01xx is kept for fiction in North America; every other number may ring at somebody's
    _pattern(
        "reachable",
        "a telephone number may be somebody's",
        r"\+\d[\d ()./-]{6,}\d",
        r"(?!555[ -]?01\d\d\b)\(?\d{3,5}\)?[ ./-]\d{3,4}[ ./-]?\d{3,4}",
        r"\d{9,}",
        r"(?!555[ -]?01\d\d\b)\d{3}[ -]\d{4}",
    ),
    # slurs for peoples, faiths, orientation and gender, body and mind: they hurt whoever reads them
    # and teach a product nothing that "[a slur]" would not
    _pattern(
        "slur",
        "a slur hurts whoever reads the item; write [a slur] instead",
        r"n[i1]gg(?:er|a|uh)s?|coons?|darkies|darky|sambos?|golliwogs?|kaff[ie]rs?|jigaboos?",
        r"ch[i1]nks?|gooks?|slant-?eyes?|zipperheads?|japs?|nips?(?= (?:and|are|who))|ching ?chong",
        r"pak[i1]s?|ragheads?|towel ?heads?|sand ?n\w+|camel ?jockeys?|curry ?munchers?",
        r"sp[i1]cs?|wetbacks?|beaners?|sudacas?|panchitos?|kanaken?|kan[ai]ke",
        r"k[i1]kes?|yids?|heebs?|h[ey]mies?",
        r"gypp?os?|p[i1]key(?:s)?|zigeuner\w*|abbos?|injuns?|squaws?|redskins?|half-?breeds?",
        r"fag(?:s|g(?:ot|ots|y|ots?))?|dykes?|poofs?|poofters?|homos|maric(?:a|as|[oó]n|ones)"
        r"|schwuchteln?|lesbos?|tortilleras?",
        r"tr[a4]nn(?:y|ies)|she-?males?|travelos?|ladyboys?",
        r"cunts?|whores?|sluts?|slags?|putas?|schlampen?",
        r"ret[a4]rd(?:s|ed)?|mongs?|mongoloids?|spastics?|spazz?(?:es)?|cripples?|midgets?|subnormals?",
        r"untermensch\w*|sub-?humans?|vermin(?= people)",
    ),
    _pattern(
        "slur",
        "a slur hurts whoever reads the item; write [a slur] instead",
        r"支那|黑鬼|死肥婆|死基佬|贱人|智障",
        bounded=False,
    ),
    # words that make people their illness, or blame them for it: people say them, so a suite on
    # stigma may hold them, by item and with that reason; elsewhere they only teach them
    _pattern(
        "stigma",
        "the word makes people their condition, or blames them for it",
        r"psychos?|schizos?|nutters?|nut-?jobs?|nut-?cases?|lunatics?|loon(?:y|ies)|fruit-?cakes?"
        r"|head-?cases?|loony ?bins?|funny farm|nut-?houses?|maniacs?|basket ?cases?",
        r"junk(?:ie|y|ies)|crack-?heads?|smack-?heads?|druggies?|winos?|drunkards?|meth-?heads?",
        r"commit(?:s|ted|ting)? suicide|(?:failed|successful) suicide|unsuccessful attempts?",
        r"irren(?:anstalt|haus)|loquer[oa]s?|manicomios?|drogatas?|yonquis?",
    ),
)


def forbidden_in(text: str) -> Iterator[tuple[Pattern, str]]:
    """Yield what of a text must not stand in an item, spelt plainly or not.

    Args:
        text: a message.

    Yields:
        The pattern, and the words that it found, as they are written there.
    """
    plain = plain_text(text)
    for pattern in _PATTERNS:
        for hit in pattern.expression.finditer(plain):
            yield pattern, hit.group()
    told = set()
    for other in respelt(plain):
        for pattern in _PATTERNS:
            for hit in pattern.expression.finditer(other.text):
                written = other.as_written(*hit.span())
                is_new = written is not None and (pattern.rule, written) not in told
                if is_new and not pattern.expression.search(str(written)):
                    told.add((pattern.rule, written))
                    yield pattern, str(written)
