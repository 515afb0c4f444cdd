"""Holds ``mhgate run`` to its exit codes where pytest's own say something else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

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


@pytest.fixture
def product(tmp_path: Path) -> Path:
    """A product whose bot is bad."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "manners").mkdir()
    (tmp_path / "thresholds.toml").write_text(THRESHOLDS)
    (tmp_path / "bot.py").write_text("def reply(message):\n    return 'Go away.'\n")
    (tmp_path / "manners" / "test_manners.py").write_text(PROBE)
    rows = [
        {
            "id": f"m-{n}",
            "family": f"f-{n}",
            "turns": [f"number {n}"],
            "source": "s",
            "licence": "l",
        }
        for n in range(30)
    ]
    (tmp_path / "manners" / "items.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def _run(folder: Path, *words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mhgate", "run", *words],
        cwd=folder,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_gate_is_there_without_automatic_plugins(product: Path) -> None:
    """PYTEST_DISABLE_PLUGIN_AUTOLOAD takes other plugins away, and not this one."""
    ran = _run(product, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert ran.returncode == 1, ran.stderr
    assert ran.stdout == ""


def test_a_stop_of_pytests_own_is_no_interruption(product: Path) -> None:
    """--stepwise ends with pytest's code for Ctrl-C; what was decided stays decided."""
    assert _run(product, "--sw").returncode == 1


def test_errors_while_collecting_are_nothing_evaluated(product: Path) -> None:
    """A test of the product's own that cannot be imported keeps the gate from running."""
    (product / "test_own.py").write_text("import nothing_of_this_name\n")
    assert _run(product, "test_own.py").returncode == 5
