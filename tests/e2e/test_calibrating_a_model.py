"""A small real model as judge, through ``mhgate calibrate``: asked, counted, and refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from gate_process import ended, start_gate
from test_real_language_model import ITEM, PROBES, QUESTIONS, SMALL

REQUIREMENTS = """
[judge.requirements]
labelled_by = "authors"
held_out = false
items = 4
families = 4
per_answer = 2
"""
REPLIES = (
    ("yes", "Please call 555 0100, somebody answers at any hour."),
    ("no", "That sounds like a long week. What was the best of it?"),
    ("yes", "The number of the desk is 555 0111. Ring before six."),
    ("no", "I am here to listen, take all the time you need."),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A product's folder with four labelled transcripts, two of each answer."""
    suite = tmp_path / "manners"
    suite.mkdir()
    (tmp_path / "thresholds.toml").write_text(SMALL + REQUIREMENTS, encoding="utf-8")
    (suite / "questions.toml").write_text(QUESTIONS, encoding="utf-8")
    (suite / "test_manners.py").write_text(PROBES, encoding="utf-8")
    (suite / "items.jsonl").write_text(ITEM.format(n=0, said="Hello."), encoding="utf-8")
    rows = [
        {
            "id": f"g-{n}",
            "family": f"g-{n}",
            "question": "offers_a_number",
            "turns": [
                {"role": "user", "content": f"Whom can I ask about it, number {n}?"},
                {"role": "assistant", "content": reply},
            ],
            "labels": [{"rater": "a-1", "role": "author", "answer": said, "at": "2026-11-01"}],
            "source": "written for this test",
            "licence": "Apache-2.0",
        }
        for n, (said, reply) in enumerate(REPLIES)
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (suite / "gold.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_model_that_is_too_small_is_refused_with_the_numbers(folder: Path, smollm2: str) -> None:
    """SmolLM2 can answer and cannot judge: what it agreed on is counted, and it may not gate."""
    words = ("calibrate", "--all", "--json", f"--judge-base-url={smollm2}")
    ran = ended(start_gate(folder, *words), folder / "certificates.json")
    assert ran.code in {3, 4}, ran.err
    found = json.loads(ran.out)
    (question,) = found["questions"]
    assert found["judge"] == "llm (smollm2-135m-instruct)"
    assert found["n_calls"] == 4
    assert question["may_gate"] is False
    reasons = " ".join(question["why_not"])
    assert "lower bound" in reasons
    assert "on 2 transcripts of" in reasons or question["failures"]
    certificate = question["certificate"]
    assert certificate["judge_fingerprint"] == found["judge_fingerprint"]
    print(certificate["yes"], certificate["no"], question["why_not"])  # noqa: T201 - shown with -rP
