"""Holds agreement to its formulas, its accounts, and what it does where there is little to see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.calibration import measure_agreement
from mhgate.importers import read_ratings
from mhgate.records import (
    AgreementReport,
    Attribute,
    JudgeAgreement,
    Rater,
    RatingColumn,
    RatingSet,
    Reply,
)

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/agreement"

Cells = dict[tuple[str, str], list[float | None]]


def _ratings(
    replies: list[tuple[str, str | None]],
    cells: Cells,
    *,
    own: tuple[str, ...] = (),
    dimensions: dict[str, str] | None = None,
) -> RatingSet:
    names = dict.fromkeys(rater for rater, _ in cells)
    attributes = dict.fromkeys(attribute for _, attribute in cells)
    return RatingSet(
        raters=tuple(
            Rater(name=name, kind="judge", own=own)
            if name.startswith("judge")
            else Rater(name=name, kind="human")
            for name in names
        ),
        attributes=tuple(
            Attribute(name=name, dimension=(dimensions or {}).get(name, "other"))
            for name in attributes
        ),
        replies=tuple(Reply(conversation=one, source=source) for one, source in replies),
        columns=tuple(
            RatingColumn(rater=rater, attribute=attribute, values=tuple(values))
            for (rater, attribute), values in cells.items()
        ),
    )


def _measure(ratings: RatingSet, **settings: Any) -> AgreementReport:
    return measure_agreement(ratings, **{"resamples": 50, "reseeds": 3, **settings})


def _cell(report: AgreementReport, judge: str, attribute: str) -> JudgeAgreement:
    return next(
        each for each in report.judges if (each.judge, each.attribute) == (judge, attribute)
    )


GRID = [(f"c{number}", source) for number in range(6) for source in ("x", "y", "z")]
PEOPLE: list[float | None] = [2, 3, 5, 1, 3, 4, 2, 4, 5, 2, 2, 4, 1, 3, 5, 3, 3, 4]
JUDGE: list[float | None] = [3, 3, 5, 2, 4, 5, 2, 5, 5, 3, 2, 4, 2, 3, 5, 3, 4, 5]


def test_means_bias_and_error_by_hand() -> None:
    """Per-source means over pairs, bias and MSE over replies, as seeds of the method say."""
    report = _measure(_ratings(GRID, {("p", "a"): PEOPLE, ("judge", "a"): JUDGE}))
    cell = _cell(report, "judge", "a")
    assert cell.sources is not None
    assert cell.replies is not None
    means = {each.source: (each.human, each.judge, each.n_replies) for each in cell.sources.means}
    assert means == {
        "x": (pytest.approx(11 / 6), pytest.approx(15 / 6), 6),
        "y": (pytest.approx(18 / 6), pytest.approx(21 / 6), 6),
        "z": (pytest.approx(27 / 6), pytest.approx(29 / 6), 6),
    }
    differences = [j - p for p, j in zip(PEOPLE, JUDGE, strict=True)]  # type: ignore[operator]
    assert cell.replies.bias.mean == pytest.approx(sum(differences) / 18)
    assert cell.replies.mse == pytest.approx(sum(each**2 for each in differences) / 18)
    assert cell.replies.exact == pytest.approx(differences.count(0) / 18)
    # two-way ANOVA of the means, by hand: MSR, MSC, MSE from SSR, SSC, SST
    rows = [(11 / 6, 15 / 6), (18 / 6, 21 / 6), (27 / 6, 29 / 6)]
    grand = sum(map(sum, rows)) / 6
    between = 2 * sum((sum(row) / 2 - grand) ** 2 for row in rows) / 2
    columns = [sum(row[side] for row in rows) / 3 for side in (0, 1)]
    raters = 3 * sum((column - grand) ** 2 for column in columns)
    total = sum((value - grand) ** 2 for row in rows for value in row)
    error = (total - 2 * between - raters) / 2
    consistency = (between - error) / (between + error)
    absolute = (between - error) / (between + error + 2 * (raters - error) / 3)
    assert cell.sources.consistency.value == pytest.approx(consistency)
    assert cell.sources.absolute.value == pytest.approx(absolute)


def test_only_pairs_count_and_the_rest_is_accounted_for() -> None:
    """Own family, no people, no judge, neither: each has its count, and they add up."""
    people, judge = list(PEOPLE), list(JUDGE)
    people[1] = judge[2] = people[4] = judge[4] = None
    ratings = _ratings(GRID, {("p", "a"): people, ("judge", "a"): judge}, own=("x",))
    cell = _cell(_measure(ratings), "judge", "a")
    assert cell.account.read == 18
    assert cell.account.used == 9
    assert {each.reason: each.n for each in cell.account.left_out} == {
        "of the judge's own family": 6,
        "without a rating by people": 1,
        "without a rating by the judge": 1,
        "without a rating by people, nor by the judge": 1,
    }
    assert cell.left_out_sources == ("x",)
    assert cell.sources is not None
    assert [each.source for each in cell.sources.means] == ["z", "y"]
    assert sum(spot.n for spot in cell.spots) == 9


def test_the_mean_of_people_counts() -> None:
    """Of those who rated; their own agreement is reported beside."""
    other: list[float | None] = [value if value is None else value + 1 for value in PEOPLE]
    other[0] = None
    ratings = _ratings(GRID, {("p", "a"): PEOPLE, ("q", "a"): other, ("judge", "a"): PEOPLE})
    report = _measure(ratings)
    bias = _cell(report, "judge", "a").replies.bias.mean
    assert bias == pytest.approx(-0.5 * 17 / 18)
    (people,) = report.humans
    assert (people.n_raters, people.n_replies, people.n_complete) == (2, 17, 17)
    assert people.absolute.value < 1
    assert people.alpha is not None


def test_composites_are_unweighted_means_of_whole_sets() -> None:
    """CSS over cognitive attributes, ARS over affective ones; without a part there is none."""
    cells: Cells = {}
    for rater, base in (("p", PEOPLE), ("judge", JUDGE)):
        for place, attribute in enumerate(["g", "i", "e", "h"]):
            cells[rater, attribute] = [value if value is None else value + place for value in base]
    cells["judge", "g"][5] = None
    dimensions = {"g": "cognitive", "i": "cognitive", "e": "affective", "h": "affective"}
    report = _measure(_ratings(GRID, cells, dimensions=dimensions))
    assert [each.attribute for each in report.judges] == ["g", "i", "e", "h", "CSS", "ARS"]
    css, ars = _cell(report, "judge", "CSS"), _cell(report, "judge", "ARS")
    assert css.parts == ("g", "i")
    assert (css.account.used, ars.account.used) == (17, 18)
    assert {each.reason for each in css.account.left_out} == {
        "without a rating of every part by the judge"
    }
    plain = _cell(report, "judge", "e").replies
    assert ars.replies.bias.mean == pytest.approx(plain.bias.mean)
    assert ars.replies.absolute.value == pytest.approx(plain.absolute.value)


def test_the_same_seed_gives_the_same_report_and_another_one_others() -> None:
    """And a cell's interval does not depend on what else is measured."""
    one = _ratings(GRID, {("p", "a"): PEOPLE, ("judge", "a"): JUDGE})
    two = _ratings(
        GRID,
        {("p", "b"): PEOPLE, ("judge", "b"): JUDGE, ("p", "a"): PEOPLE, ("judge", "a"): JUDGE},
    )
    report = _measure(one)
    assert _measure(one) == report
    assert _cell(_measure(two), "judge", "a") == _cell(report, "judge", "a")
    assert _measure(one, seed=1).judges != report.judges


