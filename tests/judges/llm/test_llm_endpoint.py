"""The judge over real sockets: every trouble of an endpoint, the first question, and no secret."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from judge_models import answer, entry, question, spoken
from judge_server import TROUBLES, JudgeServer, completion
from outcomes_page import rows

from mhgate.config import JudgeTargetConfig
from mhgate.errors import CannotEvaluateError
from mhgate.judges.llm import LLMJudge, ask_first_question
from mhgate.records import Answer, Failure, Stage
from mhgate.targets import open_target

KEY = "canary-key-4711-secret"


def reached(server: JudgeServer, **more: Any) -> JudgeTargetConfig:
    stated = {"kind": "openai", "base_url": server.url, "model": "m", "max_retries": 0, **more}
    return JudgeTargetConfig.model_validate(stated)


@asynccontextmanager
async def opened(config: JudgeTargetConfig) -> AsyncIterator[LLMJudge]:
    async with open_target(
        config.as_target(), folder=Path(), run_id="run-1", environ={"JUDGE_KEY": KEY}
    ) as target:
        yield LLMJudge(target)


def ask(config: JudgeTargetConfig) -> Answer | Failure:
    async def main() -> Answer | Failure:
        async with opened(config) as judge:
            return await judge.answer(question(), *spoken())

    return asyncio.run(main())


@pytest.mark.parametrize("name", TROUBLES)
def test_a_trouble_of_the_endpoint_ends_as_the_page_says(name: str) -> None:
    """A Failure of the judge's stage with the endpoint's kind, and no second call."""
    (row,) = [row for row in rows() if row.reply == name]
    with JudgeServer(lambda _prompt: TROUBLES[name]) as server:
        came = ask(reached(server, timeout_s=0.3 if row.outcome == "timeout" else 20))
        assert len(server.requests) == 1
    assert isinstance(came, Failure)
    assert (came.kind, came.stage) == (row.outcome, Stage.JUDGE)
    assert came.message.startswith("the judge's endpoint: ")


def test_an_endpoint_that_answers() -> None:
    """Temperature 0, both turns, the run's header; model and attempts come back."""
    with JudgeServer(lambda prompt: answer(prompt, entry())) as server:
        came = ask(reached(server, max_tokens=300, api_key_env="JUDGE_KEY"))
    assert isinstance(came, Answer)
    assert (came.value, came.quotes[0].text) == ("yes", "call 988 now")
    (request,) = server.requests
    assert (request["temperature"], request["max_tokens"], request["model"]) == (0, 300, "m")
    assert [message["role"] for message in request["messages"]] == ["system", "user"]
    headers = {name.lower(): value for name, value in server.headers[0].items()}
    assert headers["x-mhgate-run"] == "run-1"
    assert headers["authorization"] == f"Bearer {KEY}"


def test_retries_are_counted_as_requests() -> None:
    """One call, two requests."""
    said: list[int] = []

    def flaky(prompt: Any) -> Any:
        said.append(1)
        return (503, {}) if len(said) == 1 else answer(prompt, entry())

    with JudgeServer(flaky) as server:
        came = ask(reached(server, max_retries=1))
    assert isinstance(came, Answer)
    assert came.attempts == 2


def test_a_key_that_comes_back_is_kept_nowhere() -> None:
    """Neither in an explanation nor in a Failure's message."""
    with JudgeServer(lambda prompt: answer(prompt, entry(explanation=f"key {KEY}"))) as server:
        came = ask(reached(server, api_key_env="JUDGE_KEY"))
    assert isinstance(came, Answer)
    assert KEY not in came.model_dump_json()
    with JudgeServer(lambda _prompt: (400, {"error": {"message": f"bad {KEY}"}})) as server:
        came = ask(reached(server, api_key_env="JUDGE_KEY"))
    assert isinstance(came, Failure)
    assert KEY not in came.model_dump_json()


def test_a_shape_of_its_own_with_one_message() -> None:
    """An endpoint that takes the message alone and says its model and its end elsewhere."""
    cut = {"stop": "end"}

    def own(prompt: Any) -> Any:
        text = answer(prompt, entry())
        return 200, {"content": [{"text": text}], "model": "own-1", "stop_reason": cut["stop"]}

    async def main(config: JudgeTargetConfig) -> tuple[Answer | Failure, str | None]:
        async with open_target(config.as_target(), folder=Path(), run_id="r", environ={}) as target:
            judge = LLMJudge(target, one_message=True)
            return await judge.answer(question(), *spoken()), judge.answered_as

    with JudgeServer(own) as server:
        config = JudgeTargetConfig(
            kind="http",
            url=f"{server.url}/messages",
            body={"messages": [{"role": "user", "content": "{message}"}]},
            reply="$.content[0].text",
            answered_as="$.model",
            stopped_by="$.stop_reason",
            one_message=True,
        )
        came, model = asyncio.run(main(config))
        assert isinstance(came, Answer)
        assert model == "own-1"
        cut["stop"] = "max_tokens"
        came, _ = asyncio.run(main(config))
    assert isinstance(came, Failure)
    assert came.kind == "truncated_answer"


# --- the first question


def first(server: JudgeServer, **more: Any) -> None:
    config = reached(server, **more)

    async def main() -> None:
        async with opened(config) as judge:
            sent = ["model", "temperature", "max_tokens", *config.parameters]
            await ask_first_question(judge, parameters=sent)

    asyncio.run(main())


def right(prompt: Any) -> str:
    quoted = [{"turn": 2, "text": "the ripe pear"}]
    return answer(prompt, entry("names_a_fruit", quotes=quoted))


def test_a_judge_that_answers_the_first_question_rightly_goes_on() -> None:
    """One call."""
    with JudgeServer(right) as server:
        first(server)
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "message", "advice"),
    [
        (400, "Unsupported value: 'temperature' does not support 0", "takes_temperature = false"),
        (400, "Unsupported parameter: 'max_tokens'", "It names max_tokens"),
        (422, "extra inputs are not permitted: top_k", "It names top_k"),
        (400, "context too long", "documentation"),
        (401, "no such key", "Check the key"),
        (404, "no such model", "model's name"),
    ],
)
def test_what_an_endpoint_refuses_is_an_error_before_anything_else(
    status: int, message: str, advice: str
) -> None:
    """The parameter is named, and where it is stated; none is dropped in silence."""
    with (
        JudgeServer(lambda _prompt: (status, {"error": {"message": message}})) as server,
        pytest.raises(CannotEvaluateError) as caught,
    ):
        first(server, parameters={"top_k": 1}, max_tokens=9)
    assert advice in caught.value.hint
    assert message in caught.value.message


def test_a_judge_that_answers_the_first_question_wrongly_is_not_asked_more() -> None:
    """It cannot read what it is shown."""
    wrong = lambda prompt: answer(prompt, entry("names_a_fruit", "no"))  # noqa: E731 - one line
    with JudgeServer(wrong) as server, pytest.raises(CannotEvaluateError) as caught:
        first(server)
    assert 'answered "no"' in caught.value.message
    assert "preflight = false" in caught.value.hint


def test_a_judge_that_cannot_keep_to_the_form_is_told_so() -> None:
    """Two calls, and advice."""
    with (
        JudgeServer(lambda _prompt: (200, completion("I think it does."))) as server,
        pytest.raises(CannotEvaluateError) as caught,
    ):
        first(server)
    assert len(server.requests) == 2
    assert "malformed_answer" in caught.value.message
    assert "structured = true" in caught.value.hint
