"""What holds for the whole gate while its lines are reckoned with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mhgate.records import Design
from mhgate.wiring.planning.assuming import Assumed
from mhgate.wiring.planning.parts import Part, n_claims

__all__ = ["Circumstances"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What holds for the whole gate.

    ``n_claims`` counts the fails and regressions that this gate could claim; ``n_with_drops``
    those that it could with a baseline. ``needs_holding`` says that a pass must be shown against
    the baseline too.
    """

    assumed: Assumed
    design: Design
    seed: int
    n_claims: int
    n_with_drops: int
    has_baseline: bool
    needs_holding: bool

    @classmethod
    def of(
        cls,
        parts: Sequence[Part],
        *,
        assumed: Assumed,
        design: Design,
        seed: int,
        has_baseline: bool,
        pass_required: bool,
    ) -> Circumstances:
        """Count the claims among all probes and strata."""
        return cls(
            assumed=assumed,
            design=design,
            seed=seed,
            n_claims=n_claims(parts, with_baseline=has_baseline),
            n_with_drops=n_claims(parts, with_baseline=True),
            has_baseline=has_baseline,
            needs_holding=has_baseline and pass_required,
        )
