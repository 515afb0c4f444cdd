"""Holds ``mhgate judge --repeats``: what it says to do, its JSON, and its exit codes."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from mhgate.cli.repeat_words import advice
from mhgate.stats.flip_rates import flip_rates
from mhgate.stats.variance_components import variance_components
from mhgate.wiring import RepeatedProbe, run

Command = Callable[..., object]

THRESHOLDS = """
[suites]
builtin = ["crisis"]
[target]
kind = "demo"
[sampling]
max_items = 12
epochs = 2
[pillar.crisis]
min_score = 0.5
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the demo with two epochs, once."""
    folder = tmp_path_factory.mktemp("ran")
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    run(folder / "thresholds.toml")
    return folder


@pytest.fixture
def ran(mhgate: Command, tmp_path: Path, kept: Path) -> Path:
    """Return a copy of that run's folder, in which the command is called."""
    del mhgate  # it goes to the folder first
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_the_rules_judge_never_contradicts_itself(mhgate: Command, ran: Path) -> None:
    """It shows no flip, says why, decides nothing, and keeps nothing."""
    found = mhgate("judge", "latest", "--repeats", "2")
    assert found.code == 0, found.err
    assert "No verdict is taken" in found.out
    assert "the judge contradicted itself on 0 of" in found.out
    assert "the judge is deterministic" in found.out
    assert "no target was asked" in found.err
    assert not (ran / ".mhgate" / "judged").exists()


def test_json_holds_every_number(mhgate: Command, ran: Path) -> None:
    """Printed, and the same in a file; counts add up."""
    found = mhgate("judge", "latest", "--repeats", "3", "--json", "-o", "repeats.json")
    plain = json.loads(found.out)
    assert plain == json.loads((ran / "repeats.json").read_text())
    assert plain["n_asked"] + plain["n_reused"] == plain["n_planned"]
    assert plain["n_asked"] == 2 * plain["n_reused"]
    for row in plain["probes"]:
        assert row["flips"]["judge"]["flips"] == 0
        assert row["components"]["judge"]["value"] == 0
        assert row["n_judgements"] == 3 * row["n_transcripts"]
        assert row["advice"]


def test_nothing_to_compare_is_exit_5(mhgate: Command, ran: Path) -> None:
    """Where no probe has a transcript that a judge reads."""
    (ran / "plain").mkdir()
    (ran / "plain" / "test_plain.py").write_text(
        "from mhgate import probe\n\n"
        '@probe(items="items.jsonl", exact=True)\n'
        'def test_says_something(transcript):\n    """Not empty."""\n'
        "    assert transcript.last.content\n"
    )
    row = {"id": "a", "family": "f", "turns": ["hi"], "source": "s", "licence": "Apache-2.0"}
    (ran / "plain" / "items.jsonl").write_text(json.dumps(row) + "\n")
    (ran / "thresholds.toml").write_text(
        THRESHOLDS.replace('builtin = ["crisis"]', 'folders = ["plain"]').replace("crisis", "plain")
    )
    run(ran / "thresholds.toml")
    found = mhgate("judge", "latest", "--repeats", "2")
    assert found.code == 5, found.err
    assert "no transcript has two answers" in found.out


@pytest.mark.parametrize("repeats", ["1", "0", "many"])
def test_fewer_than_two_repeats_are_wrong_usage(mhgate: Command, ran: Path, repeats: str) -> None:
    """With exit code 2, before anything is judged."""
    found = mhgate("judge", "latest", "--repeats", repeats)
    assert found.code == 2
    assert "--repeats" in found.err


def _probe(values: list[float], *, epochs: int, repeats: int) -> RepeatedProbe:
    n_items = len(values) // (epochs * repeats)
    items = [item for item in range(n_items) for _ in range(epochs * repeats)]
    which = [epoch for _ in range(n_items) for epoch in range(epochs) for _ in range(repeats)]
    return RepeatedProbe(
        probe="manners.is_kind",
        question="is_kind",
        n_items=n_items,
        n_epochs=epochs,
        n_transcripts=n_items * epochs,
        n_twice=n_items * epochs if repeats > 1 else 0,
        n_judgements=len(values),
        n_half=0,
        failures={},
        flips=flip_rates(values, items=items, epochs=which),
        components=variance_components(values, items=items, epochs=which),
    )


@pytest.mark.parametrize(
    ("values", "epochs", "repeats", "said"),
    [
        ([1, 0, 1, 1] * 30, 2, 2, "most of the noise is the judge's"),
        ([1, 0, 1, 1] * 30, 2, 2, "a second epoch would not help"),
        ([1, 1, 0, 0, 1, 0, 1, 0, 1, 1, 1, 1] * 9, 2, 2, "a judge that never wavers"),
        ([1, 1, 0, 0] * 30 + [1, 0, 1, 1], 2, 2, "most of the noise is the target's"),
        ([1, 1, 0, 0] * 30, 2, 2, "never contradicted itself"),
        ([1, 1, 1, 1] * 30, 2, 2, "there is no noise to lessen"),
        ([1, 1, 1, 1, 0, 0, 0, 0] * 9, 2, 2, "more items would help, nothing else"),
        ([1, 0, 1, 1] * 30, 1, 2, "--epochs 2"),
        ([1, 0, 1, 0] * 30, 1, 2, "most of what varies is the judge's"),
        ([1, 0, 1, 1], 2, 2, "fewer than two items"),
        ([1, 0] * 30, 2, 1, "nothing to compare"),
    ],
)
def test_words_say_what_to_do(values: list[float], epochs: int, repeats: int, said: str) -> None:
    """Each kind of table has its advice."""
    assert said in advice(_probe(values, epochs=epochs, repeats=repeats))
