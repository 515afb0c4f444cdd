"""Holds the compact plan to a plain one: the same trials, references and digest, as it was before.

The plain one below keeps every trial and reference as an object, in tuples and dicts.
"""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.canonical import digest, seed_from
from mhgate.records import ItemRef, Probe, Trial
from mhgate.records.item_refs import ItemRefs
from mhgate.sampling import SAMPLER_VERSION, ItemFile, Plan, Shard, make_plan


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


@st.composite
def _refs(draw: st.DrawFn, suite: str, file: int) -> tuple[ItemRef, ...]:
    return tuple(
        ItemRef(
            id=f"{suite}/{file}-{number}",
            family=f"{suite}/{draw(st.integers(0, 4))}",
            digest=draw(st.sampled_from([f"sha256:{number}", f"sha256:{number:064x}"])),
            strata=draw(st.sampled_from([{}, {"a": "1"}, {"a": "2", "b": "1"}, {"b": "1"}])),
            language=draw(st.sampled_from(["en", "de"])),
            key=draw(st.sampled_from([None, "a", 0.0, 2.5])),
            path=draw(st.sampled_from(["one", f"file-{file}"])),
            offset=number,
            length=number + 1,
        )
        for number in draw(st.permutations(range(draw(st.integers(0, 9)))))
    )


@st.composite
def _files(draw: st.DrawFn) -> list[ItemFile]:
    suite = draw(st.sampled_from(["s", "é", "\ue000\U00010000", '"\\', "\udc80"]))
    return [
        ItemFile(
            key=f"{suite}/{file}",
            refs=draw(_refs(suite, file)),
            probes=tuple(_probe(f"{file}{n}") for n in range(draw(st.integers(0, 2)))),
            draw=draw(st.none() | st.integers(0, 9)),
        )
        for file in range(draw(st.integers(0, 3)))
    ]


@dataclass(frozen=True)
class _Plain:
    """A plan that keeps every object."""

    trials: tuple[Trial, ...]
    refs: dict[str, ItemRef]
    readers: dict[str, tuple[Probe, ...]]

    @property
    def digest(self) -> str:
        return digest(
            {
                "sampler": SAMPLER_VERSION,
                "trials": [[t.id, t.seed, self.refs[t.item_id].digest] for t in self.trials],
                "readers": {item: [p.id for p in probes] for item, probes in self.readers.items()},
            }
        )

    def by_file(self) -> list[list[Trial]]:
        found: dict[str, list[Trial]] = {}
        for trial in self.trials:
            found.setdefault(self.refs[trial.item_id].path, []).append(trial)
        return list(found.values())

    def places(self, probe_id: str, wanted: Callable[[ItemRef], bool]) -> list[int]:
        return [
            place
            for place, trial in enumerate(self.trials)
            if any(probe.id == probe_id for probe in self.readers[trial.item_id])
            and wanted(self.refs[trial.item_id])
        ]


def _plain(files: Sequence[ItemFile], seed: int, max_items: int | None, epochs: int) -> _Plain:
    ranked: list[tuple[int, int, Trial]] = []
    refs: dict[str, ItemRef] = {}
    readers: dict[str, tuple[Probe, ...]] = {}
    for column, file in enumerate(each for each in files if each.probes):
        chosen = _families_first(file, seed)[:max_items]
        refs |= {ref.id: ref for ref in chosen}
        readers |= {ref.id: file.probes for ref in chosen}
        ranked += [
            (epoch * len(chosen) + rank, column, _trial(ref, epoch, seed))
            for epoch in range(epochs)
            for rank, ref in enumerate(chosen)
        ]
    trials = tuple(trial for _, _, trial in sorted(ranked, key=lambda entry: entry[:2]))
    return _Plain(trials, refs, readers)


