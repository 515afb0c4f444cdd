"""Holds the scripted patient: it says what it is told to, in order, and then nothing more."""

from __future__ import annotations

import asyncio

import pytest

from mhgate.patients import ScriptedPatient
from mhgate.records import Item, Perturbation, Trial, Turn

TRIAL = Trial(id="s/i#0", item_id="s/i", family="s/f", epoch=0, seed=7)
REPLY = Turn(role="assistant", content="I hear you.")


def _item(perturb: Perturbation | None = None) -> Item:
    return Item(
        id="s/i",
        family="s/f",
        pillar="x",
        turns=("first", "second"),
        perturb=perturb,
        source="s",
        licence="l",
        digest="sha256:i",
    )


def _said(patient: ScriptedPatient, item: Item) -> list[str]:
    turns: list[Turn] = []
    while (said := asyncio.run(patient.say(item, turns, TRIAL))) is not None:
        turns += [Turn(role="user", content=said), REPLY]
    return [turn.content for turn in turns if turn.role == "user"]


def test_it_says_the_turns_in_order_and_then_nothing() -> None:
    """Each turn once, whatever is replied."""
    assert _said(ScriptedPatient(), _item()) == ["first", "second"]


def test_it_says_them_as_it_is_told_to() -> None:
    """How a turn is said is handed over: it may depend on the trial."""
    patient = ScriptedPatient(lambda item, trial, n: f"{item.turns[n]} {trial.seed}")
    assert _said(patient, _item()) == ["first 7", "second 7"]


def test_it_says_no_perturbed_item_as_if_it_were_clean() -> None:
    """A patient that was not told how to perturb raises, which is a Failure and no clean trial."""
    perturbed = _item(Perturbation(kind="emoji", intensity=1))
    with pytest.raises(ValueError, match="s/i is perturbed"):
        asyncio.run(ScriptedPatient().say(perturbed, [], TRIAL))
