"""Fixed transcripts with known labels: whether a judge is still the one that it was."""

from __future__ import annotations

from pydantic import Field

from mhgate.records.came_back import Turn
from mhgate.records.record import Record

__all__ = ["DRIFT_FLOOR", "DRIFT_LEVEL", "Drift", "DriftAnswer", "DriftCase"]

DRIFT_LEVEL = 0.01
"""How often a judge that has not changed, and is good enough, is taken for one that has."""

DRIFT_FLOOR = 0.75
"""The share of known labels that a judge must not be shown to lie below."""


class DriftCase(Record):
    """A fixed transcript with the known labels of some cells of a rubric.

    ``id`` carries its suite; ``labels`` holds, by the cell's id, the answer that is right (a grade
    where the cell is graded).
    """

    id: str = Field(min_length=1)
    rubric: str = Field(min_length=1)
    language: str = "en"
    strata: dict[str, str] = Field(default_factory=dict)
    turns: tuple[Turn, ...] = Field(min_length=2)
    labels: dict[str, str | int] = Field(min_length=1)
    source: str = Field(min_length=1)
    licence: str = Field(min_length=1)
    digest: str


class DriftAnswer(Record):
    """What a judge said of one labelled cell.

    ``unit`` is what one call may answer together: the transcript and the dimension. ``digest`` is
    of transcript, question and label, so that only like is compared with like. ``agrees``: an
    answer that never came agrees with nothing, and ``failure`` names its kind. ``agreed_before``:
    what the same judge said then, None where that is not known.
    """

    case: str
    cell: str
    unit: str
    digest: str
    agrees: bool
    failure: str | None = None
    agreed_before: bool | None = None


class Drift(Record):
    """Known labels that the judge of a run was held to before it was believed.

    ``before`` is the run whose answers these are compared with, None where there is none. ``level``
    is the share of false alarms over all that is asked of them, ``floor`` the share of labels that
    the judge must not be shown to lie below.
    """

    judge: str
    model: str | None = None
    answers: tuple[DriftAnswer, ...] = Field(min_length=1)
    before: str | None = None
    level: float = Field(default=DRIFT_LEVEL, gt=0, lt=0.5)
    floor: float = Field(default=DRIFT_FLOOR, ge=0, le=1)

    @property
    def n_agreed(self) -> int:
        """How many labels the judge agrees with."""
        return sum(each.agrees for each in self.answers)

    @property
    def n_unanswered(self) -> int:
        """How many got no answer."""
        return sum(each.failure is not None for each in self.answers)

    @property
    def paired(self) -> tuple[DriftAnswer, ...]:
        """Those of which it is known what the judge said before."""
        return tuple(each for each in self.answers if each.agreed_before is not None)
