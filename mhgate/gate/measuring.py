"""Outcomes so far -> what each probe brought: estimates and comparisons, overall and by stratum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.baseline import compare
from mhgate.config import Config, resolve_stratum
from mhgate.estimate import estimate, youden
from mhgate.gate.ledger import Ledger
from mhgate.records import (
    Certificate,
    Comparison,
    Design,
    Estimate,
    ItemOutcome,
    Probe,
    Report,
    Threshold,
    Trial,
)
from mhgate.sampling import Plan
from mhgate.verdict import Measured, MeasuredStratum

__all__ = ["Measuring", "Trust"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What the judge is trusted on, by the probe's id.

    Args:
        certificates: what corrects the judge's error.
        why_not: why a probe may not gate.
        is_certified: whether no judged probe decides without a certificate.
    """

    certificates: Mapping[str, Certificate] = field(default_factory=dict)
    why_not: Mapping[str, str] = field(default_factory=dict)
    is_certified: bool = False


@dataclass(slots=True)
class Measuring:
    """Makes what the verdict is taken from, at any time of a run.

    Args:
        config: thresholds, strata, design.
        plan: every trial, named beforehand.
        probes: the probes of the run.
        strata: the strata of each pillar's items, as ``key=value``.
        read_strata: the strata of each probe's items, sampled or not, as ``key=value``.
        ledger: what became of the trials.
        trust: what the judge is trusted on.
        baseline: an earlier report, or None.
    """

    config: Config
    plan: Plan
    probes: Sequence[Probe]
    strata: Mapping[str, frozenset[str]]
    read_strata: Mapping[str, frozenset[str]]
    ledger: Ledger
    trust: Trust
    baseline: Report | None
    _n_claims: int = field(init=False)
    _earlier: dict[str, list[ItemOutcome]] = field(init=False)
    _plans: dict[str, Sequence[Trial]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._earlier = {}
        for row in () if self.baseline is None else self.baseline.outcomes:
            self._earlier.setdefault(row.probe_id, []).append(row)
        self._n_claims = max(1, sum(map(self._claims, self.probes)))

    @property
    def design(self) -> Design:
        """How often outcomes are looked at; where nothing is decided, nothing stops early."""
        return self.config.sampling.design if self.config.profile.decides else "fixed"

    @property
    def deciding(self) -> frozenset[str]:
        """The ids of the probes that gate something."""
        return frozenset(probe.id for probe in self.probes if self._gating(probe))

    def earlier(self) -> list[ItemOutcome]:
        """Return the baseline's outcomes of the run's probes; none without a baseline."""
        return [row for probe in self.probes for row in self._earlier.get(probe.id, [])]

    def estimate(self, probe: Probe) -> Estimate:
        """Return what a probe's outcomes say about its rate."""
        return self._rate(
            probe,
            self.ledger.in_plan_order(probe.id),
            self.config.threshold(probe.pillar, probe.name),
            planned=self._planned(probe),
            not_needed=self.ledger.not_needed(probe.id),
        )

    def measured(self, probe: Probe) -> Measured:
        """Return all that a probe brought."""
        rows = self.ledger.in_plan_order(probe.id)
        threshold = self.config.threshold(probe.pillar, probe.name)
        found = (self._stratum(probe, rows, name) for name in self._strata_of(probe))
        return Measured(
            probe=probe,
            threshold=threshold,
            estimate=self.estimate(probe),
            comparison=self._comparison(
                probe,
                rows,
                threshold,
                planned=self.ledger.planned(probe.id),
                not_needed=self.ledger.not_needed(probe.id),
            ),
            strata=tuple(stratum for stratum in found if stratum is not None),
            alarms=tuple(sorted(row.trial_id for row in rows if probe.never and row.value == 0)),
            not_gating_reason=self.trust.why_not.get(probe.id),
        )

    def _stratum(
        self, probe: Probe, rows: Sequence[ItemOutcome], name: str
    ) -> MeasuredStratum | None:
        """Estimate one stratum; None where the probe's items have no such stratum at all.

        A stratum that sampling left out stays, with nothing asked, so that it cannot pass.
        """
        key, value = resolve_stratum(name, self.strata[probe.pillar])
        planned = [
            trial
            for trial in self._planned(probe)
            if self.plan.refs[trial.item_id].strata.get(key) == value
        ]
        if not planned and f"{key}={value}" not in self.read_strata[probe.id]:
            return None
        not_needed = sum(self.ledger.is_spared(trial) for trial in planned)
        inside = [row for row in rows if row.strata.get(key) == value]
        threshold = self.config.threshold(probe.pillar, probe.name, name)
        return MeasuredStratum(
            stratum=name,
            threshold=threshold,
            estimate=self._rate(
                probe,
                inside,
                threshold,
                planned=planned,
                not_needed=not_needed,
                stratum=name,
            ),
            comparison=self._comparison(
                probe,
                inside,
                threshold,
                planned=len(planned),
                not_needed=not_needed,
                stratum=name,
            ),
        )

    def _rate(
        self,
        probe: Probe,
        rows: Sequence[ItemOutcome],
        threshold: Threshold,
        *,
        planned: Sequence[Trial],
        not_needed: int,
        stratum: str | None = None,
    ) -> Estimate:
        return estimate(
            rows,
            probe_id=probe.id,
            planned=len(planned),
            not_needed=not_needed,
            threshold=threshold,
            stratum=stratum,
            certificate=self.trust.certificates.get(probe.id),
            expect=probe.expect or "yes",
            design=self.design,
            plan=[trial.family for trial in planned],
            n_claims=self._n_claims,
        )

    def _planned(self, probe: Probe) -> Sequence[Trial]:
        if probe.id not in self._plans:
            self._plans[probe.id] = tuple(self.plan.planned(probe.id))
        return self._plans[probe.id]

    def _comparison(
        self,
        probe: Probe,
        rows: Sequence[ItemOutcome],
        threshold: Threshold,
        *,
        planned: int,
        not_needed: int,
        stratum: str | None = None,
    ) -> Comparison | None:
        if self.baseline is None or threshold.max_drop is None:
            return None
        trusted = self.trust.certificates.get(probe.id)
        return compare(
            rows,
            self._earlier.get(probe.id, []),
            probe_id=probe.id,
            alpha=threshold.alpha,
            max_drop=threshold.max_drop,
            stratum=stratum,
            certificate=None if trusted is None else trusted.id,
            youden=1.0 if trusted is None else youden(trusted),
            design=self.design,
            n_planned=planned,
            n_claims=self._n_claims,
            is_complete=len(rows) + not_needed == planned,
        )

    # --- how many claims there are, before anything is asked

    def _strata_of(self, probe: Probe) -> Sequence[str]:
        return tuple(self.config.pillars[probe.pillar].stratum)

    def _gating(self, probe: Probe) -> list[Threshold]:
        """Return the thresholds of a probe, and of its strata, that gate."""
        if probe.id in self.trust.why_not:
            return []
        names = [None, *self._strata_of(probe)]
        found = [self.config.threshold(probe.pillar, probe.name, name) for name in names]
        return [threshold for threshold in found if threshold.required]

    def _claims(self, probe: Probe) -> int:
        with_drop = self.baseline is not None
        return sum(
            1 + (with_drop and threshold.max_drop is not None) for threshold in self._gating(probe)
        )
