"""How often a pull request and its commits were tried: counted in the comment, unseen.

A runner's machine is gone after the job, and the runs that were kept on it. So the Action lists the
tries in its comment: of each the commit, the workflow run, and which try of that run it was. Where
no comment can be read or written, nobody counts, and the summary says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from mhgate.action.event import Event
from mhgate.records import Attempts

__all__ = ["Tally", "read_tally"]

_LINE = re.compile(
    r"^<!-- mhgate-attempts( \+[0-9]{1,6})?"
    r"((?: [0-9a-f]{12}:[0-9]{1,20}\.[0-9]{1,6})*) -->$",
    re.MULTILINE,
)
_MOST = 400  # of the latest; 400 of them are about 12 kB
_COMMIT = 12


@dataclass(frozen=True, slots=True)
class Tally:
    """Tries, the earliest first: each ``<commit>:<workflow run>.<try>``.

    Args:
        tries: those that are listed.
        more: how many earlier ones are not listed any more.
    """

    tries: tuple[str, ...] = ()
    more: int = 0

    def and_this(self, event: Event) -> Tally:
        """Return the tally with this try at its end, once however often it is added."""
        name = _name(event)
        if name is None:
            return self
        tries = (*(each for each in self.tries if each != name), name)
        return Tally(tries[-_MOST:], self.more + max(0, len(tries) - _MOST))

    def before(self, event: Event) -> tuple[int, int]:
        """Return how often the commit, and the pull request, were tried before this."""
        name = _name(event)
        commit = (event.head_sha or "")[:_COMMIT]
        others = [each for each in self.tries if each != name]
        return sum(each.startswith(f"{commit}:") for each in others), len(others) + self.more

    def attempts(self, event: Event) -> Attempts:
        """Return which attempt this is."""
        of_commit, of_pull_request = self.before(event)
        return Attempts(
            of_commit=of_commit + 1, of_pull_request=of_pull_request + 1, counted_by="comment"
        )

    @property
    def line(self) -> str:
        """The tally as a comment of HTML, which shows nothing."""
        more = f" +{self.more}" if self.more else ""
        return f"<!-- mhgate-attempts{more}{''.join(f' {each}' for each in self.tries)} -->"


def read_tally(bodies: Iterable[str]) -> Tally:
    """Read what comments list; what is no such list counts nothing.

    Args:
        bodies: the gate's comments.
    """
    tries: dict[str, None] = {}
    more = 0
    for body in bodies:
        if found := _LINE.search(body):
            more += int(found[1] or 0)
            tries |= dict.fromkeys(found[2].split())
    return Tally(tuple(tries)[-_MOST:], more + max(0, len(tries) - _MOST))


def _name(event: Event) -> str | None:
    if not event.tried or event.head_sha is None:
        return None
    return f"{event.head_sha[:_COMMIT]}:{event.tried}"
