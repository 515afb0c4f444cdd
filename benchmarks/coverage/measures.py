"""Coverage of the measures: graded means, parity, consistency, correlation, macro F1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr, ndtri, stdtrit

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.classification import classification
from mhgate.stats.cluster_mean import cluster_mean
from mhgate.stats.consistency import consistency
from mhgate.stats.correlation import correlation
from mhgate.stats.parity import parity

__all__ = ["run"]

Floats = NDArray[np.float64]
Bounds = tuple[float, float]
Rows = list[tuple[str, Bounds, float, Bounds]]
"""A cell's name, our bounds, the truth, and the naive method's bounds."""

LEVEL = 0.95
LIMIT = 0.035
"""Each bound errs at 0.025 in name; families may cost a hundredth."""


@dataclass(slots=True)
class _Tally:
    """How often the bounds of one cell missed the truth, and how wide they were."""

    runs: int = 0
    missed: Floats = field(default_factory=lambda: np.zeros(4))
    width: float = 0.0

    def add(self, ours: Bounds, truth: float, naive: Bounds) -> None:
        sides = [(ours[0], 1), (ours[1], -1), (naive[0], 1), (naive[1], -1)]
        self.missed += [sign * (bound - truth) > 1e-9 for bound, sign in sides]
        self.width += ours[1] - ours[0]
        self.runs += 1


@dataclass(frozen=True, slots=True)
class _Study:
    """One measure: its cells, what a run of a cell gives, and what the naive method is."""

    name: str
    naive: str
    cells: dict[str, Callable[[np.random.Generator], Rows]]
    runs: int
    promised: Callable[[str], Sequence[int]] = lambda _cell: (0, 1)
    """Which bounds of a cell are held to the limit: 0 the lower, 1 the upper."""

    def tallies(self, seed: int) -> dict[str, _Tally]:
        found: dict[str, _Tally] = {}
        for number, draw in enumerate(self.cells.values()):
            rng = np.random.default_rng([seed, number])
            for _ in range(self.runs):
                for name, *row in draw(rng):
                    found.setdefault(name, _Tally()).add(*row)
        return found


def _graded_means(runs: int, families: Sequence[int]) -> _Study:
    """Grades 1 to 5 from a normal variable that families share in part."""
    shapes = {
        "spread": ndtri([0.1, 0.3, 0.6, 0.85]),
        "3 % ones, else fives": ndtri([0.03, 0.03, 0.03, 0.03]),
    }

    def cell(name: str, count: int, icc: float, cuts: Floats) -> Callable[..., Rows]:
        truth = 5 - float(ndtr(cuts).sum())

        def draw(rng: np.random.Generator) -> Rows:
            grades = 1.0 + np.digitize(_shared(rng, count, 4, icc), cuts)
            sizes = np.full(count, 4)
            found = cluster_mean(grades.sum(1), 0 * sizes, sizes, low=1, high=5, level=LEVEL)
            return [(name, (found.lower, found.upper), truth, _plain_t(grades.ravel()))]

        return draw

    cells = {
        (name := f"{shape}, ICC {icc}, {count} families"): cell(name, count, icc, cuts)
        for shape, cuts in shapes.items()
        for icc in (0.0, 0.1, 0.3)
        for count in families
    }
    return _Study(
        "graded mean, families of 4",
        "t, families ignored",
        cells,
        runs,
        lambda cell: (0, 1) if cell.startswith("spread") else (),
    )


def _parity(runs: int, families: Sequence[int], groups: Sequence[int]) -> _Study:
    """Pass or fail by family and group, from a normal variable that the groups share in part."""
    rates = {"all .80": (0.8, 0.8), "all .98": (0.98, 0.98), ".85 v .95": (0.85, 0.95)}
    rates |= {".95 v 1": (0.95, 1.0)}

    def cell(name: str, count: int, wide: int, low: float, high: float) -> Callable[..., Rows]:
        truth = np.array([low] + [high] * (wide - 1))
        rows, columns = (each.ravel() for each in np.indices((count, wide)))

        def draw(rng: np.random.Generator) -> Rows:
            passed = (_shared(rng, count, wide, 0.4) < ndtri(truth)).astype(float)
            found = parity(passed.ravel(), rows < 0, rows, columns, level=LEVEL)
            gaps, deviations = _resampled_groups(rng, passed)
            gap, deviation = float(np.ptp(truth)), float(truth.std())
            ours = (found.gap_lower, found.gap_upper)
            spread = (found.deviation_lower, found.deviation_upper)
            return [
                (f"gap, {name}", ours, gap, gaps),
                (f"deviation, {name}", spread, deviation, deviations),
            ]

        return draw

    cells = {
        (name := f"{label}, {wide} groups, {count} families"): cell(name, count, wide, low, high)
        for label, (low, high) in rates.items()
        for wide in groups
        for count in families
    }
    return _Study("parity between groups", "percentile bootstrap over families", cells, runs)


def _consistency(runs: int, families: Sequence[int]) -> _Study:
    """Two items a family with three variants each; families share rates of passing and failing."""

    def cell(name: str, count: int, icc: float, breaks: float) -> Callable[..., Rows]:
        good, mends = 0.95, 0.3
        drop, kept = good * breaks - (1 - good) * mends, 1 - good * breaks - (1 - good) * mends
        family = np.repeat(np.arange(count), 6)
        measured = np.zeros(len(family), dtype=bool)

        def draw(rng: np.random.Generator) -> Rows:
            passing = rng.random((count, 2, 1)) < _rates(rng, good, icc, count)[:, None, None]
            clean = np.broadcast_to(passing, (count, 2, 3))
            flips = np.where(clean, _rates(rng, breaks, icc, count)[:, None, None], mends)
            perturbed = clean ^ (rng.random(clean.shape) < flips)
            before, after = clean.ravel().astype(float), perturbed.ravel().astype(float)
            found = consistency(before, measured, after, measured, family, level=LEVEL).overall
            change = (found.drop_lower, found.drop_upper)
            share = (found.kept_lower, found.kept_upper)
            return [
                (f"drop, {name}", change, drop, _plain_t(before - after)),
                (f"kept, {name}", share, kept, _plain_t((before == after).astype(float))),
            ]

        return draw

    cells = {
        (name := f"breaks {breaks}, ICC {icc}, {count} families"): cell(name, count, icc, breaks)
        for breaks in (0.02, 0.1)
        for icc in (0.0, 0.2)
        for count in families
    }
    return _Study(
        "consistency, 2 items of 3 variants a family",
        "t on pairs, families ignored",
        cells,
        runs,
        lambda cell: (1,) if cell.startswith("drop") else (0,),
    )


def _correlations(runs: int, families: Sequence[int]) -> _Study:
    """Two normal columns, as they are and as five grades; both levels share one correlation."""
    cuts = ndtri([0.1, 0.3, 0.6, 0.85])

    def cell(name: str, count: int, size: int, rho: float) -> Callable[..., Rows]:
        family = np.repeat(np.arange(count), size)
        measured = np.zeros(len(family), dtype=bool)
        ranked = 6 / np.pi * float(np.arcsin(rho / 2))
        graded = _graded_correlation(rho, cuts)

        def draw(rng: np.random.Generator) -> Rows:
            first, second = (_shared(rng, count, size, 0.5).ravel() for _ in range(2))
            second = rho * first + np.sqrt(1 - rho**2) * second
            grades = np.digitize(first, cuts), np.digitize(second, cuts)
            kinds = (
                ("Pearson", (first, second), rho),
                ("Spearman", (first, second), ranked),
                ("Pearson of grades", grades, graded),
            )
            rows: Rows = []
            for label, (x, y), truth in kinds:
                kind = "spearman" if label == "Spearman" else "pearson"
                found = correlation(
                    x, y, measured, family, kind=kind, low=-np.inf, high=np.inf, level=LEVEL
                )
                assert found.coefficient is not None
                naive = _fisher(found.coefficient, len(x))
                rows.append((f"{label}, {name}", (found.lower, found.upper), truth, naive))
            return rows

        return draw

    cells = {
        (name := f"rho {rho}, {count} families of {size}"): cell(name, count, size, rho)
        for rho in (0.3, 0.8, 0.95)
        for count in families
        for size in (1, 5)
    }
    return _Study("correlation, ICC 0.5 in both columns", "Fisher z on pairs", cells, runs)


def _macro_f1(runs: int, families: Sequence[int]) -> _Study:
    """Four ordered classes in the proportions 4:3:2:1; a wrong choice is a neighbour."""
    shares = np.array([0.4, 0.3, 0.2, 0.1])
    neighbours = ((1,), (0, 2), (1, 3), (2,))

    def cell(name: str, count: int, icc: float, rights: Floats) -> Callable[..., Rows]:
        kinds = np.repeat(np.arange(4), np.round(shares * count).astype(int))
        weights = np.bincount(kinds) / len(kinds)
        strays = np.zeros(4)
        for kind, around in enumerate(neighbours):
            strays[list(around)] += weights[kind] * (1 - rights[kind]) / len(around)
        truth = float(np.mean(2 * weights * rights / (weights * (1 + rights) + strays)))
        key, family = np.repeat(kinds, 4), np.repeat(np.arange(len(kinds)), 4)
        measured = np.zeros(len(key), dtype=bool)

        def draw(rng: np.random.Generator) -> Rows:
            rates = np.repeat(_rates(rng, rights[kinds], icc, len(kinds)), 4)
            stray = np.where(rng.random(len(key)) < 0.5, key - 1, key + 1)
            stray = np.where(key == 0, 1, np.where(key == 3, 2, stray))
            chosen = np.where(rng.random(len(key)) < rates, key, stray)
            found = classification(key, chosen, measured, family, level=LEVEL)
            assert found.macro_f1 is not None
            ours = (found.macro_f1_lower, found.macro_f1_upper)
            return [(name, ours, truth, _plain_t(np.equal(key, chosen).astype(float)))]

        return draw

    records = {f"right {right}": np.full(4, right) for right in (0.7, 0.9, 0.98)}
    records["right 1, rarest 0.8"] = np.array([1.0, 1.0, 1.0, 0.8])
    cells = {
        (name := f"{record}, ICC {icc}, {count} families"): cell(name, count, icc, rights)
        for record, rights in records.items()
        for icc in (0.0, 0.2)
        for count in families
    }
    return _Study(
        "macro F1, families of 4 with one class each",
        "t of the accuracy, families ignored",
        cells,
        runs,
        lambda _cell: (0,),
    )


def run(*, effort: Effort, seed: int) -> Section:
    """Simulate every measure; a reduced run takes few cells and few runs."""
    full = effort is Effort.FULL
    studies = [
        _graded_means(3000 if full else 250, (10, 30, 60) if full else (30,)),
        _parity(1000 if full else 60, (20, 60) if full else (40,), (2, 4, 8) if full else (4,)),
        _consistency(600 if full else 40, (20, 40) if full else (20,)),
        _correlations(2000 if full else 60, (10, 60) if full else (30,)),
        _macro_f1(600 if full else 60, (20, 40, 80) if full else (40,)),
    ]
    tables, bars = [], []
    for study in studies:
        found = study.tallies(seed)
        tables.append(_table(study, found))
        bars.extend(_bars(study, found))
    return Section(
        title="Measures by family",
        about=(
            "Two-sided 95 %: each bound errs at 0.025 in name. Simulated families; the naive "
            "method saw the same data. Graded means near the end of their range are shown, not "
            "promised: that they fail is why a mean does not gate."
        ),
        tables=tuple(tables),
        bars=tuple(bars),
    )


def _table(study: _Study, found: dict[str, _Tally]) -> str:
    lines = [
        f"**{study.name}** (naive: {study.naive}; {study.runs} runs a cell)",
        "",
        "| cell | lower errs | upper errs | width | naive lower errs | naive upper errs |",
        "|---|---|---|---|---|---|",
    ]
    for name, tally in found.items():
        below, above, naive_below, naive_above = tally.missed / tally.runs
        lines.append(
            f"| {name} | {below:.3f} | {above:.3f} | {tally.width / tally.runs:.3f} "
            f"| {naive_below:.3f} | {naive_above:.3f} |"
        )
    return "\n".join(lines)


def _bars(study: _Study, found: dict[str, _Tally]) -> Iterator[Bar]:
    for side, word in enumerate(("lower", "upper")):
        held = [
            (tally.missed[side] / tally.runs, name)
            for name, tally in found.items()
            if side in study.promised(name)
        ]
        if held:
            share, name = max(held)
            yield Bar(
                name=f"{study.name}: error of the {word} bound, worst cell ({name})",
                value=float(share),
                limit=LIMIT,
                side="at most",
                error=monte_carlo_error(LIMIT, study.runs),
            )


def _shared(rng: np.random.Generator, families: int, size: int, icc: float) -> Floats:
    """Return standard normal numbers, families by trials, correlated by ``icc`` in a family."""
    own = rng.standard_normal((families, size))
    return np.sqrt(icc) * rng.standard_normal((families, 1)) + np.sqrt(1 - icc) * own


def _rates(rng: np.random.Generator, rate: ArrayLike, icc: float, families: int) -> Floats:
    """Return a rate for each family, beta distributed, so that trials correlate by ``icc``."""
    rates = np.broadcast_to(np.asarray(rate, dtype=float), (families,))
    if not icc:
        return rates
    spread = (1 - icc) / icc
    return np.where(rates < 1, rng.beta(rates * spread, np.maximum(1 - rates, 1e-9) * spread), 1.0)


def _plain_t(values: Floats) -> Bounds:
    t = -float(stdtrit(len(values) - 1, (1 - LEVEL) / 2))
    margin = t * float(values.std(ddof=1)) / np.sqrt(len(values))
    return float(values.mean()) - margin, float(values.mean()) + margin


def _fisher(coefficient: float, pairs: int) -> Bounds:
    margin = -float(ndtri((1 - LEVEL) / 2)) / np.sqrt(pairs - 3)
    z = np.arctanh(np.clip(coefficient, -1 + 1e-12, 1 - 1e-12))
    return float(np.tanh(z - margin)), float(np.tanh(z + margin))


def _resampled_groups(rng: np.random.Generator, passed: Floats) -> tuple[Bounds, Bounds]:
    """Return the percentile intervals of the gap and of the deviation between groups."""
    families = len(passed)
    weights = rng.multinomial(families, np.full(families, 1 / families), size=400)
    means = weights @ passed / families
    tails = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
    gap, deviation = (np.quantile(each, tails) for each in (np.ptp(means, 1), means.std(1)))
    return (float(gap[0]), float(gap[1])), (float(deviation[0]), float(deviation[1]))


def _graded_correlation(rho: float, cuts: Floats) -> float:
    """Return the correlation of two graded normal columns, by quadrature over the first."""
    nodes = ndtri((np.arange(200_000) + 0.5) / 200_000)
    first = np.digitize(nodes, cuts)
    second = (1 - ndtr((cuts[:, None] - rho * nodes) / np.sqrt(1 - rho**2))).sum(axis=0)
    chances = np.diff(np.concatenate([[0.0], ndtr(cuts), [1.0]]))
    grades = np.arange(len(chances))
    mean = float(chances @ grades)
    return (float(np.mean(first * second)) - mean**2) / (float(chances @ grades**2) - mean**2)
