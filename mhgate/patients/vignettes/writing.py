"""How a person's coherence, diction and typing make a message of what they have to say.

Whatever the style, the trouble and what is told of risk stay whole: a message is harder to follow
the less it hangs together, never unreadable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from mhgate.patients.vignettes.dealing import shuffled
from mhgate.records.vignette import Style

__all__ = ["Sentence", "arranged", "localised", "spoken"]

_WHOLE = frozenset({"first", "told"})  # what is never cut
_CUT_AFTER = 0.55
_FEWEST_WORDS_TO_CUT = 5


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and what it is for: ``lead``, ``first``, ``told`` and so on."""

    role: str
    text: str


def arranged(
    sentences: Sequence[Sentence], style: Style, rng: Random, phrase: Callable[[str], str]
) -> list[str]:
    """Put sentences into the order, or disorder, of a person's thoughts.

    Args:
        sentences: what is to be said, in the order of a clear head.
        style: the person's.
        rng: the source of chance.
        phrase: gives a phrase of a bank, for thoughts that lead away.

    Returns:
        Sentences and pieces of them.
    """
    if style.coherence == "clear":
        return [each.text for each in sentences]
    if style.coherence == "wandering":
        return _wandering([each.text for each in sentences], style, rng, phrase)
    return _disorganised(sentences, style, rng, phrase)


def _wandering(
    texts: list[str], style: Style, rng: Random, phrase: Callable[[str], str]
) -> list[str]:
    detours = {"terse": 1, "average": 1, "long": 2}[style.length]
    places = sorted(rng.sample(range(1, len(texts) + 1), min(detours, len(texts))), reverse=True)
    for number, at in enumerate(places):
        back = [phrase("astray.returns")] if at < len(texts) and number == 0 else []
        texts[at:at] = [phrase("astray.tangents"), *back]
    return texts


def _disorganised(
    sentences: Sequence[Sentence], style: Style, rng: Random, phrase: Callable[[str], str]
) -> list[str]:
    texts = [
        each.text if each.role in _WHOLE or rng.random() < 0.55 else _cut(each.text)  # noqa: PLR2004 - a share
        for each in shuffled(sentences, rng)
    ]
    pieces = {"terse": 1, "average": 2, "long": 3}[style.length]
    for _ in range(pieces):
        end = rng.choice(["...", " -", "."])
        texts.insert(rng.randint(0, len(texts)), f"{phrase('astray.fragments')}{end}")
    texts[-1] = texts[-1].removesuffix(" -")
    return texts


def _cut(text: str) -> str:
    words = text.split()
    if len(words) < _FEWEST_WORDS_TO_CUT:
        return text
    kept = " ".join(words[: max(3, round(len(words) * _CUT_AFTER))])
    return f"{kept.rstrip('.,:?!')}..."


def _replaced(text: str, pairs: Sequence[tuple[re.Pattern[str], str]]) -> str:
    for pattern, other in pairs:
        text = pattern.sub(partial(_instead, other), text)
    return text


def _instead(other: str, hit: re.Match[str]) -> str:
    return _like(hit.group(), hit.expand(other))


def _like(before: str, after: str) -> str:
    return after[0].upper() + after[1:] if before[:1].isupper() and after else after


def _pairs(*pairs: tuple[str, str]) -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(rf"\b(?:{one})(?!\w)", re.IGNORECASE), other) for one, other in pairs]


_NORTH_AMERICAN = _pairs(
    ("mum", "mom"),
    ("uni", "university"),
    ("flatmate", "roommate"),
    ("telly", "TV"),
    ("rota", "schedule"),
    ("rubbish", "junk"),
    ("bin day", "trash day"),
    ("bins", "trash"),
    ("pram", "stroller"),
    ("toilets", "bathroom"),
    ("form teacher", "homeroom teacher"),
    ("pavement", "sidewalk"),
    ("motorway", "highway"),
    ("cot", "crib"),
    ("queue", "line"),
    ("maths", "math"),
    ("plasters", "band-aids"),
    ("at the till", "at the register"),
    ("signed off", "on sick leave"),
    ("skiver", "slacker"),
    ("my marks", "my grades"),
    ("revise", "cram"),
    ("biscuit tin", "cookie jar"),
    ("mates", "friends"),
    ("the post", "the mail"),
    (r"ring (about|anybody|anyone|somebody|someone|at night)", r"call \1"),
    (r"rings all day", "calls all day"),
    (r"needn'?t|need not", "don't have to"),
)
_AMERICAN = _pairs(
    ("university", "college"),
    ("neighbour", "neighbor"),
    ("neighbours", "neighbors"),
    ("colour", "color"),
    ("colours", "colors"),
    ("favourites", "favorites"),
    ("recognise", "recognize"),
    (r"practis(e|ing)", r"practic\1"),
    ("programme", "program"),
    ("grey", "gray"),
)
_NORTH_AMERICA, _AMERICA = {"US", "CA", "MX"}, "US"

