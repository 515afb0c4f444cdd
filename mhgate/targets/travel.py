"""The conditions under which a target is asked, and how its attempts end: as a turn or a Failure.

What carries an attempt is another matter: requests (``transport``), a socket (``websocket``), a
process (``command``).
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mhgate.records import Failure, Stage, Trial, Turn
from mhgate.redacting.secrets import Redactor
from mhgate.targets.faults import Fault, shorten
from mhgate.targets.pacing import Budget, Limiter, Limiters, Sleep
from mhgate.targets.surplus import Surplus

if TYPE_CHECKING:
    from tenacity import RetryCallState

    from mhgate.targets.builds import Builds

__all__ = ["LONGEST_WAIT_S", "Travel", "converse", "failure_of", "honoured"]

LONGEST_WAIT_S = 120.0  # a longer Retry-After is a quota, not a moment
_BACKOFF_CAP_S = 20.0


@dataclass(slots=True, kw_only=True)
class Travel:
    """The conditions of travel, the same for every request of a target.

    Args:
        run_id: gives what goes along with every request as ``X-Mhgate-Run``.
        limiters: one limiter a host.
        budget: counts every request.
        redactor: over everything that is shown.
        timeout_s: the most seconds for one attempt, from connecting to the reply's end.
        max_retries: further attempts after the first, at least 0.
        backoff_s: seconds before the second attempt; doubled for each further one.
        remaining_s: how many seconds the run has left, where that is known.
        sleep: waits so many seconds.
        builds: reads the build's id in replies, where these hold it.
        max_reply_bytes: the most bytes of a reply, after decompression.
        surplus: what bytes that nobody asked for have shown.
    """

    run_id: Callable[[], str]
    limiters: Limiters
    budget: Budget
    redactor: Redactor
    timeout_s: float = 60.0
    max_retries: int = 2
    backoff_s: float = 0.5
    remaining_s: Callable[[], float] = field(default=lambda: float("inf"))
    sleep: Sleep = asyncio.sleep
    builds: Builds | None = None
    max_reply_bytes: int = 5_000_000  # a chat reply is a few thousand
    surplus: Surplus = field(default_factory=Surplus)


async def converse(
    travel: Travel,
    attempt: Callable[[], Awaitable[Turn]],
    trial: Trial,
    *,
    may_repeat: Callable[[Fault], bool] = lambda fault: fault.retryable,
) -> Turn | Failure:
    """Attempt a reply until it succeeds, cannot succeed, or the retries are spent.

    Args:
        travel: the conditions.
        attempt: gives the reply or raises a Fault.
        trial: whose seed decides the jitter, and whose Failure it may be.
        may_repeat: whether another attempt may follow a fault.

    Returns:
        The turn, with the number of attempts; or the Failure of the last one.
    """
    try:
        return _redacted(travel, await attempt(), attempts=1)
    except Fault as fault:
        return await _repeated(travel, attempt, trial, fault, may_repeat=may_repeat)


async def _repeated(
    travel: Travel,
    attempt: Callable[[], Awaitable[Turn]],
    trial: Trial,
    first: Fault,
    *,
    may_repeat: Callable[[Fault], bool],
) -> Turn | Failure:
    """Go on after a first attempt that ended in a fault; the arguments are :func:`converse`'s."""
    from tenacity import (  # noqa: PLC0415 - only where something is repeated
        AsyncRetrying,
        retry_if_exception,
        stop_after_attempt,
    )

    attempts = 0
    jitter = random.Random(trial.seed)  # noqa: S311 - spreads retries, hides nothing

    async def counted() -> Turn:
        nonlocal attempts
        attempts += 1
        if attempts == 1:
            raise first
        return await attempt()

    def wait(state: RetryCallState) -> float:
        doubled: float = travel.backoff_s * 2.0 ** (state.attempt_number - 1)
        backoff = min(_BACKOFF_CAP_S, doubled)
        fault = state.outcome.exception() if state.outcome else None
        asked = fault.retry_after_s if isinstance(fault, Fault) else None
        return max(asked or 0.0, backoff * jitter.uniform(0.5, 1.0))

    def is_last(state: RetryCallState) -> bool:
        return state.upcoming_sleep >= travel.remaining_s()

    retrying = AsyncRetrying(
        stop=_any_of(stop_after_attempt(travel.max_retries + 1), is_last),
        wait=wait,
        retry=retry_if_exception(lambda error: isinstance(error, Fault) and may_repeat(error)),
        sleep=travel.sleep,
        reraise=True,
    )
    try:
        turn: Turn = await retrying(counted)
    except Fault as fault:
        return failure_of(travel, fault, trial, attempts)
    return _redacted(travel, turn, attempts=attempts)


def _redacted(travel: Travel, turn: Turn, *, attempts: int) -> Turn:
    """Return a reply as it is kept."""
    redact = travel.redactor.redact_reply
    content, flags = redact(turn.content), redact(turn.flags) if turn.flags else turn.flags
    model, finish_reason = redact(turn.model), redact(turn.finish_reason)
    if (
        content == turn.content
        and flags == turn.flags
        and model == turn.model
        and finish_reason == turn.finish_reason
        and attempts == turn.attempts
    ):
        return turn
    return turn.model_copy(
        update={
            "content": content,
            "flags": flags,
            "model": model,
            "finish_reason": finish_reason,
            "attempts": attempts,
        }
    )


def failure_of(travel: Travel, fault: Fault, trial: Trial, attempts: int) -> Failure:
    """Return the Failure that a fault becomes, redacted.

    Args:
        travel: whose redactor knows the secrets.
        fault: of the last attempt.
        trial: whose Failure it is.
        attempts: how many there were.
    """
    return Failure(
        trial_id=trial.id,
        stage=Stage.TARGET,
        kind=fault.kind,
        message=shorten(travel.redactor.redact(fault.message), 500),
        retryable=fault.retryable,
        attempts=attempts,
    )


def _any_of(*stops: Callable[[RetryCallState], bool]) -> Callable[[RetryCallState], bool]:
    return lambda state: any(stop(state) for stop in stops)


def honoured(travel: Travel, limiter: Limiter, fault: Fault) -> Fault:
    """Return a fault as what asks to wait is honoured: nothing is sent to that host meanwhile.

    Args:
        travel: how long can be waited.
        limiter: of the host.
        fault: that may ask for it.

    Returns:
        The fault; one that asks for longer than can be waited is not retried.
    """
    if fault.retry_after_s is None or not fault.retryable:
        return fault
    longest = min(LONGEST_WAIT_S, travel.remaining_s())
    if fault.retry_after_s > longest:
        return Fault(
            "rate_limited",
            f"{fault.message}; Retry-After asks to wait {fault.retry_after_s:g} s, "
            f"and {longest:g} s is the longest that can be waited",
            retryable=False,
            code=fault.code,
        )
    limiter.hold(fault.retry_after_s)  # others ask there too, whoever tries again
    return fault
