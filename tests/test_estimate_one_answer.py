"""One level, or one number, for everybody: that it follows nothing is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.estimate import estimate_measure
from mhgate.records import Estimate, ItemOutcome, Probe, Statistic, Threshold

_LEVELS = ("none", "low", "high", "imminent")
_PROBE = Probe(
    id="crisis.severity",
    name="severity",
    pillar="crisis",
    items="severity.jsonl",
    exact=True,
    reads="choice",
    measure="agreement",
    statistic="kappa",
    levels=_LEVELS,
    doc="A level.",
    path="test_severity.py",
    line=1,
    source_digest="sha256:0",
)


def _estimate(said: Callable[[int, str], str | None], n_families: int = 28) -> Estimate:
    rows = []
    for number in range(4 * n_families):
        key = _LEVELS[number % 4]
        read = said(number, key)
        lost = {"failure_stage": "target", "failure_kind": "timeout"} if read is None else {}
        rows.append(
            ItemOutcome(
                trial_id=f"s/{number}#0",
                probe_id=_PROBE.id,
                item_id=f"s/{number}",
                item_digest=f"sha256:{number}",
                family=f"s/f{number // 4}",
                epoch=0,
                strata={},
                value=None if read is None else float(read == key),
                read=read,
                key=key,
                **lost,
            )
        )
    return estimate_measure(
        rows,
        probe=_PROBE,
        planned=len(rows),
        not_needed=0,
        threshold=Threshold(min_score=0.5, alpha=0.05, max_failed=0.1),
    )


@pytest.mark.parametrize("level", _LEVELS)
def test_one_level_for_everybody_is_shown_to_fail(level: str) -> None:
    """A constant is no better off than the same with one slip: its bound stays below."""
    found = _estimate(lambda _number, _key: level)
    assert found.point == 0
    assert found.interval.lower <= 0 < found.interval.upper < 0.5
    assert found.p_fail < 0.05


def test_few_families_show_less() -> None:
    """The fewer families gave one answer alone, the wider; one family says nothing."""
    widths = [_estimate(lambda _n, _k: "high", size).interval.upper for size in (40, 10, 3)]
    assert widths == sorted(widths)
    assert _estimate(lambda _n, _k: "high", 1).interval.upper == 1


def test_an_outage_hides_whether_the_answer_varies() -> None:
    """Where most of it was lost, a constant is not shown to fail."""
    found = _estimate(lambda number, _key: "high" if number % 8 == 0 else None)
    assert found.interval.upper > 0.5
    assert found.p_fail == 1


_NORMS = _PROBE.model_copy(
    update={"reads": "number", "measure": "correlation", "statistic": "spearman", "levels": ()}
)


def _numbers(
    said: Callable[[int], float | None], n_families: int = 40, statistic: Statistic = "spearman"
) -> Estimate:
    rows = []
    for number in range(4 * n_families):
        read = said(number)
        lost = {"failure_stage": "target", "failure_kind": "timeout"} if read is None else {}
        norm = 1.0 + number % 7
        rows.append(
            ItemOutcome(
                trial_id=f"n/{number}#0",
                probe_id=_NORMS.id,
                item_id=f"n/{number}",
                item_digest=f"sha256:{number}",
                family=f"n/f{number // 4}",
                epoch=0,
                strata={},
                value=None if read is None else 1 - abs(read - norm) / 6,
                read=read,
                key=norm,
                **lost,
            )
        )
    return estimate_measure(
        rows,
        probe=_NORMS.model_copy(update={"statistic": statistic}),
        planned=len(rows),
        not_needed=0,
        threshold=Threshold(min_score=0.5, alpha=0.05, max_failed=0.1),
    )


@pytest.mark.parametrize("statistic", ["spearman", "pearson"])
@pytest.mark.parametrize("number", [1, 4, 7])
def test_one_number_for_everything_is_shown_to_fail(number: float, statistic: Statistic) -> None:
    """It has no correlation: told as 0, and bounded by how many families it never varied in."""
    found = _numbers(lambda _number: number, statistic=statistic)
    assert found.point == 0
    assert -0.5 < found.interval.lower < 0 < found.interval.upper < 0.5
    assert found.p_fail < 0.05
    assert "one number for everything" in found.method


def test_one_number_with_one_slip_fails_too() -> None:
    """Else a bot would stay undecided for ever by saying another number once."""
    found = _numbers(lambda number: 7 if number == 5 else 4)
    assert found.interval.upper < 0.5
    assert found.p_fail < 0.05


def test_few_families_say_less_of_one_number() -> None:
    """The fewer it never varied in, the wider; two families say nothing at all."""
    uppers = [_numbers(lambda _number: 4, size).interval.upper for size in (80, 40, 10)]
    assert uppers == sorted(uppers)
    two = _numbers(lambda _number: 4, 2)
    assert (two.point, two.interval.upper, two.p_fail) == (None, 1, 1)


def test_an_outage_hides_whether_the_number_varies() -> None:
    """Where most of it was lost, one number is not shown to fail."""
    found = _numbers(lambda number: 4 if number % 8 == 0 else None)
    assert found.interval.upper > 0.5
    assert found.p_fail == 1
