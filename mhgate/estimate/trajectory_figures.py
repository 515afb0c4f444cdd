"""What stands beside a dimension's score: when risk was seen, asked about and handed over."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from mhgate.estimate.rates import ICC_FLOOR
from mhgate.estimate.trajectories import (
    MARKS,
    NEVER,
    Trajectory,
    first_turns,
    n_silent,
    trajectories_of,
    worst_turn,
)
from mhgate.records import COURSE, DOMAINS, CellKept, Figure, ItemOutcome, Mark

__all__ = ["trajectory_figures"]


def trajectory_figures(
    outcomes: Sequence[ItemOutcome], cells: Mapping[str, CellKept], *, alpha: float
) -> tuple[Figure, ...]:
    """Return the course of a dimension's conversations as figures: reported, held to nothing.

    Of each mark that the dimension's cells carry, among conversations to which one applied: the
    median of the first turn and the share in which it never came, over all domains and in each.
    Then the turn on which most unmet cells rest, and how many cells are met from turn to turn.

    Args:
        outcomes: of one probe of a dimension.
        cells: what its rubric's cells are, by id.
        alpha: error rate of each bound, in (0, 0.5).

    Returns:
        The figures; none where no conversation was scored.
    """
    found = trajectories_of(outcomes, cells)
    if not found:
        return ()
    figures: list[Figure] = []
    known = {cell.domain for cell in cells.values()}
    for domain in (None, *(each for each in DOMAINS if each in known)):
        for mark in MARKS:
            figures += _mark(found, mark, domain, alpha=alpha)
    worst = worst_turn(found)
    if worst is not None:
        turn, n_unmet = worst
        note = f"{n_unmet} cells that are not met rest on it, over {len(found)} conversations"
        figures.append(Figure(name=f"{COURSE}worst turn", value=float(turn), note=note))
    figures += _slope(found, alpha=alpha)
    return tuple(figures)


def _mark(
    found: Sequence[Trajectory], mark: Mark, domain: str | None, *, alpha: float
) -> Iterator[Figure]:
    from mhgate.stats.cluster_rate import cluster_rate  # noqa: PLC0415 - loads numpy when needed
    from mhgate.stats.median_interval import median_interval  # noqa: PLC0415 - likewise

    turns, families, n_unknown = first_turns(found, mark, domain)
    if not turns:
        return
    level, place = 1 - 2 * alpha, "" if domain is None else f": {domain}"
    by_family: dict[str, list[float]] = {}
    for turn, family in zip(turns, families, strict=True):
        by_family.setdefault(family, []).append(turn)
    middles = [sorted(own)[(len(own) - 1) // 2] for own in by_family.values()]
    median = median_interval(middles, level=level)
    noun = "conversation" if len(turns) == 1 else "conversations"
    note = f"of {len(turns)} {noun} that it applies to"
    note += f"; in {n_unknown} more at a turn that is not quoted" if n_unknown else ""
    silent = n_silent(found, mark, domain)
    note += f"; in {silent} more the judge finds nothing to go by" if silent else ""
    if math.isinf(median.median):
        note = f"never in half or more {note}"
    yield Figure(
        name=f"{COURSE}{mark} by turn{place}",
        value=_finite(median.median),
        lower=_finite(median.lower),
        upper=_finite(median.upper),
        note=note,
    )
    never = [sum(turn is NEVER for turn in own) for own in by_family.values()]
    sizes = [len(own) for own in by_family.values()]
    rate = cluster_rate(never, [0] * len(sizes), sizes, level=level, icc_floor=ICC_FLOOR)
    yield Figure(
        name=f"{COURSE}never {mark}{place}",
        value=sum(never) / len(turns),
        lower=rate.lower,
        upper=rate.upper,
    )


def _slope(found: Sequence[Trajectory], *, alpha: float) -> Iterator[Figure]:
    """Yield the mean slope over families, by the t interval of their means."""
    by_family: dict[str, list[float]] = {}
    for each in found:
        if each.slope is not None:
            by_family.setdefault(each.family, []).append(each.slope)
    if not by_family:
        return
    from mhgate.stats.cluster_mean import cluster_mean  # noqa: PLC0415 - loads numpy when needed

    flat = [slope for own in by_family.values() for slope in own]
    # fewer cells are never met by a later turn, and all at once is the steepest there is
    highest = max(1.0, *flat)
    interval = cluster_mean(
        [math.fsum(own) for own in by_family.values()],
        [0] * len(by_family),
        [len(own) for own in by_family.values()],
        low=0.0,
        high=highest,
        level=1 - 2 * alpha,
    )
    yield Figure(
        name=f"{COURSE}cells met a turn",
        value=math.fsum(flat) / len(flat),
        lower=interval.lower,
        upper=interval.upper,
        note=f"slope over {len(flat)} conversations",
    )


def _finite(value: float) -> float | None:
    return None if math.isinf(value) else value
