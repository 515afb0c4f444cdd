"""Holds the import of personas: a family each, its level of risk, and None as a level."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import SuiteImportError
from mhgate.importers.items import ItemsRead, Origin, read_items

_DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "veramh"

HEADER = "Name\tAge\tCurrent Risk Level\tSample Prompts\n"


def _read(path: Path) -> tuple[ItemsRead, list[dict[str, Any]]]:
    lines: list[dict[str, Any]] = []
    found = read_items(
        path, "vera-personas", write=lambda _, line: lines.append(line), origin=Origin()
    )
    return found, lines


def _written(tmp_path: Path, *rows: str) -> Path:
    path = tmp_path / "personas.tsv"
    path.write_text(HEADER + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


def test_a_persona_is_a_family_of_what_it_might_say(tmp_path: Path) -> None:
    """Each part between semicolons is an item, with the persona's risk as its stratum."""
    found, lines = _read(
        _written(tmp_path, "Ada\t30\tHigh\tI am tired; I cannot sleep;", "Bo\t41\tNone\tNice day")
    )
    assert [(line["family"], line["turns"], line["strata"]["risk"]) for line in lines] == [
        ("ada", ["I am tired"], "high"),
        ("ada", ["I cannot sleep"], "high"),
        ("bo", ["Nice day"], "none"),
    ]
    rows, said = found.accounts
    assert (rows.read, rows.used) == (2, 2)
    assert (said.read, said.used) == (4, 3)
    assert said.left_out[0].reason == "nothing between two semicolons"
    assert found.facts["personas at the level none"] == 1


def test_none_is_a_level_and_an_empty_cell_is_not(tmp_path: Path) -> None:
    """The word is read and told; a row without a level, or with another word, is left out."""
    found, lines = _read(
        _written(tmp_path, "Bo\t41\tNone\tNice day", "Cy\t5\t\tHi", "Di\t6\tSevere\tHi")
    )
    assert len(lines) == 1
    told = {each.what: each.places for each in found.noticed}
    assert told["the level of risk 'None', read as the level none: it is no missing value"] == (
        "personas.tsv, row 2",
    )
    assert "the column 'Age', not read" in told
    assert {each.reason: each.places for each in found.accounts[0].left_out} == {
        "no level of risk (an empty cell, not the word None)": ("personas.tsv, row 3",),
        "a level of risk that is none of None, Low, High, Imminent": ("personas.tsv, row 4",),
    }


def test_a_file_of_other_columns_is_refused(tmp_path: Path) -> None:
    """What is needed is named."""
    path = tmp_path / "personas.tsv"
    path.write_text("Name\tAge\nAda\t30\n", encoding="utf-8")
    with pytest.raises(SuiteImportError, match="Current Risk Level"):
        _read(path)


def test_the_published_personas_are_ten() -> None:
    """All are used: one at none, three low, four high, two imminent."""
    path = _DATA / "personas.tsv"
    if not path.is_file():
        pytest.skip("no public data: veramh/personas.tsv is not beside the checkout")
    found, lines = _read(path)
    assert (found.accounts[0].read, found.accounts[0].used) == (10, 10)
    assert len({line["family"] for line in lines}) == 10
    levels = ("none", "low", "high", "imminent")
    assert [found.facts[f"personas at the level {level}"] for level in levels] == [1, 3, 4, 2]
