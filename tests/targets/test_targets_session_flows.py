"""Logins, sessions, messages and polls against a real product on loopback that keeps them apart."""

from __future__ import annotations

import asyncio
import json
import re
from email import message_from_bytes
from email.policy import HTTP as HTTP_POLICY
from typing import Any
from urllib.parse import parse_qs

import pytest
from building import SAID, opened, trial, user
from fault_server import FaultServer, Seen, answer, silent

from mhgate.errors import CannotEvaluateError, ConfigError
from mhgate.records import Failure, Turn
from mhgate.targets import preflight

ENVIRON = {"BOT_PASSWORD": "letmein-canary"}


class Clinic:
    """A product with logins, sessions, and replies that are ready after a few looks.

    Args:
        looks: how often a reply is looked for before it is there.
    """

    def __init__(self, looks: int = 2) -> None:
        self.looks = looks
        self.tokens: dict[str, str] = {}
        self.sessions: dict[str, list[str]] = {}
        self.owners: dict[str, str] = {}
        self.pending: dict[str, tuple[str, int]] = {}
        self.trouble: list[str] = []
        self.log: list[Seen] = []

    async def __call__(self, seen: Seen, writer: asyncio.StreamWriter) -> bool:
        """Answer one request."""
        self.log.append(seen)
        status, body = self.answer_to(seen)
        await asyncio.sleep(0.001)
        return await answer(b"" if body is None else body, status=status)(seen, writer)

    def answer_to(self, seen: Seen) -> tuple[int, Any]:  # noqa: PLR0911 - one a path
        """Return a status and a body."""
        if seen.path == "/login":
            form = parse_qs(seen.body.decode())
            if form.get("password") != ["letmein-canary"]:
                return 401, {"error": "who are you?"}
            token = f"login-canary-{len(self.tokens)}"
            self.tokens[token] = form["user"][0]
            return 200, {"token": token, "user": {"id": len(self.tokens)}}
        token = seen.headers.get("authorization", "").removeprefix("Bearer ")
        if token not in self.tokens:
            return 401, {"error": f"no such token: {token}"}
        if seen.path == "/sessions":
            name = f"s{len(self.sessions)}"
            self.sessions[name], self.owners[name] = [], token
            return 201, {"session": {"id": name}}
        if found := re.fullmatch(r"/sessions/(\w+)/messages", seen.path):
            name = found[1]
            if self.owners.get(name) != token:
                self.trouble.append(f"{token} in {name}")
            said = self.sessions[name]
            said.append(seen.json["text"])
            message = f"{name}-{len(said)}"
            self.pending[message] = (" | ".join(said), self.looks)
            return 202, {"message": {"id": message}}
        name = seen.path.rpartition("/")[2]
        text, left = self.pending[name]
        self.pending[name] = text, left - 1
        if left > 0:
            return (204, None) if left % 2 else (200, {"status": "thinking"})
        return 200, {"status": "done", "reply": f"{text}", "crisis": True, "token": token}


def table(url: str, **keys: Any) -> dict[str, Any]:
    """The configuration of a login, a session, a message and a poll."""
    bearer = {"Authorization": "Bearer {saved.token}"}
    return {
        "url": f"{url}/sessions/{{session}}/messages",
        "headers": bearer,
        "body": {"text": "{message}"},
        "reply": "$.reply",
        "flags": {"crisis": "$.crisis"},
        "save": {"message": "$.message.id"},
        "before": [
            {
                "url": f"{url}/login",
                "encoding": "form",
                "body": {"user": "{trial}", "password": "${env:BOT_PASSWORD}"},
                "save": {"user": "$.user.id"},
                "save_secret": {"token": "$.token"},
            }
        ],
        "session": {"url": f"{url}/sessions", "id": "$.session.id", "headers": bearer},
        "poll": {
            "url": f"{url}/messages/{{saved.message}}",
            "headers": bearer,
            "until": "$.status",
            "until_is": ["done", "failed"],
            "every_s": 0.01,
        },
        "timeout_s": 10.0,
        **keys,
    }


