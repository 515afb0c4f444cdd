"""All that could be claimed against a product in one run, corrected for being many (Holm)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from mhgate.stats.holm import holm
from mhgate.verdict.measured import Measured

__all__ = ["Claims"]

Kind = Literal["fail", "regressed"]


class _Claim(NamedTuple):
    probe_id: str
    stratum: str | None
    kind: Kind


class Claims:
    """Adjusted p-values of every fail and every regression that could block.

    What is not required, or may not gate, makes no claim and costs the others nothing: it is
    decided at its own alpha, and shown.

    Args:
        measured: everything that was measured.
    """

    def __init__(self, measured: Sequence[Measured]) -> None:
        p_values = {}
        for each in measured:
            if each.not_gating_reason is not None:
                continue
            for stratum, part in each.parts():
                if not part.threshold.required or part.estimate.accounts.asked == 0:
                    continue
                if part.estimate.p_fail is not None:
                    p_values[_Claim(each.probe.id, stratum, "fail")] = part.estimate.p_fail
                if part.comparison is not None and part.threshold.max_drop is not None:
                    p_values[_Claim(each.probe.id, stratum, "regressed")] = (
                        part.comparison.p_regressed
                    )
        self.count = len(p_values)
        self._adjusted = dict(zip(p_values, holm(list(p_values.values())), strict=True))

    def adjusted(self, probe_id: str, stratum: str | None, kind: Kind) -> float | None:
        """Return a claim's adjusted p-value, or None where it stands alone."""
        return self._adjusted.get(_Claim(probe_id, stratum, kind))
