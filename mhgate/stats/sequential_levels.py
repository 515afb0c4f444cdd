"""At which evidence the processes of a plan decide: exactly, under a model, or for any plan."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from mhgate.stats.clustered_calibration import (
    LATER_RELIEF,
    clustered_level,
    clustered_p_value,
)
from mhgate.stats.clustered_e_process import draws_before
from mhgate.stats.e_calibration import Side, calibrated_level, crossing_p_value

__all__ = ["Levels", "plan_levels"]

_Floats = NDArray[np.float64]


class Levels:
    """At which evidence a plan decides: by Ville's inequality, which holds for any."""

    def __init__(self, threshold: float, before: tuple[int, ...], icc_floor: float) -> None:
        self.threshold, self.before, self.icc_floor = threshold, before, icc_floor

    def relief(self, trials: int) -> _Floats:
        """Return what is added to the log evidence after each trial."""
        return np.zeros(trials)

    def level(self, side: Side, alpha: float) -> float:  # noqa: ARG002 - the same on both sides
        """Return the log of the evidence that decides."""
        return -math.log(alpha)

    def p_below(self, evidence: _Floats) -> float:
        """Return the p-value of the fail side from its evidence so far."""
        return math.exp(-float(evidence.max(initial=0.0)))


class _ExactLevels(Levels):
    """The same where every family of the plan holds one trial: calibrated to the plan."""

    def level(self, side: Side, alpha: float) -> float:
        return calibrated_level(self.threshold, len(self.before), alpha, side=side).log_level

    def p_below(self, evidence: _Floats) -> float:
        largest = float(evidence.max(initial=0.0))
        return float(crossing_p_value(largest, self.threshold, len(self.before), side="fail"))


class _ClusteredLevels(Levels):
    """The same for families of several trials: calibrated to the plan, under a model."""

    def relief(self, trials: int) -> _Floats:
        later = np.maximum.accumulate(np.array(self.before[:trials], dtype=int)) > 0
        return np.where(later, LATER_RELIEF, 0.0)

    def level(self, side: Side, alpha: float) -> float:
        return clustered_level(
            self.threshold, self.before, alpha, side=side, icc_floor=self.icc_floor
        ).log_level

    def p_below(self, evidence: _Floats) -> float:
        calibrated = clustered_p_value(
            float(evidence.max(initial=0.0)),
            self.threshold,
            self.before,
            side="fail",
            icc_floor=self.icc_floor,
        )
        return min(calibrated, super().p_below(evidence - self.relief(len(evidence))))


def plan_levels(
    planned: int | Sequence[Hashable],
    family: Sequence[Hashable],
    threshold: float,
    icc_floor: float,
    *,
    graded: bool,
) -> Levels:
    """Return at which evidence the processes of a plan decide.

    Args:
        planned: the families of all trials that could be asked, in plan order; a number where every
            family of the plan holds one trial.
        family: the family of each trial so far.
        threshold: the rate to reach, in [0, 1].
        icc_floor: the intra-family correlation that is believed, in [0, 1].
        graded: whether values may lie between 0 and 1: then nothing is calibrated.

    Returns:
        The levels: exact where every family holds one trial, of a model where some hold more, and
        1 / alpha where the prefix is not that of the plan.

    Raises:
        ValueError: more trials than planned, or a family that occurs twice where every family of
            the plan holds one trial.

    Source:
        :mod:`mhgate.stats.e_calibration`, :mod:`mhgate.stats.clustered_calibration`; Ville (1939)
        for 1 / alpha.

    Assumption:
        As there.

    Example:
        >>> import math
        >>> levels = plan_levels(200, range(80), 0.95, 0.2, graded=False)
        >>> round(math.exp(levels.level("pass", 0.05)), 1), round(1 / 0.05)
        (15.4, 20)
    """
    size = planned if isinstance(planned, int) else len(planned)
    if len(family) > size:
        raise ValueError(f"{len(family)} trials; expected at most the {size} planned")
    if not isinstance(planned, int):
        before = draws_before(planned)
        is_as_planned = list(planned[: len(family)]) == list(family)
    else:
        before = (0,) * size
        is_as_planned = True
        if len(set(family)) != len(family):
            raise ValueError(
                "a family occurs twice, and planned is a number; expected the families of all "
                "planned trials, in plan order"
            )
    if graded or not is_as_planned:
        kind: type[Levels] = Levels
    else:
        kind = _ClusteredLevels if any(before) else _ExactLevels
    return kind(threshold, before, icc_floor)
