"""An earlier Report as the baseline: may it be compared, and what does the comparison say?

=================  =====================================================================
``comparability``  ``may_compare``, and the items that cannot be paired
``comparing``      ``compare``: one probe's outcomes against the baseline's, pair by pair
``measures``       ``compare_measures``: a measure that is no rate against the baseline's
=================  =====================================================================
"""

from __future__ import annotations

from mhgate.baseline.comparability import (
    ItemChanges,
    differing_dimensions,
    item_changes,
    may_compare,
)
from mhgate.baseline.comparing import ICC_FLOOR, compare, settled_difference
from mhgate.baseline.measures import compare_measures

__all__ = [
    "ICC_FLOOR",
    "ItemChanges",
    "compare",
    "compare_measures",
    "differing_dimensions",
    "item_changes",
    "may_compare",
    "settled_difference",
]
