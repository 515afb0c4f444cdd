"""The plan: every trial, named before the first one is asked.

Families come in random order, one item of each before a second of any: that keeps what the
clusters cost to a minimum, and makes every prefix of the plan a fair sample. The files of all
probes are interleaved, so that a run that is cut short has seen a little of everything. The order
depends on the seed and on names alone, never on what else is selected or on concurrency.

A plan can be asked in shards: each holds whole families, found by their names alone.

It is held from the first second of a run to the last, and is not larger than it must be: see
:mod:`mhgate.sampling.named`.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from types import MappingProxyType

from mhgate.canonical import InOrder, digest_in_pieces, key_order
from mhgate.records import ItemRef, Probe, Trial
from mhgate.records.item_refs import ItemRefs, column_of
from mhgate.sampling.drawing import families_first, of_families, seed_of
from mhgate.sampling.drawn import Digests, Drawn, Readers
from mhgate.sampling.named import Named, Trials, trial_seed
from mhgate.sampling.shards import Shard

__all__ = ["SAMPLER_VERSION", "ItemFile", "Plan", "make_plan"]

SAMPLER_VERSION = "families-first/1"

_LARGEST_SEED = 2**53 - 1


@dataclass(frozen=True, slots=True)
class ItemFile:
    """The items of one file of a suite, and the probes that read them.

    ``draw`` decides the order of a file whose order may not be chosen by the run's seed: a sealed
    one's, by its root and the seed that its baseline fixed.
    """

    key: str
    refs: Sequence[ItemRef]
    probes: tuple[Probe, ...]
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The trials in plan order, and who reads which.

    ``unbought`` holds the ids of the probes whose file has items, and of which a budget left none.
    """

    trials: Sequence[Trial]
    refs: Mapping[str, ItemRef]
    readers: Mapping[str, tuple[Probe, ...]]
    digest: str
    unbought: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if not isinstance(self.trials, Trials):
            object.__setattr__(self, "trials", Trials.of(self.trials, self.refs))

    @property
    def named(self) -> Trials:
        """The trials: what can be asked of all of them at once."""
        assert isinstance(self.trials, Trials)  # noqa: S101 - made so
        return self.trials

    @property
    def digests(self) -> Mapping[str, str]:
        """The digest of each item, by its id."""
        return Digests(Drawn.of(self.refs))

    def find(self, trial_id: str) -> Trial | None:
        """Return a trial; None where the whole plan, of which this may be a part, has none.

        Args:
            trial_id: the trial's id.
        """
        return self.named.find(trial_id)

    def named_again(self, epochs: int, trials: int, *, seed: int) -> Trials:
        """Name fresh trials of every item, in epochs that follow the plan's own.

        Args:
            epochs: of the plan.
            trials: how many fresh ones of each item.
            seed: the run's seed.

        Returns:
            In plan order, one of each item before a second of any.
        """
        drawn = self.named.drawn
        numbers = column_of(dict.fromkeys(self.named.numbers()), len(drawn))
        again = column_of(
            (epoch for epoch in range(epochs, epochs + trials) for _ in numbers), epochs + trials
        )
        return Trials(Named(drawn, numbers * trials, again, None, seed=seed))

    def by_file(self) -> tuple[Trials, ...]:
        """Return the trials of each item file, in plan order: the same probes read all of them."""
        return tuple(map(self.named.at, self.places_by_file()))

    def places_by_file(self) -> list[Sequence[int]]:
        """Return where the trials of each item file stand among the plan's."""
        files: dict[str, int] = {}
        of_items = [files.setdefault(path, len(files)) for path in self.named.drawn.paths()]
        if len(files) == 1:
            return [range(len(self.trials))] if self.trials else []
        found: dict[int, array[int]] = {}
        for place, number in enumerate(self.named.numbers()):
            found.setdefault(of_items[number], array("I")).append(place)
        return list(found.values())

    def share(self, shard: Shard) -> Plan:
        """Return a shard's part: its trials, in plan order, under the digest of the whole plan.

        Args:
            shard: which part.
        """
        holds, named = cache(shard.holds), self.named
        marks = bytearray(map(holds, map(named.drawn.family_of, range(len(named.drawn)))))
        return replace(self, trials=named.at(named.places_of(marks)))

    def planned(self, probe_id: str) -> Trials:
        """Return the trials that a probe reads, in plan order."""
        return self.named.at(self.places(probe_id))

    def places(
        self,
        probe_id: str,
        *,
        without: Collection[str] = (),
        stratum: tuple[str, str] | None = None,
    ) -> Sequence[int]:
        """Return where the trials that a probe reads stand among the plan's.

        Args:
            probe_id: the probe's id.
            without: ids of items that are left out.
            stratum: key and value that the items have; None for all.
        """
        drawn = self.named.drawn
        marks = self._read_by(probe_id)
        if stratum is not None:
            key, value = stratum
            marks = bytearray(map(min, marks, drawn.those(key, value)))
        for number in map(drawn.find, without):
            if number is not None:
                marks[number] = False
        return self.named.places_of(marks)

    def _read_by(self, probe_id: str) -> bytearray:
        """Return whether a probe reads each item, by the item's number."""
        drawn, readers = self.named.drawn, self.readers
        if isinstance(readers, Readers) and readers.drawn is drawn:
            found = bytearray()
            for probes, count in readers.by_file():
                found += bytes([any(probe.id == probe_id for probe in probes)]) * count
            return found
        return bytearray(
            any(probe.id == probe_id for probe in readers.get(name, ())) for name in drawn
        )


