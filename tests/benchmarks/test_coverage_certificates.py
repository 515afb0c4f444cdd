"""Holds that a poor judge errs within the level once certified, and what people must agree on."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.coverage.certificates import Cell, ChanceGold, certified_shares, claims, run
from benchmarks.coverage.section import Effort, Section
from benchmarks.coverage.simulated_bots import Size, probes
from mhgate.estimate import estimate
from mhgate.records import Accounts, Agreed, Certificate, ItemOutcome, Outcome, Profile, Threshold
from mhgate.stats.melded import JudgeCounts, melded_p_at_least, melded_p_at_most
from mhgate.verdict import Measured, decide


@pytest.fixture(scope="module")
def reduced() -> Section:
    """The section as it runs in a few seconds."""
    return run(effort=Effort.REDUCED, seed=1)


def test_the_reduced_bars_hold(reduced: Section) -> None:
    """Every bar that a few runs can tell of is cleared."""
    assert len(reduced.bars) >= 7
    assert all(bar.holds for bar in reduced.bars)


def test_without_a_certificate_the_error_is_far_beyond_the_level() -> None:
    """Three in four good replies look good: the pillar at its threshold is called below it."""
    corrected, naive = claims(Cell(0.9), runs=200, seed=2)
    assert naive.fails > 0.9
    assert corrected.fails < 0.1
    _, lenient = claims(Cell(0.6, "no"), runs=200, seed=2)
    assert lenient.passes > 0.5


def test_nobody_certifies_a_judge_whose_raters_agree_at_chance() -> None:
    """A judge that copies the majority of three who guess is certified by its own figures alone."""
    share, without = certified_shares(ChanceGold(None, 3), sets=5, seed=3)
    assert (share, without) == (0.0, 1.0)


@pytest.mark.parametrize(("good", "outcome"), [(120, "fail"), (165, "open"), (238, "pass")])
def test_the_p_values_decide_as_the_verdict_does(good: int, outcome: str) -> None:
    """What is simulated is the gate: one required probe, its certificate, items on their own."""
    n, threshold = 240, Threshold(min_score=0.9)
    (probe, *_) = probes(1, exact=False)
    yes = Agreed(n=100, n_agreed=76, n_families=100, effective_n=100, effective_agreed=76)
    no = Agreed(n=50, n_agreed=47, n_families=50, effective_n=50, effective_agreed=47)
    certificate = Certificate(
        id="c",
        question="simulated",
        question_digest="d",
        judge_fingerprint="j",
        yes=yes,
        no=no,
        labelled_by="clinicians",
        labelled_on="2026-11-01",  # type: ignore[arg-type]
    )
    size = Size(families=n, per_family=1)
    rows = [
        ItemOutcome(
            trial_id=f"i{place}#0",
            probe_id=probe.id,
            item_id=f"i{place}",
            item_digest="d",
            family=f"f{family}",
            epoch=0,
            strata={},
            value=float(place < good),
        )
        for place, family in enumerate(size.family)
    ]
    measured = Measured(
        probe=probe,
        threshold=threshold,
        estimate=estimate(
            rows,
            probe_id=probe.id,
            planned=n,
            not_needed=0,
            threshold=threshold,
            certificate=certificate,
        ),
    )
    verdict = decide(
        [measured],
        profile=Profile(name="release"),
        declared=[probe.pillar],
        accounts=Accounts(planned=n, asked=n, not_needed=0, not_reached=0, scored=n, failed=0),
    )
    judge = JudgeCounts(76, 100, 47, 50)
    x = np.array([good])
    passes = bool(melded_p_at_least(x, n, 0.9, judge)[0] < 0.05)
    fails = bool(melded_p_at_most(x, n, 0.9, judge)[0] < 0.05)
    assert (passes, fails) == (outcome == "pass", outcome == "fail")
    assert (verdict.outcome is Outcome.PASS) == passes
    assert (verdict.outcome is Outcome.FAIL) == fails
