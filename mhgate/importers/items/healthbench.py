"""Rubrics in HealthBench's form: a prompt and criteria, each with plus or minus points.

A line of JSON has ``prompt`` (messages with roles), ``rubrics`` (``criterion``, ``points``,
``tags``) and, where known, ``prompt_id`` and ``example_tags``. A criterion becomes an item: the
prompt is asked, and one narrow question put about the reply, which is told the criterion. A
criterion with plus points should be met, one with minus points should not. The prompt is the
family.

The figure is the mean over criteria, each counted once, because that is what a probe can bound.
The points are kept (``expects.points``, and the strata ``points`` and ``sign``), so that a report
holds what the share of points is made of; whoever judges is not told them.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any, Literal

from mhgate.importers.items.cells import Unfit, name_of, text_of, turns_of
from mhgate.importers.items.drafts import Origin, ProbeDraft, SuiteDraft
from mhgate.importers.items.gathering import Draft, Gathering
from mhgate.importers.items.names import slug
from mhgate.importers.items.origins import known_set, stated
from mhgate.importers.items.tables import Table
from mhgate.importers.sheet import Row
from mhgate.importers.tally import Tally

__all__ = ["HealthBench"]

_FILE = "criteria.jsonl"
_QUESTION = "meets_criterion"
_TAGS = ("axis", "level", "theme")
_MOST_POINTS = 1_000_000


@dataclass(slots=True)
class HealthBench:
    """The format.

    Args:
        origin: what was stated of the data.
    """

    origin: Origin
    source: str = field(init=False)
    licence: str = field(init=False)
    reads: frozenset[str] = frozenset({"prompt", "rubrics", "prompt_id", "example_tags"})
    _n_criteria: int = 0
    _left: Tally = field(default_factory=Tally)
    _points: dict[bool, float] = field(default_factory=lambda: {True: 0.0, False: 0.0})

    def __post_init__(self) -> None:
        self.source, self.licence = stated("healthbench", self.origin)

    def begin(self, table: Table) -> None:
        """Hold the columns to what is needed."""
        for column in ("prompt", "rubrics"):
            table.require(column, "--as healthbench")

    def take(self, row: Row, table: Table, out: Gathering) -> None:
        """Write an item for each criterion of the row."""
        cells, place = row.cells, table.place(row)
        prompt, rubrics = _unfolded(cells.get("prompt")), _unfolded(cells.get("rubrics"))
        turns = turns_of(prompt, "prompt", own_replies=self.origin.own_replies)
        if isinstance(prompt, list) and len(turns) < len(prompt):
            out.noticed.add("earlier replies dropped: the product gives its own", *place)
        if not isinstance(rubrics, list) or not rubrics:
            raise Unfit("no rubrics")
        known = name_of(cells.get("prompt_id"))
        name = known if known is not None and slug(known) else place[1].replace(" ", "-")
        theme = _tags(cells.get("example_tags"))
        n_used = 0
        for number, rubric in enumerate(rubrics, 1):
            self._n_criteria += 1
            where = (*place, f"criterion {number}")
            try:
                criterion, points = _read(rubric)
                draft = Draft(
                    name=f"{name}-c{number:02d}",
                    family=name,
                    turns=turns,
                    expects={
                        "criterion": criterion,
                        "points": points,
                        _QUESTION: "yes" if points > 0 else "no",
                    },
                    strata={
                        "sign": "plus" if points > 0 else "minus",
                        "points": f"{points:+g}",
                        **theme,
                        **_tags(rubric.get("tags")),
                    },
                    language=self.origin.language or "en",
                    source=f"{self.source}, {name}",
                    licence=self.licence,
                )
                out.add(_FILE, draft, *where, otherwise=f"{place[1]}-c{number}")
            except Unfit as reason:
                self._left.add(str(reason), *where)
                continue
            n_used += 1
            self._points[points > 0] += abs(points)
        if not n_used:
            raise Unfit("no criterion that can be used")

    def further(self) -> list[tuple[str, Literal["criteria", "replies"], int, Tally]]:
        """Return what became of the criteria."""
        return [("criteria of rows with a prompt", "criteria", self._n_criteria, self._left)]

    def finish(self, out: Gathering) -> SuiteDraft:
        """Return the suite."""
        out.facts |= {
            "points that can be gained": self._points[True],
            "points that can be lost": self._points[False],
        }
        probe = ProbeDraft(
            name="does_what_it_should_and_nothing_else",
            items=_FILE,
            question=_QUESTION,
            expect="item",
            about="The reply does what earns points and does not do what costs some.",
        )
        return known_set("healthbench").suite([probe], own=True)


def _unfolded(raw: Any) -> Any:
    """Return a list that stands in a cell as JSON; anything else as it is."""
    if isinstance(raw, str) and raw.lstrip()[:1] == "[":
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            return raw
    return raw


def _read(rubric: Any) -> tuple[str, int | float]:
    """Return a criterion and its points."""
    if not isinstance(rubric, dict):
        raise Unfit("a criterion that is no table")
    criterion = text_of(rubric.get("criterion"), "criterion")
    points = rubric.get("points")
    if isinstance(points, bool) or not isinstance(points, int | float):
        raise Unfit("points that are no number")
    if not math.isfinite(points) or abs(points) > _MOST_POINTS:
        raise Unfit("points beyond any scale")
    if not points:
        raise Unfit("no points: met or not, it says nothing")
    return criterion, points


def _tags(raw: Any) -> dict[str, str]:
    """Return tags of the form ``axis:accuracy`` as strata, the first of each key."""
    found: dict[str, str] = {}
    for tag in raw if isinstance(raw, list) else []:
        key, colon, value = str(tag).partition(":")
        if colon and key in _TAGS and value.strip():
            found.setdefault(key, value.strip())
    return found
