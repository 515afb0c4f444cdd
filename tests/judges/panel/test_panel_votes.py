"""A panel keeps every vote, answers by its declared rule, and counts what its members differ on."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mhgate.errors import ConfigError
from mhgate.judges.panel import Member, Panel, panel_fingerprint
from mhgate.records import Answer, Failure, Item, Question, Quote, Stage, Transcript, Trial, Turn

QUESTION = Question(id="q", text="t", yes="y", no="n", rule="q", digest="d")
ITEM = Item(
    id="s/x",
    family="s/f",
    pillar="s",
    turns=("Hello.",),
    source="a test",
    licence="Apache-2.0",
    digest="d",
)
TRANSCRIPT = Transcript(
    trial=Trial(id="s/x#0", item_id="s/x", family="s/f", epoch=0, seed=0),
    turns=(Turn(role="user", content="Hello."), Turn(role="assistant", content="Call 988.")),
    target_fingerprint="t",
)
QUOTE = Quote(turn=1, start=0, end=8, text="Call 988")


class Says:
    """A judge that says one thing: a value, or the kind of a failure."""

    def __init__(self, name: str, value: str) -> None:
        self.fingerprint = f"sha256:{name}"
        self.value = value

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Any:
        if self.value not in {"yes", "no", "not_applicable", "unreadable"}:
            return Failure(
                trial_id="s/x#0", stage=Stage.JUDGE, kind=self.value, message="x", attempts=2
            )
        quotes = (QUOTE,) if self.value == "yes" else ()
        return Answer.model_validate(
            {
                "value": self.value,
                "judge": self.fingerprint,
                "quotes": quotes,
                "confidence": 0.8,
                "explanation": f"{self.fingerprint} thinks so",
            }
        )


def panel(*values: str, rule: Any = "majority") -> Panel:
    return Panel([Member(name, Says(name, value)) for name, value in zip("abcd", values)], rule)  # noqa: B905 - as many as there are


def asked(made: Panel) -> Answer | Failure:
    return asyncio.run(made.answer(QUESTION, ITEM, TRANSCRIPT))


@pytest.mark.parametrize(
    ("rule", "values", "outcome"),
    [
        ("majority", ("yes", "yes", "no"), "yes"),
        ("majority", ("no", "yes", "no"), "no"),
        ("majority", ("yes", "no"), "no_majority"),
        ("majority", ("yes", "yes"), "yes"),
        ("majority", ("yes", "timeout", "timeout"), "no_majority"),
        ("majority", ("yes", "yes", "timeout"), "yes"),
        ("majority", ("yes", "no", "not_applicable"), "no_majority"),
        ("majority", ("not_applicable", "not_applicable", "yes"), "not_applicable"),
        ("majority", ("unreadable", "unreadable", "yes"), "unreadable"),
        ("majority", ("timeout", "timeout"), "no_majority"),
        ("majority", ("yes", "yes", "no", "no"), "no_majority"),
        ("unanimity", ("yes", "yes", "yes"), "yes"),
        ("unanimity", ("yes", "yes", "no"), "not_unanimous"),
        ("unanimity", ("yes", "yes", "timeout"), "not_unanimous"),
        ("unanimity", ("timeout", "timeout"), "not_unanimous"),
    ],
)
def test_the_rule_decides(rule: str, values: tuple[str, ...], outcome: str) -> None:
    """More than half of all members, or all of them; who could not answer has no vote."""
    came = asked(panel(*values, rule=rule))
    assert (came.kind if isinstance(came, Failure) else came.value) == outcome


def test_every_vote_is_kept() -> None:
    """By name, with the failure of who could not answer, and the quotes of who won."""
    came = asked(panel("yes", "yes", "timeout", "no", rule="majority"))
    assert isinstance(came, Failure)
    assert "a yes" in came.message
    came = asked(panel("yes", "yes", "timeout"))
    assert isinstance(came, Answer)
    assert [(vote.name, vote.value, vote.failure_kind) for vote in came.votes] == [
        ("a", "yes", None),
        ("b", "yes", None),
        ("c", None, "timeout"),
    ]
    assert [vote.confidence for vote in came.votes] == [0.8, 0.8, None]
    assert came.votes[0].judge == "sha256:a"
    assert came.quotes == (QUOTE,)
    assert came.explanation.startswith("majority, 2 of 3: a yes (sha256:a thinks so); b yes")
    assert came.attempts == 4


def test_disagreement_is_counted_by_question() -> None:
    """Of those transcripts on which at least two members answered."""
    made = panel("yes", "no", "yes")
    asked(made)
    asked(made)
    assert (made.n_compared, dict(made.disagreements)) == (2, {"q": 2})
    calm = panel("yes", "yes", "timeout")
    asked(calm)
    assert (calm.n_compared, calm.disagreements["q"]) == (1, 0)
    alone = panel("yes", "timeout", "timeout")
    asked(alone)
    assert alone.n_compared == 0


def test_a_judge_asked_twice_is_no_panel() -> None:
    """Under whatever names: its repeats show its noise, and no second opinion."""
    one = Says("a", "yes")
    with pytest.raises(ConfigError, match="twin, which is first once more"):
        Panel([Member("first", one), Member("twin", one)], "majority")
    with pytest.raises(ConfigError, match="at least two judges"):
        Panel([Member("first", one)], "majority")
    with pytest.raises(ConfigError, match="first more than once"):
        Panel([Member("first", one), Member("first", Says("b", "no"))], "majority")


def test_the_fingerprint_is_its_members_and_its_rule() -> None:
    """In any order."""
    assert panel("yes", "no").fingerprint == panel_fingerprint(["sha256:b", "sha256:a"], "majority")
    assert panel("yes", "no").fingerprint != panel("yes", "no", rule="unanimity").fingerprint
    assert panel("yes", "no").fingerprint != panel("yes", "no", "no").fingerprint
