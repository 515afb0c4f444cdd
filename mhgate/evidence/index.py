"""``index.json``: every file of a pack with its digest, and what is said of what is not there."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from pydantic import ValidationError

from mhgate.canonical import canonical_json, parse_json
from mhgate.errors import EvidenceError
from mhgate.evidence.container import Pack, file_name_problem
from mhgate.records.evidence import (
    PACK_VERSION,
    KeptJournal,
    KeptProtocol,
    PackCheck,
    PackedFile,
    PackIndex,
)

__all__ = [
    "INDEX",
    "REPORT",
    "SIGNATURE",
    "STAMP_END",
    "is_signature",
    "is_stamp",
    "make_index",
    "packed_file",
    "read_index",
    "sha256_hex",
    "unlike_index",
]

INDEX, REPORT, SIGNATURE = "index.json", "report.json", "mhgate.sigstore.json"
STAMP_END = ".sigstore.json.tsr"
_SIGNATURES = ".sigstore.json"
_HINT = "Take the pack as `mhgate evidence` wrote it."


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of bytes, in 64 hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def packed_file(name: str, data: bytes) -> PackedFile:
    """Return what an index says of a file.

    Args:
        name: below the pack's folder.
        data: its bytes.
    """
    return PackedFile(name=name, sha256=sha256_hex(data), n_bytes=len(data))


def is_signature(name: str) -> bool:
    """Return whether a file of a pack is a signature, which no index can name.

    Args:
        name: of the file; signatures lie right in the pack's folder.
    """
    return name.endswith(_SIGNATURES) and "/" not in name


def is_stamp(name: str) -> bool:
    """Return whether a file of a pack is the timestamp of a signature, which no index can name.

    Args:
        name: of the file; timestamps lie beside the signatures.
    """
    return name.endswith(STAMP_END) and "/" not in name


def make_index(
    files: Mapping[str, bytes],
    *,
    run: str,
    made_by: str,
    journal: KeptJournal | None,
    protocol: KeptProtocol | None = None,
    laws: Sequence[str] = (),
    laws_expired: Sequence[str] = (),
    left_out: Mapping[str, str] | None = None,
) -> bytes:
    """Return the bytes of a pack's index, in their one canonical form.

    Args:
        files: everything else in the pack.
        run: the run's id.
        made_by: the version of this mhgate.
        journal: what is said of the run's journal; None where there is none.
        protocol: the published protocol, where the configuration names one.
        laws: the ids of those that were asked for.
        laws_expired: of them, those whose rows are past their term.
        left_out: why something is not there that could be, by name.
    """
    index = PackIndex(
        run=run,
        made_by=made_by,
        files=tuple(packed_file(name, files[name]) for name in sorted(files)),
        journal=journal,
        protocol=protocol,
        laws=tuple(laws),
        laws_expired=tuple(laws_expired),
        left_out=dict(sorted((left_out or {}).items())),
    )
    return canonical_json(index.model_dump(mode="json"))


def read_index(pack: Pack) -> PackIndex:
    """Read a pack's index, strictly.

    Args:
        pack: as it lies there.

    Raises:
        EvidenceError: it is missing, of another version, or not as this program writes it.
    """
    where = pack.where(INDEX)
    data = pack.files.get(INDEX)
    if data is None:
        raise EvidenceError(f"{where}: is not there; expected a pack's index.", hint=_HINT)
    try:
        found = parse_json(data)
        if isinstance(found, dict) and found.get("version", PACK_VERSION) != PACK_VERSION:
            raise EvidenceError(
                f"{where}: found the version {ascii(found['version'])[:40]}; expected "
                f"{PACK_VERSION!r}.",
                hint="Check it with a newer mhgate.",
            )
        index = PackIndex.model_validate(found)
    except ValidationError as error:
        place = ".".join(map(str, error.errors(include_input=False)[0]["loc"])) or "the file"
        raise EvidenceError(f"{where}: {place} is not as in an index.", hint=_HINT) from None
    except ValueError as error:
        raise EvidenceError(f"{where}: {error}; expected an index.", hint=_HINT) from None
    if canonical_json(index.model_dump(mode="json")) != data:
        raise EvidenceError(f"{where}: is not in its canonical form.", hint=_HINT)
    names = [each.name for each in index.files]
    for name in names:
        problem = "is named twice" if names.count(name) > 1 else file_name_problem(name)
        if problem or name == INDEX or is_signature(name) or is_stamp(name):
            raise EvidenceError(
                f"{where}: {ascii(name)[:80]} cannot stand in an index"
                f"{f' ({problem})' if problem else ''}.",
                hint=_HINT,
            )
    return index


def unlike_index(pack: Pack, index: PackIndex) -> Iterator[PackCheck]:
    """Yield each file that is missing, extra, or has other bytes than the index says.

    Args:
        pack: as it lies there.
        index: of it.
    """
    named = {each.name: each for each in index.files}
    for name, told in named.items():
        data = pack.files.get(name)
        if data is None:
            yield _broken(name, f"{pack.where(name)} is missing: the index names it.")
        elif len(data) != told.n_bytes or sha256_hex(data) != told.sha256:
            yield _broken(
                name,
                f"{pack.where(name)} was changed: its SHA-256 is {sha256_hex(data)[:12]}..., the "
                f"index says {told.sha256[:12]}....",
            )
    for name in pack.files:
        if name not in named and name != INDEX and not (is_signature(name) or is_stamp(name)):
            yield _broken(name, f"{pack.where(name)} is extra: the index does not name it.")


def _broken(name: str, sentence: str) -> PackCheck:
    return PackCheck(what="files", state="broken", sentence=sentence, file=name)
