"""The exact paired test of integers: did a difference come by chance alone?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

__all__ = ["sign_flip_p", "signed_totals"]


def sign_flip_p(differences: Sequence[int]) -> float:
    """Return the two-sided exact p-value of "each difference might as well have the other sign".

    With differences of one alone it is McNemar's exact test; whoever adds up what belongs together
    (the answers of one call) before the difference is taken, is spared a false alarm where these
    err together.

    Args:
        differences: of pairs that are independent of each other, now less before, integers.

    Returns:
        The probability, over all ways of giving the signs, of a sum as far from 0 as the one that
        was seen, in (0, 1]; 1 where nothing differs.

    Source:
        Fisher (1935), The Design of Experiments, section 21; McNemar (1947), Psychometrika 12,
        153-157, doi:10.1007/BF02295996, in its exact form for differences of one.

    Assumption:
        Where nothing has changed, a pair is as likely the other way round.

    Example:
        >>> sign_flip_p([-1, -1, -1, -1, -1, -1, -1, -1])
        0.0078125
        >>> sign_flip_p([2, -1, 0])
        1.0
    """
    moved = [abs(each) for each in differences if each]
    seen = abs(sum(differences))
    as_far = sum(n for total, n in signed_totals(moved).items() if abs(total) >= seen)
    return float(Fraction(as_far, 2 ** len(moved)))


def signed_totals(sizes: Sequence[int]) -> dict[int, int]:
    """Return in how many ways each total comes when every size takes either sign.

    Args:
        sizes: whole numbers above 0, any number of them.

    Returns:
        The number of ways by the total; they add up to two to the number of sizes.

    Source:
        Fisher (1935), The Design of Experiments, section 21: the totals of all ways of giving the
        differences their signs, counted size by size instead of one by one.

    Assumption:
        None: it counts.

    Example:
        >>> signed_totals([1, 2])
        {3: 1, -1: 1, 1: 1, -3: 1}
    """
    ways = {0: 1}
    for size in sizes:
        after: dict[int, int] = {}
        for total, count in ways.items():
            for reached in (total + size, total - size):
                after[reached] = after.get(reached, 0) + count
        ways = after
    return ways
