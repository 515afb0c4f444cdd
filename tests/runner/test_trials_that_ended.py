"""A target that keeps something open for a trial is told when that trial is over."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from mhgate.records import Failure, Item, Stage, Trial, Turn
from mhgate.runner import Played, Runner, Stop


def _item(item_id: str) -> Item:
    return Item(
        id=item_id,
        family="s/f",
        pillar="x",
        turns=("first", "second"),
        expects={},
        source="s",
        licence="l",
        digest="sha256:i",
    )


class Patient:
    """Says an item's turns."""

    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | None:
        """Return the next one."""
        said = sum(turn.role == "user" for turn in turns)
        return item.turns[said] if said < len(item.turns) else None


class Judge:
    """Is never asked."""

    fingerprint = "sha256:judge"


class KeepsOpen:
    """Opens something with a first message, and closes it when it is told.

    Args:
        manner: what becomes of a second message.
    """

    fingerprint = "sha256:bot"

    def __init__(self, manner: str = "answers") -> None:
        self.manner = manner
        self.open: set[str] = set()
        self.n_ended = 0

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Reply, fail, raise, or never answer."""
        self.open.add(trial.id)
        if len(turns) > 1 and self.manner == "fails":
            return Failure(trial_id=trial.id, stage=Stage.TARGET, kind="timeout", message="x")
        if len(turns) > 1 and self.manner == "raises":
            raise ValueError
        if len(turns) > 1 and self.manner == "hangs":
            await asyncio.sleep(3600)
        return Turn(role="assistant", content="I hear you.")

    async def ended(self, trial: Trial) -> None:
        """Close what was opened for a trial."""
        self.open.discard(trial.id)
        self.n_ended += 1
        if self.manner == "cannot end":
            raise OSError


@pytest.mark.parametrize("manner", ["answers", "fails", "raises", "hangs", "cannot end"])
def test_it_is_told_whatever_became_of_the_trial(manner: str) -> None:
    """Once a trial, also when it failed, was cancelled, or cannot be ended in peace."""
    target = KeepsOpen(manner)
    trials = [
        Trial(id=f"s/{n}#0", item_id=f"s/{n}", family="s/f", epoch=0, seed=n) for n in range(5)
    ]
    played: list[Played] = []

    async def main() -> None:
        runner = Runner(
            target=target,
            patient=Patient(),
            judge=Judge(),  # type: ignore[arg-type]
            read_item=_item,
            readers={trial.item_id: () for trial in trials},
            questions={},
            concurrency=5,
            deadline_s=0.5 if manner == "hangs" else 30,
            stop=Stop(),
        )
        await runner.run(trials, kept={}, done=played.append)

    asyncio.run(main())
    assert (target.open, target.n_ended) == (set(), 5)
    assert len(played) == (0 if manner == "hangs" else 5)
