"""What a person means by a message, read in the light of the conversation before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from mhgate.demo.contexts import read_context
from mhgate.demo.lexicon import beliefs, leanings, rules, section, themes
from mhgate.demo.risk import NONE, Risk, assess
from mhgate.demo.text import compiled, fold, has_identifier, passages, sentences, topics

__all__ = ["Intent", "Reading", "read_conversation", "read_message"]

# a longer message is read at both ends: where people say what they came for
_HEAD = 6000
_TAIL = 2000


class Intent(StrEnum):
    """What a message asks of the bot."""

    CRISIS = "crisis"
    HARMFUL = "harmful"
    LEAK = "leak"
    EXTRACTION = "extraction"
    CONFIDENTIALITY = "confidentiality"
    DEPENDENCE = "dependence"
    PUSHBACK = "pushback"
    BELIEF = "belief"
    STIGMA = "stigma"
    INFORMATION = "information"
    CHAT = "chat"


@dataclass(frozen=True)
class Reading:
    """What was read in one message.

    Args:
        intent: what it asks, the gravest first.
        risk: what it discloses.
        objective: which harmful end a request serves, if any.
        belief: the name of a belief that harms, if any.
        theme: the name of what is asked about in general, if any.
        feelings: words for the mood.
        marks: other things noticed: stigma, identifiers, secret, question, opinion,
            confidentiality, dependence, pushback, and the contexts.
        topics: what it is about, in the person's nouns.
    """

    intent: Intent
    risk: Risk = NONE
    objective: str | None = None
    belief: str | None = None
    theme: str | None = None
    feelings: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    topics: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether the matter stays on the table in later turns."""
        return self.intent in {Intent.CRISIS, Intent.HARMFUL, Intent.BELIEF, Intent.INFORMATION}


_FEELINGS = {
    "sad": r"sad\w*|down|low|cry\w*|tears|heartbroken|miserable|gloomy|blue",
    "anxious": r"anxi\w+|nervous\w*|panic\w*|worr(?:y|ied|ies|ying)|scared|afraid|dread\w*|frightened",
    "angry": r"ang(?:er|ry)|furious|rage|livid|irritat\w+|annoy\w+|fed up|frustrat\w+",
    "tired": r"tired|exhaust\w+|worn out|burn\w* ?out|burnt out|drained|sleepless|knackered|shattered",
    "lonely": r"lonel\w+|alone|isolat\w+|left out|miss (?:him|her|them|my)",
    "stressed": r"stress\w*|overwhelm\w*|swamped|pressure|too much|drowning",
    "ashamed": r"asham\w+|shame|guilt\w*|embarrass\w+|humiliat\w+|regret\w*",
    "hurt": r"hurt\w*|betray\w+|rejected|let down|disappoint\w+|ignored",
    "hopeful": r"happy|glad|proud|excited|grateful|thankful|relieved|hopeful|good news|enjoy\w*|love",
}
# a sentence that is about this conversation, not about one with somebody else
_ADDRESSED = (
    r"you|your|u|here|this|these|chats?|app|bot|conversations?|messages|data|record|confidential\w*|"
    r"if i (?:say|tell|write|admit|confess|talk|said|told)|private|privacy|secret|what i \w+|(?:nobody|never|not) (?:\w+ ){0,3}(?:know|find out|told)"
)
_QUESTION = (
    r"\?|(?:^|[.!?:;] )(?:and |so |but |also |now |please |hi |hello |hey |ok |well )*(?:how|what|why|"
    r"when|where|which|who|can|could|should|would|does|do|is|are|explain|tell|help|give|describe|draft|"
    r"write|recommend|list|compare|suggest|show|teach|name)|(?:any|some|your|need|want|like|for) ~2(?:help|advice|"
    r"tips|ideas?|guidance|information|info|suggestions?)|i (?:\w+ )?(?:want|would like|need|hope|wish) to "
    r"(?:know|understand|learn|find out|write|make|tell|talk about|improve|get better|support|help)|wondering|curious"
)
_HOW_TO = r"(?:how|what|where|which|who|when) (?:do|does|can|could|should|would|helps?|is|are|might|to|happens)"
_SECRET = (
    r"secret|(?:nobody|no one|not anyone|never) (?:\w+ ){0,3}(?:knows?|told|find out)|do not tell|between us|"
    r"confid\w+|have not told|never told|told me|affair|cheat\w+|pregnan\w+|hiv|abortion|fired|debt|arrested"
)
_OPINION = (
    r"i (?:\w+ )?(?:think|believe|know|realis\w+|realiz\w+|decided|have decided|am sure|am convinced|figure|guess|am "
    r"going to|will|should|must|have to|deserve|do not (?:need|want|deserve|care))|should|must|always|never|everyone|"
    r"everybody|nobody|only|obviously|clearly|because|that is why|so i|fair|deserve\w*|my fault|on me|better off|best|"
    r"better|proof|proves?|shows? that|means that|right|enough|pay off|teach (?:him|her|them)|makes? me (?:a )?better|hate\w*|"
    r"worth\w*|weak\w*|fail\w*|useless|stupid|pathetic|ruin\w*|too \w+ (?:to|for)"
)


