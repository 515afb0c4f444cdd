"""A mapping held to itself: what its kind of layout needs is there, and nothing that it ignores."""

from __future__ import annotations

import string
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mhgate.config.mistakes import dotted, near
from mhgate.errors import Mistake

if TYPE_CHECKING:
    from mhgate.importers.mapping import HumanTable, JudgeTable, RatingsMapping

__all__ = ["contradictions", "fields_of_template"]

_NEEDED = {
    "long": ("conversation", "rater", "value"),
    "wide": (),
    "json_cells": ("conversation",),
}
_IGNORED = {
    "long": (),
    "wide": ("rater", "attribute", "value"),
    "json_cells": ("rater", "attribute", "value"),
}
_ALLOWED = {"long": {"attribute"}, "wide": {"attribute", "source"}, "json_cells": {"source"}}


def fields_of_template(template: str) -> tuple[str, ...]:
    """Return the names in braces of a column's template; none where the braces make no sense.

    Example:
        >>> fields_of_template("judge_{attribute}_{source}")
        ('attribute', 'source')
    """
    try:
        parsed = list(string.Formatter().parse(template))
    except ValueError:
        return ()
    return tuple(name for _, name, _, _ in parsed if name is not None)


def contradictions(mapping: RatingsMapping, file: str) -> list[Mistake]:
    """Return everything in which a mapping does not fit itself.

    Args:
        mapping: the mapping, each key of which is well formed.
        file: how the file is named.

    Returns:
        Mistakes, in the order of the file's tables.
    """
    return [
        *_layout(mapping, file),
        *_values(mapping, file),
        *_raters(mapping, file),
    ]


def _layout(mapping: RatingsMapping, file: str) -> Iterator[Mistake]:
    layout = mapping.layout
    for key in _NEEDED[layout.kind]:
        if getattr(layout, key) is None:
            yield Mistake(
                f"{file}: layout.{key}",
                "nothing",
                f"the name of a column, which a {layout.kind} layout needs",
                f'Write {key} = "<the column>".',
            )
    for key in _IGNORED[layout.kind]:
        if getattr(layout, key) is not None:
            yield Mistake(
                f"{file}: layout.{key}",
                f"a key that a {layout.kind} layout does not read",
                "no such key",
                f'Take it out, or write kind = "long", which reads `{key}`.',
            )
    if layout.kind != "long" or layout.value is None:
        return
    in_columns = "attribute" in fields_of_template(layout.value)
    if in_columns and layout.attribute is not None:
        yield Mistake(
            f"{file}: layout.attribute",
            "a column, and {attribute} in `value` besides",
            "one of the two",
            "A row either names its attribute or has a column for each.",
        )
    if not in_columns and layout.attribute is None and len(mapping.attributes) > 1:
        yield Mistake(
            f"{file}: layout.attribute",
            f"nothing, for {len(mapping.attributes)} attributes",
            "the column that names the attribute, or {attribute} in `value`",
            'Write attribute = "<the column>", or value = "{attribute}" for a column each.',
        )
    yield from _template(layout.value, "long", f"{file}: layout.value")


def _values(mapping: RatingsMapping, file: str) -> Iterator[Mistake]:
    scale = mapping.scale
    if scale is not None and not scale.least < scale.greatest:
        yield Mistake(
            f"{file}: scale.greatest",
            f"{scale.greatest:g}, with least = {scale.least:g}",
            "a number above `least`",
            "Write the lowest and the highest rating that the scale has.",
        )
    spelt: dict[str, str] = {}
    for name in mapping.attributes:
        first = spelt.setdefault(" ".join(name.split()).casefold(), name)
        if first != name:
            yield Mistake(
                f"{file}: {dotted(('attributes', name))}",
                f"the name of {first!r} but for case or blanks",
                "names that differ in more",
                "Rename one of the two, or take it out.",
            )
    taken: dict[str, str] = {}
    words = {
        "labels": mapping.labels,
        "not_rated.not_sure": mapping.not_rated.not_sure,
        "not_rated.not_applicable": mapping.not_rated.not_applicable,
    }
    for key, listed in words.items():
        for word in listed:
            folded = str(word).strip().casefold()
            first = taken.setdefault(folded, key)
            if first != key:
                yield Mistake(
                    f"{file}: {key}",
                    f"{word!r}, which stands in `{first}` too",
                    "one meaning for a word",
                    "Keep it where it belongs.",
                )


