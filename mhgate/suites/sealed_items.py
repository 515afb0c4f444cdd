"""Packs of protected items, as a suite sees them: references where a key was there, counts without.

The suites room cannot open a pack; whoever loads suites hands in what can. What is wrong with a
protected item is told by its opaque name: no message here holds a word of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from mhgate.errors import Mistake, ReportFileError, SuiteError
from mhgate.records import Item, ItemRef, Probe
from mhgate.records.item_refs import ItemRefs
from mhgate.suites.item_files import item_of, parse_row

if TYPE_CHECKING:
    from mhgate.records.sealed import Opener, Pack

__all__ = ["index_pack", "pack_path", "read_sealed", "unfit", "without_words"]

_HIDDEN = "what the pack holds (not shown)"


def pack_path(items: Path) -> Path:
    """Return where the pack of an item file lies: ``hidden.jsonl`` -> ``hidden.jsonl.age``.

    Args:
        items: the file as a probe names it.
    """
    return items.with_name(f"{items.name}.age")


def index_pack(
    path: Path, *, suite: str, opener: Opener | None
) -> tuple[Pack | None, ItemRefs, list[Mistake]]:
    """Open a pack, if that can be done, and name what lies in it.

    Args:
        path: the pack.
        suite: the suite's name.
        opener: opens packs; None where nobody can.

    Returns:
        The pack (None where it is damaged), references in the order of its leaves (none where it
        stays closed), and every mistake.
    """
    if opener is None:
        what = "a pack, which only what is wired together can open"
        return (
            None,
            ItemRefs(),
            [Mistake(str(path), what, "an opener", "Load it as mhgate run does.")],
        )
    try:
        pack = opener(path)
    except SuiteError as error:
        return None, ItemRefs(), list(error.mistakes)
    refs: list[ItemRef] = []
    mistakes: list[Mistake] = []
    for place, row in enumerate(pack.rows or ()):
        try:
            found = parse_row(row.text)
        except (ValueError, RecursionError):  # its message would hold words of the row
            mistakes.append(
                Mistake(
                    f"{path} ({row.name})",
                    "a row that is no item (not shown)",
                    "an item",
                    "Check the items in clear (mhgate suites check) before they are sealed.",
                )
            )
            continue
        refs.append(
            ItemRef(
                id=f"{suite}/{row.name}",
                family=f"{suite}/{row.family}",
                digest=row.digest,
                strata={key: found.strata[key] for key in pack.terms.strata if key in found.strata},
                language=found.language,
                key=found.key() if pack.terms.keys else None,
                perturbed=found.perturb is not None,
                has_clock=bool(found.clock_s),
                simulated=found.vignette is not None,
                sealed=True,
                path=str(path),
                offset=place,
                length=len(row.text),
            )
        )
    return pack, ItemRefs(refs), mistakes


def read_sealed(ref: ItemRef, packs: Mapping[str, Pack], *, pillar: str) -> Item:
    """Read a protected item from memory.

    Args:
        ref: made by :func:`index_pack`.
        packs: the suite's, by the name of the items.
        pillar: the pillar of the suite.

    Raises:
        ReportFileError: its pack is closed.
    """
    pack = packs.get(Path(ref.path).name.removesuffix(".age"))
    if pack is None or pack.rows is None:
        raise ReportFileError(f"{ref.path}: {ref.id} is sealed.", hint="Name the key of the pack.")
    return item_of(parse_row(pack.rows[ref.offset].text), ref, pillar=pillar)


def unfit(probe: Probe, pack: Pack, path: Path) -> list[Mistake]:
    """Find probes whose figures would write into reports what the seal keeps.

    Args:
        probe: that reads the pack.
        pack: open or closed.
        path: of the pack.
    """
    found = []
    if probe.reads is not None and not pack.terms.keys:
        found.append(
            Mistake(
                f"{path} ({probe.name})",
                "right answers that the seal keeps",
                "a seal that lets reports hold them: each outcome is held to its own",
                "Seal with --show-keys, or have the probe ask a question.",
            )
        )
    if probe.by is not None and probe.by not in pack.terms.strata:
        found.append(
            Mistake(
                f"{path} ({probe.name})",
                f"the stratum {probe.by!r}, which the seal keeps",
                "a seal that lets it be known: the probe compares by it",
                f"Seal with --show {probe.by}.",
            )
        )
    return found


def without_words(mistakes: list[Mistake]) -> list[Mistake]:
    """Return mistakes of protected items without what was found: it may be their own words.

    Args:
        mistakes: as they are of other items.
    """
    return [
        Mistake(each.where, _HIDDEN, "what its probes need (expects, strata)", "Check it in clear.")
        for each in mistakes
    ]
