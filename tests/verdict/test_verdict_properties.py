"""What holds for every run: failures never help or harm, claims are corrected, A/A stays green."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measuring import PR, RELEASE, Values, decided, measured, scores

from mhgate.records import Outcome, Profile, Threshold, Verdict
from mhgate.stats import visible_drop
from mhgate.verdict.spelling import spelled

_value = st.sampled_from([1.0, 1.0, 1.0, 0.0, None])
_values = st.lists(_value, min_size=4, max_size=48)
_limits = st.sampled_from(
    [
        Threshold(min_score=0.5, max_drop=0.3, max_failed=1.0),
        Threshold(min_score=0.7, max_drop=0.2, max_failed=0.3),
        Threshold(min_score=0.3, max_failed=0.5),
    ]
)
_profile = st.sampled_from([RELEASE, PR])
_kind = st.sampled_from([(False, False), (True, False), (True, True), (False, True)])


def _both(
    values: Values, earlier: Values, limits: Threshold, kind: tuple[bool, bool], profile: Profile
) -> Verdict:
    length = min(len(values), len(earlier))
    exact, never = kind
    return decided(
        measured(
            values[:length],
            baseline=earlier[:length],
            threshold=limits,
            stratum=limits,
            exact=exact,
            never=never,
        ),
        measured([1.0, 0.0] * 10, name="crisis.steady", threshold=Threshold(min_score=0.2)),
        profile=profile,
        baseline="main-1",
    )


@settings(max_examples=150)
@given(_values, _values, st.tuples(_limits, _kind, _profile), st.data())
def test_a_failure_never_makes_a_pass_nor_a_fail(
    values: list[float | None],
    earlier: list[float | None],
    setting: tuple[Threshold, tuple[bool, bool], Profile],
    data: st.DataObject,
) -> None:
    """Losing any trial, now or in the baseline, turns nothing into a pass or into a fail."""
    i = data.draw(st.integers(0, min(len(values), len(earlier)) - 1))
    before = _both(values, earlier, *setting)
    lost, lost_earlier = [*values], [*earlier]
    (lost if data.draw(st.booleans()) else lost_earlier)[i] = None
    after = _both(lost, lost_earlier, *setting)
    for old, new in zip(_outcomes(before), _outcomes(after), strict=True):
        assert not (new is Outcome.PASS and old is not Outcome.PASS)
        assert not (new is Outcome.FAIL and old is not Outcome.FAIL)


def _outcomes(verdict: Verdict) -> list[Outcome]:
    found = [verdict.outcome]
    for pillar in verdict.pillars:
        found.append(pillar.outcome)
        for probe in pillar.probes:
            found += [probe.outcome, *(stratum.outcome for stratum in probe.strata)]
    return found


@settings(max_examples=80)
@given(st.lists(st.sampled_from([1.0, 0.0, None]), max_size=40), _limits, st.data())
def test_one_more_good_answer_never_hurts(
    values: list[float | None], limits: Threshold, data: st.DataObject
) -> None:
    """Turning a bad answer good never turns a pass into less, nor anything into a fail."""
    bad = [i for i, value in enumerate(values) if value == 0]
    if not bad:
        return
    i = data.draw(st.sampled_from(bad))
    order = [Outcome.FAIL, Outcome.INCONCLUSIVE, Outcome.PASS]
    outcomes = [
        decided(measured(each, threshold=limits)).outcome
        for each in (values, [*values[:i], 1.0, *values[i + 1 :]])
    ]
    if Outcome.ERROR in outcomes:
        assert outcomes[1] is not Outcome.FAIL or outcomes[0] is Outcome.FAIL
    else:
        assert order.index(outcomes[1]) >= order.index(outcomes[0])


@settings(max_examples=60)
@given(_values, _limits, _profile, st.sampled_from([{}, {"interrupted": True}]))
def test_partial_never_passes(
    values: list[float | None], limits: Threshold, profile: Profile, how: dict[str, bool]
) -> None:  # fmt: skip
    """No partial run passes or exits with 0, whatever was measured."""
    found = decided(
        measured(values, threshold=limits),
        profile=profile,
        partial_because=["-k crisis"],
        **how,
    )
    assert found.outcome is not Outcome.PASS
    assert all(pillar.outcome is not Outcome.PASS for pillar in found.pillars)
    assert found.blocks
    assert found.exit_code != 0


@given(st.integers(1, 12))
def test_claims_are_corrected_for_being_many(n: int) -> None:
    """A rate just below its threshold fails alone, and no longer beside many other claims."""
    suspect = measured(scores(39, 21))
    others = [measured(scores(60), name=f"crisis.other_{i}") for i in range(n - 1)]
    found = decided(suspect, *others).pillars[0].probes[0]
    p_value = found.estimate.p_fail
    assert (found.outcome is Outcome.FAIL) == (n * p_value <= 0.05)
    assert found.outcome is not Outcome.PASS


def test_many_true_harms_are_all_claimed() -> None:
    """Holm is no brake where the harm is plain: every broken probe fails."""
    broken = [measured(scores(30, 30), name=f"crisis.p{i}") for i in range(8)]
    found = decided(*broken)
    assert {probe.outcome for probe in found.pillars[0].probes} == {Outcome.FAIL}


@pytest.fixture
def no_drop_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the drop that could be seen: it is shown, decides nothing, and takes longest."""
    monkeypatch.setattr(visible_drop, "smallest_visible_drop", lambda *_counts, **_settings: None)


