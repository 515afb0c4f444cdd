"""Rows -> salts, leaves, opaque names, and the root that binds them all.

A leaf is ``HMAC(master, id)`` followed by the canonical JSON of the row: without the salt nobody
can try guesses against a leaf's hash. The leaves are sorted by their hashes, so that their order
says nothing of the file's.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from mhgate.canonical import canonical_json, leaf_hash, merkle_path, merkle_root
from mhgate.errors import Mistake, SuiteError

__all__ = ["Commitment", "leaf_of", "opaque_name"]

_DIGITS = 16  # of a name: 64 bits, and a collision is refused


def leaf_of(row: dict[str, JsonValue], salt: bytes) -> bytes:
    """Return a row's leaf.

    Args:
        row: as it is written.
        salt: 32 bytes.
    """
    return salt + canonical_json(row)


def opaque_name(leaf: bytes) -> str:
    """Return the name that stands for a row where its own may not be told.

    Args:
        leaf: of the row.
    """
    return f"sealed-{leaf_hash(leaf).hex()[:_DIGITS]}"


@dataclass(frozen=True, slots=True)
class Commitment:
    """Rows that are bound by one root.

    Args:
        rows: as they are written, each with an ``id`` (and, in gold, a ``question``) of its own.
        master: the secret that all salts come from, 32 bytes.
    """

    rows: tuple[dict[str, JsonValue], ...] = field(repr=False)
    master: bytes = field(repr=False)

    @classmethod
    def of(cls, rows: Sequence[dict[str, JsonValue]], master: bytes, *, where: str) -> Commitment:
        """Sort rows by their leaves' hashes, and check that their names differ.

        Args:
            rows: in any order.
            master: 32 bytes.
            where: the file, for messages.

        Raises:
            SuiteError: a row has no id, or two have the same.
        """
        ids = [_key(row) for row in rows]
        named = all(isinstance(row.get("id"), str) and row["id"] for row in rows)
        if not named or len(set(ids)) != len(ids):
            raise SuiteError(
                [Mistake(where, "rows without an id of their own", "one id a row", "Name each.")]
            )
        bare = cls(tuple(rows), master)
        ordered = sorted(rows, key=lambda row: leaf_hash(leaf_of(row, bare.salt(row))))
        found = cls(tuple(ordered), master)
        if len(set(found.names)) != len(rows):
            raise SuiteError(
                [Mistake(where, "two rows of one opaque name", "distinct ones", "Seal again.")]
            )
        return found

    def salt(self, row: dict[str, JsonValue]) -> bytes:
        """Return what is hashed with a row.

        Args:
            row: one of them.
        """
        return hmac.digest(self.master, f"item {_key(row)}".encode(), hashlib.sha256)

    @property
    def leaves(self) -> tuple[bytes, ...]:
        """The leaves, in their order."""
        return tuple(leaf_of(row, self.salt(row)) for row in self.rows)

    @property
    def names(self) -> tuple[str, ...]:
        """The opaque name of each row."""
        return tuple(map(opaque_name, self.leaves))

    @property
    def root(self) -> str:
        """The root, which can be told: nobody learns a row from it."""
        return merkle_root(self.leaves)

    def family(self, row: dict[str, JsonValue]) -> str:
        """Return the opaque name of a row's family.

        Args:
            row: one of them.
        """
        name = f"family {row.get('family')}".encode()
        return f"sealed-family-{hmac.digest(self.master, name, hashlib.sha256).hex()[:_DIGITS]}"

    def path(self, index: int) -> tuple[bytes, ...]:
        """Return the audit path of a row.

        Args:
            index: of the row.
        """
        return merkle_path(self.leaves, index)


def _key(row: dict[str, JsonValue]) -> str:
    """Return what tells a row from all others: its id, in gold with the question."""
    question = row.get("question")
    return f"{row.get('id')} {question}" if isinstance(question, str) else str(row.get("id"))
