"""A report and what people read of it -> the verdict again, with people in place of the judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mhgate.calibration.auditing.reading import ReadPiles, counts_of
from mhgate.calibration.truths import RANK
from mhgate.config import resolve_stratum
from mhgate.estimate import JUDGED_ICC_FLOOR
from mhgate.records import (
    Comparison,
    Estimate,
    Interval,
    ItemOutcome,
    LabelledBy,
    Outcome,
    ProbeVerdict,
    Report,
    StratumVerdict,
    Threshold,
    Verdict,
)
from mhgate.verdict import Measured, MeasuredStratum, decide
from mhgate.verdict.headline import CERTIFIED_BY

__all__ = ["Audited", "audited_estimate", "decide_audit", "may_gate", "piles_within"]

_NO_COMPARISON = (
    "its audit says nothing about a drop against the baseline, and a judge without a certificate "
    "may not compare"
)

_Part = ProbeVerdict | StratumVerdict


@dataclass(frozen=True, slots=True)
class Audited:
    """What people read of one probe.

    Args:
        piles: all its outcomes and the drawn ones.
        confirmed: the alarms of a ``never`` probe that people confirmed.
        refuted: those that they found to be none.
        read_by: the group of readers that counts for least; None where nobody answered.
        needed: who must have read before a pass may rest on it; None where nobody is asked for.
    """

    piles: ReadPiles
    confirmed: tuple[str, ...] = ()
    refuted: frozenset[str] = frozenset()
    read_by: LabelledBy | None = None
    needed: LabelledBy | None = None

    @property
    def lacks_readers(self) -> str | None:
        """Why no pass may rest on it, for who read it; None where one may."""
        if self.needed is None or self.read_by is None or RANK[self.read_by] >= RANK[self.needed]:
            return None
        return f"its audit was read by {self.read_by}, {self.needed} are needed"


def may_gate(report: Report, probe: ProbeVerdict) -> bool:
    """Return whether the judge alone could have decided a probe.

    Args:
        report: of the run.
        probe: one of its judged probes.
    """
    return _why_not(report, probe) is None


def _why_not(report: Report, probe: ProbeVerdict) -> str | None:
    if report.conditions is not None:
        return report.conditions.not_gating.get(probe.probe.id)
    uncorrected = probe.probe.is_judged and probe.estimate.certificate is None
    if report.provenance.judge_certified and uncorrected:
        return "the judge has no certificate for its question"
    return None


def decide_audit(report: Report, audited: Mapping[str, Audited]) -> Verdict:
    """Take the verdict again, with people's word for the probes that were audited.

    Everything else stays as it was measured. An audited probe needs no certificate: its rate is
    what people found. No pass rests on readers who are less than what thresholds.toml asks of
    labels; what they fail is failed. An audit says nothing about a change: where a pass must also
    be shown against a baseline, a judge that may not gate may not show that either, and the probe
    stays open.

    Args:
        report: of the run; its design is fixed.
        audited: what people read, by the probe's id.

    Returns:
        The verdict; the report is not changed.
    """
    stored = report.verdict
    probes = [probe for pillar in stored.pillars for probe in pillar.probes]
    measured = [_as_stored(report, probe) for probe in probes]
    shown = {
        probe.probe.id: _audited(report, probe, audited[probe.probe.id])
        for probe in probes
        if probe.probe.id in audited
    }
    first = _decided(report, [shown.get(each.probe.id, each) for each in measured], shown)
    # nothing passes on a comparison that nobody may make, or by readers who are not enough; what
    # people's word fails is failed
    open_ones = {
        probe.probe.id: why
        for pillar in first.pillars
        for probe in pillar.probes
        if probe.probe.id in shown and _would_pass(probe)
        for why in [
            audited[probe.probe.id].lacks_readers
            or (_NO_COMPARISON if _lacks_comparison(report, probe) else None)
        ]
        if why is not None
    }
    if not open_ones:
        return first
    held = [
        _held_back(shown[each.probe.id], open_ones[each.probe.id])
        if each.probe.id in open_ones
        else shown.get(each.probe.id, each)
        for each in measured
    ]
    return _decided(report, held, shown)


def _decided(report: Report, measured: list[Measured], shown: Mapping[str, Measured]) -> Verdict:
    stored, conditions = report.verdict, report.conditions
    judged = {each.probe.id for each in measured if each.probe.is_judged}
    verdict = decide(
        measured,
        profile=stored.profile,
        declared=[pillar.pillar for pillar in stored.pillars],
        accounts=report.accounts,
        partial_because=report.partial_because,
        interrupted=False if conditions is None else conditions.interrupted,
        failures=report.failures,
        saved=report.saved,
        judge_certified=report.provenance.judge_certified or judged <= set(shown),
        baseline=report.provenance.baseline,
        new_items=report.new_items,
        fail_on_new_items=conditions is not None and conditions.new_items == "fail",
        fail_on=() if conditions is None else conditions.fail_on,
        waivers=None if conditions is None else conditions.waivers,
        live=report.live,
    )
    # a report does not keep whose labels its certificates rest on, but for what it said of them
    rests = any(each.estimate.certificate is not None for each in measured)
    said = [line for line in stored.headline if rests and line.startswith(CERTIFIED_BY)]
    return verdict.model_copy(update={"headline": (*said, *verdict.headline)})


def _lacks_comparison(report: Report, probe: ProbeVerdict) -> bool:
    """Return whether a pass needs a comparison that the judge may not make."""
    is_compared = report.provenance.baseline is not None or report.live is not None
    asked = is_compared and report.verdict.profile.pass_required
    before = next(
        each
        for pillar in report.verdict.pillars
        for each in pillar.probes
        if each.probe.id == probe.probe.id
    )
    thresholds = (before.threshold, *(part.threshold for part in before.strata))
    has_margin = any(threshold.max_drop is not None for threshold in thresholds)
    return asked and has_margin and not may_gate(report, before)


def _would_pass(probe: ProbeVerdict) -> bool:
    outcomes = {probe.outcome, *(part.outcome for part in probe.strata)}
    return Outcome.PASS in outcomes and Outcome.FAIL not in outcomes


def _held_back(measured: Measured, why: str) -> Measured:
    return Measured(
        probe=measured.probe,
        threshold=measured.threshold,
        estimate=measured.estimate,
        strata=measured.strata,
        alarms=measured.alarms,
        confirmed=measured.confirmed,
        not_gating_reason=why,
    )


def _as_stored(report: Report, probe: ProbeVerdict) -> Measured:
    """Return what a probe brought, as the report keeps it."""
    conditions = report.conditions
    waivers = None if conditions is None else conditions.waivers
    waived = frozenset() if waivers is None else waivers.items_of(probe.probe.id)
    rows = [row for row in report.outcomes if row.probe_id == probe.probe.id]
    alarms = {
        row.trial_id: row.item_id in waived for row in rows if probe.probe.never and row.value == 0
    }
    return Measured(
        probe=probe.probe,
        threshold=probe.threshold,
        estimate=probe.estimate,
        comparison=probe.comparison,
        strata=tuple(
            MeasuredStratum(
                stratum=part.stratum,
                threshold=part.threshold,
                estimate=part.estimate,
                comparison=part.comparison,
                second_look=part.second_look,
            )
            for part in probe.strata
        ),
        second_look=probe.second_look,
        alarms=tuple(sorted(name for name, is_waived in alarms.items() if not is_waived)),
        seconded=tuple(sorted(_seconded(rows) & {name for name, no in alarms.items() if not no})),
        left_out={
            row.trial_id: row.value is None or row.value < 1
            for row in rows
            if row.item_id in waived
        },
        alarms_left_out=tuple(sorted(name for name, is_waived in alarms.items() if is_waived)),
        not_gating_reason=_why_not(report, probe),
        has_expired_data=report.conditions is not None
        and probe.probe.id in report.conditions.expired,
        is_not_shown=report.conditions is not None
        and probe.probe.id in report.conditions.not_shown,
    )


def _seconded(rows: Sequence[ItemOutcome]) -> set[str]:
    """Return the trials whose alarm another judge saw too."""
    return {row.trial_id for row in rows if row.confirmed_by not in {None, row.judge}}


def _audited(report: Report, probe: ProbeVerdict, audited: Audited) -> Measured:
    stored = _as_stored(report, probe)
    certified = may_gate(report, probe)

    def threshold(part: _Part) -> Threshold:
        # a comparison that the judge may not make is not asked about; whether it must be is a
        # question of its own
        return part.threshold if certified else part.threshold.model_copy(update={"max_drop": None})

    def compared(part: _Part) -> Comparison | None:
        return part.comparison if certified else None

    strata = []
    for part in probe.strata:
        piles = piles_within(report, probe, part, audited.piles)
        strata.append(
            MeasuredStratum(
                stratum=part.stratum,
                threshold=threshold(part),
                estimate=audited_estimate(part, piles),
                comparison=compared(part),
                second_look=part.second_look,
            )
        )
    return Measured(
        probe=probe.probe,
        threshold=threshold(probe),
        estimate=audited_estimate(probe, audited.piles),
        comparison=compared(probe),
        strata=tuple(strata),
        # what people read is of all items: a waiver for one leaves nothing out of that
        alarms=tuple(
            each
            for each in sorted((*stored.alarms, *stored.alarms_left_out))
            if each not in audited.refuted
        ),
        confirmed=audited.confirmed,
        seconded=tuple(each for each in stored.seconded if each not in audited.refuted),
        second_look=probe.second_look,
        labelled_by=audited.read_by,
        is_audited=True,
    )


def piles_within(
    report: Report, probe: ProbeVerdict, part: StratumVerdict, piles: ReadPiles
) -> ReadPiles:
    """Return what was read of a probe within one of its strata.

    Args:
        report: of the run, whose items say what the stratum's name means.
        probe: the probe.
        part: the stratum.
        piles: what was read of the probe.
    """
    if part.estimate.accounts.asked == 0:  # sampling left it out
        return ReadPiles((), (), (), piles.truths, piles.was_read)
    prefix = f"{probe.probe.pillar}."
    known = {
        pair
        for row in report.outcomes
        if row.probe_id.startswith(prefix)
        for pair in row.strata.items()
    }
    return piles.within(*resolve_stratum(part.stratum, known))


def audited_estimate(part: _Part, piles: ReadPiles) -> Estimate:
    """Return what people's word says about the rate of a probe or a stratum.

    Args:
        part: as the report keeps it.
        piles: its outcomes and the drawn ones.
    """
    from mhgate.stats.audited_rate import (  # noqa: PLC0415 - loads numpy when needed
        audited_point,
        audited_rate,
    )

    good, sizes = piles.run_by_family()
    read, others = counts_of(piles.judged_good, piles.truths), counts_of(piles.others, piles.truths)
    level, threshold = part.estimate.interval.level, part.threshold
    found = audited_rate(
        good,
        sizes,
        read,
        others,
        level=level,
        icc_floor=JUDGED_ICC_FLOOR,
        threshold=threshold.min_score,
    )
    n_read = sum(row.trial_id in piles.was_read for row in (*piles.judged_good, *piles.others))
    return Estimate(
        probe_id=part.estimate.probe_id,
        stratum=part.estimate.stratum,
        point=audited_point(sum(good), sum(sizes), read, others),
        interval=Interval(lower=found.lower, upper=found.upper, level=level),
        method=(
            f"melded exact interval of an audit: people read {n_read} of {len(piles.rows)} trials, "
            "drawn at random from those judged good and from the others; effective counts by "
            f"family (ICC floor {JUDGED_ICC_FLOOR:g}), what people could not say counted as failed "
            "in the lower bound and as good in the upper; no certificate needed"
        ),
        accounts=part.estimate.accounts,
        n_items=part.estimate.n_items,
        n_families=part.estimate.n_families,
        effective_n=found.effective_n,
        icc_floor=JUDGED_ICC_FLOOR,
        threshold=threshold.min_score,
        p_fail=found.p_below,
        scored_share=part.estimate.scored_share,
    )
