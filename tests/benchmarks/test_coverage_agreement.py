"""The coverage of agreement bounds, reduced: what gates keeps its bars, the rest does not."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage.agreement import LIMIT, SHARES, concordance, item_cells
from benchmarks.coverage.agreement import joint_distribution as joint
from benchmarks.coverage.agreement import run as run_section
from benchmarks.coverage.section import Effort, monte_carlo_error


def test_every_bar_holds() -> None:
    """The reduced section keeps its promises and prints what it found."""
    section = run_section(effort=Effort.REDUCED, seed=5)
    assert len(section.bars) == 3
    for bar in section.bars:
        assert bar.holds, bar.line()
    assert "very skewed" in section.markdown()


def test_broken_methods_miss_the_bar() -> None:
    """The F interval misses it at 60 very skewed items, a plain jackknife at 30."""
    cells = item_cells(latents=(0.98,), shifts=(0.0,), sizes=(30, 60), runs=1000, seed=3)
    errors = {cell.items: cell.errors for cell in cells if cell.scores == "very skewed"}
    missed = {"F interval": 60, "plain jackknife": 30}
    for method, items in missed.items():
        error = errors[items][method]
        assert error > LIMIT + 3 * monte_carlo_error(error, 1000), method
    assert errors[30]["ICC(A,1)"] < errors[30]["plain jackknife"] / 2


def test_the_truth_is_what_large_samples_give() -> None:
    """The concordance of the joint distribution is that of very many pairs drawn from it."""
    table = joint(SHARES["skewed"], 0.8, 0.3)
    assert table.sum(axis=1) == pytest.approx(SHARES["skewed"], abs=1e-9)
    generator = np.random.default_rng(2)
    trait = np.sqrt(0.8) * generator.standard_normal(400_000)
    slips = np.sqrt(0.2) * generator.standard_normal((2, 400_000))
    cuts = np.quantile(np.concatenate([trait + slips[0]]), np.cumsum(SHARES["skewed"])[:-1])
    first, second = (
        np.searchsorted(cuts, trait + slips[0]),
        np.searchsorted(cuts, trait + slips[1] + 0.3),
    )
    apart = float(((first - second) ** 2).mean())
    chance = first.var() + second.var() + (first.mean() - second.mean()) ** 2
    assert concordance(table) == pytest.approx(1 - apart / chance, abs=0.01)
