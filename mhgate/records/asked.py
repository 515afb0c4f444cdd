"""What is asked: items, questions, probes, trials."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pydantic import Field, JsonValue
from pydantic.json_schema import SkipJsonSchema

from mhgate.records.hazards import HAZARD_ID
from mhgate.records.record import Record
from mhgate.records.vignette import Vignette

__all__ = [
    "Example",
    "Item",
    "ItemRef",
    "Measure",
    "Perturbation",
    "Probe",
    "Question",
    "Statistic",
    "Tier",
    "Trial",
    "strip_test_prefix",
]

Measure = Literal["mean", "agreement", "parity", "consistency", "correlation"]
"""What a probe's scores are put together to: see docs/reference/suites.md."""

Statistic = Literal["accuracy", "recall", "macro_f1", "kappa", "pearson", "spearman"]
"""The figure of a measure that is held to the threshold, where there are several."""

Tier = Literal["suboptimal", "best_practice"]
"""From which rating of a question flow on a criterion is met."""

_NAMED = re.compile(r"\bexpects\.([A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)")


class Perturbation(Record):
    """How a program changes what the user writes, drawn with the trial's seed."""

    kind: str = Field(min_length=1)
    intensity: int = Field(ge=1, le=3)


class Item(Record):
    """One row of a suite: the user's side of a conversation, and what is expected of the reply.

    ``id`` carries its suite (``crisis/esc-night-1``); ``family`` is the cluster (scenario, persona,
    paraphrase group) and carries its suite too. ``new_session_at`` holds the turns (0-based) before
    which a new session with the product begins; ``clock_s`` the seconds since the start at which
    each turn is said, empty where time does not matter. ``vignette``: a simulated patient speaks,
    and ``turns`` holds the opening alone. ``sealed``: a protected item, of which nothing is written
    or shown in clear; ``id`` and ``family`` are opaque names then.
    """

    id: str
    family: str
    pillar: str
    turns: tuple[str, ...] = Field(min_length=1)
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    language: str = "en"
    perturb: Perturbation | None = None
    vignette: Vignette | None = None
    new_session_at: tuple[int, ...] = ()
    clock_s: tuple[float, ...] = ()
    source: str
    licence: str
    digest: str
    sealed: bool = False

    @property
    def most_messages(self) -> int:
        """How many messages the user writes at most; a simulated patient may leave earlier."""
        return len(self.turns) if self.vignette is None else self.vignette.disclosure.patience_turns

    def session_of(self, number: int) -> int:
        """Return in which session with the product a turn of the user is said, from 0.

        Args:
            number: of the turn, from 0.
        """
        return sum(first <= number for first in self.new_session_at)

    def at_s(self, number: int) -> float | None:
        """Return when a turn of the user is said by the item's clock, None where it has none.

        Args:
            number: of the turn, from 0; what comes after the last one is said when that was.

        Returns:
            Seconds since the conversation began.
        """
        return self.clock_s[min(number, len(self.clock_s) - 1)] if self.clock_s else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRef:
    """Where an item lies in its file, with what is needed to plan: its text is read when needed.

    ``key`` is the right choice or the norm, where the item has one; ``perturbed`` and ``has_clock``
    say whether a program changes what is said, and whether time passes between the turns;
    ``simulated`` whether a simulated patient speaks. ``sealed``: it lies in a pack; id, family and
    digest are then of its salted leaf, and ``strata`` holds what the pack's seal lets be known.
    ``offset`` and ``length`` are in bytes; of what lies in a pack, ``offset`` is its place there.
    Many are held at once: see :class:`mhgate.records.item_refs.ItemRefs`.
    """

    id: str
    family: str
    digest: str
    strata: dict[str, str]
    language: str
    key: str | float | None = None
    perturbed: bool = False
    has_clock: bool = False
    simulated: bool = False
    sealed: bool = False
    path: str
    offset: int
    length: int


