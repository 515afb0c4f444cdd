"""Server-sent events are parsed by the whole grammar, however the bytes are cut."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.targets.sse import Event, EventParser

GRAMMAR = [
    ("LF", b"data: a\n\n", ["a"]),
    ("CRLF", b"data: a\r\n\r\n", ["a"]),
    ("CR", b"data: a\r\r", ["a"]),
    ("mixed", b"data: a\r\ndata: b\rdata: c\n\n", ["a\nb\nc"]),
    ("no space", b"data:a\n\n", ["a"]),
    ("one space only", b"data:  a\n\n", [" a"]),
    ("several lines", b"data: a\ndata: b\n\n", ["a\nb"]),
    ("comments", b": ping\n\n:\ndata: a\n: more\n\n", ["a"]),
    ("no colon", b"data\n\n", [""]),
    ("empty data", b"data:\ndata:\n\n", ["\n"]),
    ("unknown fields", b"retry: 10\nid: 7\nfoo: bar\ndata: a\n\n", ["a"]),
    ("name without data", b"event: x\n\ndata: a\n\n", ["a"]),
    ("byte order mark", b"\xef\xbb\xbfdata: a\n\n", ["a"]),
    ("a mark further on", b"data: \xef\xbb\xbfa\n\n", ["\ufeffa"]),
    ("line separator", "data: a\u2028b\u0085c\x0bd\n\n".encode(), ["a\u2028b\x85c\x0bd"]),
    ("colons", b"data: a: b:c\n\n", ["a: b:c"]),
    ("nothing", b"", []),
    ("blank lines", b"\n\r\n\r\r\n", []),
]


def events_of(pieces: list[bytes]) -> Any:
    parser = EventParser()
    events = [event for piece in pieces for event in parser.feed(piece)]
    return events + parser.close()


@pytest.mark.parametrize(
    ("raw", "data"), [case[1:] for case in GRAMMAR], ids=[case[0] for case in GRAMMAR]
)
def test_the_grammar(raw: bytes, data: Any) -> None:
    """Each rule of the event stream grammar, in one piece and byte by byte."""
    assert [event.data for event in events_of([raw])] == data
    assert [event.data for event in events_of([bytes([byte]) for byte in raw])] == data


def test_names() -> None:
    """An event's name is its own and the next one's is ``message`` again."""
    raw = b"event: error\ndata: a\n\ndata: b\n\nevent:done\ndata: c\n\n"
    assert [event.name for event in events_of([raw])] == ["error", "message", "done"]


@pytest.mark.parametrize("rest", [b"data: a", b"data: a\n", b"data: a\r"])
def test_the_last_event_without_its_blank_line(rest: Any) -> None:
    """What stands last without its end is handed out, and marked."""
    assert events_of([b"data: x\n\n" + rest]) == [Event("x"), Event("a", whole=False)]


def test_broken_utf8_is_an_error() -> None:
    """Bytes that are not UTF-8 raise, also when they are cut short by the end."""
    with pytest.raises(UnicodeDecodeError):
        events_of([b"data: \xff\n\n"])
    with pytest.raises(UnicodeDecodeError):
        events_of([b"data: \xc3"])


lines = st.one_of(
    st.text().map(lambda text: "data:" + text.replace("\r", "").replace("\n", "")),
    st.sampled_from(["", "", ": comment", "event: error", "event: done", "id: 1", "data", "x"]),
)


@given(
    st.lists(st.tuples(lines, st.sampled_from(["\n", "\r", "\r\n"])), max_size=12),
    st.lists(st.integers(0, 400), max_size=12),
)
def test_any_cutting_gives_the_same_events(parts: Any, cuts: Any) -> None:
    """However a stream is cut, inside characters and line ends too, its events are the same."""
    raw = "".join(line + end for line, end in parts).encode("utf-8", "replace")
    places = sorted({0, len(raw), *(cut for cut in cuts if cut < len(raw))})
    pieces = [raw[begin:end] for begin, end in itertools.pairwise(places)]
    assert events_of(pieces) == events_of([raw])