def _families_first(file: ItemFile, seed: int) -> list[ItemRef]:
    shuffler = random.Random(seed_from(seed, "order", file.key) if file.draw is None else file.draw)
    families: dict[str, list[ItemRef]] = {}
    for ref in sorted(file.refs, key=lambda ref: ref.id):
        families.setdefault(ref.family, []).append(ref)
    order = sorted(families)
    shuffler.shuffle(order)
    for name in order:
        shuffler.shuffle(families[name])
    longest = max(map(len, families.values()), default=0)
    rounds = [[families[name][turn : turn + 1] for name in order] for turn in range(longest)]
    return [ref for each in rounds for found in each for ref in found]


def _trial(ref: ItemRef, epoch: int, seed: int) -> Trial:
    return Trial(
        id=f"{ref.id}#{epoch}",
        item_id=ref.id,
        family=ref.family,
        epoch=epoch,
        seed=seed_from(seed, "trial", ref.id, epoch),
    )


_sampled = st.tuples(
    st.integers(0, 2**53 - 1), st.sampled_from([None, None, 0, 3]), st.integers(1, 3)
)


def _both(files: list[ItemFile], sampled: tuple[int, int | None, int]) -> tuple[Plan, _Plain]:
    seed, max_items, epochs = sampled
    plan = make_plan(files, seed=seed, max_items=max_items, epochs=epochs)
    return plan, _plain(files, seed, max_items, epochs)


@settings(max_examples=40)
@given(_files(), _sampled)
def test_a_plan_is_what_a_plain_one_is(
    files: list[ItemFile], sampled: tuple[int, int | None, int]
) -> None:
    """Trials, references, readers and digest: one for one, in the same order."""
    plan, plain = _both(files, sampled)
    assert plan.trials == plain.trials
    assert plain.trials == tuple(plan.trials)
    assert list(plan.refs.items()) == list(plain.refs.items())
    assert [[*ref.strata] for ref in plan.refs.values()] == [
        [*ref.strata] for ref in plain.refs.values()
    ]
    assert list(plan.readers.items()) == list(plain.readers.items())
    assert list(plan.readers.values()) == list(plain.readers.values())
    assert dict(plan.digests) == {name: ref.digest for name, ref in plain.refs.items()}
    assert plan.digest == plain.digest
    assert len(plan.trials) == len(plain.trials)
    assert plan.trials[1:-1] == plain.trials[1:-1]
    assert all(plan.trials[place] == trial for place, trial in enumerate(plain.trials))


@settings(max_examples=40)
@given(_files(), _sampled)
def test_what_is_asked_of_a_plan_is_answered_as_by_a_plain_one(
    files: list[ItemFile], sampled: tuple[int, int | None, int]
) -> None:
    """By file, by probe, by stratum, by name: the same trials."""
    plan, plain = _both(files, sampled)
    assert [list(trials) for trials in plan.by_file()] == plain.by_file()
    left_out = [*list(plain.refs)[:2], "nobody"]
    for probe in {probe.id for file in files for probe in file.probes} | {"x.none"}:
        every = plain.places(probe, lambda _ref: True)
        assert list(plan.places(probe)) == every
        assert plan.planned(probe) == [plain.trials[place] for place in every]
        some = plain.places(
            probe, lambda ref: ref.id not in left_out and ref.strata.get("a") == "1"
        )
        assert list(plan.places(probe, without=left_out, stratum=("a", "1"))) == some
    assert all(plan.find(trial.id) == trial for trial in plain.trials)
    for trial in plain.trials:
        unknown = (trial.item_id, f"{trial.item_id}#0{trial.epoch}", f"{trial.item_id}#9", "", "#")
        assert [plan.find(name) for name in unknown] == [None] * len(unknown)


