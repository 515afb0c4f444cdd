"""pydantic-evals: ``Dataset.evaluate`` with ``LLMJudge``."""

from __future__ import annotations

import asyncio

from openai import AsyncOpenAI
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_evals import Case, Dataset
from pydantic_evals.evaluators import LLMJudge

from benchmarks.gates.task import JUDGE, RUBRIC, TARGET, Task, messages_of


async def main() -> None:
    """Run it."""
    task = Task()
    product = AsyncOpenAI(base_url=task.url, api_key="x", max_retries=2)
    provider = OpenAIProvider(openai_client=AsyncOpenAI(base_url=task.url, api_key="x"))
    judge = LLMJudge(
        rubric=RUBRIC, model=OpenAIChatModel(JUDGE, provider=provider), include_input=True
    )
    dataset = Dataset(
        name="care",
        cases=[Case(name=item["id"], inputs=item["prompt"]) for item in task.items()],
        evaluators=[judge],
    )

    async def target(prompt: str) -> str:
        came = await product.chat.completions.create(
            model=TARGET, messages=messages_of(prompt), temperature=0, max_tokens=256
        )
        return came.choices[0].message.content or ""

    report = await dataset.evaluate(target, max_concurrency=task.concurrency, progress=False)
    good = sum(all(each.value for each in case.assertions.values()) for case in report.cases)
    task.done(len(report.cases), good)


asyncio.run(main())
