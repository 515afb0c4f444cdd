"""The audit of one run: people read a random part of it, and say what its judge is worth.

=================  =========================================================================
``piles_of``       a probe's outcomes -> the trials judged good and the others, in drawing order
``what_it_takes``  how many have to be read before a threshold can be reached
``truth_of``       what people said about one trial -> good, bad, or unresolved
``decide_audit``   the verdict, with what people said in place of the judge's answers
=================  =========================================================================

Nothing has to carry over from other data, so that no certificate is needed: a probe whose judge may
not gate can be decided by its audit alone.
"""

from __future__ import annotations

from mhgate.calibration.auditing.deciding import Audited, decide_audit, may_gate, piles_within
from mhgate.calibration.auditing.piles import Drawn, Piles, piles_of
from mhgate.calibration.auditing.power import Needed, what_it_takes
from mhgate.calibration.auditing.reading import ReadPiles
from mhgate.calibration.auditing.truth import settled_answer, truth_of, truth_unread

__all__ = [
    "Audited",
    "Drawn",
    "Needed",
    "Piles",
    "ReadPiles",
    "decide_audit",
    "may_gate",
    "piles_of",
    "piles_within",
    "settled_answer",
    "truth_of",
    "truth_unread",
    "what_it_takes",
]
