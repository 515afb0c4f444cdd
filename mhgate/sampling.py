"""Suites -> trials in plan order: every trial is named before the first one is asked.

Families come in random order, one item of each before a second of any: that keeps what the
clusters cost to a minimum, and makes every prefix of the plan a fair sample. The files of all
probes are interleaved, so that a run that is cut short has seen a little of everything. The order
depends on the seed and on names alone, never on what else is selected or on concurrency.

A plan can be asked in shards: each holds whole families, found by their names alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Self

from mhgate.canonical import digest, seed_from
from mhgate.records import ItemRef, Probe, Trial

__all__ = ["SAMPLER_VERSION", "ItemFile", "Plan", "Shard", "make_plan"]

SAMPLER_VERSION = "families-first/1"

_SHARD = re.compile("[1-9][0-9]{0,3}/[1-9][0-9]{0,3}")


@dataclass(frozen=True, slots=True)
class ItemFile:
    """The items of one file of a suite, and the probes that read them.

    ``draw`` decides the order of a file whose order may not be chosen by the run's seed: a sealed
    one's, by its root and the seed that its baseline fixed.
    """

    key: str
    refs: tuple[ItemRef, ...]
    probes: tuple[Probe, ...]
    draw: int | None = None


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the parts in which a plan is asked, by as many processes: the second of eight, say.

    Args:
        number: which, from 1.
        count: of how many.
    """

    number: int
    count: int

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a shard as it is written.

        Args:
            text: ``2/8``.

        Raises:
            ValueError: it is written otherwise, or there is no such part.

        Example:
            >>> Shard.read("2/8")
            Shard(number=2, count=8)
        """
        number, _, count = text.partition("/")
        if not (_SHARD.fullmatch(text) and int(number) <= int(count)):
            raise ValueError(f"found {text!r}; expected a shard such as 2/8")
        return cls(int(number), int(count))

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    @property
    def words(self) -> str:
        """The shard as sentences name it."""
        return f"shard {self.number} of {self.count}"

    def holds(self, family: str) -> bool:
        """Return whether a family is asked in this shard: its name alone decides.

        Args:
            family: its id, which carries its suite.
        """
        return seed_from("shard", family) % self.count == self.number - 1


@dataclass(frozen=True, slots=True)
class Plan:
    """The trials in plan order, and who reads which.

    ``unbought`` holds the ids of the probes whose file has items, and of which a budget left none.
    """

    trials: tuple[Trial, ...]
    refs: Mapping[str, ItemRef]
    readers: Mapping[str, tuple[Probe, ...]]
    digest: str
    unbought: frozenset[str] = frozenset()

    def named_again(self, epochs: int, trials: int, *, seed: int) -> tuple[Trial, ...]:
        """Name fresh trials of every item, in epochs that follow the plan's own.

        Args:
            epochs: of the plan.
            trials: how many fresh ones of each item.
            seed: the run's seed.

        Returns:
            In plan order, one of each item before a second of any.
        """
        items = dict.fromkeys(trial.item_id for trial in self.trials)
        return tuple(
            _trial(self.refs[item], epoch, seed)
            for epoch in range(epochs, epochs + trials)
            for item in items
        )

    def by_file(self) -> tuple[tuple[Trial, ...], ...]:
        """Return the trials of each item file, in plan order: the same probes read all of them."""
        found: dict[str, list[Trial]] = {}
        for trial in self.trials:
            found.setdefault(self.refs[trial.item_id].path, []).append(trial)
        return tuple(map(tuple, found.values()))

    def share(self, shard: Shard) -> Plan:
        """Return a shard's part: its trials, in plan order, under the digest of the whole plan.

        Args:
            shard: which part.
        """
        return replace(
            self, trials=tuple(trial for trial in self.trials if shard.holds(trial.family))
        )

    def planned(self, probe_id: str) -> Iterator[Trial]:
        """Yield the trials that a probe reads, in plan order."""
        for trial in self.trials:
            if any(probe.id == probe_id for probe in self.readers[trial.item_id]):
                yield trial


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
        seed: the run's seed.
        max_items: the most items a file, None for all.
        epochs: how often each item is asked, at least 1; a second epoch begins after the first.
        families: how many families of a file are asked, by its key, whole ones in the order of the
            draw, so that fewer are a part of more; a file that is not named is asked wholly.

    Returns:
        The plan.

    Raises:
        ValueError: fewer than one epoch.
    """
    if epochs < 1:
        raise ValueError(f"epochs is {epochs}; a plan asks each item at least once")
    ranked: list[tuple[int, int, Trial]] = []
    refs: dict[str, ItemRef] = {}
    readers: dict[str, tuple[Probe, ...]] = {}
    unbought: frozenset[str] = frozenset()
    for column, file in enumerate(files):
        if not file.probes:
            continue
        drawn = _families_first(file, seed)[:max_items]
        chosen = _of_families(drawn, families.get(file.key))
        if drawn and not chosen:
            unbought |= {probe.id for probe in file.probes}
        for ref in chosen:
            refs[ref.id] = ref
            readers[ref.id] = file.probes
        ranked += [
            (epoch * len(chosen) + rank, column, _trial(ref, epoch, seed))
            for epoch in range(epochs)
            for rank, ref in enumerate(chosen)
        ]
    trials = tuple(trial for _, _, trial in sorted(ranked, key=lambda entry: entry[:2]))
    return Plan(trials, refs, readers, _plan_digest(trials, refs, readers), unbought)


def _families_first(file: ItemFile, seed: int) -> list[ItemRef]:
    # ordering randomness, not a secret: it must be the same on every machine
    shuffler = random.Random(  # noqa: S311
        seed_from(seed, "order", file.key) if file.draw is None else file.draw
    )
    families: dict[str, list[ItemRef]] = {}
    for ref in sorted(file.refs, key=lambda ref: ref.id):
        families.setdefault(ref.family, []).append(ref)
    order = sorted(families)
    shuffler.shuffle(order)
    for name in order:
        shuffler.shuffle(families[name])
    rounds = max((len(members) for members in families.values()), default=0)
    return [
        families[name][turn]
        for turn in range(rounds)
        for name in order
        if turn < len(families[name])
    ]


def _of_families(chosen: list[ItemRef], count: int | None) -> list[ItemRef]:
    """Return the items of the first families alone; families come in the order of the draw."""
    if count is None:
        return chosen
    kept = frozenset(list(dict.fromkeys(ref.family for ref in chosen))[:count])
    return [ref for ref in chosen if ref.family in kept]


def _trial(ref: ItemRef, epoch: int, seed: int) -> Trial:
    return Trial(
        id=f"{ref.id}#{epoch}",
        item_id=ref.id,
        family=ref.family,
        epoch=epoch,
        seed=seed_from(seed, "trial", ref.id, epoch),
    )


def _plan_digest(
    trials: Collection[Trial],
    refs: Mapping[str, ItemRef],
    readers: Mapping[str, tuple[Probe, ...]],
) -> str:
    return digest(
        {
            "sampler": SAMPLER_VERSION,
            "trials": [[trial.id, trial.seed, refs[trial.item_id].digest] for trial in trials],
            "readers": {item: [probe.id for probe in probes] for item, probes in readers.items()},
        }
    )
