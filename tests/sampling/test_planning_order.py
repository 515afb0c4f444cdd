"""Holds the plan: families first, the same for the same seed, whatever else is selected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.records import ItemRef, Probe
from mhgate.sampling import ItemFile, Shard, make_plan


def _probe(name: str) -> Probe:
    return Probe(
        id=f"x.{name}",
        name=name,
        pillar="x",
        items="a.jsonl",
        exact=True,
        path="test_a.py",
        line=1,
        source_digest="sha256:0",
    )


def _file(key: str, sizes: list[int], *names: str) -> ItemFile:
    refs = tuple(
        ItemRef(
            id=f"{key}-{family}-{member}",
            family=f"{key}-{family}",
            digest=f"sha256:{family}{member}",
            strata={},
            language="en",
            path="a.jsonl",
            offset=0,
            length=1,
        )
        for family, size in enumerate(sizes)
        for member in range(size)
    )
    return ItemFile(key, refs, tuple(_probe(name) for name in names))


sizes = st.lists(st.integers(1, 4), min_size=1, max_size=8)


@given(sizes, st.integers(0, 2**53 - 1))
def test_one_item_of_each_family_comes_before_a_second_of_any(sizes: list[int], seed: int) -> None:
    """Every prefix of the plan spreads over as many families as it can."""
    plan = make_plan([_file("f", sizes, "p")], seed=seed, max_items=None, epochs=1)
    seen: dict[str, int] = {}
    for trial in plan.trials:
        seen[trial.family] = seen.get(trial.family, 0) + 1
        fullest = max(seen.values())
        for family, size in enumerate(sizes):
            assert seen.get(f"f-{family}", 0) >= min(size, fullest - 1)


@given(sizes, st.integers(0, 1000), st.integers(1, 3))
def test_every_item_is_asked_once_an_epoch(sizes: list[int], seed: int, epochs: int) -> None:
    """The plan holds each item as often as there are epochs, each trial under its own name."""
    plan = make_plan([_file("f", sizes, "p")], seed=seed, max_items=None, epochs=epochs)
    assert len(plan.trials) == sum(sizes) * epochs
    assert len({trial.id for trial in plan.trials}) == len(plan.trials)
    first = [trial.epoch for trial in plan.trials]
    assert first == sorted(first)


@given(sizes, sizes, st.integers(0, 1000))
def test_selection_does_not_change_the_order(one: list[int], two: list[int], seed: int) -> None:
    """A file's trials, and their seeds, are the same with and without another file."""
    alone = make_plan([_file("f", one, "p")], seed=seed, max_items=None, epochs=1)
    both = make_plan(
        [_file("g", two, "q"), _file("f", one, "p")], seed=seed, max_items=None, epochs=1
    )
    assert list(alone.trials) == [trial for trial in both.trials if trial.id.startswith("f-")]


def test_another_seed_gives_another_order() -> None:
    """The seed decides the order, and the digest tells two plans apart."""
    plans = [
        make_plan([_file("f", [2] * 10, "p")], seed=seed, max_items=None, epochs=1)
        for seed in (1, 2)
    ]
    assert [trial.item_id for trial in plans[0].trials] != [
        trial.item_id for trial in plans[1].trials
    ]
    assert plans[0].digest != plans[1].digest


@pytest.mark.parametrize(("most", "planned"), [(None, 20), (5, 5), (0, 0), (99, 20)])
def test_max_items_zero_is_none_and_absent_is_all(most: int | None, planned: int) -> None:
    """0 asks nothing; absent asks everything."""
    plan = make_plan([_file("f", [2] * 10, "p")], seed=1, max_items=most, epochs=1)
    assert len(plan.trials) == planned


def test_files_are_interleaved() -> None:
    """A run that is cut short has seen something of every file."""
    files = [_file("f", [1] * 5, "p"), _file("g", [1] * 5, "q")]
    plan = make_plan(files, seed=1, max_items=None, epochs=1)
    assert [trial.id[0] for trial in plan.trials] == ["f", "g"] * 5


def test_a_file_that_no_probe_reads_is_not_asked() -> None:
    """Nobody is asked for nothing."""
    assert make_plan([_file("f", [3])], seed=1, max_items=None, epochs=1).trials == ()


def test_no_epoch_is_refused() -> None:
    """A plan asks each item at least once."""
    with pytest.raises(ValueError, match="epochs is 0"):
        make_plan([_file("f", [1], "p")], seed=1, max_items=None, epochs=0)


@given(sizes, st.integers(0, 2**53 - 1), st.integers(0, 2**53 - 1))
def test_a_draw_of_its_own_decides_the_order_whatever_the_seed(
    sizes: list[int], seed: int, other: int
) -> None:
    """A sealed file's order is its root's and its baseline's; only trial seeds are the run's."""
    bare = _file("f", sizes, "p")
    drawn = ItemFile(bare.key, bare.refs, bare.probes, draw=17)
    one, two = (
        make_plan([drawn], seed=each, max_items=3, epochs=1).trials for each in (seed, other)
    )
    assert [trial.id for trial in one] == [trial.id for trial in two]


@given(sizes, sizes, st.integers(0, 1000), st.integers(1, 3), st.integers(1, 12))
def test_shards_cover_every_trial_once(
    one: list[int], two: list[int], seed: int, epochs: int, count: int
) -> None:
    """Whatever the plan and the split: each trial is in one shard, and a family in one too."""
    files = [_file("f", one, "p"), _file("g", two, "q", "r")]
    plan = make_plan(files, seed=seed, max_items=None, epochs=epochs)
    shares = [plan.share(Shard(number, count)) for number in range(1, count + 1)]
    asked = [trial.id for share in shares for trial in share.trials]
    assert sorted(asked) == sorted(trial.id for trial in plan.trials)
    homes: dict[str, set[int]] = {}
    for number, share in enumerate(shares):
        for trial in share.trials:
            homes.setdefault(trial.family, set()).add(number)
        assert share.digest == plan.digest
        mine = set(share.trials)
        order = [trial for trial in plan.trials if trial in mine]
        assert list(share.trials) == order
    assert all(len(numbers) == 1 for numbers in homes.values())


@given(sizes, sizes, st.integers(0, 1000), st.integers(0, 1000), st.integers(1, 12))
def test_a_familys_shard_does_not_depend_on_what_else_is_selected(
    one: list[int], two: list[int], seed: int, other: int, count: int
) -> None:
    """Its name decides: neither another file, nor the seed, nor the sample."""
    files = [_file("f", one, "p"), _file("g", two, "q")]
    both = make_plan(files, seed=seed, max_items=None, epochs=1)
    alone = make_plan(files[:1], seed=other, max_items=2, epochs=1)
    for number in range(1, count + 1):
        shard = Shard(number, count)
        there = {trial.item_id for trial in both.share(shard).trials}
        assert {trial.item_id for trial in alone.share(shard).trials} == there & set(alone.refs)


@pytest.mark.parametrize("text", ["", "2", "0/8", "9/8", "a/8", "2/8/9", "-1/8", "2/"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    """A shard is a number of how many, from 1."""
    with pytest.raises(ValueError, match="expected a shard such as 2/8"):
        Shard.read(text)
