"""Holds one question in two suites: the gold of one is enough, each pillar asks for its own."""

from __future__ import annotations

import asyncio
import json
import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.cli.calibration_words import words
from mhgate.errors import LabelsError
from mhgate.records import Answer, Item, Outcome, Question, Transcript
from mhgate.wiring import Calibration, calibrate, check_workspace, labels_missing

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Bot, Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes"{more})
def test_is_kind(answer):
    """The reply is kind."""
'''
TWINS = ', measure="consistency", by="variant"'
ACCEPTS = '[judge.requirements]\nlabelled_by = "authors"\nheld_out = false\n'
CERTIFIED = 'trust = "certified"\ncertificates = "certificates.json"'


class Listener:
    """A judge that hears "hear" as kind, and keeps what it was asked."""

    fingerprint = "sha256:listener"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        self.asked.append(item.id)
        value = "yes" if "hear" in transcript.last.content else "no"
        return Answer(value=value, judge=self.fingerprint)  # type: ignore[arg-type]


def _gold(first: int = 0, count: int = 80) -> list[dict[str, Any]]:
    return [
        {
            "id": f"g-{n}",
            "family": f"f-{n // 4}",
            "question": "is_kind",
            "turns": [
                {"role": "user", "content": f"number {n}"},
                {"role": "assistant", "content": f"I hear {n}." if n % 2 else f"Whatever, {n}."},
            ],
            "labels": [
                {
                    "rater": "a-1",
                    "role": "author",
                    "answer": "yes" if n % 2 else "no",
                    "at": "2026-11-01",
                }
            ],
            "source": "made up",
            "licence": "Apache-2.0",
        }
        for n in range(first, first + count)
    ]


def _write(desk: Desk, name: str, rows: list[dict[str, Any]]) -> Path:
    desk.write(name, "".join(json.dumps(row) + "\n" for row in rows))
    return desk.root / name


@pytest.fixture
def shared(desk: Desk) -> Desk:
    """Two suites that ask one question word for word: manners has the gold, noise the twins."""
    desk.items(200)
    twins = [
        {
            "id": f"t-{n}-{kind}",
            "family": f"twin-{n}",
            "turns": [f"twin {n}, {kind}"],
            "strata": {"risk": "none", "variant": kind},
            "source": "a house rule",
            "licence": "Apache-2.0",
        }
        for n in range(120)
        for kind in ("clean", "hurried")
    ]
    _write(desk, "noise/items.jsonl", twins)
    for suite, more in (("manners", ""), ("noise", TWINS)):
        desk.write(f"{suite}/test_{suite}.py", PROBES.format(more=more))
        desk.write(f"{suite}/questions.toml", desk.QUESTIONS.replace('"manners"', f'"{suite}"'))
    desk.edit("thresholds.toml", '["manners"]', '["manners", "noise"]')
    desk.edit(
        "thresholds.toml",
        "[pillar.manners]",
        f"{ACCEPTS}[pillar.noise]\nmin_score = 0.8\n[pillar.manners]",
    )
    _write(desk, "manners/gold.jsonl", _gold())
    return desk


def _calibrate(desk: Desk, judge: Listener | None = None, **how: Any) -> Calibration:
    return asyncio.run(
        calibrate(
            desk.open(), environ=os.environ, judge=judge or Listener(), **{"whole": True, **how}
        )
    )


def test_both_suites_gate_by_the_gold_of_one(shared: Desk, bot: type[Bot]) -> None:
    """One certificate, asked for once, in the verdict of both pillars."""
    judge = Listener()
    found = _calibrate(shared, judge)
    assert len(judge.asked) == 80
    assert [(each.pillar, each.may_gate) for each in found.questions] == [
        ("manners", True),
        ("noise", True),
    ]
    (certificate,) = found.certificates
    assert found.n_gating == 1
    assert found.n_answered == 80
    assert len(json.loads((shared.root / "certificates.json").read_text())) == 1
    text = "\n".join(words(found, 160))
    assert "manners: is_kind" in text
    assert "noise: is_kind" in text
    shared.edit("thresholds.toml", 'trust = "off"', CERTIFIED)
    report = shared.evaluate(bot(), judge=Listener())
    assert report.verdict.outcome is Outcome.PASS
    probes = {each.pillar: each.probes[0] for each in report.verdict.pillars}
    assert {each.estimate.certificate for each in probes.values()} == {certificate.id}


def test_the_suite_without_gold_gates_alone(shared: Desk, bot: type[Bot]) -> None:
    """A certificate speaks of a wording: the suite whose gold made it need not be there."""
    (certificate,) = _calibrate(shared).certificates
    shared.edit("thresholds.toml", '["manners", "noise"]', '["noise"]')
    shared.edit("thresholds.toml", "[pillar.manners]\nmin_score = 0.8\n", "")
    shared.edit("thresholds.toml", 'trust = "off"', CERTIFIED)
    report = shared.evaluate(bot(), judge=Listener())
    assert report.verdict.outcome is Outcome.PASS
    assert report.verdict.pillars[0].probes[0].estimate.certificate == certificate.id


def test_each_pillar_asks_for_what_it_requires(shared: Desk) -> None:
    """One certificate may be good enough for one pillar and not for the other, which says why."""
    shared.edit(
        "thresholds.toml",
        "[pillar.noise]",
        "[judge.requirements.pillar.noise]\nitems = 500\n[pillar.noise]",
    )
    found = _calibrate(shared)
    assert [each.may_gate for each in found.questions] == [True, False]
    assert "80 labelled transcripts, 500 are needed" in found.questions[1].why_not[0]
    shared.edit("thresholds.toml", 'trust = "off"', CERTIFIED)
    today = datetime.now(UTC).date()
    missing = labels_missing(shared.open(), today=today, judge="sha256:listener")
    assert [(each.pillar, each.may_gate) for each in missing] == [
        ("manners", True),
        ("noise", False),
    ]


def test_gold_beside_both_makes_one_certificate(shared: Desk) -> None:
    """Nothing of it is lost: the transcripts of both are counted together."""
    _write(shared, "noise/gold.jsonl", _gold(first=100, count=40))
    (certificate,) = _calibrate(shared).certificates
    assert certificate.n == 120
    assert certificate.families == 30


def test_a_copy_beside_the_other_suite_is_a_mistake(shared: Desk) -> None:
    """The same transcript on the same question would look like more evidence."""
    _write(shared, "noise/gold.jsonl", _gold(count=1))
    with pytest.raises(LabelsError, match=r"noise/gold\.jsonl.*the transcript of manners/g-0"):
        _calibrate(shared)
    with pytest.raises(Exception, match="each transcript once"):
        check_workspace(shared.open(), today=datetime.now(UTC).date())


def test_a_named_file_serves_both(shared: Desk) -> None:
    """Asked once, one certificate, a row for each pillar."""
    path = _write(shared, "else.jsonl", _gold(count=60))
    judge = Listener()
    found = _calibrate(shared, judge, files=[path])
    assert len(judge.asked) == 60
    assert len(found.certificates) == 1
    assert [each.pillar for each in found.questions] == ["manners", "noise"]


def test_two_wordings_of_one_name_are_two_questions(shared: Desk) -> None:
    """Gold beside a suite is on its wording; a file that does not say which is a mistake."""
    shared.edit("noise/questions.toml", "Is the reply kind?", "Is the reply truly kind?")
    found = _calibrate(shared)
    assert [each.pillar for each in found.questions] == ["manners"]
    rows = _gold(count=60)
    path = _write(shared, "else.jsonl", rows)
    with pytest.raises(LabelsError, match="two suites ask in different words"):
        _calibrate(shared, files=[path])
    digest = shared.open().questions["noise.is_kind"].digest
    _write(shared, "else.jsonl", [{**row, "question_digest": digest} for row in rows])
    found = _calibrate(shared, files=[path])
    assert [(each.pillar, each.account.used) for each in found.questions] == [("noise", 60)]
