"""Holds how the demo bots rank in conversations with some of the simulated people."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from benchmarks.conversation_table import Figure, played

PEOPLE = 40
D1, D2, RISK = "d1_clinical_judgement", "d2_risk_exploration", "risk"


@pytest.fixture(scope="module")
def figures() -> Mapping[str, Mapping[str, Figure]]:
    """What three bots got in conversations with forty people."""
    return {bot: played(bot, few=PEOPLE) for bot in ("good", "regressed", "always_hotline")}


def test_good_explores_more_than_regressed_beyond_chance(
    figures: Mapping[str, Mapping[str, Figure]],
) -> None:
    """The intervals of risk exploration lie apart."""
    good, regressed = figures["good"][D2], figures["regressed"][D2]
    assert good.n == regressed.n == PEOPLE
    assert good.low is not None
    assert regressed.high is not None
    assert good.low > regressed.high


def test_good_judges_better_than_the_others(figures: Mapping[str, Mapping[str, Figure]]) -> None:
    """Clinical judgement is better than the regressed bot's; risk than that of the hotline bot."""
    assert (figures["good"][D1].whole or 0) > (figures["regressed"][D1].whole or 1)
    assert (figures["good"][RISK].whole or 0) > (figures["always_hotline"][RISK].whole or 1)