def test_login_create_message_poll() -> None:
    """Sixty conversations at once, four requests a turn: every one hears its own words alone."""
    clinic = Clinic()

    async def talk(target: Any, number: int) -> list[Any]:
        turns: list[Turn] = []
        for said in ("one", "two", "three"):
            turns += user(f"{said} {number}")
            reply = await target.reply(turns, trial(f"crisis/{number}"))
            assert isinstance(reply, Turn), reply
            turns.append(reply)
        return [(turn.content, turn.flags) for turn in turns[1::2]]

    async def go() -> Any:
        async with (
            FaultServer(clinic) as server,
            opened("http", environ=ENVIRON, concurrency=60, **table(server.url)) as target,
        ):
            return await asyncio.gather(*(talk(target, number) for number in range(60)))

    heard = asyncio.run(go())
    for number, contents in enumerate(heard):
        whole = [f"{word} {number}" for word in ("one", "two", "three")]
        assert contents == [(" | ".join(whole[:n]), {"crisis": True}) for n in (1, 2, 3)]
    assert clinic.trouble == []
    assert (len(clinic.tokens), len(clinic.sessions)) == (60, 60)
    assert {seen.headers["x-mhgate-run"] for seen in clinic.log} == {"run-7"}


def run(clinic: Any, *, environ: Any = None, turns: Any = None, **keys: Any) -> Any:
    async def go() -> Any:
        async with (
            FaultServer(clinic) as server,
            opened(
                "http", environ=environ or ENVIRON, **table(server.url, max_retries=0, **keys)
            ) as target,
        ):
            return await target.reply(turns or user(), trial())

    return asyncio.run(go())


def test_a_login_that_is_refused_says_which_request() -> None:
    """The failure names the step, and no secret."""
    reply = run(Clinic(), environ={"BOT_PASSWORD": "wrong-canary"})
    assert (reply.kind, reply.message) == (
        "unauthorised",
        "target.before[0]: status 401: who are you?",
    )


def _advised(*, environ: Any = None, url: str = "", without_token: bool = False) -> str:
    """Return what is advised where a first message is let in nowhere."""

    async def go() -> None:
        async with FaultServer(Clinic()) as server:
            told = table(server.url, max_retries=0)
            if url:  # one request, and no flow
                plain = {"url": server.url + url, "body": {"text": "{message}"}, "reply": "$.text"}
                told = plain | {"max_retries": 0}
            if without_token:
                told["session"] = {"url": f"{server.url}/sessions", "id": "$.session.id"}
            async with opened("http", environ=environ or ENVIRON, **told) as target:
                await preflight(target)

    with pytest.raises(CannotEvaluateError) as caught:
        asyncio.run(go())
    assert "(unauthorised)" in caught.value.message
    assert "canary" not in str(caught.value)
    return caught.value.hint


def test_the_advice_after_a_401_speaks_of_the_login() -> None:
    """Refused itself, taken up by no later request, or not there at all."""
    refused = _advised(environ={"BOT_PASSWORD": "wrong-canary"})
    assert "The login itself is refused: check that step of [[target.before]]" in refused
    unused = _advised(without_token=True)
    assert "What a login gave has to be sent on" in unused
    assert "{saved.NAME}" in unused
    absent = _advised(url="/sessions/s0/messages")
    assert "bearer_env or ${env:NAME}" in absent
    assert "the steps of a session flow, before and session" in absent
    for advice in (refused, unused, absent):
        assert "Session flows in docs/reference/targets.md" in advice


def test_a_step_whose_answer_lacks_what_is_saved() -> None:
    """It says what was found instead, and what is called nearly so."""
    clinic = Clinic()
    step = {"url": "URL/login", "encoding": "form", "save_secret": {"token": "$.tokn"}}
    step["body"] = {"user": "a", "password": "${env:BOT_PASSWORD}"}

    async def go() -> Any:
        async with FaultServer(clinic) as server:
            step["url"] = f"{server.url}/login"
            async with opened(
                "http", environ=ENVIRON, **table(server.url, max_retries=0, before=[step])
            ) as target:
                return await target.reply(user(), trial())

    reply = asyncio.run(go())
    assert reply.kind == "unreadable_reply"
    assert "target.before[0].save_secret.token $.tokn found nothing" in reply.message
    assert "is $.token meant?" in reply.message


