"""Holds judging several times where a model judges: every repeat is a call, also of a batch."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer, completion

from mhgate.runner import Stop
from mhgate.wiring import Repeats, judge_repeatedly, what_exists

if TYPE_CHECKING:
    from conftest import Bot, Desk

N_ITEMS = 12

PROBES = "from mhgate import probe\n" + "".join(
    f'\n@probe(items="items.jsonl", question="{name}", expect="no")\n'
    f'def test_{name}(answer):\n    """{name}."""\n'
    for name in ("is_rude", "is_long")
)

QUESTIONS = '[suite]\nversion = "1.0.0"\npillar = "manners"\n' + "".join(
    f'[question.{name}]\ntext = "{name}?"\nyes = "It is."\nno = "It is not."\nquote = "never"\n'
    'sources = ["a house rule"]\n'
    for name in ("is_rude", "is_long")
)


class Wavering:
    """A model that finds a transcript long every second time, once a test lets it."""

    def __init__(self) -> None:
        self.model, self.wavers = "one-2026-01-01", False
        self._seen: dict[str, int] = {}
        self.server = JudgeServer(self._reply)

    def _reply(self, prompt: Prompt) -> tuple[int, object]:
        said = []
        for name in prompt.ids:
            if name == "names_a_fruit" and "ripe pear" in prompt.products:
                said.append(entry(name, "yes", quotes=[{"turn": 2, "text": "ripe pear"}]))
                continue
            key = f"{name} {prompt.said}"
            self._seen[key] = self._seen.get(key, 0) + 1
            is_yes = self.wavers and name == "is_long" and self._seen[key] % 2 == 0
            said.append(entry(name, "yes" if is_yes else "no"))
        return 200, completion(answer(prompt, *said), model=self.model)


@pytest.fixture(params=[False, True], ids=["one by one", "batched"])
def judged(desk: Desk, request: pytest.FixtureRequest) -> Iterator[tuple[Desk, Wavering, bool]]:
    """A product with two judged probes, and a model that judges them."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.items(N_ITEMS)
    made = Wavering()
    with made.server:
        judge = (
            f'kind = "llm"\ncanaries = false\nbatch = {str(request.param).lower()}\n'
            f'[judge.target]\nkind = "openai"\nbase_url = "{made.server.url}"\n'
            'model = "moving-2026-01-01"\nmax_retries = 0\ntimeout_s = 20'
        )
        desk.edit("thresholds.toml", 'kind = "rules"\ntrust = "off"', f'trust = "off"\n{judge}')
        yield desk, made, request.param


def _repeated(desk: Desk, repeats: int) -> Repeats:
    async def main() -> Repeats:
        existing = what_exists("latest", desk.open())
        return await judge_repeatedly(existing, repeats=repeats, stop=Stop(), environ={})

    return asyncio.run(main())


def test_every_further_repeat_is_a_call(
    judged: tuple[Desk, Wavering, bool], bot: type[Bot]
) -> None:
    """The first is the run's; of a batch no answer is taken twice, so that a flip is seen."""
    desk, model, is_batched = judged
    desk.evaluate(bot())
    model.server.requests.clear()
    model.wavers = True
    found = _repeated(desk, 3)
    n_calls = N_ITEMS * 2 * (1 if is_batched else 2)
    assert len(model.server.requests) == n_calls + 1, "and the first question"
    assert (found.n_reused, found.n_asked) == (2 * N_ITEMS, 4 * N_ITEMS)
    assert (found.model, found.is_deterministic) == (model.model, False)
    flips = {each.probe: each.flips.judge for each in found.probes}
    assert flips["manners.is_rude"].flips == 0
    assert flips["manners.is_long"].flips == N_ITEMS


def test_answers_of_another_model_are_no_repeat(
    judged: tuple[Desk, Wavering, bool], bot: type[Bot]
) -> None:
    """Where another one answers under the name today, all is asked anew."""
    desk, model, _ = judged
    desk.evaluate(bot())
    model.model = "two-2026-02-02"
    found = _repeated(desk, 2)
    assert (found.n_reused, found.n_asked) == (0, 4 * N_ITEMS)
    assert found.model == "two-2026-02-02"
