"""Folding gives one spelling to what looks the same, and knows where each letter came from."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.judges.folding import fold

ANY_TEXT = st.text(st.characters(codec=None, categories=None), max_size=80)


@pytest.mark.parametrize(
    ("original", "folded"),
    [
        ("I CAN\u2019T", "i can't"),
        ("can\u02bct can\uff07t can\u2032t", "can't can't can't"),
        ("\u201cyes\u201d \u00abno\u00bb", '"yes" "no"'),
        ("9\u20118\u20118", "9-8-8"),
        ("\uff19\uff18\uff18", "988"),
        ("9\ufe0f\u20e38\ufe0f\u20e38\ufe0f\u20e3", "988"),
        ("\u0669\u0668\u0668", "988"),
        ("ca\u200bll\u200d m\u00ade", "call me"),
        ("caf\u00e9 cafe\u0301", "cafe cafe"),
        ("\ufb01ne", "fine"),
        ("Stra\u00dfe", "strasse"),
        ("a\u00a0\u2003 \tb", "a b"),
        ("one\n\ntwo", "one\ntwo"),
        ("wrapped\nline", "wrapped line"),
        ("Line one\nLine two", "line one\nline two"),
        ("* one\n* two", "- one\n- two"),
        ("\u2022 one\n\u2022 two", "- one\n- two"),
        ("I **can't** _help_ `you`", "i can't help you"),
        ("snake_case", "snake_case"),
        ("help \u2013 now\u2014call", "help \u2014 now\u2014call"),
        ("9\u20135", "9-5"),
        ("  \n ", ""),
        ("", ""),
    ],
)
def test_spellings_fold_to_one(original: str, folded: str) -> None:
    """Each way of writing folds to the one that rules are written in."""
    assert fold(original).text == folded


def test_lookalikes_fold_only_in_mixed_words() -> None:
    """A Cyrillic letter inside a Latin word is a disguise; a Cyrillic word is another language."""
    assert fold("c\u0430ll 988").text == "call 988"
    assert fold("\u0441\u043e\u0440").text == "\u0441\u043e\u0440"


def test_a_span_maps_back_to_the_original_words() -> None:
    """What was found in the folded text is quoted as it was written."""
    original = "Please \u2013 **don\u2019t\u200b  wait**."
    folded = fold(original)
    at = folded.text.index("don't wait")
    start, end = folded.original_span(at, at + len("don't wait"))
    assert original[start:end] == "don\u2019t\u200b  wait"


@given(ANY_TEXT)
def test_the_map_is_right_for_any_text(text: str) -> None:
    """Every folded character stands for a place of the original that folds to it, in order."""
    folded = fold(text)
    assert len(folded.starts) == len(folded.ends) == len(folded.text)
    assert list(folded.starts) == sorted(folded.starts)
    assert list(folded.ends) == sorted(folded.ends)
    for char, start, end in zip(folded.text, folded.starts, folded.ends, strict=True):
        assert 0 <= start < end <= len(text)
        source = text[start:end]
        if char in " \n":
            assert any(
                part.isspace() or unicodedata.category(part)[0] in "ZC"
                for part in unicodedata.normalize("NFKD", source)
            )
        elif char.isascii() and char.isalnum() and source.isascii():
            assert char == source.lower()


@given(ANY_TEXT)
def test_folded_text_holds_nothing_invisible(text: str) -> None:
    """No control or format character, no capital ASCII letter, no double space is left."""
    folded = fold(text).text
    assert not any(unicodedata.category(char) in {"Cf", "Mn", "Cs"} for char in folded)
    assert not any(char.isupper() and char.isascii() for char in folded)
    assert "  " not in folded
    assert folded == folded.strip(" \n")


@given(st.text(st.sampled_from("abcXYZ '\u2019\u2014-*_`\n.\u200b\u00e9\uff19"), max_size=60))
def test_folding_what_is_folded_keeps_its_letters(text: str) -> None:
    """Folding twice changes no letter, digit or apostrophe."""
    once = fold(text).text
    twice = fold(once).text
    kept = [char for char in once if char.isalnum() or char == "'"]
    assert [char for char in twice if char.isalnum() or char == "'"] == kept