@settings(max_examples=40)
@given(_files(), _sampled, st.integers(1, 3))
def test_fresh_trials_and_shards_are_those_of_a_plain_plan(
    files: list[ItemFile], sampled: tuple[int, int | None, int], number: int
) -> None:
    """What a second look asks, and what a shard asks, is named as it always was."""
    plan, plain = _both(files, sampled)
    seed, _, epochs = sampled
    asked = dict.fromkeys(trial.item_id for trial in plain.trials)
    fresh = plan.named_again(epochs, 2, seed=seed)
    assert fresh == [
        _trial(plain.refs[item], epoch, seed) for epoch in (epochs, epochs + 1) for item in asked
    ]
    assert all(fresh.find(trial.id) == trial for trial in fresh)
    shard = Shard(number, 3)
    mine = tuple(trial for trial in plain.trials if shard.holds(trial.family))
    share = plan.share(shard)
    assert share.trials == mine
    of_mine = _Plain(mine, plain.refs, plain.readers)
    assert [list(trials) for trials in share.by_file()] == of_mine.by_file()
    for probe in (probe for file in files for probe in file.probes):
        assert list(share.places(probe.id)) == of_mine.places(probe.id, lambda _ref: True)


@settings(max_examples=40)
@given(_files(), _sampled)
def test_a_plan_of_given_trials_is_as_good(
    files: list[ItemFile], sampled: tuple[int, int | None, int]
) -> None:
    """A plan of trials that are there already holds them, whatever they are called."""
    plan, plain = _both(files, sampled)
    odd = [trial.model_copy(update={"id": f"{trial.id}!"}) for trial in plain.trials[::2]]
    trials = (*odd, *plain.trials[1::2])
    again = Plan(trials, plain.refs, plain.readers, plan.digest)
    assert again.trials == trials
    assert all(again.find(trial.id) == trial for trial in trials)
    assert all(again.find(trial.id) is None for trial in plain.trials[::2])
    of_given = _Plain(trials, plain.refs, plain.readers)
    for probe in (probe for file in files for probe in file.probes):
        assert list(again.places(probe.id)) == of_given.places(probe.id, lambda _ref: True)


def _ref(name: str) -> ItemRef:
    return ItemRef(
        id=name, family="s/f", digest="", strata={}, language="en", path="a", offset=0, length=1
    )


def test_one_item_may_be_asked_a_thousand_times_beside_a_thousand_others() -> None:
    """A trial is found among many of its item, in whatever order they were asked."""
    refs = {name: _ref(name) for name in (f"s/{number}" for number in range(1000))}
    trials = [_trial(ref, 0, 1) for ref in refs.values()]
    trials += [_trial(refs["s/7"], epoch, 1) for epoch in range(1000, 0, -1)]
    plan = Plan(trials, refs, {}, "")
    assert [plan.find(trial.id) for trial in trials] == trials
    assert plan.find("s/7#1001") is None
    assert plan.find("s/8#1") is None


def test_an_item_in_two_places_is_refused() -> None:
    """Two references of one id would be two items under one name."""
    files = [ItemFile(name, (_ref("s/a"),), (_probe(name),)) for name in ("a", "b")]
    with pytest.raises(ValueError, match="the item 's/a' twice"):
        make_plan(files, seed=1, max_items=None, epochs=1)


def _held_by_a_plan(count: int) -> int:
    """Return the bytes that a plan of so many items holds, its references among them."""
    tracemalloc.start()
    try:
        refs = ItemRefs(
            ItemRef(
                id=f"suite/item-{number:06}",
                family=f"suite/family-{number // 4:05}",
                digest=digest(number),
                strata={"risk": "low" if number % 3 else "high", "register": "plain"},
                language="en",
                path="/a/folder/suite/items.jsonl",
                offset=2000 * number,
                length=2000,
            )
            for number in range(count)
        )
        file = ItemFile("suite/items.jsonl", refs, (_probe("a"), _probe("b")))
        plan = make_plan([file], seed=1, max_items=None, epochs=1)
        assert len(plan.trials) == count
        return tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


def test_an_item_more_takes_a_hundred_bytes_of_a_plan() -> None:
    """References, trials, readers, seeds and digests: a long plan must not fill the memory."""
    more = _held_by_a_plan(3000) - _held_by_a_plan(1000)
    assert more / 2000 < 130
