"""Templates of columns -> the columns of a file: which attribute and whose reply each is about."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from mhgate.importers.mapping_checks import fields_of_template
from mhgate.importers.sheet import Sheet, clean_header, one_mistake
from mhgate.importers.tally import Tally

__all__ = ["Found", "columns_by_attribute", "columns_by_source", "notice_unused"]


@dataclass(frozen=True, slots=True)
class Found:
    """A column, the attribute it is about (None: several), and the source (None: the row's)."""

    column: str
    attribute: str | None
    source: str | None


def columns_by_attribute(
    columns: str | Mapping[str, str],
    attributes: Iterable[str],
    sheet: Sheet,
    where: str,
    *,
    taken: Container[str | None] = (),
) -> list[Found]:
    """Return a rater's columns where each holds ratings on one attribute.

    Args:
        columns: a template with ``{attribute}``, or a column (or template) for each attribute;
            ``{source}`` in it stands for any source.
        attributes: what is rated.
        sheet: the table.
        where: the key of the mapping.
        taken: columns that are no ratings, whatever form they have.

    Raises:
        RatingsError: a column is not there.
    """
    found: list[Found] = []
    for attribute in attributes:
        if isinstance(columns, str):
            template = columns.replace("{attribute}", attribute)
        else:
            template = columns[attribute]
        if "source" in fields_of_template(template):
            found += [
                Found(each.column, attribute, each.source)
                for each in columns_by_source(template, sheet, where, taken=taken)
            ]
        else:
            column = sheet.require(clean_header(template), where)
            found.append(Found(column, attribute, None))
    return found


def columns_by_source(
    template: str, sheet: Sheet, where: str, *, taken: Container[str | None] = ()
) -> list[Found]:
    """Return the columns that a template with ``{source}`` names, and whose replies they are about.

    Args:
        template: such as ``judge_response_{source}``; without ``{source}`` it is one column.
        sheet: the table.
        where: the key of the mapping.
        taken: columns that are no ratings, whatever form they have.

    Raises:
        RatingsError: no column has that form, or one of them stands there twice.
    """
    if "source" not in fields_of_template(template):
        return [Found(sheet.require(clean_header(template), where), None, None)]
    before, _, after = clean_header(template).partition("{source}")
    pattern = re.compile(rf"{re.escape(before)}(.+){re.escape(after)}")
    found = []
    for column in sheet.columns:
        match = None if column in taken else pattern.fullmatch(column)
        if match:
            sheet.require(column, where)
            found.append(Found(column, None, match[1].strip()))
    if not found:
        named = ", ".join(repr(column) for column in sheet.columns[:12])
        raise one_mistake(
            where,
            f"{template!r}, and no column of that form in {sheet.file}",
            f"a form that some of these have: {named}",
            "Mend what stands before and after {source}.",
        )
    return found


def notice_unused(sheet: Sheet, used: Container[str | None], noticed: Tally) -> None:
    """Notice the columns that nobody reads.

    Args:
        sheet: the table.
        used: the columns that are read.
        noticed: where they are counted.
    """
    for column in sheet.columns:
        if column not in used:
            noticed.add(
                "a column that the mapping does not name, not read", sheet.file, repr(column)
            )
