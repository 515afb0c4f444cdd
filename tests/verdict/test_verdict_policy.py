"""Holds what a policy adds to a profile, and the sentence in which a comparison is told."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measuring import MEASURE, PR, RELEASE, decided, measured, scores

from mhgate.records import Outcome, Profile, Threshold, Verdict

_LIMITS = Threshold(min_score=0.6, max_drop=0.1)
_NAMES = ["inconclusive", "new_items", "not_certified", "no_baseline"]
_values = st.lists(st.sampled_from([1.0, 1.0, 1.0, 0.0, None]), min_size=4, max_size=40)


def _sentence(values: list[float | None], *, profile: Profile = PR) -> str:
    probe = measured(values, baseline=scores(len(values)), threshold=_LIMITS)
    return decided(probe, profile=profile).pillars[0].probes[0].sentence


# --- what it adds


@settings(max_examples=150, deadline=None)
@given(
    _values,
    st.sampled_from([PR, RELEASE, MEASURE]),
    st.lists(st.sampled_from(_NAMES), unique=True),
    st.booleans(),
    st.booleans(),
)
def test_it_can_only_close_the_gate(
    values: list[float | None],
    profile: Profile,
    fail_on: list[str],
    has_baseline: bool,  # noqa: FBT001 - drawn
    is_certified: bool,  # noqa: FBT001 - drawn
) -> None:
    """Whatever is listed: nothing opens, and what is proven or could not be evaluated stays so."""
    earlier = scores(len(values)) if has_baseline else None
    probe = measured(values, baseline=earlier, threshold=_LIMITS)

    def found(names: list[str]) -> Verdict:
        return decided(
            probe,
            profile=profile,
            judge_certified=is_certified,
            new_items=("crisis/new",) if has_baseline else (),
            fail_on=names,
        )

    without, with_it = found([]), found(fail_on)
    assert with_it.blocks or not without.blocks
    if without.outcome in {Outcome.FAIL, Outcome.ERROR} and without.exit_code != 0:
        assert with_it.exit_code in {without.exit_code, 1}
    assert with_it.blocks == (with_it.exit_code != 0)
    assert not (with_it.outcome is Outcome.PASS and with_it.blocks)
    if not profile.decides:
        assert with_it.exit_code == without.exit_code


@pytest.mark.parametrize(
    ("names", "others", "code", "outcome"),
    [
        (["new_items"], {"new_items": ("crisis/1",)}, 1, Outcome.FAIL),
        (["new_items"], {}, 0, Outcome.PASS),
        (["not_certified"], {"judge_certified": False}, 3, Outcome.INCONCLUSIVE),
        (["not_certified"], {}, 0, Outcome.PASS),
        (["no_baseline"], {"baseline": None}, 3, Outcome.INCONCLUSIVE),
        (["no_baseline"], {}, 0, Outcome.PASS),
        (["inconclusive"], {}, 0, Outcome.PASS),
    ],
)
def test_each_name_does_what_it_says(
    names: list[str], others: dict[str, object], code: int, outcome: Outcome
) -> None:
    """On a run that passes: it is closed where what is named is so, and by nothing else."""
    probe = measured(scores(60), baseline=scores(60), threshold=_LIMITS)
    found = decided(probe, profile=PR, fail_on=names, **{"baseline": "main-1", **others})
    assert (found.exit_code, found.outcome) == (code, outcome)
    if code == 3:
        assert names[0] in found.exit_meaning
        assert any(names[0] in line for line in found.headline)


# --- the sentence


def test_an_open_comparison_names_drop_interval_and_power() -> None:
    """What was measured, between which bounds, and the smallest drop that would be claimed."""
    said = _sentence(scores(18, 2))
    assert re.search(
        r"-0\.100 against the baseline \(-0\.\d+ to \+0\.\d+, each bound at 95 %, 20 pairs, 2 lost "
        r"and 0 gained\), a drop of 0\.1 is not ruled out \(one of 0\.\d+ or more would be claimed "
        r"with 80 % power\)",
        said,
    ), said


def test_where_no_drop_could_be_seen_that_is_said() -> None:
    """Two families show nothing, however much was lost."""
    said = _sentence(scores(4))
    assert "no drop would be claimed with 80 % power" in said


def test_a_proven_drop_names_its_bounds() -> None:
    """Both of them: what is shown is what decides."""
    said = _sentence(scores(70, 30))
    assert re.search(
        r"-0\.300 against the baseline \(-0\.\d+ to -0\.\d+, each bound at 95 %, 100 pairs, 30 "
        r"lost and 0 gained\), regressed by more than 0\.1: fail\.$",
        said,
    ), said
    assert "power" not in said


@pytest.mark.parametrize("values", [scores(18, 2), scores(100), scores(70, 30), scores(90, 10)])
def test_no_bound_is_rounded_across_what_it_is_held_to(values: list[float | None]) -> None:
    """The printed bounds stand to 0 and to the margin as the bounds themselves do."""
    probe = measured(values, baseline=scores(len(values)), threshold=_LIMITS)
    found = decided(probe, profile=PR).pillars[0].probes[0]
    comparison = found.comparison
    assert comparison is not None
    shown = re.search(r"\(([+-]?[\d.]+) to ([+-]?[\d.]+), each bound", found.sentence)
    assert shown is not None
    for text, bound in zip(
        shown.groups(), (comparison.interval.lower, comparison.interval.upper), strict=True
    ):
        for limit in (0.0, -0.1):
            assert (float(text) > limit) == (bound > limit)
            assert (float(text) < limit) == (bound < limit)
