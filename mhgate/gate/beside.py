"""The other arm of a run that plays two targets, and what is asked again in either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mhgate.gate.ledger import Ledger
from mhgate.journal import Journal
from mhgate.records import Failure, LiveBase, Probe, Transcript
from mhgate.runner import Beside, Played, Runner

__all__ = ["LiveArm", "beside_of", "book", "live_base"]


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
        outcomes=ledger.outcomes(*(probe.id for probe in probes)),
    )


def beside_of(
    arm: LiveArm,
    ledger: Ledger,
    journal: Journal,
    *,
    readers: Mapping[str, Sequence[Probe]] | None = None,
) -> Beside:
    """Return the other arm as a runner plays it: booked in its own ledger, in the same journal.

    Args:
        arm: the target.
        ledger: of its arm.
        journal: of the run; what either target came back with is written as soon as it is there.
        readers: the probes that read an item, by the item's id; None: those of the arm's runner.
    """
    return Beside(
        runner=arm.runner if readers is None else replace(arm.runner, readers=readers),
        done=lambda played: book(played, ledger, journal),
        heard=journal.came_back,
        base_heard=lambda what: journal.came_back(what, arm=ledger.arm),
        kept=arm.kept,
    )


def book(played: Played, ledger: Ledger, journal: Journal) -> None:
    """Write what the probes made of a trial, and book it.

    Args:
        played: what became of it.
        ledger: of its arm.
        journal: of the run.
    """
    if played.transcript is not None:
        journal.scored(played.trial.id, played.scores, played.failures, arm=ledger.arm)
    ledger.book(played)
