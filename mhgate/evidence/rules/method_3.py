"""Method 3: one-sided bounds at 1 - alpha against thresholds, claims after Holm, pillars, profile.

Written once; a later method has a module of its own. What is read here of a report: thresholds,
intervals, p-values and counts of each probe and stratum; outcomes by item, for alarms; conditions,
waivers and profile. No estimate is made here, and nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mhgate.evidence.rules.decided import Decided, PartKey
from mhgate.evidence.rules.drift_3 import is_drifted
from mhgate.records import (
    Comparison,
    Conditions,
    Outcome,
    PillarVerdict,
    ProbeVerdict,
    Regression,
    Report,
    StratumVerdict,
)

__all__ = ["decided"]

_Part = ProbeVerdict | StratumVerdict
_WORST_FIRST = (Outcome.FAIL, Outcome.ERROR, Outcome.INCONCLUSIVE)
_REGRESSED = (Regression.REGRESSED, Regression.SEVERE)


def decided(report: Report) -> Decided:
    """Return what a full report's own numbers decide.

    Args:
        report: of method 3, with its conditions; not of a shard.

    Raises:
        ValueError: it is partial, or does not say what its verdict was taken under.
    """
    if report.conditions is None or report.scope != "full" or report.partial_because:
        raise ValueError("a partial report, or one without conditions, decides nothing")
    return _Rule(report, report.conditions).decided()


def _holm(p_values: dict[tuple[PartKey, str], float]) -> dict[tuple[PartKey, str], float]:
    adjusted, reached, count = {}, 0.0, len(p_values)
    for rank, key in enumerate(sorted(p_values, key=p_values.__getitem__)):
        reached = max(reached, min(1.0, (count - rank) * p_values[key]))
        adjusted[key] = reached
    return adjusted


def _parts(probe: ProbeVerdict) -> Iterator[tuple[str | None, _Part]]:
    yield None, probe
    for stratum in probe.strata:
        yield stratum.stratum, stratum


@dataclass(slots=True)
class _Rule:
    report: Report
    conditions: Conditions
    drifted: bool = field(init=False)
    adjusted: dict[tuple[PartKey, str], float] = field(init=False)
    n_alarms: dict[str, int] = field(init=False)
    n_left_out: dict[str, int] = field(init=False)
    seconded: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.drifted = is_drifted(self.report.drift)
        self.n_alarms, self.n_left_out = self._counted()
        self.adjusted = _holm(dict(self._claims()))

    @property
    def probes(self) -> list[ProbeVerdict]:
        return [probe for pillar in self.report.verdict.pillars for probe in pillar.probes]

    @property
    def _is_compared(self) -> bool:
        return self.report.provenance.baseline is not None or self.report.live is not None

    def _counted(self) -> tuple[dict[str, int], dict[str, int]]:
        """Count each probe's alarms, and the trials that waivers leave out of its figures."""
        names = [each.probe.id for each in self.probes]
        never = {each.probe.id for each in self.probes if each.probe.never}
        alarms, left_out = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        waivers = self.conditions.waivers
        waived = {name: waivers.items_of(name) if waivers else frozenset() for name in names}
        for row in self.report.outcomes:
            if row.item_id in waived[row.probe_id]:
                left_out[row.probe_id] += 1
            elif row.probe_id in never and row.value == 0:
                alarms[row.probe_id] += 1
                if row.confirmed_by not in {None, row.judge}:
                    self.seconded.add(row.probe_id)
        return alarms, left_out

    def _may_gate(self, probe: ProbeVerdict) -> bool:
        is_silent = self.drifted and probe.probe.is_judged
        return probe.probe.id not in self.conditions.not_gating and not is_silent

    def _claims(self) -> Iterator[tuple[tuple[PartKey, str], float]]:
        """Yield every fail and regression that could be claimed, with its p-value."""
        for probe in filter(self._may_gate, self.probes):
            for name, part in _parts(probe):
                if not part.threshold.required or part.estimate.accounts.asked == 0:
                    continue
                key = (probe.probe.id, name)
                if part.estimate.p_fail is not None:
                    yield (key, "fail"), part.estimate.p_fail
                if part.comparison is not None and part.threshold.max_drop is not None:
                    yield (key, "regressed"), part.comparison.p_regressed

    # --- one part

    def _is_claimed(self, key: PartKey, kind: str, part: _Part) -> bool:
        p_value = self.adjusted.get((key, kind))
        return p_value is None or p_value <= part.threshold.alpha

    def _regression(self, key: PartKey, part: _Part) -> Regression | None:
        compared, margin = part.comparison, part.threshold.max_drop
        if compared is None or margin is None:
            return None
        if compared.interval.lower > -margin:
            return Regression.NON_INFERIOR
        if compared.interval.upper < 0 and self._is_claimed(key, "regressed", part):
            return Regression.SEVERE if compared.interval.upper < -margin else Regression.REGRESSED
        return Regression.INCONCLUSIVE

    def _outcome(self, probe: ProbeVerdict, key: PartKey, part: _Part) -> Outcome:
        accounts, limits, bounds = part.estimate.accounts, part.threshold, part.estimate.interval
        if accounts.asked == 0:
            return Outcome.INCONCLUSIVE
        is_dead = accounts.scored == 0 or accounts.failed / accounts.asked > limits.max_failed
        if not self._may_gate(probe):
            is_lost = probe.probe.id in self.conditions.lost
            is_error = is_lost or (is_dead and probe.probe.id not in self.conditions.expired)
            return Outcome.ERROR if is_error else Outcome.INCONCLUSIVE
        regression = self._regression(key, part)
        is_failed = bounds.upper < limits.min_score and self._is_claimed(key, "fail", part)
        is_regressed = regression in _REGRESSED
        if is_failed or (is_regressed and _is_red(part)):
            return Outcome.FAIL
        compared = None if limits.max_drop is None else part.comparison
        if is_dead or _is_lost_there(compared, limits.max_failed):
            return Outcome.ERROR
        must_show = self.report.verdict.profile.pass_required and self._is_compared
        hides_a_drop = (
            compared is not None
            and regression is Regression.INCONCLUSIVE
            and (compared.interval.upper < 0 or compared.n_failed > 0)
        )
        is_open = (
            part.estimate.n_items < limits.items
            or part.estimate.n_families < limits.families
            or accounts.not_reached > 0
            or (must_show and limits.max_drop is not None and compared is None)
            or (regression is Regression.INCONCLUSIVE and (must_show or hides_a_drop))
            or is_regressed
            or bounds.lower < limits.min_score
        )
        return Outcome.INCONCLUSIVE if is_open else Outcome.PASS

    def _with_alarms(self, probe: ProbeVerdict, outcome: Outcome) -> Outcome:
        if not probe.probe.never:
            return outcome
        if self.n_alarms[probe.probe.id]:
            if self._is_confirmed(probe):
                return Outcome.FAIL
            return Outcome.INCONCLUSIVE if outcome is Outcome.PASS else outcome
        is_hidden = probe.estimate.accounts.failed and outcome is Outcome.PASS
        return Outcome.INCONCLUSIVE if is_hidden else outcome

    def _is_confirmed(self, probe: ProbeVerdict) -> bool:
        """Return whether an alarm is more than one judge's word."""
        name = probe.probe.id
        return name in self.seconded or (probe.probe.exact and self.n_alarms[name] > 0)

    # --- waivers, pillars, the whole

    def _waived(self, parts: dict[PartKey, Outcome]) -> dict[PartKey, str]:
        waivers = self.conditions.waivers
        found: dict[PartKey, str] = {}
        if waivers is None:
            return found
        for probe in self.probes:
            name = probe.probe.id
            if probe.probe.never and self.n_alarms[name]:
                continue
            by_stratum = {
                each.stratum: each.id
                for each in waivers.valid
                if each.probe == name and each.item is None
            }
            for stratum, part in _parts(probe):
                is_failed = parts[name, stratum] is Outcome.FAIL and part.threshold.required
                if is_failed and stratum in by_stratum:
                    found[name, stratum] = by_stratum[stratum]
        return found

    def _deciding(
        self, probe: ProbeVerdict, parts: dict[PartKey, Outcome], waived: dict[PartKey, str]
    ) -> list[Outcome]:
        """Return the outcomes of what of a probe decides: itself and its strata."""
        name = probe.probe.id
        is_alarm = probe.probe.never and self._is_confirmed(probe)
        is_red = is_alarm and parts[name, None] is Outcome.FAIL
        return [
            parts[name, stratum]
            for stratum, part in _parts(probe)
            if (part.threshold.required or (is_red and stratum is None))
            and (name, stratum) not in waived
        ]

    def _pillar(self, pillar: PillarVerdict, deciding: Sequence[Outcome]) -> Outcome:
        conditions = self.conditions
        if not self.report.verdict.profile.decides or conditions.interrupted:
            return Outcome.INCONCLUSIVE
        if not _is_asked(pillar):
            not_shown = conditions.not_shown
            is_hidden = pillar.probes and all(p.probe.id in not_shown for p in pillar.probes)
            is_hidden = is_hidden or _is_left_out(pillar, {*not_shown, *conditions.unbought})
            return Outcome.INCONCLUSIVE if is_hidden else Outcome.ERROR
        if not deciding:
            return Outcome.INCONCLUSIVE
        return next((each for each in _WORST_FIRST if each in deciding), Outcome.PASS)

    def decided(self) -> Decided:
        """Return all that is decided."""
        parts: dict[PartKey, Outcome] = {}
        regressions: dict[PartKey, Regression | None] = {}
        for probe in self.probes:
            for stratum, part in _parts(probe):
                key = (probe.probe.id, stratum)
                parts[key] = self._outcome(probe, key, part)
                regressions[key] = self._regression(key, part)
            whole = (probe.probe.id, None)
            parts[whole] = self._with_alarms(probe, parts[whole])
        waived = self._waived(parts)
        pillars, gating = {}, []
        for pillar in self.report.verdict.pillars:
            deciding = [
                outcome
                for probe in pillar.probes
                for outcome in self._deciding(probe, parts, waived)
            ]
            pillars[pillar.pillar] = self._pillar(pillar, deciding)
            is_left_out = _is_left_out(pillar, {*self.conditions.unbought})
            if deciding or not (_is_asked(pillar) or is_left_out):
                gating.append(pillars[pillar.pillar])
        is_waived = bool(waived) or any(self.n_left_out.values())
        outcome = self._whole(gating)
        return Decided(
            parts=parts,
            regressions=regressions,
            n_alarms=self.n_alarms,
            waived=waived,
            pillars=pillars,
            outcome=outcome,
            exit_code=self._exit_code(outcome),
            is_waived=is_waived,
        )

    def _lacks(self) -> bool:
        fail_on, provenance = self.conditions.fail_on, self.report.provenance
        is_judged = any(each.probe.is_judged for each in self.probes)
        return self.report.verdict.profile.decides and (
            ("not_certified" in fail_on and is_judged and not provenance.judge_certified)
            or ("no_baseline" in fail_on and not self._is_compared)
        )

    def _whole(self, gating: Sequence[Outcome]) -> Outcome:
        accounts, conditions = self.report.accounts, self.conditions
        if conditions.interrupted:
            return Outcome.INCONCLUSIVE
        if accounts.asked == 0 or accounts.scored == 0:
            return Outcome.ERROR
        if not self.report.verdict.profile.decides:
            return Outcome.INCONCLUSIVE
        fails_on_new = conditions.new_items == "fail" or "new_items" in conditions.fail_on
        is_surprised = fails_on_new and bool(self.report.new_items)
        is_expired = conditions.waivers is not None and bool(conditions.waivers.expired)
        if Outcome.FAIL in gating or is_surprised or is_expired:
            return Outcome.FAIL
        if Outcome.ERROR in gating:
            return Outcome.ERROR
        is_open = not gating or Outcome.INCONCLUSIVE in gating or self._lacks()
        return Outcome.INCONCLUSIVE if is_open else Outcome.PASS

    def _exit_code(self, outcome: Outcome) -> int:
        profile = self.report.verdict.profile
        if self.conditions.interrupted:
            return 3
        if self.report.accounts.asked == 0:
            return 5
        if outcome is Outcome.ERROR:
            return 4
        if not profile.decides or outcome is Outcome.PASS:
            return 0
        if outcome is Outcome.FAIL:
            return 1
        is_barred = any(
            not self._may_gate(probe) and any(part.threshold.required for _, part in _parts(probe))
            for probe in self.probes
        )
        is_closed = (
            self._lacks()
            or profile.pass_required
            or is_barred
            or "inconclusive" in self.conditions.fail_on
        )
        return 3 if is_closed else 0


def _is_red(part: _Part) -> bool:
    """Return whether a regression stands: nobody looked again, nobody could, or it was seen."""
    look = part.second_look
    return look is None or bool(look.could_not) or look.p_value <= look.alpha


def _is_lost_there(compared: Comparison | None, most: float) -> bool:
    """Return whether too much failed at the target that was played beside."""
    if compared is None or not compared.against or not compared.n_pairs:
        return False
    return compared.n_failed_there / compared.n_pairs > most


def _is_left_out(pillar: PillarVerdict, unbought: set[str]) -> bool:
    """Return whether a budget left nothing of a pillar."""
    return bool(pillar.probes) and all(each.probe.id in unbought for each in pillar.probes)


def _is_asked(pillar: PillarVerdict) -> bool:
    return any(probe.estimate.accounts.asked > 0 for probe in pillar.probes)
