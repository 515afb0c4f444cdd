"""Two targets, played beside each other: trial by trial, in an order that the seed draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mhgate.canonical import seed_from
from mhgate.records import Failure, Transcript, Trial

if TYPE_CHECKING:
    from mhgate.runner.outcomes import Played
    from mhgate.runner.running import Runner

__all__ = ["Beside", "Heard", "base_goes_first"]

Heard = Callable[[Transcript | Failure], None]


def base_goes_first(trial: Trial) -> bool:
    """Return whether the base is asked before the target in a trial: its seed draws it.

    Neither arm then profits from what drifts while a pair is played.

    Args:
        trial: as both play it.
    """
    return seed_from("pair", trial.seed) % 2 == 0


@dataclass(slots=True, kw_only=True)
class Beside:
    """The other arm of a run that plays two targets.

    Args:
        runner: plays and scores as the first one does, but asks the base.
        done: called with each trial that ended, right after the target's own.
        heard: called with what a target came back with, before anything is judged: the target's.
        base_heard: likewise, the base's.
        kept: what an earlier attempt got from the base, by trial id.
    """

    runner: Runner
    done: Callable[[Played], None]
    heard: Heard
    base_heard: Heard
    kept: Mapping[str, Transcript | Failure] = field(default_factory=dict)
