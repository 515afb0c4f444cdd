"""From ``[target]`` to a target that is asked by HTTP requests: models, and JSON endpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mhgate.errors import ConfigError, Mistake
from mhgate.redacting.secrets import Secrets
from mhgate.targets.production import refuse_production
from mhgate.targets.requests import RequestTemplate

if TYPE_CHECKING:
    from mhgate.config import AnthropicConfig, AsgiConfig, HttpConfig, OpenAIConfig
    from mhgate.targets.anthropic import AnthropicTarget
    from mhgate.targets.http_json import HttpTarget
    from mhgate.targets.openai import OpenAITarget
    from mhgate.targets.transport import Transport

__all__ = ["host_of", "http_target", "json_target", "model_target"]

_ALWAYS = ("trial", "seed", "run", "clock_s")
_SAID = ("message", "history", *_ALWAYS)


def model_target(
    target: OpenAIConfig | AnthropicConfig, secrets: Secrets, transport: Transport
) -> OpenAITarget | AnthropicTarget:
    """Return the model at a base URL that ``[target]`` describes.

    Args:
        target: the table.
        secrets: where keys are read.
        transport: carries the requests.

    Raises:
        ConfigError: it cannot be built so, or looks like production.
        CannotEvaluateError: a variable is not set.
    """
    shared: dict[str, Any] = {
        "base_url": target.base_url,
        "model": target.model,
        "transport": transport,
        "secrets": secrets,
        "api_key_env": target.api_key_env,
        "system_prompt": target.system_prompt,
        "stream": target.stream,
        "temperature": target.temperature,
        "parameters": target.parameters,
        "clock_header": target.clock_header,
        "headers": target.headers,
        "flags": target.flags,
        "basic": target.basic,
    }
    opened: OpenAITarget | AnthropicTarget
    if target.kind == "anthropic":
        from mhgate.targets.anthropic import AnthropicTarget  # noqa: PLC0415 - one kind a run

        opened = AnthropicTarget(
            **shared, max_tokens=target.max_tokens, api_version=target.api_version
        )
    else:
        from mhgate.targets.openai import OpenAITarget  # noqa: PLC0415 - one kind a run

        opened = OpenAITarget(**shared, max_tokens=target.max_tokens, api=target.api)
    refuse_production(host_of(opened.origin), "base_url", allowed=target.production)
    return opened


def http_target(target: HttpConfig, secrets: Secrets, transport: Transport) -> HttpTarget:
    """Return the JSON endpoint that ``[target]`` describes.

    Args:
        target: the table.
        secrets: where keys are read.
        transport: carries the requests.

    Raises:
        ConfigError: it cannot be built so, or one of its hosts looks like production.
        CannotEvaluateError: a variable is not set.
    """
    opened = json_target(target, secrets, transport, origin="", url=target.url)
    refuse_production(host_of(opened.origin), "url", allowed=target.production)
    for key, origin in opened.further_origins.items():
        refuse_production(host_of(origin), key, allowed=target.production)
    return opened


def json_target(
    target: HttpConfig | AsgiConfig,
    secrets: Secrets,
    transport: Transport,
    *,
    origin: str,
    url: str,
) -> HttpTarget:
    """Return a JSON endpoint, over the network or in process.

    Args:
        target: the table.
        secrets: where keys are read.
        transport: carries the requests.
        origin: goes before every address of the table; empty where these are whole.
        url: where a message is sent.

    Raises:
        ConfigError: it cannot be built so.
        CannotEvaluateError: a variable is not set.
    """
    # one kind a run: a model's needs no JSONPath
    from mhgate.targets.http_json import HttpTarget  # noqa: PLC0415
    from mhgate.targets.polling import Poll  # noqa: PLC0415
    from mhgate.targets.reply_format import ReplyFormat  # noqa: PLC0415
    from mhgate.targets.session_flow import SessionOpening, Step  # noqa: PLC0415

    def request(table: Any, key: str, address: str, allowed: tuple[str, ...]) -> RequestTemplate:
        names = ("url", "headers", "body")
        own = {"url": "path"} if target.kind == "asgi" else {}
        return RequestTemplate(
            keys={name: f"{key}.{name}" for name in names} if key else own,
            method=table.method,
            url=origin + address,
            headers=table.headers,
            body=table.body,
            bearer_env=target.bearer_env,
            basic=target.basic,
            encoding=getattr(table, "encoding", "json"),
            secrets=secrets,
            allowed=allowed,
            clock_header=target.clock_header,
        )

    saved: list[str] = []
    before = []
    for index, step in enumerate(target.before):
        key = f"before[{index}]"
        made = request(step, key, step.url, (*_ALWAYS, *saved))
        before.append(Step(made, key=key, save=step.save, secret=step.save_secret))
        saved += [f"saved.{name}" for name in (*step.save, *step.save_secret)]
    session = None
    if target.session is not None:
        opening = request(target.session, "session", target.session.url, (*_ALWAYS, *saved))
        session = SessionOpening(opening, target.session.id)
    saved += [f"saved.{name}" for name in target.save]
    known = (*_SAID, *saved, *(("session",) if session else ()))
    return HttpTarget(
        kind=target.kind,
        request=request(target, "", url, known),
        reply=ReplyFormat(
            format=target.format,
            reply=target.reply,
            delta=target.delta,
            done=target.done,
            done_is=target.done_is,
            error=target.error,
            flags=target.flags,
            save=target.save,
        ),
        transport=transport,
        session=session,
        before=before,
        poll=None
        if target.poll is None
        else Poll(
            request(target.poll, "poll", target.poll.url, known),
            until=target.poll.until,
            until_is=target.poll.until_is,
            every_s=target.poll.every_s,
        ),
        secret=[name for step in target.before for name in step.save_secret],
        cookies=target.cookies,
    )


def host_of(origin: str) -> str:
    """Return the host of an origin, as whoever connects to it would read it.

    Raises:
        ConfigError: there is none.
    """
    from httpx import URL, InvalidURL  # noqa: PLC0415 - whoever has an origin has it

    try:
        host = URL(origin).host
    except InvalidURL:
        host = ""
    if not host:
        raise ConfigError(
            [
                Mistake(
                    "thresholds.toml: target",
                    "an address that cannot be read",
                    "an address such as https://staging.example.org/chat",
                    "Check its host and port, and the variables that it names.",
                )
            ]
        )
    return host
