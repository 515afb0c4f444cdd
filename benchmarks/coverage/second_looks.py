"""A claimed regression that is looked at again on fresh seeds: what it spares, and what it costs.

Bots whose replies flicker per seed, and bots that got worse: in some items, or a little in all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.paired_difference import paired_difference
from mhgate.stats.second_look import ALL_ALPHA, FLIPPED_ALPHA, second_look

__all__ = ["Found", "Way", "looks", "run", "worse_in_all", "worse_in_some"]

_Rates = NDArray[np.float64]
Bot = Callable[[np.random.Generator], tuple[_Rates, _Rates]]

ALPHA = 0.05
FAMILIES, SIZE = 60, 4
_FAMILY = np.repeat(np.arange(FAMILIES), SIZE)
_N = FAMILIES * SIZE
_AGAIN = 5  # second looks at each first one that claims something
_FLICKERING = 0.3


@dataclass(frozen=True, slots=True)
class Way:
    """How it is looked again: at which items, against what, how often each."""

    of: Literal["flipped", "all"]
    is_live: bool
    trials: int

    @property
    def alpha(self) -> float:
        """The level of the second look."""
        return FLIPPED_ALPHA if self.of == "flipped" else ALL_ALPHA

    @property
    def words(self) -> str:
        """The way, as the table names it."""
        return f"{self.of}, {'live base' if self.is_live else 'file'}, {self.trials} each"


@dataclass(frozen=True, slots=True)
class Found:
    """How often the first look claimed a regression, both did, and how many trials that took."""

    first: float
    both: float
    asked: float
    error: float


WAYS = (Way("flipped", is_live=True, trials=3), Way("all", is_live=False, trials=3))


def harmless(rng: np.random.Generator) -> tuple[_Rates, _Rates]:
    """Draw a bot that is its base: three items in ten are answered well every other time."""
    rates = np.where(rng.random(_N) < _FLICKERING, 0.5, 1.0)
    return rates, rates


def worse_in_some(share: float) -> Bot:
    """Return a bot that loses some items for good; one in ten flickers.

    Args:
        share: of the items.
    """

    def draw(rng: np.random.Generator) -> tuple[_Rates, _Rates]:
        base = np.where(rng.random(_N) < 0.1, 0.5, 1.0)
        return np.where(rng.random(_N) < share, 0.0, base), base

    return draw


def worse_in_all(drop: float) -> Bot:
    """Return a bot that answers every item a little more rarely well than .95.

    Args:
        drop: of each item's rate.
    """

    def draw(_rng: np.random.Generator) -> tuple[_Rates, _Rates]:
        return np.full(_N, 0.95 - drop), np.full(_N, 0.95)

    return draw


def run(*, effort: Effort, seed: int) -> Section:
    """Simulate every way of looking again and hold it to its bars."""
    is_full, rng = effort is Effort.FULL, np.random.default_rng(seed)
    ways = [
        *WAYS,
        *(Way("flipped", is_live=True, trials=k) for k in (1, 5) if is_full),
        *([Way("all", is_live=True, trials=3)] if is_full else []),
    ]
    bots: dict[str, Bot] = {"no change, flicker": harmless}
    for drop in (0.08, 0.12) if is_full else (0.12,):
        bots[f"{drop:g} of the items lost"] = worse_in_some(drop)
        bots[f"every item {drop:g} worse"] = worse_in_all(drop)
    lines, bars = [], []
    for (name, bot), way in product(bots.items(), ways):
        is_null = bot is harmless
        runs = (4000 if is_null else 600) if is_full else (500 if is_null else 60)
        found = looks(rng, bot, way, runs)
        cells = f"{found.first:.3f} | {found.both:.4f} | {found.asked:.0f}"
        lines.append(f"| {name} | {way.words} | {cells} |")
        bars += _held(name, way, found, is_null=is_null)
    head = (
        "| truth | looked again at | the first look claims | and the second confirms "
        "| trials that took |\n" + "| --- " * 5 + "|\n"
    )
    return Section(
        title="A second look before a regression is red",
        about=(
            f"{FAMILIES} families of {SIZE}, alpha {ALPHA:g} of the first look alone, "
            f"{FLIPPED_ALPHA:g} of a second one at what flipped, {ALL_ALPHA:g} of one at all. "
            f"Flicker: {_FLICKERING:g} of the items are answered well every other time. Where a "
            "base is live both arms are asked again, and P(both) is at most the product of the two "
            "levels; against a file the target alone is, so that the baseline's own luck stays. "
            "Trials: in all arms, where there was a second look."
        ),
        tables=(head + "\n".join(lines),),
        bars=tuple(bars),
    )


def _held(name: str, way: Way, found: Found, *, is_null: bool) -> list[Bar]:
    title = f"{name}, {way.words}"
    if is_null:
        limit = ALPHA * way.alpha if way.is_live else ALPHA
        kept = found.both / found.first if found.first else 0.0
        return [
            Bar(f"{title}: red", found.both, limit, "at most", found.error),
            Bar(f"{title}: of the false claims", kept, 0.6, "at most"),
        ]
    if way.trials == 1:
        return []
    least = 0.85 if "every" in name else 0.97
    kept = found.both / found.first if found.first else 0.0
    return [Bar(f"{title}: of the claims", kept, least, "at least")]


def looks(rng: np.random.Generator, bot: Bot, way: Way, runs: int) -> Found:
    """Simulate first looks, and several second looks at each that claims a regression.

    Args:
        rng: the randomness.
        bot: draws the rates of the target and of the base, an item each.
        way: how it is looked again.
        runs: first looks.
    """
    claims, confirmed, asked = 0, 0.0, 0
    for _ in range(runs):
        target, base = bot(rng)
        first, other = rng.random(_N) < target, rng.random(_N) < base
        moved = first.astype(float) - other
        if moved.sum() >= 0 or paired_difference(moved, moved, _FAMILY).p_worse > ALPHA:
            continue
        claims += 1
        items = np.flatnonzero(moved) if way.of == "flipped" else np.arange(_N)
        asked += len(items) * way.trials * (2 if way.is_live else 1)
        for _ in range(_AGAIN):
            ours = rng.binomial(way.trials, target[items]) / way.trials
            theirs = (
                rng.binomial(way.trials, base[items]) / way.trials
                if way.is_live
                else other[items].astype(float)
            )
            fresh = (ours - theirs).tolist()
            look = second_look(
                fresh, fresh, _FAMILY[items].tolist(), trials=way.trials, alpha=way.alpha
            )
            confirmed += look.confirmed / _AGAIN
    both = confirmed / runs
    return Found(
        first=claims / runs,
        both=both,
        asked=asked / claims if claims else 0.0,
        error=monte_carlo_error(both, runs),
    )
