"""Several configurations beside each other: what ``mhgate compare`` makes of reports."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from mhgate.records.record import Record
from mhgate.records.worth import Interval

__all__ = [
    "LEADERBOARD_SCHEMA_VERSION",
    "BoardColumn",
    "BoardDifference",
    "BoardEffect",
    "BoardEntry",
    "BoardPair",
    "BoardRank",
    "BoardSlice",
    "BoardStanding",
    "CellStanding",
    "Leaderboard",
    "SliceStanding",
]

LEADERBOARD_SCHEMA_VERSION = "1"


class BoardColumn(Record):
    """A score that is shown: the mean over ``probes``, in percent of what could be met.

    ``kind``: a pool of a rubric's dimensions, one dimension, a pillar's trust score, or (``mean``)
    that over all pillars, where no rubric was played.
    """

    name: str
    kind: Literal["pool", "dimension", "pillar", "mean"]
    probes: tuple[str, ...] = Field(min_length=1)
    weights: tuple[float, ...] = Field(min_length=1)


class BoardStanding(Record):
    """One configuration's score in one column, in [0, 1]; None where nothing was scored.

    ``from_average`` is the score less the mean of those shown. The counts are of what all
    configurations were asked; ``n_failed`` are trials that could not be measured.
    """

    column: str
    value: float | None = Field(ge=0, le=1)
    interval: Interval
    from_average: float | None = None
    n_items: int = Field(ge=0)
    n_families: int = Field(ge=0)
    n_trials: int = Field(ge=0)
    n_failed: int = Field(ge=0)


class BoardRank(Record):
    """A rank, from 1, and those that cannot be excluded; equal scores share the better rank."""

    rank: int = Field(ge=1)
    best: int = Field(ge=1)
    worst: int = Field(ge=1)


class BoardEntry(Record):
    """One configuration: what it is, how it stands, and from which run that comes.

    ``labels`` are the levels of the factors, from [matrix] or [configuration]. ``n_trials`` and
    ``n_failed`` are the whole run's.
    """

    name: str
    labels: dict[str, str]
    rank: BoardRank | None
    standings: tuple[BoardStanding, ...]
    run_id: str
    target_kind: str
    target_fingerprint: str
    target_build: str | None
    commit: str | None
    started_at: datetime
    finished_at: datetime
    profile: str
    seed: int
    judge_certified: bool
    partial_because: tuple[str, ...] = ()
    n_trials: int = Field(ge=0)
    n_failed: int = Field(ge=0)
    judge_calls: int | None = None


class BoardDifference(Record):
    """``first`` less ``second`` in one column, on the same items; p-values are two-sided.

    ``p_adjusted`` is corrected for all comparisons of its kind in this column.
    """

    first: str
    second: str
    column: str
    difference: float | None = Field(ge=-1, le=1)
    interval: Interval
    p_value: float = Field(ge=0, le=1)
    p_adjusted: float = Field(ge=0, le=1)
    n_pairs: int = Field(ge=0)
    n_families: int = Field(ge=0)
    n_failed: int = Field(ge=0)


class BoardPair(Record):
    """Two configurations that differ in one factor alone: ``second`` (level ``to``) less first."""

    first: str
    second: str
    difference: float | None = Field(ge=-1, le=1)
    interval: Interval
    p_value: float = Field(ge=0, le=1)
    p_adjusted: float = Field(ge=0, le=1)


class BoardEffect(Record):
    """What a change of one factor's level does to a column, all else being equal.

    ``n_up`` and ``n_down`` count differences as they were seen; ``n_proven_up`` and
    ``n_proven_down`` those that stand after Holm's correction over the pairs of this factor.
    ``difference`` is the mean over the pairs, with families drawn and configurations given.
    """

    factor: str
    level: str
    to: str
    column: str
    pairs: tuple[BoardPair, ...] = Field(min_length=1)
    n_up: int = Field(ge=0)
    n_down: int = Field(ge=0)
    n_proven_up: int = Field(ge=0)
    n_proven_down: int = Field(ge=0)
    difference: float | None = Field(ge=-1, le=1)
    interval: Interval
    p_value: float = Field(ge=0, le=1)


class SliceStanding(Record):
    """One configuration's score on the items of one stratum."""

    configuration: str
    column: str
    value: float | None = Field(ge=0, le=1)
    interval: Interval
    n_items: int = Field(ge=0)
    n_families: int = Field(ge=0)
    n_trials: int = Field(ge=0)
    n_failed: int = Field(ge=0)


class BoardSlice(Record):
    """The items of one stratum, ``key=value``."""

    key: str
    value: str
    n_items: int = Field(ge=0)
    n_families: int = Field(ge=0)
    standings: tuple[SliceStanding, ...]


class CellStanding(Record):
    """How often one question of a rubric was met by one configuration; counts are of trials."""

    cell: str
    probe: str
    configuration: str
    n_met: int = Field(ge=0)
    n_scored: int = Field(ge=0)
    n_not_applicable: int = Field(ge=0)
    n_unanswered: int = Field(ge=0)
    grades: dict[int, int] = Field(default_factory=dict)


class Leaderboard(Record):
    """Configurations, the best first, and what is known of their differences.

    Nothing is decided here. ``by`` is the column that ranks. ``alpha``: each bound alone errs at
    that rate; the probability that any interval of ranks is wrong is at most that; and so is that
    any difference is falsely called proven, among those of one column (or of one factor).
    """

    schema_version: str = LEADERBOARD_SCHEMA_VERSION
    mhgate_version: str
    by: str
    alpha: float = Field(gt=0, lt=0.5)
    columns: tuple[BoardColumn, ...]
    entries: tuple[BoardEntry, ...]
    differences: tuple[BoardDifference, ...]
    effects: tuple[BoardEffect, ...] = ()
    slices: tuple[BoardSlice, ...] = ()
    cells: tuple[CellStanding, ...] = ()
    n_items: int = Field(ge=0)
    n_families: int = Field(ge=0)
    n_left_out: int = Field(ge=0)
    measurement_fingerprint: str
    judge_fingerprint: str
    judge_certified: bool
    is_judged: bool
    notes: tuple[str, ...] = ()
