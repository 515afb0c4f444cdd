"""What a plan takes for granted: nobody has been asked yet."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["FAMILY_CORRELATION", "POWER", "Assumed", "WhatIf"]

FAMILY_CORRELATION = 0.1
"""How alike the outcomes of one family truly are: the design value of the project's studies."""

POWER = 0.8
"""With which probability what is planned for should be seen."""

_MISSES_OF_THE_ALLOWED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """A judge that nobody has calibrated yet, and the gold that it would be calibrated on."""

    sensitivity: float
    specificity: float
    good: int = 100
    bad: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """What is assumed of the bot, the judge, time and prices.

    Args:
        rate: the bot's true rate, in [0, 1]; None: it misses a fifth of what the threshold lets
            it miss, which is also what early stopping bets on.
        drop: the drop whose power is shown, in [0, 1].
        latency_s: seconds that the target takes for one message.
        judge_latency_s: seconds that the judge takes for one answer; the rules judge takes none.
        usd_per_message: price of a message to the target; None: not known.
        usd_per_answer: price of an answer of the judge; None: not known.
        what_if: a judge to reckon with in place of the configuration's.
    """

    rate: float | None = None
    drop: float = 0.1
    latency_s: float = 2.0
    judge_latency_s: float = 0.0
    usd_per_message: float | None = None
    usd_per_answer: float | None = None
    what_if: WhatIf | None = None

    def rate_for(self, min_score: float) -> float:
        """Return the true rate that is assumed where so much is asked for.

        Example:
            >>> round(Assumed().rate_for(0.85), 6), Assumed(rate=0.9).rate_for(0.85)
            (0.97, 0.9)
        """
        return 1 - (1 - min_score) / _MISSES_OF_THE_ALLOWED if self.rate is None else self.rate
