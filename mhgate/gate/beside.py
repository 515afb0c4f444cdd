"""The other arm of a run that plays two targets, and what is asked again in either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mhgate.gate.ledger import Ledger
from mhgate.records import Failure, LiveBase, Probe, Transcript
from mhgate.runner import Runner

__all__ = ["LiveArm", "live_base"]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveArm:
    """A target that is played beside the one that is measured.

    Args:
        name: what sentences call it.
        kind: how it is reached.
        runner: plays and scores as the first target's does, but asks this one.
        kept: what it answered in an earlier attempt, by trial; it is not asked again.
    """

    name: str
    kind: str
    runner: Runner
    kept: Mapping[str, Transcript | Failure] = field(default_factory=dict)


def live_base(arm: LiveArm, ledger: Ledger, probes: tuple[Probe, ...], own: str) -> LiveBase:
    """Return what a report keeps of a target that was played beside.

    Args:
        arm: the target.
        ledger: what its trials came to.
        probes: of the run.
        own: the fingerprint of the target that is measured.
    """
    return LiveBase(
        name=arm.name,
        target_kind=arm.kind,
        target_fingerprint=arm.runner.target.fingerprint,
        is_same=arm.runner.target.fingerprint == own,
        accounts=ledger.accounts(),
        failures=dict(sorted(ledger.failures.items())),
        outcomes=tuple(row for probe in probes for row in ledger.outcomes(probe.id)),
    )