def _raters(mapping: RatingsMapping, file: str) -> Iterator[Mistake]:
    for name in mapping.judge:
        if name in mapping.human:
            yield Mistake(
                f"{file}: {dotted(('judge', name))}",
                "a name that a human has too",
                "a name of its own",
                "Rename one of the two.",
            )
    tables: list[tuple[str, str, HumanTable | JudgeTable]] = [
        *(("human", name, table) for name, table in mapping.human.items()),
        *(("judge", name, table) for name, table in mapping.judge.items()),
    ]
    ids: dict[str, str] = {}
    for kind, name, table in tables:
        first = ids.setdefault(table.id or name, name)
        if mapping.layout.kind == "long" and first != name:
            yield Mistake(
                f"{file}: {dotted((kind, name))}.id",
                f"{table.id or name!r}, which is {first}'s too",
                "an id of its own",
                "Write what stands in the column of raters.",
            )
        yield from _rater(mapping, table, f"{file}: {dotted((kind, name))}", kind)


def _rater(
    mapping: RatingsMapping, table: HumanTable | JudgeTable, where: str, kind: str
) -> Iterator[Mistake]:
    layout = mapping.layout
    if layout.kind == "long":
        if table.columns is not None:
            yield Mistake(
                f"{where}.columns",
                "a key that a long layout does not read",
                "`id`: what stands in the column of raters",
                "Take it out; the column of values stands in [layout].",
            )
        if table.id is not None and "*" in table.id and kind == "judge":
            yield Mistake(
                f"{where}.id", "a pattern", "one judge's id", "Name each judge in its own table."
            )
        return
    if table.id is not None:
        yield Mistake(
            f"{where}.id",
            f"a key that a {layout.kind} layout does not read",
            "`columns`",
            "Take it out.",
        )
    if table.columns is None:
        yield Mistake(
            f"{where}.columns",
            "nothing",
            "the rater's column, with {attribute} or {source} where they are part of its name",
            'Write columns = "judge_{attribute}", say.',
        )
    elif isinstance(table.columns, str):
        yield from _template(table.columns, layout.kind, f"{where}.columns")
        yield from _covers(mapping, table.columns, f"{where}.columns")
    else:
        yield from _table_of_columns(mapping, table.columns, f"{where}.columns")


def _template(template: str, kind: str, where: str) -> Iterator[Mistake]:
    fields = fields_of_template(template)
    if ("{" in template or "}" in template) and not fields:
        yield Mistake(
            where, repr(template), "names in braces, each closed", "Write {attribute}, say."
        )
    for field in fields:
        if field not in _ALLOWED[kind]:
            allowed = " or ".join(f"{{{name}}}" for name in sorted(_ALLOWED[kind]))
            guess = near(field, _ALLOWED[kind])
            yield Mistake(
                where,
                f"{{{field}}}",
                f"{allowed}, in a {kind} layout",
                f"Did you mean {{{guess}}}?" if guess else "Take it out.",
            )


def _covers(mapping: RatingsMapping, template: str, where: str) -> Iterator[Mistake]:
    fields = fields_of_template(template)
    layout = mapping.layout
    if layout.kind == "wide" and "attribute" not in fields and len(mapping.attributes) > 1:
        yield Mistake(
            where,
            f"one column for {len(mapping.attributes)} attributes",
            "{attribute} in the name, or a table with a column for each attribute",
            'Write columns = "judge_{attribute}", or columns = { Empathy = "e", ... }.',
        )
    if "source" in fields and layout.source is not None:
        yield Mistake(
            where,
            "{source}, and a column of sources in [layout] besides",
            "one of the two",
            "A file has a row for each source or a column for each.",
        )


def _table_of_columns(
    mapping: RatingsMapping, columns: dict[str, str], where: str
) -> Iterator[Mistake]:
    if mapping.layout.kind == "json_cells":
        yield Mistake(
            where, "a table", "one name, with {source} in it", "The attributes stand in the cells."
        )
        return
    for attribute, column in columns.items():
        if attribute not in mapping.attributes:
            guess = near(attribute, mapping.attributes)
            yield Mistake(
                f"{where}.{attribute}",
                "an attribute that [attributes] does not name",
                f"one of {', '.join(mapping.attributes)}",
                f"Did you mean {guess}?" if guess else "Add it there, or take it out here.",
            )
        if "attribute" in fields_of_template(column):
            yield Mistake(
                f"{where}.{attribute}", "{attribute}", "a column's name", "Write the name itself."
            )
        yield from _template(column, "wide", f"{where}.{attribute}")
        yield from _covers(mapping, column + "{attribute}", f"{where}.{attribute}")
    if missing := [name for name in mapping.attributes if name not in columns]:
        yield Mistake(
            where,
            f"no column for {', '.join(missing)}",
            "a column for each attribute",
            "Add what is missing; a rater who skipped an attribute has an empty column.",
        )
