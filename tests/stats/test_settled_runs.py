"""Many runs at once: what each settles, and when, is what the gate's own functions say of it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mhgate.stats.cluster_rate import cluster_rate
from mhgate.stats.clustered_e_process import draws_before
from mhgate.stats.drawn_runs import drawn_outcomes
from mhgate.stats.judged_rate import judged_rate
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planned_looks import Look, planned_looks, rate_by_looks
from mhgate.stats.sequential_rate import sequential_rate
from mhgate.stats.settled_runs import (
    FAILED,
    OPEN,
    PASSED,
    SettledRuns,
    sequential_limits,
    settled_by_looks,
    settled_sequentially,
)

_JUDGE = JudgeCounts(95, 100, 47, 50)
_VERDICTS = {"pass": PASSED, "fail": FAILED, None: OPEN}
_CLAIMS = 10
_PLANS = {"pairs": [2] * 28, "fours": [4] * 25, "unequal": [1, 2, 3, 5] * 8, "alone": [1] * 60}


def _plan(sizes: list[int]) -> list[int]:
    """Families first: one trial of each before a second of any."""
    rounds = range(max(sizes))
    return [name for turn in rounds for name, size in enumerate(sizes) if size > turn]


def _bad(plan: list[int], rate: float, runs: int) -> NDArray[np.bool_]:
    rng = np.random.default_rng(20261130)
    return drawn_outcomes(plan, rate=rate, icc=0.1, runs=runs, rng=rng)


def _of_each(found: SettledRuns) -> list[tuple[int, int]]:
    return list(zip(found.verdict.tolist(), found.at.tolist(), strict=True))


@pytest.mark.parametrize("sizes", _PLANS.values(), ids=_PLANS)
@pytest.mark.parametrize(("rate", "threshold"), [(0.97, 0.85), (0.9, 0.85), (0.75, 0.9)])
def test_after_every_trial(sizes: list[int], rate: float, threshold: float) -> None:
    """Verdict and trial of each run are those of ``sequential_rate``."""
    plan = _plan(sizes)
    bad = _bad(plan, rate, 15)
    limits = sequential_limits(draws_before(plan), threshold=threshold, alpha=0.05, claims=_CLAIMS)
    said = []
    for run in bad:
        one = sequential_rate(
            1 - run,
            np.zeros(len(plan)),
            plan,
            threshold=threshold,
            alpha=0.05,
            planned=plan,
            claims=_CLAIMS,
        )
        said.append((_VERDICTS[one.settled], one.settled_at or len(plan)))
    assert _of_each(settled_sequentially(bad, limits)) == said


@pytest.mark.parametrize("sizes", _PLANS.values(), ids=_PLANS)
@pytest.mark.parametrize(("rate", "threshold"), [(0.97, 0.85), (0.9, 0.85), (0.75, 0.9)])
@pytest.mark.parametrize("judge", [None, _JUDGE], ids=["exact", "judged"])
def test_at_planned_looks(
    sizes: list[int], rate: float, threshold: float, judge: JudgeCounts | None
) -> None:
    """Verdict and look of each run are those of ``rate_by_looks``, a judge corrected or not."""
    plan = _plan(sizes)
    bad = _bad(plan, rate, 15 if judge is None else 6)
    looks = planned_looks(len(plan))
    found = settled_by_looks(
        bad,
        plan,
        threshold=threshold,
        alpha=0.05,
        looks=looks,
        judge=judge,
        icc_floor=0.2 if judge is None else 0.1,
        claims=_CLAIMS,
    )
    said = []
    for run in bad:
        one = rate_by_looks(
            1 - run,
            np.zeros(len(plan)),
            plan,
            threshold=threshold,
            alpha=0.05,
            looks=looks,
            judge=judge,
            claims=_CLAIMS,
        )
        said.append((_VERDICTS[one.settled], one.settled_at or len(plan)))
    assert _of_each(found) == said


@pytest.mark.parametrize("judge", [None, _JUDGE], ids=["exact", "judged"])
def test_one_look_is_the_fixed_design(judge: JudgeCounts | None) -> None:
    """A pass is a lower bound at the threshold, a fail a p-value that survives Holm."""
    plan, threshold = _plan([3] * 30), 0.85
    bad = np.concatenate([_bad(plan, rate, 8) for rate in (0.95, 0.7)])
    found = settled_by_looks(
        bad,
        plan,
        threshold=threshold,
        alpha=0.05,
        looks=[Look(len(plan), 1.0)],
        judge=judge,
        icc_floor=0.2 if judge is None else 0.1,
        claims=_CLAIMS,
    )
    sizes, said = np.bincount(plan), []
    for run in bad:
        counts = (np.bincount(plan, 1 - run), np.zeros(30), sizes)
        one = (
            cluster_rate(*counts, threshold=threshold)
            if judge is None
            else judged_rate(*counts, judge, threshold=threshold)
        )
        is_failed = one.p_below is not None and one.p_below <= 0.05 / _CLAIMS
        said.append(PASSED if one.lower >= threshold else FAILED if is_failed else OPEN)
    assert found.verdict.tolist() == said
    assert {PASSED, FAILED} <= set(said)


def test_what_cannot_be_decided_stays_open() -> None:
    """One family alone settles nothing; a threshold of 0 is passed at the first look."""
    bad = np.zeros((2, 40), dtype=bool)
    shared = {"alpha": 0.05, "looks": planned_looks(40)}
    assert settled_by_looks(bad, [0] * 40, threshold=0.5, **shared).verdict.tolist() == [OPEN] * 2
    assert settled_by_looks(bad, range(40), threshold=0, **shared).verdict.tolist() == [PASSED] * 2
    assert settled_by_looks(bad[:0], range(40), threshold=0.5, **shared).at.tolist() == []


def test_a_threshold_of_one_fails_at_the_first_bad_trial() -> None:
    """And nothing ever proves it."""
    limits = sequential_limits([0] * 30, threshold=1.0, alpha=0.05)
    bad = np.zeros((2, 30), dtype=bool)
    bad[1, 7] = True
    assert _of_each(settled_sequentially(bad, limits)) == [(OPEN, 30), (FAILED, 8)]


def test_a_silenced_pass_is_not_heard_again() -> None:
    """Where the fail process arrived first, later good trials pass nothing."""
    limits = sequential_limits([0] * 400, threshold=0.9, alpha=0.05, claims=1000)
    bad = np.zeros((1, 400), dtype=bool)
    bad[0, : int(limits.fails_at_least[0])] = True
    first = int(np.argmax(np.cumsum(bad) >= limits.fails_at_least)) + 1
    assert first < 10
    assert settled_sequentially(bad, limits).verdict.tolist() == [OPEN]
