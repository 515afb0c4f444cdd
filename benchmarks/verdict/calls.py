"""From runs of several designs on the same answers: calls, their ratio, and where they disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

__all__ = ["FIXED", "Ends", "ends"]

FIXED = "fixed"
Ended = Mapping[str, str | int]


@dataclass(frozen=True, slots=True)
class Ends:
    """How one design ends on one bot.

    Args:
        calls: mean number of calls to a verdict.
        of_fixed: that over the fixed design's.
        differs: share of the runs whose outcome is not the fixed design's on the same answers.
        opposite: share of the runs in which one of the two passes and the other fails.
        shares: of the runs, by outcome.
    """

    calls: float
    of_fixed: float
    differs: float
    opposite: float
    shares: Mapping[str, float]


def ends(runs: Sequence[Mapping[str, Ended]], design: str) -> Ends:
    """Return how a design ends.

    Args:
        runs: at least one; each holds an outcome and calls of every design.
        design: its name.
    """
    calls = mean(int(run[design]["calls"]) for run in runs)
    fixed = mean(int(run[FIXED]["calls"]) for run in runs)
    pairs = [(str(run[design]["outcome"]), str(run[FIXED]["outcome"])) for run in runs]
    counts = Counter(mine for mine, _ in pairs)
    return Ends(
        calls=calls,
        of_fixed=calls / fixed,
        differs=mean(mine != other for mine, other in pairs),
        opposite=mean({mine, other} == {"pass", "fail"} for mine, other in pairs),
        shares={outcome: count / len(runs) for outcome, count in counts.items()},
    )
