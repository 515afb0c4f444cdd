"""Holds the strategies: what they draw, and that a failing example shrinks to the least of it."""

from __future__ import annotations

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from mhgate.perturb import KINDS, REGISTERS
from mhgate.testing import (
    Conversation,
    clean_and_perturbed,
    conversations,
    perturbations,
    perturbed,
    registers,
    said_in,
)

TEXT = "I haven't slept since the move. Everybody says it will pass, and nobody asks me anything."
TEXTS = (TEXT, "My sister has not called. I keep looking at the telephone.")


@given(clean_and_perturbed(TEXTS))
def test_a_perturbed_text_stands_beside_its_clean_one(pair: tuple[str, str]) -> None:
    """The clean one is one of the texts, and the other is no other text."""
    clean, changed = pair
    assert clean in TEXTS
    assert changed != clean


@given(perturbed(st.sampled_from(TEXTS), "letter_case", 2))
def test_texts_may_be_a_strategy(text: str) -> None:
    """Any strategy of texts is perturbed."""
    assert text in {each.lower() for each in TEXTS}


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"letter_case"}))
def test_a_failing_perturbation_shrinks_to_one_slip(kind: str) -> None:
    """Where any change fails, the example that is shown has as few as the kind can make."""
    intensity = None if kind != "no_punctuation" else 1
    found = find(perturbed(TEXT, kind, intensity), lambda text: text != TEXT)
    words, clean = found.split(), TEXT.split()
    slips = sum(a != b for a, b in zip(words, clean, strict=False))
    if kind == "spacing":
        assert len(found) - len(TEXT) in range(-1, 3)
    elif kind == "emoji":
        assert len(words) == len(clean) + 1
    else:
        assert slips == 1


def test_a_failing_slip_is_found_where_it_matters() -> None:
    """Words that must be misspelt for a test to fail are misspelt, and the others are not."""
    found = find(perturbed(TEXT, "typing_errors", 3), lambda text: "Everybody" not in text)
    before, _, after = TEXT.partition("Everybody")
    assert found.startswith(before)
    assert found.endswith(after)


def test_a_failing_conversation_shrinks_to_one_plain_message() -> None:
    """Fewest messages, plainest register, nothing perturbed, the first text."""
    found = find(conversations(TEXTS), lambda _conversation: True)
    assert found == Conversation((TEXT,), "plain", None)


@given(conversations(TEXTS, min_turns=2, max_turns=3))
def test_a_conversation_is_of_one_person(conversation: Conversation) -> None:
    """As many messages as were asked for, and the way they are put and typed beside them."""
    assert 2 <= len(conversation.turns) <= 3
    assert conversation.register in REGISTERS


@given(said_in(TEXT), said_in(TEXT, "formal"), registers(), perturbations(["emoji"], [3]))
@settings(max_examples=30)
def test_what_is_asked_for_is_drawn(text: str, formal: str, register: str, how: object) -> None:
    """A register or a kind that is named is the one that is drawn."""
    assert len(text.split()) >= len(TEXT.split())
    assert "I have not slept" in formal or "I haven't" in formal
    assert register in REGISTERS
    assert (how.kind, how.intensity) == ("emoji", 3)  # type: ignore[attr-defined]


def test_what_is_not_there_is_refused_at_once() -> None:
    """A misspelt kind, register or intensity is an error where it is written, not when drawn."""
    with pytest.raises(ValueError, match="did you mean 'spacing'"):
        perturbed(TEXT, "spaceing")
    with pytest.raises(ValueError, match="expected 1, 2 or 3"):
        perturbed(TEXT, "emoji", 0)
    with pytest.raises(ValueError, match="did you mean 'formal'"):
        said_in(TEXT, "formel")
    with pytest.raises(ValueError, match="at least one message"):
        conversations(TEXTS, min_turns=0)