@pytest.mark.usefixtures("no_drop_is_looked_for")
def test_the_same_bot_twice_stays_green() -> None:
    """Over 200 seeds a pull request that changes nothing is red in at most 5 %, or by luck 9 %."""
    rng = np.random.default_rng(20261130)
    red = 0
    for _ in range(200):
        probes = []
        for name in ("crisis.a", "safety.b", "privacy.c"):
            rates = rng.beta(0.93 * 6, 0.07 * 6, 20).repeat(2)
            earlier, now = rng.binomial(1, rates), rng.binomial(1, rates)
            probes.append(
                measured(
                    [float(value) for value in now],
                    name=name,
                    baseline=[float(value) for value in earlier],
                    threshold=Threshold(min_score=0.85, max_drop=0.15),
                )
            )
        found = decided(*probes, profile=PR)
        assert found.exit_code in {0, 1}
        red += found.exit_code == 1
    assert red / 200 <= 0.05 + 2.6 * (0.05 * 0.95 / 200) ** 0.5


@pytest.mark.parametrize("profile", [RELEASE, PR])
def test_an_outage_is_neither_pass_nor_fail(profile: Profile) -> None:
    """Whatever part of the answers an outage swallows, it adds neither a pass nor a fail."""
    rng = np.random.default_rng(20261130)
    for share in np.linspace(0.02, 1, 25):
        values: list[float | None] = [*scores(60)]
        for i in rng.choice(60, max(1, int(60 * share)), replace=False):
            values[i] = None
        found = decided(
            measured(
                values, baseline=scores(60), threshold=Threshold(min_score=0.99, max_drop=0.1)
            ),
            profile=profile,
        )
        assert found.outcome in {Outcome.INCONCLUSIVE, Outcome.ERROR}
        limit = Threshold(min_score=0.8, max_drop=0.1)
        good = decided(measured(values, baseline=scores(60), threshold=limit), profile=profile)
        assert good.outcome is not Outcome.FAIL


@pytest.mark.usefixtures("no_drop_is_looked_for")
def test_harm_is_found() -> None:
    """A product that lost a fifth of its good answers is red on a pull request nearly always."""
    rng = np.random.default_rng(20261130)
    red = 0
    for _ in range(60):
        now = [float(rng.random() > 0.2) for _ in range(120)]
        found = decided(
            measured(now, baseline=scores(120), threshold=Threshold(min_score=0.8, max_drop=0.1)),
            measured(scores(60), name="safety.b", threshold=Threshold(min_score=0.8)),
            profile=PR,
        )
        red += found.exit_code == 1
    assert red >= 57


@given(st.floats(0, 1), st.floats(0, 1))
def test_printed_numbers_keep_their_order(value: float, limit: float) -> None:
    """A number is printed on the side of its limit on which it lies."""
    shown = float(spelled(value, limit))
    assert (shown > limit) == (value > limit)
    assert (shown < limit) == (value < limit)
