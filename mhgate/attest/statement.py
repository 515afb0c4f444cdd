"""Statements (in-toto, version 1): what is claimed, and about which files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue, ValidationError

from mhgate.attest.strict_json import only_keys, read_json, shown
from mhgate.canonical import canonical_json
from mhgate.errors import AttestError
from mhgate.records.attested import Statement, Subject

__all__ = ["STATEMENT_TYPE", "read_statement", "statement_bytes"]

STATEMENT_TYPE = "https://in-toto.io/Statement/v1"


def statement_bytes(
    subjects: Sequence[Subject], *, predicate_type: str, predicate: Mapping[str, JsonValue]
) -> bytes:
    """Return a statement as it is signed: canonical JSON.

    Args:
        subjects: the files that it is about; at least one, and no name twice.
        predicate_type: a URI that says what the predicate's keys mean.
        predicate: what is claimed.

    Raises:
        ValueError: no subject, a name twice, or a predicate that JSON cannot hold.

    Example:
        >>> about = Subject(name="report.json", sha256="0" * 64)
        >>> statement_bytes([about], predicate_type="urn:example", predicate={})[:40]
        b'{"_type":"https://in-toto.io/Statement/v'
    """
    names = [each.name for each in subjects]
    if not names or len(set(names)) != len(names):
        msg = f"a statement is about at least one file, and about none twice: {names}"
        raise ValueError(msg)
    return canonical_json(
        {
            "_type": STATEMENT_TYPE,
            "subject": [
                {"name": each.name, "digest": {"sha256": each.sha256}} for each in subjects
            ],
            "predicateType": predicate_type,
            "predicate": dict(predicate),
        }
    )


def read_statement(payload: bytes, *, name: str) -> Statement:
    """Read a statement strictly.

    Args:
        payload: the bytes that were signed, whoever wrote them: they need not be canonical.
        name: of the file, for messages.

    Raises:
        AttestError: it is no such statement, has no subject, or one without a name and sha256.
    """
    found = only_keys(
        read_json(payload, name=name, what="the signed statement"),
        needed=("_type", "subject", "predicateType", "predicate"),
        name=name,
        where="the signed statement",
    )
    if found["_type"] != STATEMENT_TYPE:
        raise AttestError(
            f"{name}: the signed statement: _type: found {shown(found['_type'])}; expected "
            f"{STATEMENT_TYPE}.",
            hint="This signs something else than a statement of in-toto, version 1.",
        )
    if not isinstance(found["predicate"], dict):
        raise AttestError(
            f"{name}: the signed statement: predicate: found {shown(found['predicate'])}; expected "
            "an object.",
            hint="This is no statement that mhgate reads.",
        )
    try:
        return Statement(
            subjects=_subjects(found["subject"], name=name),
            predicate_type=found["predicateType"],
            predicate=found["predicate"],
        )
    except ValidationError as error:
        raise AttestError(
            f"{name}: the signed statement: predicateType: found {shown(found['predicateType'])}; "
            "expected a URI.",
            hint="This is no statement that mhgate reads.",
        ) from error


def _subjects(found: Any, *, name: str) -> tuple[Subject, ...]:
    where = "the signed statement: subject"
    if not isinstance(found, list) or not found:
        raise AttestError(
            f"{name}: {where}: found {shown(found)}; expected at least one file with its sha256.",
            hint="A signature that is about no file proves nothing.",
        )
    made: dict[str, Subject] = {}
    for each in found:
        entry = only_keys(each, needed=("name", "digest"), name=name, where=where)
        hashed = only_keys(entry["digest"], needed=("sha256",), name=name, where=f"{where}: digest")
        try:
            subject = Subject(name=entry["name"], sha256=hashed["sha256"])
        except ValidationError as error:
            raise AttestError(
                f"{name}: {where}: found {shown(entry['name'])} with sha256 "
                f"{shown(hashed['sha256'])}; expected a name and 64 hexadecimal digits.",
                hint="This is no statement that mhgate reads.",
            ) from error
        if subject.name in made:
            raise AttestError(
                f"{name}: {where}: found {shown(subject.name)} twice; expected each file once.",
                hint="Which of the two is meant cannot be known.",
            )
        made[subject.name] = subject
    return tuple(made.values())
