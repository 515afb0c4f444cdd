"""The Responses API is asked and read as its reference has it, whole and streamed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from building import RUN_ID, opened, trial, user
from fault_server import Behaviour, FaultServer, answer, stream

from mhgate.errors import ConfigError
from mhgate.records import Failure, Turn


def response(*texts: str, **more: Any) -> dict[str, Any]:
    """A response's body with one message of these texts."""
    parts = [{"type": "output_text", "text": text, "annotations": []} for text in texts]
    message = {"type": "message", "role": "assistant", "status": "completed", "content": parts}
    return {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "model": "bot-2026-01-01",
        "error": None,
        "incomplete_details": None,
        "output": [{"type": "reasoning", "summary": []}, *([message] if texts else [])],
        "usage": {
            "input_tokens": 7,
            "output_tokens": 30,
            "output_tokens_details": {"reasoning_tokens": 20},
        },
        **more,
    }


def event(kind: str, **data: Any) -> bytes:
    """One event of a stream."""
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **data})}\n\n".encode()


def run(behaviour: Behaviour, *, turns: Any = None, **keys: Any) -> Any:
    async def go() -> Any:
        async with (
            FaultServer(behaviour) as server,
            opened(
                "openai",
                **{"base_url": f"{server.url}/v1", "model": "bot", "api": "responses", **keys},
            ) as target,
        ):
            return await target.reply(turns or user(), trial()), server.log[0]

    return asyncio.run(go())


def test_the_request() -> None:
    """Input, instructions and limits have their own names there, and nothing is stored."""
    turns = [*user("a"), Turn(role="assistant", content="b"), *user("c")]
    reply, seen = run(
        answer(response("I hear ", "you.")),
        turns=turns,
        system_prompt="Be kind. {history}",
        max_tokens=50,
        temperature=0.5,
        parameters={"reasoning": {"effort": "low"}},
        headers={"X-Team": "{run}"},
    )
    assert seen.path == "/v1/responses"
    assert seen.headers["x-team"] == RUN_ID
    assert seen.json == {
        "model": "bot",
        "store": False,
        "instructions": "Be kind. {history}",
        "max_output_tokens": 50,
        "temperature": 0.5,
        "reasoning": {"effort": "low"},
        "input": [
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": "c"},
        ],
    }
    assert (reply.content, reply.finish_reason) == ("I hear you.", "completed")
    assert (reply.prompt_tokens, reply.completion_tokens) == (7, 30)
    assert reply.model == "bot-2026-01-01"
    assert reply.flags == {}


STREAM = [
    event("response.created", response={"status": "in_progress"}),
    event("response.output_item.added", item={"type": "message"}),
    event("response.output_text.delta", delta="I hear "),
    event("response.output_text.delta", delta="you."),
]


def test_a_stream() -> None:
    """Its last event holds the whole response, or where it leaves the text out, the pieces do."""
    for last in (response("I hear you."), response(status="completed")):
        end = event("response.completed", response=last)
        reply, seen = run(stream(*STREAM, end), stream=True)
        assert seen.json["stream"] is True
        assert (reply.content, reply.completion_tokens) == ("I hear you.", 30)


@pytest.mark.parametrize(
    ("pieces", "kind", "said"),
    [
        (STREAM, "truncated_stream", "before its terminal event"),
        ([*STREAM, b"data: [DONE]\n\n"], "truncated_stream", "before its terminal event"),
        (
            [*STREAM, event("error", code="server_error", message="no room")],
            "stream_error",
            "no room",
        ),
        (
            [*STREAM, event("response.failed", response=response(error={"code": "x"}))],
            "error_reply",
            "failed",
        ),
        ([*STREAM, event("response.failed", response={})], "error_reply", "failed"),
        ([*STREAM, event("response.failed", response=response("I hear"))], "error_reply", "failed"),
        ([b"data: [1]\n\n"], "unreadable_reply", "a list"),
    ],
)
def test_streams_that_are_none(pieces: list[bytes], kind: str, said: str) -> None:
    """The end of the body, an error event and a failed response are failures, never half a text."""
    reply, _ = run(stream(*pieces), stream=True, max_retries=0)
    assert isinstance(reply, Failure)
    assert (reply.kind, said in reply.message) == (kind, True)


