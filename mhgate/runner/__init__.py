"""Trials -> transcripts -> scores.

================  =========================================================================
``running``       ``Runner``: conversations, a bounded number at once; what ends a run
``scoring``       what one trial is worth to one probe: asserts, what code reads, an answer
``cells``         what one conversation is worth to a rubric's dimension
``flow_walking``  what it is worth to a dimension of a question flow
================  =========================================================================
"""

from __future__ import annotations

from mhgate.runner.running import NOT_ASKED, Played, Runner, Stop

__all__ = ["NOT_ASKED", "Played", "Runner", "Stop"]
