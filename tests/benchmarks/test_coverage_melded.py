"""The coverage of judge-corrected rates, reduced: bars hold, and naive methods miss them."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from benchmarks.coverage import melded, melded_audit, melded_families
from benchmarks.coverage.section import Effort, Section
from mhgate.stats.melded import JudgeCounts, melded_p_at_least
from mhgate.stats.planning_judged import JudgeRates

_SEED = 20261130


@pytest.mark.parametrize("module", [melded, melded_families, melded_audit])
def test_the_reduced_section_clears_its_bars(module: ModuleType) -> None:
    """Every bar of the reduced section holds, with a table for each of its views."""
    section: Section = module.run(effort=Effort.REDUCED, seed=_SEED)
    assert section.bars
    assert [bar.line() for bar in section.bars if not bar.holds] == []
    assert section.tables
    assert all(table.startswith("|") for table in section.tables)


def test_the_naive_interval_would_miss_the_bar() -> None:
    """In the same cells, Wilson without the judge's error errs far more often, up to .84."""
    found = melded.cells(
        rates=(0.5, 0.9), judges=(JudgeRates(0.98, 0.85),), sizes=(50, 500), golds=(50,)
    )
    wilson = [cell.methods["Wilson, uncorrected"] for cell in found]
    assert max(errors.lower for errors in wilson) > 0.8
    assert max(cell.methods["melded exact"].lower for cell in found) <= melded.LIMIT


def test_the_delta_method_would_miss_the_bar_near_one() -> None:
    """Near 1 the Wald interval of Rogan and Gladen errs several times as often as it says."""
    (cell,) = melded.cells(
        rates=(0.99,), judges=(JudgeRates(0.98, 0.85),), sizes=(50,), golds=(50,)
    )
    assert cell.methods["Rogan-Gladen, delta Wald"].lower > 3 * melded.LIMIT
    assert cell.methods["melded exact"].lower <= melded.LIMIT


def test_what_was_worked_out_is_what_is_drawn() -> None:
    """The exact error of a cell is the share of drawn runs in which the bound lies too high."""
    rate, judge = 0.9, JudgeRates(0.9, 0.9)
    (cell,) = melded.cells(rates=(rate,), judges=(judge,), sizes=(60,), golds=(30,))
    rng = np.random.default_rng(_SEED)
    runs = 3000
    drawn = np.stack(
        [
            rng.binomial(60, judge.shown(rate), runs),
            rng.binomial(15, judge.sensitivity, runs),
            rng.binomial(15, judge.specificity, runs),
        ],
        axis=1,
    )
    kinds, often = np.unique(drawn, axis=0, return_counts=True)
    errs = [
        melded_p_at_least(x, 60, rate, JudgeCounts(int(a), 15, int(b), 15)) < melded.ALPHA
        for x, a, b in kinds
    ]
    share = float(np.asarray(errs) @ often) / runs
    exact = cell.methods["melded exact"].lower
    assert share == pytest.approx(exact, abs=4 * np.sqrt(exact / runs))


def test_ignoring_families_would_miss_the_bar() -> None:
    """On the same runs, melding raw counts errs more often than the bar allows."""
    (cell,) = melded_families.cells(
        rates=(0.95,),
        judges=(JudgeRates(0.99, 0.95),),
        iccs=(0.3,),
        families=(20,),
        sizes=("10",),
        runs=600,
        seed=_SEED,
    )
    assert cell.errors["families ignored"][0] > 2 * melded_families.LIMIT
    assert cell.errors["by family"][0] <= melded_families.LIMIT


def test_wald_intervals_of_audits_would_miss_the_bar() -> None:
    """On the same runs, both Wald methods err many times as often as the melded audit may."""
    (cell,) = melded_audit.cells(
        rates=(0.99,), judges=(JudgeRates(0.99, 0.95),), designs=((200, 50),), runs=600, seed=_SEED
    )
    assert cell.errors["post-stratified Wald"][0] > 0.2
    assert cell.errors["prediction-powered Wald"][0] > 0.2
    assert cell.errors["melded audit"][0] <= melded_audit.LIMIT
