"""How far people agree among themselves: no judge can be held to more."""

from __future__ import annotations

import math

from mhgate.calibration.pairing import Measure, ratings_on
from mhgate.calibration.reply_level import GATE_LEVEL
from mhgate.records import Bounds, Coefficient, HumanAgreement, RatingSet
from mhgate.stats.jackknife_sums import jackknife_icc
from mhgate.stats.krippendorff import krippendorff_alpha

__all__ = ["agreement_of_people"]

_PAIR = 2


def agreement_of_people(ratings: RatingSet, measure: Measure) -> HumanAgreement | None:
    """Measure the agreement of people on one measure.

    Args:
        ratings: the set; not everyone need have rated everything.
        measure: an attribute or a composite.

    Returns:
        Their agreement, or None where fewer than two people rated anything on it.
    """
    columns = [ratings_on(ratings, rater.name, measure) for rater in ratings.humans]
    columns = [column for column in columns if any(value is not None for value in column)]
    if len(columns) < _PAIR:
        return None
    table: list[list[float]] = []
    conversations: list[str] = []
    for reply, row in zip(ratings.replies, zip(*columns, strict=True), strict=True):
        if sum(value is not None for value in row) >= _PAIR:
            table.append([math.nan if value is None else value for value in row])
            conversations.append(reply.conversation)
    if not table:
        return HumanAgreement(
            attribute=measure.name,
            n_raters=len(columns),
            n_replies=0,
            n_conversations=0,
            alpha=None,
            alpha_reason="no reply was rated by two people",
            n_complete=0,
            absolute=Coefficient(value=None, reason="no reply was rated by two people"),
        )
    alpha = krippendorff_alpha(table)
    return HumanAgreement(
        attribute=measure.name,
        n_raters=len(columns),
        n_replies=len(table),
        n_conversations=len(set(conversations)),
        alpha=alpha.value,
        alpha_reason=alpha.reason,
        n_complete=sum(not any(map(math.isnan, row)) for row in table),
        absolute=_absolute(table, conversations),
    )


def _absolute(table: list[list[float]], conversations: list[str]) -> Coefficient:
    found = jackknife_icc(table, form="A,1", clusters=conversations, level=GATE_LEVEL)
    return Coefficient(
        value=found.value,
        over_conversations=Bounds(
            lower=found.lower,
            upper=found.upper,
            level=GATE_LEVEL,
            unit="conversation",
            n_units=found.clusters,
            method="jackknife over conversations with unseen events, of ICC(A,1)",
        ),
        reason=found.reason,
    )
