"""What first attempts came to, apart from what came in the end.

Asking again what went wrong changes what is measured, where it goes wrong more often with some
items than with others. So both are told.
"""

from __future__ import annotations

from pydantic import Field

from mhgate.records.record import Record

__all__ = ["FirstAttempts", "ProbeAtFirst"]


class ProbeAtFirst(Record):
    """A probe on the trials whose replies all came at the first attempt, and on all in the end.

    ``first`` and ``final`` are the means of its scores, None where nothing was scored.
    """

    probe: str
    n_first: int = Field(ge=0)
    n_final: int = Field(ge=0)
    first: float | None = Field(default=None, ge=0, le=1)
    final: float | None = Field(default=None, ge=0, le=1)


class FirstAttempts(Record):
    """How many trials took more than one attempt for a reply, and what the first ones came to.

    Of ``n_asked`` trials ``n_retried`` took more than one attempt, ``most_attempts`` for one reply
    at most. ``n_replied_first`` had all replies at the first attempt, ``n_replied`` in the end.
    ``probes`` are those that read a trial that was retried.
    """

    n_asked: int = Field(ge=0)
    n_retried: int = Field(ge=0)
    most_attempts: int = Field(ge=1)
    n_replied_first: int = Field(ge=0)
    n_replied: int = Field(ge=0)
    probes: tuple[ProbeAtFirst, ...] = ()
