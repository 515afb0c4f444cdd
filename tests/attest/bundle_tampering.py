"""What somebody may do to a bundle between signing and checking, and who can see it."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mhgate.attest import (
    PublicKey,
    SigningKey,
    Subject,
    new_key,
    sign_statement,
    statement_bytes,
)
from mhgate.attest.bundle import bundle_bytes
from mhgate.attest.dsse import pae
from mhgate.canonical import canonical_json

REPORT = b'{"verdict":"fail"}'
OTHER_REPORT = b'{"verdict":"pass"}'
PREDICATE_TYPE = "https://in-toto.io/attestation/test-result/v0.1"


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def made_statement(report: bytes = REPORT, *, result: str = "FAILED") -> bytes:
    return statement_bytes(
        [Subject(name="report.json", sha256=sha256(report))],
        predicate_type=PREDICATE_TYPE,
        predicate={"result": result, "configuration": []},
    )


@dataclass(frozen=True)
class Made:
    """A bundle, and what made it."""

    key: SigningKey
    statement: bytes
    data: bytes

    @property
    def public(self) -> PublicKey:
        return self.key.public()

    def value(self) -> Any:
        return json.loads(self.data)


def made_bundle(kind: Any = "p256") -> Made:
    key, statement = new_key(kind), made_statement()
    return Made(key, statement, sign_statement(statement, key))


def _with(made: Made, change: Callable[[Any], None]) -> bytes:
    value = made.value()
    change(value)
    return canonical_json(value)


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _payload_changed(made: Made) -> bytes:
    other = _base64(made_statement(result="PASSED"))
    return _with(made, lambda value: value["dsseEnvelope"].update(payload=other))


def _payload_type_changed(made: Made) -> bytes:
    return _with(made, lambda value: value["dsseEnvelope"].update(payloadType="text/plain"))


def _no_signature(made: Made) -> bytes:
    return _with(made, lambda value: value["dsseEnvelope"].update(signatures=[]))


def _two_signatures(made: Made) -> bytes:
    return _with(
        made,
        lambda value: value["dsseEnvelope"]["signatures"].append({"keyid": "a", "sig": "YQ=="}),
    )


def _another_key(made: Made) -> bytes:
    return sign_statement(made.statement, new_key(made.key.kind))


def _another_key_under_this_name(made: Made) -> bytes:
    other = new_key(made.key.kind)
    return bundle_bytes(
        made.statement, signature=other.sign(pae(made.statement)), key_id=made.key.key_id
    )


def _hint_unlike_keyid(made: Made) -> bytes:
    return _with(
        made,
        lambda value: value["verificationMaterial"]["publicKey"].update(hint=new_key().key_id),
    )


def _keyid_unlike_hint(made: Made) -> bytes:
    return _with(
        made, lambda value: value["dsseEnvelope"]["signatures"][0].update(keyid=new_key().key_id)
    )


def _key_twice(made: Made) -> bytes:
    return made.data.replace(b'{"dsseEnvelope":', b'{"mediaType":"","dsseEnvelope":')


def _no_subject(made: Made) -> bytes:
    value = json.loads(made.statement)
    value["subject"] = []
    statement = canonical_json(value)
    return bundle_bytes(statement, signature=made.key.sign(pae(statement)), key_id=made.key.key_id)


@dataclass(frozen=True)
class Tampering:
    """One change, what we say about it, and which other verifiers can see it."""

    name: str
    apply: Callable[[Made], bytes]
    said: str
    openssl: bool = True
    securesystemslib: bool = True
    sigstore_js: bool = True


TAMPERINGS = (
    Tampering("payload changed", _payload_changed, "signature is not of these bytes"),
    Tampering("payloadType changed", _payload_type_changed, "payloadType: found 'text/plain'"),
    # no signature is nothing that OpenSSL could be asked about
    Tampering("empty signatures", _no_signature, "signatures: found a list of 0", openssl=False),
    Tampering(
        "two signatures",
        _two_signatures,
        "signatures: found a list of 2; expected exactly one",
        openssl=False,
        securesystemslib=False,
    ),
    Tampering("wrong key", _another_key, "names key .*; expected"),
    Tampering(
        "wrong key under this key's name",
        _another_key_under_this_name,
        "signature is not of these bytes",
    ),
    # the others take a key's name for what it is, a hint, or never read it
    Tampering(
        "hint unlike keyid",
        _hint_unlike_keyid,
        "keyid: found .*; expected .* as publicKey.hint",
        openssl=False,
        securesystemslib=False,
        sigstore_js=False,
    ),
    Tampering(
        "keyid unlike hint",
        _keyid_unlike_hint,
        "keyid: found .*; expected .* as publicKey.hint",
        openssl=False,
        sigstore_js=False,
    ),
    # the others read JSON as it comes, and take the last of two
    Tampering(
        "duplicate JSON key",
        _key_twice,
        "the key 'mediaType' twice",
        openssl=False,
        securesystemslib=False,
        sigstore_js=False,
    ),
    # a true signature of a statement about nothing: these three check signatures alone
    Tampering(
        "missing subject",
        _no_subject,
        "subject: found a list of 0; expected at least one file",
        openssl=False,
        securesystemslib=False,
        sigstore_js=False,
    ),
)


def seen_by(verifier: str) -> list[Tampering]:
    return [each for each in TAMPERINGS if getattr(each, verifier)]


def not_seen_by(verifier: str) -> list[Tampering]:
    return [each for each in TAMPERINGS if not getattr(each, verifier)]
