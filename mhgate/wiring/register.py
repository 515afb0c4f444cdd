"""A run, written into the register when it begins and when it ends; one commit's part of it.

Whatever goes wrong with the register, no verdict depends on it: it is said once, and whoever
verifies the run later finds nothing of it there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from mhgate.config import Config
from mhgate.errors import ExitCode, MhgateError
from mhgate.records import Report
from mhgate.records.registered import Registered
from mhgate.redacting.last_edge import redactor_of
from mhgate.store.chain import absent_register
from mhgate.wiring.register_entries import ASKS, ending_of, trend_points
from mhgate.wiring.versions import version_of_mhgate

if TYPE_CHECKING:
    from mhgate.store import Store

__all__ = ["STORE_FILE", "Registering", "digest_of_file", "export_register", "register_decision"]

STORE_FILE = "runs.sqlite"
_LONGEST_REASON = 500


class Registering:
    """Writes one run into the register; as a context manager it hears when the run breaks off.

    Args:
        reports: the folder of reports.
        note: told once, where the register cannot be written.
    """

    def __init__(self, reports: Path, note: Callable[[str], None]) -> None:
        self._path = reports / STORE_FILE
        self._note = note
        self._started: tuple[int, Registered] | None = None
        self._opened = ExitStack()  # the file, from a start to its end: to close it takes a while
        self._kept: Store | None = None
        self.of_pull_request: int | None = None
        """Which run of its pull request it is, once it has started; None where not known."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is not None:
            self._broke_off(error)
        with self._spoken_of():
            self._close()

    def starts(self, said: Registered) -> int:
        """Write that the run begins.

        Args:
            said: the start; its attempt is what the folders of runs say.

        Returns:
            The attempt: where a target is asked, at least the next one that the register knows.
        """
        with self._spoken_of():
            store = self._kept = self._opened.enter_context(self._store())
            number = store.started(said, counted=said.kind in ASKS)
            said = said.model_copy(update={"attempt": store.attempt_of(number)})
            self._started = (number, said)
            if said.pull_request is not None and said.kind in ASKS:
                self.of_pull_request = store.n_of_pull_request(said.pull_request)
                self._note(
                    f"pull request {said.pull_request}: its run number {self.of_pull_request}"
                )
        return said.attempt or 1

    def ends(self, report: Report, path: Path) -> None:
        """Write that the run ended, with what its report says.

        Args:
            report: of the run.
            path: of its report.json, as it was written.
        """
        if self._started is None:
            return
        number, start = self._started
        self._started = None
        with self._spoken_of():
            self._held().finished(
                number, ending_of(start, report, digest_of_file(path)), trend_points(report, start)
            )
            self._close()

    def decides(self, start: Registered, report: Report, path: Path | None) -> None:
        """Write that a report was decided again, which takes no time: beginning and end at once.

        Args:
            start: of it.
            report: with the new verdict.
            path: where it was written; None where it was only shown.
        """
        with self._spoken_of(), self._store() as store:
            store.decided(ending_of(start, report, None if path is None else digest_of_file(path)))

    def _broke_off(self, error: BaseException) -> None:
        if self._started is None:
            return
        number, start = self._started
        self._started = None
        code = error.exit_code if isinstance(error, MhgateError) else ExitCode.INTERNAL
        said = start.model_copy(
            update={
                "event": "abort",
                "at": datetime.now(UTC),
                "exit_code": int(code),
                "reason": _reason(error),
            }
        )
        with self._spoken_of():
            self._held().aborted(number, said)

    def _held(self) -> Store:
        """Return the register, open, into which the start was written."""
        if self._kept is None:
            raise RuntimeError("a run that has not started cannot end")
        return self._kept

    def _close(self) -> None:
        self._kept = None
        self._opened.close()

    def _store(self) -> Store:
        from mhgate.store.database import Store  # noqa: PLC0415 - when a run begins, and not before

        return Store(self._path)

    @contextmanager
    def _spoken_of(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - a record beside the run: whatever goes wrong with it, the verdict stands
            words = str(error) if isinstance(error, MhgateError) else f"{type(error).__name__}"
            self._note(
                f"WARNING: the register of runs does not hold this run: {words} The verdict does "
                "not depend on it."
            )


def _reason(error: BaseException) -> str:
    """Return why a run broke off: an error of ours in its words, any other by its name alone."""
    if not isinstance(error, MhgateError):
        return type(error).__name__
    return redactor_of(os.environ).redact(error.message)[:_LONGEST_REASON]


def digest_of_file(path: Path) -> str:
    """Return the digest of a file's bytes, as a finish holds it of its report.

    Args:
        path: the file.
    """
    with path.open("rb") as file:
        return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()


def register_decision(
    report: Report, config: Config, *, output: Path | None, note: Callable[[str], None]
) -> None:
    """Write into the register that a stored report was decided again under other thresholds.

    Args:
        report: with its new verdict.
        config: the thresholds that it was decided under; the register lies among their reports.
        output: where the report was written; None where it was only shown.
        note: told where the register cannot be written.
    """
    run = report.provenance
    start = Registered(
        event="start",
        kind="decide",
        run_id=run.run_id,
        commit=run.commit,
        at=datetime.now(UTC),
        attempt=run.attempt,
        target_kind=run.target_kind,
        target_fingerprint=run.target_fingerprint,
        target_build=run.target_build,
        mhgate_version=version_of_mhgate(),
    )
    with Registering(config.folder / config.gate.reports, note) as registering:
        registering.decides(start, report, output)


def export_register(
    reports: Path, commit: str | None, *, until: str | None = None
) -> dict[str, Any]:
    """Return the register of one commit, as the pack holds it; where there is none, that it is so.

    Args:
        reports: the folder of reports.
        commit: the commit; None for runs whose commit is not known.
        until: the id of a run: the register as it was when that one ended, so that the same run
            makes the same bytes; None for all that there is.
    """
    path = reports / STORE_FILE
    if not path.is_file():
        return absent_register(commit, f"no {STORE_FILE} lies among the reports")
    from mhgate.store.database import Store  # noqa: PLC0415 - where there is one to read

    try:
        with Store(path, create=False) as store:
            return store.export(commit, until=until)
    except MhgateError as error:
        return absent_register(commit, error.message.replace(str(path), STORE_FILE))
