"""Chat completions are asked and read as the protocol has it, whole and streamed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from building import RUN_ID, SAID, opened, trial, user
from fault_server import Behaviour, FaultServer, answer, chunk, completion, stream

from mhgate.errors import CannotEvaluateError, ConfigError
from mhgate.records import Failure, Turn

DONE = b"data: [DONE]\n\n"


def run(
    behaviour: Behaviour, *, path: str = "/v1", turns: Any = None, environ: Any = None, **keys: Any
) -> Any:
    async def go() -> Any:
        async with (
            FaultServer(behaviour) as server,
            opened(
                "openai", environ=environ, **{"base_url": server.url + path, "model": "bot", **keys}
            ) as target,
        ):
            return await target.reply(turns or user(), trial()), server.log[0]

    return asyncio.run(go())


def test_the_least_request() -> None:
    """Without further keys only the model and the messages are sent, and no key."""
    reply, seen = run(answer(completion()))
    assert (seen.method, seen.path) == ("POST", "/v1/chat/completions")
    assert seen.json == {"model": "bot", "messages": [{"role": "user", "content": SAID}]}
    assert "authorization" not in seen.headers
    assert seen.headers["x-mhgate-run"] == RUN_ID
    assert seen.headers["user-agent"].startswith("mhgate/")
    assert reply.content == "I hear you."
    assert (reply.model, reply.finish_reason) == ("bot-2026-01-01", "stop")
    assert (reply.prompt_tokens, reply.completion_tokens) == (7, 3)
    assert reply.latency_s > 0


def test_the_whole_request() -> None:
    """System prompt, key, parameters and the conversation arrive; the seed is the trial's."""
    turns = [*user("a"), Turn(role="assistant", content="b"), *user("c {message}")]
    _, seen = run(
        answer(completion()),
        turns=turns,
        environ={"BOT_KEY": "sk-canary"},
        api_key_env="BOT_KEY",
        system_prompt="Be kind. {history}",
        temperature=0.0,
        max_tokens=50,
        parameters={"seed": "{seed}", "top_p": 0.9, "user": "{run}", "stop": ["{x}"]},
    )
    assert seen.headers["authorization"] == "Bearer sk-canary"
    assert seen.json == {
        "model": "bot",
        "temperature": 0.0,
        "max_tokens": 50,
        "seed": 5,
        "top_p": 0.9,
        "user": RUN_ID,
        "stop": ["{x}"],
        "messages": [
            {"role": "system", "content": "Be kind. {history}"},
            {"role": "user", "content": "a"},
            {"role": "assistant", "content": "b"},
            {"role": "user", "content": "c {message}"},
        ],
    }


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/v1/", "/v1/chat/completions"),
        ("", "/chat/completions"),
        ("/x/chat/completions", "/x/chat/completions"),
        ("/openai/deployments/d?api-version=2", "/openai/deployments/d/chat/completions"),
    ],
)
def test_base_urls(path: str, asked: str) -> None:
    """The endpoint's path is put where it belongs, and a query is kept."""
    _, seen = run(answer(completion()), path=path)
    assert seen.path == asked
    assert seen.query == ({"api-version": ["2"]} if "?" in path else {})


ENDINGS = {
    "done": [chunk("I hear"), chunk(" you."), chunk(None, "stop"), DONE],
    "done alone": [chunk("I hear you."), DONE],
    "reason alone": [chunk("I hear you."), chunk(None, "stop")],
    "in one piece": [b"".join([chunk("I hear you."), chunk(None, "stop"), DONE])],
    "bytes": [bytes([byte]) for byte in chunk("I hear you.") + chunk(None, "stop") + DONE],
    "no last newline": [chunk("I hear you."), b"data: [DONE]"],
    "pings": [b": ping\n\n", chunk("I hear you."), b": ping\n\n", DONE],
    "empty choices": [b'data: {"choices": []}\n\n', chunk("I hear you."), DONE],
    "CRLF": [chunk("I hear you.").replace(b"\n", b"\r\n"), b"data:[DONE]\r\n\r\n"],
}


