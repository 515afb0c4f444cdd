"""Outcomes so far -> what each probe brought: estimates and comparisons, overall and by stratum."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from mhgate.baseline import settled_difference
from mhgate.config import Config, resolve_stratum
from mhgate.estimate import is_rate, settled_rate, youden
from mhgate.gate.brought import brought
from mhgate.gate.figures import compared, estimated, with_course
from mhgate.gate.ledger import Ledger
from mhgate.gate.trust import Trust
from mhgate.records import (
    CellKept,
    Comparison,
    Confirmation,
    Design,
    Drift,
    Estimate,
    ItemOutcome,
    Probe,
    Threshold,
)
from mhgate.records.baselines import Baseline
from mhgate.records.outcome_rows import OutcomeRows
from mhgate.sampling import Plan
from mhgate.verdict import Measured, MeasuredStratum

__all__ = ["Measuring"]


@dataclass(frozen=True, slots=True)
class _Part:
    """A probe over all its trials, which have places in the plan, or over a named stratum's."""

    probe: Probe
    stratum: str | None
    threshold: Threshold
    planned: Sequence[int]
    n_spared: int
    rows: Sequence[ItemOutcome]


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
        baseline: what is compared with, or None.
        asked_under: the design under which it was asked, where that is over: what was stopped
            early stays so, whatever the thresholds say now.
        cells: what the cells of each probe's rubric are, by the probe's id and the cell's.
        drift: what the judge said of known labels, None where it was held to none.
        known_items: asked for the ids of what the suites hold: what is merely not drawn there is
            not removed.
        live: what the trials of a target that is played beside came to; it is what is compared
            with, and there is no baseline then.
        against: what sentences call that target.
        looks: what a second look said of a claimed regression, by probe and stratum.
    """

    config: Config
    plan: Plan
    probes: Sequence[Probe]
    strata: Mapping[str, frozenset[str]]
    read_strata: Mapping[str, frozenset[str]]
    ledger: Ledger
    trust: Trust
    baseline: Baseline | None
    asked_under: Design | None = None
    cells: Mapping[str, Mapping[str, CellKept]] = field(default_factory=dict)
    drift: Drift | None = None
    known_items: Callable[[], Container[str]] = frozenset
    live: Ledger | None = None
    against: str = ""
    looks: Mapping[tuple[str, str | None], Confirmation] = field(default_factory=dict)
    _n_claims: int = field(init=False)
    _earlier: dict[str, list[ItemOutcome]] = field(init=False)
    _plans: dict[tuple[str, str | None], Sequence[int]] = field(default_factory=dict)
    _families: dict[tuple[str, str | None], Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._earlier = {}
        for row in () if self.baseline is None else self.baseline.outcomes:
            self._earlier.setdefault(row.probe_id, []).append(row)
        self._n_claims = max(1, sum(map(self._claims, self.probes)))

    @property
    def design(self) -> Design:
        """How often outcomes are looked at; where nothing is decided, nothing stops early."""
        if self.asked_under is not None:
            return self.asked_under
        return self.config.sampling.design if self.config.profile.decides else "fixed"

    @property
    def is_compared(self) -> bool:
        """Whether there is a baseline, or a target that is played beside."""
        return self.baseline is not None or self.live is not None

    @property
    def n_claims(self) -> int:
        """How many fails and regressions the whole gate could claim."""
        return self._n_claims

    @property
    def deciding(self) -> frozenset[str]:
        """The ids of the probes that gate something, or must never go off."""
        return frozenset(probe.id for probe in self.probes if probe.never or self._gating(probe))

    def earlier(self) -> list[ItemOutcome]:
        """Return the baseline's outcomes of the run's probes; none without a baseline."""
        return [row for probe in self.probes for row in self._earlier.get(probe.id, [])]

    def compared_with(self, probe_id: str) -> Sequence[ItemOutcome]:
        """Return the outcomes that a probe is compared with: the baseline's, or the live base's."""
        if self.live is not None:
            return self.live.outcomes(probe_id)
        return self._earlier.get(probe_id, [])

    def rows(self) -> dict[tuple[str, str | None], Sequence[ItemOutcome]]:
        """Return the outcomes that each probe and stratum is measured by."""
        return {
            (probe.id, part.stratum): part.rows
            for probe in self.probes
            for part in self._parts(probe)
        }

    def estimate(self, probe: Probe) -> Estimate:
        """Return what a probe's outcomes say about its rate."""
        return self._rate(next(self._parts(probe)))

    def measured(self, probe: Probe) -> Measured:
        """Return all that a probe brought."""
        whole, *strata = self._parts(probe)
        waived = self._left_out(probe)
        return brought(
            probe,
            whole.rows,
            threshold=whole.threshold,
            estimate=self._rate(whole),
            comparison=self._comparison(whole),
            second_look=self.looks.get((probe.id, None)),
            strata=[
                MeasuredStratum(
                    stratum=str(part.stratum),
                    threshold=part.threshold,
                    estimate=self._rate(part),
                    comparison=self._comparison(part),
                    second_look=self.looks.get((probe.id, part.stratum)),
                )
                for part in strata
            ],
            certificate=self.trust.certificates.get(probe.id),
            why_not=self.trust.why_not.get(probe.id),
            is_lost=probe.id in self.lost,
            has_expired_data=probe.id in self.trust.expired,
            is_not_shown=probe.id in self.trust.not_shown,
            is_unbought=probe.id in self.plan.unbought,
            left_out=self._rows(probe).where(lambda row: row.item_id in waived) if waived else (),
        )

    @property
    def lost(self) -> frozenset[str]:
        """The probes that have no certificate to gate by, and did gate by one in the baseline."""
        return frozenset(
            probe.id
            for probe in (() if self.baseline is None else self.baseline.probes)
            if probe.certificate is not None
            and probe.id in self.trust.why_not
            and probe.id not in self.trust.expired | self.trust.not_shown
        )

    def is_settled(self, probe: Probe) -> bool:
        """Return whether a probe has nothing more to ask.

        Its absolute and its regression question are decided then, over all its trials and in each
        of its named strata; what is not required holds nobody up. A probe that must ``never`` go
        off sees its whole plan: an alarm may be its last trial.
        """
        if probe.never:
            return False
        parts = list(self._parts(probe))
        required = [part for part in parts if part.threshold.required] or parts
        return all(map(self._is_decided, required))

    def _is_decided(self, part: _Part) -> bool:
        threshold, rows = part.threshold, part.rows
        if not is_rate(part.probe):  # looked at once, when all of it has come in
            return False
        failed = sum(row.value is None for row in rows)
        if (
            len({row.item_id for row in rows}) < threshold.items
            or len({row.family for row in rows}) < threshold.families
            or failed > threshold.max_failed * len(rows)
        ):
            return False
        is_decided = settled_rate(
            rows,
            probe_id=part.probe.id,
            threshold=threshold,
            certificate=self.trust.certificates.get(part.probe.id),
            expect=part.probe.expect or "yes",
            design=self.design,
            plan=self._families_of(part),
            n_claims=self._n_claims,
        )
        if not self.is_compared or threshold.max_drop is None or not is_decided:
            return is_decided
        return settled_difference(
            rows,
            self.compared_with(part.probe.id),
            probe_id=part.probe.id,
            alpha=threshold.alpha,
            max_drop=threshold.max_drop,
            is_certified=part.probe.id in self.trust.certificates,
            youden=self._youden(part.probe),
            design=self.design,
            n_planned=len(part.planned),
            n_claims=self._n_claims,
        )

    # --- a probe and its strata

    def _parts(self, probe: Probe) -> Iterator[_Part]:
        """Yield a probe over all its trials, then over those of each of its strata.

        A stratum that its items do not have is left out; one that sampling left out stays, with
        nothing asked, so that it cannot pass.
        """
        left_out = self._left_out(probe)
        rows = self._rows(probe)
        if left_out:
            rows = rows.where(lambda row: row.item_id not in left_out)
        for name in (None, *self._strata_of(probe)):
            key, value = ("", "") if name is None else resolve_stratum(name, self._known(probe))
            planned = self._planned(probe, name, key, value)
            if name and not planned and f"{key}={value}" not in self.read_strata[probe.id]:
                continue
            yield _Part(
                probe=probe,
                stratum=name,
                threshold=self._threshold(probe, name),
                planned=planned,
                n_spared=self.ledger.n_spared(planned),
                rows=rows if name is None else rows.where(partial(_has_stratum, key, value)),
            )

    def _rows(self, probe: Probe) -> OutcomeRows:
        return self.ledger.in_plan_order(probe.id)

    def _planned(self, probe: Probe, name: str | None, key: str, value: str) -> Sequence[int]:
        """Return the places of the trials that are planned."""
        if (probe.id, name) not in self._plans:
            stratum = None if name is None else (key, value)
            self._plans[probe.id, name] = self.plan.places(
                probe.id, without=self._left_out(probe), stratum=stratum
            )
        return self._plans[probe.id, name]

    def _families_of(self, part: _Part) -> Sequence[str]:
        """Return the family of each planned trial, where outcomes are looked at as they come."""
        if self.design == "fixed":
            return ()
        key = part.probe.id, part.stratum
        if key not in self._families:
            self._families[key] = [self.plan.trials[place].family for place in part.planned]
        return self._families[key]

    def _left_out(self, probe: Probe) -> frozenset[str]:
        """Return the items that waivers leave out: named beforehand, whatever they come to."""
        waivers = self.config.waivers
        return frozenset() if waivers is None else waivers.items_of(probe.id)

    def _known(self, probe: Probe) -> frozenset[str]:
        return self.strata[probe.pillar]

    def _threshold(self, probe: Probe, stratum: str | None) -> Threshold:
        return self.config.threshold(probe.pillar, probe.name, stratum, advisory=probe.advisory)

    def _strata_of(self, probe: Probe) -> Sequence[str]:
        return tuple(self.config.pillars[probe.pillar].stratum)

    def _youden(self, probe: Probe) -> float:
        trusted = self.trust.certificates.get(probe.id)
        return 1.0 if trusted is None else youden(trusted)

    def _rate(self, part: _Part) -> Estimate:
        found = estimated(
            part.rows,
            probe=part.probe,
            planned=len(part.planned),
            not_needed=part.n_spared,
            threshold=part.threshold,
            stratum=part.stratum,
            certificate=self.trust.certificates.get(part.probe.id),
            design=self.design,
            plan=self._families_of(part),
            n_claims=self._n_claims,
        )
        cells = self.cells.get(part.probe.id)
        return with_course(found, part.rows, cells, alpha=part.threshold.alpha)

    def _comparison(self, part: _Part) -> Comparison | None:
        if not self.is_compared:
            return None
        return compared(
            part.rows,
            self.compared_with(part.probe.id),
            probe=part.probe,
            threshold=part.threshold,
            stratum=part.stratum,
            certificate=self.trust.certificates.get(part.probe.id),
            design=self.design,
            n_planned=len(part.planned),
            n_claims=self._n_claims,
            is_complete=len(part.rows) + part.n_spared == len(part.planned),
            against=self.against,
        )

    # --- how many claims there are, before anything is asked

    def _gating(self, probe: Probe) -> list[Threshold]:
        """Return the thresholds of a probe, and of its strata, that gate."""
        if probe.id in self.trust.why_not:
            return []
        known, own = self._known(probe), self.read_strata[probe.id]
        names = [None] + [
            name for name in self._strata_of(probe) if "=".join(resolve_stratum(name, known)) in own
        ]
        found = [self._threshold(probe, name) for name in names]
        return [threshold for threshold in found if threshold.required]

    def _claims(self, probe: Probe) -> int:
        with_drop = self.is_compared
        return sum(
            1 + (with_drop and threshold.max_drop is not None) for threshold in self._gating(probe)
        )


def _has_stratum(key: str, value: str, row: ItemOutcome) -> bool:
    return row.strata.get(key) == value
