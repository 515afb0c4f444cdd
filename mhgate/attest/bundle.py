"""Bundles (Sigstore, version 0.3): a signature and what is needed to check it, in one file.

A bundle is held to the one way in which its contents are written, so that no byte of it can change
unseen: canonical JSON, one alphabet of base64, no unused bits, no key that nobody checks.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import Any

from mhgate.attest.checkpoint import hold_checkpoint, with_own_signatures
from mhgate.attest.dsse import PAYLOAD_TYPE, pae
from mhgate.attest.stamp_form import in_one_form
from mhgate.attest.strict_json import decoded, held, only_keys, read_json, shown
from mhgate.canonical import canonical_json
from mhgate.errors import AttestError

__all__ = ["MEDIA_TYPE", "Bundle", "bundle_bytes", "canonical_bundle", "read_bundle"]

MEDIA_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json"


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a bundle holds; nothing of it is checked yet but its form.

    Args:
        payload: the bytes that were signed.
        signature: the one signature.
        hint: the key's id, that says which key to take and proves nothing; None without a key.
        certificate: of a keyless signature, in DER; else None.
        data: the whole file.
    """

    payload: bytes
    signature: bytes
    hint: str | None
    certificate: bytes | None
    data: bytes

    def signed(self) -> bytes:
        """Return the bytes that the signature is of."""
        return pae(self.payload)


def bundle_bytes(payload: bytes, *, signature: bytes, key_id: str) -> bytes:
    """Return a bundle with a local key's signature, in its one form.

    Args:
        payload: what was signed.
        signature: of its pre-authentication encoding.
        key_id: of the key.
    """
    return canonical_json(
        {
            "mediaType": MEDIA_TYPE,
            "verificationMaterial": {"publicKey": {"hint": key_id}},
            "dsseEnvelope": {
                "payload": base64.b64encode(payload).decode("ascii"),
                "payloadType": PAYLOAD_TYPE,
                "signatures": [
                    {"keyid": key_id, "sig": base64.b64encode(signature).decode("ascii")}
                ],
            },
        }
    )


def canonical_bundle(data: bytes, *, name: str) -> bytes:
    """Write a bundle of another tool in the one form that is held to; nothing is checked yet.

    Its layout may be any, and the envelope's base64 of either alphabet, as DSSE allows. What was
    signed and the signature stay the same bytes.

    Args:
        data: the other tool's bundle.
        name: of the file, for messages.

    Returns:
        The bundle's bytes, in their one form.

    Raises:
        AttestError: it is no bundle even so.
    """
    value = read_json(data, name=name, what="a Sigstore bundle")
    try:
        envelope = value["dsseEnvelope"]
        envelope["payload"] = _standard(envelope["payload"])
        for each in envelope["signatures"]:
            each["sig"] = _standard(each["sig"])
        material = value["verificationMaterial"]
        for stamp in material.get("timestampVerificationData", {}).get("rfc3161Timestamps", ()):
            plain = in_one_form(base64.b64decode(stamp["signedTimestamp"], validate=True))
            stamp["signedTimestamp"] = base64.b64encode(plain).decode("ascii")
        for entry in material.get("tlogEntries", ()):
            proof = entry["inclusionProof"]
            proof.setdefault("logIndex", "0")  # protobuf's JSON leaves zeros and empty lists out,
            proof.setdefault("hashes", [])  # and readers differ in whether they miss them
            checkpoint = proof["checkpoint"]
            checkpoint["envelope"] = with_own_signatures(checkpoint["envelope"])
        written = canonical_json(value)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise AttestError(
            f"{name}: found no signed envelope with what checks it; expected a Sigstore bundle.",
            hint="Expected what `mhgate sign`, `actions/attest` or `cosign attest-blob` writes.",
        ) from error
    read_bundle(written, name=name)
    return written


def _standard(text: str) -> str:
    """Return base64 of either alphabet in the standard one, padded."""
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    return plain + "=" * (-len(plain) % 4)


