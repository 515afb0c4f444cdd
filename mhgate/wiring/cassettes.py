"""``[target] cassette`` -> replies that are recorded, or that stand in the target's place."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mhgate.canonical import digest
from mhgate.config import Config
from mhgate.errors import ConfigError, Mistake
from mhgate.protocols import Target
from mhgate.records import Report
from mhgate.redacting.secrets import Redactor, secrets_met
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
    "open_tape",
    "taped_target",
    "with_cassette",
    "words_of",
]

_NOT_NEEDED = "not-needed-in-a-replay"
_NAMED = re.compile(r"\$\{env:(\w+)\}")


@contextmanager
def open_tape(
    config: Config, *, environ: Mapping[str, str], note: Callable[[str], None]
) -> Iterator[Tape | None]:
    """Open the cassette that ``[target] cassette`` names, and close it afterwards.

    Args:
        config: thresholds.toml.
        environ: the environment, which may name the build that is recorded.
        note: told that nobody will be asked.

    Yields:
        The cassette, None without one.

    Raises:
        ConfigError: it cannot be used together with other settings.
        UsageError: there is none to replay.
        ReportFileError: it cannot be read or written.
    """
    target = config.target
    if target.cassette is None:
        _refuse_beside(config)
        yield None
        return
    _refuse_what_cannot_be(config)
    tape = Tape(
        config.folder / target.cassette,
        target.cassette_mode,
        redact=_without_secrets,
        build=environ.get(BUILD_VARIABLE) or None,
    )
    with tape:
        if tape.mode == "replay":
            note(f"REPLAY: nobody is asked; replies are a recording's ({tape.path})")
        elif tape.mode == "replay-or-record":
            note(f"REPLAY: only what {tape.path} does not hold is asked for, and recorded there")
        else:
            note(f"replies are recorded in {tape.path}")
        yield tape


def _without_secrets(value: Any) -> Any:
    """Take the secrets of the run out of a reply; what one conversation knows is out already."""
    return _knowing(secrets_met(in_conversations=False)).redact_reply(value)


@lru_cache(maxsize=1)
def _knowing(secrets: frozenset[str]) -> Redactor:
    redactor = Redactor()
    for secret in secrets:
        redactor.add(secret)
    return redactor


def _refuse_what_cannot_be(config: Config) -> None:
    mistakes = []
    where = f"{config.file}: target.cassette"
    if config.sampling.shard is not None:
        mistakes.append(
            Mistake(
                where,
                f"a cassette, and shard {config.sampling.shard}",
                "one or the other",
                "A replay asks nobody: it needs no shards. Record in one run.",
            )
        )
    if config.target.cassette_mode != "replay" and config.redaction.personal == "everywhere":
        mistakes.append(
            Mistake(
                where,
                'a recording of replies, and [redaction] personal = "everywhere"',
                "one or the other",
                "A recording holds replies word for word, or it is no recording.",
            )
        )
    if mistakes:
        raise ConfigError(mistakes)
    _refuse_beside(config)


def _refuse_beside(config: Config) -> None:
    if config.live is not None and config.live.cassette is not None:
        raise ConfigError(
            [
                Mistake(
                    f"{config.file}: baseline.target.cassette",
                    "a cassette",
                    "a target that is asked",
                    "Compare with a recorded run by its report: gate.baseline.",
                )
            ]
        )


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
