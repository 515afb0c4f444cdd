"""``[target] cassette`` -> the cassette, open: what may not stand beside it is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mhgate.config import Config
from mhgate.errors import ConfigError, Mistake
from mhgate.redacting.secrets import Redactor, secrets_met

if TYPE_CHECKING:
    from mhgate.targets.cassette import Tape

__all__ = ["open_tape"]


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
    from mhgate.targets.cassette import Tape  # noqa: PLC0415 - where there is one
    from mhgate.wiring.deployed_build import BUILD_VARIABLE  # noqa: PLC0415 - as above

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
