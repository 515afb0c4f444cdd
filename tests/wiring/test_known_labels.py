"""Holds a judge to known labels over whole runs: asked first, kept, compared, believed or not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))
sys.path.insert(0, str(Path(__file__).parent))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer, completion
from rubric_suite import GOOD, judged, truthful, write_judge, write_labels, write_suite

from mhgate.records import Drift, Outcome, Report
from mhgate.report import render_terminal
from mhgate.runner import Stop
from mhgate.testing import FixedJudge
from mhgate.wiring import decide_again, judge_again, what_exists

if TYPE_CHECKING:
    from conftest import Bot, Desk

N_ITEMS = 8
N_CASES = 12
BATCH = "batch = true\npreflight = false"


def unsure_of_labels(prompt: Prompt) -> str:
    """A model that has changed: where a known case is shown it sees what is not there."""
    is_case = any(text.startswith("case") for _, text in prompt.said)
    flips = {"asks": "no", "hears": "no"} if is_case else {}
    return answer(prompt, *(judged(prompt, name, **flips) for name in prompt.ids))


class Product:
    """A desk with a rubric, known labels, and a model whose mind a test can change."""

    def __init__(self, desk: Desk, bot: type[Bot]) -> None:
        self.desk, self._bot = desk, bot
        self.says = truthful
        self.server = JudgeServer(lambda prompt: (200, completion(self.says(prompt))))

    def run(self, *, judge: str = BATCH, gate: str = "", **options: str) -> Report:
        write_judge(self.desk, self.server, judge=judge, gate=gate)
        self.server.requests.clear()
        return self.desk.evaluate(self._bot(lambda _trial: GOOD), **options)

    def n_of_cases(self) -> int:
        return sum(
            any(text.startswith("case") for _, text in prompt.said)
            for prompt in self.server.prompts
        )


@pytest.fixture
def product(desk: Desk, bot: type[Bot]) -> Iterator[Product]:
    write_suite(desk, n_items=N_ITEMS)
    write_labels(desk, n_cases=N_CASES)
    made = Product(desk, bot)
    with made.server:
        yield made


def _drift(report: Report) -> Drift:
    assert report.drift is not None
    return report.drift


def test_known_labels_are_asked_first_in_the_runs_own_batches(product: Product) -> None:
    """Two calls a case, before anything of the run; the answers stand in the report."""
    report = product.run()
    drift = _drift(report)
    assert (len(drift.answers), drift.n_agreed, drift.before) == (4 * N_CASES, 4 * N_CASES, None)
    assert len({each.unit for each in drift.answers}) == 2 * N_CASES
    prompts = product.server.prompts
    assert product.n_of_cases() == 2 * N_CASES
    assert all(
        any(text.startswith("case") for _, text in prompt.said) for prompt in prompts[: 2 * N_CASES]
    )
    assert report.outcomes
    assert all(row.item_id.startswith("manners/m-") for row in report.outcomes)
    assert report.verdict.outcome is Outcome.PASS
    assert "agrees with 48 of 48" in render_terminal(report, width=200, colour=False, unicode=True)


def test_a_judge_that_has_not_changed_passes_against_its_baseline(product: Product) -> None:
    """The answers of the baseline are those that today's are paired with."""
    product.run()
    first = _last_report(product)
    again = product.run(gate=f'baseline = "{first}"')
    drift = _drift(again)
    assert drift.before is not None
    assert len(drift.paired) == 4 * N_CASES
    assert again.verdict.outcome is Outcome.PASS


def test_a_judge_that_has_changed_decides_nothing_and_the_report_proves_it(
    product: Product,
) -> None:
    """Inconclusive, with the numbers in the headline; ``mhgate decide`` takes the same decision."""
    product.run()
    first = _last_report(product)
    product.says = unsure_of_labels
    report = product.run(gate=f'baseline = "{first}"')
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    assert any(
        line.startswith("No judged probe gates: the judge has changed: it agrees with 36 of 48")
        for line in report.verdict.headline
    )
    again = decide_again(product.desk.root / _last_report(product), product.desk.open())
    assert again.report.verdict == report.verdict


def test_a_profile_that_measures_tells_it_and_blocks_nothing(product: Product) -> None:
    """There is no verdict that a judge could spoil."""

    def blind_to_cases(prompt: Prompt) -> str:
        is_case = any(text.startswith("case") for _, text in prompt.said)
        return answer(prompt, *map(entry, prompt.ids)) if is_case else truthful(prompt)

    product.says = blind_to_cases  # its quotes occur nowhere, so that no answer counts
    report = product.run(gate='profile = "measure"')
    assert not report.verdict.blocks
    assert any("No judged probe gates" in line for line in report.verdict.headline)


def test_other_judges_are_held_to_labels_where_canaries_are_wanted(
    desk: Desk, bot: type[Bot]
) -> None:
    """A judge of one's own that says yes to all is below the floor; else nobody asks it."""
    write_suite(desk, n_items=N_ITEMS)
    write_labels(desk)
    answers = {"hears": "yes", "how_warm": 1, "is_rude": "yes", "asks": "yes"}
    judge = FixedJudge({**answers, "asks_for_more": "yes"})  # type: ignore[dict-item]
    write_judge(desk, None)
    product = bot(lambda _trial: GOOD)
    assert desk.evaluate(product, judge=judge).drift is None
    write_judge(desk, None, judge="canaries = true")
    report = desk.evaluate(product, judge=judge)
    assert _drift(report).n_agreed == 24
    assert any("fewer than 75 %" in line for line in report.verdict.headline)


def test_a_run_that_scores_no_rubric_asks_no_labels(product: Product) -> None:
    """They say nothing of other questions."""
    product.desk.write(
        "manners/test_manners.py",
        "from mhgate import probe\n\n"
        '@probe(items="items.jsonl", exact=True)\n'
        "def test_speaks(transcript):\n"
        '    """It speaks."""\n'
        "    assert transcript.last.content\n",
    )
    assert product.run().drift is None
    assert product.server.requests == []


def test_judging_again_holds_the_judge_only_where_it_is_asked(product: Product) -> None:
    """Where all is known the run's own record stands; a changed question asks the labels anew."""
    product.run()
    product.server.requests.clear()
    same = _again(product)
    assert product.server.requests == []
    assert _drift(same).n_agreed == 4 * N_CASES
    write_suite(product.desk, n_items=N_ITEMS, texts={"asks": "Does it ask what happened?"})
    changed = _again(product)
    assert product.n_of_cases() == 2 * N_CASES
    assert [each.agreed_before for each in _drift(changed).answers].count(None) == N_CASES


def _again(product: Product) -> Report:
    async def main() -> Report:
        existing = what_exists("latest", product.desk.open())
        return await judge_again(existing, stop=Stop(), environ={})

    return asyncio.run(main())


def _last_report(product: Product) -> str:
    (*_, last) = sorted((product.desk.root / ".mhgate" / "runs").glob("*/report.json"))
    return str(last.relative_to(product.desk.root))
