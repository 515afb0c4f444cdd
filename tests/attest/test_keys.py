"""Keys: read in PEM, refused with what was found, written once and for their owner alone."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa, x25519

from mhgate.attest import (
    KeyFileError,
    find_signing_key,
    load_public_key,
    new_key,
    private_pem,
    read_private_key,
    read_public_key,
    show_key,
    write_key,
)

CLEAR = serialization.NoEncryption()
PKCS8 = serialization.PrivateFormat.PKCS8
PEM = serialization.Encoding.PEM


def as_pem(key: Any, *, form: Any = PKCS8) -> bytes:
    made: bytes = key.private_bytes(PEM, form, CLEAR)
    return made


def public_pem(key: Any) -> bytes:
    made: bytes = key.public_key().public_bytes(
        PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return made


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
@pytest.mark.parametrize("passphrase", [None, b"words with spaces \xc3\xa9"])
def test_a_key_comes_back_as_it_was_written(kind: Any, passphrase: bytes | None) -> None:
    """The same id, and signatures that the same public key checks."""
    key = new_key(kind)
    pem = private_pem(key, passphrase=passphrase)
    assert (b"ENCRYPTED" in pem) == (passphrase is not None)
    again = read_private_key(pem, passphrase=passphrase, name="k.pem")
    assert (again.kind, again.key_id) == (kind, key.key_id)
    assert read_public_key(key.public().pem(), name="p.pem").verify(again.sign(b"x"), b"x")
    assert not key.public().verify(again.sign(b"x"), b"y")
    assert not key.public().verify(b"", b"x")


def test_the_id_is_the_digest_of_the_public_key() -> None:
    """Anybody can compute it: sha256 of the SubjectPublicKeyInfo in DER."""
    public = new_key().public()
    der = serialization.load_pem_public_key(public.pem()).public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    assert public.key_id == hashlib.sha256(der).hexdigest()


def test_no_representation_of_a_key_holds_it() -> None:
    """A key may end in a log: what is printed of it is kind and id."""
    key = new_key()
    assert repr(key) == f"SigningKey(kind='p256', key_id='{key.key_id}')"


@pytest.mark.parametrize(
    ("pem", "passphrase", "said"),
    [
        (b"", None, "no private key in PEM"),
        (b"\xff\x00", None, "no private key in PEM"),
        (b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", None, "no private"),
        (new_key().public().pem(), None, "found a public key"),
        (b"-----BEGIN CERTIFICATE-----", None, "found a certificate"),
        (b"-----BEGIN ENCRYPTED SIGSTORE PRIVATE KEY-----", None, "cosign's own format"),
        (b"-----BEGIN OPENSSH PRIVATE KEY-----", None, "a key of OpenSSH"),
        (private_pem(new_key(), passphrase=b"a"), None, "expected the passphrase, too"),
        (private_pem(new_key(), passphrase=b"a"), b"b", "does not open this key"),
        (private_pem(new_key(), passphrase=None), b"b", "a key that is not encrypted"),
        (as_pem(ec.generate_private_key(ec.SECP384R1())), None, "on the curve secp384r1"),
        (as_pem(ec.generate_private_key(ec.SECP256K1())), None, "on the curve secp256k1"),
        (as_pem(rsa.generate_private_key(65537, 2048)), None, "of the kind RSA"),
        (as_pem(x25519.X25519PrivateKey.generate()), None, "of the kind X25519"),
    ],
)
def test_another_private_key_is_refused_with_what_it_is(
    pem: bytes, passphrase: bytes | None, said: str
) -> None:
    """Each wrong file has its own words, which name it and say what to do."""
    with pytest.raises(KeyFileError, match=rf"^k\.pem: .*{said}") as caught:
        read_private_key(pem, passphrase=passphrase, name="k.pem")
    assert caught.value.hint
    assert caught.value.exit_code == 2


@pytest.mark.parametrize(
    ("pem", "said"),
    [
        (b"", "no public key in PEM"),
        (private_pem(new_key(), passphrase=None), "found a private key"),
        (public_pem(rsa.generate_private_key(65537, 2048)), "of the kind RSA"),
        (public_pem(ec.generate_private_key(ec.SECP521R1())), "on the curve secp521r1"),
    ],
)
def test_another_public_key_is_refused_with_what_it_is(pem: bytes, said: str) -> None:
    """So has each wrong public key."""
    with pytest.raises(KeyFileError, match=rf"^p\.pem: .*{said}"):
        read_public_key(pem, name="p.pem")


def test_an_older_form_of_a_private_key_is_read() -> None:
    """`openssl ecparam -genkey` writes it."""
    pem = as_pem(
        ec.generate_private_key(ec.SECP256R1()),
        form=serialization.PrivateFormat.TraditionalOpenSSL,
    )
    assert b"BEGIN EC PRIVATE KEY" in pem
    assert read_private_key(pem, passphrase=None, name="k").kind == "p256"


def test_files_are_written_once_and_for_their_owner_alone(tmp_path: Path) -> None:
    """Mode 0600 from the first byte on, whatever the umask; and never over another key."""
    key, old = new_key(), os.umask(0)
    try:
        files = write_key(key, tmp_path / "our.team", passphrase=None)
    finally:
        os.umask(old)
    assert files.private.name == "our.team.key.pem"
    assert stat.S_IMODE(files.private.stat().st_mode) == 0o600
    assert load_public_key(files.public).key_id == key.key_id
    before = files.private.read_bytes()
    with pytest.raises(KeyFileError, match=r"our\.team\.key\.pem: is there already"):
        write_key(new_key(), tmp_path / "our.team", passphrase=None)
    files.private.rename(tmp_path / "moved")
    with pytest.raises(KeyFileError, match=r"our\.team\.pub\.pem: is there already"):
        write_key(new_key(), tmp_path / "our.team", passphrase=None)
    assert not files.private.exists()
    assert (tmp_path / "moved").read_bytes() == before


def test_a_link_is_not_followed_when_a_key_is_written(tmp_path: Path) -> None:
    """Not even one that leads nowhere yet: whoever laid it would choose where the key goes."""
    (tmp_path / "k.key.pem").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(KeyFileError, match="is there already"):
        write_key(new_key(), tmp_path / "k", passphrase=None)
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The message says which file could not be written, and why."""
    with pytest.raises(KeyFileError, match=r"k\.key\.pem: cannot be written \(No such file"):
        write_key(new_key(), tmp_path / "none" / "k", passphrase=None)