@pytest.mark.parametrize("pieces", ENDINGS.values(), ids=ENDINGS)
def test_streams(pieces: list[bytes]) -> None:
    """A stream is whole with its marker or with a finish reason, however it is cut."""
    reply, seen = run(stream(*pieces), stream=True)
    assert seen.json["stream"] is True
    assert isinstance(reply, Turn)
    assert reply.content == "I hear you."


def test_the_choices_of_a_stream_are_not_mixed() -> None:
    """Where several were asked for, their pieces come by turns; the first one's are the reply."""

    def piece(index: int, text: str, finish: str | None = None) -> bytes:
        choice = {"index": index, "delta": {"content": text}, "finish_reason": finish}
        return f"data: {json.dumps({'choices': [choice]})}\n\n".encode()

    pieces = [piece(0, "I hear "), piece(1, "Go "), piece(1, "away.", "length"), piece(0, "you.")]
    reply, _ = run(stream(*pieces, DONE), stream=True)
    assert (reply.content, reply.finish_reason) == ("I hear you.", None)


BROKE = {"error": {"code": 502, "message": "the provider broke off"}}


@pytest.mark.parametrize(
    ("behaviour", "is_stream", "kind"),
    [
        (answer(completion("Half a", **BROKE)), False, "error_reply"),
        (
            answer({"choices": [{"message": {"content": "Half a"}, **BROKE}]}),
            False,
            "error_reply",
        ),
        (
            stream(
                chunk("Half a"),
                b"data: "
                + json.dumps(
                    {"choices": [{"delta": {}, "finish_reason": "error", **BROKE}]}
                ).encode()
                + b"\n\n",
                DONE,
            ),
            True,
            "stream_error",
        ),
    ],
)
def test_words_beside_an_error_are_no_reply(
    behaviour: Behaviour, kind: str, *, is_stream: bool
) -> None:
    """What gateways say of a provider that broke off stands beside what had come until then."""
    reply, _ = run(behaviour, stream=is_stream, max_retries=0)
    assert isinstance(reply, Failure)
    assert (reply.kind, "broke off" in reply.message) == (kind, True)


def test_a_stream_lost_after_its_finish_reason_is_whole() -> None:
    """Everything was said: what breaks after that loses nothing."""
    reply, _ = run(stream(chunk("I hear you."), chunk(None, "stop"), end=False), stream=True)
    assert (reply.content, reply.finish_reason) == ("I hear you.", "stop")


def test_usage_and_model_of_a_stream() -> None:
    """Tokens come with the last chunk, the model with any."""
    usage = {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 2}}
    pieces = [chunk("hi"), chunk(None, "length"), b"data: " + json.dumps(usage).encode() + b"\n\n"]
    reply, _ = run(stream(*pieces, DONE), stream=True)
    assert (reply.prompt_tokens, reply.completion_tokens) == (5, 2)
    assert (reply.model, reply.finish_reason) == ("bot-2026-01-01", "length")


def test_text_split_inside_a_character() -> None:
    """A character whose bytes come in two chunks is read whole."""
    body = {"choices": [{"delta": {"content": "I hear you, ünï \U0001f642"}}]}
    raw = b"data: " + json.dumps(body, ensure_ascii=False).encode() + b"\n\n" + DONE
    pieces = [raw[n : n + 3] for n in range(0, len(raw), 3)]
    reply, _ = run(stream(*pieces), stream=True)
    assert reply.content == "I hear you, ünï \U0001f642"


def test_refusals() -> None:
    """A refusal is a reply: its words stand in the content, and a flag says so."""
    reply, _ = run(answer(completion(None, message={"refusal": "I cannot do that."})))
    assert reply.content == "I cannot do that."
    assert reply.flags == {"refusal": "I cannot do that."}
    pieces = [b'data: {"choices": [{"delta": {"refusal": "I "}}]}\n\n']
    pieces += [b'data: {"choices": [{"delta": {"refusal": "cannot"}}]}\n\n', DONE]
    reply, _ = run(stream(*pieces), stream=True)
    assert reply.content == "I cannot"


