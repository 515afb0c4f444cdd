"""The gate: it walks the corridor, and books what becomes of every planned trial.

=================  ==================================================================
``corridor``       ``Gate``: trials -> transcripts -> scores -> estimates -> verdict -> report
``ledger``         outcomes, counts that add up, and the leaves of the Merkle root
``conditions``     what a verdict is taken under, as its report keeps it
``figures``        an estimate and a comparison, by whichever method a probe's measure takes
``brought``        what a verdict takes of one probe
``measuring``      what each probe brought so far: estimates and comparisons
``deciding``       measurements -> the verdict, for every report
``stored``         the outcomes of an earlier report, decided again under other thresholds
``reproducing``    a report, held to its own verdict
``beside``         a target that is played beside, and that is compared with
``second_looks``   fresh trials of what the first look claims
``first_attempts`` what first attempts came to, apart from what came in the end
``settling``       the plan in waves: what is asked next, and what is spared
``measurement``    what must agree before two runs are compared
``observing``      who hears how a run goes on
``trust``          what the judge is trusted on
=================  ==================================================================

``certificate_digests`` says by which digest a report names a certificate.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.gate.beside import LiveArm
    from mhgate.gate.corridor import Gate, Identity
    from mhgate.gate.first_attempts import first_attempts_of
    from mhgate.gate.measurement import measurement_of
    from mhgate.gate.observing import Observer
    from mhgate.gate.reproducing import is_in_plan_order, take_again
    from mhgate.gate.stored import decide_stored
    from mhgate.gate.trust import Trust

__all__ = [
    "Gate",
    "Identity",
    "LiveArm",
    "Observer",
    "Trust",
    "decide_stored",
    "first_attempts_of",
    "is_in_plan_order",
    "measurement_of",
    "take_again",
]

# a run asks its first message before it needs most of these, and no face needs them all
_HOMES = {
    "Gate": "corridor",
    "Identity": "corridor",
    "LiveArm": "beside",
    "Observer": "observing",
    "Trust": "trust",
    "decide_stored": "stored",
    "first_attempts_of": "first_attempts",
    "is_in_plan_order": "reproducing",
    "measurement_of": "measurement",
    "take_again": "reproducing",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mhgate.gate' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"mhgate.gate.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
