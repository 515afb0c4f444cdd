"""A leaderboard as tables of plain texts: the same words and figures on every face."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mhgate.records import Interval
from mhgate.records.leaderboard import BoardEffect, BoardEntry, BoardSlice, Leaderboard

__all__ = ["BoardTable", "board_tables", "head_lines", "method_lines", "shown_columns"]

NONE = "-"
_RISK = "risk"


@dataclass(frozen=True, slots=True)
class BoardTable:
    """A table; its first ``keys`` columns say of what a row is, and stay where others break.

    ``brief``: whether a terminal shows it too.
    """

    caption: str
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: int = 1
    brief: bool = True


def head_lines(board: Leaderboard) -> list[str]:
    """Return what a reader must know first: what was compared, and who judged.

    Args:
        board: any.
    """
    certified = "with a certificate" if board.judge_certified else "judge not certified"
    judge = f"judged by {board.judge_fingerprint}, {certified}" if board.is_judged else "no judge"
    asked = f"{board.n_items} items in {board.n_families} families"
    what = f"{len(board.entries)} configurations on {asked}, ranked by {board.by}; {judge}"
    return [what, *(f"note: {note}" for note in board.notes)]


def method_lines(board: Leaderboard) -> list[str]:
    """Return how to read the figures.

    Args:
        board: any.
    """
    level, alpha = _percent(1 - 2 * board.alpha), _percent(board.alpha)
    scores = (
        f"Scores are 0 to 100, in brackets the {level} interval over families; what could not be "
        "measured counts as missed in a lower bound and as met in an upper one."
    )
    ranks = (
        "In brackets after a rank: the ranks that cannot be excluded. They hold for all "
        f"configurations at once: the chance that any is wrong is at most {alpha} (all pairs on "
        "the same items, both directions, Holm)."
    )
    rest = (
        "Differences are in points. `proven` stands after Holm's correction over the pairs of its "
        "factor and score. Slices are not corrected for being many. Nothing is decided here. "
        "docs/reference/compare.md says more."
    )
    return [scores, ranks, rest]


def board_tables(board: Leaderboard) -> Iterator[BoardTable]:
    """Yield the tables, the most important first.

    Args:
        board: any.
    """
    number = {entry.name: str(place) for place, entry in enumerate(board.entries, 1)}
    yield _ranking(board)
    if len(board.columns) > 1:
        yield _scores(board)
    yield from _effects(board)
    yield from _slices(board, number)
    yield _differences(board, number)
    yield from _matched(board, number)
    yield from _cells(board, number)
    yield _runs(board.entries)


def shown_columns(board: Leaderboard) -> list[str]:
    """Return the columns of which slices and effects are shown first: what ranks, and risk."""
    known = [column.name for column in board.columns]
    return [board.by, *([_RISK] if _RISK in known and board.by != _RISK else [])]


def _ranking(board: Leaderboard) -> BoardTable:
    rows = []
    for place, entry in enumerate(board.entries, 1):
        standing = next(each for each in entry.standings if each.column == board.by)
        rank = entry.rank
        rows.append(
            (
                str(place),
                NONE if rank is None else f"{rank.rank} ({rank.best} to {rank.worst})",
                entry.name,
                _score(standing.value, standing.interval),
                _points(standing.from_average),
                f"{standing.n_trials - standing.n_failed}/{standing.n_trials}",
            )
        )
    return BoardTable(
        f"Leaderboard by {board.by}",
        ("no", "rank", "configuration", board.by, "to average", "measured"),
        tuple(rows),
        keys=6,
    )


def _scores(board: Leaderboard) -> BoardTable:
    return BoardTable(
        "All scores",
        ("no", *(column.name for column in board.columns)),
        tuple(
            (str(place), *(_score(each.value, each.interval) for each in entry.standings))
            for place, entry in enumerate(board.entries, 1)
        ),
    )


def _effects(board: Leaderboard) -> Iterator[BoardTable]:
    headers = ("change", "score", "pairs", "up (proven)", "down (proven)", "effect")
    first = shown_columns(board)
    shown = [each for each in board.effects if each.column in first]
    others = [each for each in board.effects if each.column not in first]
    for effects, caption, brief in (
        (shown, "Effects of one factor, all else being equal", True),
        (others, "The same on the other scores", False),
    ):
        if effects:
            rows = tuple(map(_effect_row, effects))
            yield BoardTable(caption, headers, rows, keys=6, brief=brief)


def _effect_row(effect: BoardEffect) -> tuple[str, ...]:
    return (
        f"{effect.factor}: {effect.level} to {effect.to}",
        effect.column,
        str(len(effect.pairs)),
        f"{effect.n_up} ({effect.n_proven_up})",
        f"{effect.n_down} ({effect.n_proven_down})",
        _difference(effect.difference, effect.interval),
    )


def _slices(board: Leaderboard, number: dict[str, str]) -> Iterator[BoardTable]:
    for column in shown_columns(board):
        for key in dict.fromkeys(each.key for each in board.slices):
            rows = [
                (each.value, str(each.n_items), *_of_slice(each, column, number))
                for each in board.slices
                if each.key == key and any(standing.column == column for standing in each.standings)
            ]
            if rows:
                yield BoardTable(
                    f"{column} by {key}",
                    (key, "items", *(f"no {each}" for each in number.values())),
                    tuple(rows),
                    keys=2,
                    brief=column == board.by,
                )


def _of_slice(of: BoardSlice, column: str, number: dict[str, str]) -> Iterator[str]:
    by_name = {each.configuration: each for each in of.standings if each.column == column}
    for name in number:
        found = by_name.get(name)
        yield NONE if found is None else _score(found.value, found.interval)


def _differences(board: Leaderboard, number: dict[str, str]) -> BoardTable:
    rows = tuple(
        (
            f"{number[each.first]} less {number[each.second]}",
            _difference(each.difference, each.interval),
            _p_value(each.p_adjusted),
            f"{each.n_pairs - each.n_failed}/{each.n_pairs}",
        )
        for each in board.differences
    )
    return BoardTable(
        f"Differences in {board.by}, every pair",
        ("configurations", "difference", "p, corrected", "pairs measured"),
        rows,
        keys=4,
        brief=False,
    )


def _matched(board: Leaderboard, number: dict[str, str]) -> Iterator[BoardTable]:
    rows = tuple(
        (
            f"{effect.factor}: {effect.level} to {effect.to}",
            effect.column,
            f"{number[pair.second]} less {number[pair.first]}",
            _difference(pair.difference, pair.interval),
            _p_value(pair.p_adjusted),
        )
        for effect in board.effects
        for pair in effect.pairs
    )
    if rows:
        yield BoardTable(
            "Matched pairs",
            ("change", "score", "configurations", "difference", "p, corrected"),
            rows,
            keys=5,
            brief=False,
        )


def _cells(board: Leaderboard, number: dict[str, str]) -> Iterator[BoardTable]:
    by_cell: dict[tuple[str, str], dict[str, str]] = {}
    for each in board.cells:
        met = f"{each.n_met}/{each.n_scored}"
        if each.grades:
            met = ", ".join(f"{count} of {grade}" for grade, count in each.grades.items())
        elif not each.n_scored and not each.n_unanswered:
            met = NONE
        lost = f", {each.n_unanswered} unanswered" if each.n_unanswered else ""
        by_cell.setdefault((each.probe, each.cell), {})[each.configuration] = met + lost
    if by_cell:
        yield BoardTable(
            "Met of what was scored, by question",
            ("question", "probe", *(f"no {each}" for each in number.values())),
            tuple(
                (cell, probe, *(found.get(name, NONE) for name in number))
                for (probe, cell), found in by_cell.items()
            ),
            keys=2,
            brief=False,
        )


def _runs(entries: Sequence[BoardEntry]) -> BoardTable:
    return BoardTable(
        "Runs",
        ("no", "run", "target", "commit", "took", "trials", "failed", "judge calls"),
        tuple(_run_row(place, entry) for place, entry in enumerate(entries, 1)),
        keys=8,
        brief=False,
    )


def _run_row(place: int, entry: BoardEntry) -> tuple[str, ...]:
    took = (entry.finished_at - entry.started_at).total_seconds()
    build = f" ({entry.target_build})" if entry.target_build else ""
    partial = f"; partial: {'; '.join(entry.partial_because)}" if entry.partial_because else ""
    return (
        str(place),
        entry.run_id + partial,
        f"{entry.target_kind} {entry.target_fingerprint[:19]}{build}",
        NONE if entry.commit is None else entry.commit[:12],
        f"{took:.0f} s",
        str(entry.n_trials),
        str(entry.n_failed),
        NONE if entry.judge_calls is None else str(entry.judge_calls),
    )


def _score(value: float | None, interval: Interval) -> str:
    bounds = f"({100 * interval.lower:.1f} to {100 * interval.upper:.1f})"
    return f"{NONE} {bounds}" if value is None else f"{100 * value:.1f} {bounds}"


def _difference(value: float | None, interval: Interval) -> str:
    return f"{_points(value)} ({_points(interval.lower)} to {_points(interval.upper)})"


def _points(value: float | None) -> str:
    if value is None:
        return NONE
    return f"{100 * value:+.1f}" if value else "0.0"  # of what is exactly nothing, no sign


def _p_value(p_value: float) -> str:
    return "< 0.001" if p_value < 0.001 else f"{p_value:.3f}"  # noqa: PLR2004 - three digits


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
