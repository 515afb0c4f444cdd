"""A request's line and headers, as bytes that HTTP can carry."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import starmap

import httpx

__all__ = ["head_of"]

_TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_FIRST_LINE = re.compile(rb"%s [!-~]+ HTTP/1\.1\r\n" % _TOKEN)
_FIELD_LINE = re.compile(rb"%s: [^\x00\r\n]*\r\n" % _TOKEN)
_FRAMING = b"transfer-encoding"  # a body's length is stated, and nothing else says where it ends
_MOST_LINES = 256  # that are known to be sound: most of a head stood in the one before


def head_of(method: str, url: httpx.URL, headers: Sequence[tuple[bytes, bytes]]) -> bytes:
    r"""Return a request's line and headers, up to the empty line that ends them.

    Args:
        method: the HTTP method.
        url: where.
        headers: all of them, Host and Content-Length too.

    Raises:
        httpx.LocalProtocolError: HTTP cannot carry them.

    Example:
        >>> head_of("GET", httpx.URL("http://localhost/a"), [(b"Host", b"localhost")])
        b'GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n'
    """
    first = _first_line(method, url.raw_path)
    return b"".join((first, *starmap(_field_line, headers), b"\r\n"))


@lru_cache(maxsize=_MOST_LINES)
def _first_line(method: str, path: bytes) -> bytes:
    line = b"%s %s HTTP/1.1\r\n" % (method.encode("ascii", "replace"), path)
    if not _FIRST_LINE.fullmatch(line):
        raise httpx.LocalProtocolError("a method or an address that HTTP cannot carry")
    return line


@lru_cache(maxsize=_MOST_LINES)
def _field_line(name: bytes, value: bytes) -> bytes:
    line = b"%s: %s\r\n" % (name, value.strip(b" \t"))
    if not _FIELD_LINE.fullmatch(line) or line.lower().startswith(_FRAMING):
        raise httpx.LocalProtocolError("a header that HTTP cannot carry")
    return line
