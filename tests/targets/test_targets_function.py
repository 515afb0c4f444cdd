"""A Python callable is a target: what it is given, what it may return, how it fails."""

from __future__ import annotations

import asyncio
import functools
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any, Never

import pytest
from building import opened, trial, user

from mhgate.errors import CannotEvaluateError, ConfigError
from mhgate.protocols import Target
from mhgate.records import Failure, Turn
from mhgate.targets import FunctionTarget, preflight

CONVERSATION = [*user("a"), Turn(role="assistant", content="b", carry={"x": "y"}), *user("c")]
LISTED = [
    {"role": "user", "content": "a"},
    {"role": "assistant", "content": "b"},
    {"role": "user", "content": "c"},
]


def ask(function: Any, turns: Any = None, **keys: Any) -> Any:
    target = FunctionTarget(function, name="bot:f", **keys)
    return asyncio.run(target.reply(turns or user(), trial()))


class Bot:
    def __init__(self) -> None:
        self.given = []

    def reply(self, messages: Any, temperature: Any = 0.5) -> str:
        self.given.append(messages)
        return "ok then"

    async def __call__(self, message: str) -> str:
        self.given.append(message)
        return "ok then"


GIVEN = {
    "message": (lambda message: f"{message!r}", "'c'"),
    "messages": (lambda messages: f"{messages!r}", repr(LISTED)),
    "history": (lambda history: f"{history!r}", repr(LISTED)),
    "message_history": (lambda message_history: f"{message_history!r}", repr(LISTED)),
    "both": (lambda message, history: repr((message, history)), repr(("c", LISTED[:2]))),
    "both, all": (lambda message, messages: repr((message, messages)), repr(("c", LISTED))),
    "a default": (lambda message, k=1: f"{message}{k}", "c1"),
    "history by default": (lambda message, history=None: repr(history), repr(LISTED[:2])),
    "keyword": (lambda *, message: message, "c"),
    "rest": (lambda message, *args, **rest: message, "c"),
}


@pytest.mark.parametrize(("function", "said"), GIVEN.values(), ids=GIVEN)
def test_what_a_function_is_given(function: Any, said: str) -> None:
    """The names of the parameters decide."""
    assert ask(function, CONVERSATION).content == said


def test_annotations_decide_where_names_do_not() -> None:
    """One parameter of another name is given what its annotation says."""

    def texts(prompt: str) -> Any:
        return prompt

    def lists(chat: list[dict]) -> str:
        return f"{len(chat)} turns"

    def quoted(chat: list[dict[str, str]]) -> str:
        return f"{len(chat)} turns"

    assert ask(texts, CONVERSATION).content == "c"
    assert ask(lists, CONVERSATION).content == "3 turns"
    assert ask(quoted, CONVERSATION).content == "3 turns"


async def answer_later(message: str) -> Any:
    await asyncio.sleep(0)
    return message


def hands_over(message: str) -> Any:
    return answer_later(message)


def test_callables_of_every_kind() -> None:
    """Async functions, methods, callable objects, partials and functions that return awaitables."""
    bot = Bot()
    for function in (
        answer_later,
        bot.reply,
        bot,
        functools.partial(answer_later),
        hands_over,
    ):
        assert isinstance(ask(function), Turn)
    assert isinstance(FunctionTarget(bot, name="b"), Target)


def test_what_a_function_may_return() -> None:
    """A string, a dict with flags, or a Turn."""
    assert ask(lambda message: "I hear you.").content == "I hear you."
    reply = ask(lambda message: {"content": "I hear", "flags": {"crisis": True}})
    assert (reply.content, reply.flags) == ("I hear", {"crisis": True})
    reply = ask(lambda message: Turn(role="assistant", content="x", model="m", latency_s=9.0))
    assert (reply.model, reply.latency_s) == ("m", 9.0)
    assert ask(lambda message: "x").latency_s >= 0


class Raises:
    def __init__(self, error: Any) -> None:
        self.error = error

    def __call__(self, message: str) -> Any:
        raise self.error


async def raise_later(message: str) -> Never:
    raise asyncio.CancelledError


