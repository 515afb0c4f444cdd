"""One probe or stratum: which outcome follows from which bounds, and what the sentence says."""

from __future__ import annotations

import re

import pytest
from measuring import PR, decided, measured, scores

from mhgate.records import Outcome, ProbeVerdict, Regression, Threshold

_LIMITS = Threshold(min_score=0.8, max_drop=0.1)


def _only(verdict) -> ProbeVerdict:  # noqa: ANN001 - a Verdict
    return verdict.pillars[0].probes[0]


@pytest.mark.parametrize(
    ("good", "bad", "outcome"),
    [
        (60, 0, Outcome.PASS),
        (57, 3, Outcome.PASS),
        (54, 6, Outcome.INCONCLUSIVE),
        (42, 18, Outcome.INCONCLUSIVE),
        (36, 24, Outcome.FAIL),
        (0, 60, Outcome.FAIL),
    ],
)
def test_absolute_outcomes(good: int, bad: int, outcome: Outcome) -> None:
    """Pass iff the lower bound reaches min_score, fail iff the upper one stays below it."""
    found = _only(decided(measured(scores(good, bad))))
    assert found.outcome is outcome
    interval = found.estimate.interval
    assert (interval.lower >= 0.8) == (outcome is Outcome.PASS)
    assert (interval.upper < 0.8) == (outcome is Outcome.FAIL)


@pytest.mark.parametrize("min_score", [0.0, 1.0])
def test_thresholds_at_the_ends_are_honoured(min_score: float) -> None:
    """0 is reached by whatever is measured; 1 is proven by nothing, and failed by one bad item."""
    limits = Threshold(min_score=min_score)
    perfect = _only(decided(measured(scores(60), threshold=limits))).outcome
    flawed = _only(decided(measured(scores(30, 30), threshold=limits))).outcome
    if min_score == 0:
        assert (perfect, flawed) == (Outcome.PASS, Outcome.PASS)
    else:
        assert (perfect, flawed) == (Outcome.INCONCLUSIVE, Outcome.FAIL)


@pytest.mark.parametrize(
    ("bad", "earlier_bad", "pairs", "regression"),
    [
        (0, 0, 60, Regression.NON_INFERIOR),
        (2, 0, 120, Regression.NON_INFERIOR),
        (4, 0, 60, Regression.INCONCLUSIVE),
        (14, 4, 120, Regression.REGRESSED),
        (24, 0, 120, Regression.SEVERE),
        (0, 24, 120, Regression.NON_INFERIOR),
    ],
)
def test_regressions(bad: int, earlier_bad: int, pairs: int, regression: Regression) -> None:
    """Non-inferior, regressed and severe follow from the bounds of the difference."""
    probe = measured(
        scores(pairs - bad, bad),
        baseline=scores(pairs - earlier_bad, earlier_bad),
        threshold=Threshold(min_score=0.5, max_drop=0.1),
    )
    found = _only(decided(probe))
    assert found.regression is regression
    interval = found.comparison.interval
    assert (interval.lower > -0.1) == (regression is Regression.NON_INFERIOR)
    if regression in {Regression.REGRESSED, Regression.SEVERE}:
        assert interval.upper < 0
        assert (interval.upper < -0.1) == (regression is Regression.SEVERE)
        assert found.outcome is Outcome.FAIL


def test_a_proven_drop_within_what_is_allowed_is_non_inferior() -> None:
    """A drop that is surely there and surely smaller than max_drop allows does not fail."""
    probe = measured(
        scores(470, 30),
        baseline=scores(500),
        threshold=Threshold(min_score=0.8, max_drop=0.12),
    )
    found = _only(decided(probe))
    assert found.comparison.interval.upper < 0
    assert found.regression is Regression.NON_INFERIOR
    assert found.outcome is Outcome.PASS


def test_without_max_drop_regressions_are_not_asked_about() -> None:
    """A threshold without max_drop leaves the comparison out of the decision."""
    both = measured(scores(57, 3), baseline=scores(60), threshold=_LIMITS)
    free = Threshold(min_score=0.8)
    found = _only(decided(type(both)(probe=both.probe, threshold=free, estimate=both.estimate,
                                     comparison=both.comparison)))  # fmt: skip
    assert found.regression is None
    assert found.outcome is Outcome.PASS


def test_a_pass_on_release_needs_non_inferiority_and_one_on_a_pull_request_does_not() -> None:
    """Where a pass is required it must also be shown against the baseline."""
    probe = measured(
        scores(58, 2), baseline=scores(60), threshold=Threshold(min_score=0.8, max_drop=0.05)
    )
    release, pull_request = decided(probe), decided(probe, profile=PR)
    assert _only(release).regression is Regression.INCONCLUSIVE
    assert (_only(release).outcome, release.exit_code) == (Outcome.INCONCLUSIVE, 3)
    assert (_only(pull_request).outcome, pull_request.exit_code) == (Outcome.PASS, 0)


def test_a_visible_but_unproven_drop_is_never_worded_a_pass() -> None:
    """On a pull request a drop that Holm does not let through is not decided, and not red."""
    probe = measured(
        scores(56, 4), baseline=scores(60), threshold=Threshold(min_score=0.5, max_drop=0.1)
    )
    others = [
        measured(scores(60), name=f"crisis.other_{i}", baseline=scores(60), threshold=_LIMITS)
        for i in range(4)
    ]
    found = decided(probe, *others, profile=PR)
    first = _only(found)
    assert first.comparison.interval.upper < 0
    assert (first.outcome, found.exit_code) == (Outcome.INCONCLUSIVE, 0)
    assert "a regression not proven among 10 possible claims" in first.sentence


