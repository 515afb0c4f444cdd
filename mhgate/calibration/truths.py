"""Labels of several people -> one answer a transcript; what has none is counted, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mhgate.canonical import digest
from mhgate.records import (
    Account,
    GoldLabel,
    GoldTranscript,
    LabelledBy,
    LeftOut,
    Question,
    Split,
)

__all__ = [
    "NOBODY_SURE",
    "RANK",
    "TIE",
    "Truth",
    "Truths",
    "is_certifying",
    "split_of",
    "truths_of",
    "weakest",
]

NOBODY_SURE = "nobody is sure"
TIE = "a tie between raters"
"""Why people left a transcript without an answer that counts."""

RANK: dict[LabelledBy, int] = {"authors": 0, "crowd": 1, "clinicians": 2}
"""Who counts for more; what asks for one accepts those above."""

_MOST_PLACES = 5


def weakest(groups: Iterable[LabelledBy]) -> LabelledBy:
    """Return the group that counts for least.

    Args:
        groups: of those whose labels count, at least one.
    """
    return min(groups, key=RANK.__getitem__)


@dataclass(frozen=True, slots=True)
class Truth:
    """A transcript and what people say about it: ``answer`` is that of the sure majority."""

    transcript: GoldTranscript
    answer: str
    labels: tuple[GoldLabel, ...]


@dataclass(frozen=True, slots=True)
class Truths:
    """What gold says on one question in one language.

    ``settled`` transcripts have an answer. ``labelled`` ones have labels that count, agreed or not:
    on these the raters are held against each other. ``account`` says what became of each line.
    """

    settled: tuple[Truth, ...]
    labelled: tuple[tuple[GoldTranscript, tuple[GoldLabel, ...]], ...]
    account: Account
    split: Split


def is_certifying(family: str) -> bool:
    """Return whether a family lies on the half that certifies; the other one is for tuning.

    A digest decides, so that a family stays on its side whatever joins the gold later.

    Args:
        family: the family's id, as the gold has it.

    Example:
        >>> [is_certifying(f"crisis/family-{n}") for n in range(3, 7)]
        [False, False, True, False]
    """
    return int(digest(["half", family])[-1], 16) % 2 == 0


def split_of(rows: Iterable[GoldTranscript], *, whole: bool) -> Split:
    """Return which part of gold is used, with the digest of who lies on which side.

    Args:
        rows: the gold of one question and language.
        whole: whether no half is held back.
    """
    families = sorted({row.family for row in rows})
    sides = {family: is_certifying(family) for family in families}
    return Split(part="all" if whole else "certifying", digest=digest(sides))


def truths_of(
    rows: Sequence[GoldTranscript],
    question: Question,
    *,
    by: LabelledBy = "authors",
    whole: bool = False,
) -> Truths:
    """Settle what people say, by the majority of those who are sure.

    Args:
        rows: the gold of one question in one language.
        question: as it is asked now; labels that were given on another wording do not count.
        by: whose labels count: theirs, and those of whoever ranks above them.
        whole: whether the tuning half counts too.

    Returns:
        The settled transcripts in the order of the rows, and the account of all rows.
    """
    left: dict[str, list[str]] = {}
    settled: list[Truth] = []
    labelled: list[tuple[GoldTranscript, tuple[GoldLabel, ...]]] = []
    for row in rows:
        if not whole and not is_certifying(row.family):
            left.setdefault("of the tuning half", []).append(row.id)
            continue
        if row.question_digest not in {None, question.digest}:
            left.setdefault("labelled on another wording of the question", []).append(row.id)
            continue
        counting = tuple(each for each in row.labels if RANK[each.labelled_by] >= RANK[by])
        if not counting:
            left.setdefault(f"labelled by nobody who counts ({by})", []).append(row.id)
            continue
        labelled.append((row, counting))
        answer = _majority(counting)
        if answer in _ANSWERS:
            settled.append(Truth(row, answer, counting))
        else:
            left.setdefault(answer, []).append(row.id)
    return Truths(
        settled=tuple(settled),
        labelled=tuple(labelled),
        account=Account(
            what=f"gold labels on {question.id}",
            unit="rows",
            read=len(rows),
            used=len(settled),
            left_out=tuple(
                LeftOut(reason=reason, n=len(ids), places=tuple(ids[:_MOST_PLACES]))
                for reason, ids in left.items()
            ),
        ),
        split=split_of(rows, whole=whole),
    )


_ANSWERS = frozenset({"yes", "no", "not_applicable"})


def _majority(labels: Sequence[GoldLabel]) -> str:
    """Return the answer of most who are sure, or why there is none."""
    votes = Counter(label.answer for label in labels if label.answer != "not_sure")
    if not votes:
        return NOBODY_SURE
    (first, most), *others = votes.most_common()
    if others and others[0][1] == most:
        return TIE
    return first
