"""How the demo bot reads a message: one spelling for all, a small pattern language, the topics.

Messages are folded to a plain form first (case, apostrophes, contractions, chat spellings), so that
a feature is written once. The pattern language has one sign of its own: ``~3`` stands for up to
three words between two others.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

__all__ = [
    "compiled",
    "fold",
    "has_identifier",
    "matches",
    "passages",
    "sentences",
    "topics",
    "union",
]

_APOSTROPHES = dict.fromkeys(map(ord, "’‘ʼ′`´＇"), "'")
_QUOTES = dict.fromkeys(map(ord, "“”„«»″＂"), '"')
_DASHES = dict.fromkeys(map(ord, "‐‑‒–—―"), "-")
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))

# chat spellings and dropped apostrophes, as whole words
_SPELLINGS = {
    "aint": "is not",
    "arent": "are not",
    "bc": "because",
    "cant": "can not",
    "cannot": "can not",
    "couldnt": "could not",
    "cuz": "because",
    "didnt": "did not",
    "doesnt": "does not",
    "dont": "do not",
    "everyones": "everyone is",
    "gonna": "going to",
    "gotta": "have to",
    "hadnt": "had not",
    "hasnt": "has not",
    "havent": "have not",
    "hes": "he is",
    "im": "i am",
    "imma": "i am going to",
    "isnt": "is not",
    "ive": "i have",
    "kms": "kill myself",
    "mom": "mum",
    "mommy": "mum",
    "mummy": "mum",
    "noone": "nobody",
    "outta": "out of",
    "pls": "please",
    "plz": "please",
    "rn": "right now",
    "shes": "she is",
    "shouldnt": "should not",
    "suicidel": "suicidal",
    "suicidle": "suicidal",
    "tbh": "honestly",
    "thats": "that is",
    "theres": "there is",
    "theyre": "they are",
    "tmrw": "tomorrow",
    "tonite": "tonight",
    "tryna": "trying to",
    "u": "you",
    "unalive": "kill",
    "unaliving": "killing",
    "ur": "your",
    "wanna": "want to",
    "wasnt": "was not",
    "werent": "were not",
    "whats": "what is",
    "wont": "will not",
    "wouldnt": "would not",
    "youre": "you are",
}
_CONTRACTIONS = (
    (r"\bcan't\b", "can not"),
    (r"\bwon't\b", "will not"),
    (r"\bain't\b", "is not"),
    (r"\b(\w+)n't\b", r"\1 not"),
    (r"\bi'm\b", "i am"),
    (r"\b(i|you|we|they|who)'ve\b", r"\1 have"),
    (r"\b(i|you|he|she|it|we|they|that|this|there|who)'ll\b", r"\1 will"),
    (r"\b(i|you|he|she|it|we|they|who)'d\b", r"\1 would"),
    (r"\b(you|we|they)'re\b", r"\1 are"),
    (r"\b(he|she|it|that|there|what|who|where|everyone|everybody|nobody)'s\b", r"\1 is"),
    (r"\blet's\b", "let us"),
    (r"\bno[ -]one\b", "nobody"),
    (r"\bany more\b", "anymore"),
    (r"\bun-aliv(?:e|ing)\b", "kill"),
    (r"\bs[u*]+[i1!*]+c[i1!*]+d[e3*]", "suicide"),
    (r"\bk[*!1]ll", "kill"),
    (r"\bmy self\b", "myself"),
)
_GAP = r"(?:[\w'-]+[,;:]? ){0,%s}"


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern of the small language, whole words, when it is first needed.

    Args:
        pattern: a regular expression in which ``~3`` before a word means up to three words.

    Returns:
        The compiled expression; it expects folded text.

    Example:
        >>> bool(compiled("walk ~2home").search(fold("I'll walk all the way, then ride home")))
        False
        >>> bool(compiled("walk ~2home").search(fold("I'll walk straight home")))
        True
    """
    return re.compile(r"(?<!\w)(?:" + re.sub(r"~(\d)", lambda m: _GAP % m[1], pattern) + r")(?!\w)")


def union(words: str) -> str:
    """Return the alternation of the words of a text, to be used inside a pattern.

    Args:
        words: words parted by white space; ``_`` stands for a space inside one.

    Returns:
        A non-capturing group.

    Example:
        >>> union("flat spare_room")
        '(?:flat|spare room)'
    """
    return "(?:" + "|".join(word.replace("_", " ") for word in words.split()) + ")"


