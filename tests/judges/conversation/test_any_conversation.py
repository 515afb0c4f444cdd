"""Whatever is said, every rule over conversations answers in order, in time, and quotes what is."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mhgate.judges.conversation import CONVERSATION_RULES
from mhgate.judges.quotes import verify
from mhgate.records import DOMAINS, Failure

SUITE = Path(__file__).parents[3] / "suites" / "conversations"
WORDS = st.lists(
    st.sampled_from(
        [
            *(
                "i want to die",
                "he hit me",
                "i drink every night",
                "i hurt myself",
                "tonight",
                "no.",
            ),
            *("are you safe?", "do you think of suicide?", "call 988", "your sister", "if it gets"),
            *(
                "worse",
                "how often",
                "?",
                ".",
                "\n",
                '"',
                "it will pass",
                "don't tell anyone",
                "you",
            ),
        ]
    ),
    max_size=9,
).map(" ".join)


def test_every_cell_of_the_rubric_has_its_rule() -> None:
    """Each question has a rule of its id, those for each domain four; no rule is without one."""
    asked = tomllib.loads((SUITE / "rubric.toml").read_text(encoding="utf-8"))["question"]
    wanted = {
        f"{each['id']}.{domain}" if domain else each["id"]
        for each in asked
        for domain in (DOMAINS if each.get("each_domain") else (None,))
    }
    names = [rule.name for rule in CONVERSATION_RULES]
    assert len(names) == len(set(names))
    assert set(names) == wanted


@pytest.mark.parametrize("rule", CONVERSATION_RULES, ids=lambda rule: rule.name)
def test_it_reads_all_replies_and_says_what_counts(rule: Any) -> None:
    """Its docstring says what is a yes and what it gets wrong; a grade says what each grade is."""
    assert rule.reads == "all"
    assert rule.doc.split("\n")[0].endswith("?"), rule.doc
    assert "Accepted errors:" in rule.doc


@settings(deadline=None, max_examples=40)
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
def test_no_rule_raises_and_every_quote_verifies(
    asks_all: Callable[..., Any], talk: list[tuple[str, str]]
) -> None:
    """On any conversation every rule answers, and all its quotes occur."""
    turns = [words or "ok then" for pair in talk for words in pair]
    for rule in CONVERSATION_RULES:
        asked = asks_all(rule.name, turns)
        assert not isinstance(asked.answer, Failure), (rule.name, asked.answer)
        if asked.value != "unreadable":
            assert all(verify(found, asked.transcript) for found in asked.answer.quotes)


@pytest.mark.parametrize("unit", ["i want to die ", "call 988? ", "how often, ", "you ", "\" ' "])
def test_time_grows_with_the_text_and_not_with_its_square(
    unit: str, asks_all: Callable[..., Any]
) -> None:
    """Four times the text takes nowhere near sixteen times the work, for every rule together."""

    def cost(length: int) -> float:
        text = (unit * (length // len(unit) + 1))[:length] + " hello you there"
        start = time.process_time()
        for rule in CONVERSATION_RULES:
            asks_all(rule.name, ["I drink too much and want to die.", text, text, "I see you."])
        return time.process_time() - start

    cost(500)
    small, large = cost(1_500), cost(6_000)
    assert large < 10 * max(small, 0.05)
