"""Whether a judge is the one that it was, from its answers to known labels."""

from __future__ import annotations

from mhgate.records import Drift
from mhgate.verdict.spelling import counted, percent, spelled

__all__ = ["drift_line", "why_drifted"]

_TINY = 1e-4


def why_drifted(drift: Drift | None) -> str:
    """Return why a judge's answers decide nothing, empty where they may.

    Two things are asked. Do its agreements with the labels, call by call, differ from those of
    before by more than chance? And is it shown to lie below the floor? Each is asked at half the
    level where both are, so that a judge that has not changed and is good enough raises an alarm in
    no more than ``level`` of all runs.

    Args:
        drift: what the judge said of known labels; None where it was not held to any.
    """
    if drift is None:
        return ""
    from mhgate.stats.clopper_pearson import p_at_most  # noqa: PLC0415 - numpy, where it is needed

    n, level = len(drift.answers), drift.level
    p_changed = _p_changed(drift)
    if p_changed is not None:
        level /= 2
        if p_changed < level:
            return (
                f"the judge has changed: it agrees with {_share(drift)}, and agreed with "
                f"{sum(bool(each.agreed_before) for each in drift.paired)} of "
                f"{len(drift.paired)} in {drift.before} ({_p(p_changed, level)})"
            )
    p_low = float(p_at_most(drift.n_agreed, n, drift.floor))
    if p_low < level:
        return (
            f"the judge agrees with {_share(drift)}, and so with fewer than {percent(drift.floor)} "
            f"beyond chance ({_p(p_low, level)})"
        )
    return ""


def drift_line(drift: Drift | None) -> str:
    """Return one sentence on what the judge said of known labels, empty where it was not asked.

    Args:
        drift: what it said.
    """
    if drift is None:
        return ""
    before = ""
    p_changed = _p_changed(drift)
    if p_changed is not None:
        n_before = sum(bool(each.agreed_before) for each in drift.paired)
        chance = _p(p_changed, drift.level / 2)
        before = f"; {n_before} of {len(drift.paired)} in {drift.before} ({chance})"
    return f"agrees with {_share(drift)}{before or '; nothing earlier to compare with'}"


def _p_changed(drift: Drift) -> float | None:
    """Return how likely so large a change is by chance, None where nothing is known of before."""
    if not drift.paired:
        return None
    from mhgate.stats.sign_flip import sign_flip_p  # noqa: PLC0415 - stats, where it is needed

    by_call: dict[str, int] = {}
    for each in drift.paired:
        moved = each.agrees - bool(each.agreed_before)
        by_call[each.unit] = by_call.get(each.unit, 0) + moved
    return sign_flip_p(list(by_call.values()))


def _p(p: float, level: float) -> str:
    return f"p = {spelled(p, level)}" if p >= _TINY else f"p < {_TINY:g}"


def _share(drift: Drift) -> str:
    silent = f", {drift.n_unanswered} without an answer" if drift.n_unanswered else ""
    return f"{drift.n_agreed} of {counted(len(drift.answers), 'known label')}{silent}"
