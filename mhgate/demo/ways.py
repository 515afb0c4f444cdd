"""Lists of ways of saying something: one pattern a line, looked for in folded text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from mhgate.demo.text import compiled

__all__ = ["count", "found", "ways"]

_DENYING = re.compile(
    r"\b(?:not|no|never|neither|nor|without|rather than|instead of|avoid|avoids)(?: [\w'-]+){0,1} $"
)
_LOOSE_END = re.compile(r"(?: ~\d)+$")


@cache
def ways(lines: str) -> tuple[re.Pattern[str], ...]:
    """Compile a list of patterns.

    Args:
        lines: one pattern a line; see :func:`mhgate.demo.text.compiled`.

    Returns:
        The patterns, empty lines left out.
    """
    return tuple(
        compiled(_LOOSE_END.sub("", line)) for line in map(str.strip, lines.splitlines()) if line
    )


def found(patterns: Iterable[re.Pattern[str]], folded: str, *, affirmed: bool = False) -> list[str]:
    """Return what each pattern finds first.

    Args:
        patterns: what is looked for.
        folded: folded text.
        affirmed: whether what a negation stands before is left out.

    Returns:
        One finding for each pattern that has any.
    """
    hits = (pattern.search(folded) for pattern in patterns)
    return [
        hit[0] for hit in hits if hit and not (affirmed and _DENYING.search(folded[: hit.start()]))
    ]


def count(patterns: Iterable[re.Pattern[str]], folded: str, most: int = 2) -> int:
    """Count findings, each pattern up to so many different ones.

    Args:
        patterns: what is looked for.
        folded: folded text.
        most: what one pattern counts at most.

    Returns:
        The sum.
    """
    return sum(min(most, len({hit[0] for hit in each.finditer(folded)})) for each in patterns)
