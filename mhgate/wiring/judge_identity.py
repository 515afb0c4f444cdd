"""Who the configured judge is: its fingerprint, without reaching for any endpoint."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from mhgate.config import Config, JudgeConfig, JudgeTargetConfig, ModelTargetConfig
from mhgate.config.target_steps import PollConfig, SessionConfig, StepConfig
from mhgate.judges.llm import ANSWER_SCHEMA, judge_fingerprint
from mhgate.judges.panel import panel_fingerprint

__all__ = ["asks_rules", "fingerprint_of", "identity_of", "named_judge", "structured_by"]


def asks_rules(config: JudgeConfig) -> bool:
    """Return whether the rules judge answers, alone or on a panel."""
    members = [each.kind for each in config.member]
    return config.kind == "rules" or (config.kind == "panel" and "rules" in members)


def named_judge(config: JudgeConfig) -> str:
    """Say in a few words who answers the questions."""
    if config.kind == "llm" and config.target is not None:
        return f"llm ({config.target.name})"
    if config.kind == "panel":
        names = ", ".join(each.name for each in config.member)
        return f"panel ({names}; {config.rule})"
    return config.kind


def identity_of(config: ModelTargetConfig) -> dict[str, Any]:
    """Return what identifies a model: provider, name and parameters, without secrets.

    The host and the path of an address count; its port and its scheme do not, so that a server of
    one's own is the same one wherever it happens to listen. By which token or certificate it lets
    somebody in does not count either.

    Args:
        config: ``[judge.target]``, or ``[patient.target]``.
    """
    if config.kind == "function":
        return {"kind": "function", "call": config.call}
    if config.kind == "command":
        return {"kind": "command", "command": list(config.command or ()), **_spoken(config)}
    address = urlsplit(config.url or config.base_url or "")
    where: dict[str, Any] = {
        "kind": config.kind,
        "host": address.hostname,
        "path": address.path.rstrip("/"),
    }
    headers = {name.lower(): value for name, value in config.headers.items()}
    if config.kind == "http":
        return where | {
            "method": config.method,
            "headers": headers,
            "body": config.body,
            "reply": config.reply,
            **({} if config.error is None else {"error": config.error}),
            **_exchanged(config),
        }
    if config.kind == "websocket":
        where |= {"headers": headers, "subprotocol": config.subprotocol}
        return where | {"first": list(config.first), "ready": config.ready, **_spoken(config)}
    if headers:
        where["headers"] = headers
    if config.kind == "anthropic":
        where["version"] = config.api_version
    schema = {"structured": config.structured} if isinstance(config, JudgeTargetConfig) else {}
    return where | {
        "model": config.model,
        "temperature": config.temperature if config.takes_temperature else None,
        "max_tokens": config.max_tokens,
        **schema,
        "parameters": config.parameters,
        **({} if config.api == "chat" else {"api": config.api}),
        **({"stream": True} if config.stream else {}),
    }


def _exchanged(config: ModelTargetConfig) -> dict[str, Any]:
    """Return what of an exchange of requests is otherwise than one body of JSON each way."""
    said: dict[str, Any] = {}
    if config.encoding != "json":
        said["encoding"] = config.encoding
    if config.format == "sse":
        said |= {
            "format": config.format,
            "delta": config.delta,
            "done": config.done,
            "done_is": list(config.done_is),
        }
    if config.cookies:
        said["cookies"] = True
    if config.save:
        said["save"] = dict(config.save)
    if config.before:
        said["before"] = [_further(step) for step in config.before]
    further = {"session": config.session, "poll": config.poll}
    return said | {key: _further(each) for key, each in further.items() if each is not None}


def _further(step: SessionConfig | StepConfig | PollConfig) -> dict[str, Any]:
    """Return one more request of an exchange; of its address host and path, as of the judge's."""
    stated = step.model_dump(mode="json", exclude_defaults=True)
    address = urlsplit(step.url)
    return stated | {"url": [address.hostname, address.path.rstrip("/")]}


def _spoken(config: ModelTargetConfig) -> dict[str, Any]:
    """Return what is said in a frame or a line, and what of the answer is read as the reply."""
    ends = config.done if "done" in config.model_fields_set else None
    return {
        **({"save": dict(config.save)} if config.save else {}),
        "body": config.body,
        "reply": config.reply,
        "delta": config.delta,
        "done": ends,
        "done_is": list(config.done_is),
        "error": config.error,
    }


def structured_by(config: JudgeTargetConfig) -> dict[str, Any]:
    """Return what holds a model to the answer's JSON schema, as fields of the request's body.

    Args:
        config: ``[judge.target]``; without ``structured`` there are none.
    """
    if not config.structured:
        return {}
    schema = dict(ANSWER_SCHEMA)
    if config.kind == "anthropic":
        return {"output_config": {"format": {"type": "json_schema", "schema": schema}}}
    named = {"name": "answer", "strict": True, "schema": schema}
    if config.api == "responses":
        beside = config.parameters.get("text")  # how verbose it is, say
        stated = beside if isinstance(beside, dict) else {}
        return {"text": {**stated, "format": {"type": "json_schema", **named}}}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


def fingerprint_of(config: Config) -> str:
    """Return the fingerprint of the configured judge, without reaching for any endpoint."""
    judge = config.judge
    if judge.kind == "llm" and judge.target is not None:
        return _fingerprint(judge.target, batched=judge.batch)
    from mhgate.judges import RulesJudge  # noqa: PLC0415 - see mhgate.judges

    if judge.kind == "panel" and judge.rule is not None:
        members = [
            RulesJudge().fingerprint
            if each.target is None
            else _fingerprint(each.target, batched=judge.batch)
            for each in judge.member
        ]
        return panel_fingerprint(members, judge.rule)
    return RulesJudge().fingerprint


def _fingerprint(config: JudgeTargetConfig, *, batched: bool) -> str:
    return judge_fingerprint(identity_of(config), batched=batched, one_message=config.one_message)
