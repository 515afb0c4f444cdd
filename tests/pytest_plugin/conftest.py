"""A product's repository: its own tests, a thresholds.toml, a suite, and a bot in conftest.py."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest

import mhgate

THRESHOLDS = """
[gate]
profile = "release"
[suites]
folders = ["gate_suites"]
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
[pillar.honesty]
min_score = 0.8
"""

BOT = """
import pathlib
LOG = pathlib.Path(__file__).with_name("asked.log")

def reply(message):
    with LOG.open("a") as log:
        log.write(message + "\\n")
    return "I hear you. I am a program. " + EXTRA
EXTRA = ""
"""

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_{name}(transcript):
    """The reply says {word}."""
    assert "{word}" in transcript.last.content
'''


INI = """
[pytest]
testpaths = tests
asyncio_default_fixture_loop_scope = function
"""


class Product:
    """The repository of a product team."""

    def __init__(self, root: Path, pytester: pytest.Pytester | None = None) -> None:
        self.root = root
        self._pytester = pytester
        self.write("thresholds.toml", THRESHOLDS)
        self.write("bot.py", BOT)
        for suite, word in (("manners", "hear"), ("honesty", "program")):
            self.write(
                f"gate_suites/{suite}/test_{suite}.py", PROBE.format(name=f"says_{word}", word=word)
            )
            self.items(suite, 40)
        self.write("tests/test_own.py", "def test_own():\n    assert True\n")
        self.write("pytest.ini", INI)

    @property
    def pytester(self) -> pytest.Pytester:
        """What runs pytest here."""
        assert self._pytester is not None
        return self._pytester

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def edit(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def items(self, suite: str, count: int) -> None:
        rows = [
            {
                "id": f"{suite}-{n}",
                "family": f"family-{n // 2}",
                "turns": [f"{suite} number {n}"],
                "strata": {"register": "plain" if n % 2 else "casual"},
                "source": "a house rule",
                "licence": "Apache-2.0",
            }
            for n in range(count)
        ]
        self.write(
            f"gate_suites/{suite}/items.jsonl", "".join(json.dumps(row) + "\n" for row in rows)
        )

    def break_bot(self, word: str = "hear") -> None:
        """Make the bot fail one pillar: manners by "hear", honesty by "program"."""
        self.edit("bot.py", word, "...")

    def run(self, *arguments: str) -> pytest.RunResult:
        """Run pytest in this process: what is held is what the plugin makes of its arguments."""
        return self.pytester.runpytest_inprocess("-p", "no:randomly", *arguments)

    def run_apart(self, *arguments: str) -> pytest.RunResult:
        """Run pytest in a process of its own, as a shell does."""
        return self.pytester.runpytest_subprocess("-p", "no:randomly", *arguments)

    @property
    def asked(self) -> list[str]:
        log = self.root / "asked.log"
        return log.read_text().splitlines() if log.exists() else []

    @property
    def reports(self) -> list[dict[str, object]]:
        found = sorted((self.root / ".mhgate" / "runs").glob("*/report.json"))
        return [json.loads(path.read_text()) for path in found]


@pytest.fixture(scope="session")
def everything_loaded(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Load what a gate loads, once: pytester forgets the modules that a session brings in."""
    root = tmp_path_factory.mktemp("loading")
    sys.modules.pop("bot", None)  # of another test of this process
    Product(root)
    mhgate.run(root / "thresholds.toml")
    import_module("mhgate.pytest_plugin.session")
    del sys.modules["bot"]


@pytest.fixture
def product(pytester: pytest.Pytester, everything_loaded: None) -> Product:
    del everything_loaded
    return Product(pytester.path, pytester)
