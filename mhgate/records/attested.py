"""What was signed, by whom, and when: statements, and what a checked signature says."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from mhgate.records.record import Record

__all__ = ["Signed", "Stamped", "Statement", "Subject"]


class Subject(Record):
    """A file that a statement is about."""

    name: str = Field(min_length=1)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")


class Statement(Record):
    """What was signed (in-toto, version 1): a claim about files, of a kind that a URI names.

    ``predicate`` is JSON as it was read; its kind says what its keys mean.
    """

    subjects: tuple[Subject, ...] = Field(min_length=1)
    predicate_type: str = Field(min_length=1)
    predicate: dict[str, Any]


class Signed(Record):
    """A signature that holds: who signed, and the exact bytes that were signed.

    It says that whoever holds the key signed these bytes, and that they are unchanged; it says
    nothing about whether they are true. With a key, ``key_id`` is the key's; without (``how`` is
    "keyless"), that of the key that a certificate was issued to for minutes, ``identity`` and
    ``issuer`` are the certificate's, and ``at`` is when a public log or an authority saw it.
    """

    statement: Statement
    payload: bytes
    key_id: str
    how: Literal["key", "keyless"] = "key"
    identity: str | None = None
    issuer: str | None = None
    at: datetime | None = None


class Stamped(Record):
    """A timestamp that holds: these bytes existed then, as an authority says."""

    at: datetime
    authority: str
