"""A target behind its cassette: replies are recorded, or a recording stands in its place."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from mhgate.canonical import digest
from mhgate.config import Config
from mhgate.protocols import Target
from mhgate.records import Report
from mhgate.runner import Stop
from mhgate.targets.cassette import CassetteTarget, Tape
from mhgate.wiring.deployed_build import BUILD_VARIABLE, DeployedBuild
from mhgate.wiring.greeting import greet
from mhgate.wiring.sending import Sending
from mhgate.wiring.target_opening import Given, opened_target

if TYPE_CHECKING:
    from mhgate.targets.builds import Builds

__all__ = [
    "build_behind",
    "greet_behind",
    "taped_target",
    "with_cassette",
    "words_of",
]

_NOT_NEEDED = "not-needed-in-a-replay"
_NAMED = re.compile(r"\$\{env:(\w+)\}")


@asynccontextmanager
async def taped_target(
    config: Config,
    given: Given,
    sending: Sending,
    *,
    tape: Tape | None,
    protected: Callable[[str], bool],
    environ: Mapping[str, str],
    builds: Builds | None = None,
) -> AsyncIterator[Target]:
    """Open the target that is asked, behind its cassette where there is one.

    Args:
        config: thresholds.toml.
        given: what is handed over in code.
        sending: the id that every request carries, and the hosts.
        tape: the cassette.
        protected: whether an item is a protected one.
        environ: the environment; a replay needs no secret that is named there.
        builds: reads the build's id in replies, where these hold it.
    """
    if tape is not None and tape.mode == "replay":
        environ = _with_names_of(config, environ)
    async with opened_target(config, given, sending, environ=environ, builds=builds) as target:
        if tape is None:
            yield target
            return
        labels = digest(dict(config.configuration))
        yield CassetteTarget(target, tape, configuration=labels, protected=protected)


def _with_names_of(config: Config, environ: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which every variable that the target names has a value."""
    found: dict[str, str] = {}

    def look(value: Any, key: str = "") -> None:
        if isinstance(value, dict):
            for name, each in value.items():
                look(each, str(name))
        elif isinstance(value, list):
            for each in value:
                look(each, key)
        elif isinstance(value, str):
            names = [value] if key.endswith("_env") else _NAMED.findall(value)
            found.update(dict.fromkeys(names, _NOT_NEEDED))

    look(json.loads(config.target.model_dump_json()))
    return {**found, **{name: value for name, value in environ.items() if value}}


async def build_behind(
    config: Config,
    given: Given,
    sending: Sending,
    *,
    tape: Tape | None,
    environ: Mapping[str, str],
    stop: Stop,
) -> DeployedBuild:
    """Return the build that is deployed now; of a replay, the one that was recorded.

    Args:
        config: ``[target.build_id]``.
        given: what is handed over in code.
        sending: the id that every request carries, and the hosts.
        tape: the cassette.
        environ: the environment.
        stop: set it to end the waiting.
    """
    if tape is not None and tape.mode == "replay":
        return DeployedBuild(environ.get(BUILD_VARIABLE) or tape.build)
    return await DeployedBuild.of(config, given, sending, environ=environ, stop=stop)


async def greet_behind(
    target: Target, config: Config, *, tape: Tape | None, stop: Stop, note: Callable[[str], None]
) -> None:
    """Ask one harmless thing first, where the target is asked at all; it is not recorded.

    Args:
        target: that is about to be measured.
        config: says whether that is wanted.
        tape: the cassette.
        stop: set it to end the waiting.
        note: told what came back.
    """
    if tape is None or tape.mode == "record":
        asked = target.asked if isinstance(target, CassetteTarget) else target
        await greet(asked, config, stop=stop, note=note)


def words_of(tape: Tape | None) -> Callable[[], str]:
    """Return what says in words, when all is measured, that replies are a recording's.

    Args:
        tape: the cassette.
    """
    return lambda: "" if tape is None else tape.now().words


def with_cassette(report: Report, tape: Tape | None) -> Report:
    """Return a report that says what was taken from a cassette, which is closed.

    A recording of a run that was broken off stays beside the one before it.

    Args:
        report: of the run that is over.
        tape: the cassette.
    """
    if tape is None:
        return report
    tape.close(whole=report.accounts.not_reached == 0)
    return report.model_copy(update={"cassette": tape.account()})
