"""Holds the importer to MentalAlign's workbooks and to every trap that they are known to hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from mhgate.importers import read_ratings
from mhgate.records import RatingSet

MAPPING = Path(__file__).resolve().parents[2] / "examples/agreement/mentalalign.toml"


@pytest.fixture(scope="module")
def ratings(mentalalign: Path) -> RatingSet:
    return read_ratings(mentalalign, MAPPING)


def test_every_reply_and_rating_is_there(ratings: RatingSet) -> None:
    """1,000 conversations, ten sources, seven attributes, five raters."""
    assert len(ratings.replies) == 10_000
    assert len({reply.conversation for reply in ratings.replies}) == 1_000
    assert len(ratings.columns) == 35
    used = {each.what: (each.read, each.used) for each in ratings.accounts}
    assert used == {
        "rows of Human_judge.xlsx": (1000, 1000),
        "rows of claude_llm_judge.xlsx": (1000, 1000),
        "rows of gpt-4o_llm_judge.xlsx": (1000, 1000),
        "rows of gemini_llm_judge.xlsx": (1000, 1000),
        "rows of o4-mini_llm_judge.xlsx": (1000, 1000),
        "ratings by experts": (70_000, 69_591),
        "ratings by Claude-3.7-Sonnet": (70_000, 69_993),
        "ratings by GPT-4o": (70_000, 70_000),
        "ratings by Gemini-2.5-Flash": (70_000, 69_951),
        "ratings by o4-mini": (70_000, 69_993),
    }


def test_what_is_missing_has_its_reason(ratings: RatingSet) -> None:
    """57 cells without people's ratings, ten nulls, one cell of prose, eight empty judge cells."""
    left = {
        (account.what, each.reason): each.n
        for account in ratings.accounts
        for each in account.left_out
    }
    assert left == {
        ("ratings by experts", "no rating: the cell is empty"): 57 * 7,
        ("ratings by experts", "the attribute is null in its cell"): 10,
        ("ratings by Claude-3.7-Sonnet", "no JSON object in the cell"): 7,
        ("ratings by Gemini-2.5-Flash", "no rating: the cell is empty"): 7 * 7,
        ("ratings by o4-mini", "no rating: the cell is empty"): 7,
    }


def test_every_trap_is_noticed(ratings: RatingSet) -> None:
    """Blanks in headers, fences, prose, quotes, zeros (33 cells), sixes, contexts."""
    noticed = {each.what: each.n for each in ratings.noticed if "the key" not in each.what}
    assert noticed == {
        "Human_judge.xlsx: a header with blanks around it, taken off": 6,
        "a rating below the scale, used all the same": 33 * 7,
        "a rating above the scale, used all the same": 8,
        "Claude-3.7-Sonnet: a fence around the JSON object, taken off": 2315,
        "Claude-3.7-Sonnet: prose around the JSON object, passed over": 4,
        "Claude-3.7-Sonnet: broken JSON, attributes read one by one": 2,
        "GPT-4o: a fence around the JSON object, taken off": 9971,
        "Gemini-2.5-Flash: a fence around the JSON object, taken off": 9992,
        "Gemini-2.5-Flash: broken JSON, attributes read one by one": 1,
        "o4-mini: a fence around the JSON object, taken off": 126,
        "o4-mini: curly quotes around keys, read as straight ones": 1,
        "o4-mini: broken JSON, attributes read one by one": 2,
        "a context that differs between rows or files, in blanks alone": 8,
        "a context that differs between rows or files, in its words": 76,
    }


def test_the_cells_that_lack_their_end_are_read(ratings: RatingSet) -> None:
    """An o4-mini cell that was cut after its explanation still says Guidance 3, Empathy 2."""
    at = next(
        place
        for place, reply in enumerate(ratings.replies)
        if (reply.conversation, reply.source) == ("930", "original")
    )
    assert ratings.values("o4-mini", "Guidance")[at] == 3
    assert ratings.values("o4-mini", "Empathy")[at] == 2
