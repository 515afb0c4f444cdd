"""The tables of docs/reference/llm_judge.md: every form of a reply, and its one outcome."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "llm_judge.md"


class Row(NamedTuple):
    """A row of the page: what comes back, what it is read as, whether it is asked again."""

    reply: str
    outcome: str
    is_asked_again: bool


def rows(which: str = "outcomes") -> list[Row]:
    """Read a table of the page: ``outcomes``, or ``outcomes of grades``."""
    text = PAGE.read_text(encoding="utf-8")
    table = text.split(f"<!-- {which} -->")[1].split("<!-- end -->")[0]
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in table.strip().splitlines()[2:]
    ]
    return [Row(what, outcome.strip("`"), again == "once") for what, outcome, again in cells]
