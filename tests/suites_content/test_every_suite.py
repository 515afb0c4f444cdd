"""Holds what every built-in suite promises of its rows, questions and README."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest

from mhgate.config import load_config
from mhgate.suites import Suite, builtin_pillars
from mhgate.suites.checking.forbidden import forbidden_in
from mhgate.suites.checking.texts import texts_of, words_of

Rows = dict[str, list[dict[str, Any]]]

RISKS = {"none", "low", "high", "imminent"}
REGISTERS = {
    *("plain", "casual", "formal", "oblique", "typing-errors", "fragments", "second-language"),
    *("voice", "code-switching"),
}
# files in which a family has one wording of some scenarios, and those that vary in little else
OTHER_LANGUAGES = re.compile(r"_(?:de|es|zh)\.jsonl$")
FEW_REGISTERS = {"privacy/norms.jsonl": 3}
# files whose items ask where the person is: a family is one person in one place
OF_ONE_PLACE = re.compile(r"crisis/(?:escalation|exploration|interruption)|robustness/handover")
_IDEOGRAPHS = 0x2E80  # from here on a sign is a word of its own
OF_VIGNETTES = "conversations"  # its own thresholds, in examples/conversations
FAR = 6  # words in a row that bots and rules may not share with an item
FARTHER = 8  # of a first message of a vignette


def test_items_are_named_by_their_family_and_licensed(rows: Rows) -> None:
    """An id is its family's name and a number; source, licence and language are said."""
    wrong = [
        row["id"]
        for file in rows.values()
        for row in file
        if not re.fullmatch(re.escape(row["family"]) + r"-\d", row["id"])
        or row["licence"] != "Apache-2.0"
        or len(row["source"]) < 30
        or row["language"] not in {"en", "de", "es", "zh"}
    ]
    assert wrong == []


def test_a_family_lives_in_one_file(rows: Rows) -> None:
    """Families are told apart by name within their suite."""
    homes = {
        (name.partition("/")[0], row["family"], name) for name, file in rows.items() for row in file
    }
    counts = Counter((suite, family) for suite, family, _ in homes)
    assert [family for family, count in counts.items() if count > 1] == []


def test_strata_are_known_words(rows: Rows) -> None:
    """Risk and register in the words that thresholds may name; a country is an ISO code."""
    wrong = [
        row["id"]
        for file in rows.values()
        for row in file
        if row["strata"]["risk"] not in RISKS
        or row["strata"]["register"] not in REGISTERS
        or not re.fullmatch(r"[A-Z]{2}", row["strata"].get("country", "XX"))
    ]
    assert wrong == []


def test_each_file_varies_in_register_and_wording(rows: Rows) -> None:
    """Five registers or more, plain prose hardly more than half, two wordings a family."""
    for name, file in rows.items():
        registers = Counter(row["strata"]["register"] for row in file)
        assert len(registers) >= FEW_REGISTERS.get(name, 5), name
        if name not in FEW_REGISTERS:
            assert registers["plain"] <= 0.53 * len(file), name
        if not OTHER_LANGUAGES.search(name):
            assert min(Counter(row["family"] for row in file).values()) >= 2, name


def test_a_family_in_danger_is_one_person_in_one_place(rows: Rows) -> None:
    """Where a hand-over is asked for, wordings share risk, country, domain and age."""
    personas = defaultdict(set)
    for name, file in rows.items():
        for row in file if OF_ONE_PLACE.match(name) else ():
            fixed = [row["strata"].get(key) for key in ("risk", "country", "domain", "age")]
            personas[row["family"]].add(tuple(fixed))
    assert personas
    assert [family for family, seen in personas.items() if len(seen) > 1] == []


def test_texts_print_as_they_are(rows: Rows) -> None:
    """No control characters, no blanks around, nothing but what a person would see."""
    wrong = [
        row["id"]
        for file in rows.values()
        for row in file
        for turn in row["turns"]
        if turn != turn.strip() or not turn.replace("\n", "").isprintable()
    ]
    assert wrong == []


@pytest.mark.parametrize("room", ["demo", "judges"])
def test_items_share_no_text_with_bots_or_rules(
    suites: dict[str, Suite], repository: Path, room: str
) -> None:
    """No run of six words of an item stands in the demo bots or in the judge's rules.

    First messages of vignettes are put together from sentences of all kinds: for them, eight.
    """
    written: dict[int, set[tuple[str, ...]]] = {FAR: set(), FARTHER: set()}
    files = [path for path in (repository / "mhgate" / room).rglob("*.*") if path.suffix != ".pyc"]
    assert files
    for path in files:
        words = words_of(path.read_text(encoding="utf-8"))
        for far, runs in written.items():
            runs |= {words[at : at + far] for at in range(len(words) - far + 1)}
    shared = {
        (text.item.id, " ".join(run))
        for suite in suites.values()
        for far in (FARTHER if suite.name == OF_VIGNETTES else FAR,)
        for text in texts_of(suite)
        if not text.is_ideographic
        for run in text.runs(far) & written[far]
        if not all(len(word) == 1 and ord(word) >= _IDEOGRAPHS for word in run)  # one phrase
    }
    assert sorted(shared) == []


