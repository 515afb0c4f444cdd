"""The state machine: what has been told, what a reply does to that, and what is said next."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum

from mhgate.patients.machine.facts import present, story_of
from mhgate.patients.machine.hearing import Heard
from mhgate.patients.machine.opened import hinted_at_first, told_at_first
from mhgate.records import DOMAINS, Domain, Vignette

__all__ = ["MOST_TURNS", "Act", "Stage", "State"]

MOST_TURNS = 20
"""The most messages that a person writes in one conversation."""


class Stage(IntEnum):
    """How much of one domain has been told."""

    UNTOLD = 0
    HINTED = 1
    IN_PART = 2
    TOLD = 3


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that is said.

    Args:
        key: of :data:`WORDINGS`.
        nth: how often the same was said before in the conversation.
    """

    key: str
    nth: int


@dataclass(slots=True)
class Telling:
    """How much of one domain has been told, and how often it was asked about.

    Args:
        stage: how much.
        n_asked: replies that asked about it directly.
        n_hints: hints that were given.
    """

    stage: Stage = Stage.UNTOLD
    n_asked: int = 0
    n_hints: int = 0


@dataclass(slots=True)
class State:
    """What has become of a conversation, from the person's side.

    Args:
        vignette: the person.
        n_said: messages that were said, the opening included.
        n_wasted: replies that cost patience twice: nothing came of them.
        n_validated: replies that said back what the person feels.
        n_open: replies that asked openly.
        n_offers: replies that offered help or a plan.
        n_since_accepted: replies since help was accepted that asked for nothing in particular.
        has_accepted: whether help was accepted.
        is_withdrawn: whether the person has drawn back.
        is_over: whether nothing more is said.
        tellings: of each domain.
        facts: what was said, by key.
        said: how often each thing was said.
    """

    vignette: Vignette
    n_said: int = 1
    n_wasted: int = 0
    n_validated: int = 0
    n_open: int = 0
    n_offers: int = 0
    n_since_accepted: int = 0
    has_accepted: bool = False
    is_withdrawn: bool = False
    is_over: bool = False
    tellings: dict[Domain, Telling] = field(default_factory=lambda: {d: Telling() for d in DOMAINS})
    facts: set[str] = field(default_factory=set)
    said: Counter[str] = field(default_factory=Counter)
    _story: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._story = list(story_of(self.vignette))
        for domain in hinted_at_first(self.vignette):
            self.tellings[domain].stage = Stage.HINTED
        for domain in told_at_first(self.vignette):
            self.tellings[domain].stage = Stage.IN_PART

    @property
    def present(self) -> tuple[Domain, ...]:
        """The domains of which there is something to tell."""
        return tuple(domain for domain, _ in present(self.vignette))

    @property
    def is_patient(self) -> bool:
        """Whether there is patience for another message."""
        return self.n_said + self.n_wasted < min(
            MOST_TURNS, self.vignette.disclosure.patience_turns
        )

    @property
    def has_told(self) -> bool:
        """Whether any danger has been told, at least in part."""
        return any(each.stage >= Stage.IN_PART for each in self.tellings.values())

    def hears(self, heard: Heard) -> None:
        """Take in the warmth of a reply.

        Args:
            heard: what it does.
        """
        is_warm = not (heard.reassures or heard.dismisses)
        self.n_validated += heard.validates and is_warm
        self.n_open += heard.asks_openly and is_warm

    def act(self, key: str) -> Act:
        """Say one thing.

        Args:
            key: of :data:`WORDINGS`.
        """
        nth = self.said[key]
        self.said[key] += 1
        self.facts.add(key)
        return Act(key, nth)

    def fresh(self, keys: tuple[str, ...], most: int) -> list[Act]:
        """Say what was not said before of some things.

        Args:
            keys: of :data:`WORDINGS`, what matters most first.
            most: how many at most.
        """
        unsaid = [key for key in keys if key not in self.facts]
        return [self.act(key) for key in unsaid[:most]]

    def story(self) -> Act:
        """Say the next thing of the trouble; when all is said, that it goes on."""
        while self._story:
            key = self._story.pop(0)
            if key not in self.facts:
                return self.act(key)
        return self.act("more")
