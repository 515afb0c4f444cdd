"""Mixture e-processes: reference values, what makes them valid, and what happens at the edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.stats.e_process import (
    Mixture,
    default_fail_mixture,
    default_pass_mixture,
    log_bets_fail,
    log_bets_pass,
    log_e_fail,
    log_e_pass,
)

Oracle = Callable[[str], Any]

_threshold = st.sampled_from([0.05, 0.3, 0.5, 0.66, 0.8, 0.95, 0.99])
_counts = st.integers(0, 200).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))
_values = st.lists(st.sampled_from([0.0, 0.2, 0.5, 0.9, 1.0]), min_size=1, max_size=30)


def _mixture(prior: list[list[Any]]) -> Mixture:
    return Mixture(
        points=tuple((weight, *rest) for weight, kind, *rest in prior if kind == "pt"),
        betas=tuple((weight, *rest) for weight, kind, *rest in prior if kind == "beta"),
    )


def test_reference_values(oracle: Oracle) -> None:
    """22 pairs of log e-values, under two mixtures, agree with the reference."""
    rows = oracle("eprocess_bernoulli.json")
    assert len(rows) == 22
    for row in rows:
        counts = row["n"], row["failures"], row["threshold"]
        for side, evidence in (("pass", log_e_pass), ("fail", log_e_fail)):
            found = float(evidence(*counts, mixture=_mixture(row[f"{side}_prior"])))
            assert found == pytest.approx(row[f"log_e_{side}"], abs=1e-6)
            if row["prior"] == "mix_half":
                assert float(evidence(*counts)) == pytest.approx(found, abs=1e-6)


@pytest.mark.parametrize(
    ("n", "failures", "threshold", "log_pass", "log_fail"),
    [
        (59, 0, 0.95, 2.387866230255171, -3.5432230018369757),
        (200, 3, 0.95, 2.99533749987613, -5.65680191036089),
        (100, 12, 0.95, -3.4957868693066363, 2.9668477010472984),
        (40, 6, 0.9, -2.6162922027562856, -0.3619219249587563),
        (500, 2, 0.99, 0.6541363813676188, -4.2530560948880165),
    ],
)
def test_reference_values_at_hand(
    n: int, failures: int, threshold: float, log_pass: float, log_fail: float
) -> None:
    """Five of them, kept here: mix_half of the reference at its default alternatives."""
    assert float(log_e_pass(n, failures, threshold)) == pytest.approx(log_pass, abs=1e-6)
    assert float(log_e_fail(n, failures, threshold)) == pytest.approx(log_fail, abs=1e-6)


def test_what_is_bet_on_by_default() -> None:
    """A fifth of the failures allowed for a pass, twice as many for a fail, inside (0, 1)."""
    assert default_pass_mixture(0.95).points[0][1] == pytest.approx(0.99)
    assert default_pass_mixture(0.9).points[0][1] == pytest.approx(0.98)
    assert default_fail_mixture(0.95).points[0][1] == pytest.approx(0.9)
    for threshold in (0.01, 0.3, 0.5, 2 / 3, 0.9, 0.999):
        assert threshold < default_pass_mixture(threshold).points[0][1] < 1
        assert 0 < default_fail_mixture(threshold).points[0][1] < threshold


def test_74_successes_are_enough() -> None:
    """At 0.95 an unbroken record passes after 74 trials; betting in confseq takes over 100."""
    level = np.log(20)
    n = np.arange(1, 100)
    assert int(np.argmax(log_e_pass(n, 0, 0.95) >= level)) + 1 == 74


def test_a_package_takes_longer(oracle: Oracle) -> None:
    """On its own data, confseq's betting has not excluded 0.95 after 100; this has."""
    (row,) = [
        r for r in oracle("confseq_betting.json") if r["name"] == "p99_150" and r["N"] is None
    ]
    x = np.array(row["x"])
    after = dict(zip(row["at"], row["lower"], strict=True))
    assert after[100] < 0.95
    reached = log_e_pass(np.arange(1, len(x) + 1), np.cumsum(1 - x), 0.95) >= np.log(20)
    assert reached[:100].any()


