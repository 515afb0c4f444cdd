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
def gold() -> Callable[..., GoldTranscript]:
    """Return a function that makes a labelled transcript: ``rater=answer`` for each label."""

    def make(
        name: str, *, family: str | None = None, system: str | None = None, **said: str
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
                GoldLabel(rater=rater, role=roles[rater[0]], answer=answer, at=AT)  # type: ignore[arg-type]
                for rater, answer in said.items()
            ),
            source="made up",
            licence="Apache-2.0",
            digest=digest([reply]),
        )

    return make