def test_parts_are_joined() -> None:
    """Content that comes as a list of parts is their text."""
    parts = [{"type": "text", "text": "I hear "}, {"type": "text", "text": "you."}, {"type": "x"}]
    reply, _ = run(answer(completion(parts)))
    assert reply.content == "I hear you."


def test_a_filter_that_left_some_text() -> None:
    """What a content filter let through is a turn, with its finish reason."""
    reply, _ = run(answer(completion("I hear", finish="content_filter")))
    assert (reply.content, reply.finish_reason) == ("I hear", "content_filter")


def test_an_empty_reply_is_a_turn() -> None:
    """An empty string is what the product said; it satisfies no question later."""
    reply, _ = run(answer(completion("")))
    assert reply.content == ""
    assert not reply.is_readable


@pytest.mark.parametrize("usage", [None, [], {"prompt_tokens": -1, "completion_tokens": "many"}])
def test_strange_usage_is_left_out(usage: Any) -> None:
    """Counts that are none are left out, and the reply stands."""
    reply, _ = run(answer(completion(usage=usage, model=7)))
    assert (reply.prompt_tokens, reply.completion_tokens, reply.model) == (None, None, None)


@pytest.mark.parametrize("key", ["messages", "model", "stream", "temperature", "max_tokens"])
def test_parameters_with_a_place_of_their_own(key: str) -> None:
    """A parameter that has its own key is a mistake that names both."""
    with pytest.raises(ConfigError, match=f"target.parameters.{key}"):
        run(answer(completion()), parameters={key: 1})


def test_a_missing_key() -> None:
    """A key's variable that is not set stops the run and is named."""
    named = r"BOT_KEY, which target\.api_key_env names, is not set"
    with pytest.raises(CannotEvaluateError, match=named) as raised:
        run(answer(completion()), api_key_env="BOT_KEY")
    assert raised.value.exit_code == 4


def test_mistakes_name_the_keys_of_this_kind() -> None:
    """A misspelt placeholder and an absent variable are found under ``parameters``."""
    with pytest.raises(ConfigError, match=r"target\.parameters\.user: .*\{trial\}"):
        run(answer(completion()), parameters={"user": "{trail}"})
    with pytest.raises(CannotEvaluateError, match=r"X, which target\.parameters\.user names"):
        run(answer(completion()), parameters={"user": "${env:X}"})


def test_fingerprints() -> None:
    """Model, prompt, parameters and address make the fingerprint; the key does not."""

    async def fingerprint(**keys: Any) -> Any:
        table = {"base_url": "http://127.0.0.1:9/v1", "model": "m", "api_key_env": "A", **keys}
        async with opened("openai", environ={"A": "k-1", "B": "k-2"}, **table) as target:
            return target.fingerprint

    async def go() -> Any:
        return [
            await fingerprint(),
            await fingerprint(api_key_env="B"),
            await fingerprint(model="n"),
            await fingerprint(system_prompt="kind"),
            await fingerprint(system_prompt="cold"),
            await fingerprint(temperature=0.0),
            await fingerprint(stream=True),
            await fingerprint(parameters={"seed": 1}),
            await fingerprint(base_url="http://127.0.0.1:8/v1"),
        ]

    first, same, *others = asyncio.run(go())
    assert first == same
    assert len({first, *others}) == 1 + len(others)


THOUGHT = {"completion_tokens_details": {"reasoning_tokens": 512}}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (completion("", finish="length", usage=THOUGHT), "finish_reason length, 512 reasoning"),
        (completion(None, finish="stop", usage=THOUGHT), "finish_reason stop, 512 reasoning"),
        (completion(" ", message={"reasoning_content": "Hm."}), "reasoning alone"),
        (completion("", message={"reasoning": "Hm."}), "reasoning alone"),
        (completion("", finish="length"), "finish_reason length"),
    ],
)
def test_a_model_that_thought_and_said_nothing(body: Any, said: str) -> None:
    """Empty content after thoughts, or cut at its first word, is a failure that says so."""
    reply, _ = run(answer(body))
    assert (reply.kind, said in reply.message) == ("no_content", True), reply.message


