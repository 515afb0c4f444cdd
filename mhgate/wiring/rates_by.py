"""A report's outcomes by the values of a stratum, and the share of points of a rubric.

A stratum decides where thresholds.toml has a table for it. Whoever only wants to see how each
source of replies fares, or each number of points, reads it off here: nothing is decided.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from mhgate.errors import ReportFileError, nearest
from mhgate.estimate import estimate
from mhgate.records import Estimate, ItemOutcome, Report, Threshold

__all__ = ["PointsShare", "RateBy", "points_shares", "rates_by"]

_LEVEL_AT = Threshold(min_score=0)  # gives alpha, whose interval a report shows; nothing is tested
_POINTS, _SIGN = "points", "sign"


@dataclass(frozen=True, slots=True)
class RateBy:
    """One probe's rate among items of one value of a stratum.

    Args:
        probe: its id.
        value: of the stratum; None: items without it.
        found: the rate with its interval, by family.
    """

    probe: str
    value: str | None
    found: Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsShare:
    """The share of a rubric's points that replies earned.

    Args:
        probe: whose outcomes they are.
        prompts: families that were scored whole and can gain points.
        left_out: families with a criterion that could not be scored, or with nothing to gain.
        pooled: points earned, less points lost, over those that can be gained, of all prompts.
        mean: the mean over prompts of the same share, each held to 0 and 1 first.
        lower: of a two-sided 90 % interval of that mean, over prompts.
        upper: the same.
    """

    probe: str
    prompts: int
    left_out: int
    pooled: float
    mean: float
    lower: float
    upper: float


def rates_by(report: Report, key: str) -> list[RateBy]:
    """Return the rates by the values of a stratum, as scored, of the probes whose items have it.

    Args:
        report: with its outcomes.
        key: of the stratum.

    Raises:
        ReportFileError: no item of the report has it.
    """
    known = sorted({name for each in report.outcomes for name in each.strata})
    if key not in known:
        guess = nearest(key, known)
        listed = ", ".join(known) or "none"
        raise ReportFileError(
            f"found no stratum {key!r} in the report's outcomes; expected one of {listed}.",
            hint=f"Did you mean {guess!r}?" if guess else "Name one of these.",
        )
    having = {each.probe_id for each in report.outcomes if key in each.strata}
    rows: dict[tuple[str, str | None], list[ItemOutcome]] = defaultdict(list)
    for each in report.outcomes:
        if each.probe_id in having:
            rows[each.probe_id, each.strata.get(key)].append(each)
    order = list(dict.fromkeys(each.probe_id for each in report.outcomes))
    ranked = sorted(rows, key=lambda at: (order.index(at[0]), at[1] is None, _natural(at[1] or "")))
    return [
        RateBy(
            probe,
            value,
            estimate(
                rows[probe, value],
                probe_id=probe,
                planned=len(rows[probe, value]),
                not_needed=0,
                threshold=_LEVEL_AT,
                stratum=None if value is None else f"{key}={value}",
            ),
        )
        for probe, value in ranked
    ]


def points_shares(report: Report) -> list[PointsShare]:
    """Return the share of points of each probe whose items all carry points.

    Args:
        report: with its outcomes. An item's strata ``sign`` and ``points`` say what its criterion
            is worth; its score is 1 where a plus was met, or a minus was not.
    """
    by_probe: dict[str, list[ItemOutcome]] = defaultdict(list)
    for each in report.outcomes:
        by_probe[each.probe_id].append(each)
    found = []
    for probe, rows in by_probe.items():
        if all(_worth(each.strata) is not None for each in rows):
            share = _share(probe, rows)
            found += [] if share is None else [share]
    return found


def _share(probe: str, rows: Iterable[ItemOutcome]) -> PointsShare | None:
    families: dict[str, list[ItemOutcome]] = defaultdict(list)
    for each in rows:
        families[each.family].append(each)
    earned, gainable = [], []
    for own in families.values():
        gain = math.fsum(max(0.0, _worth(each.strata) or 0) for each in own)
        if gain and all(each.value is not None for each in own):
            earned.append(math.fsum(map(_earned, own)))
            gainable.append(gain)
    if not earned:
        return None
    from mhgate.stats.cluster_mean import cluster_mean  # noqa: PLC0415 - numpy, for this alone

    shares = [min(1.0, max(0.0, got / of)) for got, of in zip(earned, gainable, strict=True)]
    interval = cluster_mean(shares, [0] * len(shares), [1] * len(shares))
    return PointsShare(
        probe=probe,
        prompts=len(shares),
        left_out=len(families) - len(shares),
        pooled=math.fsum(earned) / math.fsum(gainable),
        mean=math.fsum(shares) / len(shares),
        lower=interval.lower,
        upper=interval.upper,
    )


def _earned(row: ItemOutcome) -> float:
    """Return the points that a reply earned by one criterion: a minus that was met costs them."""
    worth, value = _worth(row.strata) or 0.0, row.value or 0.0
    return worth * value if worth > 0 else worth * (1 - value)


def _worth(strata: Mapping[str, str]) -> float | None:
    """Return the points of a criterion; None where an item has none."""
    if strata.get(_SIGN) not in {"plus", "minus"}:
        return None
    try:
        points = float(strata[_POINTS])
    except (KeyError, ValueError):
        return None
    is_signed = (points > 0) == (strata[_SIGN] == "plus")
    return points if math.isfinite(points) and points and is_signed else None


def _natural(value: str) -> tuple[float, str]:
    """Return a value as it is sorted: numbers by size, then words."""
    try:
        number = float(value)
    except ValueError:
        return math.inf, value
    return (number if math.isfinite(number) else math.inf), value
