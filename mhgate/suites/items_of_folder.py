"""The items of a suite's folder, in clear and sealed, by the name that its probes call them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from mhgate.errors import Mistake, nearest
from mhgate.records import Probe
from mhgate.records.item_refs import ItemRefs
from mhgate.suites.item_files import index_items
from mhgate.suites.sealed_items import index_pack, pack_path, unfit

if TYPE_CHECKING:
    from mhgate.records.sealed import Opener, Pack

__all__ = ["DRIFT_FILE", "FolderItems", "items_of_folder"]

DRIFT_FILE = "drift.jsonl"
"""The known labels of a suite, beside its rubric."""

_NOT_ITEMS = {DRIFT_FILE, "gold.jsonl", "review.jsonl"}


@dataclass(frozen=True, slots=True)
class FolderItems:
    """What a folder holds for its probes.

    Args:
        refs: references, by file name; none where a pack stays closed.
        packs: the packs, by the file name that they stand for.
        mistakes: everything that is wrong.
    """

    refs: dict[str, ItemRefs] = field(default_factory=dict)
    packs: dict[str, Pack] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)

    def is_perturbed(self, file: str) -> bool:
        """Return whether a program changes what is said in some items of a file.

        Args:
            file: its name.
        """
        if file in self.packs:
            return self.packs[file].terms.perturbed
        return file in self.refs and any(kind.perturbed for kind in self.refs[file].kinds)

    def contents(self) -> dict[str, object]:
        """Return what decides the suite's digest: digests of items, roots of packs.

        The digests come one by one, as :func:`mhgate.canonical.digest_in_pieces` takes them.
        """
        return {
            name: self.packs[name].terms.root if name in self.packs else refs.digests()
            for name, refs in self.refs.items()
        }


def items_of_folder(folder: Path, probes: Sequence[Probe], *, opener: Opener | None) -> FolderItems:
    """Index the items that probes read.

    Args:
        folder: of the suite.
        probes: of the suite.
        opener: opens packs of protected items.
    """
    found = FolderItems()
    for name in sorted({probe.items for probe in probes}):
        path = folder / name
        readers = [probe for probe in probes if probe.items == name]
        if pack_path(path).is_file():
            _take_pack(path, readers, found, opener=opener)
        elif path.is_file():
            refs, wrong = index_items(path, suite=folder.name)
            found.refs[name] = refs
            found.mistakes.extend(wrong)
        else:
            guess = nearest(name, [other.name for other in folder.glob("*.jsonl")])
            users = ", ".join(probe.name for probe in readers)
            hint = f"Did you mean {guess!r}?" if guess else "Add it."
            found.mistakes.append(Mistake(str(path), "no such file", f"the items of {users}", hint))
    found.mistakes.extend(_lost_items(folder, found, probes) + _repeated_ids(folder, found))
    return found


def _take_pack(
    path: Path, readers: Sequence[Probe], found: FolderItems, *, opener: Opener | None
) -> None:
    sealed = pack_path(path)
    pack, refs, wrong = index_pack(sealed, suite=path.parent.name, opener=opener)
    found.refs[path.name] = refs
    found.mistakes.extend(wrong)
    if path.is_file():
        found.mistakes.append(
            Mistake(
                str(path),
                f"the items in clear beside {sealed.name}",
                "the pack alone",
                "Move one of the two away: what is protected does not lie in clear where it runs.",
            )
        )
    if pack is not None:
        found.packs[path.name] = pack
        for probe in readers:
            found.mistakes.extend(unfit(probe, pack, sealed))


def _lost_items(folder: Path, found: FolderItems, probes: Sequence[Probe]) -> list[Mistake]:
    named = {probe.items for probe in probes} | set(found.refs) | _NOT_ITEMS
    return [
        Mistake(
            str(path),
            "items that no probe reads",
            "a probe with items=" + repr(path.name.removesuffix(".age")),
            "Write one, or move the file away.",
        )
        for path in sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.age")])
        if path.name.removesuffix(".age") not in named and probes
    ]


def _repeated_ids(folder: Path, found: FolderItems) -> list[Mistake]:
    files = found.refs.values()
    if len({hash(name) for refs in files for name in refs.ids()}) == sum(map(len, files)):
        return []  # ids whose hashes differ do; and hashes are small
    counts = Counter(name for refs in files for name in refs.ids())
    return [
        Mistake(str(folder), f"the id {name!r} {count} times", "one item an id", "Rename one.")
        for name, count in counts.items()
        if count > 1
    ]
