"""``[matrix]``: factors and their levels, each with what it puts into ``[target]``.

What measures must stay the same while configurations are compared, and so must what decides: a
level changes the system under test and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mhgate.config.document import fields_of
from mhgate.config.mistakes import near
from mhgate.config.overriding import Given
from mhgate.config.secrets import literal, secret_mistakes
from mhgate.errors import Mistake

__all__ = ["Matrix", "levels_given", "matrix_of"]

Matrix = dict[str, dict[str, dict[str, Any]]]
Where = Callable[[tuple[str | int, ...]], str]

_UNDER_TEST = "target"
_ALIKE = (
    "A level changes the system under test: what measures (suites, judge, sampling) and what "
    "decides (gate, profile, pillar) stay the same, or nothing could be compared."
)


def matrix_of(raw: Mapping[str, Any], where: Where) -> tuple[Matrix, list[Mistake]]:
    """Return the factors with their levels, each a table of values by dotted key.

    Args:
        raw: the whole file.
        where: how a path is shown.

    Returns:
        What ``[matrix]`` says, and what is wrong with it; ``"target.model" = "x"`` and
        ``target.model = "x"`` are the same.
    """
    written = raw.get("matrix", {})
    if not isinstance(written, dict):
        return {}, [_no_table(where(("matrix",)), written, "[matrix.<factor>.<level>]")]
    mistakes: list[Mistake] = []
    matrix: Matrix = {}
    for factor, levels in written.items():
        if not isinstance(levels, dict) or not levels:
            name = f"[matrix.{factor}.<level>], a table for each level"
            mistakes.append(_no_table(where(("matrix", factor)), levels, name))
            continue
        matrix[factor] = {}
        for level, table in levels.items():
            at = ("matrix", factor, level)
            if not isinstance(table, dict):
                mistakes.append(_no_table(where(at), table, f"[matrix.{factor}.{level}], a table"))
                continue
            values = dict(_leaves(table))
            mistakes += _level_mistakes(values, at, where)
            matrix[factor][level] = values
    mistakes += _shared_keys(matrix, where)
    mistakes += _labelled_twice(raw.get("configuration"), matrix, where)
    return matrix, mistakes


def levels_given(
    matrix: Matrix, levels: Mapping[str, str], given: Mapping[str, Given]
) -> tuple[dict[str, Given], list[Mistake]]:
    """Return what the chosen levels put in place of the file's values.

    Args:
        matrix: of the file.
        levels: the chosen level of each factor.
        given: what options and variables say.

    Returns:
        Values by dotted key, and what is wrong: an option that says what a level says too.
    """
    found: dict[str, Given] = {}
    mistakes = []
    for factor, level in levels.items():
        for key, value in matrix[factor][level].items():
            if key in given:
                mistakes.append(
                    Mistake(
                        f"{given[key].source} ({key})",
                        literal(given[key].value),
                        f"nothing: [matrix.{factor}] varies this key",
                        "Take the option or the variable away, or the factor.",
                    )
                )
            found[key] = Given(value, f"[matrix.{factor}.{level}]")
    return found, mistakes


def _leaves(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        name = f"{before}.{key}" if before else key
        if isinstance(value, dict) and value:
            yield from _leaves(value, name)
        else:
            yield name, value


def _level_mistakes(
    values: Mapping[str, Any], at: tuple[str, ...], where: Where
) -> Iterator[Mistake]:
    target: dict[str, Any] = {}
    for key, value in values.items():
        first, *rest = key.split(".")
        if first != _UNDER_TEST or not rest:
            yield Mistake(
                where((*at, key)), f"`{key}`", "a key of [target], as target.<key>", _ALIKE
            )
            continue
        known = fields_of(_UNDER_TEST)
        if rest[0] not in known:
            guess = near(rest[0], known)
            yield Mistake(
                where((*at, key)),
                "a key that [target] does not have",
                f"`target.{guess}`" if guess else "a key of [target]",
                f"Did you mean `target.{guess}`?" if guess else "Take it out.",
            )
        elif not _is_json(value):
            yield Mistake(
                where((*at, key)),
                literal(value),
                "text, a number, true, false or an array",
                "Mend it.",
            )
        else:
            _put(target, rest, value)
    yield from secret_mistakes(target, lambda keys: where((*at, ".".join(map(str, keys)))))


def _put(table: dict[str, Any], path: list[str], value: Any) -> None:
    for name in path[:-1]:
        inner = table.setdefault(name, {})
        if not isinstance(inner, dict):
            return  # two keys of one level contradict each other: the models report it
        table = inner
    table[path[-1]] = value


def _is_json(value: Any) -> bool:
    if isinstance(value, list):
        return all(map(_is_json, value))
    if isinstance(value, dict):
        return all(map(_is_json, value.values()))
    if isinstance(value, float):
        return value == value and abs(value) != float("inf")  # noqa: PLR0124 - nan is not itself
    return isinstance(value, str | bool | int)


def _shared_keys(matrix: Matrix, where: Where) -> Iterator[Mistake]:
    owners: dict[str, str] = {}
    for factor, levels in matrix.items():
        for key in dict.fromkeys(key for table in levels.values() for key in table):
            for taken, owner in owners.items():
                if owner != factor and _overlap(key, taken):
                    yield Mistake(
                        where(("matrix", factor)),
                        f"`{key}`, which [matrix.{owner}] varies too",
                        "each key in one factor",
                        "Two factors cannot both say what it is: merge them, or take it from one.",
                    )
            owners.setdefault(key, factor)


def _overlap(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}.") or other.startswith(f"{one}.")


def _labelled_twice(labels: Any, matrix: Matrix, where: Where) -> Iterator[Mistake]:
    for factor in matrix:
        if isinstance(labels, dict) and factor in labels:
            yield Mistake(
                where(("configuration", factor)),
                literal(labels[factor]),
                "a label that is no factor of [matrix]",
                f"[matrix.{factor}] labels each of its combinations by itself.",
            )


def _no_table(where: str, found: object, expected: str) -> Mistake:
    empty = isinstance(found, dict)
    return Mistake(where, "no level" if empty else literal(found), expected, _ALIKE)
