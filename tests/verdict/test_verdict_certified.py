"""Holds what a verdict says of the labels behind its judge, and of false alarms to expect."""

from __future__ import annotations

from dataclasses import replace

import pytest
from measuring import MEASURE, PR, RELEASE, decided, measured, scores

from mhgate.records import Outcome, Profile, Threshold
from mhgate.verdict import Measured

_ADVICE = Threshold(min_score=0.8, required=False)


def _by(group: str, **other: object) -> Measured:
    return replace(measured(scores(60), **other), labelled_by=group)  # type: ignore[arg-type]


def test_authors_labels_are_said_first() -> None:
    """A report that rests on them begins with whose labels they are, and on which probes."""
    found = decided(_by("authors"), _by("clinicians", name="crisis.asks"))
    assert found.outcome is Outcome.PASS
    assert found.headline[0] == (
        "Judge certified on labels by authors (offers_help), not by clinicians: warned at best."
    )


def test_a_crowd_is_named_beside_authors() -> None:
    """Each group that is less than clinicians has its probes."""
    first = decided(_by("authors"), _by("crowd", name="crisis.asks")).headline[0]
    assert "authors (offers_help); crowd (asks), not by clinicians" in first


def test_clinicians_need_no_warning() -> None:
    """Nothing is said where clinicians labelled, or where what authors labelled decides nothing."""
    for found in (
        decided(_by("clinicians")),
        decided(_by("clinicians"), _by("authors", name="crisis.asks", threshold=_ADVICE)),
    ):
        assert not any("labels by" in line for line in found.headline)


def test_a_certificate_says_how_many_false_alarms_to_expect() -> None:
    """Share of good replies that the judge calls bad, times the trials; and the most at 95 %."""
    alarmed = replace(measured(scores(599, 1), never=True), false_alarm_shares=(0.002, 0.01))
    sentence = decided(alarmed).pillars[0].probes[0].sentence
    assert "(expected number of false alarms: 1.2, at most 6.0 at 95 %, if every reply" in sentence
    without = decided(measured(scores(599, 1), never=True)).pillars[0].probes[0].sentence
    assert "unknown without a certificate" in without


_WHY = "the judge has no certificate for its question"


@pytest.mark.parametrize("values", [scores(60), scores(0, 60), scores(54, 6)])
@pytest.mark.parametrize("profile", [PR, RELEASE])
def test_taking_a_certificate_away_never_opens_a_gate(
    values: list[float | None], profile: Profile
) -> None:
    """Whatever the replies were worth, a required probe that may not gate closes every gate."""
    barred = decided(measured(values, not_gating_reason=_WHY), profile=profile)
    assert (barred.outcome, barred.exit_code) == (Outcome.INCONCLUSIVE, 3)
    assert barred.blocks
    assert "the gate is closed" in barred.exit_meaning


def test_a_pull_request_is_told_what_to_do_about_a_probe_that_may_not_gate() -> None:
    """The last line names the probe and each remedy, and is no word of letting through."""
    lost = measured(scores(0, 60), not_gating_reason=_WHY)
    found = decided(lost, measured(scores(60), name="crisis.asks"), profile=PR)
    assert found.exit_meaning == (
        "exit code 3: not decided: offers_help may not gate, and is required (no good enough "
        'certificate: `mhgate calibrate`, or trust = "off" in so many words; or required = '
        "false), the gate is closed"
    )
    stale = replace(
        measured(scores(60), name="crisis.asks", not_gating_reason="its term is over"),
        has_expired_data=True,
    )
    unseen = replace(
        measured(scores(60), name="crisis.waits", not_gating_reason="no clock"), is_not_shown=True
    )
    meaning = decided(lost, stale, unseen, profile=PR).exit_meaning
    assert "offers_help, asks, waits may not gate, and are required" in meaning
    assert "data past its term: a newer mhgate; items not shown: a target with a clock" in meaning


def test_a_proven_fail_beside_a_probe_that_may_not_gate_stays_a_fail() -> None:
    """What another probe proved is red as such."""
    lost = measured(scores(60), not_gating_reason=_WHY)
    found = decided(lost, measured(scores(0, 60), name="crisis.asks"), profile=PR)
    assert (found.outcome, found.exit_code) == (Outcome.FAIL, 1)


def test_a_stratum_that_is_required_needs_the_certificate_too() -> None:
    """Advice over all trials does not excuse a stratum that decides."""
    strict = measured(
        scores(60), threshold=_ADVICE, stratum=Threshold(min_score=0.8), not_gating_reason=_WHY
    )
    assert decided(strict, profile=PR).exit_code == 3


def test_a_pull_request_goes_through_where_nothing_required_is_barred() -> None:
    """Advice without a certificate, an open rate and a measuring profile close nothing."""
    advice = measured(scores(0, 60), name="crisis.tip", threshold=_ADVICE, not_gating_reason=_WHY)
    assert decided(advice, _by("clinicians"), profile=PR).exit_code == 0
    opened = decided(advice, measured(scores(54, 6)), profile=PR)
    assert (opened.outcome, opened.exit_code) == (Outcome.INCONCLUSIVE, 0)
    assert "this is no pass" in opened.exit_meaning
    lost = measured(scores(0, 60), not_gating_reason=_WHY)
    assert decided(lost, profile=MEASURE).exit_code == 0
