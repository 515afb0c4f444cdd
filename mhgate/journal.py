"""The append-only record of what happened, one JSON object a line, flushed as it happens.

A run that was killed is resumed from its journal: what the target has already answered is not
asked again. A torn last line, the mark of a killed writer, is cut off and said; any other line that
cannot be read is an error. The journal holds transcripts, so that it stays on this machine.
Of a run in shards it also holds what each trial came to, from which the shards are merged: outcomes
and a hash, and no word of what was said.

Of a protected item it holds nothing in clear: wiring hands in what seals a line, and what opens it.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from pydantic import ValidationError

from mhgate.errors import ReportFileError
from mhgate.records import Failure, ItemOutcome, Score, Transcript

__all__ = ["Booked", "Journal", "Kept", "parse_journal", "read_journal"]

JOURNAL_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Booked:
    """What a trial came to: all that a report keeps of it, and no word of what was said.

    Args:
        trial_id: the trial.
        rows: its outcomes, in the order of its readers.
        leaf: the hash of its leaf in the Merkle tree.
        failures: of the trial, each as ``stage: kind``.
    """

    trial_id: str
    rows: tuple[ItemOutcome, ...]
    leaf: bytes
    failures: tuple[str, ...] = ()


@dataclass(slots=True)
class Kept:
    """What a journal holds of a run.

    ``sealed`` names the trials whose lines are sealed, opened or not. ``headers`` are those of all
    its attempts; ``end`` is how the last one ended, None where it did not. Of a shard, ``booked``
    is what its trials came to, ``account`` what its run counted beside.
    """

    header: dict[str, Any]
    headers: list[dict[str, Any]] = field(default_factory=list)
    booked: dict[str, Booked] = field(default_factory=dict)
    account: dict[str, Any] | None = None
    end: dict[str, Any] | None = None
    came_back: dict[str, Transcript | Failure] = field(default_factory=dict)
    scores: dict[str, tuple[Score, ...]] = field(default_factory=dict)
    settled: dict[str, str] = field(default_factory=dict)
    n_attempts: int = 1
    torn_bytes: int = 0
    sealed: set[str] = field(default_factory=set)
    n_closed: int = 0


class Journal:
    """Writes events at the end of a file.

    Args:
        path: the file; made anew, or continued after what it holds.
        seal: given a trial's id and its line, returns the line as only a key opens it, or None for
            a trial that needs no sealing.

    Raises:
        ReportFileError: it cannot be written, or another process writes it.
    """

    def __init__(
        self, path: Path, *, seal: Callable[[str, bytes], str | None] | None = None
    ) -> None:
        self.path = path
        self._seal = seal
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        except OSError as error:
            raise _unwritable(path, error) from error
        self._file = os.fdopen(made, "wb")
        if not _locked(self._file):
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

    def begin(self, header: dict[str, Any]) -> None:
        """Write what the run is: plan, measurement, target, attempt."""
        self._write({"event": "begin", "version": JOURNAL_VERSION, **header})

    def came_back(self, what: Transcript | Failure) -> None:
        """Write what the target answered, or the failure that stands in its place."""
        name = "transcript" if isinstance(what, Transcript) else "failure"
        trial_id = what.trial.id if isinstance(what, Transcript) else what.trial_id
        self._write_of(trial_id, {"event": name, name: what.model_dump(mode="json")})

    def scored(self, trial_id: str, scores: Sequence[Score], failures: Sequence[Failure]) -> None:
        """Write what the probes made of a transcript."""
        self._write_of(
            trial_id,
            {
                "event": "scored",
                "trial": trial_id,
                "scores": [score.model_dump(mode="json") for score in scores],
                "failures": [failure.model_dump(mode="json") for failure in failures],
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

    def copied(self, line: bytes) -> None:
        """Write a line of another journal as it is.

        Args:
            line: without its end.
        """
        self._write_line(line)

    def settled(self, probes: Mapping[str, str]) -> None:
        """Write which probes a wave has settled, and on what; the rest of their trials is spared.

        Args:
            probes: ``pass`` or ``fail``, by the probe's id.
        """
        self._write({"event": "settled", "probes": dict(sorted(probes.items()))})

    def end(self, outcome: str, merkle_root: str) -> None:
        """Write how the run ended."""
        self._write({"event": "end", "outcome": outcome, "merkle_root": merkle_root})

    def close(self) -> None:
        """Close the file; what could not be written was said already."""
        with suppress(OSError):
            self._file.close()

    def _write_of(self, trial_id: str, event: dict[str, Any]) -> None:
        """Write what happened to one trial; sealed, where it must be."""
        sealed = None if self._seal is None else self._seal(trial_id, _line(event))
        self._write(
            event if sealed is None else {"event": "sealed", "trial": trial_id, "age": sealed}
        )

    def _write(self, event: dict[str, Any]) -> None:
        self._write_line(_line(event))

    def _write_line(self, line: bytes) -> None:
        try:
            self._file.write(line + b"\n")
            self._file.flush()
        except OSError as error:
            raise _unwritable(self.path, error) from error


def _line(event: dict[str, Any]) -> bytes:
    # ASCII, so that a lone surrogate in a hostile reply has a form and U+2028 is no line end
    return json.dumps(event, ensure_ascii=True, allow_nan=False).encode()


def _unwritable(path: Path, error: OSError) -> ReportFileError:
    return ReportFileError(
        f"{path}: the journal cannot be written ({error.strerror or error}).",
        hint="gate.reports names a folder with space and permission; what is in the journal can be "
        "gone on with.",
    )


def _locked(file: BinaryIO) -> bool:
    """Take the file for this process alone; the system lets go of it when the process ends.

    Windows has no such lock: two processes that go on with one run are not noticed there.
    """
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415 - where it exists

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


def read_journal(
    path: Path, *, mend: bool = False, unseal: Callable[[str], bytes] | None = None
) -> Kept:
    """Read a journal back.

    Args:
        path: the file.
        mend: cut a torn last line off the file, so that it can be continued.
        unseal: opens a sealed line; None: these are counted (``n_closed``) and stay closed.

    Returns:
        What it holds.

    Raises:
        ReportFileError: there is no such file, a line other than a torn last one is unreadable, or
            a sealed one does not open.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReportFileError(
            f"{path}: {error.strerror or error}; expected a journal.",
            hint="Name the folder of a run below .mhgate/runs, or run without resuming.",
        ) from error
    kept = parse_journal(data, name=str(path), unseal=unseal)
    if mend and kept.torn_bytes:
        with path.open("r+b") as file:
            file.truncate(len(data) - kept.torn_bytes)
    return kept


