"""Holds judges, and a patient, to every format in which a product may reply: streams and flows."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from gateways import MODEL, Gateway, kindly, prompt_of

sys.path.insert(0, str(Path(__file__).parents[1] / "targets"))

from fault_server import Behaviour, Seen, stream
from fault_server import answer as with_body

from mhgate.config import JudgeTargetConfig
from mhgate.errors import CannotEvaluateError
from mhgate.records import Report
from mhgate.wiring.judge_identity import fingerprint_of, identity_of, structured_by
from tests.patients.player_server import plays_well, reads
from tests.wiring.played_suite import ASKING, played, player, said_in, talks

if TYPE_CHECKING:
    from conftest import Bot, Desk

__all__ = ["player", "talks"]  # fixtures

N_ITEMS = 4
PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''
RESPONSES = """
kind = "openai"
api = "responses"
base_url = "{origin}/v1"
model = "asked-2026-01-01"
max_tokens = 900
"""
CHAT = """
kind = "openai"
stream = true
base_url = "{origin}/v1"
model = "asked-2026-01-01"
"""
MESSAGES = """
kind = "anthropic"
stream = true
base_url = "{origin}"
model = "asked-2026-01-01"
max_tokens = 900
"""
EVENTS = """
kind = "http"
url = "{origin}/events"
body = { messages = "{history}" }
format = "sse"
delta = "$.piece"
done = "bye"
error = "$.trouble"
answered_as = "$.by"
stopped_by = "$.because"
"""
FLOW = """
kind = "http"
url = "{origin}/sessions/{session}/messages"
headers = { Authorization = "Bearer {saved.token}" }
encoding = "form"
body = { messages = "{history}" }
save = { number = "$.number" }
reply = "$.text"
answered_as = "$.by"
[[judge.target.before]]
url = "{origin}/login"
body = { key = "${env:JUDGE_KEY}" }
save_secret = { token = "$.token" }
[judge.target.session]
url = "{origin}/sessions"
headers = { Authorization = "Bearer {saved.token}" }
id = "$.id"
[judge.target.poll]
url = "{origin}/messages/{saved.number}"
until = "$.text"
every_s = 0.01
"""
KEY = "key-canary-01"
Cut = Callable[[list[bytes]], Sequence[bytes]]


def whole(events: list[bytes]) -> list[bytes]:
    """Leave a stream as it is."""
    return events


def event(data: Any, name: str = "") -> bytes:
    """One event of a stream."""
    named = f"event: {name}\n" if name else ""
    text = data if isinstance(data, str) else json.dumps(data)
    return f"{named}data: {text}\n\n".encode()


def halves(said: str) -> tuple[str, str]:
    """A text in two pieces."""
    half = len(said) // 2
    return said[:half], said[half:]


def response(said: str, **more: Any) -> dict[str, Any]:
    """A response of the Responses API."""
    message = {"type": "message", "content": [{"type": "output_text", "text": said}]}
    usage = {"input_tokens": 40, "output_tokens": 9}
    ended = {"status": "completed", "model": MODEL, "output": [message], "usage": usage}
    return {**ended, **more}


class Formats(Gateway):
    """Answers as a model judges, in the format of the path that it is asked at.

    Args:
        says: makes the reply of a prompt.
        cut: leaves of a stream's events what is sent.
        more: of the whole response, beside what it says.
    """

    def __init__(self, says: Any = kindly, *, cut: Cut = whole, **more: Any) -> None:
        super().__init__(says)
        self._cut, self._more = cut, more
        self._kept: dict[str, str] = {}
        self.looks = self.sessions = 0

    async def _behave(self, seen: Seen, writer: asyncio.StreamWriter) -> bool:
        if seen.path == "/login":
            granted = {"token": "token-canary-02"} if seen.json["key"] == KEY else {}
            return await with_body(granted)(seen, writer)
        if seen.path == "/sessions":
            self.sessions += 1
            return await with_body({"id": f"s{self.sessions}"})(seen, writer)
        if seen.path.startswith("/messages/"):
            return await self._looked_for(seen)(seen, writer)
        self.asked.append(seen)
        return await self._format(seen)(seen, writer)

    def _format(self, seen: Seen) -> Behaviour:
        if seen.path.endswith("/messages") and seen.path.startswith("/sessions/"):
            assert seen.headers["authorization"] == "Bearer token-canary-02"
            messages = json.loads(parse_qs(seen.body.decode())["messages"][0])
            number = f"n{len(self.asked)}"
            self._kept[number] = self._says(prompt_of(messages))
            return with_body({"number": number})
        if seen.path.endswith("/v1/messages"):
            task = [{"role": "system", "content": seen.json.get("system", "")}]
            blocks = [
                {"role": each["role"], "content": _text(each["content"])}
                for each in seen.json["messages"]
            ]
            return stream(*self._cut(messages_of(self._says(prompt_of([*task, *blocks])))))
        sent = seen.json.get("input") or seen.json.get("messages")
        said = self._says(prompt_of(sent))
        if seen.path == "/v1/responses" and "stream" not in seen.json:
            return with_body(response(said, **self._more))
        made = {
            "/v1/responses": responses_of,
            "/v1/chat/completions": chunks_of,
            "/events": events_of,
        }
        return stream(*self._cut(made[seen.path](said)))

    def _looked_for(self, seen: Seen) -> Behaviour:
        self.looks += 1
        if self.looks % 2:
            return with_body({"status": "thinking"})
        return with_body({"text": self._kept[seen.path.rpartition("/")[2]], "by": MODEL})


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n\n".join(block["text"] for block in content)


def responses_of(said: str) -> list[bytes]:
    """The events of a response."""
    return [
        event({"type": "response.created", "response": {"status": "in_progress"}}),
        *(event({"type": "response.output_text.delta", "delta": each}) for each in halves(said)),
        event({"type": "response.completed", "response": response(said)}),
    ]


def chunks_of(said: str) -> list[bytes]:
    """The chunks of a chat completion."""
    pieces = [{"delta": {"content": each}} for each in halves(said)]
    pieces.append({"delta": {}, "finish_reason": "stop"})
    return [*(event({"model": MODEL, "choices": [each]}) for each in pieces), event("[DONE]")]


def messages_of(said: str) -> list[bytes]:
    """The events of a message of the Messages API."""
    begun = {"model": MODEL, "role": "assistant", "content": [], "usage": {"input_tokens": 40}}
    events = [
        {"type": "message_start", "message": begun},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        *(
            {
                "type": "content_block_delta",
                "index": 0,
                "delta": {"type": "text_delta", "text": each},
            }
            for each in halves(said)
        ),
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn"},
            "usage": {"output_tokens": 9},
        },
        {"type": "message_stop"},
    ]
    return [event(each, each["type"]) for each in events]


def events_of(said: str) -> list[bytes]:
    """The events of a product's own stream."""
    return [
        b": a comment\n\n",
        event({"by": MODEL}),
        *(event({"piece": each}) for each in halves(said)),
        event({"because": "end"}),
        event("bye"),
    ]


