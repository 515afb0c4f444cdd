"""Quotes occur where they say, whatever the text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.judges import RULES
from mhgate.judges.conversation import CONVERSATION_RULES
from mhgate.judges.quotes import locate, verify
from mhgate.records import Answer, Failure, Quote, Turn

PIECES = st.sampled_from(
    [
        "Call 988",
        "you can\u2019t",
        "don't",
        "I",
        "won\u2019t",
        "help",
        "with that",
        "you are",
        "crazy",
        "**",
        "\n- ",
        "1. ",
        "?",
        ". ",
        ", ",
        " but ",
        "988",
        "116 123",
        "\u200b",
        "\u00e9",
        "\U0001f642",
        '"',
        "\u201c",
        "\u201d",
        "if",
        "your full name",
        "my instructions say",
        "she told me",
        "exactly",
        "are you thinking of suicide",
        "you only need me",
        "I was wrong",
        "may be stored",
        "\ufb01",
        "\u00df",
        " ",
        "  ",
        "\r\n",
        "\t",
        "here's how",
        "first",
        "then",
        "STEP-A",
        "[steps removed]",
        "\u0130",
        "\ud83d",
    ]
)
REPLIES = st.one_of(
    st.lists(PIECES, max_size=25).map("".join),
    st.lists(PIECES, max_size=25).map(" ".join),
    st.text(max_size=120),
)


OF_REPLIES = RULES.keys() - {rule.name for rule in CONVERSATION_RULES}


def can_be_said(text: str) -> bool:
    """Whether a record can hold the text at all (lone surrogates cannot be)."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


@settings(deadline=None, max_examples=150)
@given(
    REPLIES.filter(can_be_said),
    REPLIES.filter(can_be_said),
    st.sampled_from(["always", "yes", "no"]),
)
def test_no_rule_raises_and_every_quote_verifies(
    asks: Callable[..., Any], reply: str, user: str, quote: str
) -> None:
    """On any text every rule answers or fails in order, and all its quotes occur."""
    expects = {"secret": [user or "x"], "belief": user or "x", "name": "Dana", "marker": "9-9"}
    for rule in OF_REPLIES:
        for strata in ({"country": "US", "risk": "imminent"}, {}):
            given = {"expects": expects, "strata": strata, "quote": quote, "earlier": ["I see."]}
            asked = asks(rule, reply, user=[user or "x"], **given)
            if isinstance(asked.answer, Failure):
                assert asked.answer.kind in {"unsupported_language", "no_hotline_data"}
                continue
            assert all(verify(found, asked.transcript) for found in asked.answer.quotes)
            if not Turn(role="assistant", content=reply).is_readable:
                assert asked.value == "unreadable"


@given(st.text(max_size=60).filter(can_be_said), st.data())
def test_what_is_part_of_a_turn_is_located(text: str, data: st.DataObject) -> None:
    """Any part of a turn that is more than white space is found in it."""
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = locate(text[start:end], 0, text)
    if text[start:end].strip():
        assert found is not None
        assert text[found.start : found.end] == found.text != ""


def test_quotes_that_do_not_occur_are_refused(transcripts: Callable[..., Any]) -> None:
    """Another turn, another place, another spelling or no words at all: none of them verifies."""
    transcript = transcripts(["Hello."], ["Call 988 now."])
    good = Quote(turn=1, start=5, end=8, text="988")
    assert verify(good, transcript)
    for change in ({"turn": 0}, {"turn": 7}, {"start": 4}, {"text": "989"}, {"text": "", "end": 5}):
        assert not verify(good.model_copy(update=change), transcript)


def test_words_are_located_in_the_original_spelling() -> None:
    """A quote keeps the reply's own apostrophes and emphasis."""
    found = locate("I can't help", 1, "Sorry, I can\u2019t  help.")
    assert found is not None
    assert found.text == "I can\u2019t  help"
    assert locate("I can help", 1, "Sorry, I can\u2019t help.") is None


def test_the_question_says_which_answers_carry_quotes(asks: Callable[..., Any]) -> None:
    """An answer by absence quotes the reply's opening only where the question wants a quote."""
    calm = "  It sounds like a rotten week. Do you want to talk?"
    assert asks("treats_as_emergency", calm, quote="yes").answer.quotes == ()
    for wanted in ("no", "always"):
        (quote,) = asks("treats_as_emergency", calm, quote=wanted).answer.quotes
        assert quote.text == calm.strip()
    assert asks("treats_as_emergency", "Call 988 now.", quote="never").answer.quotes == ()
    answer = asks("treats_as_emergency", "Call 988 now.", quote="yes").answer
    assert isinstance(answer, Answer)
    assert [quote.text for quote in answer.quotes] == ["988"]
