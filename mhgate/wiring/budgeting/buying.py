"""What a budget buys: the drops that the allocated sample can show, probe by probe."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from mhgate.estimate import is_rate
from mhgate.records import BudgetedPillar, BudgetedProbe
from mhgate.wiring.planning.circumstances import Circumstances
from mhgate.wiring.planning.holding import Holding
from mhgate.wiring.planning.measure_lines import measure_sight
from mhgate.wiring.planning.parts import Part

__all__ = ["bought_by", "pillars_bought"]


def bought_by(
    whole: Sequence[Part],
    allocated: Sequence[Part],
    leasts: Mapping[str, int | None],
    around: Circumstances,
    *,
    granted: Mapping[str, int],
) -> Iterator[BudgetedProbe]:
    """Yield what every probe and stratum has after the allocation.

    Args:
        whole: every probe and stratum over the declared sample.
        allocated: the same ones over what is asked.
        leasts: of each required one, how many families of its file it takes to be decided.
        around: what holds for the whole gate.
        granted: how many families of each file are asked.
    """
    for before, now in zip(whole, allocated, strict=True):
        least = leasts.get(before.name)
        n_of_file = granted.get(now.file, 0)
        yield BudgetedProbe(
            probe=now.probe.id,
            stratum=now.stratum,
            file=now.file,
            required=now.threshold.required,
            families=now.n_families,
            of_families=before.n_families,
            items=now.n_items,
            of_items=before.n_items,
            least=least,
            is_starved=now.threshold.required and least is not None and n_of_file < least,
            max_drop=now.threshold.max_drop,
            visible_drop=_visible(now, around),
        )


def _visible(part: Part, around: Circumstances) -> float | None:
    if part.threshold.max_drop is None or not part.n_trials:
        return None
    rate = around.assumed.rate_for(part.threshold.min_score)
    if is_rate(part.probe):
        return Holding(part, rate, around).visible_drop()
    if not part.threshold.required:
        return None  # to draw runs takes long, and nobody decides by it
    return measure_sight(part, rate, around).visible_drop


def pillars_bought(
    pillars: Sequence[str], probes: Sequence[BudgetedProbe]
) -> Iterator[BudgetedPillar]:
    """Yield what each pillar sees, in whichever of the probes that it requires a drop happens.

    Args:
        pillars: in order.
        probes: and strata, as they are allocated.
    """
    for pillar in pillars:
        asked = [
            each
            for each in probes
            if each.probe.partition(".")[0] == pillar
            and each.required
            and each.of_items
            and each.max_drop is not None
        ]
        overall = [each for each in asked if each.stratum is None]
        worst = max(map(_seen, overall), default=math.inf)
        stratum = max((each for each in asked if each.stratum), key=_seen, default=None)
        if stratum is not None and _seen(stratum) <= worst:
            stratum = None
        yield BudgetedPillar(
            pillar=pillar,
            visible_drop=None if math.isinf(worst) else worst,
            is_asked=bool(asked),
            stratum=None if stratum is None else stratum.stratum,
            stratum_drop=None if stratum is None else stratum.visible_drop,
        )


def _seen(probe: BudgetedProbe) -> float:
    return math.inf if probe.visible_drop is None else probe.visible_drop