class Example(Record):
    """A worked example of a question: a reply, its answer (or its grade), and why."""

    reply: str
    answer: Literal["yes", "no", "not_applicable"] | None = None
    grade: int | None = None
    because: str


class Question(Record):
    """A narrow question that a judge answers about a transcript: yes, no, or not applicable.

    A graded one is answered by a whole number instead: ``grades`` says what each means, and ``yes``
    and ``no`` are empty.
    """

    id: str
    text: str
    yes: str = ""
    no: str = ""
    grades: dict[int, str] | None = None
    not_applicable: str | None = None
    quote: Literal["yes", "no", "always", "never"] = "yes"
    rule: str
    examples: tuple[Example, ...] = ()
    sources: tuple[str, ...] = ()
    digest: str

    @property
    def is_graded(self) -> bool:
        """Whether it is answered by a grade."""
        return self.grades is not None

    @property
    def named_keys(self) -> tuple[str, ...]:
        """The keys that its words name as ``expects.KEY``, each once; never its own answer's."""
        anchors = () if self.grades is None else self.grades.values()
        words = (self.text, self.yes, self.no, self.not_applicable or "", *anchors)
        return tuple(key for key in _named_keys(words) if key != self.id)

    def told_of(self, expects: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Return what whoever answers is told of an item: the values that its words name.

        Args:
            expects: of the item.

        Returns:
            Values by key, without those that the item lacks; nothing else of ``expects``.
        """
        return {key: expects[key] for key in self.named_keys if expects.get(key) is not None}


class Probe(Record):
    """A pytest-style function: one question, or one exact check, over the items of one file.

    ``reads`` says what code reads from the last reply: a choice (compared with the item's key) or a
    number (compared with its norm); such a probe is exact. A graded question meets the criterion
    from ``at_least`` on. ``by`` is the stratum whose values ``parity`` and ``consistency`` compare;
    ``levels`` is the order of choices, where they have one. An ``advisory`` probe gates where its
    own table in thresholds.toml says ``required = true``, and nowhere else. ``perturbed``: a
    program changes what the user says in some of its items. ``rubric`` names a rubric of the
    suite, ``dimension`` what of it the probe scores: a dimension or a pool of several. ``tier``:
    the rubric is a question flow, and the criterion is met from that rating on. ``hazard`` is an
    id of the team's hazard log: a name beside the probe, and no part of what is measured.
    """

    id: str
    name: str
    pillar: str
    items: str
    question: str | None = None
    expect: Literal["yes", "no", "item"] | None = None
    exact: bool = False
    never: bool = False
    reads: Literal["choice", "number"] | None = None
    at_least: int | None = None
    measure: Measure = "mean"
    statistic: Statistic | None = None
    by: str | None = None
    levels: tuple[str, ...] = ()
    advisory: bool = False
    perturbed: bool = False
    rubric: str | None = None
    dimension: str | None = None
    tier: Tier | None = None
    hazard: str | None = Field(default=None, pattern=HAZARD_ID)
    doc: str = ""
    path: str
    line: int
    source_digest: str
    parameters: tuple[str, ...] = ()
    check: SkipJsonSchema[Callable[..., object] | None] = Field(
        default=None, exclude=True, repr=False
    )

    @property
    def is_judged(self) -> bool:
        """Whether a judge decides it: by one question, or by the cells of a rubric."""
        return not self.exact


class Trial(Record):
    """One attempt at one item, named before the first one is asked."""

    id: str
    item_id: str
    family: str
    epoch: int = Field(ge=0)
    seed: int = Field(ge=0)


@lru_cache(maxsize=1024)  # asked of every transcript, for few questions
def _named_keys(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_NAMED.findall(" ".join(words))))


def strip_test_prefix(name: str) -> str:
    """Return a probe's name without ``test_``, the word pytest asks for and a reader does not.

    Example:
        >>> strip_test_prefix("test_offers_help")
        'offers_help'
    """
    return name.removeprefix("test_")
