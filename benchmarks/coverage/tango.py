"""The paired comparison: how often it calls a drop harmless, or noise a regression."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln, ndtri, stdtrit, xlogy

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.exact_unconditional import exact_critical_value
from mhgate.stats.paired_difference import needed_statistic
from mhgate.stats.tango import tango_statistic

__all__ = ["METHODS", "Cell", "alone", "by_family", "claims", "judged", "losses_alone", "run"]

_Floats = NDArray[np.float64]
_Claims = dict[str, NDArray[np.bool_]]

ALPHA = 0.05
CORRECTED = 0.005
"""What Holm leaves of ALPHA for the first of ten claims."""
LIMIT = 0.055
METHODS = ("the gate", "Tango, families ignored", "Wald, families ignored", "Wald by family, t")
GOOD, BAD = 100, 50
_MARGINS = (0.05, 0.1)
_NUISANCES = np.concatenate([[0.0], np.geomspace(1e-3, 0.45, 40)])


@dataclass(frozen=True, slots=True)
class Drawn:
    """Totals of data sets in equal families, each of one shape.

    ``squares`` are the sums over families of their squared differences, ``losses_squared`` those of
    their squared losses.
    """

    gains: _Floats
    losses: _Floats
    squares: _Floats
    losses_squared: _Floats


@dataclass(frozen=True, slots=True)
class Cell:
    """One design (margin 0: the regression claim) and each method's share of false claims.

    ``runs`` is 0 where the shares were worked out exactly.
    """

    margin: float
    alpha: float
    families: int
    size: int
    icc: float
    gain: float
    runs: int
    errors: dict[str, float]


def run(*, effort: Effort, seed: int) -> Section:
    """Work out or simulate every design and hold the gate's claims to their bars."""
    is_full = effort is Effort.FULL
    generator = np.random.default_rng(seed)
    families, sizes = ((10, 20, 40, 60), (2, 4, 5)) if is_full else ((20, 40), (2, 5))
    runs, iccs = (10_000, (0.0, 0.1, 0.3)) if is_full else (2000, (0.3,))
    flickers = (0.01, 0.03, 0.1, 0.2, 0.3) if is_full else (0.03, 0.2)
    margin = [
        losses_alone(each, m, icc=icc, margin=margin)
        for each, m, icc, margin in product(
            range(10, 81) if is_full else families,
            (2, 3, 4, 5, 8) if is_full else sizes,
            (0.1, 0.3) if is_full else iccs,
            _MARGINS,
        )
    ]
    drawn = [
        cell
        for each, m, icc in product(families, sizes, iccs)
        for cell in by_family(generator, each, m, icc=icc, flickers=flickers, runs=runs)
    ]
    harmless = [cell for cell in drawn if cell.margin > 0]
    worse = [cell for cell in drawn if cell.margin == 0 and cell.alpha == ALPHA]
    corrected = [cell for cell in drawn if cell.margin == 0 and cell.alpha == CORRECTED]
    counts = (20, 30, 50, 56, 100, 200, 300) if is_full else (30, 56)
    independent = [alone(n, margin) for n, margin in product(counts, (0.0, *_MARGINS))]
    seen = [
        judged(generator, se, sp, rate=0.9, margin=0.1, families=40, size=size, runs=runs)
        for (se, sp), size in product(
            ((0.95, 0.95), (0.9, 0.9), (0.98, 0.85)) if is_full else ((0.95, 0.95),),
            (2, 5) if is_full else (5,),
        )
    ]
    shrunk = [(each["D times J"], runs) for each in seen]
    bars = (
        _bar("a drop at the margin called harmless, losses alone, exact", _gates(margin)),
        _bar("a drop at the margin called harmless, by family", _gates(harmless)),
        _bar("no drop called a regression, by family", _gates(worse)),
        _bar(f"no drop called a regression at {CORRECTED:g}", _gates(corrected), limit=0.0055),
        _bar("independent pairs, exact", _gates(independent)),
        _bar("a judged drop at D times J called harmless", shrunk),
    )
    return Section(
        title="A paired comparison with a baseline",
        about=_about(len(margin), len(drawn), runs),
        tables=(
            _table("a drop at the margin called harmless", [*margin, *harmless]),
            _table(f"no drop called a regression, at {ALPHA:g}", worse),
            _table(f"no drop called a regression, at {CORRECTED:g}", corrected),
            _alone_table(independent),
            _judged_table(seen),
        ),
        bars=bars,
    )


