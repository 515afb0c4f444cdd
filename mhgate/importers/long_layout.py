"""Long ratings: a row a rating, or a row a rater and reply with a column for each attribute."""

from __future__ import annotations

from fnmatch import fnmatchcase

from mhgate.config.mistakes import dotted, near
from mhgate.errors import Mistake, RatingsError
from mhgate.importers.columns import Found, columns_by_attribute, notice_unused
from mhgate.importers.gathering import CONTEXT_DIFFERS, Gathering
from mhgate.importers.mapping import HumanTable, JudgeTable, RatingsMapping
from mhgate.importers.mapping_checks import fields_of_template
from mhgate.importers.row_names import named, reply_of
from mhgate.importers.sheet import Row, Sheet
from mhgate.importers.tally import Tally
from mhgate.records import Rater

__all__ = ["read_long"]

_MOST_IDS = 12


class _Raters:
    """Who the ids in the column of raters are."""

    def __init__(self, mapping: RatingsMapping, gathering: Gathering, only: frozenset[str]) -> None:
        self._tables: list[tuple[str, HumanTable | JudgeTable]] = [
            (name, table)
            for tables in (mapping.human, mapping.judge)
            for name, table in tables.items()
            if name in only
        ]
        self._gathering = gathering
        self._known: dict[str, str | None] = {}
        self._met: set[str] = set()

    def refuse_unmet(self, where: str) -> None:
        """Refuse tables of raters by whom there is no row: they would silently be missing."""
        mistakes = []
        for name, table in self._tables:
            if name not in self._met:
                id_ = table.id or name
                guess = near(id_, self._known)
                kind = "human" if isinstance(table, HumanTable) else "judge"
                mistakes.append(
                    Mistake(
                        f"{where}: {dotted((kind, name))}.id",
                        f"{id_!r}, and no row by such a rater",
                        f"one of {', '.join(map(repr, list(self._known)[:_MOST_IDS])) or 'none'}",
                        f"Did you mean {guess!r}?" if guess else "Mend it, or take the table out.",
                    )
                )
        if mistakes:
            raise RatingsError(mistakes)

    def of(self, id_: str) -> str | None:
        """Return the rater of an id; None where no table of the mapping means it."""
        if id_ not in self._known:
            self._known[id_] = self._find(id_)
        return self._known[id_]

    def _find(self, id_: str) -> str | None:
        for name, table in self._tables:
            wanted = name if table.id is None else table.id
            if id_ == " ".join(wanted.split()):
                self._met.add(name)
                return self._made(name, table)
        for name, table in self._tables:
            pattern = table.id or name
            is_pattern = isinstance(table, HumanTable) and "*" in pattern
            if is_pattern and fnmatchcase(id_, pattern):
                self._met.add(name)
                return self._made(id_, table)
        return None

    def _made(self, name: str, table: HumanTable | JudgeTable) -> str:
        if name not in {rater.name for rater in self._gathering.raters}:
            if isinstance(table, HumanTable):
                rater = Rater(name=name, kind="human", labelled_by=table.labelled_by)
            else:
                rater = Rater(name=name, kind="judge", own=table.family)
            self._gathering.add_rater(rater)
        return name


def read_long(
    sheet: Sheet,
    mapping: RatingsMapping,
    gathering: Gathering,
    *,
    where: str,
    only: frozenset[str],
) -> Tally:
    """Read a long table.

    Args:
        sheet: the table.
        mapping: what its columns mean.
        gathering: where the ratings go.
        where: how the mapping is named.
        only: the names of the tables of raters that this file may hold.

    Returns:
        The rows that were left out, by reason, those aside that were spoilt already.

    Raises:
        RatingsError: a column is not there, or no row by a rater of the mapping.
    """
    layout = mapping.layout
    for key in ("conversation", "source", "context", "rater", "attribute"):
        if (column := getattr(layout, key)) is not None:
            sheet.require(column, f"{where}: layout.{key}")
    columns = _value_columns(sheet, mapping, where)
    raters, skipped = _Raters(mapping, gathering, only), Tally()
    for row in sheet.rows:
        place = (sheet.file, f"row {row.number}")
        about = reply_of(row, layout)
        id_ = named(row.cells.get(str(layout.rater)))
        rater = None if id_ is None else raters.of(id_)
        chosen = _of_attribute(row, mapping, columns)
        if isinstance(about, str):
            skipped.add(about, *place)
        elif rater is None:
            reason = "no rater" if id_ is None else "a rater whom the mapping does not name"
            skipped.add(reason, *place, *([] if id_ is None else [repr(id_)]))
        elif not chosen:
            skipped.add("an attribute that the mapping does not name", *place)
        elif gathering.context_differs(row, layout, about, place):
            skipped.add(CONTEXT_DIFFERS, *place)
        else:
            for each in chosen:
                raw = row.cells.get(each.column)
                gathering.rate(rater, str(each.attribute), about, raw, (*place, each.column))
    raters.refuse_unmet(where)
    _notice_unused(sheet, mapping, columns, gathering)
    return skipped


def _value_columns(sheet: Sheet, mapping: RatingsMapping, where: str) -> list[Found]:
    value = str(mapping.layout.value)
    key = f"{where}: layout.value"
    if "attribute" in fields_of_template(value) or len(mapping.attributes) == 1:
        return columns_by_attribute(value, mapping.attributes, sheet, key)
    return [Found(sheet.require(value, key), None, None)]


def _notice_unused(
    sheet: Sheet, mapping: RatingsMapping, columns: list[Found], gathering: Gathering
) -> None:
    layout = mapping.layout
    used = {layout.conversation, layout.source, layout.context, layout.rater, layout.attribute}
    notice_unused(sheet, {*used, *(each.column for each in columns)}, gathering.noticed)


def _of_attribute(row: Row, mapping: RatingsMapping, columns: list[Found]) -> list[Found]:
    """Return the columns to read in a row, with the attribute that the row names."""
    column = mapping.layout.attribute
    if column is None:
        return columns
    said = (named(row.cells.get(column)) or "").casefold()
    for attribute in mapping.attributes:
        if attribute.strip().casefold() == said:
            return [Found(each.column, attribute, None) for each in columns]
    return []