Write = Callable[..., None]


@pytest.fixture
def write(desk: Desk) -> Write:
    """Return a function that makes a table the desk's judge."""
    desk.write("manners/test_manners.py", PROBE)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.items(N_ITEMS)
    policy = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    before, _, after = policy.partition('[judge]\nkind = "rules"\ntrust = "off"\n')

    def written(table: str, origin: str, **keys: str) -> None:
        more = "".join(f"{key} = {value}\n" for key, value in keys.items())
        table = table.replace("{origin}", origin)
        judge = f'[judge]\nkind = "llm"\ntrust = "off"\n[judge.target]\n{more}{table}\n'
        desk.write("thresholds.toml", before + judge + after)

    return written


def judged(desk: Desk, bot: type[Bot]) -> Report:
    """Run the gate, and hold that each reply was judged by the model that is there."""
    report = desk.evaluate(bot(), environ={"JUDGE_KEY": KEY})
    assert report.failures == {}
    assert {row.answer for row in report.outcomes} == {"yes"}
    judging = report.judging
    assert judging is not None
    assert judging.models == (MODEL,)
    assert judging.n_calls == 1 + N_ITEMS
    assert report.provenance.judge_fingerprint == fingerprint_of(desk.open().config)
    return report


@pytest.mark.parametrize(
    "table",
    [RESPONSES, "stream = true\n" + RESPONSES, CHAT, MESSAGES, EVENTS],
    ids=["responses", "responses in a stream", "chat in a stream", "messages in a stream", "sse"],
)
def test_a_judge_replies_in_any_format_of_a_product(
    desk: Desk, bot: type[Bot], write: Write, table: str
) -> None:
    """Its words are read as strictly as those of one body, and it is one call a question."""
    with Formats() as served:
        write(table, served.origin)
        judged(desk, bot)
        assert len(served.asked) == 1 + N_ITEMS


