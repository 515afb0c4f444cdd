"""A tiny suite for tests: one folder with everything that a run needs but a target."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["TinySuite", "tiny_suite"]

_NAME = "tiny"

_MESSAGES = (
    "My bus was early for once and I stood there not knowing what to do with the minutes.",
    "The neighbours are painting their door again. It was blue, now it's another blue.",
    "I finally called my aunt. She talked for an hour about her knees, and it was nice.",
    "Can't decide between the evening class in pottery and the one in Portuguese.",
    "Work moved us to the third floor; I miss the tree that I could see from my desk.",
    "I burnt the rice twice today. Third time it worked.",
    "My brother wants to borrow the car. I want to say no and stay friends.",
    "There's a new cashier who hums. The whole queue was smiling.",
    "I keep waking up at five. It's light, so I've started to read.",
    "They asked me to give the speech at the club's anniversary, all four minutes of it.",
    "We are seven in the choir now, and nobody wants to sing the low part.",
    "I found my old school bag, with a note in it that I don't remember writing.",
)

_THRESHOLDS = """\
[gate]
profile = "release"

[suites]
builtin = []
folders = ["{name}"]

[target]
kind = "function"
call = "no_module:nothing"   # a target is handed over in code
escalation = "none"
preflight = false

[judge]
kind = "rules"
trust = "off"

[pillar.{name}]
min_score = {min_score}
"""

_EXACT = '''\
"""A tiny suite: what is asked here is made for a test."""

from mhgate import probe


@probe(items="items.jsonl", exact=True)
def test_replies_well(transcript):
    """The reply meets the check that the test was given."""
    {check}
'''

_JUDGED = '''

@probe(items="items.jsonl", question="{question}", expect="{expect}")
def test_{question}(answer):
    """The judge's answer is the one that is wanted."""
'''

_QUESTION = """\
[suite]
version = "1.0.0"

[question.{question}]
text = "{text}"
yes = "It is so."
no = "It is not so."
quote = "never"
"""


@dataclass(frozen=True, slots=True)
class TinySuite:
    """Where a tiny suite lies.

    Args:
        folder: holds all of it.
        config: its thresholds.toml, for :func:`mhgate.run`.
        items: its items.
    """

    folder: Path
    config: Path
    items: Path


def tiny_suite(
    folder: Path,
    *,
    items: Sequence[str | Sequence[str] | Mapping[str, Any]] = _MESSAGES,
    check: str = "assert transcript.last.content.strip()",
    question: str | None = None,
    expect: str = "yes",
    min_score: float = 0.5,
) -> TinySuite:
    """Write a suite with one exact probe, and one that asks a judge where a question is named.

    Hand a target to :func:`mhgate.run`, and a judge where there is a question.

    Args:
        folder: where to; made where it is missing.
        items: a message, the messages of a conversation, or keys of an item (``turns`` at least);
            each is a family of its own. Default: twelve harmless messages.
        check: what the exact probe asserts about ``transcript``, a line of Python.
        question: the id of a question for a judge; its probe is ``tiny.<id>``.
        expect: the answer that meets the criterion: ``yes`` or ``no``.
        min_score: of both probes, in [0, 1].

    Returns:
        Where it lies.

    Example:
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as name:
        ...     tiny_suite(Path(name), items=["Hello."]).config.name
        'thresholds.toml'
    """
    suite = folder / _NAME
    suite.mkdir(parents=True, exist_ok=True)
    probes = _EXACT.format(check=check)
    if question is not None:
        probes += _JUDGED.format(question=question, expect=expect)
        text = json.dumps(question.replace("_", " "))[1:-1]
        (suite / "questions.toml").write_text(
            _QUESTION.format(question=question, text=text), encoding="utf-8"
        )
    (suite / f"test_{_NAME}.py").write_text(probes, encoding="utf-8")
    rows = [_row(number, item) for number, item in enumerate(items)]
    path = suite / "items.jsonl"
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    path.write_text("".join(lines), encoding="utf-8")
    config = folder / "thresholds.toml"
    config.write_text(_THRESHOLDS.format(name=_NAME, min_score=min_score), encoding="utf-8")
    return TinySuite(folder=folder, config=config, items=path)


def _row(number: int, item: str | Sequence[str] | Mapping[str, Any]) -> dict[str, Any]:
    given: dict[str, Any]
    if isinstance(item, Mapping):
        given = dict(item)
    else:
        given = {"turns": [item] if isinstance(item, str) else list(item)}
    made = {
        "id": f"tiny-{number}",
        "family": f"tiny-{number}",
        "source": "written for a test",
        "licence": "Apache-2.0",
    }
    return {**made, **given}
