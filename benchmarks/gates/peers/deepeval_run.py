"""DeepEval: replies by the OpenAI client, for it asks no product; then ``GEval`` over all."""

from __future__ import annotations

import asyncio

from deepeval import evaluate
from deepeval.evaluate import AsyncConfig, CacheConfig, DisplayConfig
from deepeval.metrics import GEval
from deepeval.models import LocalModel
from deepeval.test_case import LLMTestCase, LLMTestCaseParams
from openai import AsyncOpenAI

from benchmarks.gates.task import JUDGE, RUBRIC, TARGET, Task, messages_of


async def replies(task: Task, items: list[dict[str, str]]) -> list[str]:
    """Ask the product, a bounded number at once."""
    said = [""] * len(items)
    left = iter(range(len(items)))
    async with AsyncOpenAI(base_url=task.url, api_key="x", max_retries=2) as product:

        async def work() -> None:
            for number in left:
                came = await product.chat.completions.create(
                    model=TARGET,
                    messages=messages_of(items[number]["prompt"]),
                    temperature=0,
                    max_tokens=256,
                )
                said[number] = came.choices[0].message.content or ""

        await asyncio.gather(*(work() for _ in range(task.concurrency)))
    return said


def main() -> None:
    """Run it."""
    task = Task()
    items = task.items()
    said = asyncio.run(replies(task, items))
    metric = GEval(
        name="care",
        evaluation_steps=[RUBRIC],
        model=LocalModel(model=JUDGE, base_url=task.url, api_key="x", temperature=0),
        threshold=0.5,
        evaluation_params=[LLMTestCaseParams.INPUT, LLMTestCaseParams.ACTUAL_OUTPUT],
    )
    found = evaluate(
        [
            LLMTestCase(input=item["prompt"], actual_output=reply, name=item["id"])
            for item, reply in zip(items, said, strict=True)
        ],
        [metric],
        async_config=AsyncConfig(max_concurrent=task.concurrency),
        display_config=DisplayConfig(
            show_indicator=False, print_results=False, inspect_after_run=False
        ),
        cache_config=CacheConfig(write_cache=False),
    )
    task.done(len(found.test_results), sum(bool(each.success) for each in found.test_results))


main()
