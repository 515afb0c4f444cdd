"""How designs end: the study's tables, exact limits, drawn runs, and the gate's own functions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.stats.drawn_runs import Calibration, drawn_outcomes, planned_calibrations
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.operating_characteristics import (
    Characteristics,
    Design,
    difference_characteristics,
    rate_characteristics,
)
from mhgate.stats.planned_looks import planned_looks, rate_by_looks
from mhgate.stats.planning import verdict_chances
from mhgate.stats.planning_judged import JudgeRates, judged_verdict_chances
from mhgate.stats.sequential_rate import settled_after
from mhgate.stats.visible_drop import non_inferiority_power

_FIVES = [family for _ in range(5) for family in range(100)]
_PAIRS = [family for _ in range(2) for family in range(28)]


def _found(plan: object, **named: object) -> Characteristics:
    asked = {"threshold": 0.95, "alpha": 0.05, "rng": np.random.default_rng(20261130), **named}
    return rate_characteristics(plan, **asked)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("planned", "threshold", "rate", "right", "trials"),
    [
        # the study's table: exact dynamic programming, mixture calibrated to the plan
        (200, 0.95, 0.99, 0.905, 109),
        (500, 0.95, 0.99, 0.998, 121),
        (200, 0.95, 0.90, 0.768, 111),
        (500, 0.95, 0.90, 0.970, 146),
        (200, 0.95, 1.0, 1.0, 68),
        (100, 0.95, 1.0, 1.0, 59),
    ],
)
def test_the_study_s_table(
    planned: int, threshold: float, rate: float, right: float, trials: int
) -> None:
    """Independent trials, looked at after every one: right verdicts and trials on average."""
    found = _found(range(planned), threshold=threshold, rate=rate, design="sequential")
    said = found.passes if rate > threshold else found.fails
    assert said == pytest.approx(right, abs=0.006)
    assert found.expected_trials == pytest.approx(trials, abs=1)


def test_the_issue_s_bars() -> None:
    """Items to a verdict stay within what was promised, at most 500, threshold .95."""
    good = _found(range(500), rate=0.99, design="sequential")
    bad = _found(range(500), rate=0.90, design="sequential")
    assert good.expected_trials <= 125
    assert good.passes >= 0.99
    assert bad.expected_trials <= 150
    assert bad.fails >= 0.96
    families = _found(_FIVES, rate=0.99, design="sequential", runs=8000)
    assert families.expected_trials <= 140 + 3  # the bar, and the Monte Carlo error
    assert families.passes >= 0.96
    gold = planned_calibrations(JudgeRates(0.99, 0.95), good=100, bad=50)
    judged = _found(range(500), rate=0.99, design="looks", calibrations=gold)
    assert judged.expected_trials <= 320
    assert judged.passes >= 0.94


@pytest.mark.parametrize("rate", [0.9, 0.96, 0.99])
def test_a_fixed_design_of_independent_trials_is_the_exact_one(rate: float) -> None:
    """It agrees with binomial tails to the last digit, and asks the whole plan."""
    found = _found(range(181), rate=rate, design="fixed", wave=20)
    exact = verdict_chances(rate, 0.95, 181, 181)
    assert found.passes == pytest.approx(exact.passes, abs=1e-9)
    assert found.fails == pytest.approx(exact.fails, abs=1e-9)
    assert found.expected_trials == found.expected_asked == 181


@pytest.mark.parametrize("design", ["fixed", "looks", "sequential"])
@pytest.mark.parametrize("rate", [0.97, 0.8])
def test_simulated_and_exact_agree(design: Design, rate: float) -> None:
    """Families of one trial are exact; one family of two among them is simulated."""
    exact = _found(range(81), rate=rate, threshold=0.9, design=design)
    drawn = _found([*range(80), 0], rate=rate, threshold=0.9, design=design, icc=0.0)
    assert drawn.passes == pytest.approx(exact.passes, abs=0.06)
    assert drawn.fails == pytest.approx(exact.fails, abs=0.06)
    assert drawn.expected_trials == pytest.approx(exact.expected_trials, abs=3)


@pytest.mark.parametrize(("rate", "threshold"), [(0.97, 0.85), (0.78, 0.9)])
def test_it_agrees_with_the_gate_after_every_trial(rate: float, threshold: float) -> None:
    """Runs drawn afresh and put to the gate's own method end alike, up to Monte Carlo error."""
    said = _found(_PAIRS, rate=rate, threshold=threshold, design="sequential", claims=4)
    rng, verdicts, trials = np.random.default_rng(7), [], []
    for bad in drawn_outcomes(_PAIRS, rate=rate, icc=0.1, runs=250, rng=rng):
        settled, at = settled_after(
            1 - bad,
            np.zeros(56),
            _PAIRS,
            threshold=threshold,
            alpha=0.05,
            planned=_PAIRS,
            claims=4,
        )
        verdicts.append(settled)
        trials.append(at or 56)
    assert verdicts.count("pass") / 250 == pytest.approx(said.passes, abs=0.09)
    assert verdicts.count("fail") / 250 == pytest.approx(said.fails, abs=0.09)
    assert np.mean(trials) == pytest.approx(said.expected_trials, abs=3)