@pytest.mark.parametrize("name", builtin_pillars())
def test_questions_are_anchored_and_worked(suites: dict[str, Suite], name: str) -> None:
    """Anchors, sources, and worked examples of both answers, or of several grades."""
    for question in suites[name].questions.values():
        where = f"{name}: {question.id}"
        assert len(question.text) > 30, where
        assert question.sources, where
        assert len(question.examples) >= 2, where
        if question.grades is None:
            assert min(len(question.yes), len(question.no)) > 60, where
            assert {example.answer for example in question.examples} >= {"yes", "no"}, where
            assert question.quote in {"yes", "no"}, where
        else:
            assert sorted(question.grades) == [1, 2, 3, 4, 5], where
            assert len({example.grade for example in question.examples}) >= 2, where
        for example in question.examples:
            assert example.because, where
            found = [
                words
                for pattern, words in forbidden_in(example.reply)
                if pattern.rule in {"amount", "method", "place"}
            ]
            assert found == [], where


@pytest.mark.parametrize("name", builtin_pillars())
def test_examples_stand_in_no_item(suites: dict[str, Suite], rows: Rows, name: str) -> None:
    """What explains a question is not what a product is asked."""
    said = {
        words_of(turn)
        for file, own in rows.items()
        if file.startswith(f"{name}/")
        for row in own
        for turn in row["turns"]
    }
    for question in suites[name].questions.values():
        assert all(words_of(example.reply) not in said for example in question.examples)


@pytest.mark.parametrize("name", builtin_pillars())
def test_probes_say_what_they_hold(suites: dict[str, Suite], name: str) -> None:
    """Each has a docstring, and the suite counts in the pillar of its name."""
    assert suites[name].pillar == name
    assert all(probe.doc for probe in suites[name].probes)


@pytest.mark.parametrize("name", builtin_pillars())
def test_the_readme_says_what_there_is(
    suites: dict[str, Suite], rows: Rows, repository: Path, name: str
) -> None:
    """A warning first, every probe and file, counts as they are, limits, and who has read it."""
    text = (repository / "suites" / name / "README.md").read_text(encoding="utf-8")
    flat = " ".join(text.replace("**", "").split()).replace("> ", "")
    assert "Content warning." in text[:700]
    assert re.search(r"[Nn]ot (?:yet )?reviewed by clinicians", flat)
    assert "## What it does not measure" in text
    assert "not clinician-labelled" in flat
    for probe in suites[name].probes:
        known = probe.name in text or f"_{probe.name.rpartition('_')[2]}`" in text
        languages = repository / "suites" / name / "LANGUAGES.md"
        if not known and languages.is_file():
            known = f"_{probe.name[-2:]}`" in languages.read_text(encoding="utf-8")
        assert known, probe.name
    for file, own in rows.items():
        if file.startswith(f"{name}/") and not OTHER_LANGUAGES.search(file):
            wanted = {len(own), len({row["family"] for row in own})}
            lines = [line for line in text.splitlines() if f"{Path(file).name}`" in line]
            told = [set(map(int, re.findall(r"\b\d+\b", line))) for line in lines]
            assert any(wanted <= numbers for numbers in told), f"{file}: {wanted} in no line"


@pytest.mark.parametrize("name", builtin_pillars())
def test_the_readme_says_what_gates(suites: dict[str, Suite], repository: Path, name: str) -> None:
    """Its table of probes marks as required what the shipped thresholds let gate, and no other."""
    shipped = "examples/conversations/" if name == OF_VIGNETTES else ""
    config = load_config(repository / f"{shipped}thresholds.toml")
    text = (repository / "suites" / name / "README.md").read_text(encoding="utf-8")
    for probe in suites[name].probes:
        row = next((line for line in text.splitlines() if line.startswith(f"| `{probe.name}`")), "")
        last = row.rstrip(" |").rpartition("|")[2].strip()
        gates = config.threshold(name, probe.name, advisory=probe.advisory).required
        assert gates is ("(required)" in row or last in {"required", "yes"}), probe.name


def test_the_other_languages_are_counted_where_they_are_explained(
    rows: Rows, repository: Path
) -> None:
    """LANGUAGES.md has a row a file with items and families, and says what is missing."""
    text = (repository / "suites/crisis/LANGUAGES.md").read_text(encoding="utf-8")
    for file, own in rows.items():
        if OTHER_LANGUAGES.search(file):
            families = len({row["family"] for row in own})
            assert f"| `{Path(file).name}` | {len(own)} | {families} |" in text
    assert "Not reviewed by native clinicians" in text
