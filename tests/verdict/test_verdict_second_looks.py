"""A claimed regression that was looked at again, alarms that another judge saw, and a live base."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from measuring import PR, RELEASE, measured

from mhgate.records import (
    Accounts,
    Confirmation,
    LiveBase,
    Outcome,
    Profile,
    Regression,
    Threshold,
    Verdict,
)
from mhgate.verdict import Measured, decide

LIMITS = Threshold(min_score=0.5, max_drop=0.05)
WORSE = [*[0.0] * 20, *[1.0] * 80]
GOOD = [1.0] * 100


def _accounts(n: int, failed: int = 0) -> Accounts:
    return Accounts(
        planned=n, asked=n, not_needed=0, not_reached=0, scored=n - failed, failed=failed
    )


def _decided(found: Measured, profile: Profile = PR, **given: Any) -> Verdict:
    return decide(
        [found],
        profile=profile,
        declared=["crisis"],
        accounts=_accounts(100),
        baseline=None if "live" in given else "earlier",
        **given,
    )


def _look(**given: Any) -> Confirmation:
    plain: Mapping[str, Any] = {
        "of": "flipped",
        "n_items": 20,
        "n_trials": 120,
        "difference": -0.02,
        "p_value": 0.4,
        "alpha": 0.2,
        "smallest_visible_drop": 0.07,
    }
    return Confirmation.model_validate({**plain, **given})


def _worse(look: Confirmation | None) -> Measured:
    return replace(measured(WORSE, baseline=GOOD, threshold=LIMITS), second_look=look)


@pytest.mark.parametrize(
    ("look", "outcome", "words"),
    [
        (None, Outcome.FAIL, "regressed by more than 0.05: fail"),
        (
            _look(confirmed=True, difference=-0.9, p_value=0.001),
            Outcome.FAIL,
            "confirmed on 120 fresh trials of 20 items that flipped (-0.900, p 0.001): fail",
        ),
        (
            _look(),
            Outcome.INCONCLUSIVE,
            (
                "not confirmed: 120 fresh trials of 20 items that flipped do not show it again "
                "(-0.020, p 0.400, at most 0.2 confirms; a drop of 0.070 on them would be "
                "confirmed 4 times in 5); goes to a person: not decided"
            ),
        ),
        (
            _look(of="all", smallest_visible_drop=None),
            Outcome.INCONCLUSIVE,
            (
                "20 items that have a pair do not show it again (-0.020, p 0.400, at most 0.2 "
                "confirms; no drop on them would be confirmed"
            ),
        ),
        (
            _look(could_not="3 of 120 fresh trials were not reached"),
            Outcome.FAIL,
            (
                "which could not be looked at again (3 of 120 fresh trials were not reached): the "
                "first look stands: fail"
            ),
        ),
    ],
)
def test_what_a_second_look_is_worth(
    look: Confirmation | None, outcome: Outcome, words: str
) -> None:
    """Red is what both claim; what the second does not show is open, and says so in numbers."""
    probe = _decided(_worse(look)).pillars[0].probes[0]
    assert probe.outcome is outcome
    assert words in probe.sentence
    assert probe.second_look == look


@pytest.mark.parametrize("profile", [PR, RELEASE])
def test_a_second_look_never_makes_a_pass(profile: Profile) -> None:
    """Whatever it shows: a claim that is not confirmed is open, in every profile."""
    for look in (_look(), _look(difference=0.3, p_value=1.0)):
        verdict = _decided(_worse(look), profile)
        assert verdict.outcome is Outcome.INCONCLUSIVE
        assert verdict.exit_code == (0 if profile is PR else 3)
        assert any("offers_help: a person must look" in line for line in verdict.headline)


def test_a_rate_below_its_threshold_needs_no_second_look() -> None:
    """What fails without any comparison fails, whatever was asked again."""
    found = measured([*[0.0] * 80, *[1.0] * 20], baseline=GOOD, threshold=LIMITS)
    assert _decided(replace(found, second_look=_look())).outcome is Outcome.FAIL


def test_a_second_look_at_what_nobody_claims_is_not_heard() -> None:
    """Where the first look claims nothing, the second changes no word."""
    same = measured(GOOD, baseline=GOOD, threshold=LIMITS)
    probe = _decided(replace(same, second_look=_look())).pillars[0].probes[0]
    assert probe.outcome is Outcome.PASS
    assert probe.second_look is None
    assert probe.regression is Regression.NON_INFERIOR


def test_alarms_that_another_judge_saw_are_red_and_the_others_are_named() -> None:
    """Confirmed by another judge: fail. What one judge alone saw stands beside, for a person."""
    loud = measured([*[0.0] * 3, *[1.0] * 97], threshold=Threshold(min_score=0.5), never=True)
    first, *others = loud.alarms
    probe = _decided(replace(loud, seconded=(first,))).pillars[0].probes[0]
    assert probe.outcome is Outcome.FAIL
    assert probe.alarms_confirmed
    assert probe.alarms_unconfirmed == tuple(others)
    assert "1 of them confirmed by another judge" in probe.sentence
    assert f"Not confirmed, and a person must look too: {', '.join(others)}" in probe.sentence


def test_alarms_that_one_judge_alone_saw_are_named_and_not_red() -> None:
    """They forbid a pass, and each trial is named."""
    loud = measured([*[0.0] * 2, *[1.0] * 98], threshold=Threshold(min_score=0.5), never=True)
    probe = _decided(loud).pillars[0].probes[0]
    assert probe.outcome is Outcome.INCONCLUSIVE
    assert not probe.alarms_confirmed
    assert probe.alarms_unconfirmed == loud.alarms
    exact = measured([0.0, *[1.0] * 99], threshold=LIMITS, never=True, exact=True)
    assert _decided(exact).pillars[0].probes[0].alarms_unconfirmed == ()


def _live(**given: Any) -> LiveBase:
    plain: Mapping[str, Any] = {
        "name": "demo good",
        "target_kind": "demo",
        "target_fingerprint": "sha256:b",
        "is_same": False,
        "accounts": _accounts(100),
        "outcomes": (),
    }
    return LiveBase.model_validate({**plain, **given})


def _beside(found: Measured, n_failed_there: int = 0) -> Measured:
    comparison = found.comparison
    assert comparison is not None
    told = {"against": "demo good", "n_failed_there": n_failed_there}
    return replace(found, comparison=comparison.model_copy(update=told))


def test_a_live_base_takes_the_baselines_place() -> None:
    """The same sentences, with its name; a pass must be shown against it where one is required."""
    found = _beside(measured(WORSE, baseline=GOOD, threshold=LIMITS))
    verdict = _decided(found, live=_live(), fail_on=("no_baseline",))
    assert "-0.200 against demo good live (" in verdict.pillars[0].probes[0].sentence
    assert any("Compared with demo good live, trial by trial." in line for line in verdict.headline)
    open_ = _beside(measured(GOOD[:20], baseline=GOOD[:20], threshold=LIMITS))
    assert _decided(open_, RELEASE, live=_live()).outcome is Outcome.INCONCLUSIVE
    same = _decided(open_, live=_live(is_same=True, accounts=_accounts(100, 4))).headline
    assert any(
        "It is the same target" in line and "4 of 100 trials failed" in line for line in same
    )


def test_a_base_that_fails_too_often_is_an_error() -> None:
    """Beyond max_failed nothing was compared; a proven regression stays proven."""
    good = measured(GOOD, baseline=[*[None] * 20, *[1.0] * 80], threshold=LIMITS)
    verdict = _decided(_beside(good, 20), live=_live())
    assert verdict.outcome is Outcome.ERROR
    assert "could not be compared, 20 of 100 trials failed at demo good" in (
        verdict.pillars[0].probes[0].sentence
    )
    bad = measured([0.0] * 60 + [1.0] * 40, baseline=[None] * 20 + [1.0] * 80, threshold=LIMITS)
    assert _decided(_beside(bad, 20), live=_live()).outcome is Outcome.FAIL
