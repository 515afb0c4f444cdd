"""The draw of an audit: random within each pile, nothing forgotten, and what it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.calibration.auditing import (
    piles_of,
    settled_answer,
    truth_of,
    truth_unread,
    what_it_takes,
)
from mhgate.records import ItemOutcome, Threshold

Outcomes = Callable[..., list[ItemOutcome]]


def _ids(rows: Iterable[ItemOutcome]) -> set[str]:
    return {row.trial_id for row in rows}


def _is_read(row: ItemOutcome) -> bool:
    return row.failure_stage is None


def test_piles_hold_everything(outcomes: Outcomes) -> None:
    """Judged good, and all others: what could not be measured is not forgotten."""
    rows = outcomes(20, 5, 3)
    piles = piles_of(rows, seed="s", can_be_read=_is_read)
    assert (len(piles.judged_good), len(piles.others)) == (20, 8)
    assert _ids([*piles.judged_good, *piles.others]) == _ids(rows)


def test_the_draw_is_of_the_seed_and_not_of_the_order(outcomes: Outcomes) -> None:
    """Whoever has the report can draw again; another seed draws otherwise."""
    rows = outcomes(40, 10)
    drawn = piles_of(rows, seed="s", can_be_read=_is_read).draw(12)
    assert piles_of(rows[::-1], seed="s", can_be_read=_is_read).draw(12) == drawn
    assert piles_of(rows, seed="t", can_be_read=_is_read).draw(12) != drawn


def test_judged_bad_ones_are_enriched(outcomes: Outcomes) -> None:
    """A third of the readings, where there are as many; all where there are fewer."""
    piles = piles_of(outcomes(190, 10), seed="s", can_be_read=_is_read)
    drawn = piles.draw(12)
    assert (len(drawn.judged_good), len(drawn.others)) == (8, 4)
    drawn = piles.draw(60)
    assert (len(drawn.judged_good), len(drawn.others)) == (50, 10)
    drawn = piles.draw(60, n_others=3)
    assert (len(drawn.judged_good), len(drawn.others)) == (57, 3)


def test_what_is_left_over_goes_to_the_other_pile(outcomes: Outcomes) -> None:
    """Where few were judged good, more of the others are read."""
    piles = piles_of(outcomes(4, 40), seed="s", can_be_read=_is_read)
    drawn = piles.draw(30)
    assert (len(drawn.judged_good), len(drawn.others)) == (4, 26)


def test_unreadable_trials_are_drawn_at_their_share(outcomes: Outcomes) -> None:
    """Half of the readable others are drawn, so half of the lost ones are; nobody reads those."""
    piles = piles_of(outcomes(50, 10, 10), seed="s", can_be_read=_is_read)
    drawn = piles.draw(30, n_others=5)
    assert len(drawn.others) == 10
    assert len(drawn.to_read) == len(drawn.judged_good) + sum(map(_is_read, drawn.others))


def test_an_alarm_is_never_left_to_the_draw(outcomes: Outcomes) -> None:
    """Of a probe that must never go off, all that it did not find good is drawn."""
    piles = piles_of(outcomes(50, 10), seed="s", can_be_read=_is_read, sees_all_others=True)
    assert len(piles.draw(12).others) == 10


def test_each_trial_is_as_likely_as_the_others(outcomes: Outcomes) -> None:
    """Over many seeds every judged-good trial is drawn about equally often."""
    rows, counts = outcomes(12), dict.fromkeys(range(12), 0)
    for seed in range(600):
        for row in piles_of(rows, seed=str(seed), can_be_read=_is_read).draw(4).judged_good:
            counts[int(row.item_id[2:])] += 1
    assert min(counts.values()) > 150  # 200 expected, six standard deviations are 70
    assert max(counts.values()) < 250


@given(st.integers(0, 40), st.integers(0, 15), st.integers(0, 8), st.integers(2, 70))
def test_a_smaller_draw_is_part_of_a_larger_one(good: int, bad: int, lost: int, n: int) -> None:
    """So that an audit can go on; and what is drawn is there, each once."""
    rows = [
        ItemOutcome(
            trial_id=f"t{number}",
            probe_id="p",
            item_id=f"i{number}",
            item_digest="d",
            family=f"f{number}",
            epoch=0,
            strata={},
            value=value,
            judge=None if value is None else "j",
            failure_stage="target" if value is None else None,
            failure_kind="timeout" if value is None else None,
        )
        for number, value in enumerate([1.0] * good + [0.0] * bad + [None] * lost)
    ]
    piles = piles_of(rows, seed="s", can_be_read=_is_read)
    small, large = piles.draw(n), piles.draw(n + 7)
    assert _ids(small.judged_good) <= _ids(large.judged_good)
    assert _ids(small.others) <= _ids(large.others)
    assert len(small.to_read) <= n + 1
    assert len(_ids(small.to_read)) == len(small.to_read)


# --- truth


@pytest.mark.parametrize(
    ("read", "third", "settled"),
    [
        (["yes", "yes"], [], "yes"),
        (["no", "no"], [], "no"),
        (["yes", "no"], [], None),
        (["yes", "no"], ["no"], "no"),
        (["yes"], [], None),  # one of two has not read it
        (["yes"], ["yes"], None),
        (["not_sure", "not_sure"], [], None),
        (["not_sure", "yes"], ["yes"], "yes"),
        (["yes", "no"], ["not_sure"], None),
        (["not_applicable", "not_applicable"], [], None),
    ],
)
def test_people_settle_or_do_not(read: list[str], third: list[str], settled: str | None) -> None:
    """Both readers alike, or a third person; nothing else settles."""
    assert settled_answer(read, third, n_readers=2) == settled


def test_truth_is_answer_against_expectation() -> None:
    """Where the criterion is no, no is good; an expectation that is none meets nothing."""
    assert (truth_of("no", "no"), truth_of("yes", "no")) == ("good", "bad")
    assert (truth_of(None, "yes"), truth_of("yes", None)) == ("unresolved", "unresolved")


def test_what_nobody_can_read_is_unresolved_unless_policy_says_failed(
    make: Callable[..., ItemOutcome],
) -> None:
    """A silence that counts as a failed item is bad; one that could not be measured is open."""
    assert truth_unread(make(1, None)) == "unresolved"
    assert truth_unread(make(1, 0.0, judge=None)) == "bad"


# --- what it takes


def test_a_perfect_record_needs_what_zero_failures_need(outcomes: Outcomes) -> None:
    """By hand: with all of 400 judged good, 59 upheld reach .95 at .05, and no fewer than 58."""
    piles = piles_of(outcomes(400), seed="s", can_be_read=_is_read)
    needed = what_it_takes(piles, Threshold(min_score=0.95), 80)
    assert needed.enough is not None
    assert 59 <= needed.enough <= 75  # the luck of the run's own 400 costs some
    assert needed.lower >= 0.95
    assert needed.spare == 0
    fewer = what_it_takes(piles, Threshold(min_score=0.95), needed.enough - 1)
    assert fewer.lower < 0.95
    assert fewer.spare is None


def test_more_labels_bear_more_overturned_answers(outcomes: Outcomes) -> None:
    """Spare answers grow with what is read, and are really spare."""
    piles = piles_of(outcomes(200), seed="s", can_be_read=_is_read)
    few, many = (what_it_takes(piles, Threshold(min_score=0.8), n) for n in (30, 120))
    assert few.spare is not None
    assert many.spare is not None
    assert many.spare > few.spare >= 1


def test_an_audit_that_cannot_reach_says_so(outcomes: Outcomes) -> None:
    """At a judged rate below the threshold reading everything is not enough."""
    piles = piles_of(outcomes(80, 20), seed="s", can_be_read=_is_read)
    needed = what_it_takes(piles, Threshold(min_score=0.9), 40)
    assert (needed.enough, needed.spare) == (None, None)
    assert needed.lower_with_all < 0.9


def test_nothing_to_read_is_no_error() -> None:
    """An empty probe reaches nothing."""
    needed = what_it_takes(
        piles_of([], seed="s", can_be_read=_is_read), Threshold(min_score=0.5), 10
    )
    assert (needed.enough, needed.n, needed.share) == (None, 0, 0.0)
