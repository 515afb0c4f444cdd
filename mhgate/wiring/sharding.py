"""A run in shards: which part of the plan is asked, and what its journal says for who merges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from mhgate.config import Config
from mhgate.journal import Journal
from mhgate.records import Probe
from mhgate.sampling import Plan, Shard
from mhgate.wiring.certificates import Heard
from mhgate.wiring.workspace import Workspace

if TYPE_CHECKING:
    from mhgate.records import Override, Report

__all__ = ["COUNTED", "Sharding"]

COUNTED = ("judging", "patient", "drift", "budget", "pace")
"""What of a report is counted in each shard apart, and put together when they are merged."""

_KEY = "sampling.shard"


@dataclass(frozen=True, slots=True)
class Sharding:
    """The part of a plan that a run asks; without a shard, all of it.

    Args:
        shard: which part.
    """

    shard: Shard | None

    @classmethod
    def of(cls, config: Config, plan: Plan) -> Self:
        """Return the part that is asked of a plan.

        Args:
            config: ``sampling.shard``.
            plan: of the whole run; of an empty one there are no parts.
        """
        text = config.sampling.shard
        return cls(None if text is None or not plan.trials else Shard.read(text))

    def share(self, plan: Plan) -> Plan:
        """Return what is asked of a plan.

        Args:
            plan: of the whole run.
        """
        return plan if self.shard is None else plan.share(self.shard)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why the run is not the whole gate: it is a shard."""
        return () if self.shard is None else (self.shard.words,)

    def identity(
        self,
        workspace: Workspace,
        *,
        probes: Sequence[Probe],
        measurement: Mapping[str, str],
        judge: str,
        heard: Heard,
        target_kind: str,
        overrides: Sequence[Override],
    ) -> dict[str, Any]:
        """Return what the beginning of a shard's journal says beside what every journal's does.

        But for the shard itself it must be the same in all shards of a run.

        Args:
            workspace: the configuration and its suites.
            probes: those that are measured.
            measurement: what must agree before two runs are compared.
            judge: the judge's fingerprint.
            heard: which model answers.
            target_kind: how the target is reached.
            overrides: settings that did not come from the file.
        """
        if self.shard is None:
            return {}
        sampling = workspace.config.sampling
        return {
            "shard": str(self.shard),
            "seed": sampling.seed,
            "max_items": sampling.max_items,
            "epochs": sampling.epochs,
            "families": dict(workspace.families),
            "policy": workspace.config.policy_digest,
            "profile": workspace.config.profile.name,
            "probes": [probe.id for probe in probes],
            "measured": dict(measurement),
            "judge": judge,
            "judge_is_known": heard.is_known,
            "has_clock": workspace.has_clock,
            "target_kind": target_kind,
            "labels": dict(workspace.config.configuration),
            "overrides": [each.model_dump(mode="json") for each in overrides if each.key != _KEY],
        }

    def tell(self, journal: Journal, report: Report) -> None:
        """Write into a shard's journal what its run counted beside its trials.

        Args:
            journal: of the run.
            report: of the run.
        """
        if self.shard is None:
            return
        run = report.provenance
        counted = {
            name: found.model_dump(mode="json")
            for name in COUNTED
            if (found := getattr(report, name)) is not None
        }
        journal.account(
            {
                "run_id": run.run_id,
                "attempt": run.attempt,
                "started_at": run.started_at.isoformat(),
                "finished_at": run.finished_at.isoformat(),
                **counted,
            }
        )
