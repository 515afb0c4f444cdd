"""Outcomes of a probe, as a report holds them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.records import ItemOutcome


def outcome(
    number: int, value: float | None, *, judge: str | None = "j", per: int = 1
) -> ItemOutcome:
    return ItemOutcome(
        trial_id=f"s/{number:03}#0",
        probe_id="x.helps",
        item_id=f"s/{number:03}",
        item_digest=f"d{number}",
        family=f"s/f{number // per:03}",
        epoch=0,
        strata={"risk": "high" if number % 2 else "low"},
        value=value,
        answer=None if value is None else ("yes" if value else "no"),
        judge=None if value is None else judge,
        failure_stage="target" if value is None else None,
        failure_kind="timeout" if value is None else None,
    )


@pytest.fixture
def make() -> Callable[..., ItemOutcome]:
    return outcome


@pytest.fixture
def outcomes() -> Callable[..., list[ItemOutcome]]:
    """Make so many judged good, judged bad and unmeasured outcomes."""

    def made(good: int, bad: int = 0, lost: int = 0, *, per: int = 1) -> list[ItemOutcome]:
        values = [1.0] * good + [0.0] * bad + [None] * lost
        return [outcome(number, value, per=per) for number, value in enumerate(values)]

    return made
