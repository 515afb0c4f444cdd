"""The clock and the session of an item reach every kind of target, and nothing else does."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from building import HTTP, OPENAI, opened, table, trial, user
from fault_server import FaultServer, Seen, answer, completion

from mhgate.errors import ConfigError
from mhgate.records import Turn
from mhgate.targets import FunctionTarget, hears_clock

LATER = [Turn(role="user", content="still here", at_s=10800.0)]
SECOND = [Turn(role="user", content="hello again", session=1)]


def ask(kind: str, turns: Any, replied: Any, /, **keys: Any) -> list[Seen]:
    async def go() -> list[Seen]:
        async with FaultServer(answer(replied)) as server:
            filled = json.loads(json.dumps(keys).replace("SERVER", server.url))
            async with opened(kind, **filled) as target:
                assert (await target.reply(turns, trial())).content
            return server.log

    return asyncio.run(go())


def json_of(messages: Any) -> str:
    return json.dumps(messages)


def test_a_header_of_ones_choice_carries_the_seconds() -> None:
    """Where an item has a clock the header is there, whole seconds without a fraction."""
    keys = {**HTTP, "clock_header": "X-Session-Clock"}
    [seen] = ask("http", LATER, {"reply": "hi"}, **keys)
    assert seen.headers["x-session-clock"] == "10800"
    half = [Turn(role="user", content="x", at_s=0.5)]
    [seen] = ask("http", half, {"reply": "hi"}, **keys)
    assert seen.headers["x-session-clock"] == "0.5"
    [seen] = ask("http", user(), {"reply": "hi"}, **keys)
    assert "x-session-clock" not in seen.headers


def test_a_template_carries_the_seconds() -> None:
    """In the address, a header and the body; as a whole string a number; 0 without a clock."""
    keys = {
        "url": "SERVER/chat/{clock_s}",
        "headers": {"X-At": "{clock_s} s"},
        "body": {"text": "{message}", "now": "{clock_s}", "said": "at {clock_s}"},
        "reply": "$.reply",
    }
    [seen] = ask("http", LATER, {"reply": "hi"}, **keys)
    assert seen.path == "/chat/10800"
    assert seen.headers["x-at"] == "10800 s"
    assert seen.json == {"text": "still here", "now": 10800, "said": "at 10800"}
    [seen] = ask("http", user(), {"reply": "hi"}, **keys)
    assert seen.json["now"] == 0
    assert seen.path == "/chat/0"


def test_the_request_that_opens_a_session_carries_the_seconds_too() -> None:
    """Header and template hold there as well."""
    opening, saying = ask(
        "http",
        LATER,
        {"reply": "hi", "id": "s1"},
        **HTTP,
        clock_header="X-Clock",
        session={"url": "SERVER/open", "id": "$.id", "body": {"now": "{clock_s}"}},
    )
    assert opening.json == {"now": 10800}
    assert opening.headers["x-clock"] == saying.headers["x-clock"] == "10800"


def test_models_are_told_by_a_header_or_a_parameter() -> None:
    """Chat completions and the Messages API take both."""
    keys = {**OPENAI, "clock_header": "X-Clock", "parameters": {"metadata": {"at": "{clock_s}"}}}
    [seen] = ask("openai", LATER, completion(), **keys)
    assert (seen.headers["x-clock"], seen.json["metadata"]["at"]) == ("10800", 10800)
    message = {"type": "message", "role": "assistant", "stop_reason": "end_turn"}
    message["content"] = [{"type": "text", "text": "hi"}]  # type: ignore[assignment]
    keys = {"base_url": "SERVER", "model": "m", "max_tokens": 9, "clock_header": "X-Clock"}
    [seen] = ask("anthropic", LATER, message, **keys)
    assert seen.headers["x-clock"] == "10800"


def test_a_later_session_is_another_conversation_by_name() -> None:
    """``{trial}`` names it apart, so that an id made of it carries nothing over."""
    keys = {**HTTP, "body": {"text": "{message}", "conversation": "{trial}"}}
    [seen] = ask("http", SECOND, {"reply": "hi"}, **keys)
    assert seen.json["conversation"] == "crisis/a#0@2"
    [seen] = ask("http", user(), {"reply": "hi"}, **keys)
    assert seen.json["conversation"] == "crisis/a#0"


def test_a_later_session_opens_a_session_of_its_own() -> None:
    """The turns since it began carry no id, so that another one is opened."""
    first = [*user("a"), Turn(role="assistant", content="b", carry={"session": "s1"})]
    log = ask(
        "http",
        SECOND,
        {"reply": "hi", "id": "s2"},
        url="SERVER/s/{session}",
        body={"text": "{message}"},
        reply="$.reply",
        session={"url": "SERVER/open", "id": "$.id"},
    )
    assert [seen.path for seen in log] == ["/open", "/s/s2"]
    log = ask(
        "http",
        [*first, *user("c")],
        {"reply": "hi", "id": "s2"},
        url="SERVER/s/{session}",
        body={"text": "{message}"},
        reply="$.reply",
        session={"url": "SERVER/open", "id": "$.id"},
    )
    assert [seen.path for seen in log] == ["/s/s1"]


@pytest.mark.parametrize("name", ["authorization", "X-Mhgate-Run", "x-team"])
def test_the_clock_s_header_is_no_other_one(name: str) -> None:
    """A header that the request has already is refused."""
    with pytest.raises(ConfigError, match=r"target\.clock_header"):
        ask("http", LATER, {}, **HTTP, clock_header=name, headers={"X-Team": "t"})


def test_a_table_says_whether_its_target_has_a_clock() -> None:
    """By a header, by a template anywhere, by ``clock`` of a function; the demo always has one."""
    url, body = "http://127.0.0.1:1/c", {"text": "{message}"}
    with_one = [
        table("http", url=url, body=body, reply="$.r", clock_header="X-Clock"),
        table("http", url=f"{url}?t={{clock_s}}", body=body, reply="$.r"),
        table("http", url=url, body={"a": [{"b": "at {clock_s}"}]}, reply="$.r"),
        table("http", url=url, body=body, reply="$.r", headers={"X-At": "{clock_s}"}),
        table("asgi", app="m:a", path="/c/{clock_s}", body=body, reply="$.r"),
        table("http", url=url, reply="$.r", session={"url": url, "id": "$.i", "body": "{clock_s}"}),
        table("openai", base_url=url, model="m", parameters={"at": "{clock_s}"}),
        table("anthropic", base_url=url, model="m", max_tokens=1, clock_header="X-Clock"),
        table("function", call="m:f", clock=True),
        table("demo"),
    ]
    assert all(each.has_clock for each in with_one)
    without = [
        table("http", url=url, body=body, reply="$.r"),
        table("openai", base_url=url, model="m"),
        table("function", call="m:f"),
    ]
    assert not any(each.has_clock for each in without)


def test_a_function_is_given_the_seconds() -> None:
    """By a parameter of its own, and in the messages where ``clock`` is set."""
    earlier = [Turn(role="user", content="hi", at_s=0.0), Turn(role="assistant", content="oh")]

    def say(function: Any, **keys: Any) -> str:
        target = FunctionTarget(function, name="bot:f", **keys)
        replied = asyncio.run(target.reply([*earlier, *LATER], trial()))
        assert isinstance(replied, Turn)
        return replied.content

    assert say(lambda message, clock_s: f"at {clock_s}") == "at 10800.0"
    assert say(lambda message, clock_s=None: f"at {clock_s}") == "at 10800.0"
    assert json.loads(say(json_of, clock=True)) == [
        {"role": "user", "content": "hi", "at_s": 0.0},
        {"role": "assistant", "content": "oh"},
        {"role": "user", "content": "still here", "at_s": 10800.0},
    ]
    assert "at_s" not in say(json_of)


def test_a_function_that_cannot_hear_the_clock_is_refused() -> None:
    """``clock`` beside a function of one message alone is a mistake."""
    with pytest.raises(ConfigError, match="hears nothing of it"):
        FunctionTarget(lambda message: message, name="bot:f", clock=True)
    with pytest.raises(ConfigError, match="no parameter for what the user says"):
        FunctionTarget(lambda clock_s: clock_s, name="bot:f")


def test_a_function_hears_the_clock_by_a_parameter() -> None:
    """That is how one that is handed over in code says so."""
    assert hears_clock(lambda message, clock_s=None: "")
    assert not hears_clock(lambda message: "")
    assert not hears_clock(dict.get)
