"""Outcomes of a bot whose true figure is known, drawn: what a measure would make of a plan."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

from mhgate.records import ItemOutcome
from mhgate.wiring.planning.assuming import FAMILY_CORRELATION
from mhgate.wiring.planning.parts import Part

__all__ = ["drawn_outcomes"]

_CLEAN = "clean"
_SHARES_ITS_FAMILYS = math.sqrt(FAMILY_CORRELATION)


def drawn_outcomes(part: Part, figure: float, chance: random.Random) -> list[ItemOutcome]:
    """Return one run of a bot whose measure truly is ``figure``.

    Parity: one group falls behind all others, which never miss. Consistency: the clean trials never
    miss and the perturbed ones do. Agreement: who does not know chooses any level. Correlation:
    what is said is the norm's rank with noise beside it. Trials of one family share their luck with
    the correlation that plans assume.

    Args:
        part: the probe (or stratum), with the values that it compares by, or keys.
        figure: the true figure; a correlation lies in [-1, 1], all others in [0, 1].
        chance: where luck comes from.
    """
    say = _SAY[part.probe.measure](part, figure, chance)
    luck: dict[int, float] = {}
    rows = []
    for place, family in enumerate(part.family):
        shared = luck.setdefault(family, chance.random())
        drawn = shared if chance.random() < _SHARES_ITS_FAMILYS else chance.random()
        value, read = say(place, drawn)
        rows.append(
            ItemOutcome.model_construct(
                trial_id=f"{place:06}#0",
                probe_id=part.probe.id,
                item_id=f"{place:06}",
                item_digest=str(place),
                family=str(family),
                epoch=0,
                strata={part.probe.by or "": part.groups[place]},
                value=value,
                read=read,
                key=part.keys[place] if part.probe.reads else None,
            )
        )
    return rows


_Said = Callable[[int, float], tuple[float, str | float | None]]


def _parity(part: Part, figure: float, chance: random.Random) -> _Said:
    behind = chance.choice(sorted(set(part.groups)))

    def say(place: int, drawn: float) -> tuple[float, None]:
        return float(drawn < (figure if part.groups[place] == behind else 1.0)), None

    return say


def _consistency(part: Part, figure: float, _chance: random.Random) -> _Said:
    def say(place: int, drawn: float) -> tuple[float, None]:
        return float(drawn < (1.0 if part.groups[place] == _CLEAN else figure)), None

    return say


def _agreement(part: Part, figure: float, chance: random.Random) -> _Said:
    levels = part.probe.levels or tuple(sorted({str(key) for key in part.keys}))

    def say(place: int, drawn: float) -> tuple[float, str]:
        key = str(part.keys[place])
        read = key if drawn < figure else chance.choice(levels)
        return float(read == key), read

    return say


def _correlation(part: Part, figure: float, chance: random.Random) -> _Said:
    norms = [float(key) for key in part.keys if not isinstance(key, str)]
    middle = sum(norms) / max(1, len(norms))
    spread = math.sqrt(sum((norm - middle) ** 2 for norm in norms) / max(1, len(norms))) or 1.0
    low, high = min(norms, default=0.0), max(norms, default=1.0)

    def say(place: int, _drawn: float) -> tuple[float, float]:
        key = part.keys[place]
        norm = middle if isinstance(key, str) else float(key)
        noise = math.sqrt(max(0.0, 1 - figure * figure)) * chance.gauss(0, 1)
        read = middle + spread * (figure * (norm - middle) / spread + noise)
        read = min(high, max(low, round(read)))
        return 1 - abs(read - norm) / ((high - low) or 1.0), read

    return say


_SAY: dict[str, Callable[[Part, float, random.Random], _Said]] = {
    "parity": _parity,
    "consistency": _consistency,
    "agreement": _agreement,
    "correlation": _correlation,
}
