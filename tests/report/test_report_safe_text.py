"""Hostile text is made visible and harmless, in any encoding, and honest text is left alone."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.report.safe_text import carries_unicode, printable

ANY_TEXT = st.text(st.characters(exclude_categories=()))


def test_leaves_honest_text_alone() -> None:
    """Letters of any script, with their marks, print as themselves."""
    for text in ("crisis: fail, 0.5 below 0.85.", "Straße, мир, 危机, שלום, हिन्दी", "[red]:smile:"):
        assert printable(text) == text


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("a\nb\r\tc", r"a\nb\r\tc"),
        ("a\x00\x07\x7f\x9bb", r"a\x00\x07\x7f\x9bb"),
        ("a\u202eb\u2066", r"a\u202eb\u2066"),
        ("a\u200b\ufeff\u00adb", r"a\u200b\ufeff\xadb"),
        ("a\u2028\u2029b", r"a\u2028\u2029b"),
        ("a\ud800\udfffb", r"a\ud800\udfffb"),
        ("a\ufffe\U000e0041b", r"a\ufffe\U000e0041b"),
        ("a\ue000b", r"a\ue000b"),
        ("a\u3164b", r"a\u3164b"),
        ("90\u00a0%", "90 %"),
    ],
)
def test_shows_what_it_makes_harmless(hostile: str, shown: str) -> None:
    """Controls, overrides, invisible and unassigned characters are written as their escapes."""
    assert printable(hostile) == shown


def test_caps_a_flood_of_combining_marks() -> None:
    """Four marks may stack on a letter; more would cover the lines above and below."""
    shown = printable("a" + "\u0301" * 50)
    assert shown.count("\u0301") == 4
    assert shown.count(r"\u0301") == 46


def test_cuts_and_counts_what_is_too_long() -> None:
    """200 kB become a line, escapes counted as shown, and the line says what is missing."""
    assert printable("x" * 200_000, limit=3) == "xxx... (199997 more characters)"
    shown = printable("x\x1b" * 100_000, limit=100)
    assert len(shown) < 140
    assert shown.endswith("... (199960 more characters)")
    assert printable("\x1b" * 3, limit=3) == r"\x1b... (2 more characters)"
    assert printable("abc", limit=3) == "abc"


def test_uses_twins_where_an_encoding_is_narrow() -> None:
    """Honest typography stays readable in ASCII; what has no twin is escaped, not lost."""
    assert printable("\u201cit\u2019s\u201d \u2265 .85 \u2013 \xb2", encoding="ascii") == (
        '"it\'s" >= .85 - \\xb2'
    )
    assert printable("\xe9\u2265", encoding="cp1252") == "\xe9>="
    assert printable("危机 \xb2", encoding="gbk") == r"危机 \xb2"


@given(ANY_TEXT, st.sampled_from(["utf-8", "cp1252", "gbk", "ascii", "utf-16", "no such codec"]))
def test_always_fits_the_encoding_on_one_line(text: str, encoding: str) -> None:
    """Whatever the text, the result is one line that the destination can carry."""
    shown = printable(text, encoding=encoding)
    shown.encode("ascii" if encoding == "no such codec" else encoding)
    assert len(shown.splitlines()) <= 1
    assert not any(unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"} for char in shown)


def test_knows_which_encodings_carry_drawings() -> None:
    """Only Unicode's own encodings are trusted with box-drawing characters one cell wide."""
    assert carries_unicode("UTF8")
    assert carries_unicode("cp65001")
    assert not carries_unicode("gbk")
    assert not carries_unicode("")
