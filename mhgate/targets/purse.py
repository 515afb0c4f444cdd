"""What a run may cost: one purse for all that are asked, from which every attempt is paid.

An attempt is paid before it is sent, at its price or at what its tokens are reckoned to cost, so
that a retry costs too and many at once do not overdraw the purse. What the reply says of its own
tokens takes the reckoned price's place; an attempt without a reply may have cost something, and
stays paid as it was reckoned. Tokens are paid in the same way, beside money and without a price.
"""

from __future__ import annotations

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

# what the next attempt of this conversation is reckoned to cost, where that depends on its words
_RECKONED_USD: ContextVar[float] = ContextVar("reckoned_usd", default=0.0)
_RECKONED_TOKENS: ContextVar[float] = ContextVar("reckoned_tokens", default=0.0)


class Purse:
    """USD and tokens of a run.

    Args:
        usd: what may be spent; None: nothing is limited, and all is counted.
        tokens: how many may be read and written, by all that are asked; None: as many as it takes.
    """

    def __init__(self, usd: float | None, tokens: int | None = None) -> None:
        self.usd, self.tokens = usd, tokens
        self.spent_usd = self.spent_tokens = 0.0

    def spent(self) -> dict[str, float]:
        """Return what was paid so far of what is limited, for a run that goes on with this one."""
        limits = {"usd": self.usd, "tokens": self.tokens}
        paid = {"usd": self.spent_usd, "tokens": self.spent_tokens}
        return {name: paid[name] for name, limit in limits.items() if limit is not None}

    def goes_on(self, spent: Mapping[str, float]) -> None:
        """Take out what a run had paid before it was stopped.

        Args:
            spent: as :meth:`spent` returned it then.
        """
        self.settle(spent.get("usd", 0.0), spent.get("tokens", 0.0))

    def pay(self, usd: float) -> None:
        """Pay for one attempt before it is sent, in tokens too, where they are counted.

        Args:
            usd: its price; 0 for one that costs nothing, which an empty purse pays for too.

        Raises:
            Fault: ``budget``, where there is not so much left.
        """
        if self.usd is not None and usd > 0 and self.spent_usd + usd > self.usd + _ROUNDING:
            raise Fault(
                "budget",
                f"the budget of {self.usd:g} USD is spent ({self.spent_usd:.4f}, and the next "
                f"attempt costs about {usd:.4f})",
            )
        tokens = _RECKONED_TOKENS.get()
        if self.tokens is not None and self.spent_tokens + tokens > self.tokens:
            raise Fault(
                "budget",
                f"the budget of {self.tokens} tokens is spent ({self.spent_tokens:.0f}, and the "
                f"next attempt takes about {tokens:.0f})",
            )
        self.spent_usd += usd
        self.spent_tokens += tokens

    def pay_reckoned(self) -> None:
        """Pay for one attempt of a model that is paid by tokens.

        Raises:
            Fault: ``budget``, as :meth:`pay`.
        """
        self.pay(_RECKONED_USD.get())

    def settle(self, usd: float, tokens: float = 0.0) -> None:
        """Add what an attempt cost beside what was paid for it.

        Args:
            usd: below 0 where it cost less.
            tokens: below 0 where it took fewer.
        """
        self.spent_usd = max(0.0, self.spent_usd + usd)
        self.spent_tokens = max(0.0, self.spent_tokens + tokens)


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
        usd, tokens = _RECKONED_USD.set(reckoned_usd), _RECKONED_TOKENS.set(reckoned)
        try:
            reply = await self._target.reply(turns, trial)
        finally:
            _RECKONED_USD.reset(usd)
            _RECKONED_TOKENS.reset(tokens)
        if isinstance(reply, Turn):
            counted = counted_tokens(reply)
            if counted is not None:
                n_read, n_written = reply.prompt_tokens or 0, reply.completion_tokens or 0
                self._purse.settle(
                    self._price(n_read, n_written) - reckoned_usd, counted - reckoned
                )
            else:
                written = len(reply.content) / CHARACTERS_OF_A_TOKEN
                self._purse.settle(0.0, written - TOKENS_OF_A_REPLY)
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
            self._purse.pay(self._usd)
        except Fault as fault:
            return Failure(
                trial_id=trial.id, stage=Stage.TARGET, kind=fault.kind, message=fault.message
            )
        return await self._target.reply(turns, trial)
