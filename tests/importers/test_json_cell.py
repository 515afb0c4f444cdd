"""Holds a judge's cell to its documented outcomes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.importers.json_cell import read_cell

NAMES = ["Guidance", "Empathy"]
GOOD = '{"Guidance": 4, "Empathy": 5, "Overall": 4.5, "Explanation": "It says {this} and more."}'


@pytest.mark.parametrize(
    ("raw", "noticed"),
    [
        (GOOD, ()),
        (f"```json\n{GOOD}\n```", ("a fence around the JSON object, taken off",)),
        (f"```\n{GOOD}```", ("a fence around the JSON object, taken off",)),
        (f"Here is my rating:\n{GOOD}", ("prose around the JSON object, passed over",)),
        (
            f"I looked at it.\n```json\n{GOOD}\n```\nGlad to help.",
            (
                "a fence around the JSON object, taken off",
                "prose around the JSON object, passed over",
            ),
        ),
        (
            GOOD.replace('"', "\u201d").replace("\u201dGui", "\u201cGui"),
            ("curly quotes around keys, read as straight ones",),
        ),
        (GOOD.replace("It", 'It "really"'), ("broken JSON, attributes read one by one",)),
        (GOOD[:-1], ("broken JSON, attributes read one by one",)),
        (GOOD[:-8], ("broken JSON, attributes read one by one",)),
        (GOOD.replace("5,", "5,\n,"), ("broken JSON, attributes read one by one",)),
        (f"{GOOD}\n{GOOD}", ("several JSON objects that say the same, read once",)),
        (GOOD.replace("Guidance", " guidance ").replace("Empathy", "EMPATHY"), ()),
        (json.loads(GOOD), ()),
    ],
)
def test_what_can_be_read_is_read_and_noticed(raw: Any, noticed: tuple[str, ...]) -> None:
    """Fences, prose, curly and stray quotes, a cut end: the same two ratings each time."""
    cell = read_cell(raw, NAMES)
    assert cell.reason is None
    assert {name: float(value) for name, value in cell.values.items()} == {
        "Guidance": 4,
        "Empathy": 5,
    }
    assert cell.noticed == noticed


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "no rating: the cell is empty"),
        ("  \n", "no rating: the cell is empty"),
        ("I cannot rate this reply, sorry.", "no JSON object in the cell"),
        ("Guidance: 4, Empathy: 5", "no JSON object in the cell"),
        ("{", "no JSON object in the cell"),
        (7, "no JSON object in the cell"),
        (True, "no JSON object in the cell"),
        ("[1, 2]", "no JSON object in the cell"),
        ('{"mood": 3}', "a JSON object with none of the attributes"),
        ({"mood": 3}, "a JSON object with none of the attributes"),
        (
            GOOD + GOOD.replace("4,", "1,"),
            "several JSON objects that differ",
        ),
        ('{"Empathy": 5} or rather {"Guidance": 4}', "several JSON objects that differ"),
    ],
)
def test_what_cannot_be_read_has_its_reason(raw: Any, reason: str) -> None:
    """None of it becomes a rating."""
    cell = read_cell(raw, NAMES)
    assert (dict(cell.values), cell.reason) == ({}, reason)


def test_a_key_with_two_values_is_no_rating() -> None:
    """Which one was meant, nobody knows; a second time the same is nothing odd."""
    cell = read_cell('{"Guidance": 4, "Guidance": 1, "Empathy": 5}', NAMES)
    assert cell.values == {"Empathy": 5}
    assert cell.conflicts == {"Guidance"}
    cell = read_cell('{"Guidance": 4, "guidance": 1}', NAMES)
    assert cell.conflicts == {"Guidance"}
    assert read_cell('{"Guidance": 4, "Guidance": 4}', NAMES).values == {"Guidance": 4}


def test_a_number_that_does_not_end_is_no_rating() -> None:
    """A cut after "Empathy": 1 may have been a 10."""
    cell = read_cell('{"Guidance": 4, "Empathy": 1', NAMES)
    assert cell.values == {"Guidance": "4"}


def test_broken_json_in_which_a_key_stands_twice_gives_neither() -> None:
    """A forged second key inside the explanation takes the attribute away, and adds nothing."""
    text = '{"Guidance": 4, "Empathy": 5, "Explanation": "he wrote "Guidance": 1, and left"}'
    assert read_cell(text, NAMES).values == {"Empathy": "5"}


def test_other_keys_are_named() -> None:
    """So that what was not read is said."""
    assert read_cell(GOOD, NAMES).others == ("Overall", "Explanation")


@pytest.mark.parametrize(
    "raw", ["{" * 200_000, '{"a":' * 100_000, "```json" * 30_000, "\u201c{" * 50_000]
)
def test_a_hostile_cell_takes_no_time(raw: str) -> None:
    """200 kB of braces is read like any other prose."""
    assert read_cell(raw, NAMES).reason == "no JSON object in the cell"


@given(st.text(alphabet='{}[]",:0123456789.GuidanceEmpathy \n`\u201c\u201d-', max_size=120))
def test_no_text_raises(text: str) -> None:
    """Ratings, or a reason."""
    cell = read_cell(text, NAMES)
    assert set(cell.values) <= set(NAMES)
    assert cell.values or cell.reason or cell.conflicts


@given(
    st.dictionaries(st.sampled_from([*NAMES, "Overall"]), st.integers(-9, 9), min_size=1),
    st.text(max_size=30).filter(lambda text: "{" not in text),
    st.text(max_size=30).filter(lambda text: "{" not in text),
)
def test_prose_around_an_object_changes_no_rating(
    found: dict[str, int], before: str, after: str
) -> None:
    """Whatever stands around it, as long as it holds no second object."""
    cell = read_cell(f"{before}{json.dumps(found)}{after}", NAMES)
    assert cell.values == {name: value for name, value in found.items() if name in NAMES}
