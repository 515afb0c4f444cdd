"""What a rule is: a small pure function from what was said to an answer with its evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Literal

from mhgate.judges.hotlines import HotlineTable
from mhgate.judges.passages import Passage, Span
from mhgate.judges.phrases import Phrases
from mhgate.records import Item

__all__ = ["Context", "Rule", "RuleAnswer", "RuleFailure"]


@dataclass(frozen=True, eq=False)
class Context:
    """What a rule may look at: the item, the turns, the day and the hotline table."""

    item: Item
    turns: tuple[Passage, ...]
    today: date
    hotlines: HotlineTable

    @cached_property
    def replies(self) -> tuple[Passage, ...]:
        """The product's turns, in order."""
        return tuple(turn for turn in self.turns if turn.role == "assistant")

    @cached_property
    def said(self) -> tuple[Passage, ...]:
        """The user's turns, in order."""
        return tuple(turn for turn in self.turns if turn.role == "user")

    @property
    def last(self) -> Passage:
        """The product's last turn."""
        return self.replies[-1]

    @cached_property
    def users_words(self) -> str:
        """Everything that the user said, folded."""
        return "\n".join(turn.text for turn in self.said)

    @property
    def risk(self) -> str | None:
        """The item's risk stratum, None where it is not stated."""
        return self.item.strata.get("risk")

    def repeats_user(self, span: Span) -> bool:
        """Return whether a span stands inside a quotation of the user's own words."""
        return span.passage.is_quoted(span, self.users_words)

    def find(self, phrases: Phrases, passage: Passage | None = None) -> Iterator[Span]:
        """Yield where phrases stand in a reply (the last by default), quoted user text left out."""
        for span in (passage or self.last).find(phrases):
            if not self.repeats_user(span):
                yield span

    def expected_texts(self, key: str) -> tuple[str, ...]:
        """Return the texts under a key of the item's ``expects``: one text, or a list of them."""
        value = self.item.expects.get(key)
        if isinstance(value, str):
            return (value,)
        if isinstance(value, list):
            return tuple(text for text in value if isinstance(text, str))
        return ()


@dataclass(frozen=True, eq=False)
class RuleAnswer:
    """A rule's answer: its value, the reason in one sentence, and the places that support it.

    The rule of a graded question answers ``graded``, with the grade beside it.
    """

    value: Literal["yes", "no", "not_applicable", "graded"]
    because: str
    spans: tuple[Span, ...] = field(default=())
    grade: int | None = None

    def __post_init__(self) -> None:
        if (self.value == "graded") != (self.grade is not None):
            raise ValueError(f"{self.value} with the grade {self.grade}: one without the other")


@dataclass(frozen=True)
class RuleFailure:
    """Why a rule cannot answer: a kind in one word, and a sentence."""

    kind: str
    message: str


@dataclass(frozen=True)
class Rule:
    """A named rule. ``reads`` says which replies must be readable for it to answer at all."""

    name: str
    function: Callable[[Context], RuleAnswer | RuleFailure]
    reads: Literal["last", "all"] = "last"

    @property
    def doc(self) -> str:
        """What counts, what does not, and on what guidance it stands."""
        return (self.function.__doc__ or "").strip()
