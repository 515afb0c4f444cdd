"""Labels of several people -> one answer a transcript; what has none is counted, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median

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
    "TIE_AT_CUT",
    "Truth",
    "Truths",
    "is_certifying",
    "split_of",
    "truths_of",
    "usual_cut",
    "weakest",
]

NOBODY_SURE = "nobody is sure"
TIE = "a tie between raters"
TIE_AT_CUT = "a tie between raters on which side of the cut it lies"
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
    """A transcript and what people say about it: ``answer`` is that of the sure majority.

    Where it is ``graded``, ``grade`` is the middle of their grades; of an even number of them it
    may lie between two.
    """

    transcript: GoldTranscript
    answer: str
    labels: tuple[GoldLabel, ...]
    grade: float | None = None

    def at(self, cut: float) -> Truth | None:
        """Return the truth as yes (graded at least ``cut``) or no, None where people are divided.

        Args:
            cut: the grade from which on it is yes.
        """
        if self.answer != "graded":
            return self
        grades = [label.grade for label in self.labels if label.grade is not None]
        reaching = sum(grade >= cut for grade in grades)
        if 2 * reaching == len(grades):
            return None
        return replace(self, answer="yes" if 2 * reaching > len(grades) else "no")


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

    def at(self, cut: float) -> Truths:
        """Return the same with yes and no in place of grades; ties at the cut are in the account.

        Args:
            cut: the grade from which on it is yes.
        """
        told = [(truth, truth.at(cut)) for truth in self.settled]
        settled = tuple(found for _, found in told if found is not None)
        tied = [truth.transcript.id for truth, found in told if found is None]
        if not tied:
            return replace(self, settled=settled)
        left = LeftOut(reason=TIE_AT_CUT, n=len(tied), places=tuple(tied[:_MOST_PLACES]))
        account = self.account.model_copy(
            update={"used": len(settled), "left_out": (*self.account.left_out, left)}
        )
        return replace(self, settled=settled, account=account)


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


def usual_cut(question: Question) -> int:
    """Return the cut of a graded question that no probe asks: the upper half of its scale.

    Example:
        >>> [usual_cut(Question(id="q", text="t", rule="q", digest="d",
        ...                     grades=dict.fromkeys(range(1, top + 1), "")))
        ...  for top in (2, 3, 4, 5)]
        [2, 3, 3, 4]
    """
    grades = sorted(question.grades or ())
    return next(grade for grade in grades if 2 * grade > grades[0] + grades[-1])


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
    """Settle what people say, by the majority of those who are sure, or the middle of their grades.

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
            settled.append(Truth(row, answer, counting, _middle(counting, answer)))
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


_ANSWERS = frozenset({"yes", "no", "not_applicable", "graded"})


def _majority(labels: Sequence[GoldLabel]) -> str:
    """Return the answer of most who are sure, or why there is none."""
    votes = Counter(label.answer for label in labels if label.answer != "not_sure")
    if not votes:
        return NOBODY_SURE
    (first, most), *others = votes.most_common()
    if others and others[0][1] == most:
        return TIE
    return first


def _middle(labels: Sequence[GoldLabel], answer: str) -> float | None:
    grades = [label.grade for label in labels if label.grade is not None]
    return float(median(grades)) if answer == "graded" else None