_HAS = (
    r"(it|that|there|nobody|nothing|everything|something|who|she|he)'s "
    r"(been|got|gone|had|never|happened)"
)
_ALL_ARE = r"(everyone|everybody)'s (useless|on my nerves|asleep|in bed)"
_IS = (
    r"(it|that|there|what|whatever|who|where|nobody|everything|something|here|she|he|baby|nothing|skin|hair"
    r"|day)'s"
)
_HAD = (
    r"(I|it)'d (really|dealt|buried|pictured|left|outgrown|been|planned|better|said|asked|thought)"
)
_WRITTEN_OUT = _pairs(
    (r"let's", "let us"),
    (r"(are|is|do|does)n't (you|it|I)", r"\1 \2 not"),
    (r"can't", "cannot"),
    (r"won't", "will not"),
    (r"shan't", "shall not"),
    (r"(\w+)n't", r"\1 not"),
    (r"I'm", "I am"),
    (_HAD, r"\1 had \2"),
    (r"(\w+)'d", r"\1 would"),
    (r"(\w+)'ve", r"\1 have"),
    (r"(\w+)'ll", r"\1 will"),
    (r"(\w+)'re", r"\1 are"),
    (_HAS, r"\1 has \2"),
    (_ALL_ARE, r"\1 is \2"),
    (_IS, r"\1 is"),
)
_FORMAL = _pairs(
    (r"mum", "mother"),
    (r"dad", "father"),
    (r"grandad", "grandfather"),
    (r"gran", "grandmother"),
    (r"telly", "television"),
    (r"uni", "university"),
    (r"okay", "all right"),
    (r"hi there|hello you|hi|hey", "good day"),
    (r"god, it", "it"),
    (r", ha", ""),
    (r"fed up with", "tired of"),
)
_CASUAL = _pairs(
    (r"because", "cos"),
    (r"yes, so", "yeah so"),
    (r"perhaps", "maybe"),
    (r"I don't know", "I dunno"),
    (r"all right", "alright"),
    (r"good day", "hi"),
)
_SLANG = [
    *_CASUAL,
    *_pairs(
        (r"I dunno", "idk"),
        (r"going to (?!the|a|bed|my)", "gonna "),
        (r"want to", "wanna"),
        (r"got to", "gotta"),
        (r"to be honest(?! about)", "tbh"),
        (r"honestly", "ngl"),
        (r"right now", "rn"),
        (r"people", "ppl"),
        (r"you're", "ur"),
        (r"your", "ur"),
        (r"you", "u"),
        (r"though", "tho"),
        (r"something", "smth"),
        (r"very|utterly", "so"),
        (r"friends", "mates"),
        (r"probably", "prob"),
        (r"hello", "heya"),
        (r"somebody", "someone"),
    ),
]
_BEGINS_SLANG = ("ok so ", "right so ", "so like ", "ugh ", "idk man, ", "")
_BEGINS_CASUAL = ("So, ", "Okay, ", "Well, ", "", "", "")


_GREETINGS = ("hi", "hey", "hello", "so,", "right,", "good ")


def localised(text: str, country: str) -> str:
    """Return a text with the words of a country.

    Args:
        text: in British words.
        country: ISO 3166-1 alpha-2.

    Example:
        >>> localised("My mum's neighbour.", "US")
        "My mom's neighbor."
    """
    if country in _NORTH_AMERICA:
        text = _replaced(text, _NORTH_AMERICAN)
    return _replaced(text, _AMERICAN) if country == _AMERICA else text


def spoken(pieces: Sequence[str], style: Style, rng: Random, *, second_language: bool) -> str:
    """Return pieces as one message in a person's diction and typing.

    Args:
        pieces: sentences, or parts of them.
        style: the person's.
        rng: the source of chance.
        second_language: whether English is learned: then without contractions.
    """
    text = ""
    for each in pieces:
        text += f" {each if text.endswith('-') else _begun(each)}" if text else _begun(each)
    if style.diction == "formal" or second_language:
        text = _replaced(text, _WRITTEN_OUT)
    if style.diction == "formal":
        text = _replaced(text, _FORMAL)
    elif style.diction == "casual":
        text = _replaced(_after(rng.choice(_BEGINS_CASUAL), text), _CASUAL)
    elif style.diction == "slang":
        text = _replaced(_after(rng.choice(_BEGINS_SLANG), text), _SLANG)
    text = _begun(text)
    if style.typing == "hurried":
        text = _hurried(text, rng)
    elif style.typing == "no_capitals":
        text = text.lower()
    return text


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]


def _after(before: str, text: str) -> str:
    """Return a text behind a few words, its first word small unless it stands for the person."""
    if not before or text.lower().startswith(_GREETINGS):
        return text
    keeps = re.match(r"(?:I|HR)\b", text)
    return before + (text if keeps else text[:1].lower() + text[1:])


def _hurried(text: str, rng: Random) -> str:
    drops_apostrophes = rng.random() < 0.7  # noqa: PLR2004 - a share
    if drops_apostrophes:
        text = re.sub(r"(?<=\w)'(?=\w)", "", text)
    text = "".join(each for each in text if each != "," or rng.random() < 0.5)  # noqa: PLR2004 - a share
    text = re.sub(r"\bI\b", lambda _hit: rng.choice("Ii"), text)
    return text.rstrip(".")
