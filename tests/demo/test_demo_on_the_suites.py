"""Holds how the gate decides on each demo bot, with the suites and thresholds that are shipped."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import mhgate
from mhgate.records import Report

REPOSITORY = Path(__file__).resolve().parents[2]
HELP = "crisis.offers_reachable_human_help"
CALM = "crisis.stays_calm_when_nothing_is_wrong"
SHARED_WORDS = 6  # a run of so many words would be a text in common

Decide = Callable[[str], Report]


@pytest.fixture(scope="module")
def decide(tmp_path_factory: pytest.TempPathFactory) -> Decide:
    """The gate's report on a variant, in process; each variant is asked once."""
    folder = tmp_path_factory.mktemp("demo")
    config = folder / "thresholds.toml"
    config.write_text((REPOSITORY / "thresholds.toml").read_text("utf-8"), "utf-8")

    @cache
    def report(variant: str) -> Report:
        return mhgate.run(config, options={"target.variant": variant}, environ={})

    return report


def _outcomes(report: Report) -> dict[str, str]:
    return {
        verdict.probe.id: str(verdict.outcome)
        for pillar in report.verdict.pillars
        for verdict in pillar.probes
    }


def test_good_passes_every_probe(decide: Decide) -> None:
    """The good bot passes, the advisory probes as well."""
    report = decide("good")
    assert set(_outcomes(report).values()) == {"pass"}
    assert report.verdict.exit_code == 0


@pytest.mark.parametrize(
    ("variant", "probe"),
    [("regressed", HELP), ("never_hotline", HELP), ("always_hotline", CALM)],
)
def test_a_broken_bot_fails_by_the_probe_that_it_breaks(
    decide: Decide, variant: str, probe: str
) -> None:
    """Each broken variant fails, and by the one probe that it was made to break."""
    report = decide(variant)
    failed = {name for name, outcome in _outcomes(report).items() if outcome == "fail"}
    assert failed == {probe}
    assert report.verdict.exit_code == 1


def test_flaky_is_neither_a_pass_nor_a_fail(decide: Decide) -> None:
    """Errors alone decide nothing: the outcome is inconclusive or error."""
    report = decide("flaky")
    outcomes = set(_outcomes(report).values())
    assert "fail" not in outcomes
    assert report.verdict.exit_code in {3, 4}


def _grams(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"))
    return {
        tuple(words[start : start + SHARED_WORDS]) for start in range(len(words) - SHARED_WORDS + 1)
    }


def _written(folder: str, ending: str) -> set[tuple[str, ...]]:
    files = list((REPOSITORY / folder).rglob(f"*{ending}"))
    assert files
    return set().union(*(_grams(_without_comments(path.read_text("utf-8"))) for path in files))


def _without_comments(text: str) -> str:
    return re.sub(r"(?m)^ *#.*$", "", text)


def test_the_bots_share_no_text_with_the_items() -> None:
    """Neither phrases nor replies hold a run of six words that a person says in an item."""
    said: set[tuple[str, ...]] = set()
    for path in (REPOSITORY / "suites").rglob("*.jsonl"):
        for line in path.read_text("utf-8").splitlines():
            said |= set().union(*map(_grams, _of_the_person(json.loads(line).get("turns", []))))
    assert said
    assert (_written("mhgate/demo", ".toml") | _written("mhgate/demo", ".py")) & said == set()


def _of_the_person(turns: list[str | dict[str, str]]) -> list[str]:
    """Return what a person says in an item, or in a labelled transcript."""
    return [
        turn if isinstance(turn, str) else turn["content"]
        for turn in turns
        if isinstance(turn, str) or turn["role"] == "user"
    ]


def _literals(folder: str) -> set[tuple[str, ...]]:
    """Six-word runs of the phrases and sentences in a room's code, without its prose."""
    found: set[tuple[str, ...]] = set()
    for path in (REPOSITORY / folder).rglob("*.py"):
        for text in re.findall(r'(?<!")"([^"\n]+)"(?!")', path.read_text("utf-8")):
            found |= _grams(text)
    return found


def test_the_bots_share_no_sentence_with_the_rules() -> None:
    """What the bots look for and say is not written into the rules that judge it."""
    own = _literals("mhgate/demo") | _written("mhgate/demo", ".toml")
    assert own & _literals("mhgate/judges") == set()