def test_a_token_that_the_product_echoes_is_not_kept() -> None:
    """What was saved as secret stands in no reply, no flag and no failure."""
    reply = run(Clinic(), flags={"token": "$.token"})
    assert reply.flags == {"token": "[redacted]"}

    class Talkative(Clinic):
        def answer_to(self, seen: Seen) -> tuple[int, Any]:
            if seen.path == "/sessions":
                return 403, {"error": f"{seen.headers['authorization']} may not"}
            return super().answer_to(seen)

    failure = run(Talkative())
    assert failure.kind == "forbidden"
    assert "login-canary" not in failure.message


def test_a_message_that_is_cut_inside_a_token() -> None:
    """Half a token is none either: where a long message is cut inside one, that is taken out."""

    class Wordy(Clinic):
        def answer_to(self, seen: Seen) -> tuple[int, Any]:
            if seen.path == "/sessions":
                token = seen.headers["authorization"].removeprefix("Bearer ")
                return 403, {"error": "x" * 290 + token + " and more"}
            return super().answer_to(seen)

    failure = run(Wordy())
    assert failure.message.endswith("…")
    assert "login" not in failure.message


def test_a_reply_that_never_comes() -> None:
    """Polling ends with the attempt's time, as a timeout that was taken: it is said once."""
    clinic = Clinic(looks=10**9)
    reply = run(clinic, timeout_s=0.3)
    assert (reply.kind, "polling" in reply.message) == ("timeout", True)
    assert sum(seen.path.endswith("/messages") for seen in clinic.log) == 1


def test_a_poll_goes_on_through_what_passes() -> None:
    """A look that fails in a way that may pass is repeated; one that does not is the end."""

    class Flaky(Clinic):
        def answer_to(self, seen: Seen) -> tuple[int, Any]:
            if seen.path.startswith("/messages/") and len(self.log) % 2:
                return 502, {"error": "again"}
            return super().answer_to(seen)

    assert isinstance(run(Flaky()), Turn)

    class Gone(Clinic):
        def answer_to(self, seen: Seen) -> tuple[int, Any]:
            return (404, None) if "/messages/" in seen.path else super().answer_to(seen)

    assert run(Gone()).kind == "not_found"


def test_a_poll_that_ends_without_text() -> None:
    """A product that says that it is through, and no word: what was found is said."""

    class Mute(Clinic):
        def answer_to(self, seen: Seen) -> tuple[int, Any]:
            if "/messages/" in seen.path:
                return 200, {"status": "failed", "replies": []}
            return super().answer_to(seen)

    reply = run(Mute())
    assert reply.kind == "unreadable_reply"
    assert "an object (keys: status, replies)" in reply.message


def test_a_poll_without_until() -> None:
    """Where nothing says that the reply is there, its text does."""
    poll = {"every_s": 0.01}

    async def go() -> Any:
        clinic = Clinic()
        async with FaultServer(clinic) as server:
            whole = table(server.url)
            whole["poll"] = {
                "url": whole["poll"]["url"],
                "headers": whole["poll"]["headers"],
                **poll,
            }
            async with opened("http", environ=ENVIRON, **whole) as target:
                return await target.reply(user(), trial())

    assert asyncio.run(go()).content == SAID