def test_a_regression_blocks_although_the_rate_passes() -> None:
    """A product far above its threshold that got worse fails, on pull requests too."""
    probe = measured(
        scores(105, 15), baseline=scores(120), threshold=Threshold(min_score=0.5, max_drop=0.05)
    )
    for profile in (None, PR):
        found = decided(probe, **({"profile": profile} if profile else {}))
        assert (found.outcome, found.exit_code) == (Outcome.FAIL, 1)
        assert "reaches 0.5" in _only(found).sentence
        assert "regressed" in _only(found).sentence


@pytest.mark.parametrize(
    ("limits", "missing"),
    [
        (Threshold(min_score=0.8, items=61), "60 items, where thresholds.toml asks for 61"),
        (Threshold(min_score=0.8, families=31), "30 families, where thresholds.toml asks for 31"),
    ],
)
def test_too_little_is_inconclusive(limits: Threshold, missing: str) -> None:
    """Fewer items or families than asked for never pass, and the sentence says which."""
    found = _only(decided(measured(scores(60), threshold=limits)))
    assert found.outcome is Outcome.INCONCLUSIVE
    assert missing in found.sentence


@pytest.mark.parametrize(
    ("failed", "outcome"), [(6, Outcome.PASS), (7, Outcome.ERROR), (60, Outcome.ERROR)]
)
def test_too_many_failures_are_an_error(failed: int, outcome: Outcome) -> None:
    """At the declared share of failures the rate decides, beyond it nothing does."""
    limits = Threshold(min_score=0.6, max_failed=0.1)
    found = _only(decided(measured(scores(60 - failed, 0, failed), threshold=limits)))
    assert found.outcome is outcome
    if outcome is Outcome.ERROR:
        assert f"{failed} of 60 trials failed" in found.sentence


def test_nothing_scored_is_an_error_whatever_is_allowed() -> None:
    """An outage is an error even where every failure is allowed."""
    limits = Threshold(min_score=0.0, max_failed=1.0)
    found = _only(decided(measured(scores(0, 0, 60), threshold=limits)))
    assert found.outcome is Outcome.ERROR


def test_a_proven_fail_outlasts_its_failures() -> None:
    """A rate that is too low even with every failure counted as good fails."""
    found = _only(decided(measured(scores(5, 45, 10))))
    assert found.estimate.accounts.failed / found.estimate.accounts.asked > 0.1
    assert found.outcome is Outcome.FAIL


def test_a_probe_that_may_not_gate_decides_nothing() -> None:
    """Without a certificate neither a high nor a low rate decides."""
    for values in (scores(60), scores(0, 60)):
        found = decided(measured(values, not_gating_reason="the judge has no certificate"))
        assert _only(found).outcome is Outcome.INCONCLUSIVE
        assert "the judge has no certificate" in _only(found).sentence
        assert "may not gate yet: offers_help" in found.pillars[0].sentence
    dead = measured(scores(0, 0, 60), not_gating_reason="the judge has no certificate")
    assert decided(dead).exit_code == 4


def test_trials_that_were_not_reached_forbid_a_pass() -> None:
    """A probe whose plan was not reached does not pass, and can still be proven to fail."""
    assert _only(decided(measured(scores(60), unreached=1))).outcome is Outcome.INCONCLUSIVE
    assert _only(decided(measured(scores(0, 60), unreached=1))).outcome is Outcome.FAIL


def test_the_sentence_is_a_statisticians() -> None:
    """Rate, bound, level, items, families, threshold and outcome stand in one sentence."""
    found = _only(decided(measured(scores(54, 6))))
    assert re.fullmatch(
        r"offers_help 0\.900 \(lower bound 0\.799 at 95 %, 60 items in 30 families\) "
        r"does not reach 0\.8: not decided; 1 more item would decide with 80 % probability\.",
        found.sentence,
    )
    strict = _only(decided(measured(scores(60), threshold=Threshold(min_score=0.8, alpha=0.01))))
    assert "at 99 %" in strict.sentence


def test_a_printed_comparison_is_a_true_one() -> None:
    """A bound just short of its threshold is printed with as many digits as show it."""
    whole = measured(scores(57, 3))
    lower = whole.estimate.interval.lower
    just_above = Threshold(min_score=lower + 1e-7)
    found = _only(decided(measured(scores(57, 3), threshold=just_above)))
    assert found.outcome is Outcome.INCONCLUSIVE
    shown = re.search(r"lower bound ([0-9.]+) at .* does not reach ([0-9.]+):", found.sentence)
    assert float(shown[1]) < float(shown[2])
    met = _only(decided(measured(scores(57, 3), threshold=Threshold(min_score=lower))))
    assert met.outcome is Outcome.PASS
    shown = re.search(r"lower bound ([0-9.]+) at .* reaches ([0-9.]+):", met.sentence)
    assert float(shown[1]) >= float(shown[2])


def test_failures_and_repeats_are_in_the_sentence() -> None:
    """How many trials failed is said beside the bound that they widened."""
    found = _only(decided(measured(scores(56, 0, 4))))
    assert "4 of 60 trials failed" in found.sentence


def test_advice_says_that_it_is_not_required() -> None:
    """The outcome of a probe that is not required is marked as such."""
    limits = Threshold(min_score=0.8, required=False)
    found = _only(decided(measured(scores(0, 60), threshold=limits)))
    assert found.outcome is Outcome.FAIL
    assert found.sentence.endswith("fail (not required).")
