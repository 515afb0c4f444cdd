"""From ``[target]`` to a target that is spoken to in frames or lines: sockets and commands."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mhgate.errors import CannotEvaluateError, ConfigError, Mistake
from mhgate.redacting.secrets import Secrets
from mhgate.targets.command import CommandTarget
from mhgate.targets.production import refuse_production
from mhgate.targets.reply_format import ReplyFormat
from mhgate.targets.templates import JsonTemplate

if TYPE_CHECKING:
    from mhgate.config.target import CommandConfig, WebsocketConfig
    from mhgate.targets.transport import Transport
    from mhgate.targets.travel import Travel
    from mhgate.targets.websocket import WebsocketTarget

__all__ = ["command_target", "websocket_target"]

_ALWAYS = ("trial", "seed", "run", "clock_s")
# what a program cannot do without, and nothing that could be a secret
_GIVEN = ("PATH", "HOME", "USER", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT")
_GIVEN_BELOW = ("LC_",)


def _reply_format(target: WebsocketConfig | CommandConfig) -> ReplyFormat:
    return ReplyFormat(
        format="frames",
        reply=target.reply,
        delta=target.delta,
        done=target.done if "done" in target.model_fields_set else None,
        done_is=target.done_is,
        error=target.error,
        flags=target.flags,
        save=target.save,
    )


def websocket_target(
    target: WebsocketConfig, secrets: Secrets, transport: Transport, **access: Any
) -> WebsocketTarget:
    """Return the WebSocket that ``[target]`` describes; nothing is opened yet.

    Args:
        target: the table.
        secrets: where keys are read.
        transport: sends the request for a token.
        access: the TLS context and the tokens, where there are some.

    Raises:
        ConfigError: it cannot be built so, or its host looks like production.
        CannotEvaluateError: a variable is not set, or the library is not installed.
    """
    try:
        from mhgate.targets.websocket import WebsocketTarget  # noqa: PLC0415 - it is an extra
        from mhgate.targets.websocket_door import Door  # noqa: PLC0415 - as above
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "websockets":
            raise
        raise CannotEvaluateError(
            'thresholds.toml: target.kind is "websocket", and websockets is not installed.',
            hint="pip install 'mhgate[websocket]'",
        ) from None
    from mhgate.targets.http_opening import host_of  # noqa: PLC0415 - httpx, with the socket
    from mhgate.targets.requests import RequestTemplate  # noqa: PLC0415 - as above

    saved = tuple(f"saved.{name}" for name in target.save)
    handshake = RequestTemplate(
        method="GET",
        url=target.url,
        headers=target.headers,
        bearer_env=target.bearer_env,
        basic=target.basic,
        secrets=secrets,
        allowed=_ALWAYS,
    )
    opened = WebsocketTarget(
        door=Door(
            handshake,
            transport,
            subprotocol=target.subprotocol,
            ping_s=target.ping_s,
            **access,
        ),
        body=JsonTemplate(
            target.body, "body", secrets, allowed=("message", "history", *_ALWAYS, *saved)
        ),
        first=[
            JsonTemplate(frame, f"first[{index}]", secrets, allowed=(*_ALWAYS, *saved))
            for index, frame in enumerate(target.first)
        ],
        ready=target.ready,
        reply=_reply_format(target),
        travel=transport.travel,
        stated={"frame": target.body, "first": list(target.first)},
    )
    refuse_production(host_of(opened.origin), "url", allowed=target.production)
    return opened


def command_target(
    target: CommandConfig,
    folder: Path,
    secrets: Secrets,
    travel: Travel,
    environ: Mapping[str, str],
) -> CommandTarget:
    """Return the command that ``[target]`` describes; nothing is started yet.

    Args:
        target: the table.
        folder: where thresholds.toml stands, and where the command runs.
        secrets: where the variables in ``pass_env`` are read.
        travel: the conditions.
        environ: of which the command is given what no program can do without.

    Raises:
        ConfigError: there is no such program.
        CannotEvaluateError: a variable is not set.
    """
    given = {
        name: value
        for name, value in environ.items()
        if name.upper() in _GIVEN or name.startswith(_GIVEN_BELOW)
    }
    for index, name in enumerate(target.pass_env):
        given[name] = secrets.get(name, f"target.pass_env[{index}]")
    program = target.command[0]
    is_path = "/" in program or "\\" in program
    sought = str(folder / program) if is_path else program
    if shutil.which(sought, path=given.get("PATH")) is None:
        raise ConfigError(
            [
                Mistake(
                    "thresholds.toml: target.command",
                    f"{program}, which is no program here",
                    "a program on the PATH, or a path from the folder of thresholds.toml",
                    "Is it installed, and may it be executed? It is a list of words: "
                    'command = ["node", "bot.mjs"].',
                )
            ]
        )
    saved = tuple(f"saved.{name}" for name in target.save)
    return CommandTarget(
        command=(sought if is_path else program, *target.command[1:]),
        folder=folder,
        environ=given,
        body=JsonTemplate(
            target.body,
            "body",
            secrets,
            allowed=("message", "history", "session", *_ALWAYS, *saved),
        ),
        reply=_reply_format(target),
        travel=travel,
        belongs_to=target.belongs_to if target.shared else None,
        stated={"command": list(target.command), "line": target.body, "shared": target.shared},
    )