BAD = {
    "None": (lambda message: None, "no_content", "None"),
    "number": (lambda message: 7, "unreadable_reply", "a number"),
    "list": (lambda message: ["a"], "unreadable_reply", "a list of 1"),
    "bytes": (lambda message: b"a", "unreadable_reply", "bytes"),
    "other keys": (lambda message: {"text": "a"}, "unreadable_reply", "dict with text"),
    "no content": (lambda message: {"flags": {}}, "no_content", "None"),
    "bad flags": (
        lambda message: {"content": "a", "flags": {"x": {1}}},
        "unreadable_reply",
        "flag",
    ),
    "flags no dict": (lambda message: {"content": "a", "flags": "x"}, "unreadable_reply", "flags"),
    "user turn": (lambda message: Turn(role="user", content="a"), "unreadable_reply", "user"),
    "generator": (lambda message: (x for x in "ab"), "unreadable_reply", "generator"),
    "raises": (Raises(KeyError("k")), "crash", "KeyError: 'k'"),
    "times out itself": (Raises(TimeoutError("upstream")), "crash", "TimeoutError: upstream"),
    "exits": (Raises(SystemExit(0)), "crash", "SystemExit"),
    "interrupts": (Raises(KeyboardInterrupt()), "crash", "KeyboardInterrupt"),
    "stops": (Raises(StopIteration()), "crash", "StopIteration"),
    "cancels": (Raises(asyncio.CancelledError()), "crash", "CancelledError"),
    "cancels itself": (raise_later, "crash", "CancelledError"),
}


@pytest.mark.parametrize(("function", "kind", "words"), BAD.values(), ids=BAD)
def test_what_a_function_does_wrong(function: Any, kind: str, words: str) -> None:
    """Whatever it returns or raises, the trial ends as a Failure that says so."""
    reply = ask(function)
    assert isinstance(reply, Failure)
    assert reply.kind == kind
    assert words in reply.message


SIGNATURES = {
    "none": lambda: "x",
    "unknown": lambda text: "x",
    "two unknown": lambda message, other: "x",
    "positional only": eval("lambda message, /: 'x'"),  # noqa: S307 - ruff's formatter keeps the rest
    "built-in": dict.get,
}


@pytest.mark.parametrize("function", SIGNATURES.values(), ids=SIGNATURES)
def test_signatures_that_are_refused(function: Any) -> None:
    """A function that cannot be asked is a mistake in the configuration, before the run."""
    with pytest.raises(ConfigError, match=r"target\.call"):
        FunctionTarget(function, name="bot:f")


def test_a_slow_function_times_out() -> None:
    """Sync or async, it is given up after its time."""
    release = threading.Event()

    async def later(message: str) -> None:
        await asyncio.sleep(3600)

    try:
        for function in (lambda message: release.wait(60), later):
            reply = ask(function, timeout_s=0.05)
            assert (reply.kind, reply.attempts) == ("timeout", 1)
    finally:
        release.set()


def test_sync_functions_run_at_once() -> None:
    """Thirty calls wait together, not one after the other."""
    gate = threading.Barrier(30, timeout=20)

    def meet(message: str) -> str:
        gate.wait()
        return "all here"

    async def go() -> Any:
        target = FunctionTarget(meet, name="m")
        return await asyncio.gather(*(target.reply(user(), trial()) for _ in range(30)))

    assert {reply.content for reply in asyncio.run(go())} == {"all here"}


def test_calls_are_counted_and_paced(folder: Path) -> None:
    """A call of a function is a request: the budget ends it, and the pace holds it back."""

    async def go() -> Any:
        waits: list[float] = []

        async def note(seconds: float) -> None:
            waits.append(seconds)

        async with opened(
            "function",
            folder=folder,
            call="my_bot.chat:reply",
            max_requests=2,
            requests_per_minute=60,
        ) as target:
            target._limiter._sleep = note
            return [await target.reply(user(), trial()) for _ in range(3)], waits

    (first, second, third), waits = asyncio.run(go())
    assert isinstance(first, Turn)
    assert isinstance(second, Turn)
    assert third.kind == "budget"
    assert [round(wait) for wait in waits] == [1]


def test_cancellation_passes_through() -> None:
    """A cancelled reply raises CancelledError."""

    async def go() -> None:
        target = FunctionTarget(lambda message: time.sleep(0.2), name="m")
        task = asyncio.create_task(target.reply(user(), trial()))
        await asyncio.sleep(0.02)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(go())