def read_bundle(data: bytes, *, name: str) -> Bundle:
    """Read a bundle strictly; no signature is checked yet.

    Args:
        data: the file's bytes.
        name: of the file, for messages.

    Raises:
        AttestError: it is no bundle, not written in its one form, holds keys that nobody checks,
            no or several signatures, or a hint unlike the signature's keyid.
    """
    value = read_json(data, name=name, what="a Sigstore bundle")
    top = only_keys(
        value,
        needed=("mediaType", "verificationMaterial", "dsseEnvelope"),
        name=name,
        where="the bundle",
    )
    if top["mediaType"] != MEDIA_TYPE:
        raise AttestError(
            f"{name}: mediaType: found {shown(top['mediaType'])}; expected {MEDIA_TYPE}.",
            hint="A bundle of an older form is written anew by the tool that made it.",
        )
    envelope = only_keys(
        top["dsseEnvelope"],
        needed=("payload", "payloadType", "signatures"),
        name=name,
        where="dsseEnvelope",
    )
    if envelope["payloadType"] != PAYLOAD_TYPE:
        raise AttestError(
            f"{name}: payloadType: found {shown(envelope['payloadType'])}; expected "
            f"{PAYLOAD_TYPE}.",
            hint="What is signed is of another kind, or its kind was changed after it was signed.",
        )
    hint, certificate = _material(top["verificationMaterial"], name=name)
    signature = _signature(envelope["signatures"], hint=hint, name=name)
    payload = decoded(envelope["payload"], name=name, where="payload")
    held(value, data, name=name)
    return Bundle(payload, signature, hint, certificate, data)


def _material(found: Any, *, name: str) -> tuple[str | None, bytes | None]:
    where = "verificationMaterial"
    if isinstance(found, dict) and "certificate" in found:
        only_keys(
            found,
            needed=("certificate", "tlogEntries"),
            allowed=("timestampVerificationData",),
            name=name,
            where=where,
        )
        if not isinstance(found["tlogEntries"], list) or len(found["tlogEntries"]) != 1:
            raise AttestError(
                f"{name}: {where}: tlogEntries: found {shown(found['tlogEntries'])}; expected "
                "exactly one entry of a public log.",
                hint="Without it, nothing says when this was signed.",
            )
        hold_checkpoint(found["tlogEntries"][0], name=name)
        raw = only_keys(
            found["certificate"], needed=("rawBytes",), name=name, where=f"{where}: certificate"
        )
        return None, decoded(raw["rawBytes"], name=name, where=f"{where}: certificate")
    material = only_keys(found, needed=("publicKey",), name=name, where=where)
    key = only_keys(material["publicKey"], needed=("hint",), name=name, where=f"{where}: publicKey")
    hint = key["hint"]
    if not isinstance(hint, str) or not hint:
        raise AttestError(
            f"{name}: publicKey.hint: found {shown(hint)}; expected the key's id.",
            hint="The file was changed: take it from where it was signed.",
        )
    return hint, None


def _signature(found: Any, *, hint: str | None, name: str) -> bytes:
    if not isinstance(found, list) or len(found) != 1:
        raise AttestError(
            f"{name}: signatures: found {shown(found)}; expected exactly one.",
            hint="Without a signature nothing is proved; a second person signs a second bundle."
            if isinstance(found, list)
            else "The file was changed: take it from where it was signed.",
        )
    entry = only_keys(
        found[0],
        needed=("sig",) if hint is None else ("keyid", "sig"),
        allowed=("keyid",) if hint is None else (),
        name=name,
        where="signatures[0]",
    )
    keyid = entry.get("keyid", "")
    if keyid != (hint or ""):
        raise AttestError(
            f"{name}: keyid: found {shown(keyid)}; expected {shown(hint or '')}, as "
            f"{'publicKey.hint' if hint else 'a bundle with a certificate'} says.",
            hint="Two names of one key must agree: one of them was changed.",
        )
    return decoded(entry["sig"], name=name, where="signatures[0].sig")
