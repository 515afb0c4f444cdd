"""Holds a whole run: what counts, what is refused, and what its report says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Bot, Desk

STRATUM = "[pillar.manners.stratum.imminent]\nmin_score = 0.1\n[pillar.manners]"


def test_a_required_stratum_that_sampling_left_out_cannot_pass(desk: Desk, bot: type[Bot]) -> None:
    """With max_items, a stratum of which nothing was asked is not decided, and does not vanish."""
    desk.items(40, strata={38: "imminent"})
    desk.edit("thresholds.toml", "[pillar.manners]", STRATUM)
    asked = bot()
    report = desk.evaluate(asked, sampling__max_items="20")
    assert "manners/m-38#0" not in asked.asked, "the test needs an item that is left out"
    (stratum,) = report.verdict.pillars[0].probes[0].strata
    assert stratum.estimate.accounts.planned == 0
    assert report.verdict.exit_code == 3
