"""One probe whose figure is no rate: what drawn runs say of it before anything is asked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from mhgate.baseline import compare_measures
from mhgate.canonical import seed_from
from mhgate.estimate import seen_at
from mhgate.records import ItemOutcome
from mhgate.stats.clopper_pearson import ProportionInterval
from mhgate.stats.operating_characteristics import Characteristics
from mhgate.wiring.planning.circumstances import Circumstances
from mhgate.wiring.planning.drawn_outcomes import drawn_outcomes
from mhgate.wiring.planning.hindrances import Hindrance, too_few
from mhgate.wiring.planning.parts import Part

__all__ = ["MeasureSight", "measure_sight"]

_RUNS = 60
_OFTEN = 0.8
_LIKELY = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureSight:
    """What drawn runs say of one probe or stratum.

    ``ends`` is the absolute question; ``interval`` the middle of the drawn bounds; ``best_lower``
    the lower bound of a bot without a fault; ``holds`` how often a bot that has not changed rules
    ``max_drop`` out, ``open_drop`` what it leaves open 4 times in 5, ``visible_drop`` what would be
    claimed 4 times in 5; None where no drop is asked about.
    """

    ends: Characteristics
    interval: ProportionInterval
    best_lower: float
    holds: float | None
    open_drop: float | None
    visible_drop: float | None
    hindrances: tuple[Hindrance, ...]


def measure_sight(part: Part, figure: float, around: Circumstances) -> MeasureSight:
    """Draw runs of a bot with this true figure, and look at each as the gate would.

    Args:
        part: the probe, or the stratum of it.
        figure: what is assumed to be true.
        around: what holds for the whole gate.
    """
    claims = around.n_claims if part.threshold.required else 1
    drawn = _drawn(part, figure, around.seed, claims)
    hindrances = []
    if part.sight.why_not is not None:
        hindrances.append(Hindrance(kind="certificate", reason=part.sight.why_not))
    elif drawn.best_lower < part.threshold.min_score:
        bound = drawn.best_lower
        hindrances.append(Hindrance(kind="record", bound=bound, reachable=bound))
    elif missing := list(too_few(part)):
        hindrances.append(Hindrance(kind="too_few", reason=" and ".join(missing)))
    if drawn.holds is not None and drawn.holds < _LIKELY:
        hindrances.append(
            Hindrance(
                kind="baseline",
                bound=drawn.open_drop,
                chance=drawn.holds,
                reachable=drawn.open_drop,
            )
        )
    return MeasureSight(
        ends=drawn.ends,
        interval=drawn.interval,
        best_lower=drawn.best_lower,
        holds=drawn.holds,
        open_drop=drawn.open_drop,
        visible_drop=drawn.visible_drop,
        hindrances=tuple(hindrances),
    )


@lru_cache(maxsize=256)
def _drawn(part: Part, figure: float, seed: int, claims: int) -> MeasureSight:
    threshold, probe = part.threshold, part.probe
    chance = random.Random(seed_from(seed, "plan", part.name))  # noqa: S311 - luck, not a secret
    youden = _youden(part)

    def told(rows: Sequence[ItemOutcome], at: float) -> tuple[float | None, float, float]:
        seen = seen_at(rows, probe=probe, alpha=at, youden=youden, by_kind=False)
        return seen.point, seen.lower, seen.upper

    def bounds(rows: Sequence[ItemOutcome], at: float) -> tuple[float, float]:
        return told(rows, at)[1:]

    n = part.n_trials
    runs = [drawn_outcomes(part, figure, chance) for _ in range(_RUNS)] if n else []
    found = [bounds(rows, threshold.alpha) for rows in runs]
    passes = sum(lower >= threshold.min_score for lower, _ in found) / max(1, len(found))
    below = [rows for rows, each in zip(runs, found, strict=True) if each[1] < threshold.min_score]
    claimed = [bounds(rows, threshold.alpha / claims)[1] < threshold.min_score for rows in below]
    fails = sum(claimed) / max(1, len(found))
    best = bounds(drawn_outcomes(part, 1.0, chance), threshold.alpha)[0] if n else 0.0
    holds = open_drop = visible = None
    if threshold.max_drop is not None and len(runs) > 1:
        pairs = [
            compare_measures(
                ours, theirs, probe_id=probe.id, alpha=threshold.alpha, told=told, n_claims=claims
            )
            for ours, theirs in zip(runs[::2], runs[1::2], strict=True)
        ]
        lowers = sorted(each.interval.lower for each in pairs if each is not None)
        seen = sorted(
            1.0 if each.smallest_visible_drop is None else each.smallest_visible_drop
            for each in pairs
            if each is not None
        )
        holds = sum(lower > -threshold.max_drop for lower in lowers) / max(1, len(pairs))
        open_drop = -_middle(lowers, 1 - _OFTEN) if lowers else 1.0
        middle = _middle(seen, 0.5) if seen else 1.0
        visible = middle if middle < 1 else None
    return MeasureSight(
        ends=Characteristics(
            passes=passes,
            fails=fails,
            undecided=max(0.0, 1 - passes - fails),
            expected_trials=float(n),
            expected_asked=float(n),
            settled_by=(0.0,) * n + (1.0,),
        ),
        interval=ProportionInterval(
            lower=_middle(sorted(each[0] for each in found), 0.5) if found else 0.0,
            upper=_middle(sorted(each[1] for each in found), 0.5) if found else 1.0,
            level=1 - 2 * threshold.alpha,
        ),
        best_lower=best,
        holds=holds,
        open_drop=open_drop,
        visible_drop=visible,
        hindrances=(),
    )


def _youden(part: Part) -> float:
    """Return what is left of a difference in the judge's eyes, 1 where no error is corrected."""
    if not part.sight.is_corrected:
        return 1.0
    return min(each.rates.youden for each in part.sight.directions)


def _middle(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
