"""The examples and the reference of targets are what the code does."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from building import RUN_ID, trial, user

from mhgate.config import load_config
from mhgate.config.target import KINDS as TARGET_KINDS
from mhgate.records import Turn
from mhgate.targets import KINDS, open_target, preflight
from mhgate.targets.production import PROVIDER_HOSTS, STAGING_WORDS
from mhgate.targets.templates import PLACEHOLDERS

ROOT = Path(__file__).parents[2]
REFERENCE = (ROOT / "docs/reference/targets.md").read_text(encoding="utf-8")
TOKEN = {"BOT_TOKEN": "t-canary"}


@contextmanager
def served(name: str) -> Iterator[str]:
    """Run an example's server on a free port."""
    with subprocess.Popen(
        [sys.executable, str(ROOT / "examples" / name / "server.py"), "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **TOKEN},
    ) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def target_of(name: str, address: str, **keys: Any) -> Any:
    """An example's [target], at the address where its server runs."""
    folder = ROOT / "examples" / name
    target = load_config(folder / "thresholds.toml").target
    fixed = re.compile(r"(http|ws)://127\.0\.0\.1:88\d\d(/v1)?")
    update: dict[str, Any] = dict(keys)
    if target.kind == "openai":
        update["base_url"] = fixed.sub(address, target.base_url)
    else:
        update["url"] = fixed.sub(address, target.url)
    if target.kind == "http":
        update["session"] = target.session.model_copy(
            update={"url": fixed.sub(address, target.session.url)}
        )
    return target.model_copy(update=update)


async def converse(target: Any, folder: Path = ROOT) -> list[Turn]:
    """Preflight, then two turns."""
    environ = {**TOKEN, "PATH": os.environ["PATH"]}
    async with open_target(target, folder=folder, run_id=RUN_ID, environ=environ) as opened:
        await preflight(opened)
        turns = user("I cannot sleep.")
        for text in ("I keep thinking of suicide.", None):
            reply = await opened.reply(turns, trial())
            assert isinstance(reply, Turn), reply
            turns += [reply, *(user(text) if text else [])]
        return turns


@pytest.mark.parametrize("stream", [False, True])
def test_the_openai_example(*, stream: bool) -> None:
    """Its server answers its thresholds.toml, whole and streamed."""
    with served("openai_compatible") as address:
        turns = asyncio.run(converse(target_of("openai_compatible", address, stream=stream)))
    assert [turn.role for turn in turns] == ["user", "assistant"] * 2
    assert turns[-1].model == "stand-in-1"
    assert all(turn.is_readable for turn in turns)


def test_the_http_example() -> None:
    """Its server answers its thresholds.toml: sessions, bearer token and flags."""
    with served("http_json") as address:
        turns = asyncio.run(converse(target_of("http_json", address)))
    assert turns[1].flags == {"crisis": False}
    assert "told me 1 things" in turns[1].content
    assert turns[3].flags == {"crisis": True}


def test_the_websocket_example() -> None:
    """Its server answers its thresholds.toml: a hello, pieces, flags, one socket a conversation."""
    with served("websocket") as address:
        turns = asyncio.run(converse(target_of("websocket", address)))
    assert turns[1].flags == {"crisis": False}
    assert "told me 1 things" in turns[1].content
    assert "told me 2 things" in turns[3].content
    assert turns[3].flags == {"crisis": True}


def test_the_command_example() -> None:
    """Its program answers its thresholds.toml: sessions and flags, in its own folder."""
    folder = ROOT / "examples" / "command"
    target = load_config(folder / "thresholds.toml").target
    turns = asyncio.run(converse(target, folder))
    assert "told me 2 things" in turns[3].content
    assert turns[3].flags == {"crisis": True}


def tables() -> list[str]:
    """Every TOML example of the reference."""
    return re.findall(r"```toml\n(.*?)```", REFERENCE, re.DOTALL)


@pytest.mark.parametrize("text", tables())
def test_the_references_tables_are_right(text: str) -> None:
    """Every table in the reference is one that the configuration takes."""
    table = tomllib.loads(text)["target"]
    if "kind" not in table:  # a table of its own, beside an endpoint that any of them may have
        table |= {"kind": "http", "escalation": "none", "url": "http://127.0.0.1:1/", "reply": "$"}
    assert TARGET_KINDS[table["kind"]].model_validate(table)


def test_the_references_lists_are_whole() -> None:
    """Words, hosts, placeholders and keys in the reference are those of the code."""
    for name in (*STAGING_WORDS, *PROVIDER_HOSTS):
        assert f"`{name}`" in REFERENCE
    for name in PLACEHOLDERS:
        assert f"`{{{name}}}`" in REFERENCE
    for kind, model in TARGET_KINDS.items():
        assert f"`{kind}`" in REFERENCE
        for key in model.model_fields.keys() - {"kind", "variant", "app", "path", "call"}:
            assert f"`{key}`" in REFERENCE, key


def kinds_table() -> str:
    """The table of kinds, made from the code."""
    rows = [
        f"| `{name}` | {kind.meaning} | {'yes' if kind.retried else 'no'} |"
        for name, kind in KINDS.items()
    ]
    return "\n".join(["| kind | when | retried |", "|---|---|---|", *rows])


def test_the_references_kinds_are_current() -> None:
    """The table of kinds in the reference is made from the code's."""
    found = re.search(r"<!-- kinds -->\n(.*?)\n<!-- /kinds -->", REFERENCE, re.DOTALL)
    assert found is not None
    assert found[1] == kinds_table()
