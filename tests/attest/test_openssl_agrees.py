"""OpenSSL alone checks our signatures: rebuild the bytes that are signed, and ask it."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from bundle_tampering import Made, Tampering, seen_by

from mhgate.attest import find_signing_key, private_pem


@pytest.fixture(autouse=True)
def openssl() -> None:
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl")


def accepts(folder: Path, data: bytes, made: Made) -> bool:
    """Ask OpenSSL about a bundle, of which it is told nothing but bytes."""
    envelope = json.loads(data)["dsseEnvelope"]
    payload = base64.b64decode(envelope["payload"])
    kind = envelope["payloadType"].encode()
    (folder / "signed").write_bytes(
        b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
    )
    (folder / "signature").write_bytes(base64.b64decode(envelope["signatures"][0]["sig"]))
    (folder / "key.pem").write_bytes(made.public.pem())
    command = {
        "p256": "openssl dgst -sha256 -verify key.pem -signature signature signed",
        "ed25519": "openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in signed "
        "-sigfile signature",
    }[made.key.kind]
    ran = subprocess.run(command.split(), cwd=folder, capture_output=True, check=False)
    return ran.returncode == 0


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
def test_openssl_accepts_what_we_sign(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """`openssl dgst -verify` and `openssl pkeyutl -rawin` agree with us."""
    made: Made = request.getfixturevalue(kind)
    assert accepts(tmp_path, made.data, made)


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
@pytest.mark.parametrize("tampering", seen_by("openssl"), ids=lambda each: each.name)
def test_openssl_refuses(
    tampering: Tampering, kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """What changes the signed bytes, or the key, is refused by OpenSSL as by us."""
    made: Made = request.getfixturevalue(kind)
    assert not accepts(tmp_path, tampering.apply(made), made)


@pytest.mark.parametrize(
    "command",
    [
        "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -aes256 -pass pass:words",
        "openssl genpkey -algorithm ED25519 -aes256 -pass pass:words",
    ],
)
def test_a_key_of_openssl_signs(command: str, tmp_path: Path) -> None:
    """A team that makes its keys with OpenSSL signs with them here."""
    made = subprocess.run(command.split(), capture_output=True, check=True)
    path = tmp_path / "its.pem"
    path.write_bytes(made.stdout)
    key = find_signing_key(path, environ={"MHGATE_SIGNING_PASSPHRASE": "words"})
    assert key.public().verify(key.sign(b"x"), b"x")


def test_openssl_opens_a_key_of_ours(p256: Made, tmp_path: Path) -> None:
    """A private key that we encrypted is no format of our own."""
    path = tmp_path / "ours.pem"
    path.write_bytes(private_pem(p256.key, passphrase=b"words"))
    command = f"openssl pkey -in {path} -passin pass:words -pubout"
    shown = subprocess.run(command.split(), capture_output=True, check=True)
    assert shown.stdout == p256.public.pem()
