"""What a probe needs before it can be decided, and how far it is from seeing what it must see."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress

from mhgate.estimate import is_rate
from mhgate.records import Design
from mhgate.sampling import Plan
from mhgate.wiring.planning.assuming import FAMILY_CORRELATION, Assumed
from mhgate.wiring.planning.hindrances import perfect_lower
from mhgate.wiring.planning.parts import Part

__all__ = ["FileNeeds", "cut", "least_families", "needs_of"]

_USUAL_DROP = Assumed().drop


@dataclass(frozen=True, slots=True)
class FileNeeds:
    """What the probes of one file need.

    Args:
        is_required: whether one of them, or a stratum of it, is required.
        strictness: of the strictest of them: an alarm first, then the smallest drop, then the
            highest score.
        least: how many families they take until all that are required can be decided; of one for
            which no number would do, what thresholds.toml asks for.
        need: how far they are from seeing their drops, by the number of families, from none.
    """

    is_required: bool
    strictness: tuple[float, ...]
    least: int
    need: tuple[float, ...]


def cut(part: Part, kept: frozenset[str], plan: Plan) -> Part:
    """Return a probe or stratum over the trials of some families alone.

    Args:
        part: over all trials.
        kept: the families.
        plan: of all trials.
    """
    inside = [plan.refs[item].family in kept for item in part.items]
    numbers: dict[int, int] = {}
    family = [numbers.setdefault(n, len(numbers)) for n in compress(part.family, inside)]
    return replace(
        part,
        family=tuple(family),
        places=tuple(compress(part.places, inside)),
        items=tuple(compress(part.items, inside)),
        groups=tuple(compress(part.groups, inside)),
        keys=tuple(compress(part.keys, inside)),
    )


def needs_of(
    parts: Sequence[Part], families: Sequence[str], plan: Plan, *, design: Design
) -> FileNeeds:
    """Return what the probes of one file need.

    Args:
        parts: the probes that read it, with their strata.
        families: of the file, in the order of the draw.
        plan: of all trials.
        design: how often outcomes are looked at.
    """
    required = [part for part in parts if part.threshold.required]
    deciding = required or list(parts)
    leasts = []
    for part in required:
        at_all = least_families(part, families, plan, design=design)
        leasts.append(_counted(part, families, plan) if at_all is None else at_all)
    return FileNeeds(
        is_required=bool(required),
        strictness=min(map(_strictness, deciding), default=(1.0, 1.0, 0.0)),
        least=max((each for each in leasts if each is not None), default=0),
        need=_needs(deciding, families, plan),
    )


def least_families(
    part: Part, families: Sequence[str], plan: Plan, *, design: Design
) -> int | None:
    """Return how many families a bot that never misses needs to pass; None where none would do.

    Args:
        part: a probe or stratum.
        families: of its file, in the order of the draw.
        plan: of all trials.
        design: how often outcomes are looked at.
    """
    low = _counted(part, families, plan)
    if low is None or not _can_pass(part, design):
        return None
    high = len(families)
    while low < high:
        middle = (low + high) // 2
        if _can_pass(cut(part, frozenset(families[:middle]), plan), design):
            high = middle
        else:
            low = middle + 1
    return high


def _can_pass(part: Part, design: Design) -> bool:
    """Return whether a perfect record would reach the score; what is no rate is not reckoned."""
    if part.sight.why_not is not None or not is_rate(part.probe):
        return True
    return perfect_lower(part, design)[0] >= part.threshold.min_score


def _counted(part: Part, families: Sequence[str], plan: Plan) -> int | None:
    """Return how many families hold the items and families that thresholds.toml asks for."""
    items: dict[str, set[str]] = {}
    for item in part.items:
        items.setdefault(plan.refs[item].family, set()).add(item)
    n_items = n_families = 0
    for count, name in enumerate(families, 1):
        n_items += len(items.get(name, ()))
        n_families += name in items
        if n_items >= max(1, part.threshold.items) and n_families >= part.threshold.families:
            return count
    return None


def _strictness(part: Part) -> tuple[float, ...]:
    drop = part.threshold.max_drop
    return (
        float(not part.probe.never),
        math.inf if drop is None else drop,
        -part.threshold.min_score,
    )


def _needs(parts: Sequence[Part], families: Sequence[str], plan: Plan) -> tuple[float, ...]:
    """Return the greatest need of some probes, by the number of families that they have.

    A probe's need is about what its smallest visible drop is to the one that it must see: it falls
    with the square root of its effective number of trials.
    """
    found = [0.0] * len(families)
    for part in parts:
        trials: Mapping[str, int] = _trials(part, plan)
        drop = part.threshold.max_drop or _USUAL_DROP
        n = n_families = 0
        for place, name in enumerate(families):
            per_family = n / n_families if n_families else 1.0
            n_effective = n / (1 + (per_family - 1) * FAMILY_CORRELATION)
            need = math.inf if not n else 1 / (part.sight.j * drop * math.sqrt(n_effective))
            found[place] = max(found[place], need)
            n += trials.get(name, 0)
            n_families += name in trials
    # a stratum may begin late: whoever has more never needs more
    for place in range(1, len(found)):
        found[place] = min(found[place], found[place - 1])
    return tuple(found)


def _trials(part: Part, plan: Plan) -> dict[str, int]:
    counted: dict[str, int] = {}
    for item in part.items:
        name = plan.refs[item].family
        counted[name] = counted.get(name, 0) + 1
    return counted
