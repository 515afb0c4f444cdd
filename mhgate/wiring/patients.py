"""Who speaks for the user: an item's turns as they stand, a vignette by whoever plays it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from mhgate.config import Config, PatientConfig
from mhgate.patients import ScriptedPatient
from mhgate.patients.by_item import PatientByItem
from mhgate.records import Item, Probe, Trial
from mhgate.targets import one_reply, open_target
from mhgate.wiring.budgeting.paying import paid_model, pays_for_model
from mhgate.wiring.judge_errors import about, named_as
from mhgate.wiring.judge_identity import identity_of
from mhgate.wiring.playing import OpenedPatient, Player
from mhgate.wiring.product_folder import tls_folder
from mhgate.wiring.redaction import personal_of
from mhgate.wiring.response_ends import ends_well
from mhgate.wiring.sending import Sending
from mhgate.wiring.unspeakable import forbids, names_means
from mhgate.wiring.workspace import Workspace

__all__ = ["NOT_KNOWN", "open_patient", "patient_measured", "reads_vignettes"]

NOT_KNOWN = "not known"
"""In a measurement, who spoke in transcripts that somebody gave."""

_KEY = "patient.target"


def _said(item: Item, trial: Trial, number: int) -> str:
    from mhgate.perturb import spoken_turn  # noqa: PLC0415 - loaded while a first reply is awaited

    return spoken_turn(item, trial, number)


@asynccontextmanager
async def open_patient(
    config: Config,
    *,
    simulates: bool,
    sending: Sending,
    environ: Mapping[str, str],
    on_stop: Callable[[str], None] = lambda _because: None,
) -> AsyncIterator[OpenedPatient]:
    """Open who speaks for the user, and close what that needs afterwards.

    Nothing is asked yet: see :meth:`mhgate.wiring.playing.OpenedPatient.make_ready`.

    Args:
        config: thresholds.toml.
        simulates: whether a patient is simulated at all: see :func:`reads_vignettes`.
        sending: the id that every request carries, and the hosts.
        environ: where secrets are read.
        on_stop: told that a simulated patient says nothing from now on.

    Yields:
        The patient of every item that is read.

    Raises:
        ConfigError: a model cannot be reached so.
        CannotEvaluateError: a variable is not set.
    """
    turns, chosen = ScriptedPatient(_said), config.patient
    if not simulates:
        yield OpenedPatient(turns)
        return
    if chosen.target is None:
        from mhgate.patients.vignette_patient import (  # noqa: PLC0415 - its phrases take a while
            VignettePatient,
        )

        yield OpenedPatient(PatientByItem(turns=turns, vignettes=VignettePatient()))
        return
    from mhgate.patients.simulated import SimulatedPatient  # noqa: PLC0415 - as above

    async with AsyncExitStack() as opened:
        with about(_KEY):
            target = await opened.enter_async_context(
                open_target(
                    chosen.target.as_target(),
                    folder=config.folder,
                    tls_folder=tls_folder(config, environ),
                    run_id=sending.run_id,
                    hosts=sending.hosts,
                    environ=environ,
                    personal=personal_of(config),
                    pay=sending.requests.counted(
                        _KEY,
                        chosen.target.max_requests,
                        pays_for_model(chosen.target, config.budget, sending.purse),
                    ),
                )
            )
        played = SimulatedPatient(
            paid_model(
                named_as(ends_well(one_reply(target), chosen.target), _KEY),
                chosen.target,
                sending.purse,
            ),
            identity=_identity(chosen),
            forbidden=names_means,
            forbids=forbids(),
            max_turns=chosen.max_turns,
            max_tokens=chosen.max_tokens,
            one_message=chosen.target.one_message,
            on_stop=on_stop,
        )
        yield OpenedPatient(
            PatientByItem(turns=turns, vignettes=played), Player(_KEY, chosen, played)
        )


def reads_vignettes(workspace: Workspace, probes: Sequence[Probe]) -> bool:
    """Return whether one of some probes reads items in which a patient is simulated.

    Args:
        workspace: the suites.
        probes: of these suites.
    """
    chosen = {probe.id for probe in probes}
    return any(
        kind.simulated
        for suite in workspace.suites
        for probe in suite.probes
        if probe.id in chosen
        for kind in suite.items[probe.items].kinds
    )


def patient_measured(workspace: Workspace, probes: Sequence[Probe]) -> str | None:
    """Return who speaks for vignettes, as a measurement names it; None where nobody needs to.

    Args:
        workspace: the configuration and its suites.
        probes: those that are measured.
    """
    if not reads_vignettes(workspace, probes):
        return None
    chosen = workspace.config.patient
    if chosen.target is None:
        from mhgate.patients.vignette_patient import (  # noqa: PLC0415 - its phrases take a while
            script_fingerprint,
        )

        return script_fingerprint()
    from mhgate.patients.simulated import patient_fingerprint  # noqa: PLC0415 - as above

    return patient_fingerprint(
        _identity(chosen),
        max_turns=chosen.max_turns,
        max_tokens=chosen.max_tokens,
        one_message=chosen.target.one_message,
        forbids=forbids(),
    )


def _identity(chosen: PatientConfig) -> dict[str, object]:
    """Return what identifies the model that plays: as a judge's, with whether a seed is sent."""
    if chosen.target is None:
        return {}
    return identity_of(chosen.target) | {"seed": chosen.target.sends_seed}
