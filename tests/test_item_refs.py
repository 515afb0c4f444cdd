"""Holds references in columns to being what a tuple of references is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.records import ItemRef
from mhgate.records.item_ids import ItemIds
from mhgate.records.item_refs import ItemRefs, column_of

_texts = st.text(st.characters(exclude_categories=()), max_size=4)  # lone surrogates too

_refs = st.builds(
    ItemRef,
    id=_texts,
    family=_texts,
    digest=st.text("0123456789abcdef", min_size=64, max_size=64).map("sha256:".__add__) | _texts,
    strata=st.dictionaries(st.sampled_from("abc"), st.sampled_from(["1", "2"]), max_size=3),
    language=st.sampled_from(["en", "de"]),
    key=st.none() | _texts | st.floats(allow_nan=False),
    perturbed=st.booleans(),
    has_clock=st.booleans(),
    simulated=st.booleans(),
    sealed=st.booleans(),
    path=_texts,
    offset=st.integers(0, 2**40),
    length=st.integers(1, 2**40),
)


@settings(max_examples=50)
@given(st.lists(_refs, max_size=12))
def test_what_went_in_comes_out(refs: list[ItemRef]) -> None:
    """Every reference, down to the order of its strata and the sign of a zero."""
    kept = ItemRefs(refs)
    assert list(map(repr, kept)) == list(map(repr, refs))
    assert [repr(kept[place]) for place in range(len(refs))] == list(map(repr, refs))
    assert kept == tuple(refs)
    assert kept == refs
    assert kept == ItemRefs(tuple(refs))
    assert hash(kept) == hash(ItemRefs(refs))
    assert kept[::-2] == tuple(refs[::-2])
    assert list(kept.ids()) == [ref.id for ref in refs]
    assert list(kept.digests()) == [ref.digest for ref in refs]
    assert {pair for kind in kept.kinds for pair in kind.strata.items()} == {
        pair for ref in refs for pair in ref.strata.items()
    }
    assert ItemRefs.of(kept) is kept


@settings(max_examples=50)
@given(st.lists(_refs, min_size=1, max_size=8), _refs)
def test_another_reference_makes_others(refs: list[ItemRef], other: ItemRef) -> None:
    """Equal are the same references in the same order, and nothing else."""
    changed = [other, *refs[1:]]
    assert (ItemRefs(refs) == ItemRefs(changed)) == (refs == changed)
    assert ItemRefs(refs) != refs[1:]
    assert ItemRefs(refs) != "refs"


@settings(max_examples=50)
@given(st.lists(_refs, max_size=12, unique_by=lambda ref: ref.id), _texts)
def test_ids_are_a_set(refs: list[ItemRef], other: str) -> None:
    """The ids of several files answer as a frozenset of them does."""
    ids, plain = ItemIds([ItemRefs(refs[:5]), ItemRefs(refs[5:])]), frozenset(r.id for r in refs)
    assert set(ids) == plain
    assert len(ids) == len(plain)
    assert all(name in ids for name in plain)
    assert (other in ids) == (other in plain)
    assert 1 not in ids
    assert {other, "x"} - ids == {other, "x"} - plain
    assert ids | {other} == plain | {other}


def test_ids_with_one_checksum_are_told_apart() -> None:
    """The checksum leads to candidates alone: these two have the same."""
    one, other = "plumless", "buckeroo"
    refs = [
        ItemRef(
            id=name, family="f", digest="", strata={}, language="en", path="p", offset=0, length=1
        )
        for name in (one, "between")
    ]
    ids = ItemIds([ItemRefs(refs)])
    assert one in ids
    assert other not in ids


@given(st.lists(st.integers(0, 2**64 - 1), max_size=9))
def test_a_column_holds_its_numbers(numbers: list[int]) -> None:
    """However few bytes each of them takes."""
    assert list(column_of(numbers, max(numbers, default=0))) == numbers