@pytest.mark.parametrize("last", [{}, {"status": "completed"}, response("I hear")])
def test_a_stream_that_ends_incomplete(last: dict[str, Any]) -> None:
    """What the last event is called holds, where the response in it says less or otherwise."""
    end = event("response.incomplete", response=last)
    reply, _ = run(stream(*STREAM, end), stream=True)
    assert reply.finish_reason == "incomplete"


def test_refusals_tools_and_flags() -> None:
    """A refusal is a reply; calls of tools and the product's own fields are flags."""
    message = {
        "type": "message",
        "content": [{"type": "refusal", "refusal": "I cannot do that."}],
    }
    call = {"type": "function_call", "name": "page", "arguments": '{"who": "nurse"}'}
    body = response(output=[message, call], metadata={"crisis": True})
    reply, _ = run(answer(body), flags={"crisis": "$.metadata.crisis"})
    assert reply.content == "I cannot do that."
    assert reply.flags == {
        "crisis": True,
        "refusal": "I cannot do that.",
        "tool_calls": [{"name": "page", "arguments": {"who": "nurse"}}],
    }


INCOMPLETE = {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
FILTERED = {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        (response(**INCOMPLETE), "no_content", "max_output_tokens, 20 reasoning tokens"),
        (response(usage=None), "no_content", "reasoning alone"),
        (response(**FILTERED), "content_filter", "withheld"),
        (response(status="queued"), "no_content", "status queued"),
        (
            response(output=[{"type": "function_call", "name": "page", "arguments": "{"}]),
            "no_content",
            "it called a tool: page",
        ),
        (
            response(status="failed", error={"code": "rate_limit_exceeded", "message": "later"}),
            "rate_limited",
            "later",
        ),
        (
            response(status="failed", error={"code": "invalid_prompt", "message": "no"}),
            "error_reply",
            "invalid_prompt",
        ),
        (response("I hear you.", status="failed"), "error_reply", "does not say why"),
        ({"choices": []}, "unreadable_reply", "without output"),
        ([], "unreadable_reply", "a list"),
    ],
)
def test_responses_without_words(body: Any, kind: str, said: str) -> None:
    """Each is a failure that says why: thoughts alone, a filter, a tool, an error."""
    reply, _ = run(answer(body), max_retries=0)
    assert isinstance(reply, Failure)
    assert (reply.kind, said in reply.message) == (kind, True), reply.message


def test_what_was_said_before_it_was_cut_is_a_reply() -> None:
    """A text that ran out of tokens, or that a filter cut, is what the user sees."""
    reply, _ = run(answer(response("I he", **INCOMPLETE)))
    assert (reply.content, reply.finish_reason) == ("I he", "max_output_tokens")
    reply, _ = run(answer(response("I he", **FILTERED)))
    assert (reply.content, reply.flags) == ("I he", {"content_filter": True})


@pytest.mark.parametrize("key", ["input", "instructions", "max_output_tokens", "model"])
def test_parameters_with_a_place_of_their_own(key: str) -> None:
    """A parameter that has its own key is a mistake that names both."""
    with pytest.raises(ConfigError, match=f"target.parameters.{key}"):
        run(answer(response("x")), parameters={key: 1})


def test_both_apis_are_two_targets() -> None:
    """What is asked through one is not compared as if it came through the other."""

    async def go(api: str) -> str:
        keys = {"base_url": "http://127.0.0.1:1/v1", "model": "bot", "api": api}
        async with opened("openai", **keys) as target:
            return str(target.fingerprint)

    assert asyncio.run(go("chat")) != asyncio.run(go("responses"))
