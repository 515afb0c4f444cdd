"""DSSE: the bytes that are signed name their own type, so that none is taken for another."""

from __future__ import annotations

__all__ = ["PAYLOAD_TYPE", "pae"]

PAYLOAD_TYPE = "application/vnd.in-toto+json"


def pae(payload: bytes, *, payload_type: str = PAYLOAD_TYPE) -> bytes:
    """Return the bytes that are signed (pre-authentication encoding).

    Args:
        payload: what is signed.
        payload_type: what it is.

    Example:
        >>> pae(b"hello world", payload_type="http://example.com/HelloWorld")
        b'DSSEv1 29 http://example.com/HelloWorld 11 hello world'
    """
    kind = payload_type.encode("utf-8", "surrogatepass")
    return b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
