"""Holds what two verdicts on the same outcomes are said to differ in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhgate.records import Outcome, Verdict
from mhgate.wiring.verdict_changes import changes, differences

if TYPE_CHECKING:
    from conftest import Bot, Desk


def _verdict(desk: Desk, bot: type[Bot]) -> Verdict:
    desk.items(40, strata=dict.fromkeys(range(40), "imminent"))
    text = (desk.root / "thresholds.toml").read_text()
    desk.write("thresholds.toml", text + "[pillar.manners.stratum.imminent]\nmin_score = 0.1\n")
    return desk.evaluate(bot()).verdict


def test_a_part_that_was_not_there_is_said(desk: Desk, bot: type[Bot]) -> None:
    """A stratum that is named later, one that is not named any more, a pillar that came or went."""
    verdict = _verdict(desk, bot)
    (pillar,) = verdict.pillars
    (probe,) = pillar.probes
    bare = pillar.model_copy(update={"probes": (probe.model_copy(update={"strata": ()}),)})
    without = verdict.model_copy(update={"pillars": (bare,)})
    for before, now, outcomes in (
        (without, verdict, (None, Outcome.PASS)),
        (verdict, without, (Outcome.PASS, None)),
    ):
        (change,) = changes(before, now)
        (part,) = change.parts
        assert part.name == "says_hear [imminent]"
        assert (part.before, part.now) == outcomes
    nothing = verdict.model_copy(update={"pillars": ()})
    (gone,) = changes(verdict, nothing)
    assert (gone.before, gone.now, len(gone.parts)) == (Outcome.PASS, None, 2)


def test_numbers_may_differ_by_rounding_and_words_by_version(desk: Desk, bot: type[Bot]) -> None:
    """Nothing else may, and the place is named with both values."""
    verdict = _verdict(desk, bot)
    (pillar,) = verdict.pillars
    assert pillar.trust_score is not None
    close = pillar.model_copy(update={"trust_score": pillar.trust_score * (1 + 1e-12)})
    assert not differences(
        verdict, verdict.model_copy(update={"pillars": (close,)}), with_texts=True
    )
    other = verdict.model_copy(update={"headline": ("in other words",)})
    assert not differences(verdict, other, with_texts=False)
    assert differences(verdict, other, with_texts=True)
    moved = pillar.model_copy(update={"trust_score": 1.0, "outcome": Outcome.FAIL})
    found = differences(verdict, verdict.model_copy(update={"pillars": (moved,)}), with_texts=True)
    assert found == [
        "verdict.pillars[0].outcome is pass and decided as fail",
        f"verdict.pillars[0].trust_score is {pillar.trust_score!r} and decided as 1.0",
    ]
