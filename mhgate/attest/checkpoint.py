"""Checkpoints of a public log: notes whose signatures are named by a line that nobody signs."""

from __future__ import annotations

from typing import Any

from mhgate.attest.strict_json import decoded, shown
from mhgate.errors import AttestError

__all__ = ["hold_checkpoint", "with_own_signatures"]

_MARK = "\u2014 "  # begins a line that signs the note (c2sp.org/signed-note)


def with_own_signatures(envelope: str) -> str:
    """Return a checkpoint without what witnesses signed beside the log, which is not checked here.

    Args:
        envelope: the note, an empty line, and lines that sign it.
    """
    note, gap, lines = envelope.partition("\n\n")
    kept = [
        line
        for line in lines.splitlines()
        if not line.startswith(_MARK) or line.split(" ")[1] == _log_of(note)
    ]
    return note + gap + "".join(f"{line}\n" for line in kept)


def _log_of(note: str) -> str:
    return note.partition("\n")[0].partition(" - ")[0]


def hold_checkpoint(entry: Any, *, name: str) -> None:
    """Hold a log entry's checkpoint to one signature, by the log that the note itself names.

    Args:
        entry: the log entry, as it was read.
        name: of the file, for messages.

    Raises:
        AttestError: it has another form, so that bytes of it could change unseen.
    """
    where = "tlogEntries: checkpoint"
    try:
        envelope = entry["inclusionProof"]["checkpoint"]["envelope"]
        note, _, lines = envelope.partition("\n\n")
        mark, log, signature = lines.split(" ")
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise AttestError(
            f"{name}: {where}: found no note with one signature of its log; expected one.",
            hint="A bundle of another tool is read by `mhgate.attest.canonical_bundle` first.",
        ) from error
    if f"{mark} " != _MARK or log != _log_of(note) or not signature.endswith("\n"):
        raise AttestError(
            f"{name}: {where}: found a signature that names {shown(log)}; expected "
            f"{shown(_log_of(note))}, as the note says.",
            hint="The file was changed: take it from where it was signed.",
        )
    decoded(signature.removesuffix("\n"), name=name, where=where)