def parse_journal(data: bytes, *, name: str, unseal: Callable[[str], bytes] | None = None) -> Kept:
    """Read what a journal's file holds.

    Args:
        data: its bytes.
        name: of the file, for messages.
        unseal: as for :func:`read_journal`.

    Returns:
        What it holds; a torn last line is counted and left out.

    Raises:
        ReportFileError: as for :func:`read_journal`.
    """
    whole, _, torn = data.rpartition(b"\n")
    kept: Kept | None = None
    for number, line in enumerate(whole.split(b"\n") if whole else [], start=1):
        try:
            event = json.loads(line)
            kept = _apply(event, kept, unseal)
        except ReportFileError as error:
            raise ReportFileError(f"{name}:{number}: {error.message}", hint=error.hint) from None
        except (ValueError, KeyError, TypeError, ValidationError) as error:
            raise ReportFileError(
                f"{name}:{number}: found a line that is no event ({error}).",
                hint="The journal was changed after it was written; run without resuming.",
            ) from error
    if kept is None:
        raise ReportFileError(
            f"{name}: found no beginning; expected a journal of mhgate.",
            hint="The run was killed before it began; run without resuming.",
        )
    kept.torn_bytes = len(torn)
    return kept


def _apply(event: dict[str, Any], kept: Kept | None, unseal: Callable[[str], bytes] | None) -> Kept:
    name = event["event"]
    if name == "begin":
        if event["version"] != JOURNAL_VERSION:
            raise ValueError(f"version {event['version']!r}, expected {JOURNAL_VERSION!r}")
        if kept is None:
            return Kept(header=event, headers=[event])
        kept.n_attempts += 1
        kept.headers.append(event)
        # an attempt books all trials again that it reaches: what a report binds is the last one's
        kept.booked, kept.account, kept.end = {}, None, None
        return kept
    if kept is None:
        raise ValueError("an event before the beginning")
    return _opened(event, kept, unseal) if name == "sealed" else _kept(event, kept)


def _kept(event: dict[str, Any], kept: Kept) -> Kept:
    """Apply an event that follows the beginning."""
    name = event["event"]
    if name == "transcript":
        transcript = Transcript.model_validate(event["transcript"])
        kept.came_back[transcript.trial.id] = transcript
    elif name == "failure":
        failure = Failure.model_validate(event["failure"])
        kept.came_back[failure.trial_id] = failure
    elif name == "scored":
        kept.scores[event["trial"]] = tuple(map(Score.model_validate, event["scores"]))
    elif name == "settled":
        kept.settled.update(event["probes"])
    elif name == "booked":
        entry = Booked(
            trial_id=str(event["trial"]),
            rows=tuple(map(ItemOutcome.model_validate, event["rows"])),
            leaf=bytes.fromhex(event["leaf"]),
            failures=tuple(map(str, event["failures"])),
        )
        kept.booked[entry.trial_id] = entry
    elif name == "account":
        kept.account = dict(event["counted"])
    elif name == "end":
        kept.end = event
    else:
        raise ValueError(f"the event {name!r}")
    return kept


def _opened(event: dict[str, Any], kept: Kept, unseal: Callable[[str], bytes] | None) -> Kept:
    """Apply what a sealed line holds; where nobody opens it, only that it is there."""
    kept.sealed.add(event["trial"])
    if unseal is None:
        kept.n_closed += 1
        return kept
    try:
        inner = json.loads(unseal(event["age"]))
        return _kept(inner if _trial_of(inner) == event["trial"] else {}, kept)
    except (ValueError, KeyError, TypeError, ValidationError):
        # from None: what is wrong with it may hold its words
        raise ValueError("a sealed line that holds no event of its trial") from None


def _trial_of(event: dict[str, Any]) -> str:
    of = {
        "transcript": lambda: event["transcript"]["trial"]["id"],
        "failure": lambda: event["failure"]["trial_id"],
        "scored": lambda: event["trial"],
    }
    return str(of[event["event"]]())
