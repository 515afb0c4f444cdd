"""What a verdict is taken under, as its report keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mhgate.baseline import content_digest
from mhgate.config import Config
from mhgate.gate.certificate_digests import certificate_digest
from mhgate.gate.measuring import Measuring
from mhgate.records import Conditions
from mhgate.sampling import Shard

__all__ = ["conditions_of", "shard_words"]


def shard_words(conditions: Conditions) -> str:
    """Return which part of a run was asked, in words; empty where all of it was.

    Args:
        conditions: of its report.
    """
    return "" if conditions.shard is None else Shard.read(conditions.shard).words


def conditions_of(
    config: Config,
    measuring: Measuring,
    *,
    plan: str,
    interrupted: bool,
    shard: Shard | None = None,
    families: Mapping[str, int] = MappingProxyType({}),
) -> Conditions:
    """Return what a verdict is taken under, as its report keeps it.

    Args:
        config: the policy on new items, and the sampling.
        measuring: design, claims, and what the judge is trusted on.
        plan: the plan's digest.
        interrupted: whether the run was broken off.
        shard: the part of the plan that was asked, None where all of it was.
        families: how many families a budget left of a file of items, by the file's key.
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
        unbought=tuple(sorted(measuring.plan.unbought & ids)),
        certificates={each.id: certificate_digest(each) for each in trusted},
        shard=None if shard is None else str(shard),
        families=dict(families),
        waivers=config.waivers,
        confirm=config.gate.confirm if measuring.is_compared else "off",
        confirm_trials=config.gate.confirm_trials,
    )
