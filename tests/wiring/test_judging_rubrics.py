"""Holds a model as judge over a rubric: dimension by dimension in one call, or cell by cell."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))
sys.path.insert(0, str(Path(__file__).parent))

from judge_models import Prompt, answer, entry
from judge_server import Answers, JudgeServer
from rubric_suite import GOOD, counted, judged, truthful, write_judge, write_suite

from mhgate.records import CellOutcome, ItemOutcome, Report
from mhgate.report import render_page, render_terminal
from mhgate.wiring import Assumed, forecast, read_journal, render_misses

if TYPE_CHECKING:
    from conftest import Bot, Desk

N_ITEMS = 12
BATCH = "batch = true\npreflight = false"
ALONE = "preflight = false"
PRICES = "usd_per_million_prompt_tokens = 2.0\nusd_per_million_completion_tokens = 10.0"


class Served:
    """Runs the desk with a model as its judge."""

    def __init__(self, desk: Desk, bot: type[Bot]) -> None:
        self.desk, self._bot = desk, bot
        self.servers: list[JudgeServer] = []

    def run(self, says: Answers = truthful, *, judge: str = BATCH, target: str = "") -> Report:
        server = JudgeServer(says).__enter__()
        self.servers.append(server)
        write_judge(self.desk, server, judge=judge, target=target)
        return self.desk.evaluate(
            self._bot(lambda trial: GOOD if trial.seed % 4 else "I hear you. Shut up.")
        )

    def again(self) -> Report:
        """Run once more, with the same judge."""
        return self.desk.evaluate(
            self._bot(lambda trial: GOOD if trial.seed % 4 else "I hear you. Shut up.")
        )

    def journal(self, report: Report) -> Path:
        found = self.desk.root / ".mhgate" / "runs" / report.provenance.run_id
        return found / "journal.jsonl"

    @property
    def ids(self) -> list[tuple[str, ...]]:
        return [prompt.ids for prompt in self.servers[-1].prompts]


@pytest.fixture
def served(desk: Desk, bot: type[Bot]) -> Iterator[Served]:
    write_suite(desk, n_items=N_ITEMS)
    made = Served(desk, bot)
    yield made
    for server in made.servers:
        server.__exit__()


def _rows(report: Report, probe: str) -> list[ItemOutcome]:
    return [row for row in report.outcomes if row.probe_id == f"manners.{probe}"]


def _cells(report: Report) -> list[dict[str, CellOutcome]]:
    return [row.cells for row in report.outcomes]


def test_a_dimension_is_one_call_and_answers_as_cell_by_cell(served: Served) -> None:
    """Two calls a transcript in place of five, and not one cell differs; a grade is among them."""
    together = served.run()
    assert sorted(set(served.ids)) == [("asks", "asks_for_more"), ("hears", "how_warm", "is_rude")]
    assert len(served.ids) == 2 * N_ITEMS
    alone = served.run(judge=ALONE)
    assert len(served.ids) == 5 * N_ITEMS
    assert _cells(together) == _cells(alone)
    assert {row.value for row in _rows(together, "listening")} == {0.5, 1.0}
    assert {row.cells["q02"].grade for row in _rows(together, "listening")} == {2}
    assert together.judging is not None
    assert together.judging.n_calls == 2 * N_ITEMS


def test_a_cell_that_is_missing_from_the_reply_is_its_own_failure(served: Served) -> None:
    """It alone is asked again; where it stays missing, the other dimension is scored as ever."""

    def gap(prompt: Prompt) -> str:
        return answer(prompt, *(judged(prompt, name) for name in prompt.ids if name != "asks"))

    def gap_filled(prompt: Prompt) -> str:
        return truthful(prompt) if prompt.ids == ("asks",) else gap(prompt)

    filled = served.run(gap_filled)
    assert served.ids.count(("asks",)) == N_ITEMS
    assert filled.accounts.failed == 0
    kept = served.run(gap)
    assert {row.failure_kind for row in _rows(kept, "asking")} == {"cells_unanswered"}
    assert {row.failure_kind for row in _rows(kept, "listening")} == {None}


def test_a_missing_grade_leaves_the_dimension_scored(served: Served) -> None:
    """What scores nothing can be lost; the report says so in its cell."""

    def gap(prompt: Prompt) -> str:
        said = [judged(prompt, name) for name in prompt.ids if name != "how_warm"]
        return answer(prompt, *said, token="" if said == [] else prompt.token)

    report = served.run(gap)
    assert all(row.value is not None for row in _rows(report, "listening"))
    assert {row.cells["q02"].failure for row in _rows(report, "listening")} <= {
        "missing_answer",
        "malformed_answer",
    }


def test_a_malformed_batch_is_the_documented_failure_of_its_cells(served: Served) -> None:
    """Of both calls: no answer of that dimension counts, and the other one's do."""

    def broken(prompt: Prompt) -> str:
        return truthful(prompt) if "hears" in prompt.ids else "no JSON at all, only words"

    report = served.run(broken)
    assert served.ids.count(("asks", "asks_for_more")) == 2 * N_ITEMS
    assert {row.failure_kind for row in _rows(report, "asking")} == {"cells_unanswered"}
    assert report.failures == {"judge: cells_unanswered": 2 * N_ITEMS}  # the pool's too
    assert all(row.value is not None for row in _rows(report, "listening"))


