"""The room ``perturb``: a message as somebody else might have typed it; what it means stays.

=================  ===================================================================
``perturb``        text, kind, intensity, chances -> text; pure
``KINDS``          typing errors, no punctuation, algospeak, emoji, spacing, case
``spoken``         an item's messages as they are said in one trial
``spoken_turn``    one of them
``in_register``    a message as a person of another register might have put it
=================  ===================================================================

The road of a text: ``pieces`` cuts it and sets aside what no slip may touch, a kind changes some
pieces by ``chances``, and they are put together again. Strategies of hypothesis over all this are
in :mod:`mhgate.testing`.
"""

from __future__ import annotations

from mhgate.perturb.kinds import INTENSITIES, KINDS, PERTURB_VERSION, perturb
from mhgate.perturb.registers import REGISTERS, in_register
from mhgate.perturb.speaking import spoken, spoken_turn

__all__ = [
    "INTENSITIES",
    "KINDS",
    "PERTURB_VERSION",
    "REGISTERS",
    "in_register",
    "perturb",
    "spoken",
    "spoken_turn",
]
