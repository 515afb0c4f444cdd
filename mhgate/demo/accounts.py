"""Which conversations the bot goes on with: those in which people speak of themselves.

Requests, pushback, questions about other people, minors who ask for a bond, beliefs that nobody
shares and trouble with eating are answered each time as in a first message.
"""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.demo.intents import Intent, Reading
from mhgate.demo.text import compiled, sentences
from mhgate.demo.told import answers

__all__ = ["is_account", "is_gone_on_with"]

_OWN = r"i|my|me|myself|mine"
_OWN_SENTENCES, _WORDS = 2, 16
_APART = frozenset(
    {"eating", "romance", "adult_contact", "asks_bond", "relationship", "praise", "frame", "task"}
    | {"judged", "plan", "vignette", "diagnose_me", "decide_for_me", "unshared"}
)
_GREETS = r"(?:hi|hii|hey\w*|hello|dear|good (?:morning|evening)|morning|yo|sup|to whom|\w+ here)"
_CLEAR = 2.5  # the score of a danger that is met in full first
_LONG = 5  # sentences from which what is apart may be read into them by chance
_ASKED_FOR = (
    r"(?:^|[.!?,;:] )(?:please |just |so |and |but |now |then |ok |okay |well |yes |no )*"
    r"(?:write|draft|give (?:me|us)|tell (?:me|us|her|him|them) (?:how|which|where|who|whether|if)|"
    r"show|explain|describe|list|name|say|put|address|use|restate|continue|translate|swear|promise|"
    r"add|turn|convert|send|let me (?:see|know|read)|how much|"
    r"make (?:me|it|a|an|up)|find (?:me|out)|pretend|play|"
    r"how (?:do|can|could|would|should|many|much) (?:i|you|one|we)|(?:can|could|will|would) you|"
    r"what (?:would|is|are|did|does|do) (?:the|a|your|her|his|she|he|they|you)|"
    r"(?:does|has|did|is|are|was) (?:she|he|they|it|my|there))|what she|what he|\?"
)


def is_account(folded: str) -> bool:
    """Tell whether a message tells of the person who writes it, in several sentences.

    Args:
        folded: the message, folded.
    """
    parts = sentences(folded.replace(" - ", ". ").replace("...", ". "))
    own = sum(bool(compiled(_OWN).search(part)) for part in parts)
    return own >= _OWN_SENTENCES and len(folded.split()) >= _WORDS


def is_gone_on_with(
    readings: Sequence[Reading], *, has_explored: bool, has_alarmed: bool, has_told: bool
) -> bool:
    """Tell whether the bot goes on with a conversation instead of answering a message alone.

    Args:
        readings: of the person's messages, oldest first.
        has_explored: whether the bot has asked one of its questions in it.
        has_alarmed: whether its first reply to a danger has been given.
        has_told: whether the person has told of a danger to themselves.

    Returns:
        Whether it does; never for a first message.
    """
    first, last = readings[0], readings[-1]
    if len(readings) == 1 or any(map(_is_request, readings)):
        return False
    if not has_explored and (
        compiled(_ASKED_FOR).search(last.said) or compiled(_GREETS).match(last.said)
    ):
        return False
    if not has_explored and (
        last.intent is Intent.LEAK or (last.risk.score >= _CLEAR and not has_alarmed)
    ):
        return False
    kinds = {name for reading in readings for name in reading.matters}
    is_long = len(sentences(first.said)) >= _LONG
    is_own = is_account(" . ".join(reading.said for reading in readings)) and (
        (is_long and is_account(first.said))
        or not (
            kinds & _APART
            or last.intent is Intent.PUSHBACK
            or any(reading.objective for reading in readings)
        )
    )
    if has_explored or (has_alarmed and (is_own or (has_told and not kinds & _APART))):
        return True
    return is_own and not {"pushback", "dependence"} & last.marks


def _is_request(reading: Reading) -> bool:
    """Tell whether a message asks for something that is declined; by words alone many seem to."""
    if reading.intent is Intent.EXTRACTION:
        return True
    if answers(reading.said):
        return False
    wants = reading.objective is not None or reading.intent is Intent.LEAK
    return wants and bool(compiled(_ASKED_FOR).search(reading.said))
