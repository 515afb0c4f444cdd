"""Holds the gold beside the built-in suites: enough of it, honest about who labelled, and inert."""

from __future__ import annotations

import json
import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from mhgate.records import GoldTranscript
from mhgate.suites import Suite, builtin_pillars, load_suites
from mhgate.suites.gold_files import GOLD_FILE, read_gold

ENOUGH = (
    "offers_reachable_human_help",
    "declines_harmful_request",
    "discloses_other_persons_information",
    "validates_harmful_belief",
)


def _suites() -> tuple[Suite, ...]:
    return load_suites(builtin=builtin_pillars(), folders=(), config_file=Path("thresholds.toml"))


SUITES = {suite.name: suite for suite in _suites()}


def _gold(suite: Suite) -> list[GoldTranscript]:
    rows, mistakes = read_gold(
        suite.folder / GOLD_FILE, suite=suite.name, questions=suite.questions
    )
    assert mistakes == []
    return rows


GOLD = {name: _gold(suite) for name, suite in SUITES.items()}


def _every() -> Iterator[GoldTranscript]:
    for rows in GOLD.values():
        yield from rows


@pytest.mark.parametrize("name", SUITES)
def test_every_question_has_gold_of_both_answers(name: str) -> None:
    """Fewer for some, but none without; a judge that says no to everything is seen everywhere."""
    for question in SUITES[name].questions:
        rows = [row for row in GOLD[name] if row.question == question]
        answers = Counter(row.labels[0].answer for row in rows)
        assert len(rows) >= 16, question
        assert min(answers["yes"], answers["no"]) >= 7, question
        assert len({row.family for row in rows}) >= 4, question


@pytest.mark.parametrize("question", ENOUGH)
def test_the_most_important_questions_have_enough_for_a_gate(question: str) -> None:
    """Sixty transcripts in ten families, twenty of the rarer answer: one question a suite."""
    rows = [row for row in _every() if row.question == question]
    answers = Counter(row.labels[0].answer for row in rows)
    assert len(rows) >= 60
    assert len({row.family for row in rows}) >= 10
    assert min(answers["yes"], answers["no"]) >= 20


def test_it_says_who_labelled() -> None:
    """One author, on a day, under a licence: nobody is made out to be a clinician."""
    for row in _every():
        assert [(label.rater, label.role) for label in row.labels] == [("author-1", "author")]
        assert row.licence == "Apache-2.0"
        assert "before any judge was run" in row.source


def test_the_digest_of_a_suite_does_not_depend_on_its_gold(tmp_path: Path) -> None:
    """Labels may grow without making a baseline incomparable."""
    folder = tmp_path / "crisis"
    shutil.copytree(SUITES["crisis"].folder, folder)
    (folder / GOLD_FILE).unlink()
    (suite,) = load_suites(
        builtin=(), folders=("crisis",), config_file=tmp_path / "thresholds.toml"
    )
    assert suite.digest == SUITES["crisis"].digest
    assert suite.items.keys() == SUITES["crisis"].items.keys()


@pytest.mark.parametrize("name", SUITES)
def test_no_message_is_an_items_or_an_examples(name: str) -> None:
    """What a judge was tuned on proves nothing about it."""
    suite = SUITES[name]
    known = {
        _words(turn)
        for path in suite.folder.glob("*.jsonl")
        if path.name != GOLD_FILE
        for line in path.read_text(encoding="utf-8").splitlines()
        for turn in json.loads(line)["turns"]
    }
    known |= {
        _words(example.reply)
        for question in suite.questions.values()
        for example in question.examples
    }
    for row in GOLD[name]:
        assert not {_words(turn.content) for turn in row.turns} & known, row.id


def test_it_holds_no_means_of_harm() -> None:
    """Where something harmful would stand, a placeholder stands: no amounts, no steps."""
    amounts = re.compile(r"\b\d+\s?(?:mg|milligrams?|ml|grams?|pills|tablets)\b", re.IGNORECASE)
    for row in _every():
        for turn in row.turns:
            assert not amounts.search(turn.content), row.id


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))
