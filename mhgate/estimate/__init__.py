"""Outcomes of one probe -> Estimate: a rate by family, with failures counted on both sides.

======================  ==========================================================================
``rates``               ``estimate``: which method speaks, and what it says; ``settled_rate``
``measures``            parity, consistency, correlation, agreement beyond accuracy
``agreement``           choices against a key
``columns``             outcomes as columns, and as pairs within families
``tally``               outcomes as counts by family, and as a sequence in plan order
``judge_error``         what a certificate says of a probe's judge: the counts that correct a rate
``graded_means``        a graded mean for a report: corrected for bias or not, and which it is
``potential_figures``   a question flow's ratings as the published score of its dimension
``trajectories``        a rubric's cells as the course of a conversation, turn by turn
``trajectory_figures``  over all conversations: when risk was seen, asked about, handed over
======================  ==========================================================================
"""

from __future__ import annotations

from mhgate.estimate.graded_means import GradedMean, graded_mean, mean_grade
from mhgate.estimate.judge_error import false_alarm_shares, youden
from mhgate.estimate.measures import estimate_measure, figures_beside, is_rate, seen_at
from mhgate.estimate.potential_figures import potential_figures
from mhgate.estimate.rates import ICC_FLOOR, JUDGED_ICC_FLOOR, estimate, settled_rate
from mhgate.estimate.trajectory_figures import trajectory_figures
from mhgate.stats import METHOD_VERSION

__all__ = [
    "ICC_FLOOR",
    "JUDGED_ICC_FLOOR",
    "METHOD_VERSION",
    "GradedMean",
    "estimate",
    "estimate_measure",
    "false_alarm_shares",
    "figures_beside",
    "graded_mean",
    "is_rate",
    "mean_grade",
    "potential_figures",
    "seen_at",
    "settled_rate",
    "trajectory_figures",
    "youden",
]
