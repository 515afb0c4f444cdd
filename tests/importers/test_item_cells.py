"""Holds ids, cells and options to what a suite takes, whatever stands in a file."""

from __future__ import annotations

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.importers.items.cells import Unfit, text_of, turns_of, value_of
from mhgate.importers.items.choices import asked, choices_of, key_of
from mhgate.importers.items.names import Names, slug

SAFE = re.compile(r"^[A-Za-z0-9][A-Za-z0-9._-]*$")


@given(st.lists(st.text(max_size=120), max_size=12))
def test_ids_are_safe_and_each_once(raw: list[str]) -> None:
    """Whatever names a file holds: what comes out can stand in a suite, and no two are one."""
    names = Names()
    found = [names.fresh(each, otherwise="row 3") for each in raw]
    assert all(SAFE.match(each) for each in found)
    assert len(set(found)) == len(raw)


@given(st.lists(st.text(max_size=40), max_size=12))
def test_one_family_has_one_id_and_two_have_two(raw: list[str]) -> None:
    """Families that differ in a sign that no id holds stay apart."""
    names = Names()
    found = {each: names.of(each, otherwise="row 1") for each in raw}
    assert len(set(found.values())) == len(set(raw))
    assert all(names.of(each, otherwise="x") == found[each] for each in raw)


def test_a_slug_keeps_letters_and_marks_gaps() -> None:
    """Accents fall off, other signs become one hyphen, and nothing dangles."""
    assert slug(" -Sí, señor! (2) ") == "Si-senor-2"
    assert slug("...") == ""


@pytest.mark.parametrize("raw", [None, "", " \n", math.nan, [], {"a": 1}])
def test_what_is_no_text_is_none(raw: object) -> None:
    """Nothing, blanks, no number and tables are no text."""
    with pytest.raises(Unfit, match="prompt"):
        text_of(raw, "prompt")


def test_text_keeps_its_words() -> None:
    """Line ends become line feeds, blanks around fall off; half a surrogate pair is refused."""
    assert text_of(" a\r\nb\rc\u2028d \r\n", "prompt") == "a\nb\nc\u2028d"
    assert text_of(7.0, "prompt") == "7"
    with pytest.raises(Unfit, match="surrogates"):
        text_of("a\ud800", "prompt")


def test_messages_become_what_the_person_says() -> None:
    """Replies and instructions of others are not dropped silently."""
    said = [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]
    assert turns_of(said, "prompt", own_replies=False) == ["a", "b"]
    assert turns_of(["a", "b"], "prompt", own_replies=False) == ["a", "b"]
    replied = [said[0], {"role": "assistant", "content": "x"}, said[1]]
    with pytest.raises(Unfit, match="earlier replies"):
        turns_of(replied, "prompt", own_replies=False)
    assert turns_of(replied, "prompt", own_replies=True) == ["a", "b"]
    with pytest.raises(Unfit, match="ends with a reply"):
        turns_of(replied[:2], "prompt", own_replies=True)
    for role, why in (("system", "instructions"), ("tool", "neither")):
        with pytest.raises(Unfit, match=why):
            turns_of([{"role": role, "content": "x"}, said[0]], "prompt", own_replies=True)


def test_values_are_those_of_json() -> None:
    """What JSON holds exactly stays; what it cannot is refused."""
    assert value_of(3.0, "x") == 3
    assert value_of([1, "a"], "x") == [1, "a"]
    assert value_of([True], "x") == [True]
    for raw in (2**60, math.inf, [math.nan]):
        with pytest.raises(Unfit, match="exactly"):
            value_of(raw, "x")


@pytest.mark.parametrize(
    "raw",
    [
        {"A": "one", "B": "two words"},
        ["one", "two  words"],
        '["one", "two words"]',
        "['one', 'two words']",
        '{"A": "one", "B": "two words"}',
        "A.one\r\nB. two\nwords",
        "(A) one\n(B) two words\n",
    ],
)
def test_options_are_read_however_they_are_written(raw: object) -> None:
    """Tables, lists, JSON, Python's literals, lines with letters."""
    assert choices_of(raw, "options") == {"A": "one", "B": "two words"}


@pytest.mark.parametrize("raw", [None, "", "one", "A. one", ["one"], "B. one\nC. two", 3])
def test_one_option_is_no_choice(raw: object) -> None:
    """Fewer than two, or letters that do not begin with A, are no options."""
    with pytest.raises(Unfit):
        choices_of(raw, "options")


def test_code_in_a_cell_is_never_run() -> None:
    """A literal is read as one, and anything else is text."""
    with pytest.raises(Unfit):
        choices_of("[__import__('os').getcwd(), 'b']", "options")


def test_the_right_option_is_what_the_file_says() -> None:
    """By label, by its words, or by number where numbers count; prose names none."""
    choices = {"A": "Wait", "B": "Call", "C": "Call back"}
    assert [key_of(raw, choices) for raw in ("b", " (B) ", "B.", "call", "Call back")] == [
        *"BBBB",
        "C",
    ]
    assert [key_of(raw, choices) for raw in (None, "", "D", "B is best, because", "1")] == [
        None
    ] * 5
    assert key_of(1, choices, counts_from=0) == "B"
    assert key_of("3", choices, counts_from=1) == "C"
    assert key_of(3, choices, counts_from=0) is None


def test_a_message_lists_its_options() -> None:
    """The question, the options by their letters, and what is wanted."""
    assert asked("What now?", {"A": "Wait", "B": "Go"}, "The letter.") == (
        "What now?\n\nA) Wait\nB) Go\n\nThe letter."
    )
