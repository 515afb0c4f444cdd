"""Lower bounds of agreement on skewed five-point scores: F interval, jackknife, unseen events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.effective_counts import floor_effect
from mhgate.stats.icc import icc_bounds, icc_values
from mhgate.stats.jackknife import ICC_FLOOR, jackknife_bounds, possible_targets
from mhgate.stats.jackknife_sums import SumsCoefficient, sums_jackknife
from mhgate.stats.mean_squares import mean_squares, target_sums

__all__ = ["METHODS", "Cell", "ClusterCell", "cluster_cells", "item_cells", "run"]

_Floats = NDArray[np.float64]

LEVEL = 0.95
LIMIT = 0.025
METHODS = ("F interval", "plain jackknife", "ICC(A,1)", "quadratic kappa")

SHARES = {
    "balanced": (0.2, 0.2, 0.2, 0.2, 0.2),
    "skewed": (0.05, 0.05, 0.1, 0.2, 0.6),
    "very skewed": (0.01, 0.01, 0.03, 0.1, 0.85),
}
SCALE = np.arange(1.0, 6.0)
_COEFFICIENTS: tuple[SumsCoefficient, ...] = ("ICC(A,1)", "quadratic kappa")
PAIRS = np.stack([np.repeat(SCALE, 5), np.tile(SCALE, 5)], axis=1)
POSSIBLE = target_sums(possible_targets(SCALE, None, raters=2))


@dataclass(frozen=True, slots=True)
class Cell:
    """How often each method's lower bound lay above the truth in one design."""

    scores: str
    truth: float
    items: int
    runs: int
    perfect: float
    errors: dict[str, float]


@dataclass(frozen=True, slots=True)
class ClusterCell:
    """The same for bounds over families and over their items."""

    scores: str
    families: int
    runs: int
    over_families: float
    over_items: float


def run(*, effort: Effort, seed: int) -> Section:
    """Simulate both parts and hold the bounds that gate to their bars."""
    is_full = effort is Effort.FULL
    cells = item_cells(
        latents=(0.6, 0.8, 0.9, 0.95, 0.98) if is_full else (0.8, 0.98),
        shifts=(0.0, 0.3) if is_full else (0.0,),
        sizes=(30, 60, 120, 240) if is_full else (30, 60),
        runs=4000 if is_full else 1000,
        seed=seed,
    )
    clustered = cluster_cells(
        family_counts=(12, 20, 40) if is_full else (12,), runs=3000 if is_full else 400, seed=seed
    )
    bars = [_worst_bar(f"{method}, lower bound too high", method, cells) for method in METHODS[2:]]
    worst = max(clustered, key=lambda cell: cell.over_families)
    bars.append(
        Bar(
            name="ICC(A,1) over 12 families or more of five, lower bound too high",
            value=worst.over_families,
            limit=LIMIT,
            side="at most",
            error=monte_carlo_error(worst.over_families, worst.runs),
        )
    )
    return Section(
        title="Agreement of two raters on a five-point scale",
        about=(
            "Two raters see one latent trait with noise of their own and cut it at the same "
            "quantiles; with a shift, the second rates higher. The truth is the concordance of the "
            "joint distribution, worked out exactly. A gate errs when a lower bound lies above it "
            f"(two-sided {LEVEL:.0%}: .025 is promised). The F interval is what papers print; "
            "no gate may rest on it where scores are skewed. The plain jackknife (on atanh) knows "
            "of what was seen alone: a perfect sample gives it the bound 1. The other two reckon "
            "with unseen events, and gate."
        ),
        tables=(_item_table(cells), _cluster_table(clustered)),
        bars=tuple(bars),
    )


def item_cells(
    *,
    latents: Sequence[float],
    shifts: Sequence[float],
    sizes: Sequence[int],
    runs: int,
    seed: int,
) -> list[Cell]:
    """Return every combination of scores, latent correlation, shift and number of items."""
    generator = np.random.default_rng(seed)
    cells = []
    for (scores, shares), latent, shift, items in product(SHARES.items(), latents, shifts, sizes):
        joint = joint_distribution(shares, latent, shift)
        counts = generator.multinomial(items, joint.ravel() / joint.sum(), size=runs)
        cells.append(_cell(scores, concordance(joint), items, counts.astype(float)))
    return cells