def claims(
    drawn: Drawn, families: int, size: int, *, margin: float | _Floats, alpha: float
) -> _Claims:
    """Return what each method claims of complete data in equal families of at least two.

    "The gate" is :func:`mhgate.stats.paired_difference.paired_difference`: at a margin of 0 the
    claim that the rate fell, else that it fell by less than the margin.

    Args:
        drawn: the data sets.
        families: number of families, at least 2.
        size: pairs in each, at least 2.
        margin: the margin, in [0, 1); one for all or one for each data set.
        alpha: one-sided error rate, in (0, 0.5).
    """
    n, sizes = families * size, np.full(families, float(size))
    is_regression = np.ndim(margin) == 0 and margin == 0
    gains, losses = (drawn.losses, drawn.gains) if is_regression else (drawn.gains, drawn.losses)
    limit = -np.asarray(margin, dtype=float)
    student, normal = -float(stdtrit(families - 1, alpha)), -float(ndtri(alpha))

    def scatter(squares: _Floats, change: _Floats) -> _Floats:
        return np.maximum(squares - n * size * (change / n) ** 2, 0.0)

    def reached(gained: _Floats, squares: _Floats) -> NDArray[np.bool_]:
        change, moved = gained - losses, gained + losses
        spread = moved / n - (change / n) ** 2
        seen = families / (families - 1) / n * scatter(squares, change)
        seen = np.where(spread > 1e-9, seen / np.where(spread > 1e-9, spread, 1.0), 1.0)
        needed = needed_statistic(seen, moved, sizes, alpha=alpha)
        return np.asarray(tango_statistic(gained, losses, n, limit) >= needed)

    shown = reached(gains, drawn.squares)
    if not is_regression:
        shown |= reached(np.zeros_like(gains), drawn.losses_squared)
    plain = tango_statistic(gains, losses, n, limit)
    change = gains - losses
    distance = change / n - limit
    wald = np.sqrt(np.maximum(gains + losses - change**2 / n, 0.0)) / n
    robust = np.sqrt(families / (families - 1) * scatter(drawn.squares, change)) / n
    return {
        METHODS[0]: shown,
        METHODS[1]: np.asarray(plain >= normal),
        METHODS[2]: np.asarray((distance > 0) & (distance >= normal * wald)),
        METHODS[3]: np.asarray((distance > 0) & (distance >= student * robust)),
    }


def losses_alone(families: int, size: int, *, icc: float, margin: float) -> Cell:
    """Return the exact sizes where pairs are only lost, at the margin: every sum and its chance.

    Args:
        families: number of families, at least 2.
        size: pairs in each, at least 2.
        icc: correlation of the losses within a family, in (0, 1).
        margin: share that is lost, in (0, 1).
    """
    # More losses than the margin expects are never called harmless.
    most = max(size, int(np.ceil(families * size * margin)))
    one = _beta_binomial(size, margin, icc)
    chance = np.zeros((most + 1, most * size + 1))
    chance[0, 0] = 1.0
    for _ in range(families):
        longer = chance * one[0]
        for lost in range(1, size + 1):
            reached = chance[: most + 1 - lost, : most * size + 1 - lost**2]
            longer[lost:, lost**2 :] += one[lost] * reached
        chance = longer
    losses, squares = (part.astype(float) for part in np.indices(chance.shape))
    drawn = Drawn(np.zeros_like(losses), losses, squares, squares)
    claimed = claims(drawn, families, size, margin=margin, alpha=ALPHA).items()
    errors = {method: float(chance[each].sum()) for method, each in claimed}
    return Cell(margin, ALPHA, families, size, icc, 0.0, 0, errors)


