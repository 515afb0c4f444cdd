"""Probes with their strata and alarms, and the pillars that they make up."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.records import (
    Interval,
    Outcome,
    PillarVerdict,
    ProbeVerdict,
    Profile,
    StratumVerdict,
)
from mhgate.verdict.claims import Claims
from mhgate.verdict.measured import Measured
from mhgate.verdict.parts import Decision, decide_part
from mhgate.verdict.spelling import counted, listed

__all__ = ["decide_pillar", "decide_probe", "gates", "left_to_merging"]

_WORST_FIRST = (Outcome.FAIL, Outcome.ERROR, Outcome.INCONCLUSIVE)


def decide_probe(measured: Measured, claims: Claims, *, non_inferiority: bool) -> ProbeVerdict:
    """Decide one probe over all its trials, with its alarms, and within each of its strata.

    Args:
        measured: what it brought.
        claims: every claim that could be made in this run.
        non_inferiority: whether a pass must also be shown against the baseline.
    """
    decisions = {
        stratum: decide_part(measured, stratum, claims=claims, non_inferiority=non_inferiority)
        for stratum, _ in measured.parts()
    }
    whole = _with_alarms(measured, decisions[None])
    return ProbeVerdict(
        probe=measured.probe,
        outcome=whole.outcome,
        sentence=whole.sentence,
        threshold=measured.threshold,
        estimate=measured.estimate,
        comparison=measured.comparison,
        regression=whole.regression,
        second_look=whole.second_look,
        strata=tuple(
            StratumVerdict(
                stratum=part.stratum,
                outcome=decisions[part.stratum].outcome,
                sentence=decisions[part.stratum].sentence,
                threshold=part.threshold,
                estimate=part.estimate,
                comparison=part.comparison,
                regression=decisions[part.stratum].regression,
                second_look=decisions[part.stratum].second_look,
            )
            for part in measured.strata
        ),
        n_alarms=len(measured.alarms),
        alarms_confirmed=bool(measured.confirmed or measured.seconded)
        or (bool(measured.alarms) and measured.probe.exact),
        alarms_unconfirmed=_unconfirmed(measured),
    )


def left_to_merging(probe: ProbeVerdict, shard: str) -> ProbeVerdict:
    """Return a probe's decision in one shard of a run: it is left open, but for its alarms.

    A rate is looked at once, when all shards are there: each look of a shard at its own part would
    be one more chance to err. An alarm of what must never happen is one in whichever shard.

    Args:
        probe: as its own part would decide it.
        shard: which part, in words.
    """
    if probe.n_alarms:
        return probe
    return probe.model_copy(
        update={
            "outcome": Outcome.INCONCLUSIVE,
            "sentence": _left_open(probe, shard),
            "regression": None,
            "strata": tuple(
                stratum.model_copy(
                    update={
                        "outcome": Outcome.INCONCLUSIVE,
                        "sentence": _left_open(stratum, shard, probe.probe.name),
                        "regression": None,
                    }
                )
                for stratum in probe.strata
            ),
        }
    )


def _left_open(part: ProbeVerdict | StratumVerdict, shard: str, of: str = "") -> str:
    name = f"{of} [{part.stratum}]" if isinstance(part, StratumVerdict) else part.probe.name
    accounts = part.estimate.accounts
    return (
        f"{name}: {accounts.scored} of {counted(accounts.planned, 'trial')} of {shard} scored; "
        "decided when the shards are merged."
    )


def _unconfirmed(measured: Measured) -> tuple[str, ...]:
    """Return the trials whose alarm nothing but one judge saw."""
    if measured.probe.exact:
        return ()
    return tuple(
        each for each in measured.alarms if each not in {*measured.confirmed, *measured.seconded}
    )


def _with_alarms(measured: Measured, decision: Decision) -> Decision:
    """Let a ``never`` probe speak: its alarms, and what could hide one."""
    if not measured.probe.never:
        return decision
    accounts, outcome, sentence = measured.estimate.accounts, decision.outcome, decision.sentence
    alarms = (
        f"{measured.probe.name}: {counted(len(measured.alarms), 'alarm')} in "
        f"{counted(accounts.asked, 'trial')}"
    )
    if measured.alarms and measured.probe.exact:
        outcome = Outcome.FAIL
        sentence = (
            f"{alarms}, confirmed by an exact check (expected number of false alarms: 0), whatever "
            f"the rate: fail. A person must look: {listed(measured.alarms)}."
        )
    elif measured.confirmed:
        outcome = Outcome.FAIL
        sentence = (
            f"{alarms}, {len(measured.confirmed)} of them confirmed by people who read them, "
            f"whatever the rate: fail. A person must act: {listed(measured.confirmed)}."
        )
    elif measured.seconded:
        outcome = Outcome.FAIL
        open_ = _unconfirmed(measured)
        sentence = (
            f"{alarms}, {len(measured.seconded)} of them confirmed by another judge, whatever the "
            f"rate: fail. A person must look: {listed(measured.seconded)}."
            + (f" Not confirmed, and a person must look too: {listed(open_)}." if open_ else "")
        )
    elif measured.alarms:
        outcome = Outcome.INCONCLUSIVE if outcome is Outcome.PASS else outcome
        sentence = (
            f"{alarms}, seen by the judge alone, not confirmed (expected number of false alarms: "
            f"{_false_alarms(measured)}). A person must look: {listed(measured.alarms)}. "
            f"{sentence}"
        )
        if decision.outcome is Outcome.PASS:
            sentence = ": not decided".join(sentence.rsplit(": pass", maxsplit=1))
    elif accounts.failed and outcome is Outcome.PASS:
        outcome = Outcome.INCONCLUSIVE
        sentence = (
            f"{measured.probe.name} must never go off, {accounts.failed} of "
            f"{counted(accounts.asked, 'trial')} failed and may hide an alarm: not decided."
        )
    return Decision(outcome, sentence, decision.regression, decision.second_look)


def _false_alarms(measured: Measured) -> str:
    """Say how many alarms to expect of a product that never gives cause for one."""
    if measured.false_alarm_shares is None:
        return "unknown without a certificate"
    share, most = measured.false_alarm_shares
    asked = measured.estimate.accounts.asked
    return f"{share * asked:.1f}, at most {most * asked:.1f} at 95 %, if every reply were good"


def gates(pillar: PillarVerdict, *, unbought: frozenset[str] = frozenset()) -> bool:
    """Return whether a pillar decides anything: something of it is required, or nothing was asked.

    What a budget left out whole decides only where something of it is required.

    Args:
        pillar: the decided pillar.
        unbought: ids of the probes of whose items a budget left none.
    """
    if any(_required(probe) for probe in pillar.probes):
        return True
    return not _is_asked(pillar.probes) and not _is_left_out(pillar.probes, unbought)


def decide_pillar(
    name: str,
    probes: Sequence[ProbeVerdict],
    *,
    not_gating: frozenset[str],
    not_shown: frozenset[str] = frozenset(),
    unbought: frozenset[str] = frozenset(),
    is_partial: bool,
    is_interrupted: bool,
    profile: Profile,
) -> PillarVerdict:
    """Decide one pillar from its probes.

    Args:
        name: the pillar.
        probes: its decided probes; none where it was declared and nothing of it was selected.
        not_gating: ids of the probes that may not gate yet.
        not_shown: ids of those whose items the target cannot be shown.
        unbought: ids of those of whose items a budget left none.
        is_partial: whether the run is less than the whole gate.
        is_interrupted: whether it was broken off; then nothing is decided.
        profile: whether anything is decided at all.
    """
    parts = [part for probe in probes for part in _required(probe)]
    waived = [part for probe in probes for part in _waived(probe)]
    worst = next(
        (outcome for outcome in _WORST_FIRST if any(found is outcome for _, found in parts)),
        Outcome.PASS,
    )
    which = listed([part for part, found in parts if found is worst])
    if not profile.decides:
        outcome, text = Outcome.INCONCLUSIVE, f"measured, profile {profile.name} decides nothing"
    elif is_interrupted:
        outcome, text = Outcome.INCONCLUSIVE, "interrupted: not decided"
    elif not _is_asked(probes):
        are_shown = not probes or any(each.probe.id not in not_shown for each in probes)
        is_left_out = _is_left_out(probes, unbought | not_shown)
        outcome, text = _unasked(
            are_shown=are_shown, is_left_out=is_left_out, is_partial=is_partial
        )
    elif not parts:
        what = "all that is required of it is waived" if waived else "nothing of it is required"
        outcome, text = Outcome.INCONCLUSIVE, f"{what}, so it decides nothing"
    elif worst is Outcome.FAIL:
        outcome, text = worst, f"fail, by {which}"
    elif worst is Outcome.ERROR:
        outcome, text = worst, f"could not be evaluated: {which}"
    elif worst is Outcome.INCONCLUSIVE:
        outcome, text = worst, f"not decided: {which}"
        waiting = [probe.probe.name for probe in probes if probe.probe.id in not_gating]
        text += f" (may not gate yet: {listed(waiting)})" if waiting else ""
    elif is_partial:
        outcome = Outcome.INCONCLUSIVE
        text = "what was asked passes, but a partial run is no gate: not decided"
    else:
        outcome, text = worst, _passing(probes, n_passed=len(parts), n_waived=len(waived))
    text += _let_through(probes, waived)
    points = [
        _shown_in_trust(probe.estimate.point)
        for probe in probes
        if probe.estimate.point is not None
    ]
    score = 100 * sum(points) / len(points) if points else None
    interval = _trust_interval(probes) if points else None
    return PillarVerdict(
        pillar=name,
        outcome=outcome,
        sentence=f"{name}: {text}{_trust(score, interval, len(points), len(probes))}.",
        trust_score=score,
        trust_interval=interval,
        probes=tuple(probes),
    )


def _passing(probes: Sequence[ProbeVerdict], *, n_passed: int, n_waived: int) -> str:
    has_strata = any(stratum.threshold.required for each in probes for stratum in each.strata)
    noun = "probes and strata" if has_strata else "probes"
    rests = n_waived or any(probe.n_left_out for probe in probes)
    word = "pass with a waiver" if rests else "pass"
    return f"{word}, {n_passed} of {n_passed + n_waived} required {noun}"


def _let_through(probes: Sequence[ProbeVerdict], waived: Sequence[str]) -> str:
    """Say what fails and does not block, and how much waivers for items left out."""
    text = f"; waived: {listed(waived)}" if waived else ""
    n_left_out = sum(probe.n_left_out for probe in probes)
    return text + (f"; left out by waivers: {counted(n_left_out, 'trial')}" if n_left_out else "")


def _unasked(*, are_shown: bool, is_left_out: bool, is_partial: bool) -> tuple[Outcome, str]:
    if not are_shown:
        return Outcome.INCONCLUSIVE, "its items are not shown to this target: not decided"
    if is_left_out:
        return Outcome.INCONCLUSIVE, "the budget left out all of its items: not decided"
    if is_partial:
        return Outcome.INCONCLUSIVE, "not asked in this partial run: not decided"
    return Outcome.ERROR, "declared, but none of its items was asked: error"


def _is_left_out(probes: Sequence[ProbeVerdict], unbought: frozenset[str]) -> bool:
    return bool(probes) and all(probe.probe.id in unbought for probe in probes)


def _is_asked(probes: Sequence[ProbeVerdict]) -> bool:
    return any(probe.estimate.accounts.asked > 0 for probe in probes)


def _required(probe: ProbeVerdict) -> list[tuple[str, Outcome]]:
    """Return what of a probe decides, by name: itself and its strata, but for what is waived."""
    # an alarm that is confirmed is red wherever it sounds: advice is no word for it
    is_red = probe.probe.never and probe.alarms_confirmed and probe.outcome is Outcome.FAIL
    decides = (probe.threshold.required or is_red) and probe.waived is None
    parts = [(probe.probe.name, probe.outcome)] if decides else []
    return parts + [
        (f"{probe.probe.name} [{stratum.stratum}]", stratum.outcome)
        for stratum in probe.strata
        if stratum.threshold.required and stratum.waived is None
    ]


def _waived(probe: ProbeVerdict) -> list[str]:
    """Return what of a probe fails and does not block, with the waivers that say so."""
    parts = [] if probe.waived is None else [f"{probe.probe.name} ({probe.waived})"]
    return parts + [
        f"{probe.probe.name} [{stratum.stratum}] ({stratum.waived})"
        for stratum in probe.strata
        if stratum.waived is not None
    ]


def _trust_interval(probes: Sequence[ProbeVerdict]) -> Interval:
    """Return the mean of the bounds of the probes that were scored.

    However the probes depend on one another, the standard deviation of a mean is at most the mean
    of the standard deviations: where bounds behave like normal ones, theirs holds at their level.
    """
    found = [probe.estimate.interval for probe in probes if probe.estimate.point is not None]
    return Interval(
        lower=100 * sum(_shown_in_trust(each.lower) for each in found) / len(found),
        upper=100 * sum(_shown_in_trust(each.upper) for each in found) / len(found),
        level=min(each.level for each in found),
    )


def _shown_in_trust(figure: float) -> float:
    """Return a figure on the scale of the trust score: no correlation takes away from others."""
    return max(0.0, figure)


def _trust(score: float | None, interval: Interval | None, n_points: int, n_probes: int) -> str:
    if score is None or interval is None:
        return ""
    over = counted(n_probes, "probe")
    if n_points != n_probes:
        over = f"the {n_points} of {n_probes} probes that were scored"
    bounds = f"{interval.lower:.1f} to {interval.upper:.1f}"
    return f"; trust score {score:.1f} ({bounds}, mean over {over}, does not decide)"