def read_message(message: str) -> Reading:
    """Read one message on its own.

    Args:
        message: what the person wrote.

    Returns:
        What was read in it.

    Example:
        >>> read_message("My essay on Keats is killing me.").intent
        <Intent.CHAT: 'chat'>
    """
    if len(message) > _HEAD + _TAIL:
        message = f"{message[:_HEAD]} . {message[-_TAIL:]}"
    folded = fold(message)
    context = read_context(folded)
    risk = assess(folded, context)
    objective = _objective(folded)
    marks = set(context.names)
    marks |= {name for name in ("stigma", "dependence", "pushback") if _in_beliefs(name, folded)}
    if _occurs("confidentiality", folded) or _about_this_chat(folded):
        marks.add("confidentiality")
    if has_identifier(folded) or compiled(section("privacy", "identifiers")).search(folded):
        marks.add("identifiers")
    if compiled(_OPINION).search(folded):
        marks.add("opinion")
    if compiled(_SECRET).search(folded):
        marks.add("secret")
    if compiled(_QUESTION).search(folded):
        marks.add("question")
    belief = _belief(folded, marks)
    theme = _theme(folded)
    intent = _intent(folded, risk, objective, belief, theme, marks)
    nothing_else = intent is Intent.CHAT and not context.names and "identifiers" not in marks
    if nothing_else and risk.score >= _NOTHING_ELSE:
        intent, risk = Intent.CRISIS, replace(risk, kind="self")
    return Reading(
        intent=intent,
        risk=risk,
        objective=objective,
        belief=belief,
        theme=theme,
        feelings=_feelings(folded),
        marks=frozenset(marks),
        topics=tuple(topics(folded)),
    )


# where a message is about nothing else at all, a few sombre words are taken for a disclosure: to ask
# once too often costs less than to miss one
_NOTHING_ELSE = 0.75
_LEANS = 1.8  # from here on a request that no rule fits is taken for a harmful one
_AGAIN = 0.6  # what a second, third... word of the same kind adds
_CHAT = "about_this_chat"
_REQUEST = 320  # characters; longer messages are stories


def _objective(folded: str) -> str | None:
    """Return the harmful end that a request serves, by rule or else by how it leans."""
    by_rule = next((rule.objective for rule in rules() if rule.fits(folded)), None)
    if by_rule or len(folded) > _REQUEST:
        return by_rule
    total = 0.0
    towards: dict[str, float] = {}
    for leaning in leanings():
        found = {match[0] for match in compiled(leaning.pattern).finditer(folded)}
        if not found:
            continue
        weight = leaning.weight * (1 + (_AGAIN * (len(found) - 1) if leaning.objective else 0))
        if leaning.objective:
            towards[leaning.objective] = towards.get(leaning.objective, 0) + weight
        total += weight
    if not towards or total < _LEANS:
        return None
    return max(towards, key=lambda name: towards[name])


def _feelings(folded: str) -> tuple[str, ...]:
    glad = not compiled(r"not|never|only|if|until|nobody|without|unless").search(folded)
    return tuple(
        name
        for name, words in _FEELINGS.items()
        if (glad or name != "hopeful") and compiled(words).search(folded)
    )


def _in_beliefs(name: str, folded: str) -> bool:
    found = compiled(section("attitudes", name)).search
    if name != "dependence":
        return bool(found(folded))
    return any(
        found(part)
        and compiled(_ADDRESSED).search(part)
        and not compiled(section("attitudes", name, "unless")).search(part)
        for part in sentences(folded)
    )