def by_family(
    generator: np.random.Generator,
    families: int,
    size: int,
    *,
    icc: float,
    flickers: Sequence[float],
    runs: int,
) -> list[Cell]:
    """Return simulated sizes: at each margin, and of the regression claim at two levels.

    Args:
        generator: draws everything.
        families: number of families, at least 2.
        size: pairs in each, at least 2.
        icc: correlation of gains, losses and ties within a family, in [0, 1).
        flickers: shares of pairs that go each way though nothing changed.
        runs: runs of each design.
    """
    found = []
    for flicker, margin in product(flickers, (0.0, *_MARGINS)):
        chance = (flicker, flicker + margin, 1 - 2 * flicker - margin)
        drawn = _totals(_families(generator, chance, families, size, icc=icc, runs=runs))
        for alpha in (ALPHA, CORRECTED) if margin == 0 else (ALPHA,):
            claimed = claims(drawn, families, size, margin=margin, alpha=alpha)
            errors = {method: float(each.mean()) for method, each in claimed.items()}
            found.append(Cell(margin, alpha, families, size, icc, flicker, runs, errors))
    return found


def alone(n: int, margin: float) -> Cell:
    """Return the exact sizes for independent pairs: all tables, at the worst rate of gains.

    Args:
        n: pairs, at least 1.
        margin: as for :func:`claims`.
    """
    gains, losses = (part.astype(float) for part in np.indices((n + 1, n + 1)))
    fits = gains + losses <= n
    gains, losses = gains[fits], losses[fits]
    same = n - gains - losses
    statistic = tango_statistic(gains, losses, n, -margin)
    distance = (gains - losses) / n + margin
    wald = np.sqrt(np.maximum(gains + losses - (gains - losses) ** 2 / n, 0.0)) / n
    normal, choose = -float(ndtri(ALPHA)), gammaln(n + 1)
    claimed = {
        METHODS[0]: statistic >= exact_critical_value(n, difference=-margin, alpha=ALPHA),
        METHODS[1]: statistic >= normal,
        METHODS[2]: (distance > 0) & (distance >= normal * wald),
    }
    for count in (gains, losses, same):
        choose = choose - gammaln(count + 1)
    worst = dict.fromkeys(claimed, 0.0)
    for gain in _NUISANCES[_NUISANCES * 2 + margin <= 1]:
        shares = (gain, gain + margin, max(0.0, 1 - 2 * gain - margin))
        log = sum(map(xlogy, (gains, losses, same), shares), start=choose)
        chance = np.exp(log)
        for method, each in claimed.items():
            worst[method] = max(worst[method], float(chance[each].sum()))
    return Cell(margin, ALPHA, n, 1, 0.0, float("nan"), 0, worst)


def judged(
    generator: np.random.Generator,
    sensitivity: float,
    specificity: float,
    *,
    rate: float,
    margin: float,
    families: int,
    size: int,
    runs: int,
) -> dict[str, float]:
    """Return how often a true drop at the margin is called harmless when a judge saw it.

    The judge's J is measured afresh in every run. Keys say against which margin the judged
    difference was held.

    Args:
        generator: draws everything.
        sensitivity: probability that the judge sees a good reply as good.
        specificity: probability that it sees a bad one as bad.
        rate: the baseline's true rate.
        margin: the true drop.
        families: number of families, at least 2.
        size: pairs in each, at least 2.
        runs: number of runs.
    """
    icc = 0.1
    kinds = _families(
        generator, (rate - margin, margin, 1 - rate), families, size, icc=icc, runs=runs
    )
    good, bad = sensitivity, 1 - specificity
    counts = np.zeros((runs, families, 3), dtype=np.int64)
    for kind, (before, after) in enumerate(((good, good), (good, bad), (bad, bad))):
        gain, loss = (1 - before) * after, before * (1 - after)
        counts += generator.multinomial(kinds[..., kind], (gain, loss, 1 - gain - loss))
    drawn = _totals(counts)
    right = generator.binomial(GOOD, sensitivity, runs) / GOOD
    caught = generator.binomial(BAD, specificity, runs) / BAD
    youden = np.maximum(right + caught - 1, 1e-9)
    error = np.sqrt(right * (1 - right) / GOOD + caught * (1 - caught) / BAD)
    held = {
        "D": np.full(runs, margin),
        "D times J": margin * youden,
        "D times a lower bound of J": margin * np.maximum(youden + ndtri(ALPHA) * error, 1e-9),
    }
    found = {"Se": sensitivity, "Sp": specificity, "size": float(size)}
    for name, limits in held.items():
        claimed = claims(drawn, families, size, margin=limits, alpha=ALPHA)
        found[name] = float(claimed[METHODS[0]].mean())
    return found


