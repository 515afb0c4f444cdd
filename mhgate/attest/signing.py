"""Signing a statement with a local key, and checking such a signature."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mhgate.attest.bundle import Bundle, bundle_bytes, read_bundle
from mhgate.attest.dsse import pae
from mhgate.attest.keys import PublicKey, SigningKey
from mhgate.attest.statement import read_statement
from mhgate.attest.strict_json import shown
from mhgate.errors import AttestError, OtherSignerError
from mhgate.records.attested import Signed

__all__ = ["check_subjects", "sign_statement", "verify_bundle"]


def sign_statement(statement: bytes, key: SigningKey) -> bytes:
    """Sign a statement.

    Args:
        statement: as :func:`~mhgate.attest.statement.statement_bytes` gives it.
        key: that signs.

    Returns:
        The bundle's bytes, in their one form.

    Raises:
        AttestError: it is no statement, so that nobody could check it.
    """
    read_statement(statement, name="what is to be signed")
    return bundle_bytes(statement, signature=key.sign(pae(statement)), key_id=key.key_id)


def verify_bundle(data: bytes, keys: Sequence[PublicKey], *, name: str) -> Signed:
    """Check that a bundle is signed by one of some keys, and read what was signed.

    Args:
        data: the bundle's bytes.
        keys: that are believed.
        name: of the file, for messages.

    Returns:
        Who signed what.

    Raises:
        AttestError: it is not read, signed by another key, or was changed after it was signed.
    """
    bundle = read_bundle(data, name=name)
    key = _named(bundle, keys, name=name)
    if not key.verify(bundle.signature, bundle.signed()):
        raise AttestError(
            f"{name}: the signature is not of these bytes, though it names key {key.key_id}.",
            hint="What was signed, or the signature, was changed: take both from where they were "
            "signed, and do not rely on what this file says.",
        )
    return Signed(
        statement=read_statement(bundle.payload, name=name),
        payload=bundle.payload,
        key_id=key.key_id,
    )


def _named(bundle: Bundle, keys: Sequence[PublicKey], *, name: str) -> PublicKey:
    if bundle.hint is None:
        raise OtherSignerError(
            f"{name}: found a keyless signature (with a certificate); expected one by a key.",
            hint="Check it by who signed: --identity and --issuer.",
        )
    for key in keys:
        if key.key_id == bundle.hint:
            return key
    given = ", ".join(key.key_id for key in keys) or "none"
    raise OtherSignerError(
        f"{name}: found a signature that names key {shown(bundle.hint)}; expected {given}.",
        hint="It was signed with another key. Ask whoever signed for the public key, by a way "
        "that you trust; never take it from beside the file.",
    )


def check_subjects(
    signed: Signed, found: Mapping[str, str], *, needed: Sequence[str], name: str
) -> None:
    """Hold what was signed to the files that are there.

    Args:
        signed: a signature that holds.
        found: name -> sha256 (64 hexadecimal digits) of every file that is there.
        needed: names of the files that the statement must be about.
        name: of the bundle's file, for messages.

    Raises:
        AttestError: a file is another than was signed, is not there, or was not signed.
    """
    signed_names = {each.name for each in signed.statement.subjects}
    for wanted in needed:
        if wanted not in signed_names:
            raise AttestError(
                f"{name}: it signs {', '.join(map(shown, sorted(signed_names)))}; expected "
                f"{shown(wanted)} among them.",
                hint=f"Nothing says that {shown(wanted)} is what was signed.",
            )
    for each in signed.statement.subjects:
        if each.name not in found:
            raise AttestError(
                f"{name}: it signs {shown(each.name)}, which is not there.",
                hint="Put the file back from where it was signed.",
            )
        if found[each.name] != each.sha256:
            raise AttestError(
                f"{each.name if each.name.isprintable() else shown(each.name)}: found sha256 "
                f"{found[each.name]}; expected {each.sha256}, as signed in {name}.",
                hint="The file was changed or swapped after it was signed: take the signed one.",
            )
