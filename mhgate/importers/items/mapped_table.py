"""Any table, by a small mapping: columns become turns, expectations, strata, options or norms."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import JsonValue

from mhgate.importers.items.cells import Unfit, name_of, text_of, turns_of, value_of
from mhgate.importers.items.choices import asked, choices_of, key_of
from mhgate.importers.items.drafts import Origin, ProbeDraft, SuiteDraft
from mhgate.importers.items.gathering import Draft, Gathering
from mhgate.importers.items.suite_mapping import (
    ChoicesTable,
    NumberTable,
    ProbeTable,
    SuiteMapping,
)
from mhgate.importers.items.tables import Table
from mhgate.importers.sheet import Row, Sheet, one_mistake
from mhgate.importers.tally import Tally

__all__ = ["MappedTable"]

_FILE = "items.jsonl"
_ALONE = (
    "no family: each row counts as one of its own, and intervals are too narrow where rows belong "
    "together"
)
_LONGEST = 200
_SHORTEST_LANGUAGE = 2


@dataclass(slots=True)
class MappedTable:
    """The format.

    Args:
        mapping: what the columns mean.
        where: how the mapping's file is named.
        origin: what was stated of the data besides.
    """

    mapping: SuiteMapping
    where: str
    origin: Origin
    source: str = field(init=False)
    licence: str = field(init=False)
    reads: frozenset[str] = field(init=False)
    _yes_or_no: frozenset[str] = field(init=False)
    _title: str = ""

    def __post_init__(self) -> None:
        suite, columns = self.mapping.suite, self.mapping.columns
        self.source = self.origin.source or suite.source or ""
        self.licence = self.origin.licence or suite.licence or ""
        for key, value in (("source", self.source), ("licence", self.licence)):
            if not value and getattr(columns, key) is None:
                what = "where the data comes from" if key == "source" else "how it may be used"
                raise one_mistake(
                    f"{self.where}: suite.{key}",
                    "nothing",
                    f"{what}: here, as columns.{key}, or as --{key}",
                    "Whoever reads a suite must know: an item without it cannot be passed on.",
                )
        self.reads = frozenset(self.mapping.named().values())
        self._yes_or_no = frozenset(
            str(probe.question).rpartition("/")[2]
            for probe in self.mapping.probe
            if probe.expect == "item"
        )

    def begin(self, table: Table) -> None:
        """Hold the columns to what the mapping names."""
        self._title = self.mapping.suite.title or table.file
        for key, header in self.mapping.named().items():
            table.require(header, f"{self.where}: {key}")

    def check_seen(self, table: Table) -> None:
        """Refuse a column of JSON Lines that no line had: a table would have told it before.

        Args:
            table: that was read.
        """
        if table.columns or not table.has_told_all:
            return
        seen = Sheet(table.file, tuple(table.seen), [])
        for key, header in self.mapping.named().items():
            seen.require(header, f"{self.where}: {key}")

    def take(self, row: Row, table: Table, out: Gathering) -> None:
        """Write the row's item."""
        cells, place = self._in_words(row.cells), table.place(row)
        turns = self._turns(cells)
        expects = self._expects(cells)
        if self.mapping.choices is not None:
            turns, keyed = _with_choices(turns, cells, self.mapping.choices)
            expects |= keyed
        if self.mapping.number is not None:
            turns, keyed = _with_number(turns, cells, self.mapping.number)
            expects |= keyed
        columns = self.mapping.columns
        number = place[1].replace(" ", "-")
        name = None if columns.id is None else name_of(cells.get(columns.id))
        source, licence = self._origin(cells, place[1])
        family = self._family(cells) or name or number
        draft = Draft(
            name=name or number,
            family=family,
            turns=turns,
            expects=expects,
            strata=self._strata(cells),
            language=self._language(cells),
            source=source,
            licence=licence,
        )
        out.add(_FILE, draft, *place, otherwise=place[1])
        told = cells.get(self.mapping.turn_columns[0])
        if isinstance(told, list) and len(told) > len(turns):
            out.noticed.add("earlier replies dropped: the product gives its own", *place)
        if columns.id is not None and name is None:
            out.noticed.add("no id: named after its row", *place)
        if self._family(cells) is None:
            out.noticed.add(_ALONE, *place)
        for key, header in columns.expects.items():
            if key not in expects:
                out.noticed.add(f"nothing in {header!r}: no expects.{key}", *place)

    def _in_words(self, cells: dict[str, Any]) -> dict[str, Any]:
        """Return the cells with those of [words] in its words."""
        found = dict(cells)
        for column, words in self.mapping.words.items():
            said = name_of(cells.get(column))
            if said is None:
                continue
            if said not in words:
                raise Unfit(f"a cell of {column!r} that [words] does not name")
            found[column] = words[said]
        return found

    def _turns(self, cells: dict[str, Any]) -> list[str]:
        columns = self.mapping.turn_columns
        own = self.origin.own_replies
        if len(columns) == 1:
            return turns_of(cells.get(columns[0]), f"{columns[0]!r}", own_replies=own)
        said = [name_of(cells.get(column)) is not None for column in columns]
        n_said = sum(said)
        if not said[0]:
            raise Unfit(f"no {columns[0]!r}")
        if not all(said[:n_said]):
            raise Unfit("a turn that is empty before one that is not")
        return [text_of(cells.get(column), f"{column!r}") for column in columns[:n_said]]

    def _expects(self, cells: dict[str, Any]) -> dict[str, JsonValue]:
        found: dict[str, JsonValue] = dict(self.mapping.fixed.expects)
        for key, column in self.mapping.columns.expects.items():
            raw = cells.get(column)
            if raw is None or (isinstance(raw, str) and not raw.strip()):
                continue
            found[key] = value_of(raw, f"{column!r}")
        for key in self._yes_or_no:
            if found.get(key) not in {"yes", "no"}:
                raise Unfit(f"expects.{key} that is neither yes nor no")
        return found

    def _strata(self, cells: dict[str, Any]) -> dict[str, str]:
        found = dict(self.mapping.fixed.strata)
        for key, column in self.mapping.columns.strata.items():
            said = name_of(cells.get(column))
            if said is not None:
                found[key] = text_of(said, f"{column!r}")[:_LONGEST]
        return found

    def _family(self, cells: dict[str, Any]) -> str | None:
        columns = self.mapping.family_columns
        said = [name_of(cells.get(column)) for column in columns]
        named = [each for each in said if each is not None]
        return " / ".join(named) if named and len(named) == len(columns) else None

    def _language(self, cells: dict[str, Any]) -> str:
        column = self.mapping.columns.language
        said = None if column is None else name_of(cells.get(column))
        if said is not None and len(said) < _SHORTEST_LANGUAGE:
            raise Unfit("a language that is none")
        return said or self.origin.language or self.mapping.suite.language or "en"

    def _origin(self, cells: dict[str, Any], place: str) -> tuple[str, str]:
        columns = self.mapping.columns
        own = None if columns.source is None else name_of(cells.get(columns.source))
        source = own or (f"{self.source}, {place}" if self.source else None)
        if source is None:
            raise Unfit("no source")
        licence = None if columns.licence is None else name_of(cells.get(columns.licence))
        if not (licence or self.licence):
            raise Unfit("no licence")
        return source, licence or self.licence

    def further(self) -> list[tuple[str, Literal["criteria", "replies"], int, Tally]]:
        """Return nothing: a row is one item."""
        return []

    def finish(self, out: Gathering) -> SuiteDraft:  # noqa: ARG002 - the format's signature
        """Return the suite that the mapping describes."""
        probes = [_probe(table) for table in self.mapping.probe]
        if not probes and self.mapping.choices is not None:
            about = "The reply names the option that the table calls right."
            probes = [
                ProbeDraft(name="chooses_the_right_option", items=_FILE, choice=True, about=about)
            ]
        elif not probes:
            about = "The reply names a number near to the one that the table calls the norm."
            probes = [ProbeDraft(name="comes_near_the_norm", items=_FILE, number=True, about=about)]
        shipped = {}
        for table in self.mapping.probe:
            suite, stroke, question = str(table.question or "").rpartition("/")
            if stroke:
                shipped[question] = suite
        suite_table = self.mapping.suite
        return SuiteDraft(
            title=self._title,
            about=(suite_table.about or f"Items made of {self._title} by a mapping.",),
            limits=(),
            probes=tuple(probes),
            shipped=shipped,
            own=self.mapping.question,
            version=suite_table.version,
        )


