"""Holds judges, and a patient, to every road that leads to a product: let in, asked, kept quiet."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from gateways import MODEL, Gateway, Sockets, kindly, write_command

sys.path.insert(0, str(Path(__file__).parents[1] / "targets"))

from certificates import Authority

from mhgate.config import JudgeTargetConfig
from mhgate.errors import CannotEvaluateError, ConfigError
from mhgate.records import Report
from mhgate.wiring.judge_identity import fingerprint_of, identity_of
from mhgate.wiring.probing import probe_endpoint
from tests.wiring.played_suite import ASKING, played, player, said_in, talks

if TYPE_CHECKING:
    from conftest import Bot, Desk

__all__ = ["player", "talks"]  # fixtures

N_ITEMS = 6
SECRETS = {
    "JUDGE_CLIENT": "client-canary-01",
    "JUDGE_SECRET": "s3cr3t-canary-02",
    "JUDGE_USER": "user-canary-03",
    "JUDGE_PASSWORD": "password-canary-04",
    "JUDGE_TEAM": "team-canary-05",
}
TOKEN = "token-canary-06"  # noqa: S105 - a test's own
PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''
OAUTH = """
[judge.target.oauth]
token_url = "{origin}/token"
client_id_env = "JUDGE_CLIENT"
client_secret_env = "JUDGE_SECRET"
client_auth = "body"
"""
OPENAI = """
kind = "openai"
base_url = "{origin}/v1"
model = "asked-2026-01-01"
"""
SOCKET = """
kind = "websocket"
url = "{url}"
headers = { X-Team = "${env:JUDGE_TEAM}" }
first = [{ hello = "{run}" }]
ready = "$.ready"
body = { messages = "{history}" }
delta = "$.piece"
done = "$.end"
answered_as = "$.model"
bearer_env = "JUDGE_SECRET"
"""
COMMAND = """
kind = "command"
command = ["{python}", "judge.py"]
body = { messages = "{history}", id = "{session}" }
reply = "$.text"
answered_as = "$.model"
pass_env = ["JUDGE_SECRET"]
"""
SHARED = 'shared = true\nbelongs_to = "$.id"\n'
LONE = COMMAND.replace(', id = "{session}"', "")

Write = Callable[..., None]


@pytest.fixture
def write(desk: Desk) -> Write:
    """Return a function that makes a table the desk's judge."""
    desk.write("manners/test_manners.py", PROBE)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.items(N_ITEMS)
    policy = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    before, _, after = policy.partition('[judge]\nkind = "rules"\ntrust = "off"\n')

    def written(table: str, **names: str) -> None:
        for name, value in names.items():
            table = table.replace(f"{{{name}}}", value)
        judge = f'[judge]\nkind = "llm"\ntrust = "off"\n[judge.target]\nmax_retries = 0\n{table}\n'
        desk.write("thresholds.toml", before + judge + after)

    return written


def evaluated(desk: Desk, bot: type[Bot]) -> Report:
    """Run the gate at DEBUG, and hold that all was judged and that nobody was told a secret."""
    report = desk.evaluate(bot(), environ=SECRETS)
    assert report.failures == {}
    assert report.accounts.scored == N_ITEMS
    assert {row.answer for row in report.outcomes} == {"yes"}
    judging = report.judging
    assert judging is not None
    assert judging.models == (MODEL,)
    assert judging.n_calls == 1 + N_ITEMS
    assert report.provenance.judge_fingerprint == fingerprint_of(desk.open().config)
    for path in (desk.root / ".mhgate").rglob("*"):
        if path.is_file():
            told(path.read_bytes().decode("utf-8", "replace"))
    return report


def told(text: str) -> None:
    """Hold that a text has no secret in it, in base64 neither."""
    pair = base64.b64encode(b"user-canary-03:password-canary-04").decode()
    assert "canary-0" not in text
    assert pair not in text


def probed(desk: Desk) -> str:
    """Return what ``mhgate probe-endpoint --judge`` shows."""
    environ = {**os.environ, **SECRETS}
    lines = asyncio.run(probe_endpoint(desk.open().config, environ=environ, judge=True))
    return "\n".join(lines)


def test_a_judge_behind_oauth(
    desk: Desk, bot: type[Bot], write: Write, caplog: pytest.LogCaptureFixture
) -> None:
    """One token for all its calls, which is shown and logged nowhere."""
    caplog.set_level(logging.DEBUG)
    is_known = f"Bearer {TOKEN}"
    with Gateway(
        kindly, lets_in=lambda sent: sent.get("authorization") == is_known, token=TOKEN
    ) as gateway:
        headers = 'headers = { X-Team = "${env:JUDGE_TEAM}" }\n'
        write(OPENAI + headers + OAUTH, origin=gateway.origin)
        evaluated(desk, bot)
        assert (len(gateway.tokens), gateway.refused) == (1, 0)
        assert {seen.headers["x-team"] for seen in gateway.asked} == {SECRETS["JUDGE_TEAM"]}
        shown = probed(desk)
    assert "[judge.target]" in shown
    assert "POST" in shown
    assert "authorization" in shown.lower()
    told(shown + caplog.text)


