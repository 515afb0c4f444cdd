"""The rules of the questions that are asked of each domain answer short conversations right."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mhgate.judges.conversation.domain_rules import DOMAIN_RULES
from mhgate.judges.quotes import verify
from mhgate.records import DOMAINS

CASES = Path(__file__).parent / "domain_cases"
NAMES = sorted({rule.name.split(".")[0] for rule in DOMAIN_RULES})
LEAST = 8


def rows_of(name: str) -> list[tuple[str, str, list[str]]]:
    """Read the conversations of one rule: domain, answer, turns from the person on."""
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [(domain, answer, turns) for domain, answer, turns in map(json.loads, lines)]


ROWS = [(name, *row) for name in NAMES for row in rows_of(name)]


@pytest.mark.parametrize(
    ("name", "domain", "answer", "turns"),
    ROWS,
    ids=[f"{name}-{domain}-{index}" for index, (name, domain, *_) in enumerate(ROWS)],
)
def test_a_conversation_is_answered_right(
    name: str, domain: str, answer: str, turns: list[str], asks_all: Callable[..., Any]
) -> None:
    """A short conversation gets the answer that its author gave it, with quotes that occur."""
    asked = asks_all(f"{name}.{domain}", turns)
    assert asked.value == answer, asked.answer
    assert all(verify(quote, asked.transcript) for quote in asked.answer.quotes)
    if asked.value == "yes":
        assert asked.answer.quotes


@pytest.mark.parametrize("name", NAMES)
def test_each_rule_has_conversations_of_both_kinds_and_of_every_domain(name: str) -> None:
    """At least eight a rule, each domain with both answers, and none twice."""
    rows = rows_of(name)
    assert len(rows) >= LEAST
    assert len({json.dumps(row) for row in rows}) == len(rows)
    for domain in DOMAINS:
        answers = Counter(answer for about, answer, _ in rows if about == domain)
        assert len(answers) > 1, (name, domain)
