"""Votes -> one answer, by the declared rule; and whether those who voted differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from mhgate.records import AnswerValue, Question, Vote

__all__ = ["Chosen", "Rule", "choose", "differ", "said_by"]

Rule = Literal["majority", "unanimity", "mean"]

_NEIGHBOURS = 1  # grades that lie no further apart are one opinion


class Chosen(NamedTuple):
    """What a rule makes of the votes: the answer, the places of those it rests on, and how."""

    value: AnswerValue
    grade: int | None
    of: tuple[int, ...]
    how: str


def said_by(vote: Vote) -> AnswerValue | int | None:
    """Return what a member said: its grade, or its answer; None of one that could not answer."""
    return vote.value if vote.grade is None else vote.grade


def choose(votes: Sequence[Vote], question: Question, rule: Rule) -> Chosen | None:
    """Make one answer of a panel's votes.

    Args:
        votes: of all members, those that could not answer among them.
        question: what was asked.
        rule: ``majority``: what more than half of all members say, grade for grade;
            ``unanimity``: what every member says; ``mean``: where more than half of all members
            grade, the grade nearest to the mean of theirs, of two that are equally near the lower
            one; elsewhere a majority.

    Returns:
        The answer; None where the rule gives none.
    """
    said = [said_by(vote) for vote in votes]
    if rule == "mean" and question.grades is not None:
        graded = [(place, each) for place, each in enumerate(said) if isinstance(each, int)]
        if 2 * len(graded) > len(votes):
            return _mean(graded, question.grades, len(votes))
    cast = Counter(each for each in said if each is not None)
    if not cast:
        return None
    most, count = cast.most_common(1)[0]
    if not (count == len(votes) if rule == "unanimity" else 2 * count > len(votes)):
        return None
    of = tuple(place for place, each in enumerate(said) if each == most)
    how = f"{rule}, {count} of {len(votes)}"
    return Chosen("graded", most, of, how) if isinstance(most, int) else Chosen(most, None, of, how)


def _mean(graded: Sequence[tuple[int, int]], scale: Iterable[int], n: int) -> Chosen:
    total = sum(grade for _, grade in graded)
    # in whole numbers, so that a half is a half
    nearest = min(sorted(scale), key=lambda grade: abs(grade * len(graded) - total))
    how = f"mean {total / len(graded):.2f} of {len(graded)} of {n}, so {nearest}"
    return Chosen("graded", nearest, tuple(place for place, _ in graded), how)


def differ(votes: Sequence[Vote]) -> bool | None:
    """Return whether members disagree.

    Args:
        votes: of all members.

    Returns:
        True where they do not all say the same, or their grades lie more than one apart; None where
        fewer than two could answer.
    """
    cast = [each for vote in votes if (each := said_by(vote)) is not None]
    if len(cast) <= 1:
        return None
    grades = [each for each in cast if isinstance(each, int)]
    if len(grades) < len(cast):
        return len(set(cast)) > 1
    return max(grades) - min(grades) > _NEIGHBOURS
