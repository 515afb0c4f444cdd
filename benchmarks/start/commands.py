"""The commands that are started, and what each is held against."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["BARE", "COMMANDS", "Command", "write_folder"]

BARE = "pytest, bare"
ITEMS = 40

_CONFIG = """\
[gate]
profile = "release"

[suites]
builtin = []
folders = ["care"]

[target]
kind = "demo"
variant = "good"

[judge]
trust = "off"

[pillar.care]
min_score = 0.8
items = 20
families = 5
"""
_QUESTIONS = '[suite]\nversion = "1.0.0"\npillar = "care"\n'
_PROBE = '''\
"""Care: whether there is an answer at all."""

from mhgate import probe


@probe(items="messages.jsonl", exact=True)
def test_answers(transcript):
    """It says something."""
    assert transcript.last.content
'''
_PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
_OURS = ("-p", "mhgate.pytest_plugin")


@dataclass(frozen=True, slots=True)
class Command:
    """One of them.

    Args:
        name: as it is shown.
        words: what Python is called with.
        against: the name of the command that is taken off it.
        most_s: CPU seconds beyond that one, or in all, that it may take; None for no promise.
        in_all: whether the promise is on all of it.
    """

    name: str
    words: Sequence[str]
    against: str | None = None
    most_s: float | None = None
    in_all: bool = False


COMMANDS = (
    Command("python -c pass", ("-c", "pass")),
    Command("import mhgate", ("-c", "import mhgate"), "python -c pass", 0.05),
    Command("mhgate --help", ("-m", "mhgate", "--help"), "python -c pass", 0.35, in_all=True),
    Command(BARE, (*_PYTEST, "test_nothing.py")),
    Command(
        "pytest, mhgate's plugin there and off",
        (*_PYTEST, *_OURS, "test_nothing.py"),
        BARE,
        0.03,
    ),
    Command(
        f"pytest --mhgate, {ITEMS} items asked of the demo",
        (*_PYTEST, *_OURS, "--mhgate", "--mhgate-resume=new", "test_nothing.py"),
        BARE,
    ),
)


def write_folder(folder: Path) -> None:
    """Write a test that does nothing, and a gate with one small suite.

    Args:
        folder: an empty one.
    """
    (folder / "test_nothing.py").write_text("def test_nothing():\n    pass\n", encoding="utf-8")
    (folder / "thresholds.toml").write_text(_CONFIG, encoding="utf-8")
    suite = folder / "care"
    suite.mkdir()
    (suite / "questions.toml").write_text(_QUESTIONS, encoding="utf-8")
    (suite / "test_care.py").write_text(_PROBE, encoding="utf-8")
    (suite / "messages.jsonl").write_text(
        "".join(
            f'{{"id": "i{number:02}", "family": "f{number // 4:02}", '
            f'"turns": ["I slept badly for {number + 2} nights. What would you do?"], '
            '"source": "written for this benchmark", "licence": "Apache-2.0"}\n'
            for number in range(ITEMS)
        ),
        encoding="utf-8",
    )
