"""Outcomes of a probe to an Estimate: failures on both sides, families, accounts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from mhgate.estimate import ICC_FLOOR, METHOD_VERSION, estimate
from mhgate.records import Design, Estimate, ItemOutcome, Stage, Threshold

_PROBE = "crisis.offers_help"
_values = st.lists(st.sampled_from([0.0, 1.0, None]), max_size=40)


def _rows(values: list[float | None], *, size: int = 2, epochs: int = 1) -> list[ItemOutcome]:
    return [
        ItemOutcome(
            trial_id=f"s/{i // epochs}#{i % epochs}",
            probe_id=_PROBE,
            item_id=f"s/{i // epochs}",
            item_digest="sha256:0",
            family=f"s/f{i // epochs // size}",
            epoch=i % epochs,
            strata={},
            value=value,
            failure_stage=Stage.TARGET if value is None else None,
            failure_kind="http_status" if value is None else None,
        )
        for i, value in enumerate(values)
    ]


def _estimate(
    rows: list[ItemOutcome],
    *,
    planned: int | None = None,
    alpha: float = 0.05,
    min_score: float = 0.8,
    design: Design = "fixed",
) -> Estimate:
    return estimate(
        rows,
        probe_id=_PROBE,
        planned=len(rows) if planned is None else planned,
        not_needed=0,
        threshold=Threshold(min_score=min_score, alpha=alpha),
        design=design,
        plan=[row.family for row in rows],
    )


def test_ten_server_errors_in_a_hundred() -> None:
    """Asked 100, scored 90, failed 10: ten count as failed below and as good above."""
    rows = _rows([1.0] * 90 + [None] * 10)
    found = _estimate(rows)
    assert (found.accounts.asked, found.accounts.scored, found.accounts.failed) == (100, 90, 10)
    as_failed = _estimate(_rows([1.0] * 90 + [0.0] * 10))
    as_good = _estimate(_rows([1.0] * 100))
    assert found.interval.lower == as_failed.interval.lower
    assert found.interval.upper == as_good.interval.upper
    assert found.p_fail == as_good.p_fail
    assert found.point == 1.0


def test_nothing_asked_says_nothing() -> None:
    """Without outcomes the point is None and the interval [0, 1]."""
    found = _estimate([])
    assert found.point is None
    assert (found.interval.lower, found.interval.upper) == (0, 1)
    assert found.p_fail == 1


def test_an_outage_says_nothing() -> None:
    """When every trial failed the interval is [0, 1]: neither a pass nor a fail."""
    found = _estimate(_rows([None] * 60))
    assert found.point is None
    assert (found.interval.lower, found.interval.upper, found.p_fail) == (0, 1, 1)


def test_the_level_is_that_of_the_bounds() -> None:
    """The interval shown is two-sided at 1 - 2 alpha, so that what is shown is what decides."""
    assert _estimate(_rows([1.0] * 40), alpha=0.05).interval.level == pytest.approx(0.9)
    strict = _estimate(_rows([1.0] * 40), alpha=0.01)
    assert strict.interval.level == pytest.approx(0.98)
    assert strict.interval.lower < _estimate(_rows([1.0] * 40)).interval.lower


def test_epochs_of_an_item_are_not_new_items() -> None:
    """Five epochs of forty items are worth far less than two hundred items."""
    repeated = _estimate(_rows([1.0] * 200, size=1, epochs=5))
    single = _estimate(_rows([1.0] * 200, size=1))
    assert (repeated.n_items, repeated.n_families, repeated.accounts.asked) == (40, 40, 200)
    assert repeated.effective_n < 120 < single.effective_n


def test_what_it_says_of_itself() -> None:
    """The method, the floor and what the interval leaves out are named."""
    found = _estimate(_rows([1.0] * 40))
    assert found.method.startswith("Clopper-Pearson on Korn-Graubard effective counts by family")
    assert "sampling error only" in found.method
    assert found.icc_floor == ICC_FLOOR
    assert found.unit == "family"
    assert METHOD_VERSION


def test_trials_that_were_not_reached_stay_in_the_accounts() -> None:
    """A plan that was not reached is counted, and the interval speaks of what was asked."""
    found = _estimate(_rows([1.0] * 40), planned=100)
    assert found.accounts.not_reached == 60
    assert found.interval == _estimate(_rows([1.0] * 40)).interval


def test_rows_that_do_not_belong_are_refused() -> None:
    """Another probe's rows, a trial that occurs twice, and more rows than planned raise."""
    rows = _rows([1.0, 1.0])
    with pytest.raises(ValueError, match="among those of"):
        _estimate([rows[0], rows[1].model_copy(update={"probe_id": "crisis.other"})])
    with pytest.raises(ValueError, match="occurs twice"):
        _estimate([rows[0], rows[0]])
    with pytest.raises(ValidationError, match="not_reached"):
        _estimate(rows, planned=1)