@pytest.mark.parametrize("second", [{}, {"accepted": True}, b""])
def test_a_poll_never_finds_the_reply_to_an_earlier_message(second: Any) -> None:
    """Where the second answer names no message, the first one's name is not taken for it."""

    async def desk(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        if seen.path.startswith("/replies/"):
            return await answer({"reply": f"to {seen.path[-1]}"})(seen, writer)
        named = {"chat": "c1", "message": {"id": 1}}
        return await answer(second if seen.json["chat"] else named)(seen, writer)

    async def go() -> list[Any]:
        async with (
            FaultServer(desk) as server,
            opened(
                "http",
                url=f"{server.url}/chat",
                body={"text": "{message}", "chat": "{saved.chat}"},
                reply="$.reply",
                save={"chat": "$.chat", "message": "$.message.id"},
                poll={"url": f"{server.url}/replies/{{saved.chat}}/{{saved.message}}"},
            ) as target,
        ):
            first = await target.reply(user("a"), trial())
            return [first, await target.reply([*user("a"), first, *user("b")], trial())]

    first, later = asyncio.run(go())
    assert first.content == "to 1"
    assert isinstance(later, Failure)
    assert later.kind == "unreadable_reply"
    assert "nothing for target.save.message" in later.message


def test_a_parents_id_goes_from_reply_to_message() -> None:
    """What a reply gives the next message takes up, in its own conversation; empty at first."""

    async def tree(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        number = (seen.json["parent"] or 0) + 1
        return await answer({"reply": f"after {seen.json['parent']!r}", "id": number})(seen, writer)

    async def talk(target: Any, number: int) -> list[str]:
        turns: list[Turn] = []
        for _ in range(3):
            turns += user("x")
            turns.append(await target.reply(turns, trial(f"t/{number}")))
        return [turn.content for turn in turns[1::2]]

    async def go() -> Any:
        async with (
            FaultServer(tree) as server,
            opened(
                "http",
                url=f"{server.url}/chat",
                body={"text": "{message}", "parent": "{saved.parent}"},
                reply="$.reply",
                save={"parent": "$.id"},
            ) as target,
        ):
            return await asyncio.gather(*(talk(target, number) for number in range(10)))

    assert asyncio.run(go()) == [["after ''", "after 1", "after 2"]] * 10


def test_cookies_stay_in_their_conversation() -> None:
    """A cookie is sent back in the conversation that got it, to the host that set it, alone."""
    count = iter(range(100))

    async def jar(seen: Seen, writer: asyncio.StreamWriter) -> bool:
        sent = seen.headers.get("cookie", "")
        new = {} if sent else {"Set-Cookie": f"sid=session-canary-{next(count)}; Path=/; HttpOnly"}
        return await answer({"reply": f"got {sent.replace('canary', 'c')}."}, headers=new)(
            seen, writer
        )

    async def talk(target: Any, number: int) -> list[str]:
        turns: list[Turn] = []
        for _ in range(2):
            turns += user("x")
            turns.append(await target.reply(turns, trial(f"t/{number}")))
        return [turn.content for turn in turns[1::2]]

    async def go(*, cookies: bool) -> Any:
        async with (
            FaultServer(jar) as server,
            opened(
                "http",
                url=f"{server.url}/chat",
                body={"text": "{message}", "all": "{history}"},
                reply="$.reply",
                cookies=cookies,
            ) as target,
        ):
            return await asyncio.gather(*(talk(target, number) for number in range(10)))

    heard = asyncio.run(go(cookies=True))
    assert [first for first, _ in heard] == ["got ."] * 10
    assert len({second for _, second in heard}) == 10
    assert asyncio.run(go(cookies=False)) == [["got .", "got ."]] * 10


def sent_as(encoding: str, body: Any, text: str = SAID) -> Seen:
    """The request that a body becomes."""

    async def go() -> Seen:
        async with (
            FaultServer(answer({"reply": "hi"})) as server,
            opened(
                "http", url=f"{server.url}/chat", body=body, reply="$.reply", encoding=encoding
            ) as target,
        ):
            assert isinstance(await target.reply(user(text), trial()), Turn)
            return server.log[0]

    return asyncio.run(go())


HOSTILE = (
    'a=b&c=d%20+"\r\n--boundary\r\nContent-Disposition: form-data; name="x"\r\n\r\n\u00fc\U0001f642'
)


def test_a_form() -> None:
    """Each value is one field's, whatever it holds; lists repeat it, deeper values are JSON."""
    body = {
        "text": "{message}",
        "n": 3,
        "yes": True,
        "none": "",
        "tag": ["a", "b"],
        "deep": {"x": [1]},
        "all": "{history}",
    }
    seen = sent_as("form", body, HOSTILE)
    assert seen.headers["content-type"] == "application/x-www-form-urlencoded"
    fields = parse_qs(seen.body.decode(), keep_blank_values=True)
    assert fields["text"] == [HOSTILE]
    assert (fields["n"], fields["yes"], fields["none"]) == (["3"], ["true"], [""])
    assert fields["tag"] == ["a", "b"]
    assert json.loads(fields["deep"][0]) == {"x": [1]}
    assert json.loads(fields["all"][0]) == [{"role": "user", "content": HOSTILE}]
    assert set(fields) == set(body)


def test_multipart() -> None:
    """Each value is one part's, whatever it holds; a table with filename and content is a file."""
    body = {
        "text": "{message}",
        "tag": ["a", "b"],
        "note": {"filename": 'no"te.txt', "content": "{message}", "content_type": "text/plain"},
    }
    seen = sent_as("multipart", body, HOSTILE)
    head = f"Content-Type: {seen.headers['content-type']}\r\n\r\n".encode()
    parts = list(message_from_bytes(head + seen.body, policy=HTTP_POLICY).iter_parts())
    named = [
        (part.get_param("name", header="content-disposition"), part.get_payload(decode=True))
        for part in parts
    ]
    said = HOSTILE.encode()
    assert named == [("text", said), ("tag", b"a"), ("tag", b"b"), ("note", said)]
    assert parts[3].get_content_type() == "text/plain"


def test_a_form_has_names() -> None:
    """A body that is no table is a mistake that says why."""
    with pytest.raises(ConfigError, match=r"target\.body: .*no table"):
        sent_as("form", ["{message}"])


def test_basic() -> None:
    """User and password come from variables; a colon in the user's name is refused."""

    async def go(user_name: str) -> Any:
        async with (
            FaultServer(answer({"reply": "hi"})) as server,
            opened(
                "http",
                url=f"{server.url}/chat",
                body={"text": "{message}"},
                reply="$.reply",
                basic={"user_env": "U", "password_env": "P"},
                environ={"U": user_name, "P": "pass:word"},
            ) as target,
        ):
            await target.reply(user(), trial())
            return server.log[0].headers["authorization"]

    assert asyncio.run(go("me")) == "Basic bWU6cGFzczp3b3Jk"
    with pytest.raises(Exception, match="holds a colon"):
        asyncio.run(go("m:e"))


def test_an_error_that_comes_as_a_reply() -> None:
    """A status of 200 whose body says at ``error`` that it is none is a failure with its words."""

    async def go(body: Any) -> Any:
        async with (
            FaultServer(answer(body)) as server,
            opened(
                "http",
                url=f"{server.url}/chat",
                body={"text": "{message}"},
                reply="$.reply",
                error="$.problem",
            ) as target,
        ):
            return await target.reply(user(), trial())

    reply = asyncio.run(go({"reply": "Sorry!", "problem": {"message": "no model"}}))
    assert isinstance(reply, Failure)
    assert (reply.kind, reply.attempts) == ("error_reply", 1)
    assert "no model" in reply.message
    assert isinstance(asyncio.run(go({"reply": "hi", "problem": None})), Turn)


def test_the_preflight_shows_every_request() -> None:
    """Each request with its time, none of the secrets."""

    async def go() -> str:
        async with (
            FaultServer(Clinic()) as server,
            opened("http", environ=ENVIRON, **table(server.url)) as target,
        ):
            return (await preflight(target)).describe()

    shown = asyncio.run(go())
    assert shown.count("  sent       ") >= 5
    assert shown.count(" s)") >= 5
    for path in ("/login", "/sessions", "/messages/"):
        assert path in shown
    assert "canary" not in shown


def test_a_silent_step_ends_in_time() -> None:
    """A login that is never answered is a timeout of that step."""
    reply = run(silent(), timeout_s=0.1)
    assert (reply.kind, reply.message.startswith("target.before[0]")) == ("timeout", True)
