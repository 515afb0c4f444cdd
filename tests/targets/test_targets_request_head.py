"""A request's head is whole, and nothing that a header holds begins a line of its own."""

from __future__ import annotations

import re

import httpx
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mhgate.targets.request_head import head_of

URL = httpx.URL("http://localhost:8000/v1/chat?x=1")
TOKEN = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
WHOLE = re.compile(rb"%s [!-~]+ HTTP/1\.1\r\n(?:%s: [^\x00\r\n]*\r\n)*\r\n" % (TOKEN, TOKEN))

some_bytes = st.binary(max_size=12) | st.sampled_from([b"Host", b"X-A", b"a\r\nB: c", b" v\t", b""])


@given(st.text(max_size=5), st.lists(st.tuples(some_bytes, some_bytes), max_size=4))
@example("GET", [(b"Transfer-Encoding", b"chunked")])
@example("GET", [(b"X", b"a\r\nTransfer-Encoding: chunked")])
@example("GET / HTTP/1.1\r\nX: y", [])
def test_a_head_is_checked_line_by_line(method: str, headers: list[tuple[bytes, bytes]]) -> None:
    """A head is made where its whole is sound, one line a header, and refused everywhere else."""
    lines = [b"%s %s HTTP/1.1\r\n" % (method.encode("ascii", "replace"), URL.raw_path)]
    lines += [b"%s: %s\r\n" % (name, value.strip(b" \t")) for name, value in headers]
    head = b"".join([*lines, b"\r\n"])
    is_sound = (
        WHOLE.fullmatch(head) is not None
        and head.count(b"\n") == len(lines) + 1
        and b"\ntransfer-encoding" not in head.lower()
    )
    if is_sound:
        assert head_of(method, URL, headers) == head
    else:
        with pytest.raises(httpx.LocalProtocolError):
            head_of(method, URL, headers)


def test_what_was_refused_once_is_refused_again() -> None:
    """A line that cannot be carried is never taken for one that is known."""
    for _ in range(2):
        with pytest.raises(httpx.LocalProtocolError):
            head_of("GET", URL, [(b"X", b"a\nb")])
        assert head_of("GET", URL, [(b"X", b"a")]).endswith(b"\r\nX: a\r\n\r\n")
