"""A shard's journal -> a file that may leave the machine: without its words, or encrypted.

Artifacts of a public repository are public, and a journal holds what was said.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mhgate.config.tables import GateConfig
from mhgate.errors import ReportFileError, UsageError
from mhgate.journal import Kept, parse_journal, without_words
from mhgate.sealed.age import encrypted
from mhgate.wiring.runs import LATEST, RunFolder, find_run

__all__ = ["write_shard_artifact"]


def write_shard_artifact(named: str, output: Path, *, recipients: Sequence[str] = ()) -> Kept:
    """Write what of a shard's run may leave the machine.

    Args:
        named: the run: its id, its folder, its journal, or ``latest``.
        output: the file.
        recipients: public keys (age) to which the whole journal is encrypted; without any, a
            copy is written that holds outcomes and hashes, and nothing that was said. Its chain
            ends with the journal's own head.

    Returns:
        What the journal holds.

    Raises:
        ReportFileError: the journal cannot be read, or the file cannot be written.
        UsageError: there is no such run, or it is no shard.
    """
    path = _journal_of(named)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReportFileError(
            f"{path}: {error.strerror or error}; expected the journal of a shard.",
            hint="Name a run below .mhgate/runs.",
        ) from error
    kept = parse_journal(data, name=str(path))
    if kept.header.get("shard") is None:
        raise UsageError(
            f"{path}: found the journal of a whole run; expected a shard's.",
            hint="A whole run leaves its report.json, which holds nothing that was said.",
        )
    made = encrypted(data, recipients) if recipients else without_words(data, name=str(path))
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_bytes(made)
    except OSError as error:
        raise ReportFileError(
            f"{output}: cannot be written ({error.strerror or error}).",
            hint="Name a file in a folder with space and permission.",
        ) from error
    return kept


def _journal_of(named: str) -> Path:
    path = Path(named)
    if path.is_file():
        return path
    if path.is_dir():
        return RunFolder(path).journal
    return find_run(Path(GateConfig().reports), named or LATEST).journal
