"""What a run took from a recording of replies, or wrote into one."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mhgate.records.record import Record

__all__ = ["Cassette", "CassetteMode"]

CassetteMode = Literal["record", "replay", "replay-or-record"]


class Cassette(Record):
    """A recording of replies that stood in the target's place, or was made of it.

    ``digest`` is that of the file's bytes when the run ended. ``n_replayed`` replies were given
    from it, ``n_missed`` were not in it, ``n_recorded`` were asked for and written, with
    ``n_attempts`` requests.
    """

    mode: CassetteMode
    file: str
    digest: str
    n_replayed: int = Field(default=0, ge=0)
    n_missed: int = Field(default=0, ge=0)
    n_recorded: int = Field(default=0, ge=0)
    n_attempts: int = Field(default=0, ge=0)

    @property
    def is_replayed(self) -> bool:
        """Whether anything that was measured is a recording's, so that it is no fresh measurement.

        A replay that found nothing asked nobody either.
        """
        return self.n_replayed > 0 or self.mode == "replay"

    @property
    def words(self) -> str:
        """The line of a verdict that says so; empty where all was asked."""
        if not self.is_replayed:
            return ""
        if self.n_recorded == 0:
            return (
                f"Nobody was asked: all {self.n_replayed} replies are a recording's ({self.file}). "
                "Warned at best."
            )
        whole = self.n_replayed + self.n_recorded
        return (
            f"Replayed in part: {self.n_replayed} of {whole} replies are a recording's "
            f"({self.file}), and nobody was asked for them. Warned at best."
        )
