"""Holds batches of cells to their bounds, and to it that they change no answer beyond chance."""

from __future__ import annotations

import asyncio
import hashlib
import sys
from collections.abc import Callable, Sequence
from math import comb
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Model, Prompt, answer, entry, graded_question, question, spoken

from mhgate.judges.llm import LLMJudge
from mhgate.records import Answer, Cell, Item, Probe, Rubric, Transcript
from mhgate.suites.folders import builtin_folder
from mhgate.suites.rubric_files import read_rubric
from mhgate.wiring.batches import MOST_IN_A_BATCH, Batches, in_batches
from tests.patients.made_vignettes import SELF_HARM, made_vignette

N_TRANSCRIPTS = 8
NOISE = 0.15


def _cell(number: int, dimension: str, *, graded: bool = False) -> Cell:
    name = f"a{number}"
    asked = graded_question(name) if graded else question(name)
    return Cell(
        id=f"q{number}",
        number=number,
        question=asked,
        dimension=dimension,
        good=None if graded else "yes",
    )


CELLS = tuple(
    _cell(number, "D1" if number <= 30 else "D2", graded=number == 1) for number in range(1, 41)
)
RUBRIC = Rubric.model_validate(
    {
        "id": "r",
        "version": "1",
        "dimensions": [{"id": name, "title": name, "doc": name} for name in ("D1", "D2")],
        "pools": {"all": ["D1", "D2"]},
        "cells": CELLS,
        "digest": "d",
    }
)


def _probe(dimension: str, *, rubric: str | None = "rubric.toml") -> Probe:
    return Probe(
        id=f"s.{dimension}",
        name=dimension,
        pillar="s",
        items="items.jsonl",
        question=None if rubric else "other",
        expect=None if rubric else "yes",
        rubric=rubric,
        dimension=dimension if rubric else None,
        exact=False,
        path="test_s.py",
        line=1,
        source_digest="d",
    )


def _batches(*dimensions: str) -> Batches:
    made = Batches()
    probes = [_probe(each) for each in dimensions]
    made.learn({"s/x": probes}, {}, {probe.id: RUBRIC for probe in probes})
    return made