@given(_counts, _threshold, st.floats(0, 1))
def test_no_step_gains_on_average(counts: tuple[int, int], threshold: float, share: float) -> None:
    """One more trial leaves the mean of E where it is at the threshold, and below it elsewhere."""
    n, failures = counts
    for evidence, rate, null in (
        (log_e_pass, threshold, True),
        (log_e_fail, threshold, True),
        (log_e_pass, threshold * share, False),
        (log_e_fail, threshold + (1 - threshold) * share, False),
    ):
        now = evidence(n, failures, threshold)
        good = np.exp(evidence(n + 1, failures, threshold) - now)
        bad = np.exp(evidence(n + 1, failures + 1, threshold) - now)
        mean = float(rate * good + (1 - rate) * bad)
        assert mean <= 1 + 1e-7
        if null:
            assert mean == pytest.approx(1, abs=1e-7)


@given(_values, _values, _threshold)
def test_no_step_gains_on_average_with_parts_of_trials(
    before: list[float], outcomes: list[float], threshold: float
) -> None:
    """Whatever values in [0, 1] come next with the threshold as their mean, E falls or stays."""
    n, failures = len(before), float(np.sum(1 - np.array(before)))
    mean = float(np.mean(outcomes))
    # outcomes mixed with 0 or 1, so that their mean is the threshold
    other = 0.0 if mean > threshold else 1.0
    share = (threshold - other) / (mean - other) if mean != other else 0.0
    values = np.array([*outcomes, other])
    chances = np.array([share / len(outcomes)] * len(outcomes) + [1 - share])
    assert float(values @ chances) == pytest.approx(threshold)
    for evidence in (log_e_pass, log_e_fail):
        now = evidence(n, failures, threshold)
        then = np.exp(evidence(n + 1, failures + 1 - values, threshold) - now)
        assert float(then @ chances) <= 1 + 1e-7
    for bets in (log_bets_pass, log_bets_fail):
        after = np.array([bets([*before, value], threshold)[-1] for value in values])
        gained = float(np.exp(after - bets(before, threshold)[-1]) @ chances)
        assert gained == pytest.approx(1, abs=1e-7)


@given(_counts, _threshold)
def test_one_more_success_speaks_for_a_pass(counts: tuple[int, int], threshold: float) -> None:
    """A failure turned into a success never lowers E of a pass, never raises E of a fail."""
    n, failures = counts
    if failures:
        better = failures - 1
        assert log_e_pass(n, better, threshold) >= log_e_pass(n, failures, threshold) - 1e-9
        assert log_e_fail(n, better, threshold) <= log_e_fail(n, failures, threshold) + 1e-9


@given(st.lists(_counts, min_size=1, max_size=4))
def test_what_is_refuted_lies_on_one_side(many: list[tuple[int, int]]) -> None:
    """Evidence that has reached e falls (pass) or rises (fail) with the rate it speaks against."""
    rates = np.linspace(0.001, 0.999, 999)
    for n, failures in many:
        good, bad = log_e_pass(n, failures, rates), log_e_fail(n, failures, rates)
        assert np.all((np.diff(good) <= 1e-9) | (good[1:] < 1))
        assert np.all((np.diff(bad) >= -1e-9) | (bad[:-1] < 0))


@given(_counts, st.floats(0, 1))
def test_never_nan(counts: tuple[int, int], threshold: float) -> None:
    """Any counts at any threshold give a number, infinities included."""
    assert not np.isnan(log_e_pass(*counts, threshold))
    assert not np.isnan(log_e_fail(*counts, threshold))


