"""Patients: the user's side of a conversation. ``scripted`` says an item's turns in order."""

from __future__ import annotations

from mhgate.patients.scripted import ScriptedPatient

__all__ = ["ScriptedPatient"]
