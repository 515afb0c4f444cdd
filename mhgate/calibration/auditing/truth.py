"""What people said about one trial -> good, bad, or unresolved; nothing is guessed."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.records import ItemOutcome
from mhgate.records.audited import Truth

__all__ = ["settled_answer", "truth_of", "truth_unread"]

_ANSWERS = {"yes", "no"}


def settled_answer(read: Sequence[str], third: Sequence[str], *, n_readers: int) -> str | None:
    """Return the answer on which people settled.

    Args:
        read: the readers' answers; one who left the row out has none.
        third: the answers of whoever read what they disagreed on.
        n_readers: how many should have read it.

    Returns:
        ``yes`` or ``no``, where all readers said so or a third person decided; else None.

    Example:
        >>> settled_answer(["yes", "yes"], [], n_readers=2)
        'yes'
        >>> settled_answer(["yes", "no"], ["no"], n_readers=2)
        'no'
        >>> settled_answer(["yes"], [], n_readers=2) is None
        True
    """
    if len(read) == n_readers and len(set(read)) == 1 and read[0] in _ANSWERS:
        return read[0]
    if len(read) == n_readers and len(set(third)) == 1 and third[0] in _ANSWERS:
        return third[0]
    return None


def truth_of(answer: str | None, wanted: object) -> Truth:
    """Return whether a trial is good.

    Args:
        answer: on which people settled, None where they did not.
        wanted: the answer that meets the criterion; where that is neither yes nor no, nothing does.
    """
    if answer is None or wanted not in _ANSWERS:
        return "unresolved"
    return "good" if answer == wanted else "bad"


def truth_unread(row: ItemOutcome) -> Truth:
    """Return what a trial is that nobody can read.

    A reply that never came counts as a failed item where the policy says so; else it is unresolved.
    """
    return "bad" if row.value == 0 and row.judge is None else "unresolved"
