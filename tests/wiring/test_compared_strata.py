"""Holds that a stratum of the key that a probe compares by is refused before anything is asked."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import ConfigError

if TYPE_CHECKING:
    from conftest import Desk

COMPARING = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True, measure="{measure}", by="{by}")
def test_hears_all(transcript):
    """Whoever writes is heard."""
    assert "hear" in transcript.last.content
'''

MEAN = '''
@probe(items="items.jsonl", exact=True)
def test_answers(transcript):
    """Something is said."""
    assert transcript.last.content
'''


def _stage(desk: Desk, measure: str, by: str, *, more: str = "", table: str = "") -> None:
    values = {"parity": ("older", "young"), "consistency": ("clean", "hurried")}[measure]
    rows = [
        {
            "id": f"m-{n}-{value}",
            "family": f"f-{n}",
            "turns": [f"number {n} {value}"],
            "strata": {by: value, "risk": "none"},
            "source": "a house rule",
            "licence": "Apache-2.0",
        }
        for n in range(4)
        for value in values
    ]
    desk.write("manners/items.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    desk.write("manners/test_manners.py", COMPARING.format(measure=measure, by=by) + more)
    desk.write("thresholds.toml", (desk.root / "thresholds.toml").read_text() + table)


@pytest.mark.parametrize(
    ("measure", "by", "value"),
    [
        ("parity", "identity", "older"),
        ("parity", "identity", '"identity=young"'),
        ("consistency", "variant", "clean"),
        ("consistency", "variant", "hurried"),
    ],
)
def test_a_stratum_that_could_never_be_decided_is_refused(
    desk: Desk, measure: str, by: str, value: str
) -> None:
    """Within one value there is no gap and no drop: file, key, probe and a way out are said."""
    _stage(desk, measure, by, table=f"[pillar.manners.stratum.{value}]\nmin_score = 0.5\n")
    with pytest.raises(ConfigError) as raised:
        desk.open()
    (mistake,) = raised.value.mistakes
    named = value.strip('"')
    assert mistake.where == f"{desk.root / 'thresholds.toml'}: pillar.manners.stratum.{named}"
    assert f"{by!r}, by which hears_all compares ({measure})" in mistake.found
    assert "another key" in mistake.expected
    assert "Take the table away" in mistake.hint


@pytest.mark.parametrize("measure", ["parity", "consistency"])
def test_a_stratum_of_another_key_is_kept(desk: Desk, measure: str) -> None:
    """What all values share divides nothing that is compared."""
    by = {"parity": "identity", "consistency": "variant"}[measure]
    _stage(desk, measure, by, table="[pillar.manners.stratum.none]\nmin_score = 0.5\n")
    assert desk.open().probes


def test_where_other_probes_read_it_only_what_gates_is_refused(desk: Desk) -> None:
    """A rate by identity may gate where the gap by identity only advises."""
    table = "[pillar.manners.stratum.older]\nmin_score = 0.5\n"
    _stage(desk, "parity", "identity", more=MEAN, table=table)
    with pytest.raises(ConfigError, match="hears_all compares"):
        desk.open()
    advisory = "[pillar.manners.probe.hears_all]\nrequired = false\n"
    desk.write("thresholds.toml", (desk.root / "thresholds.toml").read_text() + advisory)
    assert desk.open().probes


def test_a_stratum_that_only_comparing_probes_read_is_refused_though_nothing_gates(
    desk: Desk,
) -> None:
    """Nobody would ever learn anything from it."""
    table = "[pillar.manners.stratum.older]\nmin_score = 0.5\nrequired = false\n"
    _stage(desk, "parity", "identity", table=table)
    with pytest.raises(ConfigError, match="could never be decided"):
        desk.open()