def test_a_judge_that_is_granted_no_token(desk: Desk, bot: type[Bot], write: Write) -> None:
    """Every answer is a failure that names the judge's own table; the judge has heard nothing."""
    with Gateway(kindly, token=None) as gateway:
        write(OPENAI + OAUTH, origin=gateway.origin)
        said = r"judge\.target\.oauth: no token from http://127.0.0.1:\d+/token: the answer is"
        with pytest.raises(CannotEvaluateError, match=said):
            desk.evaluate(bot(), environ=SECRETS)
        report = desk.evaluate(bot(), environ=SECRETS, judge__preflight="false")
        assert report.failures == {"judge: unreadable_reply": N_ITEMS}
        assert gateway.asked == []
    journal = desk.journals[-1].read_text(encoding="utf-8")
    assert "the judge's endpoint: judge.target.oauth: no token" in journal
    told(journal)


def test_a_judge_by_password(desk: Desk, bot: type[Bot], write: Write) -> None:
    """HTTP's Basic, as a product may ask for it."""
    pair = base64.b64encode(b"user-canary-03:password-canary-04").decode()
    table = (
        OPENAI + '[judge.target.basic]\nuser_env = "JUDGE_USER"\npassword_env = "JUDGE_PASSWORD"'
    )
    with Gateway(
        kindly, lets_in=lambda sent: sent.get("authorization") == f"Basic {pair}"
    ) as gateway:
        write(table, origin=gateway.origin)
        evaluated(desk, bot)
        told(probed(desk))


def test_a_judge_that_asks_for_a_certificate(desk: Desk, bot: type[Bot], write: Write) -> None:
    """A private authority is trusted and a client's certificate shown; without, nobody gets in."""
    authority = Authority(desk.root)
    authority.issue("client")
    tls = '[judge.target.tls]\nca = "ca.pem"\n'
    mine = 'certificate = "client.pem"\nkey = "client.key"\n'
    with Gateway(kindly, tls=authority.server_context(asks_clients=True)) as gateway:
        write(OPENAI + tls + mine, origin=gateway.origin)
        evaluated(desk, bot)
        n_asked = len(gateway.asked)
        assert n_asked == 1 + N_ITEMS
        assert "POST https://127.0.0.1" in probed(desk)
        write(OPENAI + tls, origin=gateway.origin)
        with pytest.raises(
            CannotEvaluateError, match=r"\[judge\.target\]: the judge gave no answer"
        ):
            desk.evaluate(bot(), environ=SECRETS)
        write(OPENAI + tls + 'certificate = "none.pem"\n', origin=gateway.origin)
        with pytest.raises(CannotEvaluateError, match=r"judge\.target\.tls\.certificate: there is"):
            desk.evaluate(bot(), environ=SECRETS)
    assert len(gateway.asked) == n_asked + 2  # a greeting, and the first question of a run


def test_a_judge_behind_a_socket(
    desk: Desk, bot: type[Bot], write: Write, caplog: pytest.LogCaptureFixture
) -> None:
    """A socket a call, which is closed with it; its frames are shown without a secret."""
    caplog.set_level(logging.DEBUG)
    with Sockets(kindly) as sockets:
        write("concurrency = 2\n" + SOCKET, url=sockets.url)
        evaluated(desk, bot)
        assert sockets.opened == 1 + N_ITEMS
        assert sockets.most_open <= 4  # two at once, and two whose end the server has yet to see
        assert {sent["authorization"] for sent in sockets.headers} == {"Bearer s3cr3t-canary-02"}
        assert {sent["x-team"] for sent in sockets.headers} == {"team-canary-05"}
        assert all(frame["hello"] for frame in sockets.first)
        shown = probed(desk)
    assert "OPEN" in shown
    assert "SEND" in shown
    ours = [each for each in caplog.records if each.name != "websockets.server"]
    told("\n".join([shown, *(each.getMessage() for each in ours)]))
    assert any(each.name == "websockets.client" for each in ours)


@pytest.mark.parametrize("table", [COMMAND + SHARED, LONE], ids=["shared", "one a call"])
def test_a_judge_that_is_a_command(desk: Desk, bot: type[Bot], write: Write, table: str) -> None:
    """One process for all calls, or one a call that ends with it; it is given what it is named."""
    write_command(
        desk.root / "judge.py",
        module="gateways",
        says="kindly",
        reads="of_line",
        more=Path(__file__).parent,
        needs=True,
    )
    write(table, python=sys.executable)
    evaluated(desk, bot)
    shown = probed(desk)
    assert "RUN" in shown
    told(shown)


