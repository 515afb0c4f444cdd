"""What a run's budget bought and what it cost: the sentences that were written before the run."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records import Budget

__all__ = ["what_it_bought"]


def what_it_bought(budget: Budget | None) -> Iterator[str]:
    """Yield warnings, then what the budget buys, then what was spent.

    Args:
        budget: of a report; without one there is nothing to say.
    """
    if budget is None:
        return
    yield from (f"WARNING: {warning}" for warning in budget.warns)
    yield from budget.says
    if budget.usd_spent is not None:
        of_priced = ", for what has a price" if budget.unpriced else ""
        limit = "" if budget.usd is None else f" of {budget.usd:g}"
        yield f"Spent: {budget.usd_spent:.4f}{limit} USD{of_priced}, every attempt counted."
    if budget.tokens_spent is not None:
        yield f"Spent: {budget.tokens_spent} of {budget.tokens} tokens, every attempt counted."
