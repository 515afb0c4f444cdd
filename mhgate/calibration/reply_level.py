"""Agreement on single replies, conversation by conversation: the level at which a gate lives."""

from __future__ import annotations

import math
from collections import Counter
from typing import Literal

from mhgate.calibration.pairing import Pairs
from mhgate.calibration.source_level import Resampling
from mhgate.records import Bias, Bounds, Category, Coefficient, ReplyLevel, Spot
from mhgate.stats.icc import icc
from mhgate.stats.icc_bootstrap import icc_bootstrap
from mhgate.stats.jackknife_sums import jackknife_icc
from mhgate.stats.koo_li import koo_li_category
from mhgate.stats.lin import lin_concordance
from mhgate.stats.rater_bias import rater_bias
from mhgate.stats.seeded import seeded

__all__ = ["GATE_LEVEL", "agreement_of_replies", "spots_of"]

GATE_LEVEL = 0.9
"""A gate's bound is one-sided at .05, which is a bound of this two-sided level."""

_MOST_SPOTS = 400
_STEPS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
_SAME = 1e-9


def agreement_of_replies(pairs: Pairs, how: Resampling) -> ReplyLevel | str:
    """Measure agreement on single replies.

    Args:
        pairs: the replies that both rated.
        how: how to resample.

    Returns:
        The coefficients with intervals over conversations, or why there are none.
    """
    if not len(pairs):
        return "no reply was rated by both"
    absolute = _coefficient(pairs, "A,1", how)
    gate = jackknife_icc(pairs.table, form="A,1", clusters=pairs.conversations, level=GATE_LEVEL)
    bounds = absolute.over_conversations
    differences = [judge - human for human, judge in zip(pairs.human, pairs.judge, strict=True)]
    return ReplyLevel(
        n_replies=len(pairs),
        n_conversations=gate.clusters,
        consistency=_coefficient(pairs, "C,1", how),
        absolute=absolute,
        gate_bounds=Bounds(
            lower=gate.lower,
            upper=gate.upper,
            level=GATE_LEVEL,
            unit="conversation",
            n_units=gate.clusters,
            method="jackknife over conversations with unseen events, of ICC(A,1)",
        ),
        lin=lin_concordance(pairs.table).value,
        exact=sum(abs(each) <= _SAME for each in differences) / len(pairs),
        bias=_bias(pairs, how.level),
        mse=math.fsum(each * each for each in differences) / len(pairs),
        koo_li=Category(
            scheme="koo_li",
            category=koo_li_category(absolute.value),
            at_lower=koo_li_category(None if bounds is None else bounds.lower),
            at_upper=koo_li_category(None if bounds is None else bounds.upper),
        ),
    )


def spots_of(pairs: Pairs) -> tuple[tuple[Spot, ...], float | None]:
    """Return how many replies share each mean and difference, for a plot of Bland and Altman.

    Args:
        pairs: the replies that both rated.

    Returns:
        Spots in the order of mean and difference, and the grid to which they were rounded so that
        there are at most a few hundred; None where they are exact.
    """
    together = Counter(zip(pairs.human, pairs.judge, strict=True))
    spots, step = _placed(together, None), None
    if len(spots) > _MOST_SPOTS:
        for step in _STEPS:
            spots = _placed(together, step)
            if len(spots) <= _MOST_SPOTS:
                break
    return (
        tuple(
            Spot(mean=mean, difference=difference, n=n)
            for (mean, difference), n in sorted(spots.items())
        ),
        step,
    )


def _placed(
    together: Counter[tuple[float, float]], step: float | None
) -> Counter[tuple[float, float]]:
    def rounded(value: float) -> float:
        # beyond nine decimals two sums of the same ratings may differ by rounding alone
        return round(value, 9) if step is None else round(round(value / step) * step, 9)

    spots: Counter[tuple[float, float]] = Counter()
    for (human, judge), n in together.items():
        spots[rounded((human + judge) / 2), rounded(judge - human)] += n
    return spots


def _bias(pairs: Pairs, level: float) -> Bias:
    found = rater_bias(pairs.judge, pairs.human, clusters=pairs.conversations, level=level)
    bounds = None
    if found.lower is not None and found.upper is not None:
        bounds = Bounds(
            lower=found.lower,
            upper=found.upper,
            level=level,
            unit="conversation",
            n_units=found.clusters,
            method="t interval, robust to conversations",
        )
    return Bias(
        mean=0.0 if found.mean is None else found.mean,
        bounds=bounds,
        lower_limit=found.lower_limit,
        upper_limit=found.upper_limit,
        reason=found.reason,
    )


def _coefficient(pairs: Pairs, form: Literal["A,1", "C,1"], how: Resampling) -> Coefficient:
    whole = icc(pairs.table, form=form, level=how.level)
    drawn = icc_bootstrap(
        pairs.table,
        generator=seeded(how.seed_for("replies", form)),
        form=form,
        clusters=pairs.conversations,
        level=how.level,
        resamples=how.resamples,
    )
    return Coefficient(
        value=whole.value,
        over_conversations=how.bounds(
            drawn, "conversation", "percentile bootstrap of conversations"
        ),
        reason=whole.reason,
    )
