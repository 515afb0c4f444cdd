"""What can be wrong with the ways through a question flow: targets, cycles, what nobody reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from mhgate.errors import Mistake, nearest
from mhgate.suites.flow_table import FlowRow

__all__ = ["mistakes_of_flow"]

Ways = Sequence[tuple[FlowRow, str | None]]
Node = tuple[FlowRow, str, Ways, bool]


def mistakes_of_flow(nodes: Sequence[Node], path: Path) -> Iterator[Mistake]:
    """Find what is wrong with the ways of a flow.

    Args:
        nodes: of each question its row, its id, where its options lead (the row of each, and the id
            of a question or None for an end), and whether it has a severity; the first one begins.
        path: of the file.

    Yields:
        Targets that are not there, cycles, questions that no path reaches, and dimensions in which
        nothing has a severity.
    """
    ways = {name: leads for _, name, leads, _ in reversed(nodes)}
    for _, name, leads, _ in nodes:
        for row, goto in leads:
            if goto is not None and goto not in ways:
                guess = nearest(goto, [*ways, "END", "ASSIGN_END", "NOT_RELEVANT", "FINISHED"])
                hint = f"Did you mean {guess!r}?" if guess else "Add it, or name another."
                expected = "the id of a question, END, NOT_RELEVANT, FINISHED or ASSIGN_END"
                what = f"question {name}: {goto!r}, which is no question"
                yield Mistake(row.where(path, "GOTO"), what, expected, hint)
    yield from _cycles(ways, nodes[0][1], path)
    reached = _reached(ways, nodes[0][1])
    for row, name, _, _ in nodes:
        if name not in reached:
            what = f"question {name}, to which no answer leads"
            hint = "Let an answer lead there, or take it out: it would never be asked."
            yield Mistake(row.where(path, "Question ID"), what, "a way to it", hint)
    yield from _unrated(nodes, path)


def _cycles(ways: Mapping[str, Ways], start: str, path: Path) -> Iterator[Mistake]:
    """Yield the options by which a path would come back to a question that it has met."""
    done: set[str] = set()
    on_path: list[str] = []
    waiting: list[tuple[str, Iterator[tuple[FlowRow, str | None]]]] = []
    starts = [start, *(name for name in ways if name != start)]
    for begin in starts:
        if begin in done:
            continue
        waiting.append((begin, iter(ways[begin])))
        on_path.append(begin)
        while waiting:
            name, options = waiting[-1]
            row, goto = next(options, (None, None))
            if row is None:
                waiting.pop()
                on_path.pop()
                done.add(name)
            elif goto in on_path:
                round_trip = " -> ".join([*on_path[on_path.index(goto) :], goto])
                hint = "Let it lead on: whoever answers so would never come to an end."
                yield Mistake(row.where(path, "GOTO"), f"a cycle, {round_trip}", "an end", hint)
            elif goto is not None and goto in ways and goto not in done:
                waiting.append((goto, iter(ways[goto])))
                on_path.append(goto)


def _reached(ways: Mapping[str, Ways], start: str) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += [goto for _, goto in ways[name] if goto is not None and goto in ways]
    return reached


def _unrated(nodes: Sequence[Node], path: Path) -> Iterator[Mistake]:
    first: dict[str, FlowRow] = {}
    rated: set[str] = set()
    for row, _, _, is_rated in nodes:
        name = row.cells["Dimension"]
        first.setdefault(name, row)
        if is_rated:
            rated.add(name)
    for name, row in first.items():
        if name and name not in rated:
            what = f"the dimension {name!r}, in which no question has a severity"
            hint = "Nothing in it could be rated: give one a severity."
            yield Mistake(row.where(path, "Dimension"), what, "at least one", hint)
