"""Coverage of every measure for bots without variance, with rare errors, and ordinary ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.drawn_bots import (
    CHOOSERS,
    COUNTERS,
    LEVELS,
    Bot,
    Families,
    true_correlation,
    true_figures,
)
from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.stats.classification import classification
from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.consistency import consistency
from mhgate.stats.correlation import correlation
from mhgate.stats.family_counts import family_counts
from mhgate.stats.mover import mover_difference
from mhgate.stats.ordinal_kappa import ordinal_kappa
from mhgate.stats.parity import parity

__all__ = ["ALPHA", "Study", "run", "shares", "studies"]

Floats = NDArray[np.float64]
Told = tuple[float | None, float, float]
"""A figure and its bounds."""
Row = tuple[str, Told, float]
"""A measure, what was told of it, and the truth."""
Draw = Callable[[np.random.Generator, int], list[Row]]

ALPHA = 0.05
_LEVEL = 1 - 2 * ALPHA
_BEYOND = {("accuracy", "rare level always missed"), ("kappa", "the reverse")}
"""Shown, and held to nothing: errors wholly by family; a kappa far below 0."""


@dataclass(frozen=True, slots=True)
class Study:
    """Bots of one kind: what a run of each gives, by name, and how many runs are made."""

    name: str
    cells: dict[str, Draw]
    runs: int


def shares(
    draw: Draw, *, families: int, runs: int, seed: int
) -> dict[str, tuple[float, float, float]]:
    """Return by measure how often the lower and the upper bound err, and the mean width."""
    rng = np.random.default_rng([seed, families])
    found: dict[str, Floats] = {}
    for _ in range(runs):
        for name, (_, lower, upper), truth in draw(rng, families):
            seen = np.array([lower > truth + 1e-9, upper < truth - 1e-9, upper - lower])
            found[name] = found.get(name, np.zeros(3)) + seen
    return {name: tuple(total / runs) for name, total in found.items()}


def _kappa_told(keys: Floats, said: Floats, families: Families) -> Told:
    none = np.zeros(len(keys), dtype=bool)
    found = ordinal_kappa(keys, said, none, families.of, levels=LEVELS, level=_LEVEL)
    return found.value, found.lower, found.upper


def _f1_told(keys: Floats, said: Floats, families: Families) -> Told:
    found = classification(keys, said, np.zeros(len(keys), bool), families.of, level=_LEVEL)
    return found.macro_f1, found.macro_f1_lower, found.macro_f1_upper


def _levels(bot: Bot) -> Draw:
    """Keys drawn with their families, one level a family."""
    accuracy, _, _, kappa = true_figures(bot)

    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        families = Families.draw(rng, count)
        keys = rng.choice(LEVELS, size=count, p=bot.keys)[families.of]
        said = bot.reply(rng, families, keys)
        counts = family_counts(said == keys, np.zeros(len(keys), bool), families.of)
        rate = cluster_rate(counts.totals, counts.unmeasured, counts.sizes, level=_LEVEL)
        return [
            ("accuracy", (None, rate.lower, rate.upper), accuracy),
            ("kappa", _kappa_told(keys, said, families), kappa),
        ]

    return draw


def _classes(bot: Bot) -> Draw:
    """The suite's levels are fixed, in proportion and at least one family each."""

    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        many = np.maximum(np.round(bot.keys * count).astype(int), 1)
        families = Families.draw(rng, int(many.sum()))
        keys = np.repeat(np.arange(LEVELS), many)[families.of]
        said = bot.reply(rng, families, keys)
        _, recall, f1, _ = true_figures(replace(bot, keys=many / many.sum()))
        none = np.zeros(len(keys), dtype=bool)
        found = classification(keys, said, none, families.of, level=_LEVEL)
        apart = classification(keys, said, none, families.of, level=1 - 2 * ALPHA / LEVELS)
        lower = min(each.recall_interval.lower for each in found.classes if each.trials)
        upper = min(each.recall_interval.upper for each in apart.classes if each.trials)
        return [
            ("least recall", (None, lower, upper), recall),
            ("macro F1", (None, found.macro_f1_lower, found.macro_f1_upper), f1),
        ]

    return draw


def _numbers(bot: Bot) -> Draw:
    """Norms that families share in part."""
    truths = {kind: true_correlation(bot, kind) for kind in ("pearson", "spearman")}

    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        families = Families.draw(rng, count)
        edges = bot.keys.cumsum()[:-1]
        norms = np.digitize(families.shared(rng, 0.25), edges)
        said = bot.reply(rng, families, norms)
        return [
            (kind, _correlation_told(norms, said, families, kind), truth)
            for kind, truth in truths.items()
        ]

    return draw


def _correlation_told(norms: Floats, said: Floats, families: Families, kind: str) -> Told:
    found = correlation(
        said,
        norms,
        np.zeros(len(norms), dtype=bool),
        families.of,
        kind="spearman" if kind == "spearman" else "pearson",
        low=0,
        high=4,
        level=_LEVEL,
    )
    return found.coefficient or 0.0, found.lower, found.upper