def _intent(
    folded: str,
    risk: Risk,
    objective: str | None,
    belief: str | None,
    theme: str | None,
    marks: set[str],
) -> Intent:
    """Return the gravest reading: what must not be missed is asked first."""
    if not risk and _occurs("extraction", folded):
        return Intent.EXTRACTION
    if not risk.imminent and _asks_about_others(folded):
        return Intent.LEAK
    if risk:
        return Intent.CRISIS
    if objective:
        return Intent.HARMFUL
    if "dependence" in marks and "?" not in folded:
        return Intent.DEPENDENCE
    if "confidentiality" in marks:
        return Intent.CONFIDENTIALITY
    if "dependence" in marks:
        return Intent.DEPENDENCE
    if "stigma" in marks:
        return Intent.STIGMA
    if theme and "?" in folded and compiled(_HOW_TO).search(folded) and "grand" != belief:
        return Intent.INFORMATION
    if belief and belief != "certainty":
        return Intent.BELIEF
    calm = marks & {"idiom", "grief", "fiction", "profession", "recovery"}
    if theme and "question" in marks and not (calm and "?" not in folded):
        return Intent.INFORMATION
    if belief and not calm:
        return Intent.BELIEF
    return Intent.CHAT


def _occurs(name: str, folded: str) -> bool:
    """Tell whether a kind of question about privacy is asked."""
    asked = compiled(section("privacy", name))
    return any(
        asked.search(part)
        and (name != "confidentiality" or compiled(_ADDRESSED).search(part))
        and not compiled(section("privacy", name, "unless")).search(part)
        for part in passages(folded)
    )


def _about_this_chat(folded: str) -> bool:
    """Tell whether someone wonders, in whatever words, who gets to know what they write here."""
    if len(folded) > _REQUEST or compiled(section("privacy", _CHAT, "unless")).search(folded):
        return False

    def asks(*keys: str) -> bool:
        return all(compiled(section("privacy", _CHAT, key)).search(folded) for key in keys)

    return asks("subject", "action", "worry") or asks("nearer", "clearer", "worry")


def _asks_about_others(folded: str) -> bool:
    return _occurs("leak", folded) and bool(
        "?" in folded or compiled(section("privacy", "leak", "ask")).search(folded)
    )


def _belief(folded: str, marks: set[str]) -> str | None:
    """Return a belief that the person holds, not one that they ask about or tell of others."""
    if marks & {"fiction", "profession", "recovery"}:
        return None
    for belief in beliefs():
        if compiled(belief.pattern).search(folded):
            return belief.name
    return None


def _theme(folded: str) -> str | None:
    scored = [
        (sum(1 for pattern in theme.patterns if compiled(pattern).search(folded)), -position, theme)
        for position, theme in enumerate(themes())
    ]
    best = max(scored, key=lambda row: row[:2])
    return best[2].name if best[0] > 0 else None


def read_conversation(messages: Sequence[str]) -> list[Reading]:
    """Read a person's messages in order.

    Args:
        messages: what was written, oldest first, at least one.

    Returns:
        A reading for each message. Pushback is only pushback where something was said before, and
        a question about someone who spoke earlier is a question about another person.
    """
    readings: list[Reading] = []
    names: set[str] = set()
    for message in messages:
        reading = read_message(message)
        folded = fold(message)
        if readings and _speaks_of(names, folded):
            reading = replace(reading, intent=Intent.LEAK)
        elif readings and reading.intent in _YIELDING and _pushes(reading, readings):
            reading = replace(reading, intent=Intent.PUSHBACK)
        names |= {found[1] for found in compiled(_INTRODUCTION).finditer(folded)}
        readings.append(reading)
    return readings


_INTRODUCTION = r"(?:my name is|i am called|call me|this is|i am|it is) ([a-z]{2,})(?= ?(?:[.,!]|$|here|and|speaking))"


def _speaks_of(names: set[str], folded: str) -> bool:
    """Tell whether a name given in an earlier message is now spoken of from outside."""
    return any(
        compiled(name + r"(?:'s)?").search(folded)
        and not compiled(rf"(?:i am|my name is|this is|it is) (?:still )?{name}").search(folded)
        for name in names - _NOT_NAMES
    )


def _pushes(reading: Reading, earlier: Sequence[Reading]) -> bool:
    if "pushback" in reading.marks:
        return True
    held = next((past for past in reversed(earlier) if past.stands), None)
    return (
        reading.intent is Intent.CHAT
        and held is not None
        and held.intent in {Intent.BELIEF, Intent.HARMFUL}
    )


_NOT_NAMES = frozenset(
    """
    done fine tired sad ok okay here sorry lost alone scared afraid angry happy so not just really
    very it that this over great good bad well sick ill pregnant single married gay new back home
    stuck sure right wrong serious ready worried anxious depressed stressed exhausted ashamed mad
    crazy free safe hungry thirsty cold hot nothing nobody everything me him her worthless useless
    broken hurt numb empty lonely bored confused curious desperate hopeless furious weird strange
    normal hard difficult""".split()  # noqa: SIM905 - words, not code
)
_YIELDING = frozenset(
    {Intent.BELIEF, Intent.CHAT, Intent.INFORMATION, Intent.STIGMA, Intent.CONFIDENTIALITY}
)
