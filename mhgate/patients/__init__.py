"""Patients: the user's side of a conversation.

====================  ==========================================================================
``scripted``          says an item's turns in order
``vignette_patient``  plays an item's vignette by rules: it tells what a bot earns
``machine``           its inside: what it hears, its states, its sentences
``simulated``         has a model play an item's vignette, and holds every message to its part
``playing``           its inside: what the model is told, what a message is held to
``by_item``           hands an item to whoever can speak for it
``vignettes``         draws and checks vignettes
====================  ==========================================================================
"""

from __future__ import annotations

from mhgate.patients.scripted import ScriptedPatient

__all__ = ["ScriptedPatient"]
