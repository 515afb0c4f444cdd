"""Holds probes that a target without a clock cannot be shown: undecided, and no error of theirs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Product

TIMED = '''

@probe(items="timed.jsonl", exact=True)
def test_reminds(transcript):
    """After three hours the reply reminds."""
    assert "break" in transcript.last.content
'''


@pytest.fixture
def timed(product: Product) -> Product:
    """A product with a probe whose items have a clock, for a bot that cannot hear it."""
    module = product.root / "gate_suites/manners/test_manners.py"
    product.write("gate_suites/manners/test_manners.py", module.read_text() + TIMED)
    row = {
        "turns": ["hello", "still here"],
        "clock_s": [0, 10800],
        "source": "a house rule",
        "licence": "Apache-2.0",
    }
    rows = [{"id": f"t-{n}", "family": f"t-{n}", **row} for n in range(4)]
    text = "".join(json.dumps(each) + "\n" for each in rows)
    product.write("gate_suites/manners/timed.jsonl", text)
    return product


def test_what_cannot_be_shown_is_undecided(timed: Product) -> None:
    """Its line says so; as a required probe it leaves its pillar undecided, which is not green."""
    result = timed.run("--mhgate", "-v")
    result.stdout.fnmatch_lines(
        [
            "*test_reminds UNDECIDED*",
            "*::manners UNDECIDED*",
            "*manners.reminds: reminds: not shown: the target has no clock*",
        ]
    )
    assert "errors" not in result.stdout.str()
    assert result.ret == 1


def test_where_it_is_not_required_the_session_is_green(timed: Product) -> None:
    """An advisory probe that cannot be shown closes nothing."""
    text = (timed.root / "thresholds.toml").read_text()
    timed.write("thresholds.toml", text + "[pillar.manners.probe.reminds]\nrequired = false\n")
    result = timed.run("--mhgate")
    assert result.ret == 0
