"""What people answered -> labelled transcripts, as gold.jsonl holds them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from mhgate.canonical import digest
from mhgate.records import Account, GoldLabel, GoldTranscript, LeftOut, Turn
from mhgate.records.labelling import HandedIn, LabelSample, SampledItem

__all__ = ["gold_rows"]

_ODD = re.compile(r"[^A-Za-z0-9._-]+")


def gold_rows(
    sample: LabelSample, handed_in: Sequence[HandedIn]
) -> tuple[tuple[GoldTranscript, ...], Account]:
    """Return labelled transcripts: whose answer, in which role, on which day.

    A reader who left a row out, or has not read it, gives no label; nothing is filled in. A third
    reading is one more label, by which the majority (or the middle) then settles the row; it is
    marked, so that nobody takes it for a measure of how far people agree.

    Args:
        sample: what was asked.
        handed_in: checked files.

    Returns:
        A row a transcript and question, in the order of their names, and what became of the rows of
        the sample. Ids lose the suite's name where all are of one suite, whose gold they then are.
    """
    alone = len({item.id.partition("/")[0] for item in sample.items if "/" in item.id}) == 1
    several = len({item.question for item in sample.items}) > 1
    rows = []
    left: Counter[str] = Counter()
    for item in sorted(sample.items, key=lambda item: (item.id, item.question)):
        labels = _labels(item, handed_in)
        if labels:
            rows.append(_row(item, sample, labels, alone=alone, several=several))
        else:
            left["answered by nobody"] += 1
    account = Account(
        what="rows of the sample",
        unit="rows",
        read=len(sample.items),
        used=len(rows),
        left_out=tuple(LeftOut(reason=reason, n=n) for reason, n in left.items()),
    )
    return tuple(rows), account


def _labels(item: SampledItem, handed_in: Sequence[HandedIn]) -> tuple[GoldLabel, ...]:
    return tuple(
        GoldLabel(
            rater=each.rater,
            role=each.role,
            answer=reading.answer,
            grade=reading.grade,
            at=reading.at.date(),
            adjudicates=each.adjudicates,
        )
        for each in handed_in
        for reading in each.readings
        if reading.row == item.row and reading.answer is not None and reading.at is not None
    )


def _row(
    item: SampledItem,
    sample: LabelSample,
    labels: tuple[GoldLabel, ...],
    *,
    alone: bool,
    several: bool,
) -> GoldTranscript:
    content = {
        "turns": [turn.model_dump(exclude_defaults=True) for turn in item.turns],
        "expects": item.expects,
        "strata": item.strata,
        "language": item.language,
    }
    return GoldTranscript(
        id=_name(item.id, alone=alone) + (f".{item.question}" if several else ""),
        family=_name(item.family, alone=alone),
        question=item.question,
        question_digest=sample.question(item.question).digest,
        language=item.language,
        turns=tuple(Turn.model_validate(turn.model_dump()) for turn in item.turns),
        expects=item.expects,
        strata=item.strata,
        labels=labels,
        source=item.source,
        licence=item.licence,
        digest=digest(content),
    )


def _name(name: str, *, alone: bool) -> str:
    """Return a name as gold allows it: letters, digits, dots, dashes."""
    bare = name.partition("/")[2] if alone and "/" in name else name
    return _ODD.sub(".", bare).strip(".-_") or "unnamed"
