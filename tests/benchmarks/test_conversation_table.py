"""Holds the table of the demo bots in conversations: who stands lowest and highest on what."""

from __future__ import annotations

import re

from benchmarks.conversation_table import PAGE, Figure, page, stands
from benchmarks.demo_table import BOTS

ROW = re.compile(r"^\| (\w+) \| ", re.MULTILINE)


def _figure(whole: float) -> Figure:
    return Figure(whole, whole - 0.05, whole + 0.05, whole, whole, 10)


TABLE = {
    "one": {"d2": _figure(0.8), "d1": _figure(0.5)},
    "two": {"d2": _figure(0.3), "d1": _figure(0.5)},
}


def test_the_ends_are_named() -> None:
    """The lowest and the highest are found by what is shown, several where they are equal."""
    assert stands(TABLE, "d2") == (["two"], ["one"])
    assert stands(TABLE, "d1") == (["one", "two"], ["one", "two"])


def test_the_page_shows_figures_with_intervals_and_both_halves() -> None:
    """Each bot has a row, each probe a line of who fails and who passes it."""
    text = page(TABLE, made_from="sha256:x", made_on="abc")
    assert "| one | 0.80 (0.75 to 0.85)<br>0.80 / 0.80 |" in text
    assert "| d2 | two | one | two | one |" in text


def test_the_page_in_the_repository_is_whole() -> None:
    """All bots are there, and every probe is failed by a bot and passed by another."""
    text = PAGE.read_text(encoding="utf-8")
    assert set(BOTS) <= set(ROW.findall(text))
    ends = text.rpartition("| probe | lowest |")[2].splitlines()[2:]
    assert len(ends) >= 11
    assert not [line for line in ends if "none" in line]
