"""Replies are read as Python's own reader reads them, strictly, whichever reader does it."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mhgate.targets.extraction import parse_json
from mhgate.targets.faults import Fault

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def _refused(name: str) -> NoReturn:
    raise ValueError(name)


def _read_plainly(data: bytes) -> str:
    """Return what Python's reader makes of it, to the last type and sign; empty where nothing."""
    try:
        text = data.decode("utf-8-sig")
        return repr(json.loads(text, parse_constant=_refused)) if text.strip() else ""
    except (ValueError, RecursionError):
        return ""


def _read(data: bytes) -> str:
    try:
        return repr(parse_json(data))
    except Fault as fault:
        return "" if fault.kind == "unreadable_reply" else fault.kind


@given(values, st.booleans(), st.sampled_from([None, 1]))
def test_what_was_written_is_read(value: Any, is_ascii: bool, indent: int | None) -> None:  # noqa: FBT001 - hypothesis gives it
    """Every value comes back as Python's reader gives it, lone surrogates and -0.0 too."""
    text = json.dumps(value, ensure_ascii=is_ascii, indent=indent)
    data = text.encode("utf-8", "surrogatepass")
    assert _read(data) == _read_plainly(data)


@given(
    values,
    st.integers(0, 60),
    st.sampled_from([*b'"\\,:[]{}0-+.eE \n\x00\x0b\x1f\x7f\x80\xed\xff', *b"NaInfulstr"]),
)
@example([1], 2, ord(","))
def test_what_is_nearly_json_is_read_as_strictly(value: Any, place: int, byte: int) -> None:
    """A byte that is another one is refused by both readers, or read by both as the same."""
    data = bytearray(json.dumps(value).encode())
    data[place % len(data)] = byte
    assert _read(bytes(data)) == _read_plainly(bytes(data))


@pytest.mark.parametrize(
    "data",
    [
        b"1e400",
        b"-1e400",
        b"NaN",
        b"[Infinity]",
        b"01",
        b"1.",
        b'{"a": 1, "b": 2, "a": 3}',
        b"9" * 4000,
        b"9" * 5000,
        b"[" * 300 + b"]" * 300,
        b"[" * 100_000,
        b'\xef\xbb\xbf{"a": 1}',
        b'"\xed\xa0\x80"',
        b'"\\ud800"',
        b'"\\udc00\\ud800"',
        b"\x0b1",
        b"1\x00",
        b"",
        b" \n",
    ],
)
def test_odd_replies_are_read_as_before(data: bytes) -> None:
    """Numbers without end, constants, keys that stand twice, depth, marks and surrogates."""
    assert _read(data) == _read_plainly(data)
