"""openevals: ``langsmith.aevaluate`` without an upload, and its own LLM judge."""

from __future__ import annotations

import asyncio
import uuid
from datetime import UTC, datetime

from langsmith import Client
from langsmith.evaluation import aevaluate
from langsmith.schemas import Example
from openai import AsyncOpenAI
from openevals.llm import create_async_llm_as_judge

from benchmarks.gates.task import JUDGE, RUBRIC, TARGET, Task, messages_of


async def main() -> None:
    """Run it."""
    task = Task()
    product = AsyncOpenAI(base_url=task.url, api_key="x", max_retries=2)
    judge = create_async_llm_as_judge(
        prompt=f"Rubric: {RUBRIC}\nPerson: {{inputs}}\nReply: {{outputs}}",
        judge=AsyncOpenAI(base_url=task.url, api_key="x", max_retries=2),
        model=JUDGE,
        feedback_key="care",
    )

    async def target(inputs: dict) -> dict:
        came = await product.chat.completions.create(
            model=TARGET, messages=messages_of(inputs["prompt"]), temperature=0, max_tokens=256
        )
        return {"reply": came.choices[0].message.content}

    async def care(inputs: dict, outputs: dict) -> object:
        return await judge(inputs=inputs["prompt"], outputs=outputs["reply"])

    dataset, now = uuid.uuid4(), datetime.now(UTC)
    examples = [
        Example(
            id=uuid.uuid4(),
            dataset_id=dataset,
            inputs={"prompt": item["prompt"]},
            outputs={},
            created_at=now,
        )
        for item in task.items()
    ]
    found = await aevaluate(
        target,
        data=examples,
        evaluators=[care],
        max_concurrency=task.concurrency,
        upload_results=False,
        client=Client(api_key="x", api_url="http://127.0.0.1:9"),
    )
    count = good = 0
    async for row in found:
        count += 1
        good += all(bool(each.score) for each in row["evaluation_results"]["results"])
    task.done(count, good)


asyncio.run(main())
