"""What a suite is made of besides its items: probes, questions, words for its README."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from mhgate.importers.items.gathering import Gathering
from mhgate.importers.items.tables import Table
from mhgate.importers.sheet import Row
from mhgate.importers.tally import Tally
from mhgate.records import Measure, Statistic

__all__ = ["Format", "Origin", "ProbeDraft", "SuiteDraft"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeDraft:
    """A probe before it is written as Python.

    Args:
        name: without ``test_``.
        items: the file that it reads.
        about: its docstring.
        question: the id of its question; None: keyed.
    """

    name: str
    items: str
    about: str
    question: str | None = None
    expect: Literal["yes", "no", "item"] | None = None
    at_least: int | None = None
    choice: bool = False
    number: bool = False
    never: bool = False
    measure: Measure | None = None
    statistic: Statistic | None = None
    by: str | None = None
    levels: tuple[str, ...] = ()
    advisory: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteDraft:
    """A suite before it is written.

    Args:
        title: what it is called.
        about: what it asks, for its README; a paragraph each.
        limits: what it does not show, a line each.
        probes: those of the files that hold items.
        shipped: questions of the built-in suites, by id: the suite whose they are.
        own: questions of its own, by id: the table as questions.toml holds it.
        version: of the suite.
        is_protected: whether its prompts are to be kept from where models could learn them.
    """

    title: str
    about: tuple[str, ...]
    limits: tuple[str, ...]
    probes: tuple[ProbeDraft, ...]
    shipped: Mapping[str, str] = field(default_factory=dict)
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    version: str = "1.0.0"
    is_protected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """What is said about where the data comes from; None: what the format knows of it.

    Args:
        source: where the data comes from.
        licence: under which it may be used.
        language: of what is said.
        own_replies: whether the product gives its own replies in place of earlier ones.
    """

    source: str | None = None
    licence: str | None = None
    language: str | None = None
    own_replies: bool = False


class Format(Protocol):
    """How the rows of one kind of file become items."""

    @property
    def source(self) -> str:
        """Where the data comes from."""

    @property
    def licence(self) -> str:
        """Under which it may be used."""

    @property
    def reads(self) -> frozenset[str]:
        """The columns that are read."""

    def begin(self, table: Table) -> None:
        """Hold the columns to what the format needs."""

    def take(self, row: Row, table: Table, out: Gathering) -> None:
        """Make items of a row; raises ``Unfit`` where nothing can be made of it."""

    def finish(self, out: Gathering) -> SuiteDraft:
        """Return the suite, when all rows have been read."""

    def further(self) -> list[tuple[str, Literal["criteria", "replies"], int, Tally]]:
        """Return what was read inside of rows: what, its unit, how much, and what was left out."""
