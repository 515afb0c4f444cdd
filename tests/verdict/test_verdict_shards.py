"""A shard of a run decides nothing about a rate, and hides no alarm, whatever it measured."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measuring import PR, RELEASE, decided, measured, scores

from mhgate.records import Outcome, Profile, Threshold, Verdict

SHARD = "shard 2 of 8"
LIMITS = Threshold(min_score=0.7, max_drop=0.1)


def _of_shard(*probes: object, profile: Profile = RELEASE, **others: object) -> Verdict:
    return decided(*probes, profile=profile, partial_because=[SHARD], shard=SHARD, **others)  # type: ignore[arg-type]


@settings(max_examples=60)
@given(
    values=st.lists(st.sampled_from([1.0, 0.0, None]), min_size=1, max_size=40),
    exact=st.booleans(),
    profile=st.sampled_from([RELEASE, PR]),
)
def test_a_rate_is_left_to_merging(
    *, values: list[float | None], exact: bool, profile: Profile
) -> None:
    """However good or bad the replies: no pass, no fail, and open to whoever merges."""
    probe = measured(
        values, baseline=[1.0] * len(values), threshold=LIMITS, stratum=LIMITS, exact=exact
    )
    verdict = _of_shard(probe, profile=profile, baseline="main-1")
    (found,) = verdict.pillars[0].probes
    parts = [found, *found.strata]
    assert {part.outcome for part in parts} == {Outcome.INCONCLUSIVE}
    assert {part.regression for part in parts} == {None}
    assert all("decided when the shards are merged" in part.sentence for part in parts)
    is_measured = any(value is not None for value in values)
    assert verdict.exit_code == (0 if is_measured else 4)
    assert verdict.outcome is (Outcome.INCONCLUSIVE if is_measured else Outcome.ERROR)
    assert verdict.blocks is not is_measured


@pytest.mark.parametrize(
    ("exact", "profile", "code"), [(True, RELEASE, 1), (True, PR, 1), (False, RELEASE, 3)]
)
def test_an_alarm_speaks_in_its_shard(*, exact: bool, profile: Profile, code: int) -> None:
    """Confirmed, it is a fail; seen by the judge alone, it blocks where a pass is required."""
    probe = measured(scores(19, 1), threshold=Threshold(min_score=0.5), exact=exact, never=True)
    verdict = _of_shard(probe, profile=profile)
    assert verdict.exit_code == code
    assert "A person must look" in verdict.pillars[0].probes[0].sentence


def test_an_alarm_of_the_judge_alone_is_shown_where_no_pass_is_required() -> None:
    """On a pull request it closes nothing, as in a whole run, and is told first."""
    probe = measured(scores(19, 1), threshold=Threshold(min_score=0.5), exact=False, never=True)
    verdict = _of_shard(probe, profile=PR)
    assert verdict.exit_code == 0
    assert any("a person must look" in line for line in verdict.headline)


def test_what_is_missing_beside_the_shard_closes_the_gate() -> None:
    """A shard that is cut short, or was selected from, is partial like any run: 3."""
    probe = measured(scores(20), threshold=LIMITS)
    cut = decided(probe, partial_because=[SHARD, "3 trials were not reached"], shard=SHARD)
    assert (cut.outcome, cut.exit_code, cut.blocks) == (Outcome.INCONCLUSIVE, 3, True)
    stopped = decided(probe, partial_because=[SHARD], shard=SHARD, interrupted=True)
    assert stopped.exit_code == 3


def test_a_shard_with_nothing_to_ask_is_measured() -> None:
    """None of the plan's families is its own: there is nothing that it lacks."""
    verdict = _of_shard(measured([], threshold=LIMITS))
    assert (verdict.outcome, verdict.exit_code) == (Outcome.INCONCLUSIVE, 0)
