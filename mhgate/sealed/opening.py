"""A pack, its seal and a key -> its rows, in memory.

No message here holds a word of a row: what is wrong with one is told by its number alone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mhgate.canonical import digest, leaf_hash
from mhgate.errors import Mistake, SuiteError
from mhgate.records.sealed import Pack, Seal, SealedRow, SealTerms
from mhgate.sealed.age import Identities, WrongKeyError
from mhgate.sealed.commitments import Commitment, opaque_name
from mhgate.sealed.packing import HEADER, seal_digest

__all__ = ["NO_KEY", "OpenedPack", "closed", "opened", "read_seal", "seal_path"]

NO_KEY = "sealed, and no key"
_CHANGED = "Take pack and seal as they were made, both of one sealing."


@dataclass(frozen=True, slots=True)
class OpenedPack:
    """A pack that a key has opened.

    Args:
        seal: beside it.
        commitment: to its rows, with the secret that salts them.
    """

    seal: Seal
    commitment: Commitment = field(repr=False)

    def pack(self) -> Pack:
        """Return what those who load suites need of it."""
        found = self.commitment
        return Pack(
            self.seal.terms,
            tuple(
                SealedRow(
                    name=opaque_name(leaf),
                    family=found.family(row),
                    digest="sha256:" + leaf_hash(leaf).hex(),
                    text=json.dumps(row).encode(),
                )
                for row, leaf in zip(found.rows, found.leaves, strict=True)
            ),
        )


def seal_path(pack: Path) -> Path:
    """Return where the seal of a pack lies: ``hidden.jsonl.age`` -> ``hidden.jsonl.seal.json``.

    Args:
        pack: the pack.
    """
    return pack.with_name(pack.name.removesuffix(".age") + ".seal.json")


def read_seal(pack: Path) -> Seal:
    """Read the seal of a pack, and hold the pack's bytes to it; this takes no key.

    Args:
        pack: the pack.

    Raises:
        SuiteError: one is missing or was changed.
    """
    path = seal_path(pack)
    try:
        seal = Seal.model_validate_json(path.read_bytes())
        data = pack.read_bytes()
    except OSError as error:
        raise SuiteError(
            [
                Mistake(
                    str(error.filename or path),
                    error.strerror or str(error),
                    "a pack and, beside it, its seal",
                    "mhgate suites seal writes both; keep them together.",
                )
            ]
        ) from error
    except ValidationError:
        raise SuiteError([Mistake(str(path), "no seal", "one", _CHANGED)]) from None
    if seal.digest != seal_digest(seal.terms, seal.pack):
        raise SuiteError(
            [Mistake(str(path), "a seal that was changed", "one as it was made", _CHANGED)]
        )
    if seal.pack != digest(data):
        raise SuiteError([Mistake(str(pack), "not the pack of its seal", seal.pack, _CHANGED)])
    return seal


def closed(pack: Path, *, why: str = NO_KEY) -> Pack:
    """Return a pack that stays closed.

    Args:
        pack: its path.
        why: why it stays so.

    Raises:
        SuiteError: as for :func:`read_seal`.
    """
    return Pack(read_seal(pack).terms, why_closed=why)


def opened(pack: Path, identities: Identities, *, named: str) -> OpenedPack:
    """Open a pack, in memory, and hold what is inside to its seal.

    Args:
        pack: its path.
        identities: secret keys.
        named: the variable that they come from, for messages.

    Raises:
        SuiteError: the key is another one, or the pack or its seal was changed.
    """
    seal = read_seal(pack)
    try:
        clear = identities.opened(pack.read_bytes())
    except WrongKeyError as error:
        is_ours = set(identities.public) & set(seal.terms.recipients)
        found = f"a pack that does not open ({error})" if is_ours else "a pack of other recipients"
        raise SuiteError(
            [
                Mistake(
                    str(pack),
                    found,
                    f"one that a key in {named} opens",
                    _CHANGED
                    if is_ours
                    else f"Its recipients are {', '.join(seal.terms.recipients)}; the keys are "
                    f"those of {', '.join(identities.public)}.",
                )
            ]
        ) from None
    try:
        terms, commitment = _inside(clear, str(pack))
    except (ValueError, KeyError, TypeError, RecursionError):
        found = "no pack of mhgate inside (nothing of it is shown)"
        raise SuiteError([Mistake(str(pack), found, "terms, then rows", _CHANGED)]) from None
    if terms != seal.terms or commitment.root != terms.root:
        raise SuiteError(
            [
                Mistake(
                    str(seal_path(pack)),
                    "another recipient, count or root than inside the pack",
                    "a seal that says what the pack says",
                    _CHANGED,
                )
            ]
        )
    return OpenedPack(seal, commitment)


def _inside(clear: bytes, where: str) -> tuple[SealTerms, Commitment]:
    first, *rest = clear.split(b"\n")
    header: dict[str, Any] = json.loads(first)[HEADER]
    rows = [json.loads(line) for line in rest if line.strip()]
    terms = SealTerms.model_validate_json(json.dumps(header["terms"]))
    master = bytes.fromhex(header["master"])
    return terms, Commitment.of(rows, master, where=where)
