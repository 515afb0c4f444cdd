"""What product and judge are asked under together: one run's id, and one limiter a host."""

from __future__ import annotations

from pathlib import Path

from mhgate.targets import Hosts, Purse
from mhgate.wiring.requests_spent import Requests
from mhgate.wiring.runs import RunFolder, find_run, new_id, new_run

__all__ = ["Sending"]


class Sending:
    """The id that every request of a run carries, and the hosts that it asks.

    The judge is asked a first question before it is known whether a kept run is gone on with: that
    question carries the id of the run that would begin.

    Args:
        run_id: what requests carry where no run is kept; None for the id of a new run.
    """

    def __init__(self, run_id: str | None = None) -> None:
        self.hosts = Hosts()
        self.purse: Purse | None = None  # set by whoever runs within a budget
        self.requests = Requests()
        self._own = run_id or new_id()
        self._now = self._own

    def run_id(self) -> str:
        """Return the run's id, as it is now."""
        return self._now

    def spent(self) -> dict[str, float]:
        """Return what was paid and sent so far, of what is limited."""
        sent = self.requests.spent()
        return sent if self.purse is None else self.purse.spent() | sent

    def resumes(self, reports: Path, wanted: str) -> RunFolder:
        """Return the run that is asked for by its id, or as ``latest``.

        Raises:
            UsageError: there is no such run.
        """
        run = self.goes_on(find_run(reports, wanted))
        self.requests.glances_at(run.journal)
        return run

    def goes_on(self, run: RunFolder) -> RunFolder:
        """Return a kept run, for which requests are sent from now on."""
        self._now = run.run_id
        return run

    def begins(self, reports: Path) -> RunFolder:
        """Return the folder of a new run, for which requests are sent from now on.

        Raises:
            UsageError: it cannot be made.
        """
        self._now = self._own
        return new_run(reports, run_id=self._own)
