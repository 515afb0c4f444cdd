"""What a judging that was broken off had sent: ``max_requests`` is one budget of both processes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mhgate.errors import MhgateError
from mhgate.file_lock import locked
from mhgate.journal import Kept, read_journal
from mhgate.wiring.answers_again import is_of
from mhgate.wiring.existing import Existing
from mhgate.wiring.runs import JUDGED, runs_below

__all__ = ["requests_before"]


def requests_before(
    existing: Existing, reports: Path, *, judge: str, part: str | None
) -> dict[str, float]:
    """Return how many requests a judging took that nobody ended, and that is gone on with.

    One that ended, by itself or by a person, has had its budget, and the next one has its own.

    Args:
        existing: what is to be judged.
        reports: the folder of reports.
        judge: the judge's fingerprint.
        part: the id of a part of a larger judging, which goes on with itself alone; None: the
            latest judging of the same transcripts counts.

    Returns:
        Requests by the key of their limit; nothing where there is nothing to go on with.
    """
    spent: dict[str, float] = {}
    for kept in _judged(existing, reports, judge=judge, part=part):
        if part is None:
            spent = kept.spent if kept.end is None else {}  # the latest comes last
        elif kept.end is None:
            spent |= {key: max(n, spent.get(key, 0.0)) for key, n in kept.spent.items()}
    return dict(spent)


def _judged(existing: Existing, reports: Path, *, judge: str, part: str | None) -> Iterator[Kept]:
    """Yield what is kept of judgings of the same transcripts by a judge, the oldest first."""
    for folder in runs_below(reports, JUDGED):
        header = folder.header()
        if header is None or not is_of(header, existing):
            continue
        if part is not None and _whole(folder.run_id) != _whole(part):
            continue
        if _is_being_written(folder.journal):
            continue
        try:
            kept = read_journal(folder.journal, unseal=existing.workspace.sealing.unseal)
        except MhgateError:
            continue  # as of its answers, nothing is taken of it
        if any(score.judge == judge for given in kept.scores.values() for score in given):
            yield kept


def _whole(run_id: str) -> str:
    """Return the id of a part without what tells its tries apart."""
    began, _, own = run_id.rpartition("-")
    return f"{began}-{own.partition('.')[0]}"


def _is_being_written(journal: Path) -> bool:
    with journal.open("rb") as file:
        return not locked(file)
