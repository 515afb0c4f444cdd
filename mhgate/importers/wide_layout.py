"""Wide ratings: a row a reply (or a conversation), a column for each rater and attribute.

JSON cells are read here too: there a column holds all attributes of one rater in one cell.
"""

from __future__ import annotations

from typing import Any

from mhgate.importers.columns import Found, columns_by_attribute, columns_by_source, notice_unused
from mhgate.importers.gathering import CONTEXT_DIFFERS, Gathering, Place, ReplyKey
from mhgate.importers.json_cell import CONFLICT, read_cell
from mhgate.importers.mapping import RatingsMapping
from mhgate.importers.row_names import reply_of
from mhgate.importers.sheet import Row, Sheet, one_mistake
from mhgate.importers.tally import Tally

__all__ = ["read_wide"]

_ABSENT = "the attribute is not in its cell"
_NULL = "the attribute is null in its cell"

RaterColumns = dict[str, list[Found]]


def read_wide(
    sheet: Sheet,
    mapping: RatingsMapping,
    gathering: Gathering,
    *,
    where: str,
    raters: dict[str, str],
) -> Tally:
    """Read a wide table, of numbers or of JSON cells.

    Args:
        sheet: the table.
        mapping: what its columns mean.
        gathering: where the ratings go; the raters are known there.
        where: how the mapping is named.
        raters: the names of the raters that this file holds, with the key of their columns.

    Returns:
        The rows that were left out, by reason, those aside that were spoilt already.

    Raises:
        RatingsError: a column is not there.
    """
    layout = mapping.layout
    for key in ("conversation", "source", "context"):
        if (column := getattr(layout, key)) is not None:
            sheet.require(column, f"{where}: layout.{key}")
    columns = {name: _columns_of(name, key, sheet, mapping) for name, key in raters.items()}
    _refuse_shared(columns, raters)
    _notice_unused(sheet, mapping, columns, gathering)
    skipped, met = Tally(), set()
    for row in sheet.rows:
        place = (sheet.file, f"row {row.number}")
        about = reply_of(row, layout)
        if isinstance(about, str):
            skipped.add(about, *place)
        elif about in met:
            skipped.add("the same conversation and source again", *place)
        elif gathering.context_differs(row, layout, about, place):
            skipped.add(CONTEXT_DIFFERS, *place)
        else:
            met.add(about)
            _read_row(gathering, row, about, columns, place)
    return skipped


def _columns_of(name: str, key: str, sheet: Sheet, mapping: RatingsMapping) -> list[Found]:
    table, layout = mapping.human.get(name) or mapping.judge[name], mapping.layout
    taken = {layout.conversation, layout.source, layout.context}
    if layout.kind == "json_cells":
        return columns_by_source(str(table.columns), sheet, key, taken=taken)
    return columns_by_attribute(table.columns or "", mapping.attributes, sheet, key, taken=taken)


def _refuse_shared(columns: RaterColumns, keys: dict[str, str]) -> None:
    """Refuse a column that two raters share: they would agree perfectly, and nobody would know."""
    first: dict[str, str] = {}
    for rater, found in columns.items():
        for each in found:
            owner = first.setdefault(each.column, rater)
            if owner != rater:
                raise one_mistake(
                    keys[rater],
                    f"{each.column!r}, which is a column of {owner} too",
                    "columns of its own",
                    "Mend what stands before and after {source} or {attribute}.",
                )


def _read_row(
    gathering: Gathering, row: Row, about: ReplyKey, columns: RaterColumns, place: Place
) -> None:
    for rater, found in columns.items():
        for each in found:
            reply = (about[0], each.source or about[1])
            raw, at = row.cells.get(each.column), (*place, each.column)
            if each.attribute is not None:
                gathering.rate(rater, each.attribute, reply, raw, at)
            else:
                _read_json(gathering, rater, reply, raw, at)


def _read_json(gathering: Gathering, rater: str, reply: ReplyKey, raw: Any, place: Place) -> None:
    names = [attribute.name for attribute in gathering.attributes]
    cell = read_cell(raw, names)
    if cell.reason is not None:
        gathering.miss(rater, reply, cell.reason, place, n=len(names))
        return
    for what in cell.noticed:
        gathering.noticed.add(f"{rater}: {what}", *place)
    for other in cell.others:
        gathering.noticed.add(f"{rater}: the key {other[:60]!r} in a cell, not read", *place)
    for name in names:
        if cell.values.get(name) is not None:
            gathering.rate(rater, name, reply, cell.values[name], place)
        else:
            reason = CONFLICT if name in cell.conflicts else _ABSENT
            reason = _NULL if name in cell.values else reason
            gathering.miss(rater, reply, reason, place)


def _notice_unused(
    sheet: Sheet, mapping: RatingsMapping, columns: RaterColumns, gathering: Gathering
) -> None:
    layout = mapping.layout
    used = {layout.conversation, layout.source, layout.context}
    used |= {each.column for found in columns.values() for each in found}
    notice_unused(sheet, used, gathering.noticed)
