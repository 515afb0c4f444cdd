"""A store held to itself: changed, removed and moved rows, by their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mhgate.canonical import digest, parse_json
from mhgate.records.registered import Registered
from mhgate.store.chain import GENESIS, link_digest
from mhgate.store.database import Store
from mhgate.store.rows import columns_of
from mhgate.store.tables import EntryRow

__all__ = ["problems_of"]


def problems_of(store: Store, *, known_head: tuple[int, str] | None = None) -> tuple[str, ...]:
    """Return what is wrong with a register.

    Args:
        store: opened.
        known_head: the count and the digest of a head that was written down earlier (a signed pack
            holds one): the chain must have passed through it. Without, a chain that was written
            anew as a whole cannot be told from the true one.

    Returns:
        One sentence a finding, each naming the entry; empty where all holds.
    """
    return tuple(_problems(store, known_head))


def _problems(store: Store, known_head: tuple[int, str] | None) -> Iterator[str]:
    expected, previous = 1, GENESIS
    figures = store.figures()
    passed: dict[int, str] = {0: GENESIS}
    for row in store.rows():
        if row.number != expected:
            yield _gone(expected, row.number - 1)
        elif row.previous != previous:
            yield f"entry {row.number} follows another entry {row.number - 1} than the one there"
        if _bound(row) != row.digest:
            yield f"entry {row.number} (run {row.run_id}) was changed after it was written"
        yield from _differences(row, figures.get(row.number))
        passed[row.number] = row.digest
        expected, previous = row.number + 1, row.digest
    count, head = store.head()
    if count != expected - 1:
        yield (
            _gone(expected, count)
            if count >= expected
            else f"the register counts {count} entries and holds {expected - 1}"
        )
    elif head != previous:
        yield f"the register's head is not its last entry, {count}"
    if known_head is not None and passed.get(known_head[0]) != known_head[1]:
        yield f"entry {known_head[0]} is not the one that was written down: {known_head[1]}"


def _bound(row: EntryRow) -> str | None:
    """Return the digest that binds a row, None where it holds what no entry can hold."""
    try:
        content = digest(row.content.encode())
        return link_digest(row.number, row.previous, row.commit, content)
    except (AttributeError, ValueError):
        return None


def _gone(first: int, last: int) -> str:
    return f"entry {first} is gone" if first == last else f"entries {first} to {last} are gone"


def _differences(row: EntryRow, figures: list[list[Any]] | None) -> Iterator[str]:
    number = row.number
    try:
        said = Registered.model_validate(parse_json(row.content.encode()))
    except (AttributeError, ValueError):
        yield f"entry {number} holds what no entry says"
        return
    wrong = [name for name, value in columns_of(said).items() if getattr(row, name) != value]
    if wrong:
        yield f"entry {number} is filed under another {', '.join(wrong)} than it says"
    found = None if figures is None else digest(figures)
    if found != said.trend_digest:
        yield f"the figures of entry {number} (run {said.run_id}) were changed or removed"
