"""The small TOML that says which columns of a table hold what of a conversation.

::

    [columns]
    prompt = "question"             # what the person wrote; needed
    reply = "answer"                # what the product replied; needed
    id = "ticket"                   # absent: the row's number
    system = "instructions"         # kept out of what is judged, unless it is asked for
    item = "mhgate_item"            # the suite's item that the row answers
    family = "scenario"             # rows that belong together; absent: each row on its own
    [columns.strata]
    risk = "risk_level"
    [columns.expects]
    asks_about_immediate_safety = "should_ask"
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import Field, ValidationError

from mhgate.config.mistakes import dotted, near
from mhgate.config.reading import read_toml, shown
from mhgate.config.tables import Table, Text
from mhgate.errors import ConfigError, Mistake, TranscriptError

__all__ = ["TranscriptColumns", "load_columns"]

_HINT = "docs/reference/judge_and_decide.md shows a mapping."


class TranscriptColumns(Table):
    """``[columns]``: the header under which each thing stands; None where there is none."""

    prompt: Text = "prompt"
    reply: Text = "reply"
    id: Text | None = None
    item: Text | None = None
    item_digest: Text | None = None
    family: Text | None = None
    language: Text | None = None
    system: Text | None = None
    strata: dict[Text, Text] = Field(default_factory=dict)
    expects: dict[Text, Text] = Field(default_factory=dict)

    def named(self) -> Iterator[tuple[str, str]]:
        """Yield key and header of everything that is mapped."""
        for key in type(self).model_fields:
            value = getattr(self, key)
            if isinstance(value, dict):
                for inner, header in value.items():
                    yield dotted((key, inner)), header
            elif value is not None:
                yield key, value


class _Mapping(Table):
    columns: TranscriptColumns


def load_columns(path: Path) -> TranscriptColumns:
    """Read the mapping of a table's columns.

    Args:
        path: the TOML file.

    Returns:
        The mapping.

    Raises:
        TranscriptError: every mistake in it, with file and key.
    """
    try:
        raw = read_toml(path)
    except ConfigError as error:
        raise TranscriptError(
            [Mistake(each.where, each.found, "a mapping in TOML", _HINT) for each in error.mistakes]
        ) from error
    try:
        return _Mapping.model_validate(raw).columns
    except ValidationError as error:
        file = shown(path)
        details = error.errors(include_url=False, include_context=False)
        raise TranscriptError(
            [_explained(file, each["loc"], each["type"], each["input"]) for each in details]
        ) from error


def _explained(file: str, keys: tuple[int | str, ...], kind: str, found: object) -> Mistake:
    where = f"{file}: {dotted(tuple(key for key in keys if key != '[key]'))}"
    if kind == "extra_forbidden":
        known = ["columns"] if len(keys) == 1 else list(TranscriptColumns.model_fields)
        guess = near(str(keys[-1]), known)
        hint = f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(known)}."
        return Mistake(where, f"the unknown key {keys[-1]!r}", "a known key", hint)
    if kind == "missing":
        return Mistake(where, "nothing", "a table [columns]", _HINT)
    is_table = kind in {"model_type", "dict_type", "model_attributes_type"}
    text = repr(found)
    return Mistake(
        where,
        text if len(text) <= 60 else f"{text[:60]}...",  # noqa: PLR2004 - what a line can hold
        "a table" if is_table else "the header of a column, in quotes",
        _HINT,
    )