def make_plan(
    files: Sequence[ItemFile],
    *,
    seed: int,
    max_items: int | None,
    epochs: int,
    families: Mapping[str, int] = MappingProxyType({}),
) -> Plan:
    """Name every trial, in the order in which they are asked.

    Args:
        files: the item files, each with the probes that read it; a file without probes is left out.
            No item is in two places.
        seed: the run's seed.
        max_items: the most items a file, None for all.
        epochs: how often each item is asked, at least 1; a second epoch begins after the first.
        families: how many families of a file are asked, by its key, whole ones in the order of the
            draw, so that fewer are a part of more; a file that is not named is asked wholly.

    Returns:
        The plan.

    Raises:
        ValueError: fewer than one epoch, or an item that is there twice.
    """
    if epochs < 1:
        raise ValueError(f"epochs is {epochs}; a plan asks each item at least once")
    read = [file for file in files if file.probes]
    columns, places = [], []
    unbought: frozenset[str] = frozenset()
    for file in read:
        refs = ItemRefs.of(file.refs)
        order = seed_of(file.key, seed=seed) if file.draw is None else file.draw
        drawn = families_first(refs, seed=order)[:max_items]
        chosen = of_families(refs, drawn, families.get(file.key))
        if drawn and not chosen:
            unbought |= {probe.id for probe in file.probes}
        columns.append(refs)
        places.append(chosen)
    items = Drawn(columns, places)
    readers = Readers(items, [file.probes for file in read])
    named = _named(items, epochs=epochs, seed=seed)
    return Plan(Trials(named), items, readers, _plan_digest(named, readers), unbought)


def _named(drawn: Drawn, *, epochs: int, seed: int) -> Named:
    numbers, again, seeds = array("I"), array("I"), array("Q")
    for number, epoch in _interleaved(list(drawn.counts()), epochs):
        numbers.append(number)
        again.append(epoch)
        seeds.append(trial_seed(seed, drawn.id_of(number), epoch))
    return Named(
        drawn,
        column_of(numbers, len(drawn)),
        column_of(again, epochs),
        column_of(seeds, _LARGEST_SEED),
    )


def _interleaved(counts: Sequence[int], epochs: int) -> Iterator[tuple[int, int]]:
    """Yield item numbers and epochs: the first of every file, then the second of each, and so on.

    Args:
        counts: how many items each file has; they are numbered file by file.
        epochs: how often each item is asked.
    """
    files = [(start, count) for start, count in zip(_starts(counts), counts, strict=True) if count]
    turn = 0
    while files:
        for start, count in files:
            epoch, rank = divmod(turn, count)
            yield start + rank, epoch
        turn += 1
        files = [(start, count) for start, count in files if turn < count * epochs]


def _starts(counts: Sequence[int]) -> list[int]:
    return [0, *accumulate(counts)][: len(counts)]


def _plan_digest(named: Named, readers: Readers) -> str:
    drawn = named.drawn
    names = [[probe.id for probe in probes] for probes, _ in readers.by_file()]
    by_id = sorted(range(len(drawn)), key=lambda number: key_order(drawn.id_of(number)))
    return digest_in_pieces(
        {
            "sampler": SAMPLER_VERSION,
            "trials": ([name, seed, drawn.digest_of(n)] for n, name, seed in named.names()),
            "readers": InOrder(
                (drawn.id_of(number), names[drawn.file_of(number)]) for number in by_id
            ),
        }
    )
