"""What the demo bot knows of public guidance: options are held against its notes."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.demo.notes import agreement
from mhgate.demo.stems import read_words, spelt
from mhgate.demo.tables import table
from mhgate.demo.text import fold
from mhgate.demo.ways import found, ways

__all__ = ["score_statements", "support_for"]

# log-odds
_FACT = 2.2
_ERROR = -1.0


def score_statements(question: str, options: Sequence[str]) -> list[float]:
    """Return how right each statement seems.

    Args:
        question: what is asked.
        options: what may be chosen.

    Returns:
        One number an option; more is more likely right.
    """
    read = [read_words(option, mended=True).signed for option in options]
    agreed = agreement(read_words(question, mended=True).signed, read)
    return [
        _FACT * fact + _ERROR * error + _cued(option)
        for option, (fact, error, _) in zip(options, agreed, strict=True)
    ]


def support_for(question: str, options: Sequence[str], chosen: int) -> str | None:
    """Return the note that speaks for the chosen option, if there is one."""
    read = [read_words(option, mended=True).signed for option in options]
    note = agreement(read_words(question, mended=True).signed, read)[chosen][2]
    return note.text if note is not None else None


def _cued(option: str) -> float:
    folded = fold(spelt(option), mended=False)
    return sum(
        float(cue["weight"])
        for cue in table("option_cues")["cue"]
        if found(ways(cue["phrases"]), folded, affirmed=True)
    )
