"""Paired differences decided pair by pair, with an e-process, beside looks and fixed sizes.

The e-process is worked out exactly over counts of gains and losses where pairs are independent.
Families, and looks at pairs, are simulated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.exact_unconditional import exact_critical_value
from mhgate.stats.paired_difference import MOST_EXACT_PAIRS
from mhgate.stats.paired_e_process import log_e_above, tempering_effects
from mhgate.stats.planned_looks import Look, planned_looks
from mhgate.stats.tango import tango_statistic

__all__ = ["critical", "family_errors", "looked_chances", "pair_chances", "run"]

_Counts = NDArray[np.int64]

ALPHA = 0.05
CLAIMS = 8
LOOK_RUNS = 20_000
_NEGLIGIBLE = 1e-13
_ROUNDING = 1e-9


def run(*, effort: Effort, seed: int) -> Section:
    """Enumerate and simulate every part and hold the e-process to its bars."""
    tables, bars = [], []
    for part in (_pairs, _families, _beside_looks):
        table, held = part(is_full=effort is Effort.FULL, seed=seed)
        tables.append(table)
        bars += held
    return Section(
        title="Paired differences, pair by pair",
        about=(
            f"alpha {ALPHA:g} on each side whenever one looks. The e-process over independent "
            "pairs exactly; families of five (Dirichlet-multinomial, one pair of each drawn first) "
            f"and looks ({LOOK_RUNS} runs) by simulation. The last table: a regression is claimed "
            f"at alpha / {CLAIMS}; a judge of .95 and .95 makes one pair in ten flicker."
        ),
        tables=tuple(tables),
        bars=tuple(bars),
    )


def _pairs(*, is_full: bool, seed: int) -> tuple[str, list[Bar]]:
    rng, lines, bars = np.random.default_rng(seed), [], []
    same = [(0.05, 0.0, 200, 1.0, 81), (0.05, 0.01, 200, 0.888, 121), (0.1, 0.01, 200, 0.999, 51)]
    if is_full:
        same += [(0.05, 0.01, 400, 0.9975, 127), (0.05, 0.03, 400, 0.85, 250)]
    for margin, flicker, n, least, most in same:
        claimed, pairs = pair_chances(flicker, flicker, n, margin=margin, needed=1 / ALPHA)
        title = f"no change, flicker {flicker:g}, {n} pairs: not worse by {margin:g}"
        bars.append(Bar(title, claimed + _ROUNDING, least, "at least"))
        bars.append(Bar(f"{title}, pairs", pairs, most, "at most"))
        lines.append(
            f"| no change | {margin:g} | {flicker:g} | {n} | {claimed:.4f} | {pairs:.0f} | |"
        )
    n = 400 if is_full else 100
    margins = (None, 0.05, 0.1) if is_full else (None, 0.1)
    for margin, flicker in product(margins, (0.01, 0.03, 0.1) if is_full else (0.05,)):
        loss = flicker + (margin or 0.0)
        claimed, pairs = pair_chances(flicker, loss, n, margin=margin, needed=1 / ALPHA)
        often = tuple(Look(end, 1.0) for end in range(20, n + 1, 20))
        peeked, _ = looked_chances(rng, often, (flicker, loss), margin, ALPHA)
        title = "at no change: regressed" if margin is None else f"at the margin of {margin:g}"
        bars.append(Bar(f"{title}, flicker {flicker:g}", claimed, ALPHA, "at most"))
        cells = f"{'regressed' if margin is None else margin} | {flicker:g} | {n}"
        lines.append(f"| at the boundary | {cells} | {claimed:.4f} | {pairs:.0f} | {peeked:.3f} |")
    head = (
        "| truth | margin | flicker | at most | e-process claims | pairs "
        "| fixed-size bounds after every 20 pairs claim |\n" + "| --- " * 7 + "|\n"
    )
    return head + "\n".join(lines), bars


def pair_chances(
    gain: float, loss: float, n: int, *, margin: float | None, needed: float
) -> tuple[float, float]:
    """Return how often, and after how many independent pairs, a process claims; exactly.

    Args:
        gain: probability that a pair goes from bad to good.
        loss: probability of the way back.
        n: the most pairs.
        margin: the process against "worse by this much"; None for the one against "not worse".
        needed: the e-value from which it claims.
    """
    state = np.zeros((n + 1, n + 1))
    state[0, 0] = 1.0
    most, claimed, pairs = 0, 0.0, 0.0
    for after in range(1, n + 1):
        pairs += float(state[: most + 1, : most + 1].sum())
        size = min(most + 1, n) + 1
        part = state[:size, :size]
        moved = part * (1 - gain - loss)
        moved[1:] += part[:-1] * gain
        moved[:, 1:] += part[:, :-1] * loss
        moved[moved < _NEGLIGIBLE] = 0.0
        gains, losses = np.nonzero(moved)
        evidence = (
            log_e_above(losses, gains, after, 0.0)
            if margin is None
            else log_e_above(gains, losses, after, -margin)
        )
        over = evidence >= np.log(needed)
        claimed += float(moved[gains[over], losses[over]].sum())
        moved[gains[over], losses[over]] = 0.0
        state[:size, :size] = moved
        most = int(max(gains.max(initial=0), losses.max(initial=0)))
    return claimed, pairs


def _families(*, is_full: bool, seed: int) -> tuple[str, list[Bar]]:
    cells = (
        list(product((20, 60), (0.0, 0.05), (0.05, 0.1), (0.1, 0.3, 0.6, 0.95)))
        if is_full
        else [(20, 0.05, 0.1, 0.3)]
    )
    runs, rng = 1500 if is_full else 300, np.random.default_rng(seed)
    lines, bars = [], []
    for families, flicker, margin, icc in cells:
        within = family_errors(rng, families, icc, runs, flicker=flicker, margin=margin)
        no_worse = family_errors(rng, families, icc, runs, flicker=flicker + 0.02, margin=None)
        shares = " | ".join(f"{share:.3f}" for share in (*within, *no_worse))
        lines.append(f"| {families} | {icc:g} | {margin:g} | {flicker:g} | {shares} |")
        title = f"{families} families of five, ICC {icc:g}, gains {flicker:g}"
        promised = [("regressed", no_worse[0])]
        if icc <= 0.3:  # beyond, a few losses that happen not to be there show no correlation
            promised.append((f"margin {margin:g}", within[0]))
        bars += [
            Bar(f"{title}, {name}", share, ALPHA, "at most", monte_carlo_error(share, runs))
            for name, share in promised
        ]
    head = (
        "| families | ICC | margin | gains | false non-inferior | the same, families ignored "
        "| false regressed | families ignored |\n" + "| --- " * 8 + "|\n"
    )
    return head + "\n".join(lines), bars


def family_errors(
    rng: np.random.Generator,
    families: int,
    icc: float,
    runs: int,
    *,
    flicker: float,
    margin: float | None,
) -> tuple[float, float]:
    """Return how often a process is wrong at its boundary: tempered, and with families ignored.

    Args:
        rng: the randomness.
        families: number of families, of five pairs each.
        icc: their correlation, in (0, 1).
        runs: how often.
        flicker: share of pairs that gain, and that lose beside the margin.
        margin: as :func:`pair_chances`.
    """
    family, n = np.tile(np.arange(families), 5), np.arange(1.0, 5 * families + 1)
    shares = np.array([flicker, flicker + (margin or 0.0), 1.0])
    shares[2] -= shares[:2].sum()
    wrong = np.zeros(2)
    for _ in range(runs):
        rates = rng.dirichlet(np.maximum(shares * (1 - icc) / icc, 1e-9), families)
        chance = np.tile(np.cumsum(rates, axis=1), (5, 1))
        draw = rng.random(len(n))
        moves = np.where(draw < chance[:, 0], 1.0, np.where(draw < chance[:, 1], -1.0, 0.0))
        gains, losses = np.cumsum(moves > 0), np.cumsum(moves < 0)
        if margin is None:
            gains, losses = losses, gains
        for way, effect in enumerate((tempering_effects(moves, moves, family), np.ones_like(n))):
            evidence = log_e_above(gains / effect, losses / effect, n / effect, -(margin or 0.0))
            wrong[way] += np.max(evidence) >= np.log(1 / ALPHA)
    return float(wrong[0] / runs), float(wrong[1] / runs)


def _beside_looks(*, is_full: bool, seed: int) -> tuple[str, list[Bar]]:
    rng, lines = np.random.default_rng(seed), []
    judges = {"exact, flicker .01": (1.0, 0.01), ".95, .95": (0.9, 0.0475)}
    truths = ((0.0, 0.05), (0.0, 0.1), (0.1, None), (0.2, None))
    cells = list(product(judges, truths, (100, 200, 400)))
    for judge, (drop, margin), n in cells if is_full else [(".95, .95", (0.2, None), 100)]:
        j, flicker = judges[judge]
        gain = (1 - drop) * flicker + drop * ((1 - j) / 2) ** 2
        asked = (gain, gain + drop * j), None if margin is None else margin * j
        alpha = ALPHA / (1 if margin else CLAIMS)
        chance, pairs = pair_chances(*asked[0], n, margin=asked[1], needed=1 / alpha)
        by_looks = looked_chances(rng, planned_looks(n), *asked, alpha)
        fixed, _ = looked_chances(rng, (Look(n, 1.0),), *asked, alpha)
        truth = f"no change: not worse by {margin:g}" if margin else f"dropped by {drop:g}"
        lines.append(
            f"| {judge} | {truth} | {n} | {chance:.3f} / {pairs:.0f} "
            f"| {by_looks[0]:.3f} / {by_looks[1]:.0f} | {fixed:.3f} / {n} |"
        )
    head = (
        "| judge | truth: claim | at most | e-process: claimed / pairs | looks: claimed / pairs "
        "| fixed size |\n" + "| --- " * 6 + "|\n"
    )
    return head + "\n".join(lines), []


def looked_chances(
    rng: np.random.Generator,
    looks: Sequence[Look],
    shares: tuple[float, float],
    margin: float | None,
    alpha: float,
) -> tuple[float, float]:
    """Return how often, and after how many pairs, the test of fixed size claims at a look.

    It is what :func:`~mhgate.stats.paired_difference.paired_difference` decides by for
    independent pairs: exact up to 300 of them, Tango's with a t quantile beyond.

    Args:
        rng: the randomness.
        looks: when, and at which share of alpha.
        shares: probabilities of a gain and of a loss.
        margin: as :func:`pair_chances`.
        alpha: error rate of all looks together.
    """
    counts: _Counts = np.zeros((LOOK_RUNS, 2), dtype=np.int64)
    is_open, pairs, tested = np.ones(LOOK_RUNS, dtype=bool), 0.0, -(margin or 0.0)
    for before, look in pairwise((Look(0, 0.0), *looks)):
        step = look.n - before.n
        pairs += float(is_open.sum()) * step
        counts += rng.multinomial(step, [*shares, 1 - sum(shares)], size=LOOK_RUNS)[:, :2]
        gains, losses = counts.T if margin is not None else counts.T[::-1]
        statistic = tango_statistic(gains, losses, look.n, tested)
        is_open &= statistic < critical(look.n, tested, alpha * look.share)
    return float(1 - is_open.mean()), pairs / LOOK_RUNS


@cache
def critical(n: int, difference: float, alpha: float) -> float:
    """Return the statistic from which on the test of fixed size claims.

    Args:
        n: independent pairs, at least 1.
        difference: the difference under test, in (-1, 1).
        alpha: one-sided error rate, in (0, 0.5).
    """
    if n <= MOST_EXACT_PAIRS:
        return exact_critical_value(n, difference=difference, alpha=alpha)
    return -float(stdtrit(n - 1, alpha))
