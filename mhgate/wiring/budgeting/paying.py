"""Who pays for what: every attempt of the product, of a judge and of a patient, from one purse."""

from __future__ import annotations

from mhgate.config import BudgetConfig, ModelTargetConfig
from mhgate.protocols import Target
from mhgate.targets import PaidByTokens, PaidByTurn, Purse
from mhgate.targets.pacing import Pay, nothing

__all__ = ["counted", "paid_in_code", "paid_model", "pays_for_model", "pays_for_target"]


def pays_for_target(budget: BudgetConfig, purse: Purse | None) -> Pay:
    """Return what pays for each request to the product; nothing where it has no price.

    Args:
        budget: says the price.
        purse: of the run.
    """
    if purse is None:
        return nothing
    usd = budget.usd_per_message or 0.0
    return lambda: purse.pay(usd)


def paid_in_code(target: Target, budget: BudgetConfig, purse: Purse | None) -> Target:
    """Return a target that is handed over in code, each turn of which is paid for.

    Args:
        target: that is handed over.
        budget: says the price.
        purse: of the run.
    """
    usd = budget.usd_per_message
    if purse is None or not (usd or purse.tokens):
        return target
    return PaidByTurn(target, purse, usd or 0.0)


def counted(target: Target, purse: Purse | None) -> Target:
    """Return a target whose tokens are counted, where a budget limits them.

    Args:
        target: whose attempts are paid for one by one.
        purse: of the run.
    """
    return target if purse is None or purse.tokens is None else PaidByTokens(target, purse)


def pays_for_model(model: ModelTargetConfig, budget: BudgetConfig, purse: Purse | None) -> Pay:
    """Return what pays for each request to a model: by its tokens, by the request, or not at all.

    Args:
        model: how it is reached, and its price by tokens.
        budget: says the price of a request where there is none by tokens.
        purse: of the run.
    """
    if purse is None:
        return nothing
    if model.usd(0, 0) is not None:
        return purse.pay_reckoned
    usd = budget.usd_per_model_call or 0.0
    return lambda: purse.pay(usd)


def paid_model(target: Target, model: ModelTargetConfig, purse: Purse | None) -> Target:
    """Return a model's target, whose tokens are paid for where they have a price.

    Args:
        target: speaks to the model.
        model: how it is reached, and its price by tokens.
        purse: of the run.
    """
    if purse is None:
        return target
    if model.usd(0, 0) is None:
        return counted(target, purse)
    return PaidByTokens(target, purse, lambda read, written: model.usd(read, written) or 0.0)
