"""How many requests a run has sent, over all its processes: ``max_requests`` is one budget."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from mhgate.journal import Kept
from mhgate.records import Failure, Stage, Transcript
from mhgate.targets.faults import Fault
from mhgate.targets.pacing import Pay, Payment

__all__ = ["Requests"]

_SPENT = b'{"event": "spent"'
_KEY = ".max_requests"


class Requests:
    """Counts the requests of everybody whose ``max_requests`` is set, by its key."""

    def __init__(self) -> None:
        self._earlier: dict[str, int] = {}
        self._told: set[str] = set()  # what a journal says, or will say
        self._now: Counter[str] = Counter()

    def counted(self, table: str, max_requests: int | None, pay: Pay) -> Pay:
        """Return what counts a request, and pays for it, before it is sent.

        Args:
            table: of the one who is asked, as ``judge.target``.
            max_requests: the most requests of a run; None: nobody counts.
            pay: pays for one request, or raises a Fault ``budget``.
        """
        if max_requests is None:
            return pay
        key = f"{table}{_KEY}"
        self._told.add(key)

        async def count() -> _Counted:
            if self._earlier.get(key, 0) + self._now[key] >= max_requests:
                raise Fault("budget", f"max_requests = {max_requests} requests are spent")
            self._now[key] += 1
            try:
                return _Counted(self._now, key, await pay())
            except BaseException:
                self._now[key] -= 1
                raise

        return count

    def spent(self) -> dict[str, float]:
        """Return how many were sent so far, for a process that goes on with this run."""
        if not self._told:  # asked with each line of a journal, and most runs limit nothing
            return {}
        both = Counter(self._earlier) + self._now
        return {key: both[key] for key in sorted(both) if key in self._told}

    def goes_on(self, spent: Mapping[str, float]) -> None:
        """Count what a run had sent before it was stopped.

        Args:
            spent: as its journal holds it; of anything but requests nothing is taken.
        """
        self._earlier = {key: int(n) for key, n in spent.items() if key.endswith(_KEY)}
        self._told |= self._earlier.keys()

    def goes_on_with(self, kept: Kept | None, *, is_wanted: bool) -> None:
        """Count what a run had sent that is gone on with, as a purse does.

        Args:
            kept: what the run's journal holds; None: nothing is gone on with.
            is_wanted: whether somebody asked to go on: else an ended run is another one.
        """
        is_same = kept is not None and (is_wanted or kept.end is None)
        self.goes_on(kept.spent if kept is not None and is_same else {})
        if kept is not None and is_same:
            for key, n_seen in _seen(kept).items():
                self._earlier[key] = max(n_seen, self._earlier.get(key, 0))

    def glances_at(self, journal: Path) -> None:
        """Count what a journal says last, before it is read: a judge is asked before that.

        Args:
            journal: of the run that is gone on with; whatever is wrong with it is said later.
        """
        try:
            data = journal.read_bytes()
            at = data.rfind(b"\n" + _SPENT)
            line = data[at + 1 :].partition(b"\n")[0]
            self.goes_on(json.loads(line)["by_now"] if at >= 0 else {})
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return


class _Counted:
    """A request that is counted, and what was paid for it.

    Args:
        now: what is counted.
        key: under which it is.
        payment: None where nothing was paid.
    """

    def __init__(self, now: Counter[str], key: str, payment: Payment | None) -> None:
        self._now, self._key, self._payment = now, key, payment

    def give_back(self) -> None:
        """Take it back: the request was never sent."""
        self._now[self._key] -= 1
        if self._payment is not None:
            self._payment.give_back()


def _seen(kept: Kept) -> dict[str, int]:
    """Return what the replies of the targets took: a limit may be set where there was none."""
    arms = {"target": kept.came_back, "baseline.target": kept.base_came_back}
    return {f"{table}{_KEY}": sum(map(_n_attempts, came.values())) for table, came in arms.items()}


def _n_attempts(what: Transcript | Failure) -> int:
    if isinstance(what, Transcript):
        return sum(reply.attempts for reply in what.replies)
    return what.attempts if what.stage is Stage.TARGET else 0
