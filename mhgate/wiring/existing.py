"""What there is to judge: transcripts that exist, as a plan of which nothing is left to ask."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mhgate.records import (
    Account,
    Failure,
    Item,
    LeftOut,
    Noticed,
    Probe,
    Report,
    Score,
    Stage,
    Transcript,
    Trial,
    Turn,
)
from mhgate.runner import NOT_ASKED
from mhgate.sampling import Plan
from mhgate.wiring.workspace import Workspace

__all__ = ["Existing", "NobodyToAsk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Existing:
    """Transcripts that exist, with all that a judgement of them needs.

    Args:
        workspace: the suites, with the sampling that the transcripts were made under.
        plan: the trials, and who reads which.
        kept: what came back, by trial; a trial without an entry is not reached, never asked.
        read_item: a trial's item.
        probes: the probes that read them.
        declared: the pillars that must be decided.
        strata: the strata of each pillar's items, as ``key=value``.
        read_strata: the strata of each probe's items.
        languages: the languages of each probe's items.
        partial_because: why this is not the whole gate.
        target: the fingerprint of what was tested.
        target_kind: how it was reached.
        commit: of the product, where it is known.
        build: of the target, where it is known.
        patient: who spoke for vignettes, as the run's measurement names it; None where nobody did.
        patient_model: the model that answered for them, where one did.
        attempt: how often the run was begun.
        run_id: the run whose transcripts these are; None where they were given.
        earlier: that run's report, where it has one.
        scores: what was scored then, by trial.
        journal: where that was read.
        file: what was read.
        digest: of what was given; None of a run.
        unit: of what was read.
        n_read: how much of it there was.
        left_out: what of it cannot be judged.
        noticed: what was odd and is judged all the same.
    """

    workspace: Workspace
    plan: Plan
    kept: Mapping[str, Transcript | Failure]
    read_item: Callable[[str], Item]
    probes: Sequence[Probe]
    declared: Sequence[str]
    strata: Mapping[str, frozenset[str]]
    read_strata: Mapping[str, frozenset[str]]
    languages: Mapping[str, frozenset[str]]
    partial_because: tuple[str, ...]
    target: str
    target_kind: str
    commit: str | None = None
    build: str | None = None
    patient: str | None = None
    patient_model: str | None = None
    attempt: int = 1
    run_id: str | None = None
    earlier: Report | None = None
    scores: Mapping[str, tuple[Score, ...]] = field(default_factory=dict)
    journal: Path | None = None
    file: str
    digest: str | None = None
    unit: str = "rows"
    n_read: int
    left_out: tuple[LeftOut, ...] = ()
    noticed: tuple[Noticed, ...] = ()

    def account(self, judged: frozenset[str]) -> Account:
        """Return what became of everything that was read.

        Args:
            judged: the ids of the trials that were judged.
        """
        unused = sorted(set(self.kept) - judged)
        reason = "not judged: what it could tell was decided before, or judging was stopped"
        more = (LeftOut(reason=reason, n=len(unused), places=tuple(unused[:3])),) if unused else ()
        return Account.model_validate(
            {
                "what": self.file,
                "unit": self.unit,
                "read": self.n_read,
                "used": len(self.kept) - len(unused),
                "left_out": (*self.left_out, *more),
            }
        )


@dataclass(frozen=True, slots=True)
class NobodyToAsk:
    """A target that is never asked: what is missing stays missing.

    Args:
        fingerprint: of the target that was asked then.
    """

    fingerprint: str

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:  # noqa: ARG002 - the door's signature
        """Return the Failure by which the runner knows that a trial was not reached."""
        return Failure(
            trial_id=trial.id,
            stage=Stage.TARGET,
            kind=NOT_ASKED,
            message="transcripts that exist are judged, and there is none of this trial",
        )
