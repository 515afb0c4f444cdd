"""What a judge was asked over a wire, and what that cost: in one clause."""

from __future__ import annotations

from mhgate.records import Judging

__all__ = ["answers_of_earlier_runs", "cost_of_judging", "said_earlier"]


def cost_of_judging(judging: Judging | None) -> str:
    """Return calls, tokens and money of a judge; empty where nothing was asked over a wire.

    Where no price is stated it says so: what nobody priced did not cost nothing.

    Args:
        judging: the account of a report.
    """
    if judging is None or not judging.n_calls:
        return ""
    calls = "1 call" if judging.n_calls == 1 else f"{judging.n_calls} calls"
    if judging.n_requests != judging.n_calls:
        calls += f" in {judging.n_requests} requests"
    if judging.n_uncounted == judging.n_calls:
        return f"{calls}; no reply says how many tokens it took"
    tokens = f"{judging.n_prompt_tokens} tokens read, {judging.n_completion_tokens} written"
    money = "no price stated" if judging.usd is None else f"{judging.usd:.2f} USD"
    if judging.n_uncounted:
        money += f", without {judging.n_uncounted} calls whose tokens are not known"
    return f"{calls}; {tokens}; {money}"


def answers_of_earlier_runs(judging: Judging | None) -> str:
    """Say how many answers were given in earlier runs, and given again; empty where none was.

    Args:
        judging: the account of a report.
    """
    if judging is None or not judging.n_cached:
        return ""
    answers = "1 answer" if judging.n_cached == 1 else f"{judging.n_cached} answers"
    return f"{answers} given in earlier runs, to the same questions about the same words"


def said_earlier(said: str, *, cached: bool) -> str:
    """Return what was answered, with a mark where that was in an earlier run.

    Args:
        said: the answer.
        cached: whether it was given then.

    Example:
        >>> said_earlier("answered yes", cached=True)
        'answered yes (in an earlier run)'
    """
    return f"{said} (in an earlier run)" if cached else said
