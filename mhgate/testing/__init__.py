"""The room ``testing``: what a team needs to test its own bot, judge and suites with mhgate.

Public, and never used by a run.

=========================  ================================================================
``ScriptedTarget``         a target that replies what it is told to, and keeps what it heard
``FixedJudge``             a judge that answers what it is told to
``tiny_suite``             a folder with a thresholds.toml and one small suite
``perturbations``          kinds and intensities
``perturbed``              texts as somebody else might have typed them
``clean_and_perturbed``    the same beside the clean text
``registers``              ways to put a message
``said_in``                texts as a person of another register might have put them
``conversations``          several messages of one person, with one register and one hand
=========================  ================================================================

The last six are strategies of hypothesis: a failing example shrinks to the fewest slips, the
plainest register and the fewest messages. They need hypothesis; the first three do not.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mhgate.errors import UsageError

if TYPE_CHECKING:
    from mhgate.testing.judges import FixedJudge
    from mhgate.testing.strategies import (
        Conversation,
        clean_and_perturbed,
        conversations,
        perturbations,
        perturbed,
        registers,
        said_in,
    )
    from mhgate.testing.suites import TinySuite, tiny_suite
    from mhgate.testing.targets import Asked, ScriptedTarget

_STRATEGIES = "strategies"
_HOMES = {
    "Asked": "targets",
    "Conversation": _STRATEGIES,
    "FixedJudge": "judges",
    "ScriptedTarget": "targets",
    "TinySuite": "suites",
    "clean_and_perturbed": _STRATEGIES,
    "conversations": _STRATEGIES,
    "perturbations": _STRATEGIES,
    "perturbed": _STRATEGIES,
    "registers": _STRATEGIES,
    "said_in": _STRATEGIES,
    "tiny_suite": "suites",
}

__all__ = [
    "Asked",
    "Conversation",
    "FixedJudge",
    "ScriptedTarget",
    "TinySuite",
    "clean_and_perturbed",
    "conversations",
    "perturbations",
    "perturbed",
    "registers",
    "said_in",
    "tiny_suite",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mhgate.testing' has no attribute {name!r}")
    try:
        return getattr(import_module(f"mhgate.testing.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise UsageError(
            f"mhgate.testing.{name} is a strategy of hypothesis, which is not installed.",
            hint="pip install hypothesis",
        ) from error


def __dir__() -> list[str]:
    return sorted(__all__)