def test_a_stream_of_thoughts_alone() -> None:
    """Streamed thoughts without a word are the same failure."""
    thought = b'data: {"choices": [{"delta": {"reasoning_content": "Hm.", "content": ""}}]}\n\n'
    reply, _ = run(stream(thought, chunk(None, "length"), DONE), stream=True)
    assert (reply.kind, "thought and said nothing" in reply.message) == ("no_content", True)


CALL = {"id": "1", "type": "function", "function": {"name": "page", "arguments": '{"who": 1}'}}


def test_calls_of_tools_are_flags() -> None:
    """Beside words they are a flag, also in pieces; without words a failure that names them."""
    reply, _ = run(answer(completion("One moment.", message={"tool_calls": [CALL]})))
    assert reply.flags == {"tool_calls": [{"name": "page", "arguments": {"who": 1}}]}
    pieces = [
        {"index": 0, "function": {"name": "page", "arguments": ""}},
        {"index": 0, "function": {"arguments": '{"who"'}},
        {"index": 1, "function": {"name": "note", "arguments": "none"}},
        {"index": 0, "function": {"arguments": ": 1}"}},
    ]
    events = [
        b"data: " + json.dumps({"choices": [{"delta": {"tool_calls": [piece]}}]}).encode() + b"\n\n"
        for piece in pieces
    ]
    reply, _ = run(stream(chunk("One moment."), *events, DONE), stream=True)
    assert reply.flags == {
        "tool_calls": [
            {"name": "page", "arguments": {"who": 1}},
            {"name": "note", "arguments": "none"},
        ]
    }
    reply, _ = run(answer(completion("", message={"tool_calls": [CALL]})))
    assert (reply.kind, "it called a tool: page" in reply.message) == ("no_content", True)


def test_what_a_content_filter_found_is_a_flag() -> None:
    """What the provider's filter says of prompt and reply reaches the probes, text or no text."""
    found = {"self_harm": {"filtered": False, "severity": "medium"}}
    body = completion("I hear you.")
    body["choices"][0]["content_filter_results"] = found
    body["prompt_filter_results"] = [{"prompt_index": 0, "content_filter_results": found}]
    reply, _ = run(answer(body))
    assert reply.flags["content_filter"] == found
    assert reply.flags["prompt_filter"][0]["content_filter_results"] == found
    reply, _ = run(answer(completion("I hear", finish="content_filter")))
    assert reply.flags == {"content_filter": True}


def test_a_products_own_fields() -> None:
    """A product behind a chat completions API has flags of its own, streamed or not."""
    keys = {"flags": {"crisis": "$.risk.crisis", "cards": "$.cards[*].id"}}
    body = completion("I hear you.", risk={"crisis": True}, cards=[{"id": 1}, {"id": 2}])
    reply, _ = run(answer(body), **keys)
    assert reply.flags == {"crisis": True, "cards": [1, 2]}
    late = b'data: {"choices": [], "risk": {"crisis": true}}\n\n'
    reply, _ = run(stream(chunk("I hear you."), late, DONE), stream=True, **keys)
    assert reply.flags == {"crisis": True}


def test_headers_and_basic() -> None:
    """A gateway's header goes along; user and password may stand in place of a key."""
    _, seen = run(
        answer(completion()),
        headers={"api-key": "${env:AZURE}"},
        basic={"user_env": "U", "password_env": "P"},
        environ={"AZURE": "k-12345", "U": "me", "P": "pass"},
    )
    assert seen.headers["api-key"] == "k-12345"
    assert seen.headers["authorization"] == "Basic bWU6cGFzcw=="
