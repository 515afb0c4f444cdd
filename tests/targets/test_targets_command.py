"""A real process is spoken to in lines of JSON, and always ends, with all that it started."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from building import RUN_ID, opened, trial, user

from mhgate.errors import CannotEvaluateError, ConfigError
from mhgate.records import Failure, Turn
from mhgate.targets import preflight

BOT = Path(__file__).parent / "line_bot.py"
OWN: dict[str, Any] = {
    "command": [sys.executable, "-S", str(BOT)],
    "body": {"text": "{message}"},
    "reply": "$.reply",
    "flags": {"crisis": "$.crisis"},
    "timeout_s": 20.0,
}
SHARED = {
    **OWN,
    "shared": True,
    "belongs_to": "$.session",
    "body": {"text": "{message}", "session": "{session}"},
}
ENVIRON = {"PATH": os.environ["PATH"], "HOME": "/tmp"}  # noqa: S108 - nothing is written there


def run(message: str, *, environ: Any = None, **keys: Any) -> tuple[Any, Any]:
    async def go() -> Any:
        async with opened(
            "command", environ={**ENVIRON, **(environ or {})}, **{**OWN, "max_retries": 0, **keys}
        ) as target:
            target.travel.backoff_s = 0.001
            return await target.reply(user(message), trial()), target

    reply, target = asyncio.run(go())
    return reply, target


def is_alive(pid: int) -> bool:
    """Whether a process is there, and is no zombie of ours."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.parametrize("table", [OWN, SHARED], ids=["own", "shared"])
def test_conversations_never_mix(table: dict[str, Any]) -> None:
    """Many at once: each hears its own words alone, in one process each or in one for all."""

    async def talk(target: Any, number: int) -> tuple[list[str], dict[str, Any]]:
        about, turns = trial(f"crisis/{number}"), []
        for said in ("one", "two", "three"):
            turns += user(f"{said} {number}")
            reply = await target.reply(turns, about)
            assert isinstance(reply, Turn), reply
            turns.append(reply)
        await target.ended(about)
        return [turn.content for turn in turns[1::2]], turns[-1].flags

    async def go() -> Any:
        async with opened("command", environ=ENVIRON, concurrency=8, **table) as target:
            heard = await asyncio.gather(*(talk(target, number) for number in range(8)))
            return heard, target.n_started, len(target._own)

    heard, n_started, n_left = asyncio.run(go())
    for number, (contents, flags) in enumerate(heard):
        whole = [f"{word} {number}" for word in ("one", "two", "three")]
        assert contents == [" | ".join(whole[:count]) for count in (1, 2, 3)]
        assert flags == {"crisis": True}
    assert (n_started, n_left) == ((1, 0) if "shared" in table else (8, 0))


HOSTILE = [
    ("exit", "exited", "exited with code 3"),
    ("killed", "exited", "SIGSEGV"),
    ("half", "truncated_stream", "inside a line"),
    ("huge", "too_large", "longer than"),
    ("many", "too_large", "larger than"),
    ("bytes", "unreadable_reply", "not UTF-8"),
    ("log", "unreadable_reply", "no JSON"),
    ("error", "stream_error", "no model"),
]


@pytest.mark.parametrize(("message", "kind", "said"), HOSTILE, ids=[row[0] for row in HOSTILE])
@pytest.mark.parametrize("table", [OWN, SHARED], ids=["own", "shared"])
def test_hostile_output(table: dict[str, Any], message: str, kind: str, said: str) -> None:
    """What cannot be a reply is a failure that says why, and never half a reply."""
    reply, target = run(message, **table)
    assert isinstance(reply, Failure)
    if table is OWN:
        assert (reply.kind, said in reply.message) == (kind, True), reply.message
    else:
        assert reply.kind in {kind, "unreadable_reply", "truncated_stream"}
    assert target._own == {}


def test_a_last_line_without_its_end() -> None:
    """A whole value without a newline, before the output ends, is a reply."""
    reply, _ = run("whole")
    assert reply.content == "without a newline"


def test_stderr_is_kept_short_and_secret_free() -> None:
    """The end of what it said there stands in the failure, redacted; noise never blocks it."""
    reply, _ = run("exit", pass_env=["BOT_KEY"], environ={"BOT_KEY": "canary-secret-1"})
    assert "last words" in reply.message
    assert "canary-secret-1" not in reply.message
    assert len(reply.message) <= 500
    reply, _ = run("noisy")
    assert reply.content == "said after much noise"


