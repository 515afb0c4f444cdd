"""Holds versions: parts of what was said, and the item that they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.records import Item, Perturbation, Transcript, Trial, Turn
from mhgate.shrinking.versions import (
    Message,
    item_of,
    pinned_turns,
    sentences_of,
    version_of,
    with_parts,
    words_of,
)

ITEM = Item(
    id="s/i",
    family="s/f",
    pillar="x",
    turns=("one", "two", "three", "four"),
    expects={"disclosed_at": 1, "asker_turn": 4, "norm": 3, "is_kind": "yes"},
    perturb=Perturbation(kind="emoji", intensity=1),
    source="s",
    licence="l",
    digest="sha256:i",
)
SAID = tuple(
    Message(number, text, session, at_s)
    for number, (text, session, at_s) in enumerate(
        [("one", 0, 0.0), ("two", 0, 10.0), ("three", 1, 20.0), ("four", 2, 30.0)]
    )
)


def test_a_version_is_what_was_really_said() -> None:
    """The user's words of the transcript, with session and time."""
    trial = Trial(id="s/i#0", item_id="s/i", family="s/f", epoch=0, seed=1)
    turns = [
        Turn(role="user", content="oone"),
        Turn(role="assistant", content="Oh."),
        Turn(role="user", content="two", session=1, at_s=60),
        Turn(role="assistant", content="Oh."),
    ]
    talk = Transcript(trial=trial, turns=tuple(turns), target_fingerprint="t")
    assert version_of(talk) == (Message(0, "oone"), Message(1, "two", 1, 60.0))


def test_an_item_of_all_messages_is_the_item_as_it_was_said() -> None:
    """Nothing moves, and nothing is perturbed a second time."""
    item = item_of(SAID, ITEM)
    assert item.turns == ITEM.turns
    assert item.perturb is None
    assert item.expects == ITEM.expects
    assert (item.new_session_at, item.clock_s) == ((2, 3), (0, 10, 20, 30))


def test_named_messages_move_with_what_is_dropped() -> None:
    """Sessions, times, and expectations that count messages from 0 (_at) or from 1 (_turn)."""
    item = item_of((SAID[1], SAID[3]), ITEM)
    assert item.turns == ("two", "four")
    assert item.expects == {"disclosed_at": 0, "asker_turn": 2, "norm": 3, "is_kind": "yes"}
    assert (item.new_session_at, item.clock_s) == ((1,), (10, 30))
    assert pinned_turns(ITEM, 4) == {1, 3}
    assert pinned_turns(ITEM, 2) == {1}


@given(st.text())
def test_parts_put_together_are_the_text(text: str) -> None:
    """No sentence or word is lost or changed but for space around the whole."""
    assert "".join(sentences_of(text)) == text
    assert "".join(words_of(text)) == text.lstrip()


@pytest.mark.parametrize(
    ("text", "sentences", "words"),
    [
        ("One. Two?! Three", 3, 3),
        ("I am.\nYou are.", 2, 4),
        ("我不想活了。没有人在乎。", 2, 12),
        ("...", 1, 1),
        ("", 0, 0),
    ],
)
def test_texts_are_cut_in_every_script(text: str, sentences: int, words: int) -> None:
    """Sentences by their stops, words by spaces, ideographs one by one."""
    assert len(sentences_of(text)) == sentences
    assert len(words_of(text)) == words


def test_no_message_is_left_empty() -> None:
    """A version of which a message would have no word is none."""
    version = SAID[:2]
    assert with_parts(version, [(0, "o "), (0, "n"), (1, "two")]) == (
        Message(0, "o n", 0, 0.0),
        SAID[1],
    )
    assert with_parts(version, [(0, "one")]) is None
    assert with_parts(version, [(0, "one"), (1, "  ")]) is None
