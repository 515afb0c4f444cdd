"""How each probe will be seen: exactly, through a judge that is corrected, or one that is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from mhgate.config import Config
from mhgate.estimate import JUDGED_ICC_FLOOR
from mhgate.estimate.judge_error import judge_counts
from mhgate.records import Certificate, Design, Probe
from mhgate.sampling import Plan
from mhgate.stats.drawn_runs import Calibration, planned_calibrations
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planning_judged import JudgeRates
from mhgate.stats.visible_drop import judge_flicker
from mhgate.wiring.certificates import NO_SHARE, read_certificates, trust_of
from mhgate.wiring.conftests import conftest_with_judge
from mhgate.wiring.expired_data import expired_reasons
from mhgate.wiring.judge_identity import asks_rules
from mhgate.wiring.planning.assuming import WhatIf
from mhgate.wiring.workspace import Workspace

__all__ = ["Direction", "JudgeKind", "Sight", "sights_of"]

JudgeKind = Literal["none", "off", "certified", "what_if"]

_MOST_FLICKER = 0.49  # what a comparison can be planned with lies below one half


@dataclass(frozen=True, slots=True)
class Direction:
    """A judge's error where one of the two answers meets the criterion.

    ``counts`` correct the run: a certificate's, or those to expect of gold that is not labelled
    yet. ``calibrations`` are the ways in which that gold may come out.
    """

    counts: JudgeCounts
    rates: JudgeRates
    calibrations: tuple[Calibration, ...]


@dataclass(frozen=True, slots=True)
class Sight:
    """How a probe is seen.

    ``directions`` is empty where nothing is corrected, and has two entries where the items say
    themselves which answer is good: the worse of both counts. ``why_not`` says why it may not gate,
    ``is_expired`` that it is for data past its term, ``is_hidden`` that the target cannot be shown
    its items.
    """

    directions: tuple[Direction, ...] = ()
    certificate: str | None = None
    why_not: str | None = None
    is_expired: bool = False
    is_hidden: bool = False

    @property
    def is_corrected(self) -> bool:
        """Whether the judge's error is taken out."""
        return bool(self.directions)

    @property
    def j(self) -> float:
        """What the judge leaves of a true difference; 1 where nothing is corrected."""
        return min((each.rates.youden for each in self.directions), default=1.0)

    def flicker(self, rate: float) -> float:
        """Return the share of pairs that the judge's errors alone turn one way."""
        found = (
            judge_flicker(rate, each.rates.sensitivity, each.rates.specificity)
            for each in self.directions
        )
        return min(_MOST_FLICKER, max(found, default=0.0))

    def design(self, design: Design) -> Design:
        """Return the design that is used: a judge cannot be corrected after every trial."""
        return "looks" if self.is_corrected and design == "sequential" else design

    def icc_floor(self, otherwise: float) -> float:
        """Return the correlation that the method believes, given the one without a correction."""
        return JUDGED_ICC_FLOOR if self.is_corrected else otherwise


def sights_of(
    workspace: Workspace, what_if: WhatIf | None, plan: Plan
) -> tuple[JudgeKind, Mapping[str, Sight], tuple[str, ...]]:
    """Say how every probe is seen.

    Args:
        workspace: the configuration and its suites.
        what_if: a judge to reckon with in place of the configuration's.
        plan: the trials of the run.

    Returns:
        Which kind of judge there is, how each probe is seen by its id, and what should be known
        about that.

    Raises:
        ConfigError: the file of certificates cannot be read.
    """
    kind, sights, notes = _judged_sights(workspace, what_if)
    config = workspace.config
    if asks_rules(config.judge) and conftest_with_judge(config.folder) is None:
        reasons = expired_reasons(workspace.probes, workspace.questions, plan)
        expired = {
            name: Sight(why_not=reason, is_expired=True)
            for name, reason in reasons.items()
            if sights[name].why_not is None
        }
        sights = {**sights, **expired}
    hidden = {
        name: Sight(why_not=reason, is_hidden=True)
        for name, reason in workspace.not_shown().items()
    }
    return kind, {**sights, **hidden}, notes


def _judged_sights(
    workspace: Workspace, what_if: WhatIf | None
) -> tuple[JudgeKind, Mapping[str, Sight], tuple[str, ...]]:
    config, judged = workspace.config, [each for each in workspace.probes if not each.exact]
    sights = {probe.id: Sight() for probe in workspace.probes}
    if not judged:
        return "none", sights, ()
    if what_if is not None:
        sights |= {
            probe.id: Sight(why_not=NO_SHARE) if probe.rubric else _what_if(what_if, probe)
            for probe in judged
        }
        return "what_if", sights, ()
    if config.judge.trust == "off":
        return "off", sights, ()
    judge, notes = _judge_of(config)
    trust = trust_of(config, judged, workspace.questions, workspace.languages(), judge=judge)
    sights |= {
        probe.id: _certified(trust.certificates[probe.id], probe)
        for probe in judged
        if probe.id in trust.certificates
    }
    sights |= {probe_id: Sight(why_not=reason) for probe_id, reason in trust.why_not.items()}
    return "certified", sights, notes


def _judge_of(config: Config) -> tuple[str, tuple[str, ...]]:
    """Return the judge's fingerprint, and what had to be guessed for it."""
    from mhgate.wiring.judge_identity import (  # noqa: PLC0415 - loads what judges, where needed
        fingerprint_of,
    )

    conftest = conftest_with_judge(config.folder)
    certified = {each.judge_fingerprint for each in read_certificates(config)}
    if conftest is None or len(certified) != 1:
        return fingerprint_of(config), ()
    name = conftest.relative_to(config.folder)
    return certified.pop(), (
        f"the judge that {name} hands over is taken to be the one of the certificates",
    )


def _certified(certificate: Certificate, probe: Probe) -> Sight:
    directions = []
    for counts in judge_counts(certificate, probe.expect or "yes"):
        rates = JudgeRates(counts.judged_good / counts.good, counts.judged_bad / counts.bad)
        directions.append(Direction(counts, rates, (Calibration(counts),)))
    return Sight(tuple(directions), certificate.id)


def _what_if(what_if: WhatIf, probe: Probe) -> Sight:
    """Return one direction, or both with the classes changing places."""
    given = (what_if.sensitivity, what_if.specificity, what_if.good, what_if.bad)
    mirrored = (what_if.specificity, what_if.sensitivity, what_if.bad, what_if.good)
    directions = []
    for accepts, catches, good, bad in (given, mirrored)[: 2 if probe.expect == "item" else 1]:
        rates = JudgeRates(accepts, catches)
        calibrations = planned_calibrations(rates, good=good, bad=bad)
        directions.append(Direction(rates.expected(good, bad), rates, calibrations))
    return Sight(tuple(directions))
