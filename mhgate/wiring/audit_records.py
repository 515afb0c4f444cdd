"""What people handed in about a run -> the verdict again, and the record of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from mhgate.calibration.auditing import (
    Audited,
    Drawn,
    ReadPiles,
    decide_audit,
    may_gate,
    piles_within,
    settled_answer,
    truth_of,
    truth_unread,
)
from mhgate.calibration.labelling import agreement_between, answers_to
from mhgate.calibration.truths import weakest
from mhgate.canonical import digest
from mhgate.estimate import METHOD_VERSION
from mhgate.records import ItemOutcome, LabelledBy, ProbeVerdict, Report, Verdict
from mhgate.records.audited import (
    AuditAnswer,
    AuditPillar,
    AuditProbe,
    AuditReader,
    AuditRecord,
    AuditRow,
    AuditStratum,
    Truth,
)
from mhgate.records.labelled import GROUPS
from mhgate.records.labelling import HandedIn, LabelSample, ReportName, SampledItem

__all__ = ["Taken", "audit_record"]


@dataclass(frozen=True, slots=True)
class Taken:
    """What was asked, what was handed in, and what the draw was.

    Args:
        sample: what people were asked.
        sample_digest: of its file.
        handed_in: checked files.
        drawn: what was drawn, by the probe's id; unreadable trials are among it.
        needed: who must have read before a pass may rest on it, by the pillar.
    """

    sample: LabelSample
    sample_digest: str
    handed_in: Sequence[HandedIn]
    drawn: Mapping[str, Drawn]
    needed: Mapping[str, LabelledBy] = field(default_factory=dict)


def audit_record(
    report: Report, taken: Taken, *, name: ReportName, version: str, now: datetime
) -> AuditRecord:
    """Decide again with what people said, and write down who said what.

    Args:
        report: of the run; it is not changed.
        taken: what came back.
        name: the report, by what binds it.
        version: of mhgate.
        now: the time.
    """
    stored = {probe.probe.id: probe for pillar in report.verdict.pillars for probe in pillar.probes}
    read = {each: _Read(report, stored[each], taken) for each in taken.sample.audited}
    verdict = decide_audit(report, {each: found.audited() for each, found in read.items()})
    rows = tuple(row for found in read.values() for row in found.rows())
    touched = {stored[each].probe.pillar for each in taken.sample.audited}
    return AuditRecord(
        method_version=METHOD_VERSION,
        mhgate_version=version,
        made_at=now,
        report=name,
        seed=taken.sample.seed,
        n_readers=taken.sample.n_readers,
        sample_digest=taken.sample_digest,
        readers=tuple(map(_reader, taken.handed_in)),
        agreement=agreement_between(taken.sample, taken.handed_in),
        probes=tuple(found.record(verdict) for found in read.values()),
        pillars=tuple(
            AuditPillar(
                pillar=before.pillar,
                before=before.sentence,
                before_outcome=before.outcome,
                after=after.sentence,
                after_outcome=after.outcome,
            )
            for before, after in zip(report.verdict.pillars, verdict.pillars, strict=True)
            if before.pillar in touched
        ),
        before_outcome=report.verdict.outcome,
        after_outcome=verdict.outcome,
        after_headline=verdict.headline,
        rows=rows,
        rows_digest=digest([row.model_dump(mode="json") for row in rows]),
    )


def _reader(each: HandedIn) -> AuditReader:
    times = sorted(reading.at for reading in each.readings if reading.at is not None)
    return AuditReader(
        rater=each.rater,
        role=each.role,
        copy_name=each.copy_name,
        n_answered=sum(reading.answer is not None for reading in each.readings),
        n_opted_out=sum(reading.opted_out for reading in each.readings),
        first=times[0] if times else None,
        last=times[-1] if times else None,
        file=each.file,
        digest=each.digest,
    )


class _Read:
    """One probe: what was drawn of it, what people said, and what that comes to."""

    def __init__(self, report: Report, probe: ProbeVerdict, taken: Taken) -> None:
        self._report, self._probe, self._taken = report, probe, taken
        self._drawn = taken.drawn[probe.probe.id]
        self._items = {item.id: item for item in taken.sample.items if item.probe == probe.probe.id}
        self._read = answers_to(each for each in taken.handed_in if not each.adjudicates)
        self._third = answers_to(each for each in taken.handed_in if each.adjudicates)
        self._truths = {
            row.trial_id: self._truth(row)
            for row in (*self._drawn.judged_good, *self._drawn.others)
        }

    def _truth(self, row: ItemOutcome) -> Truth:
        item = self._items.get(row.trial_id)
        if item is None:
            return truth_unread(row)
        expect = self._probe.probe.expect or "yes"
        wanted = item.expects.get(item.question) if expect == "item" else expect
        return truth_of(self._answer(item), wanted)

    def _answer(self, item: SampledItem) -> str | None:
        return settled_answer(
            self._said(self._read, item.row),
            self._said(self._third, item.row),
            n_readers=self._taken.sample.n_readers,
        )

    def _said(self, read: Mapping[str, Mapping[str, str]], row: str) -> list[str]:
        """Return what people answered to a row; a grade as whether it meets the criterion."""
        cut = self._probe.probe.at_least
        return [
            answer
            if cut is None or not answer.isdecimal()
            else ("yes" if int(answer) >= cut else "no")
            for answer in read.get(row, {}).values()
        ]

    @property
    def piles(self) -> ReadPiles:
        return ReadPiles(
            rows=[row for row in self._report.outcomes if row.probe_id == self._probe.probe.id],
            judged_good=self._drawn.judged_good,
            others=self._drawn.others,
            truths=self._truths,
            was_read=frozenset(self._items),
        )

    def audited(self) -> Audited:
        """Return what the verdict takes: the piles, and what became of alarms."""
        is_alarm = self._probe.probe.never
        alarms = [row for row in self._drawn.others if is_alarm and row.value == 0]
        by_truth: dict[Truth, list[str]] = {"good": [], "bad": [], "unresolved": []}
        for row in alarms:
            by_truth[self._truths[row.trial_id]].append(row.trial_id)
        return Audited(
            piles=self.piles,
            confirmed=tuple(sorted(by_truth["bad"])),
            refuted=frozenset(by_truth["good"]),
            read_by=self._read_by(),
            needed=self._taken.needed.get(self._probe.probe.pillar),
        )

    def _read_by(self) -> LabelledBy | None:
        rows = {item.row for item in self._items.values()}
        groups = [
            GROUPS[each.role]
            for each in self._taken.handed_in
            if any(reading.row in rows and not reading.is_open for reading in each.readings)
        ]
        return weakest(groups) if groups else None

    def rows(self) -> list[AuditRow]:
        """Return every drawn trial with what people said of it."""
        found = []
        for judged_good, drawn in ((True, self._drawn.judged_good), (False, self._drawn.others)):
            for row in sorted(drawn, key=lambda row: row.trial_id):
                item = self._items.get(row.trial_id)
                found.append(
                    AuditRow(
                        probe_id=row.probe_id,
                        trial_id=row.trial_id,
                        family=row.family,
                        judged_good=judged_good,
                        answers=() if item is None else self._answers(item),
                        truth=self._truths[row.trial_id],
                    )
                )
        return found

    def _answers(self, item: SampledItem) -> tuple[AuditAnswer, ...]:
        return tuple(
            AuditAnswer(
                rater=each.rater,
                answer=reading.answer,
                grade=reading.grade,
                opted_out=reading.opted_out,
                adjudicates=each.adjudicates,
                at=reading.at,
            )
            for each in self._taken.handed_in
            for reading in each.readings
            if reading.row == item.row and not reading.is_open
        )

    def record(self, verdict: Verdict) -> AuditProbe:
        """Return the probe before and after.

        Args:
            verdict: taken with what people said.
        """
        probe = self._probe
        after = next(
            each
            for pillar in verdict.pillars
            for each in pillar.probes
            if each.probe.id == probe.probe.id
        )
        audited = self.audited()
        question = self._taken.sample.question(str(probe.probe.question))
        rows = [item.row for item in self._items.values()]
        return AuditProbe(
            probe_id=probe.probe.id,
            question=question.id,
            question_digest=question.digest,
            certificate=probe.estimate.certificate,
            could_gate=may_gate(self._report, probe),
            before=probe.sentence,
            before_outcome=probe.outcome,
            after=after.sentence,
            after_outcome=after.outcome,
            threshold=after.threshold,
            estimate=after.estimate,
            judged_good=audited.piles.pile(judged_good=True),
            others=audited.piles.pile(judged_good=False),
            n_disagreed=sum(len(set(self._said(self._read, row))) > 1 for row in rows),
            n_adjudicated=sum(row in self._third for row in rows),
            n_alarms_confirmed=len(audited.confirmed),
            strata=self._strata(after),
        )

    def _strata(self, after: ProbeVerdict) -> tuple[AuditStratum, ...]:
        found = []
        for before, then in zip(self._probe.strata, after.strata, strict=True):
            piles = piles_within(self._report, self._probe, before, self.piles)
            found.append(
                AuditStratum(
                    stratum=before.stratum,
                    before=before.sentence,
                    before_outcome=before.outcome,
                    after=then.sentence,
                    after_outcome=then.outcome,
                    threshold=then.threshold,
                    estimate=then.estimate,
                    judged_good=piles.pile(judged_good=True),
                    others=piles.pile(judged_good=False),
                )
            )
        return tuple(found)
