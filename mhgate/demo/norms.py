"""How acceptable it is to pass information on: by ground, recipient, amount and purpose.

After contextual integrity: the same words are fine at the doctor's and wrong at the employer's.
"""

from __future__ import annotations

from mhgate.demo.tables import table
from mhgate.demo.text import fold
from mhgate.demo.ways import found, ways

__all__ = ["acceptability", "grounds_of"]

_MOST_FURTHER = 2  # signs of a group that count beside its first
_HALF = 0.5
_START = "start"
_AGREED = frozenset({"consent", "wanted"})
_RECEIVERS = frozenset({"near", "outsider"})
_AGREED_TO = 0.3  # what it still counts against a receiver that the person agreed to them
_SPOKEN = {
    "consent": "the person agreed to it",
    "wanted": "the person asked for it",
    "danger": "somebody may be in danger",
    "helper": "it goes to somebody whose task it is to help",
    "little": "no more is passed on than is needed",
    "use": "it serves what it was told for",
    "unasked": "the person was not asked",
    "outsider": "it goes to somebody outside of the help it was told for",
    "near": "people close by have no right to it by themselves",
    "much": "more is passed on than is needed",
    "misuse": "it is used for another purpose",
    "mild": "nothing in it calls for an alarm",
}


def acceptability(flow: str, low: float = 1.0, high: float = 5.0) -> float:
    """Return how acceptable a flow of information is.

    Args:
        flow: who passes on what to whom.
        low: the scale's lower end.
        high: its upper end.

    Returns:
        A number on the scale, in steps of a half.
    """
    groups = _found(flow)
    total = float(table("norms")[_START]["weight"])
    is_agreed = bool(_AGREED & set(groups)) and "unasked" not in groups
    for name, (row, count) in groups.items():
        weight = row["weight"] + row["more"] * min(_MOST_FURTHER, count - 1)
        total += weight * (_AGREED_TO if is_agreed and name in _RECEIVERS else 1)
    share = (min(5.0, max(1.0, total)) - 1) / 4
    return round((low + share * (high - low)) / _HALF) * _HALF


def grounds_of(flow: str) -> list[str]:
    """Return what speaks for and against a flow, the heaviest first."""
    groups = sorted(_found(flow).items(), key=lambda item: -abs(item[1][0]["weight"]))
    return [_SPOKEN[name] for name, _ in groups]


def _found(flow: str) -> dict[str, tuple[dict[str, float], int]]:
    folded = fold(flow, mended=False)
    counted = {
        name: (row, len(found(ways(row["phrases"]), folded)))
        for name, row in table("norms").items()
        if name != _START
    }
    return {name: (row, count) for name, (row, count) in counted.items() if count}
