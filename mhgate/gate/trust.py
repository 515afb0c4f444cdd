"""What the judge of a run is trusted on, and why it is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mhgate.records import Certificate

__all__ = ["Trust"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What the judge is trusted on, by the probe's id.

    Args:
        certificates: what corrects the judge's error.
        why_not: why a probe may not gate.
        expired: those of them that only data past its term keeps from gating.
        not_shown: those of them whose items the target cannot be shown.
        is_certified: whether no judged probe decides without a certificate.
    """

    certificates: Mapping[str, Certificate] = field(default_factory=dict)
    why_not: Mapping[str, str] = field(default_factory=dict)
    expired: frozenset[str] = frozenset()
    not_shown: frozenset[str] = frozenset()
    is_certified: bool = False

    def without(self, not_shown: Mapping[str, str]) -> Trust:
        """Return the same, but for probes whose items the target cannot be shown.

        Args:
            not_shown: why, by the probe's id; it comes before any other reason.
        """
        return replace(
            self,
            why_not={**self.why_not, **not_shown},
            not_shown=self.not_shown | frozenset(not_shown),
        )
