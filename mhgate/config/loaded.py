"""``Config``: what every room reads. Thresholds are merged here, and the policy is digested."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

from pydantic import Field, GetCoreSchemaHandler, JsonValue
from pydantic_core import CoreSchema, core_schema

from mhgate.canonical import digest
from mhgate.config.budget import BudgetConfig
from mhgate.config.evidence import EvidenceConfig
from mhgate.config.judge import JudgeConfig
from mhgate.config.keeping import StoreConfig
from mhgate.config.patient import PatientConfig
from mhgate.config.redaction import RedactionConfig
from mhgate.config.report_table import ReportConfig
from mhgate.config.tables import (
    GateConfig,
    PillarConfig,
    SamplingConfig,
    SuitesConfig,
)
from mhgate.config.target import TargetConfig
from mhgate.errors import ConfigError, Mistake, nearest
from mhgate.records import Override, Profile, Record, Requirement, Threshold, Waivers

__all__ = ["Config"]

Value = TypeVar("Value")


class _AsRead:
    """Marks a table that the document has validated: it is not described a second time."""

    def __get_pydantic_core_schema__(
        self, source: Any, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return a schema that takes nothing but such a table."""
        return core_schema.is_instance_schema(get_args(source) or source)


_Read = Annotated[Value, _AsRead()]


class Config(Record):
    """thresholds.toml with its overrides, frozen.

    Args:
        path: the file; relative paths in it are relative to its folder.
        file: the file as messages name it.
        profiles: every profile that there is, built in or written.
        profile: the chosen one.
        live: the target that is played beside ``target``, and that it is compared with.
        sampling: with what the chosen profile says in its place.
        budget: of the run, with what the chosen profile says in its place; its minutes bound
            ``gate.deadline_s`` already.
        evidence: what a pack of evidence holds, and who must have signed it off.
        overrides: what did not come from the file.
        configuration: labels of what is under test, by factor: [configuration], and the levels of
            [matrix] that were chosen.
        waivers: exceptions from the policy, None without any.
        matrix: for each factor, its levels, each with what it puts into ``[target]``.
    """

    path: Path
    file: str
    gate: _Read[GateConfig]
    profiles: dict[str, Profile]
    profile: Profile
    suites: _Read[SuitesConfig]
    target: _Read[TargetConfig]
    live: _Read[TargetConfig] | None = None
    judge: _Read[JudgeConfig]
    patient: _Read[PatientConfig] = Field(default_factory=PatientConfig)
    sampling: _Read[SamplingConfig]
    store: _Read[StoreConfig] = Field(default_factory=StoreConfig)
    budget: _Read[BudgetConfig] = Field(default_factory=BudgetConfig)
    report: _Read[ReportConfig] = Field(default_factory=ReportConfig)
    redaction: _Read[RedactionConfig] = Field(default_factory=RedactionConfig)
    pillars: dict[str, _Read[PillarConfig]]
    evidence: _Read[EvidenceConfig] = Field(default_factory=EvidenceConfig)
    overrides: tuple[Override, ...] = ()
    waivers: Waivers | None = None
    configuration: dict[str, str] = Field(default_factory=dict)
    matrix: dict[str, dict[str, dict[str, JsonValue]]] = Field(default_factory=dict)

    @property
    def folder(self) -> Path:
        """The folder that relative paths of the file are relative to."""
        return self.path.parent

    def threshold(
        self,
        pillar: str,
        probe: str | None = None,
        stratum: str | None = None,
        *,
        advisory: bool = False,
    ) -> Threshold:
        """Return what a pillar, a probe or a stratum must reach.

        ``[gate]`` gives way to the pillar, the pillar to the probe, and the probe to the stratum,
        key by key: what a table does not state is inherited, and 0 is stated. A probe that its
        suite declares advisory gates where its own table says so, and nowhere else.

        Args:
            pillar: the pillar's name.
            probe: the probe's name without ``test_``; without a table it inherits all.
            stratum: the stratum's name as the file writes it; without a table it inherits all.
            advisory: whether the probe's suite declares it so.

        Returns:
            The merged threshold.

        Raises:
            ConfigError: the file has no table for the pillar.
        """
        limits = self.pillars.get(pillar)
        if limits is None:
            guess = nearest(pillar, self.pillars)
            raise ConfigError(
                [
                    Mistake(
                        f"{self.file}: pillar.{pillar}",
                        "nothing",
                        f"a table [pillar.{pillar}] with min_score",
                        f"Did you mean {guess}?" if guess else "Add it.",
                    )
                ]
            )
        merged: dict[str, Any] = {"alpha": self.gate.alpha, "max_failed": self.gate.max_failed}
        merged |= limits.stated()
        if probe in limits.probe:
            merged |= limits.probe[probe].stated()
        own = limits.probe[probe].required if probe in limits.probe else None
        if stratum in limits.stratum:
            merged |= limits.stratum[stratum].stated()
        if advisory and not own:
            merged["required"] = False
        return Threshold(**merged)

    @property
    def policy_digest(self) -> str:
        """The digest of all that decides: profile, thresholds, trust, waivers, what more blocks.

        It does not depend on how the file says it (a default that is written out, the order of
        tables), nor on the target, its address, the sampling, or where reports are kept.
        """
        return digest(
            {
                "profile": self.profile.model_dump(),
                "trust": self.judge.trust,
                "requirements": self._requirements(),
                "new_items": self.gate.new_items,
                **({"fail_on": sorted(set(self.gate.fail_on))} if self.gate.fail_on else {}),
                **self._confirming(),
                **({} if self.waivers is None else {"waivers": self.waivers.digest}),
                "pillars": {name: self._policy_of(name) for name in self.pillars},
            }
        )

    def _confirming(self) -> dict[str, Any]:
        """Return what must be confirmed before it is red, where anything must be."""
        gate = self.gate
        found: dict[str, Any] = {}
        if gate.confirm != "off":
            found["confirm"] = [gate.confirm, gate.confirm_trials]
        if gate.confirm_alarms != "exact":
            found["confirm_alarms"] = [gate.confirm_alarms]
        return found

    def requirement(self, pillar: str) -> Requirement:
        """Return what the certificates of a pillar's questions must show.

        Args:
            pillar: the pillar's name.
        """
        return self.judge.requirements.of(pillar)

    def _requirements(self) -> dict[str, Any]:
        """Return what certificates must show, where they count at all."""
        if self.judge.trust == "off":
            return {}
        return {name: self.requirement(name).model_dump() for name in self.pillars}

    def _policy_of(self, pillar: str) -> dict[str, Any]:
        limits = self.pillars[pillar]
        # a table that only names a hazard states no limit, and is no part of the policy
        limited = [name for name, own in limits.probe.items() if own.stated()]
        return {
            "own": self.threshold(pillar).model_dump(),
            "probes": {name: self.threshold(pillar, name).model_dump() for name in limited},
            "strata": {
                stratum: {
                    "own": self.threshold(pillar, None, stratum).model_dump(),
                    "probes": {
                        name: self.threshold(pillar, name, stratum).model_dump() for name in limited
                    },
                }
                for stratum in limits.stratum
            },
        }
