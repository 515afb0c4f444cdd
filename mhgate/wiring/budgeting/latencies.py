"""How long a message and a call of a judge are taken to last: stated, measured, or assumed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from mhgate.config import Config
from mhgate.errors import MhgateError
from mhgate.wiring.planning.assuming import Assumed
from mhgate.wiring.what_counts import compared_with
from mhgate.wiring.workspace import Workspace

__all__ = ["Latencies", "latencies_of", "latency_of"]

_ASSUMED_S = Assumed().latency_s


@dataclass(frozen=True, slots=True)
class Latencies:
    """Seconds that the target takes for a message, and a model for one call.

    Args:
        latency_s: of the target.
        latency_from: whether that is stated, measured in the baseline's run, or assumed.
        judge_latency_s: of a model that judges; 0 where none does.
    """

    latency_s: float
    latency_from: Literal["stated", "measured", "assumed"]
    judge_latency_s: float


def latencies_of(config: Config) -> Latencies:
    """Return the seconds that a message and a call of a judge are taken to last.

    What ``[budget]`` states counts first, then what the run of the baseline measured: a file that
    is the same on every machine, so that the plan is too.

    Args:
        config: thresholds.toml.
    """
    told = _of_the_target(config)
    judge_s = config.budget.judge_latency_s
    asks_models = config.judge.target is not None or any(
        each.target is not None for each in config.judge.member
    )
    if judge_s is None:
        judge_s = _ASSUMED_S if asks_models or config.patient.target is not None else 0.0
    return replace(told, judge_latency_s=judge_s)


def _of_the_target(config: Config) -> Latencies:
    if config.budget.latency_s is not None:
        return Latencies(config.budget.latency_s, "stated", 0.0)
    try:
        baseline = compared_with(config)
    except (MhgateError, OSError):
        baseline = None  # whoever compares says what is wrong with it
    if baseline is None or baseline.run.pace is None:
        return Latencies(_ASSUMED_S, "assumed", 0.0)
    return Latencies(baseline.run.pace.latency_s, "measured", 0.0)


def latency_of(workspace: Workspace) -> float:
    """Return the seconds that a message to the target is taken to last.

    Args:
        workspace: the configuration and its suites.
    """
    return latencies_of(workspace.config).latency_s
