"""The measures cover as they say, where the naive methods on the same data do not."""

from __future__ import annotations

import re

import pytest

from benchmarks.coverage.measures import LIMIT, run
from benchmarks.coverage.section import Effort, Section


@pytest.fixture(scope="module")
def section() -> Section:
    """Return the reduced simulation."""
    return run(effort=Effort.REDUCED, seed=20261130)


def _errors(section: Section, study: str) -> dict[str, list[float]]:
    """Return, by cell, the errors of our lower and upper and the naive lower and upper bound."""
    page = next(table for table in section.tables if table.startswith(f"**{study}"))
    rows = re.findall(r"^\| (.+?) \| ([\d.]+) \| ([\d.]+) \| .+? \| ([\d.]+) \| ([\d.]+) \|$",
                      page, re.MULTILINE)  # fmt: skip
    return {name: [float(error) for error in errors] for name, *errors in rows}


def test_every_bar_holds(section: Section) -> None:
    """Each promised bound errs at most at its limit, up to Monte Carlo error."""
    assert [bar.line() for bar in section.bars if not bar.holds] == []
    assert len(section.bars) == 9
    assert len(section.tables) == 5


def test_a_mean_near_the_edge_fails(section: Section) -> None:
    """Where three in a hundred get the worst grade, the mean's lower bound misses the limit."""
    edge = {
        name: errors
        for name, errors in _errors(section, "graded mean").items()
        if name.startswith("3 %")
    }
    assert max(errors[0] for errors in edge.values()) > 3 * LIMIT
    assert "is why a mean does not gate" in section.about


def test_ignoring_families_misses_the_limit(section: Section) -> None:
    """The naive bounds of means, drops, kept shares, correlations and accuracy miss it by far."""
    for study, cell in (
        ("graded mean", "spread, ICC 0.3"),
        ("consistency", "kept, breaks 0.02, ICC 0.2"),
        ("correlation", "Spearman, rho 0.95, 30 families of 5"),
        ("macro F1", "right 0.98, ICC 0.2"),
    ):
        found = [e for name, e in _errors(section, study).items() if name.startswith(cell)]
        assert found
        assert max(max(errors[2:]) for errors in found) > 2 * LIMIT


def test_resampling_a_gap_finds_one_under_parity(section: Section) -> None:
    """The bootstrap's lower bound of a gap that does not exist is above 0 in every run."""
    cells = _errors(section, "parity")
    for name in ("gap", "deviation"):
        ours, _, naive, _ = cells[f"{name}, all .80, 4 groups, 40 families"]
        assert ours <= LIMIT
        assert naive > 0.9