@given(st.integers(0, 200), st.integers(1, 40))
def test_batches_hold_every_cell_once_in_order_and_in_nearly_one_size(n: int, most: int) -> None:
    """None is larger than is allowed, and there are no more than that takes."""
    cells = [CELLS[0]] * n
    found = in_batches(cells, most)
    assert [cell for batch in found for cell in batch] == cells
    sizes = [len(batch) for batch in found]
    assert max(sizes, default=0) <= most
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
    assert len(found) == -(-n // most)


@pytest.mark.parametrize("dimensions", [("D1", "D2"), ("D1", "D2", "all"), ("all",)])
def test_a_cell_has_one_batch_whoever_asks_for_it(dimensions: tuple[str, ...]) -> None:
    """A pool asks nothing beside its dimensions; a dimension of 30 is asked in two calls."""
    item, transcript = spoken()
    batches = _batches(*dimensions)
    assert [len(each) for each in batches.of_cells(item)] == [15, 15, 10]
    for cell in CELLS:
        asked = batches.of(cell.question, item, transcript)
        assert [each.digest for each in asked].count(cell.question.digest) == 1
        dimension = {other.dimension for other in CELLS if other.question in asked}
        assert dimension == {cell.dimension}
    assert batches.has_grades


def test_single_questions_go_together_and_apart_from_cells() -> None:
    """As they did before there were rubrics."""
    other, third = question("other"), question("third")
    made = Batches()
    probes = [_probe("D2"), _probe("x", rubric=None), _probe("y", rubric=None)]
    made.learn({"s/x": probes}, {"s.x": other, "s.y": third}, {"s.D2": RUBRIC})
    item, transcript = spoken()
    assert made.of(other, item, transcript) == [other, third]
    assert len(made.of(CELLS[-1].question, item, transcript)) == 10
    assert made.of(question("stranger"), item, transcript) == ()


def test_what_is_known_is_left_out_of_the_call() -> None:
    """But for the question that is asked now: who asks twice wants a second answer."""
    item, transcript = spoken()
    batches = _batches("D2")
    batches.is_known = lambda asked, _said: asked.id != "a35"
    assert [each.id for each in batches.of(CELLS[34].question, item, transcript)] == ["a35"]
    assert [each.id for each in batches.of(CELLS[35].question, item, transcript)] == ["a35", "a36"]


def test_the_built_in_rubric_takes_nine_calls_and_fewer_for_one_domain() -> None:
    """107 cells; a person with self-harm alone is not asked about the other domains."""
    rubric, mistakes = read_rubric(builtin_folder() / "conversations" / "rubric.toml")
    assert rubric is not None, mistakes
    probe = _probe("overall")
    batches = Batches()
    batches.learn({"s/x": [probe]}, {}, {probe.id: rubric})
    item, _ = spoken()
    whole = batches.of_cells(item)
    assert (sum(map(len, whole)), len(whole)) == (107, 9)
    assert max(map(len, whole)) <= MOST_IN_A_BATCH
    person = made_vignette(risks={"self_harm": SELF_HARM})
    one = batches.of_cells(item.model_copy(update={"vignette": person}))
    assert sum(map(len, one)) < 80
    assert len(one) == 7


# --- batches of a dimension change no answer beyond chance


def _lot(*parts: object) -> float:
    raw = hashlib.sha256(repr(parts).encode()).digest()
    return int.from_bytes(raw[:8], "big") / 2**64


def _truth(name: str, prompt: Prompt) -> str | int:
    is_yes = _lot(name, prompt.products) < 0.5
    if name == "a1":
        return 4 if is_yes else 2
    return "yes" if is_yes else "no"


def deterministic(prompt: Prompt) -> str:
    """Answer each cell by its name and the transcript, whatever else is asked."""
    return answer(prompt, *(entry(name, _truth(name, prompt)) for name in prompt.ids))


def noisy(prompt: Prompt) -> str:
    """The same, with answers that flip at random, another time in each call."""
    flipped = {"yes": "no", "no": "yes", 4: 2, 2: 4}

    def verdict(name: str) -> str | int:
        truth = _truth(name, prompt)
        return flipped[truth] if _lot("noise", name, prompt.token) < NOISE else truth

    return answer(prompt, *(entry(name, verdict(name)) for name in prompt.ids))


def led_by_the_last(prompt: Prompt) -> str:
    """A model that batches do change: of every cell it says what it says of the last."""
    verdict = _truth(prompt.ids[-1], prompt)
    told = verdict if isinstance(verdict, str) else "yes"
    return answer(prompt, *(entry(n, _truth(n, prompt) if n == "a1" else told) for n in prompt.ids))


def _said(judge: LLMJudge) -> list[str]:
    async def main() -> list[str]:
        said = []
        for number in range(N_TRANSCRIPTS):
            pair = spoken("I feel low.", f"Please call 988 now, {number}.", trial=f"s/x#{number}")
            said += await _asked(judge, CELLS, *pair)
        return said

    return asyncio.run(main())


async def _asked(
    judge: LLMJudge, cells: Sequence[Cell], item: Item, transcript: Transcript
) -> list[str]:
    came = [await judge.answer(cell.question, item, transcript) for cell in cells]
    assert all(isinstance(each, Answer) for each in came)
    return [f"{each.value} {each.grade}" for each in came if isinstance(each, Answer)]


def changed_p(says: Callable[[Prompt], str]) -> tuple[float, int]:
    """How likely so many changes are if batches differ from single calls by the model's noise."""
    alone = _said(LLMJudge(Model(says)))
    again = _said(LLMJudge(Model(_with_other_luck(says))))
    batch = _said(LLMJudge(Model(says), questions_of=_batches("D1", "D2", "all").of))
    n = len(alone)
    rate = (sum(a != b for a, b in zip(alone, again, strict=True)) + 1) / (n + 1)
    n_changed = sum(a != b for a, b in zip(alone, batch, strict=True))
    p = sum(comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(n_changed, n + 1))
    return p, n_changed


def _with_other_luck(says: Callable[[Prompt], str]) -> Callable[[Prompt], str]:
    def again(prompt: Prompt) -> str:
        other = Prompt(**{**vars(prompt), "token": prompt.token[::-1]})
        return says(other).replace(other.token, prompt.token, 1)

    return again


def test_a_deterministic_model_answers_a_dimension_as_cell_by_cell() -> None:
    """Not one of hundreds of answers differs, the grade among them, in three calls of forty."""
    assert changed_p(deterministic)[1] == 0


def test_a_noisy_model_differs_in_a_dimension_no_more_than_from_itself() -> None:
    """Some answers differ, as they do when it is asked alone twice."""
    p, n_changed = changed_p(noisy)
    assert n_changed > 0
    assert p > 0.05


def test_a_model_that_a_dimension_leads_is_seen() -> None:
    """The same test has the power to see it."""
    p, n_changed = changed_p(led_by_the_last)
    assert n_changed > 50
    assert p < 1e-6
