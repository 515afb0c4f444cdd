"""Method 3: whether a judge's answers to known labels keep it from deciding anything."""

from __future__ import annotations

from collections import defaultdict

from mhgate.records import Drift

__all__ = ["is_drifted"]


def is_drifted(drift: Drift | None) -> bool:
    """Return whether a judge has changed, or is shown to lie below its floor.

    Where both are asked, each is at half the level.

    Args:
        drift: what the judge said of known labels; None where it was not held to any.
    """
    if drift is None:
        return False
    from mhgate.stats.clopper_pearson import p_at_most  # noqa: PLC0415 - numpy, where it is needed
    from mhgate.stats.sign_flip import sign_flip_p  # noqa: PLC0415 - the same

    level = drift.level
    if drift.paired:
        level /= 2
        moved: defaultdict[str, int] = defaultdict(int)
        for each in drift.paired:
            moved[each.unit] += each.agrees - bool(each.agreed_before)
        if sign_flip_p([*moved.values()]) < level:
            return True
    return float(p_at_most(drift.n_agreed, len(drift.answers), drift.floor)) < level
