"""Openings: one item is shown and proved, the others stay hidden, and nothing else is accepted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.canonical import leaf_hash, merkle_path, merkle_root, root_of_path
from mhgate.errors import ReportFileError, SuiteError, UsageError
from mhgate.records.sealed import Opening
from mhgate.sealed.commitments import Commitment
from mhgate.sealed.proving import opening_of, read_opening, verify_opening

MASTER = bytes(range(32))


def committed(count: int) -> Commitment:
    rows: list[dict[str, Any]] = [
        {"id": f"i{number}", "family": "f", "turns": [f"words {number}"]} for number in range(count)
    ]
    return Commitment.of(rows, MASTER, where="hidden.jsonl")


@given(st.lists(st.binary(max_size=8), min_size=1, max_size=40), st.data())
def test_a_path_leads_from_every_leaf_to_the_root(leaves: list[bytes], data: st.DataObject) -> None:
    """RFC 6962, whatever the number of leaves; another leaf, place or size leads elsewhere."""
    index = data.draw(st.integers(0, len(leaves) - 1))
    path = merkle_path(leaves, index)
    root = merkle_root(leaves)
    size = len(leaves)
    assert root_of_path(leaves[index], index=index, size=size, path=path) == root
    assert root_of_path(leaves[index] + b"x", index=index, size=size, path=path) != root
    with pytest.raises(ValueError, match="path that is too"):
        root_of_path(leaves[index], index=index, size=size, path=[*path, bytes(32)])
    if path:
        with pytest.raises(ValueError, match="path that is too"):
            root_of_path(leaves[index], index=index, size=size, path=path[:-1])


def test_the_paths_are_those_of_the_standard() -> None:
    """RFC 6962, section 2.1.3: the paths of a tree of seven leaves."""
    d = [bytes([number]) for number in range(7)]
    a, b, c, e, f, _, j = (leaf_hash(each) for each in d)
    g, h, i = (node(*pair) for pair in ((a, b), (c, e), (f, leaf_hash(d[5]))))
    k, m = node(g, h), node(i, j)
    assert merkle_path(d, 0) == (b, h, m)
    assert merkle_path(d, 3) == (c, g, m)
    assert merkle_path(d, 4) == (leaf_hash(d[5]), j, k)
    assert merkle_path(d, 6) == (i, k)


def node(left: bytes, right: bytes) -> bytes:
    import hashlib

    return hashlib.sha256(b"\x01" + left + right).digest()


@pytest.mark.parametrize("index", [-1, 3])
def test_there_is_no_path_to_what_is_no_leaf(index: int) -> None:
    """A place outside the tree is told."""
    with pytest.raises(IndexError):
        merkle_path([b"a", b"b", b"c"], index)
    with pytest.raises(ValueError, match="leaf"):
        root_of_path(b"a", index=index, size=3, path=())


@pytest.mark.parametrize("count", [1, 2, 3, 8, 13])
def test_every_item_of_a_pack_can_be_proved(count: int) -> None:
    """By its opaque name, with or without a suite and an epoch, and by its own id."""
    found = committed(count)
    for row, name in zip(found.rows, found.names, strict=True):
        for named in (name, f"crisis/{name}", f"crisis/{name}#0", str(row["id"])):
            opening = opening_of(found, named)
            assert verify_opening(opening, root=found.root) == row
            assert opening.name == name


def test_an_opening_says_nothing_of_the_others() -> None:
    """It holds one item, one salt, and hashes."""
    found = committed(9)
    text = opening_of(found, "i4").model_dump_json()
    assert "words 4" in text
    assert not [number for number in range(9) if number != 4 and f"words {number}" in text]
    assert MASTER.hex() not in text


@settings(max_examples=60)
@given(st.data())
def test_whatever_is_changed_in_an_opening_is_refused(data: st.DataObject) -> None:
    """The item, its salt, its place, the number of items, a hash, the name, the root."""
    found = committed(6)
    opening = opening_of(found, "i2")
    flipped = st.integers(0, 63).map(lambda at: at)
    place = data.draw(flipped)
    digit = "0" if opening.salt[place] != "0" else "1"
    changes: list[dict[str, Any]] = [
        {"item": {**opening.item, "turns": ["other words"]}},
        {"item": {**opening.item, "more": 1}},
        {"salt": opening.salt[:place] + digit + opening.salt[place + 1 :]},
        {"index": (opening.index + 1) % 6},
        {"size": 60},
        {"path": opening.path[:-1]},
        {"path": (*opening.path[:-1], opening.path[0])},
        {"path": (*opening.path[:-1], "no digits")},
        {"name": "sealed-0000000000000000"},
        {"root": "sha256:" + "0" * 64},
    ]
    changed = opening.model_copy(update=data.draw(st.sampled_from(changes)))
    if changed == opening:
        return
    with pytest.raises(ReportFileError):
        verify_opening(changed, root=found.root)


def test_another_root_is_refused() -> None:
    """An opening of one pack proves nothing about another."""
    with pytest.raises(ReportFileError, match="expected sha256:1"):
        verify_opening(opening_of(committed(3), "i0"), root="sha256:1")


def test_there_is_no_opening_of_what_is_not_there() -> None:
    """The message names no item of the pack by its own id."""
    with pytest.raises(UsageError, match="no such item") as caught:
        opening_of(committed(3), "i9")
    assert "i1" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "{}", '{"version": "2"}', "not JSON"])
def test_what_is_no_opening_is_told(tmp_path: Path, text: str) -> None:
    """With the file, and without what stands in it."""
    path = tmp_path / "opening.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ReportFileError, match=r"opening\.json"):
        read_opening(path)
    with pytest.raises(ReportFileError, match="No such file"):
        read_opening(tmp_path / "missing.json")


def test_an_opening_is_read_as_it_was_written(tmp_path: Path) -> None:
    """Through a file and back, it still holds."""
    found = committed(4)
    opening = opening_of(found, "i3")
    path = tmp_path / "opening.json"
    path.write_text(json.dumps(opening.model_dump(mode="json"), indent=2), encoding="utf-8")
    again: Opening = read_opening(path)
    assert again == opening
    assert verify_opening(again, root=found.root) == opening.item


@pytest.mark.parametrize("rows", [[{"id": "a"}, {"id": "a"}], [{"family": "f"}], [{"id": ""}]])
def test_rows_need_ids_of_their_own(rows: list[dict[str, Any]]) -> None:
    """A salt belongs to one row."""
    with pytest.raises(SuiteError, match="id of their own"):
        Commitment.of(rows, MASTER, where="hidden.jsonl")