@pytest.mark.parametrize(("rate", "threshold"), [(0.97, 0.8), (0.6, 0.85)])
def test_it_agrees_with_the_gate_at_looks_through_a_judge(rate: float, threshold: float) -> None:
    """Runs and what the judge truly is drawn afresh end alike, up to Monte Carlo error."""
    gold = Calibration(JudgeCounts(95, 100, 47, 50))
    said = _found(
        _PAIRS, rate=rate, threshold=threshold, design="looks", calibrations=[gold], claims=4
    )
    rng, runs = np.random.default_rng(7), 24
    bad = drawn_outcomes(_PAIRS, rate=rate, icc=0.1, runs=runs, rng=rng, calibration=gold)
    found = [
        rate_by_looks(
            1 - run,
            np.zeros(56),
            _PAIRS,
            threshold=threshold,
            alpha=0.05,
            looks=planned_looks(56),
            judge=gold.counts,
            claims=4,
        )
        for run in bad
    ]
    settled = [each.settled for each in found]
    assert settled.count("pass") / runs == pytest.approx(said.passes, abs=0.25)
    assert settled.count("fail") / runs == pytest.approx(said.fails, abs=0.25)


def test_planned_gold_agrees_with_exact_chances() -> None:
    """A judge that is not yet calibrated: the chances are those of ``judged_verdict_chances``."""
    judge = JudgeRates(0.98, 0.9)
    gold = planned_calibrations(judge, good=100, bad=50)
    found = _found(range(200), rate=0.99, design="fixed", calibrations=gold, runs=4000)
    exact = judged_verdict_chances(0.99, 0.95, 200, 200, judge, good=100, bad=50)
    assert found.passes == pytest.approx(exact.passes, abs=0.035)


@pytest.mark.parametrize("design", ["fixed", "looks", "sequential"])
def test_alpha_is_kept_at_the_threshold(design: Design) -> None:
    """A product at its threshold passes, and fails alone, in at most alpha of the runs."""
    found = _found(_FIVES, rate=0.95, design=design, icc=0.1)
    assert found.passes <= 0.05 + 0.015
    assert found.fails <= 0.05 + 0.015


_ends = st.sampled_from([0.0, 1.0])
_plans = st.tuples(st.integers(0, 60), st.integers(1, 3)).map(
    lambda shape: [name for _ in range(shape[1]) for name in range(shape[0])]
)


@settings(max_examples=30)
@given(
    plan=_plans,
    rate=st.floats(0, 1),
    threshold=st.floats(0.01, 0.99) | _ends,
    design=st.sampled_from(["fixed", "looks", "sequential"]),
    wave=st.integers(1, 25),
)
def test_the_numbers_fit_together(
    plan: list[int], rate: float, threshold: float, design: Design, wave: int
) -> None:
    """Probabilities add up to 1; trials lie within the plan; waves never ask less."""
    found = _found(plan, rate=rate, threshold=threshold, design=design, wave=wave, runs=50)
    assert found.passes + found.fails + found.undecided == pytest.approx(1)
    assert 0 <= found.expected_trials <= found.expected_asked + 1e-9 <= len(plan) + 1e-6
    steps = found.settled_by
    assert len(steps) == len(plan) + 1
    assert list(steps) == sorted(steps)
    assert steps[-1] == pytest.approx(found.passes + found.fails)


def test_a_wave_is_asked_to_its_end() -> None:
    """A perfect product that is settled by trial 68 is asked 80 in waves of 20."""
    found = _found(range(200), rate=1.0, design="sequential", wave=20)
    assert (found.expected_trials, found.expected_asked) == (68, 80)


def test_more_claims_make_fewer_fails_and_no_other_passes() -> None:
    """Holm costs fails alone."""
    alone, many = (
        _found(_PAIRS, rate=0.75, threshold=0.9, design="fixed", claims=claims)
        for claims in (1, 40)
    )
    assert many.fails < alone.fails
    assert many.passes == alone.passes


def test_impossible_designs_are_refused() -> None:
    """A judge's error cannot be corrected after every trial, and ranges are ranges."""
    gold = [Calibration(JudgeCounts(95, 100, 47, 50))]
    with pytest.raises(ValueError, match="sequential"):
        _found(_PAIRS, rate=0.9, design="sequential", calibrations=gold)
    for wrong in ({"rate": 1.2}, {"alpha": 0.6}, {"claims": 0}, {"wave": 0}, {"icc": -1}):
        with pytest.raises(ValueError, match="expected"):
            _found(_PAIRS, **{"rate": 0.9, "design": "fixed", **wrong})


def test_the_same_seed_gives_the_same_numbers() -> None:
    """What is drawn depends on the generator alone."""
    assert _found(_PAIRS, rate=0.9, design="looks") == _found(_PAIRS, rate=0.9, design="looks")


@pytest.mark.parametrize("design", ["fixed", "looks", "sequential"])
def test_a_product_that_has_not_changed_holds_or_not(design: Design) -> None:
    """Without flicker one run says all: a large margin is ruled out, a small one never."""
    for max_drop, holds in ((0.3, 1.0), (0.01, 0.0)):
        found = difference_characteristics(
            _PAIRS, max_drop=max_drop, alpha=0.05, design=design, rng=np.random.default_rng(1)
        )
        assert found.passes == holds
        assert found.fails == 0


def test_flicker_costs_what_was_planned() -> None:
    """Through a judge's noise the margin is ruled out as often as the planned power says."""
    found = difference_characteristics(
        _PAIRS,
        max_drop=0.15,
        alpha=0.05,
        design="fixed",
        rng=np.random.default_rng(3),
        flicker=0.04,
        j=0.9,
        runs=150,
    )
    power = non_inferiority_power(0.15, 56, 28, flicker=0.04, j=0.9)
    assert found.passes == pytest.approx(power, abs=0.12)


def test_a_large_drop_is_claimed_early() -> None:
    """Half of all pairs lost: claimed, and long before the end."""
    found = difference_characteristics(
        _FIVES[:200],
        max_drop=0.1,
        alpha=0.05,
        design="sequential",
        rng=np.random.default_rng(1),
        drop=0.5,
        claims=20,
        runs=20,
    )
    assert found.fails == 1
    assert found.expected_trials < 60
