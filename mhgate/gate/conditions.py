"""What a verdict is taken under, as its report keeps it."""

from __future__ import annotations

from mhgate.baseline import content_digest
from mhgate.config import Config
from mhgate.gate.certificate_digests import certificate_digest
from mhgate.gate.measuring import Measuring
from mhgate.records import Conditions

__all__ = ["conditions_of"]


def conditions_of(
    config: Config, measuring: Measuring, *, plan: str, interrupted: bool
) -> Conditions:
    """Return what a verdict is taken under, as its report keeps it.

    Args:
        config: the policy on new items, and the sampling.
        measuring: design, claims, and what the judge is trusted on.
        plan: the plan's digest.
        interrupted: whether the run was broken off.
    """
    trusted = measuring.trust.certificates.values()
    ids = {probe.id for probe in measuring.probes}
    return Conditions(
        plan=plan,
        max_items=config.sampling.max_items,
        epochs=config.sampling.epochs,
        design=measuring.design,
        n_claims=measuring.n_claims,
        new_items=config.gate.new_items,
        fail_on=config.gate.fail_on,
        baseline=None if measuring.baseline is None else content_digest(measuring.baseline),
        interrupted=interrupted,
        not_gating={name: why for name, why in measuring.trust.why_not.items() if name in ids},
        lost=tuple(sorted(measuring.lost & ids)),
        expired=tuple(sorted(measuring.trust.expired & ids)),
        not_shown=tuple(sorted(measuring.trust.not_shown & ids)),
        certificates={each.id: certificate_digest(each) for each in trusted},
    )
