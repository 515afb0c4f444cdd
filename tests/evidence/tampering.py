"""A pack, changed and signed again by its own key: what somebody could do who holds the key."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mhgate.attest import (
    Subject,
    read_private_key,
    read_public_key,
    sign_statement,
    statement_bytes,
)
from mhgate.canonical import canonical_json
from mhgate.evidence.index import INDEX, REPORT, SIGNATURE, packed_file, sha256_hex
from mhgate.evidence.statement import PREDICATE_TYPE
from mhgate.records.evidence import PackVerified
from mhgate.wiring import Trusting, by_keys, verify_pack


def checked(folder: Path, public: Path, **others: Any) -> PackVerified:
    """Verify a pack with one key."""
    key = read_public_key(public.read_bytes(), name="pub")
    return verify_pack(folder, Trusting(signature=by_keys([key]), **others))


def broken(found: PackVerified) -> str:
    """Return everything that does not hold, in words."""
    return "\n".join(f"{each.what}: {each.sentence}" for each in found.broken)


def edited(data: bytes, change: Callable[[Any], object]) -> bytes:
    """Return a JSON file with a change in it."""
    value = json.loads(data)
    change(value)
    return json.dumps(value, indent=2).encode()


def signed_again(
    folder: Path,
    changes: Mapping[str, bytes | None],
    private: Path,
    predicate: Callable[[dict[str, Any]], object] | None = None,
) -> None:
    """Write changed files, with an index and a signature that fit them: a forgery by the owner."""
    for name, data in changes.items():
        path = folder / name
        if data is None:
            path.unlink()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    index = json.loads((folder / INDEX).read_bytes())
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != INDEX and not path.name.endswith(".sigstore.json")
    }
    index["files"] = [packed_file(name, files[name]).model_dump() for name in sorted(files)]
    (folder / INDEX).write_bytes(canonical_json(index))
    bundle = json.loads((folder / SIGNATURE).read_bytes())
    import base64

    claimed = json.loads(base64.b64decode(bundle["dsseEnvelope"]["payload"]))["predicate"]
    if predicate is not None:
        predicate(claimed)
    subjects = [
        Subject(name=name, sha256=sha256_hex((folder / name).read_bytes()))
        for name in (REPORT, INDEX)
    ]
    key = read_private_key(private.read_bytes(), passphrase=None, name="key")
    (folder / SIGNATURE).write_bytes(
        sign_statement(
            statement_bytes(subjects, predicate_type=PREDICATE_TYPE, predicate=claimed), key
        )
    )