def test_thresholds_of_0_and_1() -> None:
    """What cannot be refuted stays at 0; what one trial refutes is infinite."""
    assert log_e_pass(50, 0, 1.0) == 0
    assert log_e_fail(50, 50, 0.0) == 0
    assert log_e_pass(1, 0, 0.0) == np.inf
    assert log_e_fail(1, 1, 1.0) == np.inf
    assert log_e_pass(5, 5, 0.0) < 0
    assert log_e_fail(5, 0, 1.0) < 0
    for threshold in (0.0, 0.5, 1.0):
        assert log_e_pass(0, 0, threshold) == log_e_fail(0, 0, threshold) == pytest.approx(0)


def test_a_beta_alone_may_vanish() -> None:
    """Where a mixture's only part is too small for a float, the evidence is none: -infinity."""
    assert log_e_pass(3000, 3000, 0.9, mixture=Mixture(betas=((1.0, 1.0, 1.0),))) == -np.inf


@given(st.lists(st.sampled_from([0.0, 1.0]), min_size=1, max_size=80), _threshold)
def test_bets_on_whole_values_are_the_mixture(values: list[float], threshold: float) -> None:
    """On whole values the bets are the mixture's, but for the nodes that stand for its betas."""
    n = np.arange(1, len(values) + 1)
    failures = np.cumsum(1 - np.array(values))
    points = Mixture(points=default_pass_mixture(threshold).points[:1] and ((1.0, 0.995),))
    if threshold < 0.995:
        found = log_bets_pass(values, threshold, mixture=points)
        assert found == pytest.approx(log_e_pass(n, failures, threshold, mixture=points), abs=1e-9)
    whole = log_e_pass(n, failures, threshold)
    near = log_bets_pass(values, threshold)
    assert np.all(np.abs(near - whole)[whole > 0] < 0.12)


@given(_values, _threshold)
def test_bets_on_parts_are_worth_at_least_the_mixture(
    values: list[float], threshold: float
) -> None:
    """A bet is the chord of the likelihood ratio's convex curve: never below it."""
    n = np.arange(1, len(values) + 1)
    failures = np.cumsum(1 - np.array(values))
    point = Mixture(points=((1.0, default_pass_mixture(threshold).points[0][1]),))
    bets = log_bets_pass(values, threshold, mixture=point)
    assert np.all(bets >= log_e_pass(n, failures, threshold, mixture=point) - 1e-9)


def test_no_values_no_evidence() -> None:
    """Bets on nothing return nothing."""
    assert log_bets_pass([], 0.5).shape == log_bets_fail([], 0.5).shape == (0,)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: log_e_pass(3, 4, 0.5), "failures lie outside"),
        (lambda: log_e_pass(3, -1, 0.5), "failures lie outside"),
        (lambda: log_e_fail(3, 1, 1.5), "threshold lies outside"),
        (lambda: log_e_pass(3, 1, 0.9, mixture=Mixture(points=((1.0, 0.5),))), "above"),
        (lambda: log_e_fail(3, 1, 0.3, mixture=Mixture(points=((1.0, 0.5),))), "below"),
        (lambda: log_bets_pass([0.5], 0.9, mixture=Mixture(points=((1.0, 0.5),))), "one side"),
        (lambda: log_bets_fail([0.5], 0.3, mixture=Mixture(points=((1.0, 0.5),))), "one side"),
        (lambda: log_bets_pass([1.5], 0.9), "value lies outside"),
        (lambda: log_bets_fail([0.5], 1.0), "threshold is 1.0"),
        (lambda: default_pass_mixture(1.0), "threshold is 1.0"),
        (lambda: default_fail_mixture(0.0), "threshold is 0.0"),
        (lambda: Mixture(points=((0.5, 0.9),)), "add up to 1"),
        (Mixture, "add up to 1"),
        (lambda: Mixture(points=((1.0, 1.0),)), "a point stands at 1.0"),
        (lambda: Mixture(betas=((1.0, 0.0, 1.0),)), "parameters above 0"),
    ],
)
def test_what_is_no_count_or_mixture_is_refused(call: Callable[[], object], told: str) -> None:
    """Counts, rates and mixtures outside their range raise, and say what was expected."""
    with pytest.raises(ValueError, match=told):
        call()
