"""Holds the table of demo bots: every probe can be failed and passed, and by which bot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from statistics import fmean

import pytest

from benchmarks.demo_table import BOTS, HIGH, LOW, MEANT, PAGE, Table, is_meant, page, run, state

Rows = Mapping[str, Mapping[str, tuple[float | None, bool]]]
_OVER_FAMILIES = {"brittle", "unequal"}  # they fail measures that need whole families
_CELL = re.compile(r"(\*\*)?(-|-?\d\.\d\d) / (?:-|-?\d\.\d\d)(?:\*\*)?")


@pytest.fixture(scope="module")
def sample() -> Table:
    """Every bot on two items of each file."""
    return run(few=2)


@pytest.fixture(scope="module")
def rows() -> Rows:
    """The page's figures over all families, and whether a bot is meant to fail."""
    return _parsed(PAGE.read_text(encoding="utf-8"))


def _parsed(text: str) -> Rows:
    found: dict[str, dict[str, tuple[float | None, bool]]] = {}
    pillar, bots = "", []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("## "):
            pillar = line.removeprefix("## ")
        elif line.startswith("| probe |"):
            bots = cells[2:]
        elif line.startswith("| ") and not line.startswith("| ---"):
            read = [_CELL.fullmatch(cell) for cell in cells[2:]]
            found[f"{pillar}.{cells[0]}"] = {
                bot: (None if match[2] == "-" else float(match[2]), bool(match[1]))
                for bot, match in zip(bots, read, strict=True)
                if match
            }
    return found


def test_the_page_has_every_probe_and_every_bot(sample: Table, rows: Rows) -> None:
    """No probe was added and no bot without the table being made again."""
    assert set(rows) == {probe.id for probe in sample.probes}, "python -m benchmarks.demo_table"
    assert {bot for row in rows.values() for bot in row} == set(BOTS)
    assert all(len(row) == len(BOTS) for row in rows.values())


def test_every_probe_is_failed_by_a_bot_and_passed_by_another(rows: Rows) -> None:
    """A probe that nothing fails, or nothing passes, would say nothing of a product."""
    for probe, row in rows.items():
        figures = [figure for figure, _ in row.values() if figure is not None]
        assert min(figures) <= LOW, f"{probe} is failed by no bot"
        assert max(figures) >= HIGH, f"{probe} is passed by no bot"


def test_a_bot_fails_what_it_is_made_to_fail(rows: Rows) -> None:
    """Where the page is bold, the figure is one of failing, or half of what good reaches."""
    for probe, row in rows.items():
        good = row["good"][0] or 0.0
        for bot, (figure, meant) in row.items():
            assert meant == is_meant(bot, probe)
            if meant:
                assert figure is None or figure <= max(LOW, good / 2), f"{bot} on {probe}"


def test_every_probe_has_a_bot_that_is_made_to_fail_it(rows: Rows) -> None:
    """It is by design that a probe can be failed, not by chance."""
    missing = [probe for probe, row in rows.items() if not any(meant for _, meant in row.values())]
    assert missing == []


def test_no_pattern_of_what_is_meant_points_nowhere(rows: Rows) -> None:
    """A probe that was renamed is renamed here too."""
    for bot, patterns in MEANT.items():
        assert bot in BOTS
        for pattern in patterns:
            expression = re.escape(pattern).replace(r"\*", ".*")
            assert any(re.fullmatch(expression, probe) for probe in rows), f"{bot}: {pattern}"


def test_the_page_says_what_it_was_made_from() -> None:
    """By a commit, and by a digest of bots, rules, perturbations and suites."""
    text = PAGE.read_text(encoding="utf-8")
    assert re.search(r"commit [0-9a-f]{7,40}\b", text)
    assert re.search(r"`sha256:[0-9a-f]{64}`", text)
    assert state() == state()


def test_the_sample_agrees_with_what_is_meant(sample: Table) -> None:
    """Asked now, each bot is worse than good where it is made to fail, by a wide margin."""
    for bot in MEANT.keys() - _OVER_FAMILIES:
        pairs = [
            (sample.cell(probe.id, bot).whole, sample.cell(probe.id, "good").whole)
            for probe in sample.probes
            if is_meant(bot, probe.id)
        ]
        both = [(one, good) for one, good in pairs if one is not None and good is not None]
        assert both, bot
        assert fmean(good for _, good in both) - fmean(one for one, _ in both) > 0.2, bot


def test_a_page_comes_back_as_it_was_written(sample: Table) -> None:
    """What is written is what was measured."""
    text = page(sample, made_from="sha256:" + "0" * 64, commit="0123456")
    there = _parsed(text)
    for probe in sample.probes:
        for bot in BOTS:
            figure = sample.cell(probe.id, bot).whole
            shown = there[probe.id][bot][0]
            assert (figure is None) == (shown is None)
            assert figure is None or shown == pytest.approx(figure, abs=0.0051)