def test_the_level_of_single_replies_says_so() -> None:
    """It is where a gate lives; its bound is one-sided at .05, over conversations."""
    report = _measure(_ratings(GRID, {("p", "a"): PEOPLE, ("judge", "a"): JUDGE}))
    assert report.gates_at == "replies"
    bounds = report.judges[0].replies.gate_bounds
    assert (bounds.level, bounds.unit, bounds.n_units) == (0.9, "conversation", 6)
    assert bounds.lower < report.judges[0].replies.absolute.value
    interval = report.judges[0].sources.absolute.over_sources
    assert (interval.unit, interval.n_units, interval.resamples) == ("source", 3, 50)
    assert report.judges[0].sources.absolute.over_conversations.n_units == 6


@pytest.mark.parametrize(
    ("replies", "people", "judge", "reason"),
    [
        ([("c1", None), ("c2", None)], [1, 2], [2, 2], "no column says whose replies they are"),
        ([("c1", "x"), ("c2", "x")], [1, 2], [2, 2], "1 source: two are the least"),
        ([("c1", "x"), ("c2", "y")], [1, None], [None, 2], "no reply was rated by both"),
    ],
)
def test_a_level_that_cannot_be_measured_says_why(
    replies: list[tuple[str, str | None]],
    people: list[float | None],
    judge: list[float | None],
    reason: str,
) -> None:
    """No number is made up for it."""
    report = _measure(_ratings(replies, {("p", "a"): people, ("judge", "a"): judge}))
    cell = report.judges[0]
    assert cell.sources is None
    assert cell.sources_reason == reason
    assert report.measured == (reason != "no reply was rated by both")
    if cell.replies is None:
        assert cell.replies_reason == "no reply was rated by both"
        assert cell.spots == ()


