"""securesystemslib, the library of TUF and in-toto, checks our envelopes."""

from __future__ import annotations

import json

import pytest
from bundle_tampering import Made, Tampering, not_seen_by, seen_by

pytest.importorskip("securesystemslib")


def accepts(data: bytes, made: Made) -> bool:
    from cryptography.hazmat.primitives.serialization import load_pem_public_key
    from securesystemslib.dsse import Envelope
    from securesystemslib.exceptions import VerificationError
    from securesystemslib.signer import SSlibKey

    key = SSlibKey.from_crypto(load_pem_public_key(made.public.pem()), keyid=made.key.key_id)
    try:
        envelope = Envelope.from_dict(json.loads(data)["dsseEnvelope"])
        return list(envelope.verify([key], 1)) == [made.key.key_id]
    except VerificationError:
        return False


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
def test_securesystemslib_accepts_what_we_sign(kind: str, request: pytest.FixtureRequest) -> None:
    """Its `Envelope.verify` finds the one key."""
    made: Made = request.getfixturevalue(kind)
    assert accepts(made.data, made)


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
@pytest.mark.parametrize("tampering", seen_by("securesystemslib"), ids=lambda each: each.name)
def test_securesystemslib_refuses(
    tampering: Tampering, kind: str, request: pytest.FixtureRequest
) -> None:
    """What it can see of a change, it refuses as we do."""
    made: Made = request.getfixturevalue(kind)
    assert not accepts(tampering.apply(made), made)


@pytest.mark.parametrize("tampering", not_seen_by("securesystemslib"), ids=lambda each: each.name)
def test_securesystemslib_cannot_see(tampering: Tampering, p256: Made) -> None:
    """What the table says that it cannot see is so: what we do more is needed."""
    assert accepts(tampering.apply(p256), p256)
