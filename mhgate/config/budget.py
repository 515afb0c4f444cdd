"""``[budget]``: what a run may take in minutes and USD, and what its parts are taken to cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from mhgate.config.tables import Minutes, ProfileConfig, Seconds, Table, TokenBudget, Usd

if TYPE_CHECKING:
    from mhgate.config.overriding import Given
    from mhgate.config.tables import GateConfig

__all__ = ["BudgetConfig", "budget_of_profile", "within_minutes"]

Price = Annotated[float, Field(ge=0, le=1_000_000)]

_OF_A_PROFILE = ("minutes", "usd", "tokens")
_SECONDS = 60


class BudgetConfig(Table):
    """``[budget]``: minutes, USD and tokens of a run, and prices and latencies of its parts.

    ``None`` is never zero: a price that is not stated is not known.
    """

    minutes: Minutes | None = None
    usd: Usd | None = None
    tokens: TokenBudget | None = None
    latency_s: Seconds | None = None
    judge_latency_s: Seconds | None = None
    usd_per_message: Price | None = None
    usd_per_model_call: Price | None = None

    @property
    def is_set(self) -> bool:
        """Whether anything is limited."""
        return any(limit is not None for limit in (self.minutes, self.usd, self.tokens))


def budget_of_profile(
    budget: BudgetConfig, profile: ProfileConfig, given: Mapping[str, Given]
) -> BudgetConfig:
    """Return the budget with what the chosen profile says in its place.

    Args:
        budget: ``[budget]``, with what was given outside of the file.
        profile: the chosen profile's table.
        given: what did not come from the file, by key: it outweighs a profile.
    """
    instead: dict[str, Any] = {
        key: value
        for key in _OF_A_PROFILE
        if (value := getattr(profile, key)) is not None and f"budget.{key}" not in given
    }
    return budget.model_copy(update=instead)


def within_minutes(gate: GateConfig, budget: BudgetConfig) -> GateConfig:
    """Return ``[gate]`` with a deadline that is no later than the budget's minutes.

    Args:
        gate: with a deadline of its own.
        budget: of the chosen profile.
    """
    if budget.minutes is None:
        return gate
    return gate.model_copy(update={"deadline_s": min(gate.deadline_s, _SECONDS * budget.minutes)})