def _parity_told(rng: np.random.Generator, rates: Floats, icc: float, count: int) -> list[Told]:
    families = Families.draw(rng, count)
    items, groups = len(families.of), len(rates)
    of = np.repeat(families.of, groups)
    passed = Families(count, of).shared(rng, icc) < np.tile(rates, items)
    found = parity(
        passed.astype(float), of < 0, of, np.tile(np.arange(groups), items), level=_LEVEL
    )
    gap = found.gap or 0.0
    return [
        (1 - gap, 1 - found.gap_upper, 1 - found.gap_lower),
        (found.deviation, found.deviation_lower, found.deviation_upper),
    ]


def _groups(low: float, high: float, groups: int, icc: float) -> Draw:
    rates = np.array([low] + [high] * (groups - 1))

    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        gap, deviation = _parity_told(rng, rates, icc, count)
        return [
            ("parity", gap, 1 - float(np.ptp(rates))),
            ("deviation", deviation, float(rates.std())),
        ]

    return draw


Twins = tuple[float, float, float, float]
"""Shares of clean items that pass, of these that break, of the others that mend; and the ICC."""


def _consistency_told(rng: np.random.Generator, count: int, twins: Twins) -> Told:
    """One clean item a family, and 1 to 4 variants of it."""
    good, breaks, mends, icc = twins
    families = Families.draw(rng, count)
    clean = (rng.random(count) < good)[families.of]
    flips = families.shared(rng, icc) < np.where(clean, breaks, mends)
    none = np.zeros(len(clean), dtype=bool)
    found = consistency(
        clean.astype(float), none, (clean ^ flips).astype(float), none, families.of, level=_LEVEL
    ).overall
    drop = found.drop or 0.0
    return 1 - drop, min(1.0, 1 - found.drop_upper), min(1.0, 1 - found.drop_lower)


def _perturbed(*twins: float) -> Draw:
    good, breaks, mends, icc = twins
    truth = min(1.0, 1 - (good * breaks - (1 - good) * mends))

    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        return [("consistency", _consistency_told(rng, count, (good, breaks, mends, icc)), truth)]

    return draw


def _difference(name: str, first: Told, second: Told, truth: float) -> list[Row]:
    if first[0] is None or second[0] is None:
        return []
    a, b = ((told[0] or 0.0, told[1], told[2]) for told in (first, second))
    lower, upper = mover_difference(
        a[0], (min(a[0], a[1]), max(a[0], a[2])), b[0], (min(b[0], b[1]), max(b[0], b[2]))
    )
    return [(name, (a[0] - b[0], lower, upper), truth)]


def _two_choosers(new: Bot, old: Bot, *, with_f1: bool) -> Draw:
    """Two runs on the same items, with the same luck of families."""
    after, before = true_figures(new), true_figures(old)

    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        families = Families.draw(rng, count)
        keys = rng.choice(LEVELS, size=count, p=new.keys)[families.of]
        luck = rng.random(count)
        said = [bot.reply(rng, families, keys, luck) for bot in (new, old)]
        kappas = (_kappa_told(keys, each, families) for each in said)
        rows = _difference("kappa", *kappas, after[3] - before[3])
        if with_f1:
            f1s = (_f1_told(keys, each, families) for each in said)
            rows += _difference("macro F1", *f1s, after[2] - before[2])
        return rows

    return draw


def _two_counters(new: Bot, old: Bot) -> Draw:
    truth = true_correlation(new, "spearman") - true_correlation(old, "spearman")

    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        families = Families.draw(rng, count)
        norms = rng.integers(0, 5, len(families.of))
        luck = rng.random(count)
        told = (
            _correlation_told(norms, bot.reply(rng, families, norms, luck), families, "spearman")
            for bot in (new, old)
        )
        return _difference("spearman", *told, truth)

    return draw


def _two_parities(new: tuple[float, float], old: tuple[float, float]) -> Draw:
    truth = abs(old[1] - old[0]) - abs(new[1] - new[0])

    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        told = (
            _parity_told(rng, np.array([low, high, high]), 0.3, count)[0]
            for low, high in (new, old)
        )
        return _difference("parity", *told, truth)

    return draw


def _two_drops(new: float, old: float) -> Draw:
    def draw(rng: np.random.Generator, count: int) -> list[Row]:
        told = (_consistency_told(rng, count, (1.0, each, 0.0, 0.3)) for each in (new, old))
        return _difference("consistency", *told, old - new)

    return draw