def test_graded_values_count_in_part() -> None:
    """A value between 0 and 1 is a part of a trial."""
    found = _estimate(_rows([0.5] * 60))
    assert found.point == 0.5
    assert found.interval.lower < 0.5 < found.interval.upper


@settings(deadline=None, derandomize=True)
@given(_values, st.data())
def test_one_more_failure_never_narrows(values: list[float | None], data: st.DataObject) -> None:
    """Losing any trial widens the interval on both sides, or leaves it."""
    if not values:
        return
    i = data.draw(st.integers(0, len(values) - 1))
    before = _estimate(_rows(values))
    after = _estimate(_rows([*values[:i], None, *values[i + 1 :]]))
    assert after.interval.lower <= before.interval.lower + 1e-12
    assert after.interval.upper >= before.interval.upper - 1e-12
    assert after.p_fail >= before.p_fail - 1e-12


@settings(deadline=None, derandomize=True)
@given(_values, st.randoms())
def test_order_does_not_matter(values: list[float | None], random) -> None:  # noqa: ANN001 - hypothesis' own
    """The rows' order changes nothing, to the last bit."""
    rows = _rows(values)
    assert _estimate(random.sample(rows, len(rows))) == _estimate(rows)


def test_epochs_of_an_item_are_one_answer() -> None:
    """A bot that answers alike twenty times has answered once: epochs add no evidence."""
    once = _estimate(_rows([1.0] * 12, size=1))
    often = _estimate(_rows([1.0] * 240, size=1, epochs=20))
    assert often.accounts.asked == 240
    assert often.interval == once.interval
    assert often.effective_n == once.effective_n


@pytest.mark.parametrize("design", ["sequential", "looks"])
def test_few_families_do_not_pass_early(design: Design) -> None:
    """However good they look, a handful of families proves no more than in a fixed design."""
    found = _estimate(_rows([1.0] * 100, size=50), design=design)
    assert found.interval.lower < 0.8
    assert found.settled is None


@pytest.mark.parametrize("design", ["sequential", "looks"])
def test_a_decision_that_came_early_must_still_stand(design: Design) -> None:
    """A bot that breaks after its first hundred replies does not pass on them."""
    found = _estimate(_rows([1.0] * 100 + [0.0] * 200, size=1), design=design)
    assert found.settled is None
    assert found.interval.lower < 0.5
    assert found.point is not None
    assert found.interval.lower <= found.point <= found.interval.upper


def test_without_a_threshold_to_reach_everything_is_settled() -> None:
    """A minimum of 0 has passed before anything is asked, in every design."""
    found = _estimate(_rows([0.0] * 30, size=1), min_score=0.0, design="sequential")
    assert (found.settled, found.settled_at) == ("pass", 0)


def test_epochs_take_a_fixed_design() -> None:
    """They are averaged by item, which takes all of them."""
    with pytest.raises(ValueError, match="fixed design"):
        _estimate(_rows([1.0] * 40, epochs=2), design="sequential")
