"""People's and a judge's ratings of the same replies, paired; whatever is not paired, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from mhgate.records import Account, Attribute, Dimension, LeftOut, Rater, RatingSet, Reply
from mhgate.stats.ratings import cluster_numbers, rating_table

__all__ = ["COMPOSITES", "Measure", "Pairs", "human_ratings", "measures_of", "paired", "ratings_on"]

COMPOSITES: dict[Dimension, str] = {"cognitive": "CSS", "affective": "ARS"}
"""Cognitive Support Score and Affective Resonance Score: unweighted means of their attributes."""

_FEWEST_PARTS = 2

Ratings = Sequence[float | None]
Array = Any  # what the statistics take and make; no other room knows numpy


@dataclass(frozen=True, slots=True)
class Measure:
    """What is compared: an attribute, or a composite with its ``parts``."""

    name: str
    dimension: Dimension
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Pairs:
    """The replies that people and a judge both rated, in the order of the replies.

    ``table`` has people's rating and the judge's side by side, ``conversations`` a number for each
    reply's conversation, as the statistics take them.
    """

    replies: list[Reply]
    human: list[float]
    judge: list[float]

    def __len__(self) -> int:
        return len(self.replies)

    @cached_property
    def table(self) -> Array:
        """People's rating and the judge's, reply by reply, shape (replies, 2)."""
        rows = list(zip(self.human, self.judge, strict=True))
        return rating_table(rows).values if rows else rows

    @cached_property
    def sources(self) -> Array:
        """A number for each reply's source, shape (replies,)."""
        return cluster_numbers([reply.source or "" for reply in self.replies], len(self))

    @cached_property
    def conversations(self) -> Array:
        """A number for each reply's conversation, shape (replies,)."""
        return cluster_numbers([reply.conversation for reply in self.replies], len(self))


def measures_of(attributes: Iterable[Attribute]) -> tuple[Measure, ...]:
    """Return the attributes, followed by the composites that have two attributes or more."""
    known = tuple(attributes)
    measures = [Measure(each.name, each.dimension) for each in known]
    for dimension, name in COMPOSITES.items():
        parts = tuple(each.name for each in known if each.dimension == dimension)
        if len(parts) >= _FEWEST_PARTS and name not in {each.name for each in known}:
            measures.append(Measure(name, dimension, parts))
    return tuple(measures)


def ratings_on(ratings: RatingSet, rater: str, measure: Measure) -> Ratings:
    """Return a rater's ratings on a measure, reply by reply.

    Args:
        ratings: the set.
        rater: who.
        measure: on what. A composite is the mean of its parts where the rater rated all of them,
            and None where one is missing: a mean of fewer would be another scale.
    """
    if not measure.parts:
        return ratings.values(rater, measure.name)
    parts = [ratings.values(rater, part) for part in measure.parts]
    return [_mean(each) for each in zip(*parts, strict=True)]


def human_ratings(ratings: RatingSet, measure: Measure) -> Ratings:
    """Return the mean over the people who rated each reply, reply by reply."""
    columns = [ratings_on(ratings, rater.name, measure) for rater in ratings.humans]
    found: list[float | None] = []
    for each in zip(*columns, strict=True):
        given = [value for value in each if value is not None]
        found.append(sum(given) / len(given) if given else None)
    return found


def paired(
    ratings: RatingSet, judge: Rater, measure: Measure, human: Ratings
) -> tuple[Pairs, Account]:
    """Return the replies that people and a judge both rated, and what became of the others.

    Args:
        ratings: the set.
        judge: whose ratings; replies of its own family are left out.
        measure: on what.
        human: people's ratings on it, reply by reply.

    Returns:
        The pairs in the order of the replies, and an account over all replies of the set.
    """
    pairs = Pairs([], [], [])
    left: Counter[str] = Counter()
    lacks = "without a rating of every part" if measure.parts else "without a rating"
    given = ratings_on(ratings, judge.name, measure)
    for reply, from_people, from_judge in zip(ratings.replies, human, given, strict=True):
        if reply.source is not None and reply.source in judge.own:
            left["of the judge's own family"] += 1
        elif from_people is None and from_judge is None:
            left[f"{lacks} by people, nor by the judge"] += 1
        elif from_people is None:
            left[f"{lacks} by people"] += 1
        elif from_judge is None:
            left[f"{lacks} by the judge"] += 1
        else:
            pairs.replies.append(reply)
            pairs.human.append(from_people)
            pairs.judge.append(from_judge)
    account = Account(
        what=f"replies, {judge.name} on {measure.name}",
        unit="replies",
        read=len(ratings.replies),
        used=len(pairs),
        left_out=tuple(LeftOut(reason=reason, n=n) for reason, n in left.most_common()),
    )
    return pairs, account


def _mean(values: Sequence[float | None]) -> float | None:
    given = [value for value in values if value is not None]
    return sum(given) / len(given) if len(given) == len(values) else None