def _with_a_first_question(prompt: Prompt) -> str:
    """Answer what is asked first, of a fruit, as well."""
    if prompt.ids != ("names_a_fruit",):
        return truthful(prompt)
    quotes = [{"turn": 2, "text": "ripe pear"}]
    return answer(prompt, entry("names_a_fruit", "yes", quotes=quotes))


def test_what_the_cache_gave_is_marked_in_every_cell(served: Served) -> None:
    """In the journal where it is so and nowhere else, in what people read, and not in outcomes."""
    served.run(_with_a_first_question, judge="batch = true")
    served.desk.edit("thresholds.toml", "cache = false", "cache = true")
    first = served.again()
    kept = read_journal(served.journal(first))
    cells = [cell for scores in kept.scores.values() for each in scores for cell in each.cells]
    assert cells
    assert not any(cell.cached for cell in cells)
    assert b'"cell": "' in (raw := served.journal(first).read_bytes())
    assert not re.search(rb'"failure": null, "cached"', raw)
    second = served.again()
    assert second.judging is not None
    assert second.judging.n_cached > N_ITEMS
    assert _cells(second) == _cells(first)
    kept = read_journal(served.journal(second))
    scores = [each for found in kept.scores.values() for each in found if each.cells]
    assert sum(cell.cached for each in scores for cell in each.cells) > N_ITEMS
    assert any(each.cached for each in scores)
    assert all(all(cell.cached for cell in each.cells) for each in scores if each.cached)
    text = render_terminal(second, width=200, colour=False, unicode=True)
    assert f"{second.judging.n_cached} answers given in earlier runs" in text
    missed = render_misses(second, kept.came_back, kept.scores, probe=None, most=99, width=200)
    assert "answered no (in an earlier run)" in missed
    page = render_page(second)
    assert "answers given in earlier runs, to the same questions" in page


def test_calls_and_cost_are_told(served: Served) -> None:
    """By the replies' own tokens and the stated prices: a thousandth of what a million costs."""
    report = served.run(counted(truthful), target=PRICES)
    judging = report.judging
    assert judging is not None
    n_calls = 2 * N_ITEMS
    assert (judging.n_prompt_tokens, judging.n_completion_tokens) == (1000 * n_calls, 100 * n_calls)
    assert judging.usd == pytest.approx(n_calls * (0.002 + 0.001))
    text = render_terminal(report, width=200, colour=False, unicode=True)
    assert f"{n_calls} calls; 24000 tokens read, 2400 written; 0.07 USD" in text


def test_what_nobody_priced_did_not_cost_nothing(served: Served) -> None:
    """No price stated, and no tokens told, are said so."""
    unpriced = served.run(counted(truthful))
    assert unpriced.judging is not None
    assert unpriced.judging.usd is None
    assert "2400 written; no price stated" in render_terminal(
        unpriced, width=200, colour=False, unicode=True
    )
    uncounted = served.run(target=PRICES)
    assert uncounted.judging is not None
    assert uncounted.judging.usd is None
    assert "no reply says how many tokens it took" in render_terminal(
        uncounted, width=200, colour=False, unicode=True
    )


def test_a_plan_tells_calls_and_money_beforehand(served: Served) -> None:
    """The calls are those of the run; the money is about what is stated, and none without."""
    served.run(target=PRICES)
    priced = forecast(served.desk.open()).most
    assert (priced.calls, priced.answers) == (2 * N_ITEMS, 5 * N_ITEMS)
    assert priced.usd_for_answers(Assumed()) == pytest.approx(priced.usd_by_tokens)
    assert priced.usd_by_tokens is not None
    assert 0.02 < priced.usd_by_tokens < 1
    assert priced.usd_for_answers(Assumed(usd_per_answer=0.5)) == 30
    served.run(judge=ALONE)
    alone = forecast(served.desk.open()).most
    assert alone.calls == 5 * N_ITEMS
    assert alone.usd_by_tokens is None
    assert alone.usd(Assumed()) is None


def test_the_course_of_conversations_stands_in_the_report(served: Served) -> None:
    """What was asked stands in the first reply; by the terminal's own words too."""
    report = served.run()
    (kept,) = report.rubrics
    assert kept.cells["q04"].marks == "explored"
    assert set(kept.probes) == {"manners.listening", "manners.asking", "manners.overall"}
    assert {row.n_replies for row in _rows(report, "asking")} == {2}
    text = render_terminal(report, width=200, colour=False, unicode=True)
    assert "the course of conversations, by turn" in text
    assert "explored by turn 1" in text
