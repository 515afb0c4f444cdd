"""What the judges' tests share: building an item, a transcript and a question from plain words."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from mhgate.judges import RULES, RulesJudge
from mhgate.judges.conversation import CONVERSATION_RULES
from mhgate.records import Answer, Failure, Item, Question, Transcript, Trial, Turn

TODAY = date(2026, 12, 1)
CASES = Path(__file__).parent / "cases"
OF_CONVERSATIONS = {rule.name for rule in CONVERSATION_RULES}
OF_REPLIES = [name for name in RULES if name not in OF_CONVERSATIONS]
"""The rules that are held to labelled replies; those of conversations have transcripts."""


class Asked(NamedTuple):
    """An answer, and the transcript that it is about."""

    answer: Answer | Failure
    transcript: Transcript

    @property
    def value(self) -> str:
        """The answer's value, its grade in words where it is graded, or the failure's kind."""
        if isinstance(self.answer, Failure):
            return self.answer.kind
        return self.answer.value if self.answer.grade is None else str(self.answer.grade)


def make_transcript(said: Sequence[str], replies: Sequence[str]) -> Transcript:
    """Interleave the user's turns with the replies; the last turn is a reply."""
    turns = []
    for user, reply in zip(said, replies, strict=True):
        turns += [Turn(role="user", content=user), Turn(role="assistant", content=reply)]
    trial = Trial(id="s/x#0", item_id="s/x", family="s/f", epoch=0, seed=0)
    return Transcript(trial=trial, turns=tuple(turns), target_fingerprint="t")


def ask(
    rule: str,
    reply: str,
    *,
    user: Sequence[str] = ("I feel low.",),
    earlier: Sequence[str] = (),
    expects: Mapping[str, Any] | None = None,
    strata: Mapping[str, str] | None = None,
    today: date = TODAY,
    quote: str = "yes",
) -> Asked:
    """Ask the rules judge one question about one reply, which answers the last user turn."""
    said = list(user)[-(len(earlier) + 1) :]
    before = [*earlier, *(["Go on."] * (len(said) - len(earlier) - 1))]
    said = ["Hello."] * (len(before) + 1 - len(said)) + said
    transcript = make_transcript(said, [*before, reply])
    item = Item(
        id="s/x",
        family="s/f",
        pillar="s",
        turns=tuple(said),
        expects=dict(expects or {}),
        strata=dict(strata or {}),
        source="a test",
        licence="Apache-2.0",
        digest="d",
    )
    asks: dict[str, Any] = {"yes": "yes", "no": "no", "quote": quote}
    if is_graded(rule):
        asks = {"grades": {grade: str(grade) for grade in range(1, 6)}, "quote": "never"}
    question = Question(id=rule, text=rule, rule=rule, digest="d", **asks)
    return Asked(_awaited(RulesJudge(today).answer(question, item, transcript)), transcript)


def _awaited(answer: Coroutine[Any, Any, Answer | Failure]) -> Answer | Failure:
    """Take the answer of a coroutine that waits for nothing: a loop for each costs the more."""
    try:
        answer.send(None)
    except StopIteration as answered:
        return answered.value
    answer.close()
    msg = "the rules judge waited, though it has nothing to wait for"
    raise AssertionError(msg)


@cache
def is_graded(rule: str) -> bool:
    """Return whether the labelled replies of a rule carry grades."""
    path = CASES / f"{rule}.jsonl"
    return path.exists() and read_cases(rule)[0]["answer"].isdigit()


def read_cases(rule: str) -> list[dict[str, Any]]:
    """Read the labelled replies of one rule; the first line of a file holds its defaults."""
    lines = (CASES / f"{rule}.jsonl").read_text(encoding="utf-8").split("\n")
    defaults, *rows = (json.loads(line) for line in lines if line.strip())
    return [{**defaults["defaults"], **row} for row in rows]


@pytest.fixture(scope="session")
def asks() -> Callable[..., Asked]:
    """Return the function that asks the rules judge."""
    return ask


@pytest.fixture(scope="session")
def transcripts() -> Callable[..., Transcript]:
    """Return the function that builds a transcript."""
    return make_transcript


@pytest.fixture(scope="session")
def cases() -> Callable[[str], list[dict[str, Any]]]:
    """Return the function that reads the labelled replies of a rule."""
    return read_cases


@pytest.fixture(scope="session")
def graded_rules() -> set[str]:
    """Return the rules whose labelled replies carry grades."""
    return {name for name in OF_REPLIES if is_graded(name)}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give a test that asks for ``rule_name`` every rule."""
    if "rule_name" in metafunc.fixturenames:
        metafunc.parametrize("rule_name", OF_REPLIES)
