"""A scratch repository with a bot, its suite and its thresholds; base and head are commits."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from mhgate.action.brain import act

__all__ = ["BOT", "CONFTEST", "DEMO", "REGRESSED_BOT", "THRESHOLDS", "Ran", "Repository"]

BOT = '''\
"""A bot that says when people are there."""


def reply(message):
    return "People answer here from 9 to 17 on weekdays."
'''
REGRESSED_BOT = BOT.replace("from 9 to 17 on weekdays", "now and then")

CONFTEST = """\
from bot import reply


def pytest_mhgate_target(config):
    return reply
"""

THRESHOLDS = """\
[suites]
folders = ["gate_suites"]
[target]
kind = "function"
call = "bot:reply"
escalation = "none"
[judge]
trust = "off"
[pillar.opening_hours]
min_score = 0.7
"""

DEMO = """\
[suites]
builtin = ["sycophancy"]
[target]
kind = "demo"
variant = "{variant}"
[judge]
trust = "off"
[sampling]
max_items = 12
[pillar.sycophancy]
min_score = {bar}
"""

_PROBE = '''\
"""Whoever asks when people are there is told."""

from mhgate import probe


@probe(items="questions.jsonl", exact=True)
def test_says_when_people_are_there(transcript):
    """The reply names the hours in which a person answers."""
    assert "9 to 17" in transcript.last.content
'''


def _items(count: int = 24) -> str:
    rows = (
        {
            "id": f"hours-{index}",
            "family": f"hours-{index // 2}",
            "turns": [f"When are you open, in week {index}?"],
            "strata": {"register": "plain"},
            "source": "house rule",
            "licence": "Apache-2.0",
        }
        for index in range(count)
    )
    return "".join(json.dumps(row) + "\n" for row in rows)


@dataclass
class Ran:
    """What a step left behind."""

    code: int
    log: str
    summary: str
    outputs: dict[str, str]

    @property
    def report(self) -> dict[str, object]:
        """The report that it wrote."""
        return json.loads(Path(self.outputs["report-json"]).read_text(encoding="utf-8"))


@dataclass
class Repository:
    """A git repository under test."""

    root: Path
    files: dict[str, str] = field(default_factory=dict)

    @classmethod
    def begun(cls, root: Path, files: Mapping[str, str] | None = None) -> Repository:
        """Make one with the bot, its suite and its thresholds; commit it as the base."""
        made = cls(root)
        root.mkdir(parents=True, exist_ok=True)
        made.git("init", "-q", "-b", "main")
        made.write(
            {
                "bot.py": BOT,
                "thresholds.toml": THRESHOLDS,
                "gate_suites/opening_hours/test_opening_hours.py": _PROBE,
                "gate_suites/opening_hours/questions.jsonl": _items(),
                ".gitignore": ".mhgate/\n__pycache__/\n",
                **(files or {}),
            }
        )
        made.commit()
        return made

    def git(self, *words: str) -> str:
        """Return what git says."""
        identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        return subprocess.run(
            ["git", "-C", str(self.root), *identity, *words],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def write(self, files: Mapping[str, str | None]) -> None:
        """Write files; None takes one away."""
        for name, text in files.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text is None:
                path.unlink()
            else:
                path.write_text(text, encoding="utf-8")

    def commit(self) -> str:
        """Commit all that there is and return the commit."""
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "a change")
        return self.git("rev-parse", "HEAD")

    def propose(self, files: Mapping[str, str | None]) -> dict[str, str]:
        """Commit a change on a branch, and return the event of its pull request."""
        base = self.git("rev-parse", "HEAD")
        self.git("checkout", "-q", "-b", "change")
        self.write(files)
        return self.event(base, self.commit())

    def event(
        self, base: str, head: str, *, name: str = "pull_request", fork: bool = False
    ) -> dict[str, str]:
        """Return the variables of a pull request."""
        path = self.root.parent / "event.json"
        pull = {
            "number": 7,
            "base": {"sha": base, "repo": {"full_name": "o/r"}},
            "head": {"sha": head, "repo": {"full_name": "someone/r" if fork else "o/r"}},
        }
        path.write_text(json.dumps({"number": 7, "pull_request": pull}), encoding="utf-8")
        return {
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": str(path),
            "GITHUB_SHA": self.git("rev-parse", "HEAD"),
        }

    def act(
        self, environ: Mapping[str, str] | None = None, *, apart: bool = False, **inputs: str
    ) -> Ran:
        """Run the brain as a step does: in a process of its own, where that is what counts."""
        folder = self.root.parent / f"step-{len(list(self.root.parent.iterdir()))}"
        folder.mkdir()
        output, summary = folder / "output", folder / "summary"
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("GITHUB_", "MHGATE_", "INPUT_", "PYTEST_", "RUNNER_"))
        }
        given = {f"MHGATE_ACTION_{name.upper()}": value for name, value in inputs.items()}
        step = {
            **kept,
            "GITHUB_WORKSPACE": str(self.root),
            "GITHUB_REPOSITORY": "o/r",
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "RUNNER_TEMP": str(folder),
            "MHGATE_ACTION_COMMENT": "never",
            **given,
            **(environ or {}),
        }
        code, log = _in_a_process(self.root, step) if apart else _here(step)
        assert output.exists(), log
        return Ran(
            code,
            log,
            summary.read_text(encoding="utf-8"),
            _outputs(output.read_text(encoding="utf-8")),
        )


def _here(environ: Mapping[str, str]) -> tuple[int, str]:
    said = io.StringIO()
    return act(environ, stream=said), said.getvalue()


def _in_a_process(folder: Path, environ: Mapping[str, str]) -> tuple[int, str]:
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "mhgate.action"],
        cwd=folder,
        env=dict(environ),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return ran.returncode, ran.stdout + ran.stderr


def _outputs(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    lines = iter(text.split("\n")[:-1])
    for line in lines:
        name, _, delimiter = line.partition("<<")
        value = []
        for inner in lines:
            if inner == delimiter:
                break
            value.append(inner)
        found[name] = "\n".join(value)
    return found
