"""Keys that sign and keys that check: ECDSA on P-256, and Ed25519."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from mhgate.errors import KeyFileError

__all__ = [
    "Kind",
    "PublicKey",
    "SigningKey",
    "new_key",
    "private_pem",
    "public_key_of",
    "read_private_key",
    "read_public_key",
]

Kind = Literal["p256", "ed25519"]
_KINDS = "ECDSA on P-256, or Ed25519"
_ECDSA = ec.ECDSA(hashes.SHA256())


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that checks signatures.

    Args:
        kind: "p256" (ECDSA with SHA-256 on P-256) or "ed25519".
        key_id: sha256 of its SubjectPublicKeyInfo (DER), hexadecimal.
    """

    kind: Kind
    key_id: str
    _key: ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey = field(repr=False, compare=False)

    def pem(self) -> bytes:
        """Return it as a PEM file holds it (``BEGIN PUBLIC KEY``)."""
        return self._key.public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )

    def verify(self, signature: bytes, data: bytes) -> bool:
        """Return whether the signature of the data is of this key.

        Args:
            signature: DER for P-256, 64 bytes for Ed25519.
            data: the bytes that were signed.
        """
        try:
            if isinstance(self._key, ed25519.Ed25519PublicKey):
                self._key.verify(signature, data)
            else:
                self._key.verify(signature, data, _ECDSA)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key that signs; its private part is in no representation of it.

    Args:
        kind: "p256" or "ed25519".
        key_id: of its public key.
    """

    kind: Kind
    key_id: str
    _key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey = field(repr=False, compare=False)

    def public(self) -> PublicKey:
        """Return the key that checks what this one signs."""
        return PublicKey(self.kind, self.key_id, self._key.public_key())

    def sign(self, data: bytes) -> bytes:
        """Return a signature: DER for P-256, 64 bytes for Ed25519.

        Args:
            data: what is signed, whole.
        """
        if isinstance(self._key, ed25519.Ed25519PrivateKey):
            return self._key.sign(data)
        return self._key.sign(data, _ECDSA)


def new_key(kind: Kind = "p256") -> SigningKey:
    """Return a new key.

    Args:
        kind: "p256", which every verifier knows, or "ed25519".

    Example:
        >>> key = new_key()
        >>> key.public().verify(key.sign(b"words"), b"words")
        True
    """
    return _signing_key(
        ed25519.Ed25519PrivateKey.generate()
        if kind == "ed25519"
        else ec.generate_private_key(ec.SECP256R1()),
        name="a new key",
    )


def private_pem(key: SigningKey, *, passphrase: bytes | None) -> bytes:
    """Return a key as a PEM file holds it (PKCS #8).

    Args:
        key: the key.
        passphrase: encrypts it; None: it is written in clear.
    """
    return key._key.private_bytes(  # noqa: SLF001 - the key's own module
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(passphrase)
        if passphrase
        else serialization.NoEncryption(),
    )


def read_private_key(pem: bytes, *, passphrase: bytes | None, name: str) -> SigningKey:
    """Read a private key.

    Args:
        pem: PKCS #8, encrypted or not, or the older ``EC PRIVATE KEY``.
        passphrase: that it is encrypted with, or None.
        name: of the file or variable, for messages.

    Raises:
        KeyFileError: it is no key, of another kind, or the passphrase is missing or another.
    """
    _not_another(pem, name=name)
    try:
        key = serialization.load_pem_private_key(pem, password=passphrase)
    except TypeError as error:
        if passphrase is None:
            raise KeyFileError(
                f"{name}: found a key encrypted with a passphrase; expected the passphrase, too.",
                hint="Set the variable that holds it (MHGATE_SIGNING_PASSPHRASE).",
            ) from error
        raise KeyFileError(
            f"{name}: found a key that is not encrypted; expected one that the passphrase opens.",
            hint="Take the passphrase away, or encrypt the key: `openssl pkcs8 -topk8`.",
        ) from error
    except (ValueError, UnsupportedAlgorithm) as error:
        if passphrase is not None and b"ENCRYPTED" in pem:
            raise KeyFileError(
                f"{name}: the passphrase does not open this key, or the key's file is damaged.",
                hint="Check the variable that holds the passphrase (MHGATE_SIGNING_PASSPHRASE).",
            ) from error
        raise KeyFileError(
            f"{name}: found what is no private key in PEM; expected one ({_KINDS}).",
            hint="`mhgate keys new` makes one.",
        ) from error
    return _signing_key(key, name=name)


def _not_another(pem: bytes, *, name: str) -> None:
    for mark, found in (
        (b"SIGSTORE PRIVATE KEY", "a key in cosign's own format"),
        (b"COSIGN PRIVATE KEY", "a key in cosign's own format"),
        (b"OPENSSH PRIVATE KEY", "a key of OpenSSH"),
        (b"BEGIN PUBLIC KEY", "a public key"),
        (b"BEGIN CERTIFICATE", "a certificate"),
    ):
        if mark in pem:
            raise KeyFileError(
                f"{name}: found {found}; expected a private key in PEM (PKCS #8; {_KINDS}).",
                hint="`mhgate keys new` makes one; so does `openssl genpkey`.",
            )


def _signing_key(key: object, *, name: str) -> SigningKey:
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return SigningKey("ed25519", _key_id(key.public_key()), key)
    if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
        return SigningKey("p256", _key_id(key.public_key()), key)
    raise _another_kind(key, name=name)


def read_public_key(pem: bytes, *, name: str) -> PublicKey:
    """Read a public key.

    Args:
        pem: ``BEGIN PUBLIC KEY``.
        name: of the file, for messages.

    Raises:
        KeyFileError: it is no public key, or of another kind.
    """
    if b"PRIVATE KEY" in pem:
        raise KeyFileError(
            f"{name}: found a private key; expected a public one.",
            hint=f"Keep it to yourself; `mhgate keys show {name}` prints the public key.",
        )
    try:
        key = serialization.load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm) as error:
        raise KeyFileError(
            f"{name}: found what is no public key in PEM; expected one ({_KINDS}).",
            hint="It begins with -----BEGIN PUBLIC KEY-----; `mhgate keys show` prints it.",
        ) from error
    return public_key_of(key, name=name)


def public_key_of(key: object, *, name: str) -> PublicKey:
    """Return a public key of cryptography's as one of ours.

    Args:
        key: of any kind.
        name: of the file, for messages.

    Raises:
        KeyFileError: it is of another kind.
    """
    if isinstance(key, ed25519.Ed25519PublicKey):
        return PublicKey("ed25519", _key_id(key), key)
    if isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1):
        return PublicKey("p256", _key_id(key), key)
    raise _another_kind(key, name=name)


def _another_kind(key: object, *, name: str) -> KeyFileError:
    curve = getattr(getattr(key, "curve", None), "name", None)
    found = f"a key on the curve {curve}" if curve else f"a key of the kind {_kind_of(key)}"
    return KeyFileError(
        f"{name}: found {found}; expected {_KINDS}.", hint="`mhgate keys new` makes one."
    )


def _kind_of(key: object) -> str:
    return type(key).__name__.removesuffix("PrivateKey").removesuffix("PublicKey").lstrip("_")


def _key_id(key: ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey) -> str:
    der = key.public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return hashlib.sha256(der).hexdigest()
