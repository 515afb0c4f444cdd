"""Files of transcripts -> conversations that can be judged: nothing dropped silently.

JSON Lines (records of ours, simple rows, OpenAI's messages), CSV of prompts and replies, text of
``user:`` and ``agent:`` (a file, or a folder of files). What is
malformed stops the reading, with everything that is wrong at once; what is well formed and cannot
be judged is left out and counted, with the reason.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from mhgate.config.reading import shown
from mhgate.errors import Mistake, RatingsError, TranscriptError
from mhgate.importers.csv_sheet import decoded
from mhgate.importers.tally import Tally
from mhgate.importers.transcript_columns import TranscriptColumns
from mhgate.importers.transcript_rows import parsed, read_row
from mhgate.importers.transcript_table import Read, read_table
from mhgate.importers.transcript_text import digest_of_folder, read_text_files, text_files
from mhgate.records import GivenTranscript, TranscriptSet

__all__ = ["read_transcripts"]

_TABLES = {".csv", ".tsv"}
_MOST_MISTAKES = 100


def read_transcripts(
    path: Path, *, columns: TranscriptColumns | None = None, keep_system: bool = False
) -> TranscriptSet:
    """Read a file of transcripts.

    Args:
        path: ``.csv`` or ``.tsv`` is a table of prompts and replies, ``.txt`` or a folder of such
            files text of ``user:`` and ``agent:``, anything else JSON Lines.
        columns: what a table's columns mean; None: ``prompt`` and ``reply``.
        keep_system: whether system turns stay in what is judged.

    Returns:
        The conversations, and what became of every other row.

    Raises:
        TranscriptError: it cannot be read, or rows in it are malformed: every mistake, with file
            and line.
    """
    file = shown(path)
    try:
        files = text_files(path) if path.is_dir() or path.suffix.lower() == ".txt" else []
        data = b"" if path.is_dir() else path.read_bytes()
    except OSError as error:
        found = (error.strerror or type(error).__name__).lower()
        hint = "Give a file of transcripts, or a run's id or folder."
        raise TranscriptError([Mistake(file, found, "a file that can be read", hint)]) from error
    if columns is None and (files or path.is_dir()):
        read = read_text_files(path, files)
    elif path.suffix.lower() in _TABLES:
        read = read_table(data, file, columns or TranscriptColumns(), keep_system=keep_system)
    elif columns is not None:
        hint = "Leave the columns out, or give a file whose name ends in .csv."
        raise TranscriptError([Mistake(file, "JSON Lines and a mapping", "a table", hint)])
    else:
        read = _read_lines(data, file, keep_system=keep_system)
    conversations, n_read, left_out, noticed, mistakes = read
    mistakes += _repeated(conversations)
    if not n_read and not mistakes:
        mistakes = [Mistake(file, "no rows", "at least one transcript", "Is it the right file?")]
    if mistakes:
        raise TranscriptError(_first(mistakes, file))
    for what, n, places in _copies(conversations):
        noticed.add(what, *places[:1], n=n)
    return TranscriptSet(
        file=file,
        digest=digest_of_folder(files)
        if path.is_dir()
        else f"sha256:{hashlib.sha256(data).hexdigest()}",
        read=n_read,
        transcripts=tuple(conversations),
        left_out=left_out.left_out(),
        noticed=noticed.noticed(),
    )


def _read_lines(data: bytes, file: str, *, keep_system: bool) -> Read:
    try:
        text = decoded(data, file)
    except RatingsError as error:
        raise TranscriptError(error.mistakes) from error
    left_out, noticed = Tally(), Tally()
    mistakes: list[Mistake] = []
    found: list[GivenTranscript] = []
    n_read = 0
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        n_read += 1
        where = f"{file}, line {number}"
        raw = parsed(line, where)
        if isinstance(raw, Mistake):
            mistakes.append(raw)
            continue
        read = read_row(raw, where, noticed, unnamed=f"line-{number}", keep_system=keep_system)
        if isinstance(read, list):
            mistakes += read
        elif isinstance(read, str):
            left_out.add(read, where)
        else:
            found.append(read)
    return found, n_read, left_out, noticed, mistakes


def _repeated(found: Sequence[GivenTranscript]) -> list[Mistake]:
    first: dict[str, str] = {}
    mistakes = []
    for each in found:
        if each.id in first:
            what = f"the id {each.id[:60]!r}, which {first[each.id]} has too"
            hint = "Rename one; where an item was asked again, both may name it under item."
            mistakes.append(Mistake(each.where, what, "an id of its own", hint))
        first.setdefault(each.id, each.where)
    return mistakes


def _copies(found: Sequence[GivenTranscript]) -> Tally:
    """Count conversations that are word for word an earlier one: copies are no further evidence."""
    noticed = Tally()
    seen: set[tuple[tuple[str, str], ...]] = set()
    for each in found:
        words = tuple((turn.role, turn.content) for turn in each.turns)
        if words in seen:
            noticed.add("a conversation that is word for word an earlier one", each.where)
        seen.add(words)
    return noticed


def _first(mistakes: list[Mistake], file: str) -> list[Mistake]:
    more = len(mistakes) - _MOST_MISTAKES
    if more <= 0:
        return mistakes
    rest = Mistake(file, f"{more} more mistakes", "none", "Mend these first; many may be one.")
    return [*mistakes[:_MOST_MISTAKES], rest]
