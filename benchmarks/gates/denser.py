"""What a request costs where many more are open at once: CPU beyond the start, ratio by ratio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.gates.measuring import Run

__all__ = ["Denser", "compared", "requests_ms"]

_REQUESTS = 2  # of an item: the product's and the judge's


@dataclass(frozen=True, slots=True)
class Denser:
    """CPU milliseconds a request at two concurrencies, medians over the rounds, and their ratio."""

    few: int
    many: int
    few_ms: float
    many_ms: float
    ratio: float


def requests_ms(runs: Sequence[Run]) -> list[float]:
    """Return CPU milliseconds a request beyond the start, one for each round.

    Args:
        runs: of one concurrency and two sizes of work, by turns.

    Returns:
        The difference in CPU of the two sizes over the difference in requests, whose start is the
        same and so drops out.
    """
    fewest = min(run.size.items for run in runs)
    small = [run for run in runs if run.size.items == fewest]
    large = [run for run in runs if run.size.items > fewest]
    return [
        1000 * (b.cpu_s - a.cpu_s) / (_REQUESTS * (b.size.items - a.size.items))
        for a, b in zip(small, large, strict=True)
    ]


def compared(runs: Sequence[Run]) -> Denser:
    """Return what a request costs at the higher concurrency, over the lower.

    Args:
        runs: of two concurrencies, two sizes of work each.
    """
    few, many = sorted({run.size.concurrency for run in runs})
    low, high = (
        requests_ms([run for run in runs if run.size.concurrency == at]) for at in (few, many)
    )
    ratio = median(b / a for a, b in zip(low, high, strict=True))
    return Denser(few, many, median(low), median(high), ratio)