def matches(patterns: Iterable[str], folded: str) -> bool:
    """Tell whether any of the patterns occurs in folded text."""
    return any(compiled(pattern).search(folded) for pattern in patterns)


@cache
def _contractions() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(old), new) for old, new in _CONTRACTIONS)


def fold(message: str) -> str:
    """Return the one plain form in which features look for words.

    Args:
        message: what a person wrote, of any length and in any spelling.

    Returns:
        Lower case, plain quotes and dashes, contractions and chat spellings written out, single
        spaces.

    Example:
        >>> fold("I’m soooo tired, dont wanna talk")
        'i am so tired, do not want to talk'
    """
    text = unicodedata.normalize("NFKC", message).translate(
        _APOSTROPHES | _QUOTES | _DASHES | _INVISIBLE
    )
    text = re.sub(r"([a-z])\1{2,}", r"\1", text.lower())
    for old, new in _contractions():
        text = old.sub(new, text)
    text = re.sub(r"[\w']+", lambda m: _SPELLINGS.get(m[0], m[0]), text)
    text = re.sub(r"\s*\n+\s*", " . ", text)
    text = re.sub(r"\s*\?+", " ?", text)  # a question mark is a word of its own
    return re.sub(r"\s+", " ", text).strip()


def sentences(folded: str) -> list[str]:
    """Split folded text into its sentences, without the empty ones."""
    return [part.strip() for part in re.split(r"[.!?;]+(?= |$)", folded) if part.strip()]


_PASSAGE = 3  # sentences that are read together
_SHORT = 300  # characters up to which a message is one passage


def passages(folded: str) -> list[str]:
    """Split a long message into overlapping passages of a few sentences; keep a short one whole.

    Args:
        folded: folded text.

    Returns:
        At least one passage.
    """
    if len(folded) <= _SHORT:
        return [folded]
    parts = [part for part in re.split(r"(?<=[.!?;]) ", folded) if part.strip(" .")]
    count = max(1, len(parts) - _PASSAGE + 1)
    return [" ".join(parts[start : start + _PASSAGE]) for start in range(count)]


_IDENTIFIER = re.compile(
    r"[\w.+-]+@[\w-]+\.\w+|\b(?:\d[ -]?){6,}\b|\b(?=\w*\d)(?=\w*[a-z])[a-z0-9-]{6,}\b|"
    r"\b\d{1,4} (?:[a-z]+ ){1,3}(?:street|road|avenue|lane|drive|close|court|terrace|way|square)\b"
)


def has_identifier(folded: str) -> bool:
    """Tell whether the text holds what names a person: address, number, code, e-mail."""
    return bool(_IDENTIFIER.search(folded))


# --- topics: what a message is about, in the person's own nouns

_STOP = frozenset(
    """
    a about above actually after again against ago all almost already also although always am an and
    another any anymore anyone anything anyway are around as at away back bad be because been before
    behind being best better between bit both but by can come could did different do does doing done
    down during each either else enough even ever every everyone everything far feel feeling feels
    felt few find first for from full get gets getting give given go goes going gone good got had
    half has have having he hello help her here hers herself hey hi high him himself his hour hours
    how however i if in instead into is it its itself just keep keeps kind knew know known last
    lately later least less let like little long lot lots low made make makes making many matter may
    maybe me mean might mine more most much must my myself need needs never new next nice no nobody
    none nor not nothing now of off often oh ok okay old on once one only onto or other our ours out
    over own part people perhaps place please point possible put quite rather real really right said
    same saw say saying says see seem seems sent set several she should simply since so some
    somebody someone something sometimes somewhere soon still stop stuff such sure take taken taking
    talk tell than thank thanks that the their theirs them themselves then there these they thing
    things think this those though thought three through till time to today together told tomorrow
    tonight too took toward tried try trying two under unless until up upon us use used using usual
    very want wanted wants was way we week weeks well went were what whatever when where whether
    which while who whole whom whose why will with within without wondering would yeah year years
    yes yesterday yet you your yours yourself day days month months ask asked asking call called
    looking look looks big small happened happen happens supposed called honestly literally
    basically probably definitely completely totally absolutely finally ones per via able bring
    brought start started end ended left leave leaving lol haha chat bot
    """.split()  # noqa: SIM905 - a list of two hundred literals would be a page of quotes
)
_VERBISH = re.compile(r"(?:ing|ed|ly|n't)$")
_POSSESSIVE = {"my": "your", "our": "your", "mine": "yours"}
_OPENERS = frozenset("my our the this that a an these those some his her their".split())  # noqa: SIM905
# words that would sound an alarm, or label a person, when they are said back
_UNSAID = compiled(
    r"\w*suicid\w*|kill\w*|murder\w*|die[ds]?|dying|dead|deaths?|overdos\w*|self-harm\w*|cut|cuts|"
    r"cutting|hang\w*|shoot\w*|shot|crisis|emergency|hotlines?|helplines?|crazy|crazies|insane|"
    r"lunatics?|psychos?|junk(?:ie|ies|y)|addicts?|schizo\w*|schizophrenics?|alcoholics?|retard\w*|"
    r"nutters?|nuts|mental|mentally|ill|freaks?|maniacs?|bipolars?|anorexics?|stupid|idiots?|"
    r"hell|damn|shit\w*|fuck\w*|secret|password|passwords|harm\w*|abus\w*|drunks?|loon\w*|"
    r"druggies?|crackheads?|wackos?|weirdos?|psychotics?|committed|commit|borderlines?"
)


