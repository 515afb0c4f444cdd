"""A report, held to its own verdict: taken again from the outcomes and thresholds that it holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.config import resolve_stratum
from mhgate.errors import ConfigError, ReportFileError
from mhgate.gate.brought import brought
from mhgate.gate.certificate_digests import certificate_digest
from mhgate.gate.conditions import shard_words
from mhgate.gate.figures import compared, estimated, with_course
from mhgate.gate.rubrics_kept import cells_by_probe
from mhgate.gate.second_looks import Looks, claimed, looks_of
from mhgate.records import (
    Certificate,
    Comparison,
    Conditions,
    Estimate,
    ItemOutcome,
    Probe,
    ProbeVerdict,
    Report,
    StratumVerdict,
    Verdict,
)
from mhgate.records.baselines import Baseline
from mhgate.verdict import Measured, MeasuredStratum, decide

__all__ = ["is_in_plan_order", "take_again"]

_Part = ProbeVerdict | StratumVerdict


def is_in_plan_order(report: Report) -> bool:
    """Return whether what was decided depends on the order of the plan, which no report keeps."""
    probes = [probe for pillar in report.verdict.pillars for probe in pillar.probes]
    strata = [stratum for probe in probes for stratum in probe.strata]
    parts: list[_Part] = [*probes, *strata]
    return any(part.estimate.design != "fixed" for part in parts)


def take_again(
    report: Report,
    conditions: Conditions,
    *,
    baseline: Baseline | None,
    certificates: Sequence[Certificate] = (),
) -> Verdict:
    """Take a report's verdict again from what it holds itself.

    Args:
        report: of a run whose design is fixed: see :func:`is_in_plan_order`.
        conditions: under which its verdict was taken.
        baseline: what it was compared with, None where it was with nothing.
        certificates: those that it rests on, by id and digest; others are passed over.

    Returns:
        What its outcomes decide under its own thresholds.

    Raises:
        ReportFileError: its parts do not fit each other, or a certificate is missing.
    """
    stored = report.verdict
    known = {
        each.id: each
        for each in certificates
        if conditions.certificates.get(each.id) == certificate_digest(each)
    }
    again = _Again(report, conditions, baseline, known)
    first = _decided(again, conditions)
    if report.second_look is None or not stored.profile.decides or conditions.interrupted:
        return first
    again.look(first)
    return _decided(again, conditions)


def _decided(again: _Again, conditions: Conditions) -> Verdict:
    report, stored = again.report, again.report.verdict
    probes = [probe for pillar in stored.pillars for probe in pillar.probes]
    judged = any(each.probe.is_judged for each in probes)
    return decide(
        [again.measured(each) for each in probes],
        profile=stored.profile,
        declared=[pillar.pillar for pillar in stored.pillars],
        accounts=report.accounts,
        partial_because=report.partial_because,
        interrupted=conditions.interrupted,
        failures=report.failures,
        saved=report.saved,
        judge_certified=report.provenance.judge_certified or not judged,
        baseline=report.provenance.baseline,
        new_items=report.new_items,
        fail_on_new_items=conditions.new_items == "fail",
        fail_on=conditions.fail_on,
        drift=report.drift,
        shard=shard_words(conditions),
        waivers=conditions.waivers,
        live=report.live,
        replayed="" if report.cassette is None else report.cassette.words,
    )


@dataclass(slots=True)
class _Again:
    """A report's outcomes, by probe, measured under the report's own thresholds."""

    report: Report
    conditions: Conditions
    baseline: Baseline | None
    certificates: Mapping[str, Certificate]
    _rows: dict[str, list[ItemOutcome]] = field(default_factory=dict)
    _left_out: dict[str, list[ItemOutcome]] = field(default_factory=dict)
    _looks: Looks = field(default_factory=dict)

    def __post_init__(self) -> None:
        waivers = self.conditions.waivers
        for row in self.report.outcomes:
            is_waived = waivers is not None and row.item_id in waivers.items_of(row.probe_id)
            rows = self._left_out if is_waived else self._rows
            rows.setdefault(row.probe_id, []).append(row)

    def look(self, first: Verdict) -> None:
        """Take what the fresh trials of the report say of what its first look claims."""
        again, live = self.report.second_look, self.report.live
        if again is None:
            return
        probes = [probe for pillar in self.report.verdict.pillars for probe in pillar.probes]
        rows: dict[tuple[str, str | None], Sequence[ItemOutcome]] = {}
        for probe in probes:
            rows[probe.probe.id, None] = self._rows.get(probe.probe.id, [])
            for part in probe.strata:
                rows[probe.probe.id, part.stratum] = self._within(part, probe.probe)
        earlier = {probe.probe.id: self._earlier(probe.probe) for probe in probes}
        self._looks = looks_of(
            claimed(first, rows, earlier, confirm=self.conditions.confirm),
            again.outcomes,
            [row for some in earlier.values() for row in some]
            if live is None
            else again.base_outcomes,
            confirm=self.conditions.confirm,
            trials=self.conditions.confirm_trials,
            is_live=live is not None,
        )

    def measured(self, stored: ProbeVerdict) -> Measured:
        probe, rows = stored.probe, self._rows.get(stored.probe.id, [])
        return brought(
            probe,
            rows,
            threshold=stored.threshold,
            estimate=self._rate(stored, probe, rows),
            comparison=self._comparison(stored, probe, rows),
            second_look=self._looks.get((probe.id, None)),
            strata=[
                MeasuredStratum(
                    stratum=part.stratum,
                    threshold=part.threshold,
                    estimate=self._rate(part, probe, within),
                    comparison=self._comparison(part, probe, within),
                    second_look=self._looks.get((probe.id, part.stratum)),
                )
                for part in stored.strata
                for within in [self._within(part, probe)]
            ],
            certificate=self._certificate(stored),
            why_not=self.conditions.not_gating.get(probe.id),
            is_lost=probe.id in self.conditions.lost,
            has_expired_data=probe.id in self.conditions.expired,
            is_not_shown=probe.id in self.conditions.not_shown,
            is_unbought=probe.id in self.conditions.unbought,
            left_out=self._left_out.get(probe.id, []),
        )

    def _within(self, part: StratumVerdict, probe: Probe) -> list[ItemOutcome]:
        prefix = f"{probe.pillar}."
        known = {
            pair
            for row in self.report.outcomes
            if row.probe_id.startswith(prefix)
            for pair in row.strata.items()
        }
        try:
            key, value = resolve_stratum(part.stratum, known)
        except ConfigError as error:
            if part.estimate.accounts.asked == 0:  # sampling left it out
                return []
            raise ReportFileError(
                f"the report: {probe.id} was decided in the stratum {part.stratum!r}, and no "
                "outcome is of it.",
                hint="The report was changed after it was written.",
            ) from error
        return [row for row in self._rows.get(probe.id, []) if row.strata.get(key) == value]

    def _certificate(self, part: _Part) -> Certificate | None:
        name = part.estimate.certificate
        if name is not None and name not in self.certificates:
            raise ReportFileError(
                f"the report: {part.estimate.probe_id} rests on the certificate {name!r}, which "
                "was not given, or is another one of that name.",
                hint="Give the file of certificates that the run had: --certificates FILE.",
            )
        return None if name is None else self.certificates[name]

    def _rate(self, part: _Part, probe: Probe, rows: Sequence[ItemOutcome]) -> Estimate:
        accounts = part.estimate.accounts
        found = estimated(
            rows,
            probe=probe,
            planned=max(accounts.planned, len(rows)),
            not_needed=0,
            threshold=part.threshold,
            stratum=part.estimate.stratum,
            certificate=self._certificate(part),
            n_claims=self.conditions.n_claims,
        )
        cells = cells_by_probe(self.report.rubrics).get(probe.id)
        return with_course(found, rows, cells, alpha=part.threshold.alpha)

    def _comparison(
        self, part: _Part, probe: Probe, rows: Sequence[ItemOutcome]
    ) -> Comparison | None:
        live = self.report.live
        if self.baseline is None and live is None:
            return None
        return compared(
            rows,
            self._earlier(probe),
            probe=probe,
            threshold=part.threshold,
            stratum=part.estimate.stratum,
            certificate=self._certificate(part),
            n_claims=self.conditions.n_claims,
            against="" if live is None else live.name,
        )

    def _earlier(self, probe: Probe) -> list[ItemOutcome]:
        """Return what a probe is compared with: the live base's outcomes, or the baseline's."""
        live = self.report.live
        found = live.outcomes if live else () if self.baseline is None else self.baseline.outcomes
        return [row for row in found if row.probe_id == probe.id]
