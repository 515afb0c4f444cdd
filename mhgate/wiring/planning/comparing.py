"""What a comparison takes that is made while a run goes on: a second arm, and a second look."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.config import Config, name_of_target
from mhgate.sampling import Plan
from mhgate.wiring.live import fresh_trials

__all__ = ["comparing_notes"]


def comparing_notes(config: Config, plan: Plan) -> Iterator[str]:
    """Say what is played beside, and what a second look may ask.

    Args:
        config: ``[baseline]`` and ``gate.confirm``.
        plan: of the first look.
    """
    if config.live is not None:
        yield (
            f"beside it {name_of_target(config.live)} is played: each trial by both, so that "
            "messages, answers and time are those of two; max_requests is each one's own"
        )
    fresh = fresh_trials(plan, config)
    if fresh:
        arms = "" if config.live is None else ", each by both"
        which = "that flipped" if config.gate.confirm == "flipped" else "with a pair"
        yield (
            f"a claimed regression is looked at again: {config.gate.confirm_trials} more trials of "
            f"each item {which}, at most {len(fresh)}{arms}; not in the numbers above"
        )
