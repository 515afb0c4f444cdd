"""What pytest collects under ``--mhgate``: probes, which measure, and decisions, which decide."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.outcomes import Failed

from mhgate.records import Outcome, Probe

if TYPE_CHECKING:
    from mhgate.pytest_plugin.session import GateSession

__all__ = ["COMPLETE", "DecisionItem", "NotMeasuredError", "ProbeFile", "ProbeItem", "Thresholds"]

COMPLETE = "complete"


class NotMeasuredError(Failed):
    """A probe or a decision that could not be evaluated; pytest reports it as an error."""

    def __init__(self, msg: str) -> None:
        super().__init__(msg, pytrace=False)  # where the gate's own code stood helps nobody


class NotPassedError(Exception):
    """A decision that is not a pass; pytest reports it as a failure."""


class UndecidedError(Exception):
    """What the evidence does not allow, or cannot show; reported as undecided, never as passed."""


class ProbeFile(pytest.File):
    """A module of a suite, by its probes."""

    gate: GateSession

    @classmethod
    def make(
        cls, parent: Any, *, path: Path, gate: GateSession, nodeid: str | None = None
    ) -> ProbeFile:
        """Make the collector of one module."""
        extra: dict[str, Any] = {} if nodeid is None else {"nodeid": nodeid}
        collector: ProbeFile = cls.from_parent(parent, path=path, **extra)
        collector.gate = gate
        return collector

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the module's probes in the order of the file."""
        for probe in self.gate.modules.probes_of(self.path):
            yield ProbeItem.make(self, probe=probe, gate=self.gate)


class Thresholds(pytest.File):
    """thresholds.toml as pytest sees it: one decision a pillar, and the one that all were taken."""

    gate: GateSession

    @classmethod
    def make(cls, parent: Any, *, gate: GateSession) -> Thresholds:
        """Make the collector of the configuration's file."""
        path = gate.workspace.config.path
        outside = not path.is_relative_to(gate.config.rootpath)
        extra: dict[str, Any] = {"nodeid": path.name} if outside else {}
        collector: Thresholds = cls.from_parent(parent, path=path, **extra)
        collector.gate = gate
        return collector

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the decisions."""
        for name in (*self.gate.pillars, COMPLETE):
            yield DecisionItem.make(self, name=name, gate=self.gate)


class _GateItem(pytest.Item):
    gate: GateSession

    def runtest(self) -> None:
        """Do nothing: what can go wrong goes wrong in the set-up, as an error."""

    def repr_failure(
        self,
        excinfo: pytest.ExceptionInfo[BaseException],
        style: Any = None,
    ) -> Any:
        """Show what was decided rather than a traceback of the gate's own code."""
        if isinstance(excinfo.value, NotMeasuredError | NotPassedError | UndecidedError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class ProbeItem(_GateItem):
    """One probe: it waits for its own trials, and measures."""

    probe: Probe

    @classmethod
    def make(cls, parent: ProbeFile, *, probe: Probe, gate: GateSession) -> ProbeItem:
        """Make the item of one probe."""
        item: ProbeItem = cls.from_parent(parent, name=f"test_{probe.name}")
        item.probe, item.gate = probe, gate
        item.keywords[probe.pillar] = True
        item.add_marker("mhgate")
        return item

    def setup(self) -> None:
        """Wait until the probe is measured; an error when it could not be."""
        estimate = self.gate.wait_for(self.probe)
        self.user_properties.append(("mhgate.planned", estimate.accounts.planned))
        self.user_properties.append(("mhgate.scored", estimate.accounts.scored))
        self.user_properties.append(("mhgate.failed", estimate.accounts.failed))
        self.user_properties.append(("mhgate.lower", estimate.interval.lower))
        self.user_properties.append(("mhgate.upper", estimate.interval.upper))
        if estimate.accounts.planned == 0 and (why := self.gate.not_shown(self.probe)):
            raise UndecidedError(f"{self.probe.id}: {why}")
        if estimate.accounts.planned == 0 and (shard := self.gate.shard):
            raise UndecidedError(f"{self.probe.id}: none of its trials is in shard {shard}")
        if estimate.accounts.planned == 0 and self.gate.has_budget:
            raise UndecidedError(f"{self.probe.id}: the budget leaves none of its families")
        if estimate.point is None:
            raise NotMeasuredError(
                f"{self.probe.id} could not be measured: {estimate.accounts.asked} asked, "
                f"{estimate.accounts.failed} failed, {estimate.accounts.not_reached} not reached"
            )
        share = estimate.point if estimate.scored_share is None else estimate.scored_share
        n_good = round(share * estimate.accounts.scored)
        counted = f"{n_good}/{estimate.accounts.scored}"
        if not estimate.is_rate:
            counted = f"{estimate.figure_name} {estimate.point:.2f}"
        shown = f"{counted} ({estimate.interval.lower:.2f} to {estimate.interval.upper:.2f})"
        self.user_properties.append(("mhgate.measured", shown))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where the probe stands."""
        return self.path, self.probe.line - 1, self.name


class DecisionItem(_GateItem):
    """One decision: a pillar's, or that every decision was taken."""

    @classmethod
    def make(cls, parent: Thresholds, *, name: str, gate: GateSession) -> DecisionItem:
        """Make the item of one decision."""
        item: DecisionItem = cls.from_parent(parent, name=name)
        item.gate = gate
        item.add_marker("mhgate")
        return item

    def setup(self) -> None:
        """Fetch what was decided; an error when it could not be evaluated."""
        outcome, sentence = self.gate.decision(self.name)
        self.user_properties.append(("mhgate.outcome", outcome.value))
        self.user_properties.append(("mhgate.sentence", sentence))
        if outcome is Outcome.ERROR:
            raise NotMeasuredError(sentence)

    def runtest(self) -> None:
        """Report the decision in pytest's words."""
        outcome, sentence = self.gate.decision(self.name)
        if outcome is Outcome.FAIL:
            raise NotPassedError(sentence)
        if outcome is Outcome.INCONCLUSIVE:
            raise UndecidedError(sentence)
        self.gate.taken.add(self.name)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say which decision."""
        return self.path, 0, self.name
