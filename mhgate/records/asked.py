"""What is asked: items, questions, probes, trials."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Literal

from pydantic import Field, JsonValue
from pydantic.json_schema import SkipJsonSchema

from mhgate.records.record import Record

__all__ = ["Example", "Item", "ItemRef", "Probe", "Question", "Trial", "strip_test_prefix"]

_NAMED = re.compile(r"\bexpects\.([A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)")


class Item(Record):
    """One row of a suite: the user's side of a conversation, and what is expected of the reply.

    ``id`` carries its suite (``crisis/esc-night-1``); ``family`` is the cluster (scenario, persona,
    paraphrase group) and carries its suite too.
    """

    id: str
    family: str
    pillar: str
    turns: tuple[str, ...] = Field(min_length=1)
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    language: str = "en"
    source: str
    licence: str
    digest: str


class ItemRef(Record):
    """Where an item lies in its file, with what is needed to plan: its text is read when needed."""

    id: str
    family: str
    digest: str
    strata: dict[str, str]
    language: str
    path: str
    offset: int = Field(ge=0)
    length: int = Field(ge=1)


class Example(Record):
    """A worked example of a question: a reply, its answer, and why."""

    reply: str
    answer: Literal["yes", "no", "not_applicable"]
    because: str


class Question(Record):
    """A narrow question that a judge answers about a transcript: yes, no, or not applicable."""

    id: str
    text: str
    yes: str
    no: str
    not_applicable: str | None = None
    quote: Literal["yes", "no", "always", "never"] = "yes"
    rule: str
    examples: tuple[Example, ...] = ()
    sources: tuple[str, ...] = ()
    digest: str

    @property
    def named_keys(self) -> tuple[str, ...]:
        """The keys that its words name as ``expects.KEY``, each once; never its own answer's."""
        words = " ".join((self.text, self.yes, self.no, self.not_applicable or ""))
        return tuple(key for key in dict.fromkeys(_NAMED.findall(words)) if key != self.id)

    def told_of(self, expects: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return what whoever answers is told of an item: the values that its words name.

        Args:
            expects: of the item.

        Returns:
            Values by key, without those that the item lacks; nothing else of ``expects``.
        """
        return {key: expects[key] for key in self.named_keys if expects.get(key) is not None}


class Probe(Record):
    """A pytest-style function: one question, or one exact check, over the items of one file."""

    id: str
    name: str
    pillar: str
    items: str
    question: str | None = None
    expect: Literal["yes", "no", "item"] | None = None
    exact: bool = False
    never: bool = False
    doc: str = ""
    path: str
    line: int
    source_digest: str
    parameters: tuple[str, ...] = ()
    check: SkipJsonSchema[Callable[..., object] | None] = Field(
        default=None, exclude=True, repr=False
    )


class Trial(Record):
    """One attempt at one item, named before the first one is asked."""

    id: str
    item_id: str
    family: str
    epoch: int = Field(ge=0)
    seed: int = Field(ge=0)


def strip_test_prefix(name: str) -> str:
    """Return a probe's name without ``test_``, the word pytest asks for and a reader does not.

    Example:
        >>> strip_test_prefix("test_offers_help")
        'offers_help'
    """
    return name.removeprefix("test_")
