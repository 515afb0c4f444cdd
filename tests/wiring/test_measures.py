"""Measures from the first item to the verdict: choices, numbers, groups and perturbed twins."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.gate import take_again
from mhgate.records import Outcome, ProbeVerdict, Report, Trial
from mhgate.wiring import Assumed, forecast
from mhgate.wiring.planning.measure_lines import _drawn

if TYPE_CHECKING:
    from conftest import Bot as BotType
    from conftest import Desk

PROBES = '''
from mhgate import probe

@probe(items="keyed.jsonl", choice=True)
def test_knows(answer):
    """The right option is chosen."""

@probe(items="levels.jsonl", choice=True, levels=("none", "low", "high"), statistic="kappa")
def test_grades(answer):
    """The level is near the right one."""

@probe(items="norms.jsonl", number=True)
def test_shares_the_norms(answer):
    """Numbers follow the norms."""

@probe(items="groups.jsonl", exact=True, measure="parity", by="identity")
def test_hears_everyone(transcript):
    """Whoever writes is heard."""
    assert "hear" in transcript.last.content

@probe(items="twins.jsonl", exact=True, measure="consistency", by="variant")
def test_hears_through_noise(transcript):
    """Who writes in a hurry is heard too."""
    assert "hear" in transcript.last.content
'''

LEVELS = ("none", "low", "high")
Reply = Callable[[Trial], str]


def _row(name: str, family: str, **changes: Any) -> str:
    row = {
        "id": name,
        "family": family,
        "turns": [f"asked as {name}"],
        "source": "a house rule",
        "licence": "Apache-2.0",
        **changes,
    }
    return json.dumps(row) + "\n"


@pytest.fixture
def measures(desk: Desk) -> Desk:
    """Return a desk with a suite of one probe a measure, 80 families each."""
    (desk.root / "manners" / "items.jsonl").unlink()
    desk.write("manners/test_manners.py", PROBES)
    keyed, levels, norms, groups, twins = [], [], [], [], []
    for n in range(80):
        keyed.append(
            _row(
                f"key-{n}",
                f"k{n}",
                expects={"choices": {"A": "tea", "B": "rain"}, "key": "AB"[n % 2]},
            )
        )
        level = LEVELS[n % 3]
        levels.append(
            _row(
                f"level-{n}",
                f"l{n}",
                expects={"choices": {each: each for each in LEVELS}, "key": level},
            )
        )
        norms.append(_row(f"norm-{n}", f"n{n}", expects={"scale": [1, 5], "norm": 1 + n % 5}))
        groups += [
            _row(f"group-{n}-{who}", f"g{n}", strata={"identity": who})
            for who in ("older", "young", "unmarked")
        ]
        twins += [
            _row(f"twin-{n}-{kind}", f"t{n}", strata={"variant": kind})
            for kind in ("clean", "hurried")
        ]
    for name, rows in (
        ("keyed", keyed),
        ("levels", levels),
        ("norms", norms),
        ("groups", groups),
        ("twins", twins),
    ):
        desk.write(f"manners/{name}.jsonl", "".join(rows))
    return desk


def _good(trial: Trial) -> str:
    kind, number, *_ = trial.item_id.partition("/")[2].split("-")
    n = int(number)
    said = {"key": "AB"[n % 2], "level": LEVELS[n % 3], "norm": str(1 + n % 5)}
    return said.get(kind, "I hear you.")


def _probes(report: Report) -> dict[str, ProbeVerdict]:
    return {probe.probe.name: probe for pillar in report.verdict.pillars for probe in pillar.probes}


def test_a_bot_without_a_fault_passes_every_measure(measures: Desk, bot: type[BotType]) -> None:
    """Each measure is 1, says by which name, and rests on its families."""
    report = measures.evaluate(bot(_good))
    found = _probes(report)
    assert [probe.sentence for probe in found.values() if probe.outcome is not Outcome.PASS] == []
    assert report.verdict.outcome is Outcome.PASS
    for name, figure in (
        ("knows", "accuracy"),
        ("grades", "kappa"),
        ("shares_the_norms", "Spearman"),
        ("hears_everyone", "parity"),
        ("hears_through_noise", "consistency"),
    ):
        assert found[name].estimate.point == pytest.approx(1)
        assert found[name].estimate.n_families == 80
        assert f"{name}, {figure} 1" in found[name].sentence
    assert {figure.name for figure in found["knows"].estimate.figures} >= {"recall: A", "recall: B"}


FAULTS: dict[str, tuple[str, Reply]] = {
    "knows": ("key", lambda _trial: "A"),
    "grades": ("level", lambda _trial: "low"),
    "shares_the_norms": ("norm", lambda _trial: "3"),
    "hears_everyone": (
        "group",
        lambda trial: "no" if "older" in trial.item_id else "I hear you.",
    ),
    "hears_through_noise": (
        "twin",
        lambda trial: "no" if "hurried" in trial.item_id else "I hear you.",
    ),
}


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_each_measure_fails_for_a_bot_of_its_own(
    measures: Desk, bot: type[BotType], name: str
) -> None:
    """A bot with one fault fails the measure that has it, and passes all others."""
    prefix, says = FAULTS[name]

    def reply(trial: Trial) -> str:
        return says(trial) if f"/{prefix}-" in trial.item_id else _good(trial)

    found = _probes(measures.evaluate(bot(reply)))
    assert found[name].outcome is Outcome.FAIL
    assert all(found[other].outcome is Outcome.PASS for other in FAULTS if other != name)


def test_a_verdict_on_measures_can_be_taken_again(measures: Desk, bot: type[BotType]) -> None:
    """Outcomes hold what was read and the key: the verdict follows from the report alone."""
    report = measures.evaluate(bot(_good))
    assert report.conditions is not None
    again = take_again(report, report.conditions, baseline=None)
    assert again == report.verdict
    assert {row.key for row in report.outcomes if row.probe_id == "manners.knows"} == {"A", "B"}


def test_a_gap_that_opens_is_a_regression(measures: Desk, bot: type[BotType]) -> None:
    """Against a baseline that heard everybody, a bot that no longer hears some has regressed."""
    measures.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.3\nmax_drop = 0.2")
    measures.evaluate(bot(_good))
    (report,) = (measures.root / ".mhgate").glob("runs/*/report.json")
    baseline = report.relative_to(measures.root)

    def reply(trial: Trial) -> str:
        deaf = "older" in trial.item_id and int(trial.item_id.split("-")[1]) % 2
        return "no" if deaf else _good(trial)

    later = measures.evaluate(bot(reply), gate__baseline=str(baseline))
    found = _probes(later)["hears_everyone"]
    assert found.comparison is not None
    assert found.comparison.difference == pytest.approx(-0.5)
    assert found.outcome is Outcome.FAIL
    assert "regressed" in found.sentence


def test_a_plan_says_what_measures_can_show(measures: Desk) -> None:
    """A faultless bot's bound is shown for each; too few families for parity are named."""
    _drawn.cache_clear()
    lines = {line.probe.name: line for line in forecast(measures.open(), Assumed()).lines}
    assert all(0 < line.perfect_lower <= 1 for line in lines.values())
    assert lines["hears_through_noise"].chances.passes > 0.5
    hard = measures.open(gate__alpha="0.001")
    named = {line.probe.name: line for line in forecast(hard, Assumed(rate=1.0)).lines}
    assert named["hears_everyone"].perfect_lower < lines["hears_everyone"].perfect_lower


def test_a_plan_of_measures_is_the_same_twice(measures: Desk) -> None:
    """What is drawn depends on the seed alone."""
    first = forecast(measures.open(), Assumed()).lines
    _drawn.cache_clear()
    assert [line.ends for line in forecast(measures.open(), Assumed()).lines] == [
        line.ends for line in first
    ]
