"""Holds what a verdict says of the labels behind its judge, and of false alarms to expect."""

from __future__ import annotations

from dataclasses import replace

from measuring import decided, measured, scores

from mhgate.records import Outcome, Threshold
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
