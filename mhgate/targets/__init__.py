"""The room ``targets``: how the system under test is asked, and what its replies become.

====================  ========================================================================
``open_target``       ``[target]`` -> a target, closed at the end
``preflight``         one harmless message: what was sent, what came back, or advice
``FunctionTarget``    a Python callable as the target
``one_reply``         a target each of whose replies ends its conversation: a model's that judges
``KINDS``             every kind of failure, what it means, whether it is retried
====================  ========================================================================

The road of a request: ``templates`` and ``requests`` make it (``written_json`` its body),
``transport`` sends it (``pacing``, ``deadlines``, ``connections``, ``wire``, ``request_head``;
``surplus`` notices answers that nobody asked for), ``incoming``, ``streams`` and ``sse`` read the
reply, ``extraction`` finds the text in it, and ``openai``, ``anthropic``, ``http_json``, ``asgi``
and ``function`` make a turn of that.
The room ``redacting`` stands before everything that is shown. Each is loaded when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.targets.exchange import Exchange
    from mhgate.targets.faults import KINDS
    from mhgate.targets.first_contact import PreflightResult, preflight
    from mhgate.targets.function import FunctionTarget, hears_clock
    from mhgate.targets.hanging_up import one_reply
    from mhgate.targets.opening import open_target
    from mhgate.targets.pacing import Budget, Hosts, Limiter, Limiters
    from mhgate.targets.purse import PaidByTokens, PaidByTurn, Purse

_HOMES = {
    "KINDS": "faults",
    "Exchange": "exchange",
    "FunctionTarget": "function",
    "Budget": "pacing",
    "Hosts": "pacing",
    "Limiter": "pacing",
    "Limiters": "pacing",
    "PaidByTokens": "purse",
    "PaidByTurn": "purse",
    "PreflightResult": "first_contact",
    "Purse": "purse",
    "hears_clock": "function",
    "one_reply": "hanging_up",
    "open_target": "opening",
    "preflight": "first_contact",
}

__all__ = [
    "KINDS",
    "Budget",
    "Exchange",
    "FunctionTarget",
    "Hosts",
    "Limiter",
    "Limiters",
    "PaidByTokens",
    "PaidByTurn",
    "PreflightResult",
    "Purse",
    "hears_clock",
    "one_reply",
    "open_target",
    "preflight",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"mhgate.targets.{_HOMES[name]}"), name)
    msg = f"module 'mhgate.targets' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
