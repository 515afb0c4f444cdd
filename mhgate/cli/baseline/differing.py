"""``mhgate baseline diff``: what differs between two baselines; nothing is decided."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click

from mhgate.wiring import (
    BaselineChanges,
    MovedItem,
    baseline_changes,
    printable,
    read_baseline,
)

__all__ = ["command", "listed"]

_MOST_NAMES = 20


@click.command("diff")
@click.argument("before")
@click.argument("now")
@click.option("--json", "as_json", is_flag=True, help="print JSON, with every item")
def command(before: str, now: str, as_json: bool) -> int:  # noqa: FBT001 - click hands flags over so
    """Say what differs between BEFORE and NOW, each a baseline's file or a report.json.

    Items that are new, removed or changed; outcomes of the others, by probe; and each dimension of
    the measurement. Whether a drop is more than chance is a run's question, and not asked here.
    Exit codes: 0 nothing that is compared differs, 1 something does.
    """
    found = baseline_changes(read_baseline(Path(before)), read_baseline(Path(now)))
    if as_json:
        click.echo(json.dumps(_plain(found), indent=2))
    else:
        for line in _lines(found):
            click.echo(line)
    return 0 if found.is_empty else 1


def _plain(found: BaselineChanges) -> dict[str, object]:
    return {
        "dimensions": list(found.dimensions),
        "items": found.items._asdict(),
        "moved": {
            probe: [asdict(each) | {"worse": each.is_worse} for each in moved]
            for probe, moved in found.moved.items()
        },
        "n_pairs": dict(found.n_pairs),
        "seeds": list(found.seeds),
        "plans": list(found.plans),
    }


def _lines(found: BaselineChanges) -> Iterator[str]:
    for dimension in found.dimensions:
        yield f"measured otherwise: {printable(dimension)}"
    if found.dimensions:
        yield "a run is not compared across these; the outcomes below are, for a reader"
    if found.seeds[0] != found.seeds[1]:
        yield f"seed: {found.seeds[0]} before, {found.seeds[1]} now"
    if found.plans[0] != found.plans[1]:
        yield "plan: another one; items are paired where both have them"
    for word, names in found.items._asdict().items():
        if names:
            yield f"{word} items: {listed(names)}"
    for probe, moved in found.moved.items():
        worse = [each for each in moved if each.is_worse]
        better = [each for each in moved if each.is_better]
        yield (
            f"{printable(probe)}: of {found.n_pairs[probe]} pairs {len(worse)} worse, "
            f"{len(better)} better, {len(moved) - len(worse) - len(better)} not measured in one"
        )
        yield from (f"  {_item(each)}" for each in (*worse, *better)[:_MOST_NAMES])
        if len(worse) + len(better) > _MOST_NAMES:
            yield f"  and {len(worse) + len(better) - _MOST_NAMES} more (--json has them all)"
    if found.is_empty:
        yield f"nothing differs in {sum(found.n_pairs.values())} pairs"


def _item(moved: MovedItem) -> str:
    epoch = f" #{moved.epoch}" if moved.epoch else ""
    return f"{printable(moved.item_id)}{epoch}: {moved.before:g} -> {moved.now:g}"


def listed(names: Sequence[str]) -> str:
    """Return how many names there are, and the first of them."""
    shown = ", ".join(printable(name) for name in names[:_MOST_NAMES])
    more = len(names) - _MOST_NAMES
    return f"{len(names)} ({shown}{f' and {more} more' if more > 0 else ''})"
