"""Trials -> transcripts -> scores.

================  =========================================================================
``running``       ``Runner``: conversations, a bounded number at once; what ends a run
``outcomes``      ``Played``, and ``Stop``: what became of a trial, and of a run
``pairing``       two targets beside each other, in an order that the seed draws
``returned``      what a target returned, as every record can hold it
``scoring``       what one trial is worth to one probe: asserts, what code reads, an answer
``cells``         what one conversation is worth to a rubric's dimension
``flow_walking``  what it is worth to a dimension of a question flow
================  =========================================================================
"""

from __future__ import annotations

from mhgate.runner.outcomes import Played, Stop
from mhgate.runner.pairing import Beside
from mhgate.runner.running import NOT_ASKED, Runner

__all__ = ["NOT_ASKED", "Beside", "Played", "Runner", "Stop"]
