"""What a field takes and what its absence means, in words, read off the models."""

from __future__ import annotations

import types
from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from mhgate.config.tables import Table

__all__ = ["choices", "default_of", "entry_choices", "expectation", "one_of"]


def expectation(field: FieldInfo) -> str:
    """Say what a field takes.

    Args:
        field: the field, with its limits.

    Returns:
        ``a number from 0 to 1``, say.
    """
    kind, metadata, examples = _unfold(field.annotation, list(field.metadata), field.examples)
    if named := choices(field):
        return one_of(named)
    if _is_table(kind):
        return "a table"
    if get_origin(kind) is tuple and _is_table(get_args(kind)[0]):
        return "an array of tables"
    words = {
        bool: "true or false",
        int: f"a whole number {_limits(metadata)}",
        float: f"a number {_limits(metadata)}",
        str: f'text such as "{examples[0]}"' if examples else "text that is not empty",
        tuple: "an array of texts",
        dict: "a table",
        date: "a date, 2026-11-30 say, without quotes",
    }
    return words.get(get_origin(kind) or kind, "text, a number, true or false, an array or a table")


def _is_table(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Table)


def choices(field: FieldInfo) -> tuple[str, ...]:
    """Return the words that a field allows; none when it takes anything else than set words."""
    kind, _, _ = _unfold(field.annotation, [], None)
    return tuple(get_args(kind)) if get_origin(kind) is Literal else ()


def entry_choices(field: FieldInfo) -> tuple[str, ...]:
    """Return the words that each entry of an array may be; none where it takes anything else."""
    kind, _, _ = _unfold(field.annotation, [], None)
    entries = [arg for arg in get_args(kind) if get_origin(arg) is Literal]
    return tuple(get_args(entries[0])) if get_origin(kind) is tuple and entries else ()


def one_of(words: Sequence[str]) -> str:
    """Say which words something may be.

    Args:
        words: at least one.

    Example:
        >>> one_of(["warn", "fail"])
        '"warn" or "fail"'
    """
    return _one_of([f'"{word}"' for word in words])


def default_of(field: FieldInfo) -> str:
    """Return a field's default as TOML would write it, or what its absence means."""
    if field.is_required():
        return "required"
    value = field.get_default(call_default_factory=True)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, int | float):
        return repr(value)
    return "absent" if value is None else "empty"


def _unfold(
    annotation: Any, metadata: list[Any], examples: list[Any] | None
) -> tuple[Any, list[Any], list[Any] | None]:
    """Take an annotation out of its Optional and Annotated, gathering limits and examples."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *more = get_args(annotation)
        for extra in more:
            if isinstance(extra, FieldInfo):
                metadata = [*metadata, *extra.metadata]
                examples = extra.examples or examples
        return _unfold(inner, metadata, examples)
    if origin in {Union, types.UnionType}:
        inner = next(arg for arg in get_args(annotation) if arg is not type(None))
        return _unfold(inner, metadata, examples)
    return annotation, metadata, examples


def _one_of(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _limits(metadata: list[Any]) -> str:
    limit = {
        name: getattr(item, name)
        for item in metadata
        for name in ("ge", "gt", "le", "lt")
        if getattr(item, name, None) is not None
    }
    if "ge" in limit and "le" in limit:
        return f"from {limit['ge']} to {limit['le']}"
    words = {"gt": "above", "lt": "below", "le": "at most"}
    return " and ".join(f"{words[name]} {limit[name]}" for name in words if name in limit)
