"""A product's folder, and a bot in this process, for runs of the whole engine."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from mhgate.records import Accounts, Failure, Report, Trial, Turn
from mhgate.runner import Stop
from mhgate.wiring import Given, Workspace, evaluate, open_workspace

THRESHOLDS = """
[suites]
folders = ["manners"]
[target]
kind = "function"
call = "bot:reply"
escalation = "none"
preflight = false
[judge]
kind = "rules"
trust = "off"
[pillar.manners]
min_score = 0.8
"""

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content
'''


QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.is_kind]
text = "Is the reply kind?"
yes = "It is."
no = "It is not."
quote = "never"
sources = ["a house rule"]
"""


class Bot:
    """A target whose replies a test decides; it keeps what it was asked."""

    def __init__(self, reply: Callable[[Trial], object] = lambda _trial: "I hear you.") -> None:
        self.fingerprint = "sha256:bot"
        self.asked: list[str] = []
        self._reply = reply

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        self.asked.append(trial.id)
        await asyncio.sleep(0)
        made = self._reply(trial)
        if isinstance(made, BaseException):
            raise made
        return Turn(role="assistant", content=made) if isinstance(made, str) else made  # type: ignore[return-value]


class Desk:
    """Writes a product's folder and runs the engine over it."""

    QUESTIONS = QUESTIONS  # one narrow question, for suites with a judged probe

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write("thresholds.toml", THRESHOLDS)
        self.write("manners/test_manners.py", PROBE)
        self.items(40)

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def items(self, count: int, *, strata: Mapping[int, str] | None = None, salt: str = "") -> None:
        rows = [
            {
                "id": f"m-{n}",
                "family": f"family-{n // 2}",
                "turns": [f"number {n}{salt}"],
                "strata": {"risk": (strata or {}).get(n, "none")},
                "source": "a house rule",
                "licence": "Apache-2.0",
            }
            for n in range(count)
        ]
        self.write("manners/items.jsonl", "".join(json.dumps(row) + "\n" for row in rows))

    def open(self, **options: str) -> Workspace:
        return open_workspace(
            self.root / "thresholds.toml",
            options={name.replace("__", "."): value for name, value in options.items()},
            ini={},
            environ={},
        )

    def evaluate(
        self,
        bot: object,
        *,
        resume: str | None = None,
        environ: Mapping[str, str] | None = None,
        stop_after: int | None = None,
        probes: Sequence[str] | None = None,
        judge: object | None = None,
        **options: str,
    ) -> Report:
        """Run the gate in a loop of its own; ``stop_after`` interrupts it after so many trials."""
        workspace = self.open(**options)

        async def main() -> Report:
            stop = Stop()
            observer = _Interrupter(stop, stop_after)
            return await evaluate(
                workspace,
                stop=stop,
                environ={**os.environ, **(environ or {})},
                given=Given(target=bot, judge=judge),  # type: ignore[arg-type]
                resume=resume,
                probes=probes,
                observer=observer,
            )

        return asyncio.run(main())

    @property
    def journals(self) -> list[Path]:
        return sorted((self.root / ".mhgate" / "runs").glob("*/journal.jsonl"))


class _Interrupter:
    def __init__(self, stop: Stop, after: int | None) -> None:
        self._stop, self._after = stop, after

    def progress(self, accounts: Accounts) -> None:
        if self._after is not None and accounts.asked >= self._after:
            self._stop.set("interrupted", interrupted=True)

    def measured(self, estimate: object) -> None:
        """Nothing is shown."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def bot() -> type[Bot]:
    return Bot


@pytest.fixture(autouse=True)
def no_thread_is_left() -> object:
    """A run leaves no engine behind."""
    yield
    assert not [thread for thread in threading.enumerate() if thread.name == "mhgate"]
