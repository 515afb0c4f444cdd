"""``mhgate suites check``: what is wrong with suites beyond what a run would refuse.

===================  ===================================================================
``finding``          what can be found, and how grave it is
``texts``            items as their words; what of a keyed item is no scenario
``copies``           items and messages that are there twice
``likeness``         families that are alike, or share a long run of words
``forbidden``        means, amounts, places, numbers, slurs: the patterns, each with why
``contents``         what stands in items and what they lack
``hotlines``         countries that a hotline question cannot look up
``rubrics``          questions that nobody asks, or that name what items lack
``keys``             right choices that can be guessed
``records_beside``   gold and reviews
``allowing``         check.toml: what a suite lets stand, with a reason
``checked``          a suite as its checks see it
``everything``       all of it
===================  ===================================================================
"""

from __future__ import annotations

from mhgate.suites.checking.everything import check_folders
from mhgate.suites.checking.finding import RULES, Finding
from mhgate.suites.checking.hotlines import HotlineTerms

__all__ = ["RULES", "Finding", "HotlineTerms", "check_folders"]
