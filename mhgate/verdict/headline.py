"""The first lines of a verdict: what the reader must know before any number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.records import (
    Accounts,
    FailOn,
    LiveBase,
    Outcome,
    PillarVerdict,
    Profile,
    Savings,
    WaiverUse,
)
from mhgate.verdict.looking_again import unconfirmed
from mhgate.verdict.measured import Measured
from mhgate.verdict.spelling import counted, listed, spelled
from mhgate.verdict.waiving import waiver_lines

__all__ = ["CERTIFIED_BY", "Circumstances", "headline"]

CERTIFIED_BY = "Judge certified on labels by"
"""How the line begins that names labels which are not clinicians'."""

_WORDS = {
    Outcome.PASS: "Pass",
    Outcome.FAIL: "Fail",
    Outcome.ERROR: "Could not be evaluated",
    Outcome.INCONCLUSIVE: "Not decided",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What surrounds the measurements: see :func:`mhgate.verdict.decide`."""

    profile: Profile
    accounts: Accounts
    partial_because: tuple[str, ...] = ()
    interrupted: bool = False
    failures: Mapping[str, int] = field(default_factory=dict)
    saved: Savings = field(default_factory=Savings)
    judge_certified: bool = True
    baseline: str | None = None
    new_items: tuple[str, ...] = ()
    fail_on_new_items: bool = False
    fail_on: tuple[FailOn, ...] = ()
    drifted: str = ""
    replayed: str = ""
    shard: str = ""
    waivers: tuple[WaiverUse, ...] = ()
    live: LiveBase | None = None

    @property
    def is_compared(self) -> bool:
        """Whether there is a baseline, or a target that was played beside."""
        return self.baseline is not None or self.live is not None

    @property
    def is_waived(self) -> bool:
        """Whether what is decided rests on a waiver."""
        return any(each.state == "waives" or each.n_left_out for each in self.waivers)

    @property
    def expired_waivers(self) -> tuple[str, ...]:
        """The ids of the waivers that are past their term: each of them is red."""
        return tuple(each.id for each in self.waivers if each.state == "expired")

    @property
    def is_partial(self) -> bool:
        """Whether the run is less than the whole gate."""
        return bool(self.partial_because) or self.interrupted or self.accounts.not_reached > 0

    @property
    def is_whole_shard(self) -> bool:
        """Whether it is a shard of a run, wholly measured, and nothing else is missing of it."""
        return (
            bool(self.shard)
            and self.partial_because == (self.shard,)
            and not self.interrupted
            and self.accounts.not_reached == 0
        )

    @property
    def surprises(self) -> tuple[str, ...]:
        """New items that fail the gate: of a full run, where the policy says so."""
        return self.new_items if self.fails_on_new_items and not self.is_partial else ()

    @property
    def fails_on_new_items(self) -> bool:
        """Whether new items fail the gate, by either key of the policy."""
        return self.fail_on_new_items or "new_items" in self.fail_on

    @property
    def lacking(self) -> str:
        """What is missing that ``fail_on`` asks for, with its name there; empty where nothing is.

        It takes a pass away, and nothing else: what is proven stays proven.
        """
        if not self.profile.decides:
            return ""
        missing = []
        if "not_certified" in self.fail_on and not self.judge_certified:
            missing.append("the judge is not certified (fail_on: not_certified)")
        if "no_baseline" in self.fail_on and not self.is_compared:
            missing.append("there is no baseline (fail_on: no_baseline)")
        return ", and ".join(missing)


def headline(
    outcome: Outcome,
    pillars: Sequence[PillarVerdict],
    measured: Sequence[Measured],
    around: Circumstances,
) -> tuple[str, ...]:
    """Return the lines, in the order in which they matter; the caller prints them as they are.

    Args:
        outcome: of the whole.
        pillars: as decided.
        measured: what they were decided from.
        around: the circumstances of the run.
    """
    first, not_needed = waiver_lines(around.waivers)
    lines = [
        around.replayed,
        *first,
        _judge(measured, around),
        _drifted(around),
        _lesser(measured, audited=True),
        _summary(outcome, pillars, around),
        _lacking(outcome, around),
        _partial(around),
        _alarms(measured),
        unconfirmed(pillars),
        _failures(around),
        _saved(around),
        _comparison(measured, around),
        _new_items(around),
        not_needed,
    ]
    return tuple(line for line in lines if line)


def _judge(measured: Sequence[Measured], around: Circumstances) -> str:
    is_judged = any(each.probe.is_judged for each in measured)
    if not is_judged:
        return ""
    if not around.judge_certified:
        return "Judge not certified: intervals carry sampling error only."
    return _lesser(measured, audited=False)


def _drifted(around: Circumstances) -> str:
    if not around.drifted:
        return ""
    return f"No judged probe gates: {around.drifted}."


def _lesser(measured: Sequence[Measured], *, audited: bool) -> str:
    """Name what rests on people's word that is not clinicians': a certificate's, or an audit's."""
    lesser: dict[str, list[str]] = {}
    for each in measured:
        gates = any(part.threshold.required for _, part in each.parts())
        is_lesser = each.labelled_by not in {None, "clinicians"}
        if gates and is_lesser and each.is_audited is audited:
            lesser.setdefault(str(each.labelled_by), []).append(each.probe.name)
    if not lesser:
        return ""
    whose = "; ".join(f"{group} ({listed(names)})" for group, names in lesser.items())
    what = "Audit read by" if audited else CERTIFIED_BY
    return f"{what} {whose}, not by clinicians: warned at best."


def _summary(outcome: Outcome, pillars: Sequence[PillarVerdict], around: Circumstances) -> str:
    if around.is_whole_shard and outcome is Outcome.INCONCLUSIVE:
        return f"Measured: {around.shard}. What all shards make together is decided on merging."
    if around.accounts.asked == 0:
        return "Nothing was evaluated: not one trial was asked."
    if not around.profile.decides and outcome is not Outcome.ERROR:
        return f"Measured: profile {around.profile.name} decides nothing."
    which = [pillar.pillar for pillar in pillars if pillar.outcome is outcome]
    if outcome is Outcome.FAIL and not which and not around.surprises:
        return f"Fail: a waiver is past its term ({listed(around.expired_waivers)})."
    if outcome is Outcome.FAIL and not which:
        return "Fail: there are items that the baseline does not hold."
    word = _WORDS[outcome]
    if outcome is Outcome.PASS and around.is_waived:
        word = "Pass with a waiver"
    return f"{word}: {listed(which)}." if which else f"{word}."


def _lacking(outcome: Outcome, around: Circumstances) -> str:
    if not around.lacking or outcome is not Outcome.INCONCLUSIVE:
        return ""
    return f"No pass, whatever was measured: {around.lacking}."


def _partial(around: Circumstances) -> str:
    if not around.is_partial:
        return ""
    accounts, reasons = around.accounts, list(around.partial_because)
    if not reasons and around.interrupted:
        reasons.append("interrupted")
    if not reasons:
        reasons.append(f"{accounts.not_reached} of {accounts.planned} trials were not reached")
    return f"Partial, not a gate: {'; '.join(reasons)}."


def _alarms(measured: Sequence[Measured]) -> str:
    loud = [each for each in measured if each.probe.never and each.alarms]
    waived = sum(len(each.alarms_left_out) for each in measured)
    more = f"{counted(waived, 'alarm')} of what must never happen, waived for the item alone."
    if not loud:
        return more if waived else ""
    count = counted(sum(len(each.alarms) for each in loud), "alarm")
    names = listed([each.probe.name for each in loud])
    line = f"{count} of what must never happen ({names}): a person must look."
    return f"{line} And {more}" if waived else line


def _failures(around: Circumstances) -> str:
    accounts = around.accounts
    if not accounts.failed:
        return ""
    kinds = sorted(around.failures.items(), key=lambda pair: (-pair[1], pair[0]))
    named = listed([f"{kind} {count}" for kind, count in kinds])
    return (
        f"{accounts.failed} of {counted(accounts.asked, 'trial')} failed"
        + (f" ({named})" if named else "")
        + ": counted as failed in lower bounds, as good in upper ones."
    )


def _saved(around: Circumstances) -> str:
    saved = around.saved
    if not saved.n_trials:
        return ""
    return (
        f"Decided early: {saved.n_trials} of {counted(around.accounts.planned, 'trial')} were not "
        f"needed, which spared {counted(saved.n_messages, 'message')} to the target and "
        f"{counted(saved.n_answers, 'answer')} of the judge."
    )


def _comparison(measured: Sequence[Measured], around: Circumstances) -> str:
    if around.baseline is None and around.live is None:
        return "No baseline: regressions were not asked about."
    name, what = _other_side(around)
    thresholds = [part.threshold for each in measured for _, part in each.parts()]
    if all(threshold.max_drop is None for threshold in thresholds):
        return f"{name}: without a max_drop, regressions were not asked about."
    alone = [
        each.probe.name
        for each in measured
        if each.threshold.max_drop is not None and each.comparison is None
    ]
    text = what
    text += f" Without a counterpart there: {listed(alone)}." if alone else ""
    return text + ("" if around.profile.pass_required else _smallest_drop(measured))


def _other_side(around: Circumstances) -> tuple[str, str]:
    """Return what is compared with, as a sentence begins, and the sentence that says so."""
    live = around.live
    if live is None:
        return f"Baseline {around.baseline}", f"Compared with baseline {around.baseline}."
    text = f"Compared with {live.name} live, trial by trial."
    if live.is_same:
        text += " It is the same target (one fingerprint): whatever differs is chance."
    if live.accounts.failed:
        counts = live.accounts
        text += f" {counts.failed} of {counted(counts.asked, 'trial')} failed there."
    return f"{live.name} live", text


def _smallest_drop(measured: Sequence[Measured]) -> str:
    """Say what could have gone unseen, where not seeing a drop lets it through."""
    drops = [
        each.comparison.smallest_visible_drop
        for each in measured
        if each.comparison is not None
        and each.threshold.required
        and each.threshold.max_drop is not None
    ]
    seen = [drop for drop in drops if drop is not None]
    if not drops:
        return ""
    if len(seen) < len(drops):
        blind = counted(len(drops) - len(seen), "probe")
        return f" In {blind} of {len(drops)} no drop could have been seen."
    least, most = spelled(min(seen)), spelled(max(seen))
    span = least if least == most else f"{least} to {most}, probe by probe"
    return (
        f" The smallest true drop that could have been seen is {span} "
        "(4 times in 5, after the correction for many claims)."
    )


def _new_items(around: Circumstances) -> str:
    if not around.new_items:
        return ""
    policy = "fail" if around.fails_on_new_items else "warn"
    return (
        f"{counted(len(around.new_items), 'item')} not in the baseline "
        f'(new_items = "{policy}"): {listed(around.new_items)}.'
    )
