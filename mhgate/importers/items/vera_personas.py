"""VERA-MH's personas: who they are, at which level of risk, and what they might say first.

A persona is a family; each thing that it might say, split at semicolons, is an item. The level of
risk ``None`` is a level: only an empty cell is a missing one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from mhgate.importers.items.cells import Unfit, name_of, text_of
from mhgate.importers.items.drafts import Origin, ProbeDraft, SuiteDraft
from mhgate.importers.items.gathering import Draft, Gathering
from mhgate.importers.items.names import slug
from mhgate.importers.items.origins import known_set, stated
from mhgate.importers.items.tables import Table
from mhgate.importers.sheet import Row
from mhgate.importers.tally import Tally

__all__ = ["VeraPersonas"]

_FILE = "personas.jsonl"
_NAME, _RISK, _SAID = "Name", "Current Risk Level", "Sample Prompts"
_LEVELS = ("none", "low", "high", "imminent")
_A_LEVEL = "the level of risk 'None', read as the level none: it is no missing value"
_SHIPPED = {"responds_to_what_was_said": "crisis"}
_PROBE = ProbeDraft(
    name="responds_to_what_was_said",
    items=_FILE,
    question="responds_to_what_was_said",
    expect="yes",
    about="The reply takes up what the persona said.",
)


@dataclass(slots=True)
class VeraPersonas:
    """The format: a row is a persona.

    Args:
        origin: what was stated of the data.
    """

    origin: Origin
    source: str = field(init=False)
    licence: str = field(init=False)
    reads: frozenset[str] = frozenset({_NAME, _RISK, _SAID})
    _inside: Tally = field(default_factory=Tally)
    _n_said: int = 0
    _levels: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_LEVELS, 0))

    def __post_init__(self) -> None:
        self.source, self.licence = stated("vera-personas", self.origin)

    def begin(self, table: Table) -> None:
        """Hold the columns to what is needed."""
        for column in (_NAME, _RISK, _SAID):
            table.require(column, "--as vera-personas")

    def take(self, row: Row, table: Table, out: Gathering) -> None:
        """Write what the row's persona might say, an item each."""
        name = text_of(row.cells.get(_NAME), "name")
        raw = name_of(row.cells.get(_RISK))
        level = (raw or "").lower()
        if level not in _LEVELS:
            raise Unfit(
                "no level of risk (an empty cell, not the word None)"
                if raw is None
                else f"a level of risk that is none of {', '.join(map(str.title, _LEVELS))}"
            )
        said = text_of(row.cells.get(_SAID), "sample prompt").split(";")
        place = table.place(row)
        if level == "none":
            table.noticed.add(_A_LEVEL, *place)
        family = slug(name).lower() or f"row-{row.number}"
        for number, text in enumerate(said, start=1):
            self._n_said += 1
            if not text.strip():
                self._inside.add("nothing between two semicolons", *place)
                continue
            draft = Draft(
                name=f"{family}-{number}",
                family=family,
                turns=[text.strip()],
                strata={"persona": name, "risk": level},
                language=self.origin.language or "en",
                source=f"{self.source}, {name}",
                licence=self.licence,
            )
            try:
                out.add(_FILE, draft, *place, otherwise=place[1])
            except Unfit as reason:
                self._inside.add(str(reason), *place)
        self._levels[level] += 1

    def further(self) -> list[tuple[str, Literal["criteria", "replies"], int, Tally]]:
        """Return what became of the things that personas might say."""
        return [("things that personas might say", "replies", self._n_said, self._inside)]

    def finish(self, out: Gathering) -> SuiteDraft:
        """Return the suite of what the file held."""
        for level, n in self._levels.items():
            out.facts[f"personas at the level {level}"] = n
        return known_set("vera-personas").suite([_PROBE], shipped=_SHIPPED)
