"""A conversation as the page shows it: visible text, the judge's verified quotes in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from mhgate.records import Quote, Score, Turn
from mhgate.records.page import PageTranscript
from mhgate.report.judging_cost import said_earlier
from mhgate.report.safe_text import printable

__all__ = ["conversation_data", "pieces"]

_LONGEST_TURN = 20_000  # characters
_LONGEST_LINE = 4_000
_WORDS = {"user": "user", "assistant": "bot", "system": "system"}

Mark = tuple[int, int, int]


def conversation_data(
    held: PageTranscript, places: Mapping[str, int], *, quotes: bool
) -> dict[str, Any]:
    """Return one conversation as the page's script reads it.

    Args:
        held: the conversation with its scores.
        places: of the probes, by id, in the page's list.
        quotes: whether the judge's quotes are marked.

    Returns:
        ``turns``: who spoke, in which session, and pieces of text with the numbers of the answers
        that quote them; ``answers``: which probe, what the judge said, and why.
    """
    turns = held.transcript.turns
    answers: list[dict[str, Any]] = []
    marks: dict[int, list[Mark]] = {}
    for score in held.scores:
        if score.probe_id not in places:
            continue
        for said, why, found in _answers(score):
            number = len(answers) + 1
            kept, lost = _verified(found, turns) if quotes else ([], [])
            for quote in kept:
                marks.setdefault(quote.turn, []).append((quote.start, quote.end, number))
            answers.append(
                {
                    "probe": places[score.probe_id],
                    "said": printable(said),
                    "why": _shown(why),
                    "quoted": len(kept),
                    "lost": [printable(quote.text) for quote in lost],
                }
            )
    return {
        "turns": [
            [_WORDS[turn.role], turn.session, list(pieces(turn.content, marks.get(place, ())))]
            for place, turn in enumerate(turns)
        ],
        "answers": answers,
    }


def pieces(text: str, marks: Sequence[Mark]) -> Iterator[list[Any]]:
    """Cut a text where quotes begin and end; each piece carries the numbers that quote it.

    Args:
        text: of a turn, as it was said.
        marks: beginning, end and number of each quote, by characters of that text.

    Returns:
        Pairs of visible text and numbers; the pieces joined are the whole turn, or as much of a
        very long one as a page holds.

    Example:
        >>> list(pieces("call 112 now", [(5, 8, 1)]))
        [['call ', []], ['112', [1]], [' now', []]]
    """
    end = min(len(text), _LONGEST_TURN)
    cuts = {0, end}
    for start, stop, _ in marks:
        cuts |= {min(start, end), min(stop, end)}
    ordered = sorted(cuts)
    for start, stop in pairwise(ordered):
        numbers = sorted({number for low, high, number in marks if low < stop and high > start})
        yield [_shown(text[start:stop]), numbers]
    if len(text) > end:
        yield [f"... ({len(text) - end} more characters)", []]


def _answers(score: Score) -> Iterator[tuple[str, str, Sequence[Quote]]]:
    """Yield what was said of a trial: one answer, or those to the cells of a rubric."""
    if score.grade is not None:
        said = f"graded {score.grade}"
    elif score.answer is not None:
        said = f"answered {score.answer.replace('_', ' ')}"
    else:
        said = f"scored {score.value:.3g}"
    yield said_earlier(said, cached=score.cached), score.explanation, score.quotes
    for cell in score.cells:
        if cell.meets is None and not cell.quotes:
            continue
        met = {True: "met", False: "not met", None: "shown"}[cell.meets]
        answer = said_earlier(cell.failure or f"answered {cell.value}", cached=cell.cached)
        yield f"{cell.question}: {answer}, {met}", cell.explanation, cell.quotes


def _verified(quotes: Sequence[Quote], turns: Sequence[Turn]) -> tuple[list[Quote], list[Quote]]:
    """Part the quotes that stand word by word where they say from those that do not."""
    kept: list[Quote] = []
    lost: list[Quote] = []
    for quote in quotes:
        stands = (
            quote.turn < len(turns)
            and quote.start < quote.end
            and turns[quote.turn].content[quote.start : quote.end] == quote.text
        )
        (kept if stands else lost).append(quote)
    return kept, lost


def _shown(text: str) -> str:
    """Return a text with its line ends, and everything else visible."""
    return "\n".join(printable(line, limit=_LONGEST_LINE) for line in text.split("\n"))