def cluster_cells(*, family_counts: Sequence[int], runs: int, seed: int) -> list[ClusterCell]:
    """Return designs in which families of five share half of the trait and of each rater's slip."""
    generator = np.random.default_rng(seed + 1)
    latent, inside, size = 0.8, 0.5, 5
    cells = []
    for (scores, shares), families in product(SHARES.items(), family_counts):
        truth = concordance(joint_distribution(shares, latent, 0.0))

        def correlated(families: int = families) -> _Floats:
            shared = generator.standard_normal((runs, families, 1))
            own = generator.standard_normal((runs, families, size))
            return np.asarray(np.sqrt(inside) * shared + np.sqrt(1 - inside) * own)

        trait = correlated()
        ratings = np.stack(
            [
                np.searchsorted(
                    ndtri(np.cumsum(shares)[:-1]),
                    np.sqrt(latent) * trait + np.sqrt(1 - latent) * correlated(),
                )
                + 1.0
                for _ in range(2)
            ],
            axis=-1,
        )
        sums = target_sums(ratings)
        items = families * size
        too_high = []
        for of, effect in (
            (sums.sum(axis=2), floor_effect([size] * families, ICC_FLOOR)),
            (sums.reshape(runs, items, -1), 1.0),
        ):
            _, lower, _ = sums_jackknife(
                of, POSSIBLE, coefficient="ICC(A,1)", effective_n=items / effect, level=LEVEL
            )
            too_high.append(float((lower > truth).mean()))
        cells.append(ClusterCell(scores, families, runs, *too_high))
    return cells


def joint_distribution(shares: Sequence[float], latent: float, shift: float) -> _Floats:
    """Return the joint probabilities of two ratings, shape (5, 5), by Gauss-Hermite quadrature."""
    cuts = np.concatenate([[-np.inf], ndtri(np.cumsum(shares)[:-1]), [np.inf]])
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    given = [
        np.diff(ndtr((cuts - moved - np.sqrt(latent) * nodes[:, None]) / np.sqrt(1 - latent)))
        for moved in (0.0, shift)
    ]
    return np.asarray((given[0] * (weights / weights.sum())[:, None]).T @ given[1])


def concordance(joint: _Floats) -> float:
    """Return the concordance of a joint distribution: quadratic kappa of the population."""
    apart = np.subtract.outer(SCALE, SCALE) ** 2
    chance = np.outer(joint.sum(axis=1), joint.sum(axis=0))
    return 1.0 - float((joint * apart).sum() / (chance * apart).sum())


def _cell(scores: str, truth: float, items: int, counts: _Floats) -> Cell:
    sums = target_sums(PAIRS)
    squares = mean_squares(counts @ sums)
    value = icc_values(squares, "A,1")
    f_lower = icc_bounds(squares, "A,1", level=LEVEL)[0]
    lowers = {
        "F interval": np.where(value >= 1, 1.0, f_lower),
        "plain jackknife": _plain_jackknife(counts, sums),
    }
    for method, coefficient in zip(METHODS[2:], _COEFFICIENTS, strict=True):
        _, lowers[method], _ = sums_jackknife(
            np.broadcast_to(sums, (*counts.shape, sums.shape[-1])),
            POSSIBLE,
            coefficient=coefficient,
            effective_n=items,
            counts=counts,
            level=LEVEL,
        )
    return Cell(
        scores=scores,
        truth=truth,
        items=items,
        runs=len(counts),
        perfect=float((value >= 1).mean()),
        errors={method: float((lower > truth).mean()) for method, lower in lowers.items()},
    )


def _plain_jackknife(counts: _Floats, sums: _Floats) -> _Floats:
    """Return lower bounds from what was seen alone: a perfect sample's is 1."""
    total = counts @ sums
    value = icc_values(mean_squares(total), "A,1")
    without = icc_values(mean_squares(total[:, None, :] - sums), "A,1")
    lower, _ = jackknife_bounds(value, np.minimum(without, 1 - 1e-12), counts=counts, level=LEVEL)
    return np.where(value >= 1, 1.0, lower)


def _worst_bar(name: str, method: str, cells: Iterable[Cell]) -> Bar:
    worst = max(cells, key=lambda cell: cell.errors[method])
    value = worst.errors[method]
    return Bar(
        name=name,
        value=value,
        limit=LIMIT,
        side="at most",
        error=monte_carlo_error(value, worst.runs),
    )


def _item_table(cells: Sequence[Cell]) -> str:
    lines = [
        "Lower bound too high, mean / largest over the designs:",
        "",
        f"| scores | items | {' | '.join(METHODS)} | perfect samples, largest share |",
        f"|---|---|{'---|' * (len(METHODS) + 1)}",
    ]
    for scores, items in dict.fromkeys((cell.scores, cell.items) for cell in cells):
        group = [cell for cell in cells if (cell.scores, cell.items) == (scores, items)]
        shown = [
            f"{np.mean(errors):.3f} / {max(errors):.3f}"
            for errors in ([cell.errors[method] for cell in group] for method in METHODS)
        ]
        perfect = max(cell.perfect for cell in group)
        lines.append(f"| {scores} | {items} | {' | '.join(shown)} | {perfect:.3f} |")
    return "\n".join(lines)


def _cluster_table(cells: Sequence[ClusterCell]) -> str:
    lines = [
        (
            "Items in families of five that share half of the trait and half of each rater's slip "
            "(latent correlation .8): lower bound of ICC(A,1) too high, by what is left out:"
        ),
        "",
        "| scores | families | families left out | items left out |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {cell.scores} | {cell.families} | {cell.over_families:.3f} | {cell.over_items:.3f} |"
        for cell in cells
    ]
    return "\n".join(lines)
