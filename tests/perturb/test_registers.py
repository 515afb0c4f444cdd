"""Holds the registers: the facts of a message stay, its manner changes."""

from __future__ import annotations

from random import Random

import pytest

from mhgate.perturb import REGISTERS, in_register

TEXT = (
    "I can't sleep because of the exam on 12 May. It's at www.example.org, and I'm alone.\n"
    "A) yes\nB) no"
)


@pytest.mark.parametrize("register", REGISTERS)
def test_the_facts_of_a_message_stay(register: str) -> None:
    """Dates, addresses and options stand in every register, over many draws."""
    for seed in range(40):
        said = in_register(TEXT, register, Random(seed))
        assert all(kept in said for kept in ("12 ", "www.example.org", "\nA) ", "\nB) "))


def test_registers_differ() -> None:
    """Each puts the message another way, and plain leaves it."""
    said = {register: in_register(TEXT, register, Random(3)) for register in REGISTERS}
    assert said["plain"] == TEXT
    assert len(set(said.values())) == len(REGISTERS)
    assert "I cannot sleep" in said["formal"]
    assert "I am alone" in said["formal"]


def test_a_register_that_is_not_there_is_refused() -> None:
    """The nearest name is given."""
    with pytest.raises(ValueError, match="did you mean 'casual'"):
        in_register("x", "casul", Random(1))