def test_perfect_and_constant_judges_certify_nothing() -> None:
    """A perfect record is worth one with a slip; a constant one has no coefficient of its own."""
    perfect = _measure(_ratings(GRID, {("p", "a"): PEOPLE, ("judge", "a"): PEOPLE})).judges[0]
    assert perfect.replies.absolute.value == 1
    assert perfect.replies.gate_bounds.lower < 1
    assert perfect.replies.exact == 1
    assert "agreement is perfect" in perfect.replies.absolute.reason
    constant = _measure(_ratings(GRID, {("p", "a"): PEOPLE, ("judge", "a"): [5] * 18})).judges[0]
    assert constant.replies.absolute.value <= 0
    same = _measure(_ratings(GRID, {("p", "a"): [5] * 18, ("judge", "a"): [5] * 18})).judges[0]
    assert same.replies.absolute.value is None
    assert "every rating is the same" in same.replies.absolute.reason
    assert same.sources.published.category is None


def test_people_alone_can_be_measured() -> None:
    """Two readers and no judge: their agreement is the report."""
    report = _measure(_ratings(GRID, {("p", "a"): PEOPLE, ("q", "a"): JUDGE}))
    assert report.judges == ()
    assert report.humans[0].absolute.value == pytest.approx(
        _measure(_ratings(GRID, {("p", "a"): PEOPLE, ("judge", "a"): JUDGE}))
        .judges[0]
        .replies.absolute.value
    )
    assert report.measured


def test_readers_who_share_no_reply_measure_nothing() -> None:
    """Each rated half: there is no ceiling, and the reason is said."""
    first: list[float | None] = [*PEOPLE[:9], *[None] * 9]
    second: list[float | None] = [*[None] * 9, *PEOPLE[9:]]
    report = _measure(_ratings(GRID, {("p", "a"): first, ("q", "a"): second}))
    assert report.humans[0].alpha is None
    assert report.humans[0].alpha_reason == "no reply was rated by two people"
    assert not report.measured


def test_many_different_means_are_put_on_a_grid() -> None:
    """A plot's spots stay a few hundred, and the grid is said."""
    replies = [(f"c{number}", "x") for number in range(600)]
    people = [1 + (number * 7919 % 4000) / 1000 for number in range(600)]
    judge = [1 + (number * 104_729 % 4000) / 1000 for number in range(600)]
    cell = _measure(_ratings(replies, {("p", "a"): people, ("judge", "a"): judge})).judges[0]
    assert len(cell.spots) <= 400
    assert cell.spot_step is not None
    assert sum(spot.n for spot in cell.spots) == 600


@pytest.mark.parametrize(
    "settings", [{"resamples": 0}, {"reseeds": -1}, {"seed": -1}, {"level": 1.0}]
)
def test_settings_outside_their_range_are_refused(settings: dict[str, Any]) -> None:
    """No resample, no level, no seed below 0."""
    ratings = _ratings(GRID, {("p", "a"): PEOPLE, ("judge", "a"): JUDGE})
    with pytest.raises(ValueError, match="expected at least 1"):
        measure_agreement(ratings, **settings)


@pytest.fixture(scope="module")
def example() -> AgreementReport:
    ratings = read_ratings(EXAMPLE / "ratings.csv", EXAMPLE / "ratings.toml")
    return _measure(ratings, resamples=200)


def test_the_example_holds_what_its_page_says(example: AgreementReport) -> None:
    """One judge inflates, most of all on empathy, one takes off; readers agree, but not fully."""
    bias = {
        (each.judge, each.attribute): each.replies.bias.mean
        for each in example.judges
        if each.replies and not each.parts
    }
    house = {attribute: value for (judge, attribute), value in bias.items() if judge[0] == "h"}
    assert min(house.values()) > 0.2
    assert max(house, key=lambda attribute: house[attribute]) == "empathy"
    assert all(value < 0 for (judge, _), value in bias.items() if judge == "stern-judge")
    assert all(0.4 < each.absolute.value < 0.9 for each in example.humans)


VALUES = st.one_of(st.none(), st.integers(1, 5), st.floats(1, 5, width=16))


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from(["x", "y", None]), VALUES, VALUES, VALUES),
        max_size=10,
        unique_by=lambda row: row[:2],
    )
)
def test_any_ratings_give_a_report_that_adds_up(rows: list[tuple[Any, ...]]) -> None:
    """Constants, gaps, single replies: numbers or reasons, never NaN, and every reply accounted."""
    ratings = _ratings(
        [(f"c{row[0]}", row[1]) for row in rows],
        {
            ("p", "a"): [row[2] for row in rows],
            ("q", "a"): [row[3] for row in rows],
            ("judge", "a"): [row[4] for row in rows],
        },
    )
    report = _measure(ratings, resamples=5, reseeds=2)
    cell = report.judges[0]
    assert cell.account.read == len(rows)
    if cell.replies is not None:
        assert cell.replies.n_replies == cell.account.used
        assert sum(spot.n for spot in cell.spots) == cell.account.used
    else:
        assert cell.account.used == 0
    assert AgreementReport.model_validate_json(report.model_dump_json()) == report
