"""Who speaks for the user: an item's turns as they stand, a vignette by whoever plays it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from mhgate.config import Config
from mhgate.patients import ScriptedPatient
from mhgate.patients.by_item import PatientByItem
from mhgate.perturb import spoken_turn
from mhgate.protocols import Patient
from mhgate.records import Probe
from mhgate.wiring.workspace import Workspace

__all__ = ["NOT_KNOWN", "open_patient", "patient_measured", "reads_vignettes"]

NOT_KNOWN = "not known"
"""In a measurement, who spoke in transcripts that somebody gave."""


@asynccontextmanager
async def open_patient(config: Config, *, simulates: bool) -> AsyncIterator[Patient]:  # noqa: ARG001 - who plays a vignette is for the configuration to say
    """Open who speaks for the user, and close what that needs afterwards.

    Args:
        config: thresholds.toml.
        simulates: whether a patient is simulated at all: see :func:`reads_vignettes`.

    Yields:
        The patient of every item that is read.
    """
    turns = ScriptedPatient(spoken_turn)
    if not simulates:
        yield turns
        return
    from mhgate.patients.vignette_patient import (  # noqa: PLC0415 - its phrases take a while
        VignettePatient,
    )

    yield PatientByItem(turns=turns, vignettes=VignettePatient())


def reads_vignettes(workspace: Workspace, probes: Sequence[Probe]) -> bool:
    """Return whether one of some probes reads items in which a patient is simulated.

    Args:
        workspace: the suites.
        probes: of these suites.
    """
    chosen = {probe.id for probe in probes}
    return any(
        ref.simulated
        for suite in workspace.suites
        for probe in suite.probes
        if probe.id in chosen
        for ref in suite.items[probe.items]
    )


def patient_measured(workspace: Workspace, probes: Sequence[Probe]) -> str | None:
    """Return who speaks for vignettes, as a measurement names it; None where nobody needs to.

    Args:
        workspace: the configuration and its suites.
        probes: those that are measured.
    """
    if not reads_vignettes(workspace, probes):
        return None
    from mhgate.patients.vignette_patient import (  # noqa: PLC0415 - its phrases take a while
        script_fingerprint,
    )

    return script_fingerprint()