def test_a_patient_that_is_a_command(talks: Desk) -> None:
    """It plays as one behind a wire does, message by message."""
    write_command(
        talks.root / "player.py",
        module="tests.patients.player_server",
        says="plays_well",
        reads="reads",
        more=talks.root,
    )
    policy = (talks.root / "thresholds.toml").read_text(encoding="utf-8")
    before, _, rest = policy.partition("[patient.target]")
    table = COMMAND.replace("{python}", sys.executable).replace("judge.py", "player.py")
    table = table.replace('pass_env = ["JUDGE_SECRET"]', SHARED)
    limits = "[pillar.talks]" + rest.partition("[pillar.talks]")[2]
    talks.write("thresholds.toml", f"{before}[patient.target]{table}{limits}")
    report = talks.evaluate(ASKING, patient__max_turns="4")
    assert report.failures == {}
    assert played(report).n_ended == 2
    assert {len(turns) for turns in said_in(talks).values()} == {8}


# --- who it is


@pytest.mark.parametrize(
    ("table", "asks"),
    [
        (
            {
                "kind": "openai",
                "base_url": "https://m.test/v1",
                "model": "m",
                "api_key_env": "A",
                "parameters": {"top_p": 1},
            },
            {
                "kind": "openai",
                "host": "m.test",
                "path": "/v1",
                "model": "m",
                "temperature": 0,
                "max_tokens": None,
                "structured": False,
                "parameters": {"top_p": 1},
            },
        ),
        (
            {
                "kind": "anthropic",
                "base_url": "https://m.test",
                "model": "m",
                "max_tokens": 5,
            },
            {
                "kind": "anthropic",
                "host": "m.test",
                "path": "",
                "version": "2023-06-01",
                "model": "m",
                "temperature": 0,
                "max_tokens": 5,
                "structured": False,
                "parameters": {},
            },
        ),
        (
            {
                "kind": "http",
                "url": "https://m.test/judge?x=1",
                "headers": {"X-Key": "${env:K}"},
                "body": {"m": "{history}"},
                "reply": "$.t",
                "bearer_env": "B",
            },
            {
                "kind": "http",
                "host": "m.test",
                "path": "/judge",
                "method": "POST",
                "headers": {"x-key": "${env:K}"},
                "body": {"m": "{history}"},
                "reply": "$.t",
            },
        ),
        ({"kind": "function", "call": "a:b"}, {"kind": "function", "call": "a:b"}),
    ],
)
def test_who_a_judge_is_stays_what_it_was(table: dict[str, Any], asks: dict[str, Any]) -> None:
    """Certificates hold for a fingerprint: what identifies the kinds of before has not moved."""
    assert identity_of(JudgeTargetConfig(**table)) == asks


def test_how_a_judge_lets_in_is_no_part_of_who_it_is() -> None:
    """Tokens, certificates, passwords and the largest reply may change; a header may not."""
    plain = {"kind": "openai", "base_url": "https://m.test/v1", "model": "m"}
    access: list[dict[str, Any]] = [
        {"basic": {"user_env": "A", "password_env": "B"}},
        {"tls": {"ca": "ca.pem"}},
        {
            "oauth": {
                "token_url": "https://l.test/t",
                "client_id_env": "A",
                "client_secret_env": "B",
            }
        },
        {"max_reply_mb": 1},
        {"api_key_env": "A"},
    ]
    mine = identity_of(JudgeTargetConfig(**plain))
    assert all(identity_of(JudgeTargetConfig(**plain, **each)) == mine for each in access)
    other = identity_of(JudgeTargetConfig(**plain, headers={"X-Model": "b"}))
    assert other == mine | {"headers": {"x-model": "b"}}


def test_what_a_socket_and_a_command_say_is_who_they_are() -> None:
    """Frames, lines and where the reply stands; not how many processes there are."""
    socket = {
        "kind": "websocket",
        "url": "wss://m.test:99/judge",
        "body": {"m": "{history}"},
        "delta": "$.d",
        "done": "$.e",
    }
    one = identity_of(JudgeTargetConfig(**socket))
    assert (one["host"], one["path"], one["done"]) == ("m.test", "/judge", "$.e")
    assert identity_of(JudgeTargetConfig(**{**socket, "url": "wss://m.test/judge"})) == one
    assert identity_of(JudgeTargetConfig(**{**socket, "first": ["hello"]})) != one
    command = {"kind": "command", "command": ("judge",), "body": "{history}", "reply": "$.t"}
    lone = JudgeTargetConfig(**command)
    shared = JudgeTargetConfig(**command, shared=True, belongs_to="$.id")
    assert identity_of(lone) == identity_of(shared)
    assert identity_of(JudgeTargetConfig(**{**command, "command": ("other",)})) != identity_of(lone)
    assert json.dumps(identity_of(shared))


def test_a_program_that_is_not_there_is_said_of_the_judge(
    desk: Desk, bot: type[Bot], write: Write
) -> None:
    """Before anything is asked, with the judge's own key."""
    write(COMMAND.replace('"{python}"', '"no-such-program"'))
    asked = bot()
    with pytest.raises(ConfigError, match=r"judge\.target\.command: found no-such-program"):
        desk.evaluate(asked, environ=SECRETS)
    assert asked.asked == []