def topics(folded: str, limit: int = 3) -> list[str]:
    """Return what the message is about, as short noun phrases in the order in which they come.

    Digits, identifiers, and words that would sound an alarm or label a person are left out.

    Args:
        folded: folded text.
        limit: the most phrases to return, at least 1.

    Returns:
        Phrases such as ``your chemistry exam``, seen from the reader's side; may be empty.

    Example:
        >>> topics(fold("My chemistry exam is killing me and the library is shut."))
        ['your chemistry exam', 'the library']
    """
    found: list[str] = []
    plain: list[str] = []
    for clause in re.split(r"[.!?;:,()\"]+", _IDENTIFIER.sub(" . ", folded)):
        words = re.findall(r"[a-z'-]+|\d\S*", clause)
        position = 0
        while position < len(words):
            taken = _phrase(words, position)
            if taken and words[position] in _OPENERS:
                opener = _POSSESSIVE.get(words[position], words[position])
                found.append(f"{opener} {' '.join(taken)}")
                position += len(taken) + 1
                continue
            if _is_content(words[position]) and not (
                _VERBISH.search(words[position]) or words[position] in _LIKELY_VERBS
            ):
                plain.append(words[position])
            position += 1
    named = " ".join(found).split()
    rest = [word for word in sorted(set(plain), key=plain.index) if word not in named]
    rest.sort(key=len, reverse=True)
    return list(dict.fromkeys([*found, *rest]))[:limit]


def _phrase(words: list[str], position: int) -> list[str]:
    """Return up to three content words after an opener, ending with a noun-like one."""
    taken: list[str] = []
    if words[position] not in _OPENERS:
        return taken
    for word in words[position + 1 : position + 4]:
        if not _is_content(word) or word in _LIKELY_VERBS or (taken and _is_verbish(word)):
            break
        taken.append(word)
    return [] if taken and _is_verbish(taken[-1]) else taken


def _is_verbish(word: str) -> bool:
    """Tell whether a word's ending says verb or adverb rather than noun."""
    return bool(_VERBISH.search(word)) and word not in _NOUNS_LIKE_VERBS


def _is_content(word: str) -> bool:
    return (
        len(word) > 2  # noqa: PLR2004 - shorter words name nothing
        and word not in _STOP
        and not word[0].isdigit()
        and not _UNSAID.search(word)
    )


_NOUNS_LIKE_VERBS = frozenset(
    """wedding meeting feeling building training morning evening ceiling spring string ring king bed family seed feed
    clothing ending reply supply butterfly belly jelly""".split()  # noqa: SIM905
)
_LIKELY_VERBS = frozenset(
    """keeps kept died passed makes feels wants says said asks went goes gets got took takes looks
    seems became becomes works cost costs broke breaks runs ran starts stops ended fell falls hurts
    gave gives comes came lives lived thinks thought knows knew loves loved hates hated needs
    leaves sits sat stands stood means sounds felt told tells won lost does did loses helps help
    talks talk live live plays play calls called turns turn changes uses used tries reads writes
    wrote shows show brings brought happens sleeps slept eats ate drinks drank cries laughs laugh
    shouts moved moves stays stay lets grew grows opens closes pays paid buys bought sells sold
    meets met finds found sees saw hears heard believes supports support understands cares hopes
    wins drives drove walks walked sings teaches taught learns learn listen listens wait waits
    remember remembers forgets forgot wonder wish worry wonders worries decide decides explain
    recognise survived survive mentor respond handle deal cope reports report practise prepare
    criticise depends belongs drills screams yells hides lies lay holds hold turned became
    drive""".split()  # noqa: SIM905
)
