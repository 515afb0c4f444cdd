"""Hazards beside the probes of a workspace, before any run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mhgate.config import HAZARDS_FILE, load_config
from mhgate.records.hazards import Hazard
from mhgate.wiring.people_files import hazards_of
from mhgate.wiring.workspace import Workspace

__all__ = ["HazardProbes", "hazard_probes", "hazards_file"]


@dataclass(frozen=True, slots=True)
class HazardProbes:
    """A hazard with the ids of the probes that name it; ``hazard`` None: the file lacks it."""

    id: str
    hazard: Hazard | None
    probes: tuple[str, ...]


def hazards_file(config: Path | None) -> Path:
    """Return where the hazards of a configuration lie.

    Args:
        config: the thresholds.toml; None: there is none here, and the default name is taken.

    Raises:
        ConfigError: it cannot be read.
    """
    if config is None:
        return Path(HAZARDS_FILE)
    loaded = load_config(config)
    return loaded.folder / loaded.evidence.hazards


def hazard_probes(workspace: Workspace) -> tuple[HazardProbes, ...]:
    """Return the hazards of a workspace, each with its probes; what the file lacks comes last.

    Args:
        workspace: thresholds and suites.

    Raises:
        UsageError: the file of hazards is not as it should be.
    """
    held = hazards_of(workspace.config)
    known = {} if held is None else {each.id: each for each in held.hazards}
    named: dict[str, list[str]] = {name: [] for name in known}
    for probe in workspace.probes:
        own = workspace.config.pillars[probe.pillar].probe.get(probe.name)
        hazard = own.hazard if own is not None and own.hazard is not None else probe.hazard
        if hazard is not None:
            named.setdefault(hazard, []).append(probe.id)
    return tuple(HazardProbes(name, known.get(name), tuple(ids)) for name, ids in named.items())
