"""Holds canonical JSON to RFC 8785, and the Merkle root to RFC 6962."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mhgate.canonical import (
    InOrder,
    canonical_json,
    digest,
    digest_in_pieces,
    key_order,
    merkle_root,
    seed_from,
)

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_canonical_json_is_json_and_says_the_same(value: object) -> None:
    """What is written in canonical form reads back as the same value."""
    assert json.loads(canonical_json(value)) == value


@given(
    st.recursive(
        json_values | st.floats(allow_nan=False, allow_infinity=False),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
        max_leaves=8,
    )
)
@example([-0.0, 1e15, 999999999999999.9, 9007199254740993.0, 1e-4, 0.00009, 1e21, 5e-324])
@example({"\ue000": 1, "\U0001f600": 2, "a\x7f\u2028": "\x00\x1f\x7f\u2028/"})
def test_the_quick_way_writes_what_the_standard_writes(value: object) -> None:
    """Whichever encoder writes a value, its bytes are those of the library of the standard."""
    assert canonical_json(value) == rfc8785.dumps(_without_surrogates(value))


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_without_surrogates(k): _without_surrogates(v) for k, v in value.items()}
    return [_without_surrogates(each) for each in value] if isinstance(value, list) else value


@settings(max_examples=50)
@given(
    st.dictionaries(st.text(), st.lists(json_values, max_size=6), max_size=4),
    st.dictionaries(st.text(), json_values, max_size=6),
)
def test_a_digest_in_pieces_is_the_digest(
    lists: dict[str, list[Any]], entries: dict[str, Any]
) -> None:
    """Whether or not anybody holds the whole value at once."""
    whole = {**lists, "entries": entries, "one": 1}
    pieces = {
        **{name: iter(rows) for name, rows in lists.items()},
        "entries": InOrder((name, entries[name]) for name in sorted(entries, key=key_order)),
        "one": 1,
    }
    assert digest_in_pieces(pieces) == digest(whole)


def test_a_long_list_is_digested_in_portions() -> None:
    """A list of thousands, and an object of thousands: every portion is joined to the next."""
    names = sorted((f"é{n}" for n in range(1000)), key=key_order)
    for count in (0, 1, 255, 256, 257, 1000):
        whole = {"a": list(range(count)), "b": {name: name for name in names[:count]}}
        pieces = {"a": iter(range(count)), "b": InOrder((name, name) for name in names[:count])}
        assert digest_in_pieces(pieces) == digest(whole)


def test_the_order_of_keys_does_not_matter() -> None:
    """Two objects with the same members have one form and one digest."""
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})


def test_numbers_have_the_form_of_the_standard() -> None:
    """Numbers are written as RFC 8785 section 3.2.2.3 asks."""
    assert canonical_json([1.0, 0.5, 1e21, 1e-7]) == b"[1,0.5,1e+21,1e-7]"


def test_a_lone_surrogate_has_a_digest() -> None:
    """A hostile reply that no UTF-8 can hold is digested all the same."""
    assert digest(["\ud800"]) == digest(["\\ud800"])


def test_what_json_cannot_hold_is_refused() -> None:
    """NaN has no canonical form."""
    with pytest.raises(ValueError, match=r"domain|NaN|nan"):
        canonical_json(float("nan"))


def test_the_merkle_root_is_that_of_the_standard() -> None:
    """The root of seven leaves is the one that RFC 6962's definition gives, written out by hand."""
    leaves = [bytes([number]) for number in range(7)]

    def tree(part: list[bytes]) -> bytes:
        if len(part) == 1:
            return hashlib.sha256(b"\x00" + part[0]).digest()
        split = 1
        while split * 2 < len(part):
            split *= 2
        return hashlib.sha256(b"\x01" + tree(part[:split]) + tree(part[split:])).digest()

    assert merkle_root(leaves) == "sha256:" + tree(leaves).hex()


@given(st.lists(st.binary(max_size=4), min_size=1, max_size=20), st.data())
def test_every_leaf_counts(leaves: list[bytes], data: st.DataObject) -> None:
    """A change of any leaf changes the root."""
    place = data.draw(st.integers(0, len(leaves) - 1))
    changed = [*leaves[:place], leaves[place] + b"x", *leaves[place + 1 :]]
    assert merkle_root(changed) != merkle_root(leaves)


def test_no_leaves_have_a_root() -> None:
    """The root of nothing is the digest of the empty string, as in the standard."""
    assert merkle_root([]) == "sha256:" + hashlib.sha256(b"").hexdigest()


@given(st.lists(st.text() | st.integers(0, 2**31), min_size=1, max_size=3))
def test_seeds_are_whole_numbers_that_json_can_hold(parts: list[str | int]) -> None:
    """A seed survives a trip through JSON."""
    assert 0 <= seed_from(*parts) < 2**53
