"""What a judge answered about gold, one JSON object a line, written as it comes.

So that a calibration which was stopped, or ran out of its budget, asks only what is missing. The
file holds words of the transcripts (quotes), so that it stays where they are.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mhgate.errors import ReportFileError
from mhgate.records import Answer

__all__ = ["AnswersFile", "answer_key", "latest_answers", "new_answers"]

VERSION = "1"
_HINT = "The file was changed after it was written; calibrate without --resume."


def answer_key(question_digest: str, transcript_digest: str) -> str:
    """Return what an answer belongs to: a wording and what was shown, whatever its name.

    Args:
        question_digest: of the question.
        transcript_digest: of the transcript.
    """
    return f"{question_digest} {transcript_digest}"


class AnswersFile:
    """Writes answers at the end of a file; failures are not kept, they are asked again.

    Args:
        path: the file; made anew, or continued after what it holds.
        judge: the judge's fingerprint.
        spent: returns how many requests were sent by now, by the key of their limit; what it
            returned last is read again as ``sent_before``.

    Raises:
        ReportFileError: it cannot be read or written, or holds another judge's answers.
    """

    def __init__(
        self, path: Path, *, judge: str, spent: Callable[[], Mapping[str, float]] = dict
    ) -> None:
        self.path = path
        self.kept: dict[str, Answer] = {}
        self.model: str | None = None
        self.sent_before: dict[str, float] = {}
        self._spent = spent
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            data = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise _unwritable(path, error) from error
        whole, _, torn = data.rpartition(b"\n")
        self._read(whole, judge)
        self._is_continued = bool(self.kept)
        self._written_spent = dict(self.sent_before)
        try:
            self._file = path.open("ab")
            if torn:  # the mark of a writer that was killed
                self._file.truncate(len(data) - len(torn))
        except OSError as error:
            raise _unwritable(path, error) from error
        if not whole:
            self._write({"event": "begin", "version": VERSION, "judge": judge})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(OSError, ReportFileError):
            self.tell_spent()
        with suppress(OSError):
            self._file.close()

    def tell_spent(self) -> None:
        """Write how many requests were sent by now, where that is more than was written.

        Raises:
            ReportFileError: it cannot be written.
        """
        now = dict(self._spent())
        if now and now != self._written_spent:
            self._written_spent = now
            self._write({"event": "spent", "by_now": now})

    def answered_as(self, model: str | None) -> None:
        """Write down which model answers, once; two models are never mixed.

        Args:
            model: as it answered; None of a judge that names none.

        Raises:
            ReportFileError: what the file holds was answered by another one.
        """
        if model == self.model:
            return
        if self.model is not None or self._is_continued:
            raise ReportFileError(
                f"{self.path}: found answers of {self.model or 'a model without a name'}; the "
                f"judge answers as {model or 'a model without a name'} now.",
                hint="Calibrate without --resume: a certificate is one model's.",
            )
        self.model = model
        self._write({"event": "model", "model": model})

    def keep(self, key: str, answer: Answer) -> None:
        """Write an answer down.

        Args:
            key: see :func:`answer_key`.
            answer: as the judge gave it.
        """
        self.kept[key] = answer
        self._write({"event": "answer", "key": key, "answer": answer.model_dump(mode="json")})

    def _read(self, whole: bytes, judge: str) -> None:
        for number, event in enumerate(_events(self.path, whole), start=1):
            if number == 1:
                if event.get("version") != VERSION or event.get("judge") != judge:
                    raise ReportFileError(
                        f"{self.path}: found answers of another judge, or of another version.",
                        hint="Calibrate without --resume.",
                    )
                continue
            try:
                if event.get("event") == "model":
                    self.model = str(event["model"])
                    continue
                if event.get("event") == "spent":
                    self.sent_before = {str(key): float(n) for key, n in event["by_now"].items()}
                    continue
                self.kept[event["key"]] = Answer.model_validate(event["answer"])
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise ReportFileError(
                    f"{self.path}:{number}: found a line that is no answer ({error}).", hint=_HINT
                ) from error

    def _write(self, event: dict[str, Any]) -> None:
        try:
            self._file.write(json.dumps(event, ensure_ascii=True, allow_nan=False).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise _unwritable(self.path, error) from error


def latest_answers(folder: Path, *, judge: str) -> Path | None:
    """Return the latest file of a judge's answers, None where there is none.

    Args:
        folder: where they are kept.
        judge: the judge's fingerprint.
    """
    found = sorted(folder.glob("*.jsonl"), reverse=True) if folder.is_dir() else []
    for path in found:
        with path.open("rb") as file, suppress(ValueError, AttributeError):
            if json.loads(file.readline()).get("judge") == judge:
                return path
    return None


def new_answers(folder: Path, *, now: datetime) -> Path:
    """Return the path of a new file of answers; names sort by time.

    Args:
        folder: where they are kept; a .gitignore keeps them out of repositories.
        now: the time.

    Raises:
        ReportFileError: the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / ".gitignore").exists():
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    except OSError as error:
        raise _unwritable(folder, error) from error
    return folder / f"{now.strftime('%Y%m%dT%H%M%S.%f')}.jsonl"


def _events(path: Path, whole: bytes) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(whole.split(b"\n") if whole else [], start=1):
        try:
            event = json.loads(line)
        except ValueError as error:
            raise ReportFileError(
                f"{path}:{number}: found a line that is no JSON ({error}).", hint=_HINT
            ) from error
        if not isinstance(event, dict):
            raise ReportFileError(f"{path}:{number}: found no object.", hint=_HINT)
        yield event


def _unwritable(path: Path, error: OSError) -> ReportFileError:
    return ReportFileError(
        f"{path}: the judge's answers cannot be kept ({error.strerror or error}).",
        hint="gate.reports names a folder with space and permission.",
    )
