"""Holds whose requests a judging counts as its own: those of the one that it goes on with."""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from judge_models import Prompt, answer, entry
from judge_server import JudgeServer, completion

from mhgate.file_lock import locked
from mhgate.journal import Journal
from mhgate.runner import Stop
from mhgate.wiring import judge_again, what_exists
from mhgate.wiring.judge_identity import fingerprint_of
from mhgate.wiring.judging_before import requests_before

if TYPE_CHECKING:
    from conftest import Bot, Desk

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''
N_ITEMS = 4
KEY = "judge.target.max_requests"


def kindly(prompt: Prompt) -> str:
    """Say that every reply is kind, and know a fruit where there is one."""
    quotes = [{"turn": 2, "text": "ripe pear"}]
    return answer(
        prompt,
        *(
            entry(name, "yes", quotes=quotes if name == "names_a_fruit" else [])
            for name in prompt.ids
        ),
    )


@pytest.fixture
def judged(desk: Desk, bot: type[Bot]) -> Iterator[Desk]:
    """A run, and a judging of it by the same model, whose requests are counted."""
    desk.write("manners/test_manners.py", PROBE)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.items(N_ITEMS)
    server = JudgeServer(lambda prompt: (200, completion(kindly(prompt), model="one-2026-01-01")))
    with server:
        judge = (
            f'kind = "llm"\n[judge.target]\nkind = "openai"\nbase_url = "{server.url}"\n'
            'model = "asked-2026-01-01"\nmax_requests = 99'
        )
        kept = 'trust = "off"\ncache = false\n'
        desk.edit("thresholds.toml", 'kind = "rules"\ntrust = "off"', f"{kept}{judge}")
        desk.evaluate(bot())
        existing = what_exists("latest", desk.open())
        asyncio.run(judge_again(existing, stop=Stop(), environ={}))
        yield desk


def before(desk: Desk, *, judge: str | None = None, part: str | None = None) -> dict[str, float]:
    """What a judging that begins now counts as sent."""
    workspace = desk.open()
    existing = what_exists(_run(desk), workspace)
    config = workspace.config
    who = judge or fingerprint_of(config)
    return requests_before(existing, config.folder / config.gate.reports, judge=who, part=part)


def _run(desk: Desk) -> str:
    return next((desk.root / ".mhgate" / "runs").iterdir()).name


def without_end(desk: Desk, name: str, spent: int) -> Path:
    """Write the judging once more, as one that was killed after so many requests."""
    first = min((desk.root / ".mhgate" / "judged").iterdir())
    copy = first.with_name(name)
    shutil.copytree(first, copy, ignore=shutil.ignore_patterns("report.json"))
    journal = copy / "journal.jsonl"
    lines = journal.read_bytes().splitlines(keepends=True)
    assert json.loads(lines[-1])["event"] == "end"
    journal.write_bytes(b"".join(lines[:-1]))
    _say_spent(journal, spent)
    return journal


def _say_spent(journal: Path, spent: int) -> None:
    with Journal(journal, spent=lambda: {KEY: spent}) as writing:
        writing._write_spent()


def test_one_that_has_ended_leaves_nothing_to_count(judged: Desk) -> None:
    """Its budget was its own."""
    assert before(judged) == {}


def test_the_latest_that_was_broken_off_is_gone_on_with(judged: Desk) -> None:
    """An older one counts no longer: the latest took its requests over."""
    without_end(judged, "29991231T235958.000001-aaaaaa", 7)
    assert before(judged) == {KEY: 7}
    without_end(judged, "29991231T235959.000001-bbbbbb", 5)
    assert before(judged) == {KEY: 5}
    assert before(judged, judge="sha256:another") == {}


def test_one_that_is_still_written_is_another_processs(judged: Desk) -> None:
    """Two that judge at once have a budget each."""
    journal = without_end(judged, "29991231T235959.000001-aaaaaa", 7)
    with journal.open("rb") as file:
        assert locked(file)
        assert before(judged) == {}
    assert before(judged) == {KEY: 7}


def test_a_part_of_a_judging_goes_on_with_itself(judged: Desk) -> None:
    """Its tries count together, and no other part's: each worker asks for its own."""
    part = "29991231T235959.000001-aaaaaa"
    without_end(judged, part, 7)
    without_end(judged, f"{part}.0f1e2d", 9)
    without_end(judged, "29991231T235959.000001-bbbbbb", 40)
    assert before(judged, part=part) == {KEY: 9}
    assert before(judged, part=f"{part}.000000") == {KEY: 9}
    assert before(judged, part="29991231T235959.000001-cccccc") == {}
