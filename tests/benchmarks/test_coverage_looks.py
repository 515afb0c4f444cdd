"""Judged rates by looks, reduced: every bar holds, and looking again and again misses it."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage.looks import (
    ALPHA,
    THE_JUDGE,
    THRESHOLD,
    Judge,
    decisive_counts,
    judged_chances,
    peeks,
    run,
)
from benchmarks.coverage.section import Effort
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planned_looks import Look, planned_looks, rate_by_looks


def test_every_bar_holds() -> None:
    """The reduced section keeps its promises and prints what it found."""
    section = run(effort=Effort.REDUCED, seed=7)
    assert len(section.bars) == 6
    for bar in section.bars:
        assert bar.holds, bar.line()
    assert "fixed-size bounds after every 100" in section.markdown()


def test_looking_again_and_again_misses_the_bar() -> None:
    """Fixed-size bounds after every 50 trials pass at the threshold in far more than alpha."""
    (edge,) = judged_chances(THE_JUDGE, peeks(50), (THRESHOLD,), missing=1e-2)
    assert edge.passes > ALPHA + 0.03


@pytest.mark.parametrize("look", [Look(60, 0.5), Look(150, 1.0)])
def test_the_table_is_what_the_looks_decide(look: Look) -> None:
    """A count on either side of the table's is decided by the gate's own function in that way."""
    gold = JudgeCounts(98, 100, 46, 50)
    enough, few = decisive_counts(gold, look)
    for good, wanted in ((enough, "pass"), (enough - 1, None), (few, "fail"), (few + 1, None)):
        if good > look.n:
            continue
        found = rate_by_looks(
            np.arange(look.n) < good,
            np.zeros(look.n),
            range(look.n),
            threshold=THRESHOLD,
            alpha=ALPHA,
            looks=(look,),
            judge=gold,
        )
        assert found.settled == wanted, good


def test_enumerating_is_what_drawing_gives() -> None:
    """Drawn gold and outcomes, decided by the table, pass and end as the enumeration says."""
    judge, looks, rate, runs = Judge(0.95, 0.9, good=30, bad=20), planned_looks(100), 0.99, 4000
    (exact,) = judged_chances(judge, looks, (rate,))
    rng = np.random.default_rng(3)
    tables: dict[tuple[int, int], list[tuple[int, int]]] = {}
    passes, trials = 0, 0
    for _ in range(runs):
        gold = int(rng.binomial(30, 0.95)), int(rng.binomial(20, 0.9))
        if gold not in tables:
            counts = JudgeCounts(gold[0], 30, gold[1], 20)
            tables[gold] = [decisive_counts(counts, look) for look in looks]
        seen = np.cumsum(rng.random(100) < judge.seen(rate))
        for look, (enough, few) in zip(looks, tables[gold], strict=True):
            good, end = int(seen[look.n - 1]), look.n
            if good >= enough or good <= few:
                passes += good >= enough
                break
        trials += end
    assert passes / runs == pytest.approx(exact.passes, abs=0.03)
    assert trials / runs == pytest.approx(exact.trials, abs=1.5)
