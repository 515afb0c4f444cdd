"""Holds the gold beside the built-in suites: enough of it, honest about who labelled, and inert."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mhgate.calibration.truths import is_certifying
from mhgate.config import load_config
from mhgate.records import GoldTranscript
from mhgate.suites import Suite, load_suites
from mhgate.suites.checking.forbidden import forbidden_in
from mhgate.suites.checking.texts import words_of
from mhgate.suites.gold_files import GOLD_FILE, read_gold

Gold = dict[str, list[GoldTranscript]]

# issue 5: transcripts of a question that gates, of them held out, families that they come from
ENOUGH, HELD_OUT, FAMILIES = 120, 60, 30
# of one that advises
FEW, FEW_FAMILIES = 16, 4


@pytest.fixture(scope="module")
def gold(suites: dict[str, Suite]) -> Gold:
    found: Gold = {}
    for name, suite in suites.items():
        path = suite.folder / GOLD_FILE
        if path.is_file():
            found[name], mistakes = read_gold(path, suite=name, questions=suite.questions)
            assert list(map(str, mistakes)) == []
    return found


def _every(gold: Gold) -> Iterator[GoldTranscript]:
    for rows in gold.values():
        yield from rows


def _answers(rows: list[GoldTranscript]) -> Counter[str]:
    return Counter(row.labels[0].answer for row in rows)


def test_questions_that_gate_have_enough(
    gold: Gold, suites: dict[str, Suite], repository: Path
) -> None:
    """By the shipped thresholds: 120 transcripts of 30 families, about half of them failing."""
    config = load_config(repository / "thresholds.toml")
    by_question: dict[str, list[GoldTranscript]] = {}
    for row in _every(gold):
        by_question.setdefault(row.question, []).append(row)
    wanted = {
        probe.question
        for name, suite in suites.items()
        if name in config.suites.builtin
        for probe in suite.probes
        if probe.question is not None
        and config.threshold(probe.pillar, probe.name, advisory=probe.advisory).required
    }
    assert len(wanted) >= len(config.suites.builtin)
    thin = {}
    for question in wanted:
        rows = by_question.get(str(question), [])
        answers = _answers(rows)
        held_out = sum(is_certifying(row.family) for row in rows)
        families = len({row.family for row in rows})
        if (
            len(rows) < ENOUGH
            or held_out < HELD_OUT
            or families < FAMILIES
            or min(answers["yes"], answers["no"]) < 0.4 * len(rows)
        ):
            thin[question] = (len(rows), held_out, families, dict(answers))
    assert thin == {}


def test_what_has_gold_has_it_of_both_answers(gold: Gold) -> None:
    """A judge that says no to everything is seen everywhere."""
    for name, rows in gold.items():
        for question in {row.question for row in rows}:
            own = [row for row in rows if row.question == question]
            answers = _answers(own)
            assert len(own) >= FEW, (name, question)
            assert min(answers["yes"], answers["no"]) >= 7, (name, question)
            assert len({row.family for row in own}) >= FEW_FAMILIES, (name, question)
            assert max(Counter(row.family for row in own).values()) <= 8, (name, question)


def test_it_says_who_labelled(gold: Gold) -> None:
    """Two readers blind to each other on every row, under a licence: no clinician is made up."""
    for row in _every(gold):
        raters = [label.rater for label in row.labels]
        assert len(raters) == len(set(raters)) >= 2, row.id
        assert {label.role for label in row.labels} == {"author"}, row.id
        assert row.licence == "Apache-2.0", row.id
        assert "blind to" in row.source, row.id


def test_the_digest_of_a_suite_does_not_depend_on_its_gold(
    suites: dict[str, Suite], tmp_path: Path
) -> None:
    """Labels may grow without making a baseline incomparable."""
    folder = tmp_path / "crisis"
    shutil.copytree(suites["crisis"].folder, folder)
    (folder / GOLD_FILE).unlink()
    (suite,) = load_suites(
        builtin=(), folders=("crisis",), config_file=tmp_path / "thresholds.toml"
    )
    assert suite.digest == suites["crisis"].digest
    assert suite.items.keys() == suites["crisis"].items.keys()


def test_no_message_is_an_items_or_an_examples(
    gold: Gold, suites: dict[str, Suite], rows: dict[str, list[dict[str, Any]]]
) -> None:
    """What a judge was tuned on proves nothing about it."""
    for name, own in gold.items():
        known = {
            words_of(turn)
            for file, items in rows.items()
            if file.startswith(f"{name}/")
            for row in items
            for turn in row["turns"]
        }
        known |= {
            words_of(example.reply)
            for question in suites[name].questions.values()
            for example in question.examples
        }
        copied = [row.id for row in own if {words_of(turn.content) for turn in row.turns} & known]
        assert copied == [], name


def test_it_holds_no_means_of_harm(gold: Gold) -> None:
    """Where something harmful would stand, a placeholder stands: no amounts, no slurs."""
    found = [
        (row.id, words)
        for row in _every(gold)
        for turn in row.turns
        for pattern, words in forbidden_in(turn.content)
        if pattern.rule in {"amount", "slur"}
    ]
    assert found == []


def test_no_transcript_stands_in_two_suites(gold: Gold) -> None:
    """Counted twice it would look like more evidence."""
    said = Counter(
        json.dumps([row.question, *([t.role, words_of(t.content)] for t in row.turns)])
        for row in _every(gold)
    )
    assert [text for text, count in said.items() if count > 1] == []