def test_files_know_the_repository_that_they_lie_in(tmp_path: Path) -> None:
    """So that a face can warn; a folder without one is none."""
    (tmp_path / "a" / ".git").mkdir(parents=True)
    (tmp_path / "a" / "b").mkdir()
    inside = write_key(new_key(), tmp_path / "a" / "b" / "k", passphrase=None)
    assert inside.repository == (tmp_path / "a").resolve()


def test_a_key_is_found_in_a_file_or_in_a_variable(tmp_path: Path) -> None:
    """The file comes first; a variable may write line ends as a CI service's form made them."""
    key, other = new_key(), new_key("ed25519")
    pem = private_pem(key, passphrase=b"words").decode()
    environ = {"MHGATE_SIGNING_PASSPHRASE": "words", "MHGATE_SIGNING_KEY": pem}
    assert find_signing_key(None, environ=environ).key_id == key.key_id
    one_line = {**environ, "MHGATE_SIGNING_KEY": pem.replace("\n", "\\n")}
    assert find_signing_key(None, environ=one_line).key_id == key.key_id
    files = write_key(other, tmp_path / "k", passphrase=b"words")
    assert find_signing_key(files.private, environ=environ).key_id == other.key_id
    assert show_key(files.private, environ=environ).key_id == other.key_id
    assert show_key(files.public, environ={}).key_id == other.key_id
    assert show_key(None, environ=environ).key_id == key.key_id


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({}, "no file was named, and MHGATE_SIGNING_KEY is not set"),
        ({"MHGATE_SIGNING_KEY": "  "}, "is not set"),
        ({"MHGATE_SIGNING_KEY": "words"}, "the variable MHGATE_SIGNING_KEY: found what is no"),
    ],
)
def test_a_missing_key_says_where_it_was_looked_for(environ: dict[str, str], said: str) -> None:
    """And never what the variable held."""
    with pytest.raises(KeyFileError, match=said) as caught:
        find_signing_key(None, environ=environ)
    assert "words" not in str(caught.value)


def test_a_file_that_is_no_key_is_not_read_whole(tmp_path: Path) -> None:
    """A wrong name may lead to gigabytes, or to nothing."""
    (tmp_path / "large").write_bytes(b"a" * 70_000)
    with pytest.raises(KeyFileError, match=r"large: found more than 65536 bytes"):
        load_public_key(tmp_path / "large")
    with pytest.raises(KeyFileError, match=r"none: cannot be read"):
        find_signing_key(tmp_path / "none", environ={})
