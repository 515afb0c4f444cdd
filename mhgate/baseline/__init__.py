"""The baseline: a file that people bless, or an earlier report, and what a run is beside it.

=================  =====================================================================
``made``           ``baseline_of``: a report -> the baseline that it makes
``layout``         ``render_baseline``: its file, canonical, one line an item
``reading``        ``parse_baseline``: the way back, strict; what of it does not fit together
``history``        ``blessed``: one more blessing, chained to those before
``changes``        ``baseline_changes``: what differs between two of them
``comparability``  ``may_compare``, and the items that cannot be paired
``comparing``      ``compare``: one probe's outcomes against the baseline's, pair by pair
``measures``       ``compare_measures``: a measure that is no rate against the baseline's
``second_look``    ``look_again``: a claimed regression on fresh trials of chosen items
=================  =====================================================================
"""

from __future__ import annotations

from mhgate.baseline.changes import BaselineChanges, MovedItem, baseline_changes
from mhgate.baseline.comparability import (
    ItemChanges,
    differing_dimensions,
    item_changes,
    may_compare,
)
from mhgate.baseline.comparing import ICC_FLOOR, compare, settled_difference
from mhgate.baseline.history import blessed, broken_links
from mhgate.baseline.layout import content_digest, render_baseline
from mhgate.baseline.made import baseline_of, known_answers
from mhgate.baseline.measures import compare_measures
from mhgate.baseline.reading import contradictions, is_baseline, is_canonical, parse_baseline
from mhgate.baseline.second_look import chosen_items, look_again

__all__ = [
    "ICC_FLOOR",
    "BaselineChanges",
    "ItemChanges",
    "MovedItem",
    "baseline_changes",
    "baseline_of",
    "blessed",
    "broken_links",
    "chosen_items",
    "compare",
    "compare_measures",
    "content_digest",
    "contradictions",
    "differing_dimensions",
    "is_baseline",
    "is_canonical",
    "item_changes",
    "known_answers",
    "look_again",
    "may_compare",
    "parse_baseline",
    "render_baseline",
    "settled_difference",
]
