"""The gate: it walks the corridor, and books what becomes of every planned trial.

===============  ====================================================================
``corridor``     ``Gate``: trials -> transcripts -> scores -> estimates -> verdict -> report
``ledger``       outcomes, counts that add up, and the leaves of the Merkle root
``measuring``    what each probe brought so far: estimates and comparisons
``settling``     the plan in waves: what is asked next, and what is spared
``measurement``  what must agree before two runs are compared
===============  ====================================================================
"""

from __future__ import annotations

from mhgate.gate.corridor import Gate, Identity, Observer
from mhgate.gate.measurement import measurement_of
from mhgate.gate.measuring import Trust

__all__ = ["Gate", "Identity", "Observer", "Trust", "measurement_of"]
