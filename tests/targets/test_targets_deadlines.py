"""One timer ends what is late, and each block alone; what others cancel stays cancelled."""

from __future__ import annotations

import asyncio

import pytest

from mhgate.targets.deadlines import Deadlines

SOON_S, NEVER_S = 0.03, 30.0


def test_what_is_late_is_a_timeout() -> None:
    """A block that takes too long raises TimeoutError, and its task is not cancelled after it."""

    async def late() -> int:
        with pytest.raises(TimeoutError), Deadlines(SOON_S).within():
            await asyncio.sleep(NEVER_S)
        await asyncio.sleep(0)
        task = asyncio.current_task()
        assert task is not None
        return task.cancelling()

    assert asyncio.run(late()) == 0


def test_each_block_has_its_own_time() -> None:
    """Of blocks that begin one after another those that end in time are left alone."""

    async def run() -> list[str]:
        deadlines = Deadlines(4 * SOON_S)
        said = []

        async def block(name: str, begins_s: float, takes_s: float) -> None:
            await asyncio.sleep(begins_s)
            try:
                with deadlines.within():
                    await asyncio.sleep(takes_s)
                said.append(f"{name} ended")
            except TimeoutError:
                said.append(f"{name} late")

        await asyncio.gather(
            block("first", 0, NEVER_S), block("quick", 0, 0), block("second", SOON_S, NEVER_S)
        )
        await block("third", 0, 0)
        return said

    assert asyncio.run(run()) == ["quick ended", "first late", "second late", "third ended"]


def test_one_timer_is_enough() -> None:
    """Many blocks after one another set one timer, and none of them sets it again."""

    async def run() -> int:
        loop = asyncio.get_running_loop()
        set_before, n_set = loop.call_at, 0

        def counted(*given: object, **named: object) -> asyncio.TimerHandle:
            nonlocal n_set
            n_set += 1
            return set_before(*given, **named)  # type: ignore[arg-type]

        loop.call_at = counted  # type: ignore[method-assign,assignment]
        deadlines = Deadlines(NEVER_S)
        for _ in range(50):
            with deadlines.within():
                await asyncio.sleep(0)
        return n_set

    assert asyncio.run(run()) == 1


@pytest.mark.parametrize("is_late_too", [False, True])
def test_a_cancelled_task_stays_cancelled(*, is_late_too: bool) -> None:
    """Whoever is cancelled from outside is cancelled, even where the time is over as well."""

    async def run() -> bool:
        deadlines = Deadlines(SOON_S if is_late_too else NEVER_S)

        async def waits() -> None:
            with deadlines.within():
                try:
                    await asyncio.sleep(NEVER_S)
                finally:
                    if is_late_too:
                        asyncio.get_running_loop().call_soon(task.cancel)
                        await asyncio.sleep(NEVER_S)

        task = asyncio.create_task(waits())
        await asyncio.sleep(0)
        if not is_late_too:
            task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(run())


def test_another_error_is_itself() -> None:
    """What goes wrong in time is raised as it is."""

    async def run() -> None:
        with Deadlines(NEVER_S).within():
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        asyncio.run(run())


def test_one_loop_after_another() -> None:
    """A timer of a loop that is gone keeps nobody waiting in the next one."""
    deadlines = Deadlines(SOON_S)

    async def in_time() -> None:
        with deadlines.within():
            await asyncio.sleep(0)

    async def late() -> None:
        with deadlines.within():
            await asyncio.sleep(NEVER_S)

    asyncio.run(in_time())
    with pytest.raises(TimeoutError):
        asyncio.run(late())
