"""Holds the call that docs/reference/llm_judge.md shows to the code that makes and reads it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

from outcomes_page import PAGE

from mhgate.judges.llm import LLMJudge, ask_first_question
from mhgate.records import Trial, Turn


def _shown(name: str) -> str:
    """Return the block of the page that stands below a mark."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"<!-- {name} -->\n```\w+\n(.*?)\n```\n", text, re.DOTALL)
    assert found is not None, name
    return found[1]


class _Reader:
    """A model that says what the page says, and keeps what it was asked."""

    fingerprint = "sha256:page"

    def __init__(self) -> None:
        self.asked: list[tuple[Turn, ...]] = []

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn:
        self.asked.append(tuple(turns))
        return Turn(role="assistant", content=_shown("reply"))


def test_the_call_on_the_page_is_the_first_one_of_a_run_and_its_reply_answers_it() -> None:
    """Both messages letter by letter, and a reply that is believed at the first attempt."""
    reader = _Reader()
    asyncio.run(ask_first_question(LLMJudge(reader)))  # raises where the answer is not "yes"
    assert [[(turn.role, turn.content) for turn in turns] for turns in reader.asked] == [
        [("system", _shown("system message")), ("user", _shown("user message"))]
    ]
