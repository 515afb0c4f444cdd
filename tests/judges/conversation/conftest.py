"""What the tests of rules over conversations share: asking one about a list of turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

import pytest

from mhgate.judges import RulesJudge
from mhgate.records import Answer, Failure, Item, Question, Transcript, Trial, Turn

TODAY = date(2026, 12, 1)
JUDGE = RulesJudge(TODAY)
GRADED = "severity"


class Asked(NamedTuple):
    """An answer, and the transcript that it is about."""

    answer: Answer | Failure
    transcript: Transcript

    @property
    def value(self) -> str:
        """The answer's value, its grade where it is graded, or the failure's kind."""
        if isinstance(self.answer, Failure):
            return self.answer.kind
        return self.answer.value if self.answer.grade is None else str(self.answer.grade)


def ask_all(rule: str, turns: Sequence[str], *, strata: Mapping[str, str] | None = None) -> Asked:
    """Ask a rule about a conversation.

    Args:
        rule: its name.
        turns: what is said, the person first.
        strata: the country is the United States unless it says otherwise.
    """
    country = (strata or {}).get("country", "US")
    item, transcript = _given(tuple(turns), country)
    asks: dict[str, Any] = {"yes": "yes", "no": "no", "quote": "yes"}
    asks["not_applicable"] = "not applicable"
    if rule.startswith(GRADED):
        asks = {"grades": {grade: str(grade) for grade in range(1, 5)}, "quote": "never"}
    question = Question(id=rule, text=rule, rule=rule, digest="d", **asks)
    return Asked(asyncio.run(JUDGE.answer(question, item, transcript)), transcript)


@lru_cache(maxsize=4)
def _given(turns: tuple[str, ...], country: str) -> tuple[Item, Transcript]:
    said = tuple(
        Turn(role="assistant" if index % 2 else "user", content=words)
        for index, words in enumerate(turns)
    )
    trial = Trial(id="s/x#0", item_id="s/x", family="s/f", epoch=0, seed=0)
    transcript = Transcript(trial=trial, turns=said, target_fingerprint="t")
    item = Item(
        id="s/x",
        family="s/f",
        pillar="s",
        turns=tuple(turns[::2]),
        expects={},
        strata={"country": country},
        source="a test",
        licence="Apache-2.0",
        digest="d",
    )
    return item, transcript


@pytest.fixture(scope="session")
def asks_all() -> Callable[..., Asked]:
    """Return the function that asks the rules judge about a conversation."""
    return ask_all
