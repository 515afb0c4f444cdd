"""The error tree and the exit codes: what can stop mhgate, and with which number.

A failed gate is a :class:`~mhgate.records.Verdict`, never an exception; a trial that could not be
measured is a :class:`~mhgate.records.Failure`, never an exception. What is left raises::

    MhgateError
    ├── UsageError                  2   what was asked cannot be done
    │   ├── ConfigError             2   thresholds.toml, an option, or a variable
    │   ├── SuiteError              2   a probe, an item, a question, the hotline table
    │   ├── RatingsError            2   a file of ratings, or the mapping that explains it
    │   ├── TranscriptError         2   a file of transcripts, or what its columns mean
    │   ├── SuiteImportError        2   a file that is to become a suite, or its mapping
    │   ├── LabelsError             2   labels that people handed in, or what they were asked
    │   ├── ReportFileError         2   a report or journal that cannot be read
    │   ├── BaselineError           2   a baseline's file, or a run that cannot be blessed
    │   ├── StoreError              2   the register of runs cannot be read or written
    │   ├── IncomparableError       2   a baseline that measures something else
    │   └── KeyFileError            2   a key that cannot be read, or must not be overwritten
    ├── AttestError                 1   a signature, or what is signed, does not hold
    │   └── OtherSignerError        1   a signature names a key that is not believed
    ├── EvidenceError               1   a pack of evidence was changed, or does not hold
    └── CannotEvaluateError         4   the run cannot start: secret missing, endpoint unreadable
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from enum import IntEnum

__all__ = [
    "AttestError",
    "BaselineError",
    "CannotEvaluateError",
    "ConfigError",
    "EvidenceError",
    "ExitCode",
    "IncomparableError",
    "KeyFileError",
    "LabelsError",
    "MhgateError",
    "Mistake",
    "OtherSignerError",
    "RatingsError",
    "ReportFileError",
    "StoreError",
    "SuiteError",
    "SuiteImportError",
    "TranscriptError",
    "UsageError",
    "nearest",
]


class ExitCode(IntEnum):
    """Exit codes of the ``mhgate`` command."""

    PASS = 0
    FAIL = 1
    USAGE = 2
    INCONCLUSIVE = 3
    CANNOT_EVALUATE = 4
    NOTHING_EVALUATED = 5
    INTERNAL = 70
    INTERRUPTED = 130
    TERMINATED = 143


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that is spelled most like ``word``.

    Args:
        word: what was written.
        known: what could have been meant.

    Returns:
        The nearest known word, or None when nothing is near.

    Example:
        >>> nearest("crysis", ["crisis", "safety"])
        'crisis'
    """
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return found[0] if found else None


class Mistake:
    """One mistake in an input: where it is, what was found, what was expected, and what to do.

    Args:
        where: file and key, or file and line.
        found: what stands there.
        expected: what should stand there.
        hint: what to do about it.
    """

    __slots__ = ("expected", "found", "hint", "where")

    def __init__(self, where: str, found: str, expected: str, hint: str) -> None:
        self.where = where
        self.found = found
        self.expected = expected
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.where}: found {self.found}; expected {self.expected}. {self.hint}"

    def __repr__(self) -> str:
        return f"Mistake({str(self)!r})"


class MhgateError(Exception):
    """Anything that stops mhgate; always says what to do.

    Args:
        message: what was found and what was expected, and where.
        hint: what to do about it.
    """

    exit_code = ExitCode.INTERNAL

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class UsageError(MhgateError):
    """What was asked cannot be done as it was asked."""

    exit_code = ExitCode.USAGE


class _MistakesError(UsageError):
    """Several mistakes of one input, reported at once."""

    subject = "input"

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        count = len(self.mistakes)
        head = f"{count} mistake{'' if count == 1 else 's'} in the {self.subject}:"
        super().__init__("\n  ".join([head, *map(str, self.mistakes)]), hint="")


class ConfigError(_MistakesError):
    """Mistakes in thresholds.toml, in an option, or in a variable of the environment."""

    subject = "configuration"


class SuiteError(_MistakesError):
    """Mistakes in a suite: a probe, an item, a question, or the hotline table."""

    subject = "suites"


class RatingsError(_MistakesError):
    """Mistakes in a file of ratings, or in the mapping that says what its columns mean."""

    subject = "ratings"


class TranscriptError(_MistakesError):
    """Mistakes in a file of transcripts that is to be judged, or in what its columns mean."""

    subject = "transcripts"


class SuiteImportError(_MistakesError):
    """Mistakes in a file that is to become a suite, or in what its columns mean."""

    subject = "import"


class LabelsError(_MistakesError):
    """Mistakes in labels that people handed in, or in the sample that says what they were asked."""

    subject = "labels"


class ReportFileError(UsageError):
    """A report or a journal cannot be read or does not hold what it should."""


class BaselineError(UsageError):
    """A file is no baseline or was changed after it was blessed, or a run cannot be blessed."""


class StoreError(UsageError):
    """The register of runs cannot be read or written; no verdict ever depends on it."""


class IncomparableError(UsageError):
    """A baseline measures something else than this run, so that no comparison is honest."""


class KeyFileError(UsageError):
    """A key cannot be read, is of a kind that is not used, or would be written over another."""


class AttestError(MhgateError):
    """A signature, or what is signed, does not hold; the message names the file."""

    exit_code = ExitCode.FAIL


class OtherSignerError(AttestError):
    """A signature names a key that is not among those that are believed; nothing more is known."""


class EvidenceError(MhgateError):
    """A pack of evidence was changed after it was made, or its parts do not hold together."""

    exit_code = ExitCode.FAIL


class CannotEvaluateError(MhgateError):
    """The run cannot start: a secret is missing, or the endpoint's replies cannot be read."""

    exit_code = ExitCode.CANNOT_EVALUATE