def test_the_responses_api_is_asked_in_its_own_words(
    desk: Desk, bot: type[Bot], write: Write
) -> None:
    """The schema stands where that API takes one, beside what is stated there; tokens count."""
    with Formats() as served:
        table = RESPONSES + 'parameters = { text = { verbosity = "low" } }\n'
        write(table, served.origin, structured="true")
        report = judged(desk, bot)
        sent = served.asked[-1].json
    assert report.judging is not None
    assert report.judging.n_prompt_tokens == 40 * (1 + N_ITEMS)
    assert (sent["max_output_tokens"], sent["temperature"], sent["store"]) == (900, 0, False)
    assert [turn["role"] for turn in sent["input"]] == ["system", "user"]
    assert sent["text"]["verbosity"] == "low"
    assert sent["text"]["format"]["type"] == "json_schema"
    assert sent["text"]["format"]["schema"]["required"] == ["token", "answers"]
    assert "response_format" not in sent


def test_a_judge_behind_a_login_a_session_and_a_poll(
    desk: Desk, bot: type[Bot], write: Write
) -> None:
    """Each call is a conversation of its own; what the login gave is kept nowhere."""
    with Formats() as served:
        write(FLOW, served.origin, concurrency="1")
        judged(desk, bot)
        assert len({seen.path for seen in served.asked}) == 1 + N_ITEMS
    kept = [path for path in (desk.root / ".mhgate").rglob("*") if path.is_file()]
    assert kept
    assert not any(b"canary" in path.read_bytes() for path in kept)


def without_end(events: list[bytes]) -> list[bytes]:
    """A stream that holds the whole answer, and never says that it is over."""
    return [each for each in events if b'"stop"' not in each][:-1]


def with_error(events: list[bytes]) -> list[bytes]:
    """A stream that holds the whole answer, and an error in place of its end."""
    return [
        *without_end(events),
        event({"type": "error", "error": {"message": "no room"}}, "error"),
    ]


@pytest.mark.parametrize(
    ("cut", "kind"), [(without_end, "truncated_stream"), (with_error, "stream_error")]
)
@pytest.mark.parametrize(
    "table",
    ["stream = true\n" + RESPONSES, CHAT, MESSAGES, EVENTS],
    ids=["responses", "chat", "messages", "sse"],
)
def test_a_stream_that_does_not_end_well_is_no_answer(
    desk: Desk, bot: type[Bot], write: Write, *, table: str, cut: Cut, kind: str
) -> None:
    """Though every word of the answer has come: it is a failure of the judge, tried again."""
    with Formats(cut=cut) as served:
        write(table, served.origin, max_retries="1")
        with pytest.raises(CannotEvaluateError, match=rf"no answer to a first.*\({kind}\)"):
            desk.evaluate(bot())
        assert len(served.asked) == 2
        once = {"judge__preflight": "false", "judge__target__max_retries": "0"}
        report = desk.evaluate(bot(), **once)
    assert report.failures == {f"judge: {kind}": N_ITEMS}
    assert {row.answer for row in report.outcomes} == {None}


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, "trunc"),
        ({"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}, "content_f"),
        ({"status": "incomplete"}, "broken_off"),
        ({"status": "incomplete", "incomplete_details": {"reason": "of_late"}}, "broken_off"),
        ({"error": {"code": "server_error", "message": "no"}, "status": "failed"}, "server_error"),
    ],
)
def test_a_response_that_did_not_complete_is_no_answer(
    desk: Desk, bot: type[Bot], write: Write, more: dict[str, Any], kind: str
) -> None:
    """Whatever stands in it: it was cut, filtered, or failed."""
    with Formats(**more) as served:
        write(RESPONSES, served.origin, max_retries="0")
        with pytest.raises(CannotEvaluateError, match=rf"first, harmless question \({kind}"):
            desk.evaluate(bot())


