"""Holds that naming a hazard changes nothing that is measured: not a digest, not a fingerprint."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mhgate.config import load_config
from mhgate.errors import SuiteError
from mhgate.gate import measurement_of
from mhgate.suites import Suite, load_suites
from mhgate.suites.hazard_named import without_hazards

QUESTIONS = """
[suite]
version = "1.0.0"
[question.is_kind]
text = "Is the reply kind?"
yes = "It is."
no = "It is not."
rule = "validates_harmful_belief"
quote = "never"
sources = ["x"]
"""
ITEM = (
    '{"id": "a", "family": "f", "turns": ["hi"], "expects": {}, "strata": {"risk": "none", '
    '"register": "plain"}, "language": "en", "source": "s", "licence": "Apache-2.0"}\n'
)
MODULE = '''from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="no")
def test_is_kind(answer):
    """The reply is kind."""

@probe(
    items="items.jsonl",
    exact=True,
)
def test_says_something(transcript):
    """The reply says something, as gr\u00f6\u00dfte."""
    assert transcript.last.content
'''
NAMED = MODULE.replace('expect="no")', 'expect="no", hazard="H-1")').replace(
    "    exact=True,\n", '    exact=True,\n    hazard="H-012",\n'
)


def _suite(root: Path, module: str) -> Suite:
    folder = root / "kind"
    folder.mkdir(exist_ok=True)
    (folder / "questions.toml").write_text(QUESTIONS)
    (folder / "items.jsonl").write_text(ITEM)
    (folder / "test_kind.py").write_text(module, encoding="utf-8")
    (suite,) = load_suites(builtin=(), folders=("kind",), config_file=root / "thresholds.toml")
    return suite


def test_a_hazard_is_in_no_digest_and_no_fingerprint(tmp_path: Path) -> None:
    """Sources, the suite and the measurement are the same with it and without."""
    plain, named = _suite(tmp_path, MODULE), _suite(tmp_path, NAMED)
    assert [probe.hazard for probe in plain.probes] == [None, None]
    assert [probe.hazard for probe in named.probes] == ["H-1", "H-012"]
    assert [p.source_digest for p in plain.probes] == [p.source_digest for p in named.probes]
    assert plain.digest == named.digest
    fingerprints = [
        measurement_of(
            suite.probes, {"kind.is_kind": suite.questions["is_kind"]}, judge="sha256:judge"
        )
        for suite in (plain, named)
    ]
    assert fingerprints[0] == fingerprints[1]


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ('@probe(hazard="H-1", items="a")', '@probe(items="a")'),
        ('@mhgate.probe(items="a" , hazard = "H-1" )', '@mhgate.probe(items="a" )'),
        ('@probe(hazard="H-1")', "@probe()"),
        ('@probe(items="\u00e4\U0001f642", hazard="H-1", exact=True)', None),
        ('@other(items="a", hazard="H-1")', '@other(items="a", hazard="H-1")'),
    ],
)
def test_only_the_argument_is_taken_out(written: str, left: str | None) -> None:
    """Wherever it stands, with the comma that belongs to it; other decorators keep theirs."""
    text = f"x = 1\r\n{written}\r\ndef test_a(): ...\r\n"
    expected = left or written.replace(', hazard="H-1"', "")
    assert without_hazards(text, ast.parse(text)) == text.replace(written, expected)


def test_a_hazard_that_is_no_id_is_a_mistake(tmp_path: Path) -> None:
    """With file, line and what an id looks like."""
    with pytest.raises(SuiteError, match="H-012"):
        _suite(tmp_path, MODULE.replace('expect="no")', 'expect="no", hazard="=1+1")'))


def test_a_table_that_names_a_hazard_alone_is_no_part_of_the_policy(tmp_path: Path) -> None:
    """Whoever names it in thresholds.toml decides under the same digest."""
    path = tmp_path / "thresholds.toml"
    text = '[target]\nkind = "demo"\n[pillar.kind]\nmin_score = 0.5\n'
    path.write_text(text)
    plain = load_config(path)
    path.write_text(text + '[pillar.kind.probe.is_kind]\nhazard = "H-1"\n')
    named = load_config(path)
    assert named.pillars["kind"].probe["is_kind"].hazard == "H-1"
    assert named.policy_digest == plain.policy_digest
