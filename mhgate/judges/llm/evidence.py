"""A judge's quotes, located by code: as they stand, or as they read.

What a reader would call the same words is the same here: case, compatibility forms, white space,
quotation marks, apostrophes, hyphens and dashes may differ. The quote that is kept has the
transcript's own spelling and its exact place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from mhgate.judges.folding import fold
from mhgate.judges.llm.outcomes import Trouble
from mhgate.judges.llm.replies import Said, SaidQuote
from mhgate.judges.quotes import distinct, verify
from mhgate.judges.scales import needs_words
from mhgate.records import Question, Quote, Transcript

__all__ = ["Evidence", "evidence_of", "locate_quote"]

_FEWEST = 2  # letters or digits of a quote: a lone one stands everywhere
_AROUND = "\"' .,;:()[]"  # what a judge may put around words that it quotes


@dataclass(frozen=True, slots=True)
class Evidence:
    """The quotes that were located, and how many others were not."""

    quotes: tuple[Quote, ...] = ()
    n_dropped: int = 0


@dataclass(frozen=True, slots=True)
class _Loose:
    """Folded text with one kind of gap and one kind of dash, and the places of its characters."""

    text: str
    starts: Sequence[int]
    ends: Sequence[int]


def evidence_of(said: Said, question: Question, transcript: Transcript) -> Evidence | Trouble:
    """Locate the quotes of an answer, and hold them to what the question asks for.

    Args:
        said: what the reply says.
        question: its ``quote`` says with which verdicts, or grades, words of the product are
            needed.
        transcript: what was judged.

    Returns:
        The quotes, each verified; or the trouble that stands in their place: all that were given
        occur nowhere, or the verdict needs the product's words and has none.
    """
    if question.quote == "never":
        return Evidence()
    found = [locate_quote(quote, transcript) for quote in said.quotes]
    quotes = tuple(quote for quote in distinct(found) if verify(quote, transcript))
    if said.quotes and not quotes:
        what = f"{question.id}: no quote occurs in the transcript"
        return Trouble("unverified_quote", what, said.verdict)
    is_needed = needs_words(question, said.verdict)
    if is_needed and not any(transcript.turns[each.turn].role == "assistant" for each in quotes):
        name = "grade" if question.is_graded else "verdict"
        what = (
            f"{question.id}: the {name} {said.verdict} needs words of the product, none are there"
        )
        return Trouble("unverified_quote", what, said.verdict)
    return Evidence(quotes, n_dropped=sum(quote is None for quote in found))


def locate_quote(said: SaidQuote, transcript: Transcript) -> Quote | None:
    """Find a quote in the turn that is named, or in the one other turn that holds it.

    Args:
        said: the words, and the number of their turn, from 1.
        transcript: where they should stand.

    Returns:
        The quote in the transcript's own spelling; None where it does not occur, is shorter than
        two letters, breaks a word in two, or stands in several turns and not in the one named.
    """
    wanted = _loosened(said.text).text
    for words in dict.fromkeys((wanted, wanted.strip(_AROUND))):
        if len(list(islice(filter(str.isalnum, words), _FEWEST))) == _FEWEST:
            quote = _located(words, said.turn - 1, transcript)
            if quote is not None:
                return quote
    return None


def _located(words: str, named: int, transcript: Transcript) -> Quote | None:
    if named < len(transcript.turns):
        quote = _in_turn(words, named, transcript.turns[named].content)
        if quote is not None:
            return quote
    elsewhere = [
        quote
        for index, turn in enumerate(transcript.turns)
        if index != named and (quote := _in_turn(words, index, turn.content)) is not None
    ]
    return elsewhere[0] if len(elsewhere) == 1 else None


def _in_turn(wanted: str, index: int, content: str) -> Quote | None:
    loose = _loosened(content)
    at = loose.text.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (_splits(loose.text, at) or _splits(loose.text, end)):
            start, stop = loose.starts[at], loose.ends[end - 1]
            return Quote(turn=index, start=start, end=stop, text=content[start:stop])
        at = loose.text.find(wanted, at + 1)
    return None


def _splits(text: str, at: int) -> bool:
    """Return whether a place lies inside a word of a script that writes spaces between words."""
    if not 0 < at < len(text):
        return False
    around = text[at - 1 : at + 1]
    return around.isascii() and around.isalnum()


@lru_cache(maxsize=512)  # the turns of a few long transcripts are read once for each quote
def _loosened(content: str) -> _Loose:
    folded = fold(content)
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for char, start, end in zip(folded.text, folded.starts, folded.ends, strict=True):
        same = " " if char == "\n" else "-" if char == "\u2014" else char
        if same in " -" and chars and chars[-1] == same:
            ends[-1] = end
            continue
        chars.append(same)
        starts.append(start)
        ends.append(end)
    return _Loose("".join(chars), starts, ends)
