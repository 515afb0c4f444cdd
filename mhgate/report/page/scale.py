"""Values on pixels: where a mark is drawn. What it stands for is never rounded."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["Scale", "round_ticks"]

_MOST_TICKS = 8


@dataclass(frozen=True, slots=True)
class Scale:
    """Values from ``low`` to ``high`` on pixels from ``start`` to ``end``; beyond, at the edge."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> str:
        """Return a value's pixel, as an attribute holds it."""
        share = (min(self.high, max(self.low, value)) - self.low) / (self.high - self.low)
        return f"{self.start + share * (self.end - self.start):.1f}"


def round_ticks(low: float, high: float) -> list[float]:
    """Return round values to mark on an axis, at most nine.

    Args:
        low: where the axis begins.
        high: where it ends, above that.

    Example:
        >>> round_ticks(0, 1)
        [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    rough = (high - low) / _MOST_TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(each * power for each in (1, 2, 5, 10) if each * power >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 9) + 0.0 for number in range(first, last + 1)]
