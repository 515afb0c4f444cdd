"""What a journal holds, as it is read back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mhgate.records import Failure, Score, Transcript

if TYPE_CHECKING:
    from mhgate.records import ItemOutcome

__all__ = ["Booked", "Kept"]


@dataclass(frozen=True, slots=True)
class Booked:
    """What a trial came to: all that a report keeps of it, and no word of what was said.

    Args:
        trial_id: the trial.
        rows: its outcomes, in the order of its readers.
        leaf: the hash of its leaf in the Merkle tree.
        failures: of the trial, each as ``stage: kind``.
    """

    trial_id: str
    rows: tuple[ItemOutcome, ...]
    leaf: bytes
    failures: tuple[str, ...] = ()


@dataclass(slots=True)
class Kept:
    """What a journal holds of a run.

    ``sealed`` names the trials whose lines are sealed, opened or not. ``headers`` are those of all
    its attempts; ``end`` is how the last one ended, None where it did not. Of a shard, ``booked``
    is what its trials came to, ``account`` what its run counted beside. ``head`` is the last link
    of its chain and ``n_lines`` how many lines it has, a torn one apart. Of a copy, ``n_withheld``
    counts the lines that were left out, ``n_changed`` those with changed words. ``spent`` is what
    all attempts have paid from their budget, by its name. ``mixed`` says
    which builds of the product answered, where it was more than one. ``base_came_back``
    and ``base_scores`` are those of a target that was played beside.
    """

    header: dict[str, Any]
    headers: list[dict[str, Any]] = field(default_factory=list)
    booked: dict[str, Booked] = field(default_factory=dict)
    account: dict[str, Any] | None = None
    end: dict[str, Any] | None = None
    came_back: dict[str, Transcript | Failure] = field(default_factory=dict)
    scores: dict[str, tuple[Score, ...]] = field(default_factory=dict)
    settled: dict[str, str] = field(default_factory=dict)
    n_attempts: int = 1
    torn_bytes: int = 0
    sealed: set[str] = field(default_factory=set)
    n_closed: int = 0
    head: str = ""
    n_lines: int = 0
    n_withheld: int = 0
    n_changed: int = 0
    mixed: str = ""
    spent: dict[str, float] = field(default_factory=dict)
    base_came_back: dict[str, Transcript | Failure] = field(default_factory=dict)
    base_scores: dict[str, tuple[Score, ...]] = field(default_factory=dict)

    @property
    def is_copy(self) -> bool:
        """Whether words were taken out of it: no run goes on with it, or is judged again by it."""
        return bool(self.n_withheld or self.n_changed)
