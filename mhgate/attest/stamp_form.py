"""The parts of a timestamp that its authority does not sign, held to the one form that they have.

An authority signs when, what, and by which certificate. Around that its answer holds versions, the
name of an algorithm, and certificates, which readers pass over. Here each of them must be what the
signed part implies, so that a changed byte is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["in_one_form"]

_SHA256, _SHA384, _SHA512 = (bytes.fromhex(f"06096086480165030402{n}") for n in ("01", "02", "03"))
_RSA = bytes.fromhex("06092a864886f70d010101")
_ED25519 = bytes.fromhex("06032b6570")
# digest -> ecdsa-with-it; and itWithRSAEncryption, another name for _RSA beside that digest
_ECDSA_WITH = {
    _SHA256: bytes.fromhex("06082a8648ce3d040302"),
    _SHA384: bytes.fromhex("06082a8648ce3d040303"),
    _SHA512: bytes.fromhex("06082a8648ce3d040304"),
}
_WITH_RSA = {
    _SHA256: bytes.fromhex("06092a864886f70d01010b"),
    _SHA384: bytes.fromhex("06092a864886f70d01010c"),
    _SHA512: bytes.fromhex("06092a864886f70d01010d"),
}
_NULL = b"\x05\x00"
_TOKEN = (0x02, 0x31, 0x30, 0xA0, 0x31)  # version, digests, contents, certificates, signers
_TOKEN_ALONE = (0x02, 0x31, 0x30, 0x31)  # the same without certificates, where none were asked for
_SIGNER = (0x02, 0x30, 0x30, 0xA0, 0x30, 0x04)  # ..., signature; and nothing unsigned behind it


class _Part(NamedTuple):
    tag: int
    at: int
    start: int
    end: int


def in_one_form(stamp: bytes) -> bytes:
    """Return an answer in its one form; its signature is not checked here.

    RSA has two names here that mean the same, and an authority writes either; the answer comes back
    with the plain one. No other part is changed.

    Args:
        stamp: the authority's answer, in DER.

    Raises:
        ValueError: a part has another form; the message says which.
    """
    answer, *more = _parts(stamp, 0, len(stamp))
    if more or len(_parts(stamp, answer.start, answer.end)) == 1:
        msg = "bytes behind the answer" if more else "a refusal to stamp"
        raise ValueError(msg)
    _, token = _tagged(stamp, answer, (0x30, 0x30), what="the answer")
    _, content = _tagged(stamp, token, (0x06, 0xA0), what="the token")
    (data,) = _tagged(stamp, content, (0x30,), what="the token")
    has_certificates = len(_parts(stamp, data.start, data.end)) == len(_TOKEN)
    version, *_, signers = _tagged(
        stamp, data, _TOKEN if has_certificates else _TOKEN_ALONE, what="the token"
    )
    (signer,) = _tagged(stamp, signers, (0x30,), what="the signers")
    its_version, _, digest, _, algorithm, _ = _tagged(stamp, signer, _SIGNER, what="the signature")
    if (stamp[version.start : version.end], stamp[its_version.start : its_version.end]) != (
        b"\x03",
        b"\x01",
    ):
        msg = "other versions than 3 of the token and 1 of its signature"
        raise ValueError(msg)
    hashed, (name, found) = _named(stamp, digest)[1], _named(stamp, algorithm)
    if found == _WITH_RSA.get(hashed):
        return stamp[: name.at] + _RSA + stamp[name.end :]
    if found not in {_ECDSA_WITH.get(hashed), _RSA, _ED25519}:
        msg = "another name of the signature's algorithm than its digest goes with"
        raise ValueError(msg)
    return stamp


def _named(data: bytes, part: _Part) -> tuple[_Part, bytes]:
    """Return an algorithm's name and its bytes; it has no parameters."""
    name, *parameters = _parts(data, part.start, part.end)
    if [data[each.at : each.end] for each in parameters] not in ([], [_NULL]):
        msg = "an algorithm with parameters"
        raise ValueError(msg)
    return name, data[name.at : name.end]


def _tagged(data: bytes, part: _Part, tags: Sequence[int], *, what: str) -> list[_Part]:
    found = _parts(data, part.start, part.end)
    if [each.tag for each in found] != list(tags):
        msg = f"other parts in {what} than an authority signs or a reader needs"
        raise ValueError(msg)
    return found


def _parts(data: bytes, at: int, end: int) -> list[_Part]:
    """Read the values that stand one behind the other (DER, definite lengths); at least one."""
    found: list[_Part] = []
    while at < end or not found:
        head = data[at : at + 2]
        start, length = at + 2, head[-1] if head else 0
        if length & 0x80:
            start += length & 0x7F
            length = int.from_bytes(data[at + 2 : start], "big")
        if len(head) < len(b"tl") or start + length > end:
            msg = "a value that is cut off"
            raise ValueError(msg)
        found.append(_Part(head[0], at, start, start + length))
        at = start + length
    return found
