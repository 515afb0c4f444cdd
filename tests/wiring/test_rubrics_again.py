"""Holds what is done with a rubric's answers later: used again, repeated, decided, shown."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))
sys.path.insert(0, str(Path(__file__).parent))

from judge_server import JudgeServer
from rubric_suite import GOOD, truthful, write_judge, write_suite

from mhgate.records import Report
from mhgate.runner import Stop
from mhgate.wiring import decide_again, judge_again, read_journal, render_misses, what_exists
from mhgate.wiring.repeating import judge_repeatedly
from tests.chained_again import chain_again

if TYPE_CHECKING:
    from conftest import Bot, Desk

N_ITEMS = 8
BATCH = "batch = true"


@pytest.fixture
def server(desk: Desk, bot: type[Bot]) -> Iterator[JudgeServer]:
    """A run that a model judged, and the model."""
    write_suite(desk, n_items=N_ITEMS)
    with JudgeServer(truthful) as made:
        write_judge(desk, made, judge=BATCH)
        desk.evaluate(bot(lambda trial: GOOD if trial.seed % 3 else "I hear you. Shut up."))
        made.requests.clear()
        yield made


def _again(desk: Desk) -> tuple[Report, list[str]]:
    notes: list[str] = []

    async def main() -> Report:
        existing = what_exists("latest", desk.open())
        return await judge_again(existing, stop=Stop(), environ={}, note=notes.append)

    return asyncio.run(main()), notes


def test_no_cell_is_asked_twice(desk: Desk, server: JudgeServer) -> None:
    """Nothing is sent at all, and the same is measured."""
    (report, notes), (path,) = _again(desk), (desk.root / ".mhgate" / "runs").glob("*")
    assert server.requests == []
    assert any(f"of {5 * N_ITEMS} answers {5 * N_ITEMS} were reused" in line for line in notes)
    stored = what_exists(str(path), desk.open()).earlier
    assert stored is not None
    assert [row.cells for row in report.outcomes] == [row.cells for row in stored.outcomes]


def test_a_changed_word_asks_that_cell_anew_and_no_other(desk: Desk, server: JudgeServer) -> None:
    """One call a transcript with one question in it; the rest of its batch is left out."""
    write_suite(desk, n_items=N_ITEMS, texts={"is_rude": "Is it rude?"})
    report, notes = _again(desk)
    first, *asked = [prompt.ids for prompt in server.prompts]
    assert (first, asked) == (("names_a_fruit",), [("is_rude",)] * N_ITEMS)
    assert any(f"of {5 * N_ITEMS} answers {4 * N_ITEMS} were reused" in line for line in notes)
    assert report.accounts.failed == 0


def test_what_the_report_does_not_hold_was_not_answered(desk: Desk, server: JudgeServer) -> None:
    """A journal that says otherwise than its report is asked for what differs."""
    (journal,) = desk.journals
    text = journal.read_text(encoding="utf-8")
    assert '"cell":"q01"' in text.replace(" ", "")
    mark = '"cell":"q01"' if '"cell":"q01"' in text else '"cell": "q01"'
    name, (rows, value) = mark, text.split(mark, 1)
    changed = value.replace('"yes"', '"no"', 1) if value.find('"yes"') < 200 else value
    assert changed != value
    journal.write_text(rows + name + changed, encoding="utf-8")
    chain_again(journal)
    _again(desk)
    assert [prompt.ids for prompt in server.prompts] == [("names_a_fruit",), ("hears",)]


def test_repeats_leave_rubrics_out_and_say_so(desk: Desk, server: JudgeServer) -> None:
    """A share of many answers is no one question's."""
    notes: list[str] = []

    async def main() -> None:
        existing = what_exists("latest", desk.open())
        found = await judge_repeatedly(
            existing, repeats=2, stop=Stop(), environ={}, note=notes.append
        )
        assert found.probes == ()

    asyncio.run(main())
    assert server.requests == []
    assert any("3 probes of a rubric are left out" in line for line in notes)


def test_a_stored_report_is_decided_again(desk: Desk, server: JudgeServer) -> None:
    """By its own thresholds the same, figures of the course with it; by stricter ones not."""
    (path,) = (desk.root / ".mhgate" / "runs").glob("*/report.json")
    same = decide_again(path, desk.open())
    assert same.same_policy
    assert same.report.verdict == same.stored.verdict
    desk.edit("thresholds.toml", "min_score = 0.5", "min_score = 0.99")
    assert decide_again(path, desk.open()).report.verdict.outcome.value != "pass"
    assert server.requests == []


def test_misses_show_cells_with_quotes_and_turns(desk: Desk, server: JudgeServer) -> None:
    """By the cell's id and its question's, with the judge's words."""
    assert server.requests == []
    (folder,) = (desk.root / ".mhgate" / "runs").glob("*")
    report = what_exists(str(folder), desk.open()).earlier
    assert report is not None
    kept = read_journal(folder / "journal.jsonl")
    text = render_misses(report, kept.came_back, kept.scores, probe="listening", most=1, width=200)
    assert 'missed q03 is_rude, answered yes: because | bot 1: "Shut up"' in text
    asking = render_misses(report, kept.came_back, kept.scores, probe="asking", most=1, width=200)
    assert "missed q04 asks, answered no: because" in asking
