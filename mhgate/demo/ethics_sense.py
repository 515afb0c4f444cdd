"""Which course codes of ethics would back: what an option's wording does to those concerned."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.demo.tables import table
from mhgate.demo.text import fold
from mhgate.demo.ways import found, ways

__all__ = ["reasons_for", "score_courses"]


def score_courses(options: Sequence[str]) -> list[float]:
    """Return how well each course of action keeps to the principles of codes of ethics.

    Args:
        options: the courses that may be chosen.

    Returns:
        One number an option; more is better.
    """
    return [_score(fold(option, mended=False)) for option in options]


def reasons_for(option: str) -> str:
    """Return two sentences why a course is right, by the principles that speak in it most.

    Args:
        option: the course that was chosen.

    Returns:
        Two sentences.
    """
    folded = fold(option, mended=False)
    rows = table("ethics")["principle"]
    ranked = sorted(rows, key=lambda row: -len(found(ways(row["right"]), folded, affirmed=True)))
    first, second, third, fourth, fifth = ranked
    return (
        f"It is the course by which {first['guards']}: {first['says']}, and {second['says']}. "
        f"At the same time {third['says']}, {fourth['says']}, and {fifth['says']}; in case of "
        "doubt, a human supervisor should see it too, as I am a limited demo program that matches "
        "words."
    )


def _score(folded: str) -> float:
    total = 0.0
    for row in table("ethics")["principle"]:
        right = len(found(ways(row["right"]), folded, affirmed=True))
        wrong = len(found(ways(row["wrong"]), folded, affirmed=True))
        total += row["weight"] * (right - wrong)
    for row in table("ethics")["excuse"]:
        total += row["weight"] * bool(found(ways(row["phrases"]), folded))
    return total
