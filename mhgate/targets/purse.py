"""What a run may cost: one purse for all that are asked, from which every attempt is paid.

An attempt is paid before it is sent, at its price or at what its tokens are reckoned to cost, so
that a retry costs too and many at once do not overdraw the purse. What the reply says of its own
tokens takes the reckoned price's place; an attempt without a reply may have cost something, and
stays paid as it was reckoned. Tokens are paid in the same way, beside money and without a price.

What is reckoned is mostly more than it takes. Whoever cannot be paid while attempts of others are
open therefore waits until these have ended; the purse is empty when what is left is too little and
nothing is open that could give some back. What was paid and never sent is given back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

from mhgate.protocols import Target
from mhgate.records import Failure, Stage, Trial, Turn
from mhgate.targets.faults import Fault
from mhgate.targets.tokens import (
    CHARACTERS_OF_A_TOKEN,
    TOKENS_OF_A_REPLY,
    counted_tokens,
    reckoned_tokens,
)

__all__ = ["PaidByTokens", "PaidByTurn", "Purse"]

_ROUNDING = 1e-9


class _Paid:
    """What was paid for one attempt; open, until it is known what that cost.

    Args:
        purse: it is taken from.
        usd: as reckoned.
        tokens: as reckoned.
    """

    __slots__ = ("_purse", "_tokens", "_usd", "is_open")

    def __init__(self, purse: Purse, usd: float, tokens: float) -> None:
        self._purse, self._usd, self._tokens = purse, usd, tokens
        self.is_open = True
        purse.opened(usd, tokens)

    def settle(self, usd: float = 0.0, tokens: float = 0.0) -> None:
        """Close it, with what it cost beside what was reckoned; below 0 where that is less."""
        if self.is_open:
            self.is_open = False
            self._purse.closed(self._usd, self._tokens, usd, tokens)

    def give_back(self) -> None:
        """Close it: the attempt was never sent."""
        if self.is_open:
            self.settle(-self._usd, -self._tokens)
        else:  # a price that is known beforehand
            self._purse.returned(self._usd, self._tokens)


class _Reckoned:
    """What the attempts of one reply are reckoned to cost, each, and the last that was paid."""

    __slots__ = ("paid", "tokens", "usd")

    def __init__(self, usd: float, tokens: float) -> None:
        self.usd, self.tokens = usd, tokens
        self.paid: _Paid | None = None

    def settle(self, usd: float = 0.0, tokens: float = 0.0) -> None:
        """Close the last attempt, with what it cost beside what was reckoned."""
        if self.paid is not None:
            self.paid.settle(usd, tokens)


# of the reply that is asked for, where what it costs depends on its words
_RECKONED: ContextVar[_Reckoned | None] = ContextVar("reckoned", default=None)


class Purse:
    """USD and tokens of a run.

    Args:
        usd: what may be spent; None: nothing is limited, and all is counted.
        tokens: how many may be read and written, by all that are asked; None: as many as it takes.
    """

    def __init__(self, usd: float | None, tokens: int | None = None) -> None:
        self.usd, self.tokens = usd, tokens
        self.spent_usd = self.spent_tokens = 0.0
        self._open_usd = self._open_tokens = 0.0
        self._n_open = 0
        self._waiting: list[asyncio.Future[None]] = []

    def spent(self) -> dict[str, float]:
        """Return what was paid so far of what is limited, for a run that goes on with this one.

        What is open counts as it was reckoned: whoever is killed now will not hear what it cost.
        """
        if self.usd is None and self.tokens is None:
            return {}
        limits = {"usd": self.usd, "tokens": self.tokens}
        paid = {
            "usd": self.spent_usd + self._open_usd,
            "tokens": self.spent_tokens + self._open_tokens,
        }
        return {name: paid[name] for name, limit in limits.items() if limit is not None}

    def goes_on(self, spent: Mapping[str, float]) -> None:
        """Take out what a run had paid before it was stopped.

        Args:
            spent: as :meth:`spent` returned it then.
        """
        self.spent_usd += spent.get("usd", 0.0)
        self.spent_tokens += spent.get("tokens", 0.0)

    async def pay(self, usd: float) -> _Paid:
        """Pay for one attempt before it is sent, in tokens too, where they are counted.

        Where what is open may leave enough, it waits for that.

        Args:
            usd: its price; 0 for one that costs nothing, which an empty purse pays for too.

        Returns:
            What was paid, which is given back where nothing is sent after all.

        Raises:
            Fault: ``budget``, where there is not so much left.
        """
        reckoned = _RECKONED.get()
        tokens = 0.0
        if reckoned is not None:
            reckoned.settle()  # an attempt before this one had no reply
            tokens = reckoned.tokens
        while self._lacks(usd, tokens, self._open_usd, self._open_tokens):
            lacking = self._lacks(usd, tokens, 0.0, 0.0)
            if lacking or not self._n_open:
                raise Fault("budget", lacking or "the budget is spent")
            await self._wait()
        paid = _Paid(self, usd, tokens)
        if reckoned is None:
            paid.settle()  # nothing that is heard later changes it
        else:
            reckoned.paid = paid
        return paid

    async def pay_reckoned(self) -> _Paid:
        """Pay for one attempt of a model that is paid by tokens.

        Raises:
            Fault: ``budget``, as :meth:`pay`.
        """
        reckoned = _RECKONED.get()
        return await self.pay(0.0 if reckoned is None else reckoned.usd)

    def _lacks(self, usd: float, tokens: float, open_usd: float, open_tokens: float) -> str:
        """Say what an attempt lacks beside what is spent and open; empty where there is enough."""
        left = None if self.usd is None else self.usd + _ROUNDING - self.spent_usd - open_usd
        if left is not None and 0 < usd > left:
            return (
                f"the budget of {self.usd:g} USD is spent ({self.spent_usd:.4f}, and the next "
                f"attempt costs about {usd:.4f})"
            )
        if self.tokens is not None and self.spent_tokens + open_tokens + tokens > self.tokens:
            return (
                f"the budget of {self.tokens} tokens is spent ({self.spent_tokens:.0f}, and the "
                f"next attempt takes about {tokens:.0f})"
            )
        return ""

    async def _wait(self) -> None:
        """Wait until something that is open is closed."""
        ticket = asyncio.get_running_loop().create_future()
        self._waiting.append(ticket)
        await ticket

    def _wake(self) -> None:
        waiting, self._waiting = self._waiting, []
        for ticket in waiting:
            if not ticket.done():
                ticket.set_result(None)

    def opened(self, usd: float, tokens: float) -> None:
        """Hold what an attempt is reckoned to cost."""
        self._open_usd += usd
        self._open_tokens += tokens
        self._n_open += 1

    def closed(self, usd: float, tokens: float, more_usd: float, more_tokens: float) -> None:
        """Spend what was held for an attempt, and what it cost beside; below 0 where it is less."""
        self._n_open -= 1
        # sums of fractions leave a trace, and where nothing is open nothing is held
        self._open_usd = self._open_usd - usd if self._n_open else 0.0
        self._open_tokens = self._open_tokens - tokens if self._n_open else 0.0
        self.returned(-usd - more_usd, -tokens - more_tokens)

    def returned(self, usd: float, tokens: float) -> None:
        """Take back what was spent, and let those try again that wait."""
        self.spent_usd = max(0.0, self.spent_usd - usd)
        self.spent_tokens = max(0.0, self.spent_tokens - tokens)
        self._wake()


class PaidByTokens:
    """A target whose tokens have a price.

    Args:
        target: speaks to the model; its attempts are paid by :meth:`Purse.pay_reckoned`.
        purse: of the run.
        price: gives the USD of so many tokens that are read and written; none by default.
    """

    def __init__(
        self,
        target: Target,
        purse: Purse,
        price: Callable[[float, float], float] = lambda _read, _written: 0.0,
    ) -> None:
        self._target, self._purse, self._price = target, purse, price

    @property
    def fingerprint(self) -> str:
        """That of the target."""
        return self._target.fingerprint

    def __getattr__(self, name: str) -> Any:
        """Say of itself what the target does: its secrets, its advice."""
        return getattr(self._target, name)

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Return the target's reply, paid for by its tokens."""
        reckoned = reckoned_tokens(turns)
        reckoned_usd = self._price(reckoned - TOKENS_OF_A_REPLY, TOKENS_OF_A_REPLY)
        of_this = _Reckoned(reckoned_usd, reckoned)
        token = _RECKONED.set(of_this)
        try:
            reply = await self._target.reply(turns, trial)
            if isinstance(reply, Turn):
                counted = counted_tokens(reply)
                if counted is not None:
                    n_read, n_written = reply.prompt_tokens or 0, reply.completion_tokens or 0
                    usd = self._price(n_read, n_written) - reckoned_usd
                    of_this.settle(usd, counted - reckoned)
                else:
                    written = len(reply.content) / CHARACTERS_OF_A_TOKEN
                    of_this.settle(0.0, written - TOKENS_OF_A_REPLY)
        finally:
            _RECKONED.reset(token)
            of_this.settle()  # without a reply it stays paid, for it may have cost that
        return reply


class PaidByTurn:
    """A target that is handed over in code, a price a turn.

    Args:
        target: that is asked.
        purse: of the run.
        usd: the price of one turn.
    """

    def __init__(self, target: Target, purse: Purse, usd: float) -> None:
        self._target, self._purse, self._usd = target, purse, usd

    @property
    def fingerprint(self) -> str:
        """That of the target."""
        return self._target.fingerprint

    def __getattr__(self, name: str) -> Any:
        """Say of itself what the target does: its advice, what it does when a trial is over."""
        return getattr(self._target, name)

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Return the target's reply, or the failure that says that the purse is empty."""
        try:
            await self._purse.pay(self._usd)
        except Fault as fault:
            return Failure(
                trial_id=trial.id, stage=Stage.TARGET, kind=fault.kind, message=fault.message
            )
        return await self._target.reply(turns, trial)
