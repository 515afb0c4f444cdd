"""From pillars to the whole, and what that means for whoever called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from mhgate.errors import ExitCode
from mhgate.records import (
    Accounts,
    Drift,
    FailOn,
    LiveBase,
    Outcome,
    PillarVerdict,
    Profile,
    Savings,
    Verdict,
    Waivers,
    WaiverUse,
)
from mhgate.stats import METHOD_VERSION
from mhgate.verdict.claims import Claims
from mhgate.verdict.drifting import why_drifted
from mhgate.verdict.headline import Circumstances, headline
from mhgate.verdict.measured import Measured
from mhgate.verdict.pillars import decide_pillar, decide_probe, gates, left_to_merging
from mhgate.verdict.spelling import listed
from mhgate.verdict.waiving import used, waive

__all__ = ["decide"]

_METHOD = (
    f"method {METHOD_VERSION}: exact one-sided bounds at 1 - alpha on effective counts by family; "
    "paired differences by family; fails and regressions claimed after Holm"
)


def decide(
    measured: Sequence[Measured],
    *,
    profile: Profile,
    declared: Sequence[str],
    accounts: Accounts,
    partial_because: Sequence[str] = (),
    interrupted: bool = False,
    failures: Mapping[str, int] | None = None,
    saved: Savings | None = None,
    judge_certified: bool = True,
    baseline: str | None = None,
    new_items: Sequence[str] = (),
    fail_on_new_items: bool = False,
    fail_on: Sequence[FailOn] = (),
    drift: Drift | None = None,
    replayed: str = "",
    shard: str = "",
    waivers: Waivers | None = None,
    live: LiveBase | None = None,
) -> Verdict:
    """Take the one decision.

    Args:
        measured: every probe that was selected, in the order in which they are shown.
        profile: what blocks.
        declared: the pillars that must be decided, in the order in which they are shown.
        accounts: of all trials of the run.
        partial_because: why the run is not the whole gate; empty for a full one.
        interrupted: whether a person or a signal stopped it: then nothing is decided, and the
            faces give the signal's own exit code.
        failures: how many trials failed, by ``stage: kind``.
        saved: what early decisions spared, None for nothing.
        judge_certified: False where judged probes decide without a certificate.
        baseline: the baseline's name, None without one.
        new_items: items that the baseline does not hold, or holds with another text.
        fail_on_new_items: whether such items fail the gate.
        fail_on: what blocks beside what the profile blocks; it opens nothing.
        drift: what the judge said of known labels; where it is not the judge that it was, no
            judged probe may gate.
        replayed: that replies are a recording's, in words; empty where the target was asked.
        shard: which part of a run this is, in words; empty for a whole one. A part decides nothing
            but that an alarm went off: what all of them make is decided when they are merged.
        waivers: exceptions, held to a day; those for items are applied to what was measured
            already, and are named here.
        live: the target that was played beside, None where none was: it is what is compared with.

    Returns:
        The verdict, which depends on nothing else and rounds nothing.

    Raises:
        ValueError: a probe was measured twice.
    """
    if len({each.probe.id for each in measured}) != len(measured):
        raise ValueError("a probe was measured twice; expected one record each")
    drifted = why_drifted(drift)
    if drifted:
        measured = [_not_believed(each, drifted) for each in measured]
    claims = Claims(measured)
    is_compared = baseline is not None or live is not None
    probes = [
        decide_probe(each, claims, non_inferiority=profile.pass_required and is_compared)
        for each in measured
    ]
    uses: tuple[WaiverUse, ...] = ()
    if shard:
        probes = [left_to_merging(probe, shard) for probe in probes]
    else:
        probes = [waive(probe, each, waivers) for probe, each in zip(probes, measured, strict=True)]
        uses = used(probes, measured, waivers)
    around = Circumstances(
        profile=profile,
        accounts=accounts,
        partial_because=tuple(partial_because),
        interrupted=interrupted,
        failures=failures or {},
        saved=saved or Savings(),
        judge_certified=judge_certified,
        baseline=baseline,
        new_items=tuple(new_items),
        fail_on_new_items=fail_on_new_items,
        fail_on=tuple(fail_on),
        drifted=drifted,
        replayed=replayed,
        shard=shard,
        waivers=uses,
        live=live,
    )
    unbought = frozenset(each.probe.id for each in measured if each.is_unbought)
    pillars = tuple(
        decide_pillar(
            name,
            [probe for probe in probes if probe.probe.pillar == name],
            not_gating=frozenset(each.probe.id for each in measured if each.not_gating_reason),
            not_shown=frozenset(each.probe.id for each in measured if each.is_not_shown),
            unbought=unbought,
            is_partial=around.is_partial,
            is_interrupted=interrupted,
            profile=profile,
        )
        for name in dict.fromkeys([*declared, *(each.probe.pillar for each in measured)])
    )
    outcome = _outcome([each for each in pillars if gates(each, unbought=unbought)], around)
    has_alarm = any(probe.n_alarms and probe.threshold.required for probe in probes)
    code, meaning = _exit(outcome, around, _barred(measured), has_alarm=has_alarm)
    return Verdict(
        outcome=outcome,
        headline=headline(outcome, pillars, measured, around),
        profile=profile,
        pillars=pillars,
        blocks=code is not ExitCode.PASS,
        exit_code=int(code),
        exit_meaning=f"exit code {int(code)}: {meaning}",
        method=_METHOD,
        waived=around.is_waived,
        waivers=uses,
    )


def _not_believed(measured: Measured, why: str) -> Measured:
    """Return what a probe brought, which may not gate where a judge that has changed judged it."""
    if not measured.probe.is_judged or measured.not_gating_reason:
        return measured
    return replace(measured, not_gating_reason=why, has_drifted_judge=True)


def _outcome(gating: Sequence[PillarVerdict], around: Circumstances) -> Outcome:
    found = {pillar.outcome for pillar in gating}
    is_open = around.is_partial or not gating or Outcome.INCONCLUSIVE in found
    is_open = is_open or bool(around.lacking)
    if around.interrupted or (around.is_whole_shard and around.accounts.planned == 0):
        return Outcome.INCONCLUSIVE
    if around.accounts.asked == 0 or around.accounts.scored == 0:
        return Outcome.ERROR
    if not around.profile.decides:
        return Outcome.INCONCLUSIVE
    if Outcome.FAIL in found or around.surprises or around.expired_waivers:
        return Outcome.FAIL
    if Outcome.ERROR in found:
        return Outcome.ERROR
    return Outcome.INCONCLUSIVE if is_open else Outcome.PASS


def _exit(  # noqa: PLR0911 - one return a code, in the order in which they speak
    outcome: Outcome, around: Circumstances, barred: str, *, has_alarm: bool
) -> tuple[ExitCode, str]:
    name, closed = around.profile.name, "the gate is closed"
    if around.interrupted:
        return ExitCode.INCONCLUSIVE, f"interrupted, nothing is decided, {closed}"
    if around.is_whole_shard and outcome is Outcome.INCONCLUSIVE:
        if has_alarm and around.profile.pass_required:
            return ExitCode.INCONCLUSIVE, f"an alarm, a person must look at it, {closed}"
        return ExitCode.PASS, f"{around.shard} was measured; no verdict until the shards are merged"
    if around.accounts.asked == 0:
        return ExitCode.NOTHING_EVALUATED, f"nothing was evaluated, {closed}"
    if outcome is Outcome.ERROR:
        return ExitCode.CANNOT_EVALUATE, f"could not be evaluated, {closed}"
    if not around.profile.decides:
        return ExitCode.PASS, f"measured, profile {name} decides nothing; this is no pass"
    if outcome is Outcome.FAIL:
        expired = listed(around.expired_waivers)
        why = f" (expired waivers: {expired})" if expired else ""
        return ExitCode.FAIL, f"fail{why}, {closed}"
    if outcome is Outcome.PASS and around.is_waived:
        return ExitCode.PASS, "pass with a waiver, the gate is open"
    if outcome is Outcome.PASS:
        return ExitCode.PASS, "pass, the gate is open"
    return _undecided(around, barred)


def _undecided(around: Circumstances, barred: str) -> tuple[ExitCode, str]:
    name, closed = around.profile.name, "the gate is closed"
    if around.is_partial:
        return ExitCode.INCONCLUSIVE, f"partial, not a gate, {closed}"
    if around.lacking:
        return ExitCode.INCONCLUSIVE, f"not decided: {around.lacking}, {closed}"
    if around.profile.pass_required:
        return ExitCode.INCONCLUSIVE, f"not decided, and profile {name} requires a pass, {closed}"
    if barred:
        # a fail must not become green by taking its certificate away
        return ExitCode.INCONCLUSIVE, f"not decided: {barred}, {closed}"
    if "inconclusive" in around.fail_on:
        return ExitCode.INCONCLUSIVE, f"not decided (fail_on: inconclusive), {closed}"
    return ExitCode.PASS, f"not decided, which profile {name} lets through; this is no pass"


def _barred(measured: Sequence[Measured]) -> str:
    """Say which required probes may not gate, and what to do; empty where each of them may.

    An open rate is neutral where a profile lets it through, for more items might show anything. A
    probe that may not gate shows nothing, whatever the product does: it is let through nowhere.
    """
    barred = [
        each
        for each in measured
        if each.not_gating_reason and any(part.threshold.required for _, part in each.parts())
    ]
    if not barred:
        return ""
    remedies = {_remedy(each): None for each in barred}
    names = listed([each.probe.name for each in barred])
    return (
        f"{names} may not gate, and {'is' if len(barred) == 1 else 'are'} required "
        f"({'; '.join(remedies)}; or required = false)"
    )


def _remedy(barred: Measured) -> str:
    if barred.has_expired_data:
        return "data past its term: a newer mhgate"
    if barred.has_drifted_judge:
        return "a judge that is not the one it was: pin its model, or bless a new baseline with it"
    if barred.is_not_shown:
        return "items not shown: a target with a clock"
    return 'no good enough certificate: `mhgate calibrate`, or trust = "off" in so many words'
