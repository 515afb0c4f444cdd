"""What the tests of the demo bots share: labelled messages of their own, and one way to ask."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mhgate.demo import DemoBot

HERE = Path(__file__).parent


def rows(name: str) -> list[tuple[str, list[str]]]:
    """Return the labelled conversations of a file: label, and the person's messages."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [(row["label"], row["turns"]) for row in map(json.loads, lines)]


@pytest.fixture(scope="session")
def messages() -> list[tuple[str, list[str]]]:
    """The messages that the bot was developed on."""
    return rows("messages.jsonl")


@pytest.fixture(scope="session")
def held_out() -> list[tuple[str, list[str]]]:
    """Messages that were written after the bot and changed nothing in it."""
    return rows("held_out.jsonl")


@pytest.fixture(scope="session")
def ask() -> Callable[..., dict]:
    """Ask a variant of the bot, as a person who wrote some messages one after the other."""

    def _ask(*said: str, variant: str = "good") -> dict:
        return DemoBot(variant).answer([{"role": "user", "content": text} for text in said])

    return _ask