def studies(effort: Effort) -> list[Study]:
    """Return the studies of a run."""
    many = 1 if effort is Effort.FULL else 0
    near, right = CHOOSERS["right .7, else a neighbour"], CHOOSERS["always right"]
    slips, one = CHOOSERS["right, 2 % by a neighbour"], CHOOSERS["always one level"]
    other = replace(one, says=one.says[:, ::-1].copy())
    halves = [np.eye(LEVELS), np.eye(LEVELS)]
    for half, (wrong, to) in zip(halves, (([2, 3], [0, 1]), ([0, 1], [2, 3])), strict=True):
        half[wrong] = 0.2 * half[wrong] + 0.8 * half[to]
    first, second = (Bot(each, near.keys) for each in halves)
    noise, some = COUNTERS["noise 1"], COUNTERS["right, 5 % guessed"]
    return [
        Study(
            "levels, one a family",
            {name: _levels(bot) for name, bot in CHOOSERS.items()},
            1500 if many else 150,
        ),
        Study(
            "levels, as many of each as the suite has",
            {name: _classes(bot) for name, bot in CHOOSERS.items() if "reverse" not in name},
            300 if many else 20,
        ),
        Study(
            "numbers against norms",
            {name: _numbers(bot) for name, bot in COUNTERS.items()},
            400 if many else 40,
        ),
        Study(
            "groups",
            {
                f"{low:g} v {high:g}, {groups} groups, ICC {icc}": _groups(low, high, groups, icc)
                for low, high in ((1, 1), (0.5, 0.5), (0.98, 0.98), (0.95, 1), (0.85, 0.95))
                for groups, icc in ((2, 0.0), (4, 0.3))
            },
            1000 if many else 100,
        ),
        Study(
            "perturbed twins",
            {
                "nothing breaks": _perturbed(1, 0, 0, 0),
                "guesses": _perturbed(0.5, 0.5, 0.5, 0),
                "2 % break": _perturbed(1, 0.02, 0, 0.3),
                "10 % break": _perturbed(1, 0.1, 0, 0.3),
                "20 % break, of what fails 30 % mend": _perturbed(0.8, 0.2, 0.3, 0.3),
            },
            400 if many else 20,
        ),
        Study(
            "against a baseline",
            {
                "the same, right .7": _two_choosers(near, near, with_f1=True),
                "right .7 v always right": _two_choosers(near, right, with_f1=True),
                "2 % by a neighbour v always right": _two_choosers(slips, right, with_f1=False),
                "the last level always v the first": _two_choosers(other, one, with_f1=True),
                "right where the other errs": _two_choosers(first, second, with_f1=True),
                "noise 1 v 5 % guessed": _two_counters(noise, some),
                "5 % guessed v always right": _two_counters(some, COUNTERS["always right"]),
                ".85 v .95 against none": _two_parities((0.85, 0.95), (0.95, 0.95)),
                "nothing v nothing": _two_parities((1, 1), (1, 1)),
                "10 % break against 2 %": _two_drops(0.1, 0.02),
            },
            300 if many else 20,
        ),
    ]


def run(*, effort: Effort, seed: int) -> Section:
    """Simulate every measure; a reduced run takes one number of families and few runs."""
    counts = (12, 20, 40, 60) if effort is Effort.FULL else (40,)
    tables, bars = [], []
    for study in studies(effort):
        found = {
            (cell, count): shares(draw, families=count, runs=study.runs, seed=seed)
            for cell, draw in study.cells.items()
            for count in counts
        }
        tables.append(_table(study, counts, found))
        bars.extend(_bars(study, found))
    return Section(
        title="Measures of bots without variance, of rare errors, and of ordinary ones",
        about=(
            f"One-sided, {ALPHA} in name, families of 1 to 4 items; how often the lower bound lies "
            "above the truth, the upper below it, and the mean width between. Errors correlate by "
            "up to .3 in a family. Marked *: shown, held to nothing; there whole families err, or "
            "kappa lies far below 0."
        ),
        tables=tuple(tables),
        bars=tuple(bars),
    )


Found = dict[tuple[str, int], dict[str, tuple[float, float, float]]]


def _table(study: Study, counts: tuple[int, ...], found: Found) -> str:
    heads = [f"{count} families" for count in counts]
    lines = [
        f"**{study.name}** ({study.runs} runs a cell): lower errs, upper errs, width",
        "",
        "| measure | bot | " + " | ".join(heads) + " |",
        "|---|---|" + "---|" * len(heads),
    ]
    for cell in study.cells:
        for measure in found[cell, counts[0]]:
            shown = ", ".join
            figures = [shown(f"{each:.3f}" for each in found[cell, n][measure]) for n in counts]
            mark = " *" if (measure, cell) in _BEYOND else ""
            lines.append(f"| {measure} | {cell}{mark} | " + " | ".join(figures) + " |")
    return "\n".join(lines)


def _bars(study: Study, found: Found) -> Iterator[Bar]:
    worst: dict[tuple[str, str], tuple[float, str]] = {}
    for (cell, count), measures in found.items():
        for measure, errors in measures.items():
            if (measure, cell) in _BEYOND:
                continue
            for side, error in zip(("lower", "upper"), errors, strict=False):
                here = error, f"{cell}, {count} families"
                worst[measure, side] = max(worst.get((measure, side), here), here)
    for (measure, side), (value, where) in worst.items():
        yield Bar(
            name=f"{study.name}: {measure}, {side} bound, worst cell ({where})",
            value=float(value),
            limit=ALPHA,
            side="at most",
            error=monte_carlo_error(ALPHA, study.runs),
        )