def test_a_hung_function_does_not_hold_the_process() -> None:
    """The process ends although a function never returns."""
    code = """
        import asyncio, time
        from mhgate.records import Trial, Turn
        from mhgate.targets import FunctionTarget
        target = FunctionTarget(lambda message: time.sleep(3600), name="m", timeout_s=0.1)
        trial = Trial(id="a#0", item_id="a", family="a", epoch=0, seed=0)
        print(asyncio.run(target.reply([Turn(role="user", content="x")], trial)).kind)
    """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (ended.stdout, ended.stderr, ended.returncode) == ("timeout\n", "", 0)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    (tmp_path / "my_bot").mkdir()
    (tmp_path / "my_bot" / "__init__.py").write_text("")
    (tmp_path / "my_bot" / "chat.py").write_text(
        "from my_bot import words\n"
        "class Bot:\n"
        "    @staticmethod\n"
        "    def reply(message): return words.HELLO\n"
        "def reply(message):\n"
        "    import my_bot.late\n"
        "    return words.HELLO + my_bot.late.MORE\n"
        "SETTING = 3\n"
    )
    (tmp_path / "my_bot" / "words.py").write_text("HELLO = 'hello there'\n")
    (tmp_path / "my_bot" / "late.py").write_text("MORE = ', late'\n")
    (tmp_path / "broken_bot.py").write_text("import no_such_library_at_all\n")
    (tmp_path / "raising_bot.py").write_text("raise RuntimeError('no settings')\n")
    yield tmp_path
    for name in [n for n in sys.modules if n.partition(".")[0] in ("my_bot", "raising_bot")]:
        del sys.modules[name]


def open_and_ask(folder: Path, call: str) -> Any:
    async def go() -> Any:
        async with opened("function", folder=folder, call=call) as target:
            return (await preflight(target)).reply.content

    return asyncio.run(go())


def test_found_from_the_configurations_folder(folder: Path) -> None:
    """Modules are found from there, late imports too, and the path is left as it was."""
    before = list(sys.path)
    assert open_and_ask(folder, "my_bot.chat:reply") == "hello there, late"
    assert open_and_ask(folder, "my_bot.chat:Bot.reply") == "hello there"
    assert sys.path == before


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        ("my_bott.chat:reply", ConfigError, "Did you mean my_bot?"),
        ("my_bot.chats:reply", ConfigError, "no module 'my_bot.chats'"),
        ("my_bot.chat:repyl", ConfigError, "Did you mean reply?"),
        ("my_bot.chat:Bot.x", ConfigError, "no 'x' in Bot"),
        ("my_bot.chat:SETTING", ConfigError, "which is a int"),
        ("broken_bot:reply", CannotEvaluateError, "imports 'no_such_library_at_all'"),
        ("raising_bot:reply", CannotEvaluateError, "RuntimeError: no settings"),
    ],
)
def test_references_that_lead_nowhere(folder: Path, call: str, error: Any, words: str) -> None:
    """What is missing is named, with what was perhaps meant."""
    with pytest.raises(error) as raised:
        open_and_ask(folder, call)
    assert words in str(raised.value)


def test_fingerprint() -> None:
    """The fingerprint is the name's."""
    one, two = (FunctionTarget(lambda message: "x", name=name) for name in ("a:f", "b:f"))
    assert one.fingerprint != two.fingerprint
    assert one.fingerprint == FunctionTarget(lambda messages: "y", name="a:f").fingerprint


def test_a_namesake_of_another_product_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module of the same name that this process had from elsewhere is not measured instead."""
    for product in ("one", "two"):
        (tmp_path / product).mkdir()
        code = f"def reply(message):\n    return '{product}'\n"
        (tmp_path / product / "bot_of_a_product.py").write_text(code)

    async def call(product: str) -> Any:
        reference = "bot_of_a_product:reply"
        async with opened("function", call=reference, folder=tmp_path / product) as target:
            return await target.reply(user("a"), trial())

    monkeypatch.delitem(sys.modules, "bot_of_a_product", raising=False)
    assert asyncio.run(call("one")).content == "one"
    with pytest.raises(CannotEvaluateError, match="run the gate in a process of its own"):
        asyncio.run(call("two"))
    assert asyncio.run(call("one")).content == "one"
