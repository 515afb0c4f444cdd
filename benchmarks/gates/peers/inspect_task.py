"""Inspect AI: a task with ``generate`` and ``model_graded_qa``, for ``inspect eval``."""

from __future__ import annotations

import json
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import model_graded_qa
from inspect_ai.solver import generate, system_message

from benchmarks.gates.task import RUBRIC, SYSTEM

_JUDGE = "openai-api/mock/mock-judge-2026-01-01"


@task
def care() -> Task:
    """The work."""
    lines = Path("items.jsonl").read_text(encoding="utf-8").splitlines()
    items = [json.loads(line) for line in lines]
    samples = [Sample(input=item["prompt"], target=RUBRIC, id=item["id"]) for item in items]
    return Task(
        dataset=MemoryDataset(samples),
        solver=[system_message(SYSTEM), generate()],
        scorer=model_graded_qa(model=_JUDGE),
    )
