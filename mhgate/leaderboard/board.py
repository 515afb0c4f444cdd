"""Reports in, a leaderboard out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mhgate.errors import UsageError, nearest
from mhgate.leaderboard.cells import cells_of
from mhgate.leaderboard.columns import OVERALL, columns_of
from mhgate.leaderboard.common_ground import Ground, common_ground
from mhgate.leaderboard.comparable import refuse_unlike
from mhgate.leaderboard.differences import all_differences, ranks_of
from mhgate.leaderboard.effects import effects_of
from mhgate.leaderboard.naming import names_of
from mhgate.leaderboard.slices import MOST_VALUES, slices_of, strata_of
from mhgate.leaderboard.standing import Scored, scored
from mhgate.records import Report
from mhgate.records.leaderboard import (
    BoardColumn,
    BoardEntry,
    BoardRank,
    BoardStanding,
    Leaderboard,
)

__all__ = ["leaderboard_of"]


def leaderboard_of(
    reports: Sequence[Report],
    *,
    mhgate_version: str,
    by: str | None = None,
    alpha: float = 0.05,
    partial: bool = False,
) -> Leaderboard:
    """Put reports of one measurement beside each other.

    All scores are of the trials that every configuration asked, and of items that are the same in
    all. Nothing is decided.

    Args:
        reports: at least two, of different runs.
        mhgate_version: who makes it.
        by: the column that ranks; None: ``overall``.
        alpha: error rate of each bound alone, in (0, 0.5), and of all ranks together.
        partial: whether partial reports are wanted.

    Returns:
        The configurations, the best first; equal ones in the order given.

    Raises:
        IncomparableError: the reports cannot be compared.
        UsageError: there are too few, or no column of that name.
    """
    refuse_unlike(reports, partial=partial)
    ground = common_ground(reports)
    columns, left_out = columns_of(ground)
    ranking = _ranking(columns, by)
    names = names_of(reports)
    labels = [report.provenance.configuration for report in reports]
    scores = [
        {column.name: scored(rows, column, alpha=alpha) for column in columns}
        for rows in ground.rows
    ]
    averages = {column.name: _average(scores, column.name) for column in columns}
    differences, p_better = all_differences(ground, names, ranking, alpha=alpha)
    values = [each[ranking.name].value for each in scores]
    ranks = ranks_of(values, p_better, alpha=alpha)
    entries = [
        _entry(report, name, rank, each, averages)
        for report, name, rank, each in zip(reports, names, ranks, scores, strict=True)
    ]
    first = reports[0]
    return Leaderboard(
        mhgate_version=mhgate_version,
        by=ranking.name,
        alpha=alpha,
        columns=columns,
        entries=tuple(
            sorted(entries, key=lambda each: len(entries) if each.rank is None else each.rank.rank)
        ),
        differences=differences,
        effects=tuple(effects_of(ground, names, labels, columns, alpha=alpha)),
        slices=tuple(slices_of(ground, names, columns, alpha=alpha)),
        cells=tuple(cells_of(ground, names)),
        n_items=len(ground.items()),
        n_families=len(ground.families()),
        n_left_out=ground.n_left_out,
        measurement_fingerprint=first.provenance.measurement_fingerprint,
        judge_fingerprint=first.provenance.judge_fingerprint,
        judge_certified=all(report.provenance.judge_certified for report in reports),
        is_judged=any(probe.is_judged for probe in ground.probes.values()),
        notes=tuple(_notes(reports, ground, left_out)),
    )


def _ranking(columns: Sequence[BoardColumn], by: str | None) -> BoardColumn:
    known = {column.name: column for column in columns}
    if not known:
        raise UsageError(
            "the reports have no trial in common that was scored as a share.",
            hint="Measure the same items with each configuration: mhgate matrix does.",
        )
    wanted = by or OVERALL
    if wanted not in known:
        guess = nearest(wanted, known)
        raise UsageError(
            f"found no column {wanted!r}; expected one of {', '.join(known)}.",
            hint=f"Did you mean {guess!r}?" if guess else "",
        )
    return known[wanted]


def _average(scores: Sequence[dict[str, Scored]], column: str) -> float | None:
    shown = [value for each in scores if (value := each[column].value) is not None]
    return sum(shown) / len(shown) if shown else None


def _entry(
    report: Report,
    name: str,
    rank: BoardRank | None,
    scores: dict[str, Scored],
    averages: dict[str, float | None],
) -> BoardEntry:
    origin = report.provenance
    standings = []
    for column, found in scores.items():
        average = averages[column]
        is_there = found.value is not None and average is not None
        standings.append(
            BoardStanding(
                column=column,
                value=found.value,
                interval=found.interval,
                from_average=(found.value or 0.0) - (average or 0.0) if is_there else None,
                n_items=found.n_items,
                n_families=found.n_families,
                n_trials=found.n_trials,
                n_failed=found.n_failed,
            )
        )
    return BoardEntry(
        name=name,
        labels=origin.configuration,
        rank=rank,
        standings=tuple(standings),
        run_id=origin.run_id,
        target_kind=origin.target_kind,
        target_fingerprint=origin.target_fingerprint,
        target_build=origin.target_build,
        commit=origin.commit,
        started_at=origin.started_at,
        finished_at=origin.finished_at,
        profile=origin.profile,
        seed=origin.seed,
        judge_certified=origin.judge_certified,
        partial_because=report.partial_because,
        n_trials=report.accounts.asked,
        n_failed=report.accounts.failed,
        judge_calls=None if report.judging is None else report.judging.n_calls,
    )


def _notes(reports: Sequence[Report], ground: Ground, left_out: Sequence[str]) -> Iterator[str]:
    if ground.n_left_out:
        yield (
            f"{ground.n_left_out} items were left out: not every configuration was asked them, or "
            "they are not the same in all"
        )
    if left_out:
        yield (
            f"no score holds {', '.join(left_out)}: what a measure makes of many trials at once "
            "cannot be paired; see each report"
        )
    corrected = any(
        probe.estimate.certificate is not None
        for report in reports
        for pillar in report.verdict.pillars
        for probe in pillar.probes
    )
    if corrected:
        yield (
            "scores are as judged: the correction by a certificate, which the reports have, moves "
            "all configurations alike and is not in them"
        )
    partial = [report.provenance.run_id for report in reports if report.scope == "partial"]
    if partial:
        yield f"partial: {', '.join(partial)}"
    targets: dict[str, list[str]] = {}
    for report in reports:
        targets.setdefault(report.provenance.target_fingerprint, []).append(
            report.provenance.run_id
        )
    for runs in targets.values():
        if len(runs) > 1:
            yield f"one target was asked in {', '.join(runs)}: what differs there is luck"
    for key in strata_of(ground)[1]:
        yield f"the stratum {key} has more than {MOST_VALUES} values and makes no slices"
