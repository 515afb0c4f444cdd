"""Timestamps: OpenSSL is the authority on this machine, and `openssl ts -verify` agrees with us."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from bundle_tampering import Made
from openssl_authority import Authority, made_authority, openssl, serving

from mhgate.attest import AttestError, KeyFileError, request_timestamp, verify_timestamp
from mhgate.attest.stamp_form import in_one_form
from mhgate.errors import CannotEvaluateError, UsageError

pytest.importorskip("rfc3161_client")

NAME = "mhgate.sigstore.json.tsr"


@pytest.fixture(scope="module", params=["p256", "rsa"])
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Authority]:
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl")
    folder = tmp_path_factory.mktemp(f"authority_{request.param}")
    with serving(folder, request.param) as authority:
        yield authority


@pytest.fixture
def authority(served: Authority) -> Iterator[Authority]:
    served.asked.clear()
    yield served
    served.instead = None


@pytest.fixture(scope="module")
def stamp(served: Authority, p256: Made) -> bytes:
    return request_timestamp(p256.data, url=served.url)


def test_a_bundle_is_stamped_and_the_stamp_is_checked_offline(
    authority: Authority, stamp: bytes, p256: Made
) -> None:
    """When, and by whose word; the authority is not asked again."""
    stamped = verify_timestamp(stamp, p256.data, authority=authority.root, name=NAME)
    assert stamped.authority == "CN=Clock,O=Test"
    assert abs(stamped.at - datetime.now(UTC)) < timedelta(minutes=10)
    assert not authority.asked


def test_openssl_agrees(authority: Authority, stamp: bytes, p256: Made, tmp_path: Path) -> None:
    """`openssl ts -verify` takes the same three files, and refuses another bundle."""
    (tmp_path / "b").write_bytes(p256.data)
    (tmp_path / "b.tsr").write_bytes(stamp)
    (tmp_path / "root.pem").write_bytes(authority.root)
    words = "ts -verify -data b -in b.tsr -CAfile root.pem"
    assert openssl(words, tmp_path).returncode == 0
    (tmp_path / "b").write_bytes(p256.data + b" ")
    assert openssl(words, tmp_path).returncode != 0


def test_the_authority_is_told_a_digest_and_nothing_else(authority: Authority, p256: Made) -> None:
    """What it gets is some sixty bytes: a digest, a random number, and the wish for a name."""
    request_timestamp(p256.data, url=authority.url)
    assert authority.asked == ["application/timestamp-query"]
    query = (authority.folder / "query").read_bytes()
    assert len(query) < 100
    assert p256.data[:20] not in query


def test_another_bundle_is_not_what_was_stamped(authority: Authority, stamp: bytes) -> None:
    """The message holds both digests."""
    with pytest.raises(AttestError, match=rf"^{NAME}: it stamps [0-9a-f]{{64}}; expected"):
        verify_timestamp(stamp, b"another", authority=authority.root, name=NAME)


def test_another_authority_is_not_believed(stamp: bytes, p256: Made, tmp_path: Path) -> None:
    """A stamp is worth what its authority is worth."""
    other = made_authority(tmp_path, "p256")
    with pytest.raises(AttestError, match=f"^{NAME}: it is not a stamp of this authority"):
        verify_timestamp(stamp, p256.data, authority=other.root, name=NAME)


def test_any_single_byte_that_is_changed_is_seen(
    authority: Authority, stamp: bytes, p256: Made
) -> None:
    """Also those that the authority does not sign: versions, names of algorithms, certificates."""
    root = authority.root
    for at in range(len(stamp)):
        for change in {1, 0x0A, 1 << at % 8}:  # 0x0A is between the two names of RSA
            data = stamp[:at] + bytes([stamp[at] ^ change]) + stamp[at + 1 :]
            with pytest.raises(AttestError, match=f"^{NAME}: "):
                verify_timestamp(data, p256.data, authority=root, name=NAME)


@pytest.mark.parametrize(
    "data",
    [b"", b"0", b"\x30\x00", b"\x30\x80", b"\xff" * 400, b"{}", b"0" * 2_000_000],
    ids=lambda data: repr(data[:8]),
)
def test_what_is_no_stamp_is_refused(data: bytes, authority: Authority, p256: Made) -> None:
    """Empty, torn, of another kind, huge."""
    with pytest.raises(AttestError, match=f"(?s)^{NAME}: found .*expected the answer") as caught:
        verify_timestamp(data, p256.data, authority=authority.root, name=NAME)
    assert len(str(caught.value)) < 600
    with pytest.raises(AttestError):
        verify_timestamp(data + b"\x00", p256.data, authority=authority.root, name=NAME)


def test_bytes_behind_a_stamp_are_seen(authority: Authority, stamp: bytes, p256: Made) -> None:
    """Nothing may hide behind the answer, and nothing of it may be missing."""
    for data in (stamp + b"\x00", stamp[:-1], stamp + stamp):
        with pytest.raises(AttestError, match=f"^{NAME}: "):
            verify_timestamp(data, p256.data, authority=authority.root, name=NAME)


def test_an_authority_without_a_root_is_a_mistake(stamp: bytes, p256: Made) -> None:
    """Whoever named the file is told so: the stamp may be good."""
    with pytest.raises(KeyFileError, match="found no root certificate"):
        verify_timestamp(stamp, p256.data, authority=b"words", name=NAME)


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (500, b"", "does not answer as expected"),
        (200, b"", "a value that is cut off"),
        (200, b"<html>", "does not answer as expected"),
        (200, b"0" * 2_000_000, "more than 1048576 bytes"),
        (302, b"", "302"),  # it may lead to somewhere that the user did not name
        (200, bytes.fromhex("3005300302 0102".replace(" ", "")), "a refusal to stamp"),
    ],
)
def test_what_an_authority_should_not_answer_is_no_stamp(
    status: int, body: bytes, said: str, authority: Authority, p256: Made
) -> None:
    """The message names its address; no other address is asked."""
    authority.instead = (status, body)
    with pytest.raises(CannotEvaluateError, match=f"127.0.0.1.*{said}"):
        request_timestamp(p256.data, url=authority.url)
    assert len(authority.asked) == 1


def test_the_answer_to_another_question_is_no_stamp(
    authority: Authority, stamp: bytes, p256: Made
) -> None:
    """An old answer to the same bytes, and a stamp of other bytes."""
    authority.instead = (200, stamp)
    with pytest.raises(CannotEvaluateError, match="answered another question"):
        request_timestamp(p256.data, url=authority.url)
    with pytest.raises(CannotEvaluateError, match="it stamps"):
        request_timestamp(b"another", url=authority.url)


@pytest.mark.parametrize("url", ["", "words", "ftp://127.0.0.1/", "http://", "file:///etc/passwd"])
def test_an_address_that_is_none_is_a_mistake(url: str) -> None:
    """Before anything is sent."""
    with pytest.raises(UsageError, match="--timestamp: found"):
        request_timestamp(b"x", url=url)


def test_an_authority_that_is_not_there_is_named() -> None:
    """Nothing was stamped, and one may do without."""
    with pytest.raises(CannotEvaluateError, match=r"http://127\.0\.0\.1:9.*leave --timestamp out"):
        request_timestamp(b"x", url="http://127.0.0.1:9/")


def test_rsa_has_one_name_here(stamp: bytes) -> None:
    """An authority may write either of its two names: ours is the plain one, and stays."""
    assert in_one_form(stamp) == stamp
    plain, other = bytes.fromhex("2a864886f70d010101"), bytes.fromhex("2a864886f70d01010b")
    at = stamp.rfind(plain)
    if at >= 0:  # the authority that signs with RSA
        assert len(stamp) - at < 400, "behind the digest, before the signature"
        assert in_one_form(stamp[:at] + other + stamp[at + len(other) :]) == stamp


def test_without_the_extra_the_message_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack without stamps needs none."""
    monkeypatch.setitem(sys.modules, "rfc3161_client", None)
    with pytest.raises(UsageError, match=r"pip install 'mhgate\[timestamp\]'"):
        request_timestamp(b"x", url="http://127.0.0.1:9/")
    with pytest.raises(UsageError, match=r"pip install 'mhgate\[timestamp\]'"):
        verify_timestamp(b"", b"", authority=b"", name=NAME)
