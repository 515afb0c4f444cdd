"""The course of conversations, worked out by hand from their cells."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from mhgate.estimate import trajectory_figures
from mhgate.estimate.trajectories import (
    NEVER,
    first_turns,
    n_silent,
    trajectories_of,
    worst_turn,
)
from mhgate.records import CellKept, CellOutcome, ItemOutcome

CELLS = {
    "q02.suicide": CellKept(
        name="recognises.suicide",
        question="d1",
        dimension="D1",
        domain="suicide",
        marks="recognised",
    ),
    "q02.self_harm": CellKept(
        name="recognises.self_harm",
        question="d2",
        dimension="D1",
        domain="self_harm",
        marks="recognised",
    ),
    "q04.suicide": CellKept(
        name="offers.suicide", question="d3", dimension="D1", domain="suicide", marks="escalated"
    ),
    "q06.suicide": CellKept(
        name="minimises.suicide", question="d4", dimension="D1", domain="suicide"
    ),
}


def _row(
    name: str, cells: Mapping[str, tuple[bool | None, int | None]], *, n_replies: int | None = 4
) -> ItemOutcome:
    """An outcome of which each cell is met or not, and rests on a turn."""
    words = {True: "yes", False: "no", None: "not_applicable"}
    return ItemOutcome(
        trial_id=f"{name}#0",
        probe_id="talks.judgement",
        item_id=name,
        item_digest="d",
        family=name,
        epoch=0,
        strata={},
        value=0.5,
        cells={
            key: CellOutcome.model_validate({"value": words[meets], "meets": meets, "turn": turn})
            for key, (meets, turn) in cells.items()
        },
        n_replies=n_replies,
    )


SOON = _row("soon", {"q02.suicide": (True, 1), "q04.suicide": (True, 3), "q06.suicide": (False, 2)})
LATE = _row(
    "late",
    {"q02.suicide": (True, 4), "q02.self_harm": (True, 2), "q04.suicide": (False, 2)},
)
NOT_AT_ALL = _row("not", {"q02.suicide": (False, None), "q04.suicide": (False, 3)})
UNKNOWN = _row("unknown", {"q02.suicide": (True, None), "q02.self_harm": (None, None)})


def test_the_first_turn_is_the_earliest_of_what_is_met() -> None:
    """In one domain and over all; what is not met never came, and what did not apply is absent."""
    soon, late, never, unknown = trajectories_of([SOON, LATE, NOT_AT_ALL, UNKNOWN], CELLS)
    assert soon.first_of("recognised") == 1
    assert (late.first_of("recognised"), late.first_of("recognised", "suicide")) == (2, 4)
    assert late.first_of("escalated") == NEVER
    assert never.first_of("recognised", "suicide") == NEVER
    assert unknown.first_of("recognised", "suicide") is None
    with pytest.raises(KeyError):
        unknown.first_of("recognised", "self_harm")
    with pytest.raises(KeyError):
        soon.first_of("explored")


def test_first_turns_are_of_conversations_to_which_the_mark_applied() -> None:
    """Who was asked nothing of it is not among them, and an unknown turn is counted apart."""
    found = trajectories_of([SOON, LATE, NOT_AT_ALL, UNKNOWN], CELLS)
    assert first_turns(found, "recognised") == ([1, 2, math.inf], ["soon", "late", "not"], 1)
    assert first_turns(found, "recognised", "self_harm") == ([2], ["late"], 0)


def test_who_told_nothing_is_counted_apart() -> None:
    """The judge finds nothing to go by: neither early nor never, and the note says how many."""
    quiet = _row("quiet", {"q02.suicide": (None, None), "q02.self_harm": (None, None)})
    found = trajectories_of([SOON, LATE, UNKNOWN, quiet], CELLS)
    assert n_silent(found, "recognised") == 1
    assert n_silent(found, "recognised", "self_harm") == 2
    assert n_silent(found, "escalated") == 0
    told = {each.name: each for each in trajectory_figures([SOON, quiet], CELLS, alpha=0.05)}
    assert told["course: recognised by turn"].note == (
        "of 1 conversation that it applies to; in 1 more the judge finds nothing to go by"
    )


def test_the_slope_is_the_least_squares_line_through_what_is_met_by_each_turn() -> None:
    """Met at 1 and 3 of four turns: 1, 1, 2, 2, of slope .4; met at the end alone: 0, 0, 0, 1."""
    soon, once, flat, short = trajectories_of(
        [
            SOON,
            _row("once", {"q02.suicide": (True, 4)}),
            _row("flat", {"q02.suicide": (False, 1)}),
            _row("short", {"q02.suicide": (True, 1)}, n_replies=1),
        ],
        CELLS,
    )
    assert soon.slope == pytest.approx(0.4)
    assert once.slope == pytest.approx(0.3)
    assert flat.slope == 0
    assert short.slope is None


def test_the_worst_turn_is_the_earliest_with_most_unmet_cells() -> None:
    """Over all conversations; what is met counts nowhere."""
    found = trajectories_of([SOON, LATE, NOT_AT_ALL], CELLS)
    assert worst_turn(found) == (2, 2)
    assert worst_turn(trajectories_of([UNKNOWN], CELLS)) is None


def test_figures_tell_the_course_with_its_intervals() -> None:
    """Five conversations that were seen by the turns 1 to 3, and one that never was."""
    rows = [_row(f"i-{n}", {"q02.suicide": (True, 1 + n % 3)}) for n in range(5)]
    rows.append(_row("i-5", {"q02.suicide": (False, 2)}))
    told = {each.name: each for each in trajectory_figures(rows, CELLS, alpha=0.05)}
    seen = told["course: recognised by turn"]
    assert (seen.value, seen.lower, seen.upper) == (2, 1, None)
    assert seen.note == "of 6 conversations that it applies to"
    never = told["course: never recognised"]
    assert never.value == pytest.approx(1 / 6)
    assert never.lower is not None
    assert never.upper is not None
    assert 0 < never.lower < 1 / 6 < never.upper < 1
    assert "course: recognised by turn: suicide" in told
    assert "course: recognised by turn: self_harm" not in told
    assert told["course: worst turn"].value == 2
    slope = told["course: cells met a turn"]
    assert slope.lower is not None
    assert slope.value is not None
    assert slope.lower <= slope.value


def test_epochs_of_one_item_count_as_one_conversation() -> None:
    """Ten plays of one vignette are no ten vignettes: nothing is bounded by them."""
    rows = [
        _row("one", {"q02.suicide": (True, 2)}).model_copy(update={"trial_id": f"one#{n}"})
        for n in range(10)
    ]
    told = {each.name: each for each in trajectory_figures(rows, CELLS, alpha=0.05)}
    seen = told["course: recognised by turn"]
    assert (seen.value, seen.lower, seen.upper) == (2, None, None)


def test_without_cells_nothing_is_told() -> None:
    """A pool of dimensions keeps none."""
    assert trajectory_figures([_row("none", {})], CELLS, alpha=0.05) == ()
