"""One timer for all requests of a target: each of them may take as long as any other.

``asyncio.timeout`` sets a timer for every block and takes it down again. Blocks that may all take
equally long are late in the order in which they began, so that one timer is enough, for the first.
"""

from __future__ import annotations

import asyncio
from types import TracebackType

__all__ = ["Deadlines"]


class Deadlines:
    """Ends what takes too long, as ``asyncio.timeout`` does: by a TimeoutError.

    Args:
        seconds: the most for one block, above 0.

    Example:
        >>> async def patient() -> None:
        ...     with Deadlines(0.01).within():
        ...         await asyncio.sleep(1)
        >>> asyncio.run(patient())
        Traceback (most recent call last):
        TimeoutError
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._open: dict[_Block, float] = {}  # when each ends, by the loop's clock, rising
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None

    def within(self) -> _Block:
        """Return a context that ends when its time is over, or with what stands in it."""
        return _Block(self)

    def begins(self, block: _Block) -> None:
        """Keep the time of a block from now on."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:  # a target may be asked in one loop after another
            self._loop, self._timer, self._open = loop, None, {}
        ends_s = self._open[block] = loop.time() + self._seconds
        if self._timer is None:
            self._timer = loop.call_at(ends_s, self._ring, loop)

    def ends(self, block: _Block) -> None:
        """Keep a block's time no longer; the timer stays, for it is one."""
        self._open.pop(block, None)

    def _ring(self, loop: asyncio.AbstractEventLoop) -> None:
        """End what is late, and wait for the next."""
        if loop is not self._loop:
            return
        self._timer = None
        while self._open:
            block, ends_s = next(iter(self._open.items()))
            if ends_s > loop.time():
                self._timer = loop.call_at(ends_s, self._ring, loop)
                return
            del self._open[block]
            block.is_late()


class _Block:
    """One block of a task: late where it does not end in time."""

    __slots__ = ("_deadlines", "_is_late", "_n_cancelled", "_task")

    def __init__(self, deadlines: Deadlines) -> None:
        self._deadlines = deadlines
        self._is_late = False

    def __enter__(self) -> None:
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a deadline is kept inside a task")
        self._task, self._n_cancelled = task, task.cancelling()
        self._deadlines.begins(self)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._deadlines.ends(self)
        # where somebody else has cancelled the task as well, it is theirs
        is_ours = self._is_late and self._task.uncancel() <= self._n_cancelled
        if is_ours and kind is asyncio.CancelledError:
            raise TimeoutError from error

    def is_late(self) -> None:
        """Interrupt the task."""
        self._is_late = True
        self._task.cancel()