def _families(
    generator: np.random.Generator,
    chance: Sequence[float],
    families: int,
    size: int,
    *,
    icc: float,
    runs: int,
) -> NDArray[np.int64]:
    """Return Dirichlet-multinomial counts, shape (runs, families, kinds)."""
    rates = np.broadcast_to(np.asarray(chance), (runs, families, len(chance)))
    if icc > 0:
        weights = np.maximum(np.asarray(chance) * (1 - icc) / icc, 1e-12)
        rates = generator.dirichlet(weights, (runs, families))
    return generator.multinomial(size, rates)


def _totals(counts: NDArray[np.int64]) -> Drawn:
    gains, losses = counts[..., 0].astype(float), counts[..., 1].astype(float)
    return Drawn(
        gains.sum(axis=1),
        losses.sum(axis=1),
        ((gains - losses) ** 2).sum(axis=1),
        (losses**2).sum(axis=1),
    )


def _beta_binomial(size: int, rate: float, icc: float) -> _Floats:
    lost = np.arange(size + 1)
    weights = np.array([rate, 1 - rate]) * (1 - icc) / icc
    log = gammaln(size + 1) - gammaln(lost + 1) - gammaln(size - lost + 1)
    log += gammaln(lost + weights[0]) - gammaln(weights[0])
    log += gammaln(size - lost + weights[1]) - gammaln(weights[1])
    return np.asarray(np.exp(log + gammaln(weights.sum()) - gammaln(size + weights.sum())))


def _bar(name: str, errors: Iterable[tuple[float, int]], *, limit: float = LIMIT) -> Bar:
    value, runs = max(errors)
    error = monte_carlo_error(value, runs) if runs else 0.0
    return Bar(name, value, limit, "at most", error=error)


def _gates(cells: Iterable[Cell]) -> list[tuple[float, int]]:
    return [(cell.errors[METHODS[0]], cell.runs) for cell in cells]


def _about(exact: int, drawn: int, runs: int) -> str:
    return (
        f"One-sided {ALPHA:g}: the share of runs in which a claim is made that is only just false. "
        "Families are Dirichlet-multinomial over gained, lost and same. Where pairs are only lost, "
        f"which is where the claim errs most, sizes are exact ({exact} designs); with gains among "
        f"the losses they are simulated ({drawn} designs, {runs} runs each). *The gate* is Tango's "
        "statistic by family, its design effect doubted while little has moved; without families "
        "the exact test. The others ignore families, or estimate their variance and no more. "
        "*Judged*: the true drop is .1 of a bot of rate .9, in 40 families of correlation .1, and "
        f"the judge is calibrated on {GOOD} good and {BAD} bad replies in each run."
    )


def _table(title: str, cells: Sequence[Cell]) -> str:
    rows = [f"| {title} | {' | '.join(METHODS)} |", "|---" * (len(METHODS) + 1) + "|"]
    for name, key in (
        ("families", lambda cell: cell.families // 20 * 20),
        ("pairs in each", lambda cell: cell.size),
        ("correlation", lambda cell: cell.icc),
        ("share that goes each way", lambda cell: cell.gain),
    ):
        for value in sorted({key(cell) for cell in cells}):
            chosen = [cell for cell in cells if key(cell) == value]
            shown = (
                f"{np.mean(errors):.3f}, at most {max(errors):.3f}"
                for errors in ([cell.errors[method] for cell in chosen] for method in METHODS)
            )
            counts = [cell.families for cell in chosen]
            label = f"{min(counts)} to {max(counts)}" if name == "families" else f"{value:g}"
            rows.append(f"| {name} {label} | {' | '.join(shown)} |")
    return "\n".join(rows)


def _alone_table(cells: Sequence[Cell]) -> str:
    rows = [f"| independent pairs | margin | {' | '.join(METHODS[:3])} |", "|---" * 5 + "|"]
    for cell in cells:
        errors = (f"{cell.errors[method]:.4f}" for method in METHODS[:3])
        rows.append(f"| {cell.families} | {cell.margin:g} | {' | '.join(errors)} |")
    return "\n".join(rows)


def _judged_table(seen: Sequence[dict[str, float]]) -> str:
    rows = [f"| judged: {' | '.join(seen[0])} |", "|---" * len(seen[0]) + "|"]
    rows += [f"| {' | '.join(f'{value:.3g}' for value in each.values())} |" for each in seen]
    return "\n".join(rows)
