"""One level for everybody: kappa is 0, and that it is no better is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.estimate import estimate_measure
from mhgate.records import Estimate, ItemOutcome, Probe, Threshold

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