def _with_choices(
    turns: list[str], cells: dict[str, Any], table: ChoicesTable
) -> tuple[list[str], dict[str, JsonValue]]:
    if table.column is not None:
        choices = choices_of(cells.get(table.column), f"{table.column!r}")
    else:
        there = {
            label: cells.get(header)
            for label, header in (table.columns or {}).items()
            if name_of(cells.get(header)) is not None
        }
        choices = choices_of(there, "options")
    key = key_of(cells.get(table.key), choices, counts_from=table.counts_from)
    if key is None:
        raise Unfit(f"no option that {table.key!r} names as the right one")
    if not table.shown:
        turns = [*turns[:-1], asked(turns[-1], choices, table.ask)]
    return turns, {"choices": dict(choices), "key": key}


def _with_number(
    turns: list[str], cells: dict[str, Any], table: NumberTable
) -> tuple[list[str], dict[str, JsonValue]]:
    said = name_of(cells.get(table.norm))
    try:
        norm = float(said or "")
    except ValueError:
        raise Unfit(f"no number in {table.norm!r}") from None
    low, high = table.scale
    if not math.isfinite(norm) or not low <= norm <= high:
        raise Unfit(f"a norm beyond the scale, {low:g} to {high:g}")
    if table.ask:
        turns = [*turns[:-1], f"{turns[-1]}\n\n{table.ask}"]
    return turns, {"scale": [low, high], "norm": norm}


def _probe(table: ProbeTable) -> ProbeDraft:
    question = None if table.question is None else table.question.rpartition("/")[2]
    words = (question or table.name).replace("_", " ")
    wanted = f"of grade {table.at_least} or better" if table.at_least is not None else table.expect
    about = table.about or f"As the mapping asks: {words}{f', {wanted}' if wanted else ''}."
    return ProbeDraft(
        items=_FILE,
        about=about,
        **{**table.model_dump(exclude={"about", "question"}), "question": question},
    )