@pytest.mark.parametrize("message", ["slow", "stubborn"])
def test_a_deadline_ends_the_whole_group(message: str) -> None:
    """A process that does not answer is ended, and so is what it started; nothing is left."""
    began = time.monotonic()
    reply, _ = run(message, timeout_s=0.7)
    assert (reply.kind, reply.attempts) == ("timeout", 1)
    assert time.monotonic() - began < 10
    if message == "slow":
        child = int(reply.message.rpartition("child ")[2])
        for _ in range(100):
            if not is_alive(child):
                break
            time.sleep(0.02)
        assert not is_alive(child)


def test_what_comes_after_a_replys_end() -> None:
    """A line that came after the end answers nothing that is said next."""

    async def go() -> Any:
        async with opened("command", environ=ENVIRON, **OWN) as target:
            turns = user("late")
            turns.append(await target.reply(turns, trial()))
            await asyncio.sleep(0.2)
            return await target.reply([*turns, *user("next")], trial())

    assert asyncio.run(go()).content == "late | next"


def test_restarts_are_counted() -> None:
    """A process that exits is started anew for a first message, as often as is retried."""
    reply, target = run("exit", max_retries=2)
    assert (reply.kind, reply.attempts, target.n_started) == ("exited", 3, 3)
    reply, target = run("exit", **{**SHARED, "max_retries": 2})
    assert (reply.attempts, target.n_started, target.n_restarts) == (3, 3, 2)
    assert "restarts" in reply.message


def test_a_conversation_that_lost_its_process() -> None:
    """Without the history it is lost; with it another process takes it up."""

    async def go(**keys: Any) -> Any:
        async with opened(
            "command", environ=ENVIRON, **{**OWN, "max_retries": 1, **keys}
        ) as target:
            turns = user("whole")
            turns.append(await target.reply(turns, trial()))
            await asyncio.sleep(0.3)
            return await target.reply([*turns, *user("b")], trial()), target.n_started

    lost, n_started = asyncio.run(go())
    assert (lost.kind, lost.attempts, n_started) == ("exited", 1, 1)
    assert "{history}" in lost.message
    again, n_started = asyncio.run(go(body={"text": "{message}", "all": "{history}"}))
    assert (again.content, n_started) == ("b", 2)


def test_one_who_hangs_does_not_end_the_others() -> None:
    """In a shared process that goes on speaking, a conversation without an answer fails alone."""

    async def go() -> Any:
        async with opened(
            "command", environ=ENVIRON, **{**SHARED, "timeout_s": 3.0, "max_retries": 0}
        ) as target:
            before = await target.reply(user("hello"), trial("a"))
            await asyncio.sleep(0.1)
            hung = await target.reply(user("hang"), trial("b"))
            after = await target.reply(user("hello again"), trial("c"))
            return before, hung, after, target.n_restarts

    before, hung, after, n_restarts = asyncio.run(go())
    assert (before.content, hung.kind, after.content) == ("hello", "timeout", "hello again")
    assert n_restarts == 1


def test_the_environment_is_what_was_named() -> None:
    """It is given PATH and the like, the run's id, and the variables that are named; no more."""
    environ = {"BOT_KEY": "k-12345", "MHGATE_SIGNING_KEY": "x", "OTHER": "y"}
    reply, _ = run("environment", pass_env=["BOT_KEY"], environ=environ)
    names = set(reply.content.split())
    assert {"PATH", "HOME", "BOT_KEY", "MHGATE_RUN"} <= names
    assert not {"MHGATE_SIGNING_KEY", "OTHER"} & names
    with pytest.raises(CannotEvaluateError, match=r"NOT_SET, which target\.pass_env"):
        run("hello", pass_env=["NOT_SET"])


def test_a_program_that_is_not_there() -> None:
    """It is a mistake of the configuration, and said before anything is asked."""
    with pytest.raises(ConfigError, match=r"target\.command: .*no-such-bot"):
        run("hello", command=["no-such-bot"])


def test_the_preflight_shows_lines() -> None:
    """What was written and read, what was extracted, how long it took."""

    async def go() -> Any:
        async with opened("command", environ=ENVIRON, **OWN) as target:
            return (await preflight(target)).describe()

    shown = asyncio.run(go())
    assert "RUN" in shown
    assert '"typing": true' in shown
    assert "crisis = True" in shown


def test_the_run_is_named() -> None:
    """The run's id can be put into each line, and stands in the environment."""
    reply, _ = run("x", body={"text": "{run}"})
    assert reply.content == RUN_ID


def test_a_command_costs_no_library_of_others() -> None:
    """Neither the HTTP library nor that of sockets is loaded for a program."""
    code = (
        "import sys, mhgate.targets.opening, mhgate.targets.frame_opening\n"
        "print([name for name in ('httpx', 'websockets', 'jsonpath') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
