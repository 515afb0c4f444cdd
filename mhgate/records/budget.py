"""What a run may take and cost, how its families were allocated to that, and what that buys."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mhgate.records.record import Record

__all__ = ["AllocatedFile", "Budget", "BudgetedPillar", "BudgetedProbe", "Pace"]


class Pace(Record):
    """How long the target took for a message, on average: what later budgets reckon with."""

    latency_s: float = Field(ge=0)
    n_messages: int = Field(ge=1)


class AllocatedFile(Record):
    """How many families of a file of items are asked, of how many that the sample declares."""

    file: str
    families: int = Field(ge=0)
    of_families: int = Field(ge=0)
    items: int = Field(ge=0)
    of_items: int = Field(ge=0)
    messages: float = Field(ge=0)
    calls: float = Field(ge=0)
    usd: float | None = Field(default=None, ge=0)


class BudgetedProbe(Record):
    """What a budget leaves of a probe, overall or in one stratum.

    ``least`` is how many families of its file it takes until it can be decided at all, None where
    no number of them would do; ``visible_drop`` is the smallest drop that is seen 4 times in 5,
    None where nobody asks or none is.
    """

    probe: str
    stratum: str | None = None
    file: str
    required: bool
    families: int = Field(ge=0)
    of_families: int = Field(ge=0)
    items: int = Field(ge=0)
    of_items: int = Field(ge=0)
    least: int | None = Field(default=None, ge=0)
    is_starved: bool = False
    max_drop: float | None = None
    visible_drop: float | None = None

    @property
    def is_left_out(self) -> bool:
        """Whether there is something to ask, and nothing of it is asked."""
        return self.of_families > 0 and not self.families

    @property
    def name(self) -> str:
        """The probe's id, and the stratum."""
        return self.probe + (f" [{self.stratum}]" if self.stratum else "")


class BudgetedPillar(Record):
    """The smallest drop that is seen 4 times in 5 in any required probe of a pillar.

    Where a required stratum is seen worse than that, ``stratum`` names the worst, and
    ``stratum_drop`` what is seen of a drop in it alone; None where none is.
    """

    pillar: str
    visible_drop: float | None = None
    is_asked: bool = True
    stratum: str | None = None
    stratum_drop: float | None = None


class Budget(Record):
    """A run's budget, allocated before the first call.

    ``seconds`` and ``usd_planned`` are what the allocated sample is reckoned to take, a part of the
    limits being kept for retries; ``usd_planned`` is None where a part of it has no price.
    ``latency_from`` says whether the target's seconds a message were stated, measured in the
    baseline's run, or assumed. ``unpriced`` names what has no price: then nobody claims that the
    money holds, and ``usd_spent`` is what the priced parts cost. ``tokens`` are those that may be
    read and written, ``tokens_spent`` those that were, reckoned where no reply counts them.
    ``says`` are the sentences that every face prints, what it buys first, ``warns`` what must be
    said aloud.
    """

    minutes: float | None = None
    usd: float | None = None
    tokens: int | None = None
    seconds: float = Field(ge=0)
    usd_planned: float | None = Field(default=None, ge=0)
    latency_s: float = Field(ge=0)
    latency_from: Literal["stated", "measured", "assumed"]
    judge_latency_s: float = Field(ge=0)
    unpriced: tuple[str, ...] = ()
    files: tuple[AllocatedFile, ...] = ()
    probes: tuple[BudgetedProbe, ...] = ()
    pillars: tuple[BudgetedPillar, ...] = ()
    usd_spent: float | None = Field(default=None, ge=0)
    tokens_spent: int | None = Field(default=None, ge=0)
    says: tuple[str, ...] = ()
    warns: tuple[str, ...] = ()

    @property
    def is_reduced(self) -> bool:
        """Whether anything of the declared sample is left out."""
        return any(file.families < file.of_families for file in self.files)

    @property
    def families(self) -> dict[str, int]:
        """How many families are asked of each file that is not asked wholly."""
        return {file.file: file.families for file in self.files if file.families < file.of_families}
