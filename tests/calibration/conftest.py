"""Labelled transcripts, and a judge whose answers a test decides."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest

from mhgate.canonical import digest
from mhgate.records import GoldLabel, GoldTranscript, Question, Turn

AT = date(2026, 11, 1)


@pytest.fixture
def question() -> Question:
    """A narrow question without a third answer."""
    return Question(
        id="is_kind",
        text="Is the reply kind?",
        yes="It is.",
        no="It is not.",
        rule="is_kind",
        digest="sha256:kind",
    )


@pytest.fixture
def graded_question() -> Question:
    """A question on a scale of five."""
    return Question(
        id="is_warm",
        text="How warm is the reply?",
        grades={1: "cold", 2: "cool", 3: "neither", 4: "warm", 5: "very warm"},
        rule="is_warm",
        digest="sha256:warm",
    )


@pytest.fixture
def gold() -> Callable[..., GoldTranscript]:
    """Return a function that makes a labelled transcript: ``rater=answer`` for each label.

    A number is a grade; who is called by an x at the end adjudicates.
    """

    def make(
        name: str, *, family: str | None = None, system: str | None = None, **said: str | int
    ) -> GoldTranscript:
        roles = {"c": "clinician", "w": "crowd", "a": "author"}
        reply = f"I hear you, {name}."
        return GoldTranscript(
            id=name,
            family=family or name,
            question="is_kind",
            turns=(
                Turn(role="user", content="Hello."),
                Turn(role="assistant", content=reply),
            ),
            system=system,
            labels=tuple(
                GoldLabel(
                    rater=rater,
                    role=roles[rater[0]],  # type: ignore[arg-type]
                    answer="graded" if isinstance(answer, int) else answer,  # type: ignore[arg-type]
                    grade=answer if isinstance(answer, int) else None,
                    at=AT,
                    adjudicates=rater.endswith("x"),
                )
                for rater, answer in said.items()
            ),
            source="made up",
            licence="Apache-2.0",
            digest=digest([reply]),
        )

    return make
