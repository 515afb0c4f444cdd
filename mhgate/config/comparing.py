"""``[baseline]``: a second target that is played beside the first, trial by trial.

What stands in ``[baseline.target]`` is validated exactly as ``[target]`` is; what
``baseline.against`` names is the target itself at another address.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from pydantic import JsonValue

from mhgate.config.addresses import address_of
from mhgate.config.overriding import Given
from mhgate.config.secrets import literal
from mhgate.config.tables import Table, Text
from mhgate.config.target import (
    AnthropicConfig,
    AsgiConfig,
    CommandConfig,
    DemoConfig,
    FunctionConfig,
    HttpConfig,
    OpenAIConfig,
    TargetConfig,
    WebsocketConfig,
)
from mhgate.errors import Mistake

__all__ = ["AGAINST_KEYS", "BaselineConfig", "live_mistakes", "live_target", "name_of_target"]

AGAINST_KEYS = {
    "http": "url",
    "openai": "base_url",
    "anthropic": "base_url",
    "websocket": "url",
    "demo": "variant",
}
"""Which key of a target another address stands for, by its kind."""

Path = tuple[str | int, ...]
Where = Callable[[Path], str]
Validate = Callable[[Mapping[str, Any], Where], tuple[TargetConfig | None, list[Mistake]]]


class BaselineConfig(Table):
    """``[baseline]``: the target that is played beside ``[target]``."""

    against: Text | None = None
    target: dict[Text, JsonValue] | None = None


def live_target(
    raw: Mapping[str, Any], given: Mapping[str, Given], where: Where, validate: Validate
) -> tuple[TargetConfig | None, list[Mistake]]:
    """Return the target that is played beside the first one, or what is wrong with it.

    Args:
        raw: the tables, as TOML and the overrides give them; ``[target]`` is right by itself.
        given: what did not come from the file: an address that is given outweighs the file's table.
        where: how a path is shown.
        validate: makes a target of a table.

    Returns:
        None, where there is none.
    """
    table, target = raw.get("baseline"), raw.get("target")
    if not isinstance(table, dict) or not isinstance(target, dict):
        return None, []
    against, own = table.get("against"), table.get("target")
    if isinstance(own, dict) and against is not None and "baseline.against" not in given:
        return None, [
            Mistake(
                where(("baseline", "against")),
                "an address, beside a table [baseline.target]",
                "one of the two",
                "Both say what is played beside [target].",
            )
        ]
    if isinstance(against, str) and against:
        return _elsewhere(target, against, where, validate)
    if isinstance(own, dict):
        return validate(own, lambda keys: where(("baseline", *keys)))
    return None, []


def _elsewhere(
    target: Mapping[str, Any], against: str, where: Where, validate: Validate
) -> tuple[TargetConfig | None, list[Mistake]]:
    """Return the target itself at another address."""
    at, kind = where(("baseline", "against")), str(target.get("kind"))
    key = AGAINST_KEYS.get(kind)
    if key is None:
        return None, [
            Mistake(
                at,
                f'an address, while target.kind is "{kind}", which has none',
                "a table [baseline.target]",
                "Write it with every key that says how the other one is reached.",
            )
        ]
    if own := next((table for table in ("session", "before", "poll") if table in target), None):
        return None, [
            Mistake(
                at,
                f"an address, while [target.{own}] has one of its own",
                f"a table [baseline.target], with its own [baseline.target.{own}]",
                "Its sessions would be opened at the first target.",
            )
        ]
    moved = {**target, key: against}
    if key != "variant" and _host(against) != _host(target.get(key)):
        moved.pop("production", None)  # the explicit word is about one host, and not about another

    def shown(keys: Path) -> str:
        return at if keys == ("target", key) else where(keys)

    return validate(moved, shown)


def _host(url: object) -> str | None:
    found = address_of(url) if isinstance(url, str) else None
    return None if found is None else found.host


def live_mistakes(
    live: TargetConfig | None,
    *,
    target: TargetConfig,
    baseline: str | None,
    shard: str | None,
    confirm: str,
    where: Where,
) -> list[Mistake]:
    """Report what cannot stand beside a live base, or without one.

    Args:
        live: the target that is played beside the first one, None where none is.
        target: the first one.
        baseline: ``gate.baseline``.
        shard: ``sampling.shard``.
        confirm: ``gate.confirm``.
        where: how a path is shown.
    """
    found = []
    if live is not None and baseline is not None:
        found.append(
            Mistake(
                where(("gate", "baseline")),
                f"{literal(baseline)}, while [baseline] names a target that is played beside",
                "one thing that is compared with",
                "Take one away for this run: --mhgate-baseline none, or --mhgate-against none "
                "(and no [baseline.target]).",
            )
        )
    if live is not None and live.has_clock != target.has_clock:
        told, untold = ("the base", "[target]") if live.has_clock else ("[target]", "the base")
        found.append(
            Mistake(
                where(("baseline",)),
                f"{told} is told at what time a message comes, and {untold} is not",
                "both, or neither",
                "Items with a clock would be two different things to the two of them.",
            )
        )
    if shard is not None and (live is not None or confirm != "off"):
        what = "a target played beside" if live is not None else f'gate.confirm = "{confirm}"'
        found.append(
            Mistake(
                where(("sampling", "shard")),
                f"the shard {shard}, beside {what}",
                "a run of the whole plan, or neither",
                "A pair, and a second look, need all that came in: one process plays both.",
            )
        )
    if confirm == "flipped" and live is None:
        found.append(
            Mistake(
                where(("gate", "confirm")),
                '"flipped", without a target that is played beside',
                '"all", "off", or a live base (--mhgate-against, [baseline.target])',
                "Items that flipped were chosen for what they did; without fresh replies of the "
                "base on them nothing tells luck from a drop.",
            )
        )
    return found


def name_of_target(target: TargetConfig) -> str:
    """Return what sentences call a target: where it is, without user, query or secret.

    Args:
        target: of any kind.

    Example:
        >>> name_of_target(DemoConfig(kind="demo", variant="good"))
        'demo good'
    """
    if isinstance(target, DemoConfig):
        return f"demo {target.variant}"
    if isinstance(target, FunctionConfig):
        return target.call
    if isinstance(target, AsgiConfig):
        return f"{target.app}{target.path}"
    if isinstance(target, HttpConfig | WebsocketConfig):
        return _plain(target.url)
    if isinstance(target, CommandConfig):
        return target.command[0]
    assert isinstance(target, OpenAIConfig | AnthropicConfig)  # noqa: S101 - the kinds that are left
    return f"{target.model} at {_plain(target.base_url)}"


def _plain(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return "the base"
    host = parts.netloc.rpartition("@")[2]
    return f"{host}{parts.path.rstrip('/')}"
