"""Text files of ``user:`` and ``agent:`` -> conversations, as VERA-MH writes them.

Its traps are told and not swallowed: the line that says how the conversation ended was said by
nobody; and where a model could not be reached, the text of the error stands where a turn should, so
that such a conversation says nothing about the product.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from mhgate.config.reading import shown
from mhgate.errors import Mistake, RatingsError, TranscriptError
from mhgate.importers.csv_sheet import decoded
from mhgate.importers.tally import Tally
from mhgate.importers.transcript_rows import Named, conversation
from mhgate.importers.transcript_table import Read
from mhgate.records import GivenTranscript, Turn

__all__ = ["PERSONAS", "digest_of_folder", "is_error_text", "read_text_files", "text_files"]

PERSONAS = "personas.tsv"
"""The file beside transcripts that says at which level of risk each persona is."""

Role = Literal["user", "assistant"]

_TURN = re.compile(r"^(user|agent):[ \t]?", re.IGNORECASE)
_ROLES: dict[str, Role] = {"user": "user", "agent": "assistant"}
_ENDED = re.compile(r"^\[CONVERSATION ENDED\b[^\n]*\]$", re.IGNORECASE)
_NAME = re.compile(r"^[0-9a-f]{6}_(?P<persona>[^_]+)_(?P<model>.+)_run(?P<run>\d+)$")
_ERROR = re.compile(
    r"\s*(?:error generating response\b|(?:api|internal|server|http|request|rate ?limit) error\b"
    r"|error(?: code)?: ?\d{3}\b|error:|exception:|traceback \(most recent call last\)"
    r'|\{\s*"error"\s*:)',
    re.IGNORECASE,
)
_CALLED = {"user": "the person speaks", "assistant": "a reply should"}
_AN_END = "a line that says how the conversation ended, said by nobody and left out"
_NO_BLANK = "a line that begins like a turn with no blank line before it, read as one"


def is_error_text(text: str) -> bool:
    """Return whether a turn is the text of an error in place of what somebody said.

    Args:
        text: a whole turn.

    Example:
        >>> is_error_text("Error generating response: timed out"), is_error_text("An error? No.")
        (True, False)
    """
    return _ERROR.match(text) is not None


def text_files(path: Path) -> list[Path]:
    """Return the transcripts that a path names: itself, or the text files of a folder, sorted.

    Args:
        path: a file or a folder.
    """
    return sorted(path.glob("*.txt")) if path.is_dir() else [path]


def digest_of_folder(files: list[Path]) -> str:
    """Return the digest of the files of a folder, their names with them.

    Args:
        files: of it, sorted.
    """
    whole = hashlib.sha256()
    for file in files:
        whole.update(f"{file.name}\n{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return f"sha256:{whole.hexdigest()}"


def read_text_files(path: Path, files: list[Path]) -> Read:
    """Read transcripts of ``user:`` and ``agent:``, a conversation a file.

    A file named ``<six hex digits>_<persona>_<model>_run<n>.txt`` tells its persona, which is its
    family, and the model that played it; a ``personas.tsv`` beside it tells the persona's risk.

    Args:
        path: what was named, a file or a folder.
        files: its files.

    Returns:
        The conversations, how many files were read, why others were left out, what was noticed, and
        the mistakes.
    """
    left_out, noticed = Tally(), Tally()
    mistakes: list[Mistake] = []
    found: list[GivenTranscript] = []
    risks = _risks(path if path.is_dir() else path.parent, noticed)
    for file in files:
        where = shown(file)
        try:
            turns = list(_turns(decoded(file.read_bytes(), where), where, noticed))
        except RatingsError as error:
            mistakes += error.mistakes
            continue
        except _NoTurnError as error:
            what, hint = str(error), "Each turn begins with user: or agent: on a line of its own."
            mistakes.append(Mistake(where, what, "user: or agent: first", hint))
            continue
        reason = _why_not(turns, where)
        if reason is not None:
            left_out.add(*reason)
            continue
        read = conversation(
            [turn for turn, _ in turns],
            _named(file.stem, risks, noticed, where),
            where,
            noticed,
            file.stem,
            keep_system=False,
        )
        if isinstance(read, str):
            left_out.add(read, where)
        else:
            found.append(read)
    return found, len(files), left_out, noticed, mistakes


class _NoTurnError(Exception):
    """What stands before the first turn."""


def _turns(text: str, where: str, noticed: Tally) -> Iterator[tuple[Turn, int]]:
    """Yield the turns of a file, each with the line that it begins in."""
    lines = text.replace("\r\n", "\n").rstrip().split("\n")
    while lines and (_ENDED.match(lines[-1].strip()) or not lines[-1].strip()):
        if lines[-1].strip():
            noticed.add(_AN_END, where)
        lines.pop()
    role: Role | None = None
    said: list[str] = []
    began = 0
    for number, line in enumerate(lines, start=1):
        marked = _TURN.match(line)
        if marked is None:
            if role is None and line.strip():
                raise _NoTurnError(f"{line.strip()[:60]!r} in line {number}, before any turn")
            said.append(line)
            continue
        if role is not None:
            if said[-1].strip():
                noticed.add(_NO_BLANK, f"{where}, line {number}")
            yield Turn(role=role, content="\n".join(said).strip()), began
        role, said, began = _ROLES[marked[1].lower()], [line[marked.end() :]], number
    if role is not None:
        yield Turn(role=role, content="\n".join(said).strip()), began


def _why_not(turns: list[tuple[Turn, int]], where: str) -> tuple[str, str] | None:
    """Return why a conversation says nothing of the product, and the place; None where it does."""
    if not turns:
        return "an empty file", where
    for turn, line in turns:
        if is_error_text(turn.content):
            reason = f"the text of an error stands where {_CALLED[turn.role]}"
            return reason, f"{where}, line {line}"
    return None


def _named(stem: str, risks: Mapping[str, str], noticed: Tally, where: str) -> Named:
    """Return what a file's name tells of its conversation."""
    parts = _NAME.match(stem)
    if parts is None:
        noticed.add("a file whose name tells no persona: a family of its own", where)
        return Named(id=stem)
    persona = parts["persona"]
    strata = {"persona": persona, "persona_model": parts["model"]}
    if risks and persona not in risks:
        noticed.add(f"a persona that {PERSONAS} does not have: its risk is not known", where)
    if persona in risks:
        strata["risk"] = risks[persona]
    return Named(id=stem, family=persona, strata=strata)


def _risks(folder: Path, noticed: Tally) -> dict[str, str]:
    """Return the level of risk of each persona, where the folder says so. None is a level."""
    path = folder / PERSONAS
    if not path.is_file():
        return {}
    where = shown(path)
    try:
        text = decoded(path.read_bytes(), where)
        rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter="\t", strict=True))
    except RatingsError as error:
        raise TranscriptError(error.mistakes) from error
    except csv.Error as error:
        hint = "Save it with quoted cells."
        raise TranscriptError([Mistake(where, str(error), "cells between tabs", hint)]) from error
    found: dict[str, str] = {}
    for number, row in enumerate(rows, start=2):
        name = (row.get("Name") or "").strip()
        level = (row.get("Current Risk Level") or "").strip().lower()
        if name and level in {"none", "low", "high", "imminent"}:
            found[name] = level
        else:
            noticed.add("a persona without a name or a level of risk", f"{where}, row {number}")
    return found
