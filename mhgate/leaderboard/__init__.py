"""Several reports of one measurement -> a leaderboard: pure, and it decides nothing.

=================  =====================================================================
``board``          ``leaderboard_of``: reports in, a frozen :class:`Leaderboard` out
``comparable``     which reports may stand beside each other
``common_ground``  the trials that all of them asked
``columns``        which scores are shown, and which probes make each
``standing``       one configuration's score, with its interval
``differences``    two configurations on the same trials; ranks from all such pairs
``effects``        what one factor's level does, all else being equal
``slices``         scores by stratum
``cells``          answers by question of a rubric
=================  =====================================================================
"""

from __future__ import annotations

from mhgate.leaderboard.board import leaderboard_of
from mhgate.leaderboard.comparable import refuse_unlike

__all__ = ["leaderboard_of", "refuse_unlike"]
