"""What the models of the mapping refuse -> mistakes with file, key and the nearest spelling."""

from __future__ import annotations

from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from mhgate.config.expectations import choices, expectation
from mhgate.config.mistakes import dotted, near
from mhgate.config.secrets import literal
from mhgate.errors import Mistake

__all__ = ["refused"]

_WORDS = {
    "value_error": "another value",
    "too_short": "at least one entry",
    "missing": "this key",
}
_KINDS = {
    "string_type": "text",
    "string_too_short": "text that is not empty",
    "string_too_long": "one character",
    "float_type": "a number",
    "finite_number": "a number that is finite",
    "dict_type": "a table",
    "model_type": "a table",
    "literal_error": "one of the words that it takes",
    "string_pattern_mismatch": "small letters, digits and _, a letter first",
}

Keys = tuple[str | int, ...]


def refused(
    error: ValidationError, file: str, model: type[BaseModel], *, page: str = "docs/agreement.md"
) -> list[Mistake]:
    """Turn everything that the models refused into mistakes.

    Args:
        error: what pydantic raised for the whole mapping.
        file: how the file is named.
        model: the model of the whole mapping.
        page: which page of the documentation shows such a mapping.

    Returns:
        One mistake for each refused key, in the order of the models.
    """
    found: dict[Keys, Mistake] = {}
    for details in error.errors(include_url=False):
        keys, field, tables = _place(details["loc"], model)
        found.setdefault(keys, _explain(details, keys, field, tables, file=file, page=page))
    return list(found.values())


def _place(
    location: tuple[int | str, ...], model: type[BaseModel]
) -> tuple[Keys, FieldInfo | None, dict[str, FieldInfo]]:
    """Follow a location through the models; pydantic's own words in it (union tags) fall away.

    Returns:
        The keys as they stand in the file, the last field on the way, and the fields of the table
        in which the last key stands.
    """
    keys: list[str | int] = []
    field: FieldInfo | None = None
    inside: type[BaseModel] | None = model
    fields = dict(model.model_fields)
    steps = list(location)
    while steps:
        step = steps.pop(0)
        if step == "[key]":
            continue
        keys.append(step)
        if isinstance(step, int):
            continue
        if inside is not None:
            fields = dict(inside.model_fields)
            field = fields.get(str(step))
            inside = _model_in(field.annotation) if field is not None else None
            if inside is None and field is not None and (named := _named_tables(field)):
                fields = {}
                if steps:
                    keys.append(steps.pop(0))
                inside = named
        elif field is not None and _is_tag(step):
            keys.pop()
    return tuple(keys), field, fields


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in get_args(annotation):
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            return inner
    return None


def _named_tables(field: FieldInfo) -> type[BaseModel] | None:
    """Return the model of tables by name, ``[human.<name>]``, or None."""
    if get_origin(field.annotation) is dict:
        return _model_in(get_args(field.annotation)[1])
    return None


def _is_tag(step: int | str) -> bool:
    return isinstance(step, str) and (
        step in {"str", "float", "bool"} or step.startswith(("dict[", "tuple[", "con"))
    )


def _explain(
    details: ErrorDetails,
    keys: Keys,
    field: FieldInfo | None,
    tables: dict[str, FieldInfo],
    *,
    file: str,
    page: str,
) -> Mistake:
    where = f"{file}: {dotted(keys)}"
    kind = details["type"]
    if kind == "extra_forbidden":
        guess = near(str(keys[-1]), tables)
        return Mistake(
            where,
            "an unknown key",
            f"`{guess}`" if guess else f"one of {', '.join(f'`{name}`' for name in tables)}",
            f"Did you mean `{guess}`?" if guess else "Take it out.",
        )
    expected = _KINDS.get(kind) or _WORDS.get(kind) or details["msg"]
    if kind == "literal_error":
        expected = str(details.get("ctx", {}).get("expected", expected)).replace("'", '"')
    if field is not None and field.description:
        expected = field.description
    elif field is not None and choices(field):
        expected = expectation(field)
    if kind == "missing":
        return Mistake(where, "nothing", expected, f"Add it; {page} shows a mapping.")
    guess = None
    if field is not None and isinstance(details["input"], str):
        guess = near(details["input"], choices(field))
    hint = f'Did you mean "{guess}"?' if guess else f"{page} says what each key means."
    return Mistake(where, literal(details["input"]), expected, hint)
