"""A pack whose signature another tool makes: what that tool is to claim, and its bundle taken in.

``actions/attest`` is handed a predicate and signs as the job that runs it. What it signed is taken
in only where it is what this program would have signed; who signed is for ``mhgate verify`` to say.
"""

from __future__ import annotations

from pathlib import Path

from mhgate.attest import Statement, canonical_bundle, read_bundle, read_statement
from mhgate.canonical import canonical_json
from mhgate.errors import EvidenceError, UsageError
from mhgate.wiring.signing import Signer, to_sign

__all__ = ["signer_elsewhere", "write_predicate"]


def write_predicate(path: Path, file: Path) -> str:
    """Write what a signature of a pack is to claim, for a tool that signs it.

    Args:
        path: of the pack.
        file: that is written.

    Returns:
        PASSED, WARNED or FAILED.

    Raises:
        UsageError: the pack cannot be signed, or the file cannot be written.
        EvidenceError: something in the pack does not hold.
    """
    predicate = to_sign(path).predicate
    try:
        file.write_bytes(canonical_json(predicate))
    except OSError as error:
        raise UsageError(
            f"{file}: cannot be written ({error.strerror or error}).",
            hint="Name another file with --predicate.",
        ) from error
    return str(predicate["result"])


def signer_elsewhere(file: Path) -> Signer:
    """Return what gives the bundle that another tool made, where it is of the same statement.

    Args:
        file: the other tool's bundle.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        data = file.read_bytes()
    except OSError as error:
        raise UsageError(
            f"{file}: cannot be read ({error.strerror or error}); expected a bundle.",
            hint="actions/attest says in its output bundle-path where it wrote one.",
        ) from error

    def take(statement: bytes) -> bytes:
        bundle = canonical_bundle(data, name=str(file))
        found = read_statement(read_bundle(bundle, name=str(file)).payload, name=str(file))
        unlike = _unlike(found, read_statement(statement, name="the pack"))
        if unlike is not None:
            raise EvidenceError(
                f"{file}: signs another {unlike} than this pack needs.",
                hint="Have the pack's report.json and index.json signed, with what "
                "`mhgate sign PACK --predicate FILE` writes.",
            )
        return bundle

    return take


def _unlike(found: Statement, wanted: Statement) -> str | None:
    if {(each.name, each.sha256) for each in found.subjects} != {
        (each.name, each.sha256) for each in wanted.subjects
    }:
        return "set of files"
    if found.predicate_type != wanted.predicate_type:
        return "kind of claim"
    try:
        is_same = canonical_json(found.predicate) == canonical_json(wanted.predicate)
    except (ValueError, RecursionError):  # it holds what JSON cannot, or is nested beyond reason
        is_same = False
    return None if is_same else "claim"
