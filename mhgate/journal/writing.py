"""Events -> lines at the end of a file, each chained to the one before it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mhgate.errors import ReportFileError
from mhgate.file_lock import locked
from mhgate.journal.chain import digest_of, last_link, linked, next_link
from mhgate.journal.entries import Booked, Kept
from mhgate.records import Failure, Score, Transcript

__all__ = ["JOURNAL_VERSION", "Journal", "line_of"]

JOURNAL_VERSION = "2"
_SALT_BYTES = 16
_SALTS = 64  # that are drawn at once
_ENCODER = json.JSONEncoder(ensure_ascii=True, allow_nan=False)


class Journal:
    """Writes events at the end of a file.

    Args:
        path: the file; made anew, or continued after what it holds.
        seal: given a trial's id and its line, returns the line as only a key opens it, or None for
            a trial that needs no sealing.
        spent: returns what was paid so far, by the name of a budget; written beside what it bought.

    Raises:
        ReportFileError: it cannot be written, or another process writes it.
    """

    def __init__(
        self,
        path: Path,
        *,
        seal: Callable[[str, bytes], str | None] | None = None,
        spent: Callable[[], Mapping[str, float]] = dict,
    ) -> None:
        self.path = path
        self._seal, self._spent = seal, spent
        self._written_spent: dict[str, float] = {}
        self._scores: dict[str, Mapping[str, tuple[Score, ...]]] = {}
        self._head: str | None = None  # read when it is needed: what is torn is cut off before
        self._is_held = False
        self._salts: list[str] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            raise _unwritable(path, error) from error
        self._file = os.fdopen(made, "wb")
        if not locked(self._file):
            self._file.close()
            raise ReportFileError(
                f"{path}: another process goes on with this run.",
                hint="Wait for it, or run without resuming.",
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def holds(self, kept: Kept) -> None:
        """Say what stands in the file already: scores that are the same are not written twice.

        Args:
            kept: what was read from it.
        """
        self._scores = {"": kept.scores, "base": kept.base_scores}

    def begin(self, header: dict[str, Any]) -> None:
        """Write what the run is: plan, measurement, target, attempt."""
        self._write({"event": "begin", "version": JOURNAL_VERSION, **header})

    def came_back(
        self, what: Transcript | Failure, *, arm: str = "", is_scored_now: bool = False
    ) -> None:
        """Write what the target answered, or the failure that stands in its place.

        Args:
            what: either.
            arm: ``base`` where the target that is played beside answered.
            is_scored_now: whether :meth:`scored` is called at once: both lines go to the system
                together then.
        """
        name = "transcript" if isinstance(what, Transcript) else "failure"
        trial_id = what.trial.id if isinstance(what, Transcript) else what.trial_id
        self._is_held = is_scored_now
        try:
            self._write_of(
                trial_id,
                {"event": name, name: what.model_dump(mode="json"), **_arm(arm), **self._salt()},
            )
        finally:
            self._is_held = False

    def scored(
        self,
        trial_id: str,
        scores: Sequence[Score],
        failures: Sequence[Failure],
        *,
        arm: str = "",
    ) -> None:
        """Write what the probes made of a transcript, unless it stands there.

        Args:
            trial_id: the trial.
            scores: of the probes that read it.
            failures: in place of scores.
            arm: as for :meth:`came_back`.
        """
        if not failures and self._scores.get(arm, {}).get(trial_id) == tuple(scores):
            return
        self._write_of(
            trial_id,
            {
                "event": "scored",
                "trial": trial_id,
                "scores": [score.model_dump(mode="json") for score in scores],
                "failures": [failure.model_dump(mode="json") for failure in failures],
                **_arm(arm),
                **self._salt(),
            },
        )

    def booked(self, entry: Booked) -> None:
        """Write what a trial of a shard came to; nothing of it is more than a report shows."""
        self._write(
            {
                "event": "booked",
                "trial": entry.trial_id,
                "rows": [row.model_dump(mode="json") for row in entry.rows],
                "leaf": entry.leaf.hex(),
                "failures": list(entry.failures),
            }
        )

    def account(self, counted: Mapping[str, Any]) -> None:
        """Write what a shard's run counted beside its trials: its judging, its times."""
        self._write({"event": "account", "counted": dict(counted)})

    def copied(self, bare: bytes) -> None:
        """Write a line of another journal as it is, but for its link: it is chained anew.

        Args:
            bare: without its end and its link.
        """
        self._write_line(bare)

    def settled(self, probes: Mapping[str, str]) -> None:
        """Write which probes a wave has settled, and on what; the rest of their trials is spared.

        Args:
            probes: ``pass`` or ``fail``, by the probe's id.
        """
        self._write({"event": "settled", "probes": dict(sorted(probes.items()))})

    def mixed(self, because: str) -> None:
        """Write that more than one build of the product answered: no such run becomes a pass.

        Args:
            because: which, as the report says it.
        """
        self._write({"event": "mixed", "because": because})

    def end(self, outcome: str, merkle_root: str) -> None:
        """Write how the run ended."""
        self._write_spent()
        self._write({"event": "end", "outcome": outcome, "merkle_root": merkle_root})

    def close(self) -> None:
        """Close the file; what could not be written was said already."""
        with suppress(OSError):
            self._file.close()

    def _write_of(self, trial_id: str, event: dict[str, Any]) -> None:
        """Write what happened to one trial; sealed, where it must be."""
        sealed = None if self._seal is None else self._seal(trial_id, line_of(event))
        self._write(
            event if sealed is None else {"event": "sealed", "trial": trial_id, "age": sealed}
        )
        self._write_spent()

    def _salt(self) -> dict[str, str]:
        """Return what keeps a line's digest, in a copy without words, from being guessed at."""
        if not self._salts:  # many are drawn at once: the system is asked, which takes its time
            drawn, n = os.urandom(_SALT_BYTES * _SALTS).hex(), 2 * _SALT_BYTES
            self._salts = [drawn[at : at + n] for at in range(0, len(drawn), n)]
        return {"salt": self._salts.pop()}

    def _write_spent(self) -> None:
        """Write what all that was asked has cost by now, where that is more than was written."""
        spent = dict(self._spent())
        if spent != self._written_spent:
            self._written_spent = spent
            self._write({"event": "spent", "by_now": spent})

    def _write(self, event: dict[str, Any]) -> None:
        self._write_line(line_of(event))

    def _write_line(self, bare: bytes) -> None:
        if self._head is None:
            self._head = last_link(self.path)
        # before it is written: what a full disk swallows is missing from the chain, and seen
        self._head = next_link(self._head, digest_of(bare))
        try:
            self._file.write(linked(bare, self._head) + b"\n")
            if not self._is_held:
                self._file.flush()
        except OSError as error:
            raise _unwritable(self.path, error) from error


def line_of(event: dict[str, Any]) -> bytes:
    """Return an event as the bytes of its line, without a link and an end."""
    # ASCII, so that a lone surrogate in a hostile reply has a form and U+2028 is no line end
    return _ENCODER.encode(event).encode()


def _arm(arm: str) -> dict[str, str]:
    """Return what tells an event of the other arm from one of the target's own."""
    return {"arm": arm} if arm else {}


def _unwritable(path: Path, error: OSError) -> ReportFileError:
    return ReportFileError(
        f"{path}: the journal cannot be written ({error.strerror or error}).",
        hint="gate.reports names a folder with space and permission; what is in the journal can be "
        "gone on with.",
    )
