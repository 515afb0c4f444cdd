"""A cassette: replies that were recorded once, and stand in the target's place afterwards.

A line of the file is one reply: the digest of what was asked, which trial it was, and what came
back. A reply is never taken for another request's: the key holds the target's fingerprint, its
configuration, the trial with its seed, and everything said until then.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, Self

from pydantic import ValidationError

from mhgate.canonical import digest
from mhgate.errors import ReportFileError, UsageError
from mhgate.file_lock import locked
from mhgate.protocols import Target
from mhgate.records import Failure, Stage, Trial, Turn
from mhgate.records.cassettes import Cassette, CassetteMode

__all__ = ["FORMAT", "MISS", "CassetteTarget", "Tape", "request_key"]

FORMAT = "1"
MISS = "cassette_miss"
"""The kind of the Failure that stands in place of a reply which was not recorded."""

_REPLAYED = "replayed"  # in what a turn carries: the session that it belonged to is gone
_KEPT = frozenset(Turn.model_fields) - {"carry"}


def request_key(
    turns: Sequence[Turn], trial: Trial, *, fingerprint: str, configuration: str
) -> str:
    """Return what a reply is kept under: all that makes it the reply to this request.

    Args:
        turns: said until now, the last one the user's.
        trial: whose seed and epoch it is asked with.
        fingerprint: the target's.
        configuration: the digest of what labels it.
    """
    return digest(
        {
            "cassette": FORMAT,
            "target": fingerprint,
            "configuration": configuration,
            "trial": trial.id,
            "seed": str(trial.seed),
            "said": [[turn.role, turn.content, turn.session, str(turn.at_s)] for turn in turns],
        }
    )


@dataclass(slots=True)
class _Place:
    """Where a reply stands in the file."""

    offset: int
    length: int
    failed: bool


@dataclass(slots=True)
class Tape:
    """The file of a cassette, open for one run.

    Args:
        path: of the file.
        mode: ``record`` begins it anew, ``replay`` only reads it, ``replay-or-record`` does both.
        redact: takes secrets out of a text or a JSON value before it is written.
        build: of the product that is recorded, None where it is not known.

    Raises:
        UsageError: there is none to replay, or another process writes it.
        ReportFileError: it cannot be read or written, or a line of it holds something else.
    """

    path: Path
    mode: CassetteMode
    redact: Callable[[Any], Any] = lambda value: value
    build: str | None = None
    n_replayed: int = 0
    n_missed: int = 0
    n_recorded: int = 0
    n_attempts: int = 0
    _places: dict[str, _Place] = field(default_factory=dict)
    _file: IO[bytes] | None = None
    _is_whole: bool = True

    def __enter__(self) -> Self:
        try:
            self._open()
        except OSError as error:
            self.close(whole=False)
            raise self._unusable(error) from error
        except BaseException:
            self.close(whole=False)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_raised: object) -> None:
        self.close(whole=kind is None)

    def _open(self) -> None:
        if self.mode == "replay" and not self.path.is_file():
            raise UsageError(
                f"{self.path}: found no cassette to replay (target.cassette).",
                hint='Record one first: target.cassette_mode = "record".',
            )
        if self.mode == "replay":
            self._file = self.path.open("rb")
            self._read()
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._written.open("a+b")
        if not locked(self._file):
            raise UsageError(
                f"{self._written}: another process records there.",
                hint="Wait for it, or name another file as target.cassette.",
            )
        self._written.chmod(0o600)
        if self.mode == "record":
            self._file.truncate(0)
        self._read()
        if self._file.seek(0, os.SEEK_END) == 0:
            self._write({"cassette": FORMAT, "build": self.build})

    @property
    def _written(self) -> Path:
        """What is written: a new recording stands beside the old one until it is whole."""
        beside = self.path.with_name(self.path.name + ".part")
        return beside if self.mode == "record" else self.path

    def _read(self) -> None:
        file = self._used
        file.seek(0)
        offset = 0
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n") and self.mode != "replay":
                file.truncate(offset)  # the mark of a killed writer
                break
            self._learn(number, offset, line)
            offset += len(line)

    def _learn(self, number: int, offset: int, line: bytes) -> None:
        try:
            row = json.loads(line)
        except ValueError:
            row = None
        if number == 1 and isinstance(row, dict) and row.get("cassette") == FORMAT:
            build = row.get("build")
            self.build = build if self.mode == "replay" else self.build or build
            return
        failed = isinstance(row, dict) and isinstance(row.get("failure"), dict)
        is_reply = isinstance(row, dict) and isinstance(row.get("reply"), dict)
        if number == 1 or not (failed or is_reply) or not isinstance(row.get("key"), str):
            raise ReportFileError(
                f"{self.path}, line {number}: found no recorded reply; expected a cassette of "
                f"version {FORMAT}.",
                hint="The file was changed, or torn while it was written: record it anew.",
            )
        self._places[row["key"]] = _Place(offset, len(line), failed)

    def find(self, key: str, trial: Trial) -> Turn | Failure | None:
        """Return what was recorded, None where nothing was.

        Args:
            key: of the request.
            trial: whose Failure it is, where one was recorded.

        Raises:
            ReportFileError: the line holds something else.
        """
        place = self._places.get(key)
        if place is None or (place.failed and self.mode != "replay"):
            return None
        file = self._used
        file.seek(place.offset)
        row = json.loads(file.read(place.length))
        try:
            if place.failed:
                return Failure.model_validate(
                    {**row["failure"], "trial_id": trial.id, "stage": Stage.TARGET}, strict=False
                )
            turn = Turn.model_validate(row["reply"])
            carry = {_REPLAYED: "yes"} if row.get("session") else {}
            return turn.model_copy(update={"carry": carry})
        except ValidationError as error:
            raise ReportFileError(
                f"{self.path}: what was recorded of {trial.id} is no reply.",
                hint="The file was changed after it was written: record it anew.",
            ) from error

    def keep(self, key: str, trial: Trial, turn: int, reply: Turn | Failure) -> None:
        """Write what came back; with the next reply at the latest it is in the file.

        Args:
            key: of the request.
            trial: which it was.
            turn: the number of the reply in its conversation, from 1.
            reply: or the failure in its place.
        """
        row: dict[str, Any] = {"key": key, "trial": trial.id, "seed": trial.seed, "turn": turn}
        if isinstance(reply, Turn):
            said = reply.model_dump(mode="json", include=set(_KEPT), exclude_defaults=True)
            row["reply"] = self.redact({**said, "role": reply.role, "content": reply.content})
            row |= {"session": True} if reply.carry else {}
        else:
            kept = {"kind", "message", "retryable", "attempts"}
            row["failure"] = self.redact(reply.model_dump(mode="json", include=kept))
        self.n_recorded += 1
        self.n_attempts += reply.attempts
        try:
            offset, length = self._write(row)
        except OSError as error:
            raise self._unusable(error) from error
        self._places[key] = _Place(offset, length, isinstance(reply, Failure))

    def _write(self, row: Mapping[str, Any]) -> tuple[int, int]:
        line = json.dumps(row, sort_keys=True).encode("ascii") + b"\n"
        file = self._used
        offset = file.seek(0, os.SEEK_END)
        file.write(line)
        file.flush()
        return offset, len(line)

    def close(self, *, whole: bool = True) -> None:
        """Close the file; a new recording takes the place of the old one.

        Args:
            whole: whether the run came to its end; else the old one stays.
        """
        file, self._file = self._file, None
        if file is None:
            return
        file.close()
        self._is_whole = whole
        if self.mode == "record" and whole:
            self._written.replace(self.path)

    def account(self) -> Cassette:
        """Return what the run took from it and wrote into it; after it was closed."""
        path = self.path if self._is_whole else self._written
        return Cassette(
            mode=self.mode,
            file=path.name,
            digest="sha256:" + sha256(path.read_bytes()).hexdigest(),
            n_replayed=self.n_replayed,
            n_missed=self.n_missed,
            n_recorded=self.n_recorded,
            n_attempts=self.n_attempts,
        )

    def now(self) -> Cassette:
        """Return the same while it is open, for a verdict that is taken before the end."""
        return Cassette(
            mode=self.mode,
            file=self.path.name,
            digest="",
            n_replayed=self.n_replayed,
            n_missed=self.n_missed,
            n_recorded=self.n_recorded,
            n_attempts=self.n_attempts,
        )

    @property
    def _used(self) -> IO[bytes]:
        if self._file is None:
            raise RuntimeError("a Tape is used inside its with block")
        return self._file

    def _unusable(self, error: OSError) -> ReportFileError:
        return ReportFileError(
            f"{self.path}: the cassette cannot be read or written ({error.strerror or error}).",
            hint="target.cassette names a file with space and permission.",
        )


class CassetteTarget:
    """A target whose replies are recorded, or that is not asked because they were.

    Args:
        target: that is recorded; of a replay, the one that was.
        tape: the file.
        configuration: the digest of what labels the target.
        protected: whether an item is a protected one: it is never recorded in clear.

    Example:
        >>> with Tape(Path("replies.jsonl"), "replay") as tape:  # doctest: +SKIP
        ...     target = CassetteTarget(target, tape)
    """

    def __init__(
        self,
        target: Target,
        tape: Tape,
        *,
        configuration: str = "",
        protected: Callable[[str], bool] = lambda _item_id: False,
    ) -> None:
        self._target, self._tape = target, tape
        self._configuration, self._protected = configuration, protected

    @property
    def fingerprint(self) -> str:
        """That of the target: what was recorded is what it said."""
        return self._target.fingerprint

    @property
    def asked(self) -> Target:
        """The target itself, for what is not recorded."""
        return self._target

    def __getattr__(self, name: str) -> Any:
        """Say of itself what the target does: its clock, its secrets, its advice."""
        return getattr(self._target, name)

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Return the recorded reply, or ask and record, as the mode says.

        Args:
            turns: the conversation so far.
            trial: which trial it is.
        """
        tape, n_replies = self._tape, sum(turn.role == "assistant" for turn in turns) + 1
        if self._protected(trial.item_id):
            if tape.mode != "replay":
                return await self._target.reply(turns, trial)
            return self._missed(trial, n_replies, "protected items are never recorded")
        key = request_key(
            turns, trial, fingerprint=self.fingerprint, configuration=self._configuration
        )
        known = None if tape.mode == "record" else tape.find(key, trial)
        if known is not None:
            tape.n_replayed += 1
            return known
        if tape.mode == "replay":
            return self._missed(trial, n_replies, f"key {key}")
        if tape.mode == "replay-or-record" and _is_in_a_session_that_is_gone(turns):
            return self._missed(
                trial, n_replies, f"key {key}; its session was replayed, and cannot go on"
            )
        came = await self._target.reply(turns, trial)
        tape.keep(key, trial, n_replies, came)
        return came

    def _missed(self, trial: Trial, turn: int, why: str) -> Failure:
        self._tape.n_missed += 1
        return Failure(
            trial_id=trial.id,
            stage=Stage.TARGET,
            kind=MISS,
            message=(
                f"the cassette {self._tape.path.name} holds no reply {turn} of {trial.id}, seed "
                f"{trial.seed} ({why}); nobody was asked"
            ),
        )


def _is_in_a_session_that_is_gone(turns: Sequence[Turn]) -> bool:
    """Return whether a replayed reply began a session, whose id is no evidence and is not kept."""
    return any(_REPLAYED in turn.carry for turn in turns)