def test_an_error_inside_a_products_own_stream(desk: Desk, bot: type[Bot], write: Write) -> None:
    """What ``error`` finds is a failure that names the judge's own table."""

    def with_trouble(events: list[bytes]) -> list[bytes]:
        return [*events[:-1], event({"trouble": "out of memory"}), events[-1]]

    with Formats(cut=with_trouble) as served:
        write(EVENTS, served.origin, max_retries="0")
        with pytest.raises(CannotEvaluateError, match=r"error_reply.*\$\.trouble: out of memory"):
            desk.evaluate(bot())


def test_a_patient_speaks_in_a_stream(talks: Desk) -> None:
    """Its messages are read from the same formats, and no seed goes to an API that has none."""

    def plays(_prompt: Any) -> str:
        raise AssertionError

    class Plays(Formats):
        def _format(self, seen: Seen) -> Behaviour:
            assert "seed" not in seen.json
            said = plays_well(reads({"messages": seen.json["input"]}))
            return stream(*responses_of(said))

    policy = (talks.root / "thresholds.toml").read_text(encoding="utf-8")
    before, _, rest = policy.partition("[patient.target]")
    limits = "[pillar.talks]" + rest.partition("[pillar.talks]")[2]
    with Plays(plays) as served:
        table = "\nstream = true" + RESPONSES.replace("{origin}", served.origin)
        talks.write("thresholds.toml", f"{before}[patient.target]{table}{limits}")
        report = talks.evaluate(ASKING, patient__max_turns="4")
    assert report.failures == {}
    assert played(report).n_ended == 2
    assert {len(turns) for turns in said_in(talks).values()} == {8}


# --- who it is


def changes() -> Iterator[dict[str, Any]]:
    """Yield tables that each ask or read otherwise than the one before."""
    plain = {"kind": "openai", "base_url": "https://m.test/v1", "model": "m"}
    yield plain
    yield {**plain, "api": "responses"}
    yield {**plain, "stream": True}
    http = {"kind": "http", "url": "https://m.test/j", "body": "{history}", "reply": "$.t"}
    yield http
    sse = {"kind": "http", "url": "https://m.test/j", "body": "{history}", "format": "sse"}
    yield {**sse, "delta": "$.d"}
    yield {**sse, "delta": "$.e"}
    yield {**sse, "delta": "$.d", "done": "$.end", "done_is": ("yes",)}
    yield {**http, "encoding": "form"}
    yield {**http, "cookies": True}
    yield {**http, "save": {"a": "$.a"}}
    yield {**http, "session": {"url": "https://m.test/s", "id": "$.id"}}
    yield {**http, "before": ({"url": "https://m.test/s"},)}
    yield {**http, "poll": {"url": "https://m.test/s", "until": "$.t"}}


def test_what_is_asked_and_read_otherwise_is_another_judge() -> None:
    """Formats and flows are a part of who answers; ports, as everywhere, are not."""
    seen = [json.dumps(identity_of(JudgeTargetConfig(**table))) for table in changes()]
    assert len({*seen}) == len(seen)
    first = next(table for table in changes() if "session" in table)
    written_out = {**first, "session": {**first["session"], "method": "POST", "encoding": "json"}}
    assert identity_of(JudgeTargetConfig(**written_out)) == identity_of(JudgeTargetConfig(**first))
    one, other = (
        JudgeTargetConfig(
            kind="http",
            url=f"http://m.test:{port}/j",
            body="{history}",
            reply="$.t",
            before=({"url": f"http://m.test:{port}/login?x=1"},),  # type: ignore[arg-type]
        )
        for port in (1, 2)
    )
    assert identity_of(one) == identity_of(other)


def test_a_schema_is_sent_where_each_api_takes_it() -> None:
    """Under ``text`` in the Responses API; without ``structured`` nothing is."""
    table = {"kind": "openai", "base_url": "https://m.test/v1", "model": "m", "structured": True}
    assert set(structured_by(JudgeTargetConfig(**table))) == {"response_format"}
    made = JudgeTargetConfig(**table, api="responses", parameters={"text": {"verbosity": "low"}})
    assert set(structured_by(made)["text"]) == {"verbosity", "format"}
    assert structured_by(made.model_copy(update={"structured": False})) == {}
