"""A judge that is not the one that it was is believed in nothing, and the verdict says so."""

from __future__ import annotations

import numpy as np
import pytest
from measuring import PR, RELEASE, decided, measured

from mhgate.records import Drift, DriftAnswer, Outcome
from mhgate.verdict import drift_line, why_drifted

N = 90


def drift(agrees: list[bool], before: list[bool] | None = None, *, per_call: int = 3) -> Drift:
    """What a judge said of labels, so many a call."""
    return Drift(
        judge="sha256:j",
        before=None if before is None else "run-1",
        answers=tuple(
            DriftAnswer(
                case=f"c-{n // per_call}",
                cell=f"q{n}",
                unit=f"c-{n // per_call} D1",
                digest=str(n),
                agrees=each,
                agreed_before=None if before is None else before[n],
            )
            for n, each in enumerate(agrees)
        ),
    )


def agreeing(n: int, of: int = N) -> list[bool]:
    return [True] * n + [False] * (of - n)


def test_the_same_answers_are_no_drift() -> None:
    """Nor are none at all: nothing was asked."""
    assert why_drifted(None) == ""
    assert why_drifted(drift(agreeing(80), agreeing(80))) == ""
    assert drift_line(None) == ""


def test_a_change_beyond_chance_is_told_with_its_numbers() -> None:
    """Eight calls worse and none better are p = 1 / 128: chance, at half of .01; nine are not."""
    before = agreeing(N)
    eight, nine = agreeing(N - 24), agreeing(N - 27)
    assert why_drifted(drift(eight, before)) == ""
    told = why_drifted(drift(nine, before))
    assert told == (
        "the judge has changed: it agrees with 63 of 90 known labels, and agreed with 90 of 90 in "
        "run-1 (p = 0.004)"
    )


def test_a_change_for_the_better_is_a_change() -> None:
    """Rates of then and now are not of one judge."""
    assert "has changed" in why_drifted(drift(agreeing(N), agreeing(N - 27)))


def test_a_judge_below_the_floor_is_told_at_first_use() -> None:
    """55 of 90 are 61 %: by an exact bound at .01 fewer than 75 %; 58 might be luck."""
    told = why_drifted(drift(agreeing(55)))
    assert told.startswith(
        "the judge agrees with 55 of 90 known labels, and so with fewer than 75 %"
    )
    assert why_drifted(drift(agreeing(58))) == ""
    assert why_drifted(drift(agreeing(20), agreeing(20))) != ""


def test_no_alarm_without_a_change() -> None:
    """A judge that errs in a tenth of its calls, each time anew, raises one in no more than 1 %."""
    rng = np.random.default_rng(1)
    alarms = 0
    for _ in range(400):
        now, then = (np.repeat(rng.random(30) > 0.1, 3).tolist() for _ in range(2))
        alarms += bool(why_drifted(drift(now, then)))
    assert alarms <= 8


def test_judged_probes_do_not_gate_and_exact_ones_do() -> None:
    """The judge is asked for what it judges alone."""
    good = [1.0] * 120
    changed = drift(agreeing(N - 27), agreeing(N))
    verdict = decided(measured(good), profile=RELEASE, drift=changed)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert verdict.exit_code == 3
    assert any("the judge has changed" in line for line in verdict.headline)
    (pillar,) = verdict.pillars
    assert "the judge has changed" in pillar.probes[0].sentence
    exact = decided(measured(good, exact=True), profile=RELEASE, drift=changed)
    assert exact.outcome is Outcome.PASS


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_no_profile_lets_it_through(value: float) -> None:
    """Neither a pass nor a fail by a judge that has changed; and it is not neutral either."""
    changed = drift(agreeing(N - 27), agreeing(N))
    verdict = decided(measured([value] * 120), profile=PR, drift=changed)
    assert verdict.outcome is Outcome.INCONCLUSIVE
    assert verdict.blocks
    assert "bless a new baseline" in verdict.exit_meaning


def test_unanswered_labels_agree_with_nothing_and_are_counted() -> None:
    """A judge that is silent shows nothing of what it was."""
    silent = drift(agreeing(0)).model_copy(
        update={
            "answers": tuple(
                each.model_copy(update={"failure": "timeout"})
                for each in drift(agreeing(0)).answers
            )
        }
    )
    assert "90 without an answer" in why_drifted(silent)
