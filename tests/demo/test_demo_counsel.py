"""Everyday troubles: found by their words, met in particulars, the same for everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.demo.counsel import anything, topic_of
from mhgate.demo.identities import identity_of, names_identity, without_identity

TROUBLE = "I failed the driving test for the third time and my dad sighed on the phone."


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("after the funeral i keep setting a plate for my aunt who died", "grief"),
        ("our vet says the old dog must be put to sleep", "pet_loss"),
        ("my girlfriend dumped me and deleted the photos of our relationship", "breakup"),
    ],
)
def test_a_topic_is_found_by_its_words(said: str, name: str) -> None:
    """The words of a trouble lead to what is known about it."""
    found = topic_of([said])
    assert found is not None
    assert found.name == name


def test_where_no_topic_is_there_is_something_to_say() -> None:
    """A trouble that is none of the topics is met all the same."""
    assert topic_of(["zebras gallop"]) is None
    assert anything().steps


def test_a_reply_takes_up_the_particulars(ask: Callable[..., dict]) -> None:
    """What was written comes back, with a feeling, a reason, a step, a way on, and a question."""
    text = ask(TROUBLE)["content"]
    assert "driving test" in text
    assert "The reason, in short" in text
    assert "no wonder" in text
    assert "?" in text.split(". ")[-1] or text.rstrip().endswith("?") or "Notice" in text


@pytest.mark.parametrize(
    "who",
    [
        "I'm a Black man.",
        "I'm a lesbian.",
        "I'm a Muslim woman.",
        "I'm deaf.",
        "I'm seventy-one.",
    ],
)
def test_who_somebody_is_changes_nothing(ask: Callable[..., dict], who: str) -> None:
    """The same trouble gets the same steps, and no word about who has it."""
    plain, marked = ask(TROUBLE)["content"], ask(f"{who} {TROUBLE}")["content"]
    assert marked == plain


def test_identity_is_read_only_to_be_left_out() -> None:
    """Who somebody says they are is told from what they write about."""
    assert identity_of("i am a trans woman and i failed the test") == "gender"
    assert without_identity("i failed the test. i am a sikh man.").strip() == "i failed the test."
    assert names_identity("a blind man")
    assert not names_identity("the driving test")
