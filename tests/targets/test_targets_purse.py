"""Holds the purse of a run: every attempt is paid before it is sent, within the budget."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from mhgate.records import Failure, Trial, Turn
from mhgate.targets import PaidByTokens, PaidByTurn, Purse
from mhgate.targets.faults import Fault
from mhgate.targets.pacing import Budget, Limiter

TRIAL = Trial(id="a/b#0", item_id="a/b", family="a/f", epoch=0, seed=1)
SAID = (Turn(role="user", content="x" * 400),)


def by_tokens(read: float, written: float) -> float:
    return (read + 2 * written) / 1000


class Model:
    """A model that takes some attempts for a reply, each of which is paid."""

    fingerprint = "sha256:model"

    def __init__(self, purse: Purse, *, attempts: int = 1, counts: bool = True) -> None:
        self._budget = Budget(pay=purse.pay_reckoned)
        self._attempts, self._counts = attempts, counts

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        for _ in range(self._attempts):
            try:
                await self._budget.take()
            except Fault as fault:
                return Failure(
                    trial_id=trial.id, stage="target", kind=fault.kind, message=fault.message
                )
            await asyncio.sleep(0)
        tokens = {"prompt_tokens": 50, "completion_tokens": 25} if self._counts else {}
        return Turn(role="assistant", content="yes", attempts=self._attempts, **tokens)


def test_an_attempt_that_costs_more_than_is_left_is_not_sent() -> None:
    """The fault is that of a spent budget, and what is left stays."""

    async def go() -> None:
        purse = Purse(1.0)
        await purse.pay(0.75)
        with pytest.raises(Fault, match="the budget of 1 USD is spent") as caught:
            await purse.pay(0.5)
        assert (caught.value.kind, caught.value.retryable) == ("budget", False)
        assert purse.spent_usd == 0.75
        await purse.pay(0.25)
        assert purse.spent_usd == 1.0

    asyncio.run(go())


def test_what_costs_nothing_is_sent_by_an_empty_purse() -> None:
    """A price of 0 is a price; and a purse without a limit counts all the same."""

    async def go() -> None:
        purse = Purse(1.0)
        await purse.pay(1.0)
        await purse.pay(0.0)
        endless = Purse(None)
        await endless.pay(5.0)
        assert endless.spent_usd == 5.0

    asyncio.run(go())


def test_a_reply_is_paid_by_its_own_tokens() -> None:
    """What it was reckoned to cost is paid before, and put right by what the reply says."""
    purse = Purse(10.0)
    paid = PaidByTokens(Model(purse), purse, by_tokens)
    assert isinstance(asyncio.run(paid.reply(SAID, TRIAL)), Turn)
    assert purse.spent_usd == pytest.approx(0.1)
    assert paid.fingerprint == "sha256:model"


def test_every_retry_is_paid() -> None:
    """Attempts without a reply stay paid as they were reckoned: 100 tokens read, 150 written."""
    purse = Purse(10.0)
    asyncio.run(PaidByTokens(Model(purse, attempts=3), purse, by_tokens).reply(SAID, TRIAL))
    assert purse.spent_usd == pytest.approx(2 * 0.4 + 0.1)
    purse = Purse(10.0)
    asyncio.run(PaidByTokens(Model(purse, counts=False), purse, by_tokens).reply(SAID, TRIAL))
    assert purse.spent_usd == pytest.approx(0.4)


def test_many_at_once_do_not_overdraw() -> None:
    """Each is paid before it is sent, so that those that wait together see what is left."""
    purse = Purse(1.0)
    paid = PaidByTokens(Model(purse, counts=False), purse, by_tokens)

    async def all_at_once() -> list[Turn | Failure]:
        return await asyncio.gather(*(paid.reply(SAID, TRIAL) for _ in range(8)))

    came = asyncio.run(all_at_once())
    assert sum(isinstance(each, Turn) for each in came) == 2
    assert {each.kind for each in came if isinstance(each, Failure)} == {"budget"}
    assert purse.spent_usd == pytest.approx(0.8)


def test_a_target_in_code_is_paid_by_the_turn() -> None:
    """When the purse is empty it is not asked, and the failure says why."""
    purse = Purse(0.5)
    paid = PaidByTurn(Model(Purse(None)), purse, 0.3)
    assert isinstance(asyncio.run(paid.reply(SAID, TRIAL)), Turn)
    second = asyncio.run(paid.reply(SAID, TRIAL))
    assert isinstance(second, Failure)
    assert second.kind == "budget"


def test_tokens_are_paid_by_the_reply_s_own_count() -> None:
    """Reckoned before, put right after, with money and without."""
    purse = Purse(None, tokens=1000)
    asyncio.run(PaidByTokens(Model(purse), purse).reply(SAID, TRIAL))
    assert purse.spent_tokens == 75
    assert purse.spent_usd == 0


def test_every_retry_takes_tokens() -> None:
    """Attempts without a reply stay paid as reckoned: 100 read, 150 written."""
    purse = Purse(None, tokens=1000)
    asyncio.run(PaidByTokens(Model(purse, attempts=3), purse).reply(SAID, TRIAL))
    assert purse.spent_tokens == 2 * 250 + 75


def test_a_reply_that_counts_nothing_is_reckoned() -> None:
    """By its characters, four a token."""
    purse = Purse(None, tokens=1000)
    asyncio.run(PaidByTokens(Model(purse, counts=False), purse).reply(SAID, TRIAL))
    assert purse.spent_tokens == pytest.approx(100 + len("yes") / 4)


def test_tokens_that_are_spent_end_what_is_asked() -> None:
    """Nothing more is sent, and many at once do not overdraw: replies give back what they spare."""
    purse = Purse(None, tokens=600)
    paid = PaidByTokens(Model(purse, counts=False), purse)

    async def all_at_once() -> list[Turn | Failure]:
        return await asyncio.gather(*(paid.reply(SAID, TRIAL) for _ in range(8)))

    came = asyncio.run(all_at_once())
    assert sum(isinstance(each, Turn) for each in came) == 4  # 100.75 tokens each, 250 reckoned
    failures = [each for each in came if isinstance(each, Failure)]
    assert {each.kind for each in failures} == {"budget"}
    assert "the budget of 600 tokens is spent (403, and the next attempt" in failures[0].message
    assert purse.spent() == {"tokens": pytest.approx(403)}


def test_whoever_cannot_be_paid_waits_for_what_others_give_back() -> None:
    """Seven of 75 tokens each fit into 750, though three reserve all of it."""
    purse = Purse(None, tokens=750)
    paid = PaidByTokens(Model(purse), purse)

    async def all_at_once() -> list[Turn | Failure]:
        return await asyncio.gather(*(paid.reply(SAID, TRIAL) for _ in range(7)))

    assert all(isinstance(each, Turn) for each in asyncio.run(all_at_once()))
    assert purse.spent() == {"tokens": 7 * 75}


def test_money_is_waited_for_as_tokens_are() -> None:
    """Four replies of 0.1 USD fit into 0.75, though one alone is reckoned to cost 0.4."""
    purse = Purse(0.75)
    paid = PaidByTokens(Model(purse), purse, by_tokens)

    async def all_at_once() -> list[Turn | Failure]:
        return await asyncio.gather(*(paid.reply(SAID, TRIAL) for _ in range(4)))

    assert all(isinstance(each, Turn) for each in asyncio.run(all_at_once()))
    assert purse.spent() == {"usd": pytest.approx(0.4)}


def test_whoever_waits_may_give_up() -> None:
    """It takes nothing, and keeps nobody else from being paid."""
    purse = Purse(None, tokens=300)
    slow, quick = asyncio.Event(), PaidByTokens(Model(purse), purse)

    class Slow(Model):
        async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
            reply = await super().reply(turns, trial)
            await slow.wait()
            return reply

    async def go() -> list[object]:
        first = asyncio.create_task(PaidByTokens(Slow(purse), purse).reply(SAID, TRIAL))
        await asyncio.sleep(0.01)
        waiting = [asyncio.create_task(quick.reply(SAID, TRIAL)) for _ in range(2)]
        await asyncio.sleep(0.01)
        assert purse.spent() == {"tokens": 250}  # a process that is killed here counts it
        waiting[0].cancel()
        slow.set()
        return await asyncio.gather(first, *waiting, return_exceptions=True)

    first, gave_up, second = asyncio.run(go())
    assert isinstance(gave_up, asyncio.CancelledError)
    assert isinstance(first, Turn)
    assert isinstance(second, Failure)  # 75 are spent, and 250 are reckoned
    assert purse.spent() == {"tokens": 75}


def test_an_attempt_that_fails_keeps_nobody_waiting_for_it() -> None:
    """Who tries again does not wait for its own first attempt, which stays paid."""
    purse = Purse(None, tokens=400)
    came = asyncio.run(PaidByTokens(Model(purse, attempts=2), purse).reply(SAID, TRIAL))
    assert isinstance(came, Failure)
    assert purse.spent() == {"tokens": 250}


@pytest.mark.parametrize("usd", [None, 0.25])
def test_what_was_never_sent_is_given_back(usd: float | None) -> None:
    """Whoever is cancelled while it waits for its turn has cost neither tokens nor money."""
    purse = Purse(1.0, tokens=600)
    pay = purse.pay_reckoned if usd is None else lambda: purse.pay(usd)
    budget, limiter = Budget(9, pay=pay), Limiter(concurrency=1)

    class Queued(Model):
        async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
            async with budget.turn(limiter, 1):
                return await super().reply(turns, trial)

    async def go() -> None:
        model = Queued(Purse(None))
        paid = PaidByTokens(model, purse, by_tokens) if usd is None else model
        async with Budget().turn(limiter, 0):
            task = asyncio.create_task(paid.reply(SAID, TRIAL))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert budget.spent == 1
            assert purse.spent()["usd"] == pytest.approx(usd or 0.4)
            task.cancel()
            await asyncio.wait([task])

    asyncio.run(go())
    assert budget.spent == 0
    assert purse.spent() == {"usd": 0.0, "tokens": 0.0}


def test_what_is_paid_for_says_of_itself_what_it_is() -> None:
    """The wrapping hides neither secrets nor advice of the target inside."""
    purse = Purse(None, tokens=600)
    inner = Model(purse)
    inner.advice = {"timeout": "wake it"}  # type: ignore[attr-defined]
    assert PaidByTokens(inner, purse).advice == {"timeout": "wake it"}
    assert not hasattr(PaidByTokens(inner, purse), "redactor")
