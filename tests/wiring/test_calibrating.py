"""Holds a calibration from gold to certificates: what is asked, written, resumed, and may gate."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.calibration.truths import is_certifying
from mhgate.errors import LabelsError, ReportFileError, SuiteError, UsageError
from mhgate.records import Answer, Failure, Item, Outcome, Question, Stage, Transcript
from mhgate.wiring import Calibration, calibrate, check_workspace

if TYPE_CHECKING:
    from conftest import Bot, Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''

QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.is_kind]
text = "Is the reply kind?"
yes = "It is."
no = "It is not."
quote = "never"
"""

ACCEPTS_AUTHORS = '[judge.requirements]\nlabelled_by = "authors"\nheld_out = false\n'


class Listener:
    """A judge that hears "hear" as kind; it may err, fail, and keeps what it was asked."""

    fingerprint = "sha256:listener"

    def __init__(self, wrong: frozenset[str] = frozenset(), fails: bool = False) -> None:  # noqa: FBT001, FBT002 - a stand-in's switch
        self.asked: list[str] = []
        self._wrong, self._fails = wrong, fails

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        self.asked.append(item.id)
        if self._fails:
            return Failure(trial_id=item.id, stage=Stage.JUDGE, kind="timeout", message="none came")
        is_kind = ("hear" in transcript.last.content) != (item.id in self._wrong)
        return Answer(value="yes" if is_kind else "no", judge=self.fingerprint)


def _gold(count: int = 80, *, question: str = "is_kind", **labels: object) -> list[dict[str, Any]]:
    return [
        {
            "id": f"g-{n}",
            "family": f"f-{n // 4}",
            "question": question,
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
                    **labels,
                }
            ],
            "source": "made up",
            "licence": "Apache-2.0",
        }
        for n in range(count)
    ]


def _write(desk: Desk, rows: list[dict[str, Any]], name: str = "manners/gold.jsonl") -> Path:
    desk.write(name, "".join(json.dumps(row) + "\n" for row in rows))
    return desk.root / name


@pytest.fixture
def judged(desk: Desk) -> Desk:
    """A product with a judged probe and eighty labelled transcripts in twenty families."""
    desk.items(200)
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.edit("thresholds.toml", "[pillar.manners]", ACCEPTS_AUTHORS + "[pillar.manners]")
    _write(desk, _gold())
    return desk


def _calibrate(desk: Desk, judge: Listener | None = None, **how: object) -> Calibration:
    return asyncio.run(
        calibrate(desk.open(), environ=os.environ, judge=judge or Listener(), **how)  # type: ignore[arg-type]
    )


def test_gold_becomes_a_certificate_that_a_run_gates_on(judged: Desk, bot: type[Bot]) -> None:
    """From gold.jsonl through certificates.json to a pass whose first line says whose labels."""
    found = _calibrate(judged, whole=True)
    (question,) = found.questions
    assert question.may_gate
    assert question.certificate is not None
    assert (question.certificate.yes.n_agreed, question.certificate.no.n_agreed) == (40, 40)
    assert found.written == judged.root / "certificates.json"
    judged.edit(
        "thresholds.toml",
        'trust = "off"',
        'trust = "certified"\ncertificates = "certificates.json"',
    )
    report = judged.evaluate(bot(), judge=Listener())
    assert report.verdict.outcome is Outcome.PASS
    assert report.verdict.headline[0].startswith("Judge certified on labels by authors (is_kind)")
    assert "judge error included" in report.verdict.pillars[0].probes[0].sentence


def test_only_the_certifying_half_is_asked_about(judged: Desk) -> None:
    """The tuning half costs nothing, and is in the account."""
    judge = Listener()
    found = _calibrate(judged, judge)
    certifying = [row for row in _gold() if is_certifying(f"manners/{row['family']}")]
    assert sorted(judge.asked) == sorted(f"manners/{row['id']}" for row in certifying)
    (question,) = found.questions
    assert question.certificate is not None
    assert question.certificate.split is not None
    assert question.certificate.split.part == "certifying"
    assert question.account.left_out[0].reason == "of the tuning half"
    assert question.account.read == 80


def test_what_is_required_decides_whether_it_may_gate(judged: Desk) -> None:
    """The certificate is written all the same, with why it is not enough."""
    judged.edit("thresholds.toml", ACCEPTS_AUTHORS, "")
    (question,) = _calibrate(judged, whole=True).questions
    assert not question.may_gate
    assert question.why_not == (
        "labelled by authors, clinicians are needed",
        "it rests on all of the gold, the half that nobody tuned on is needed",
    )
    assert (judged.root / "certificates.json").is_file()
    poor = Listener(frozenset(f"manners/g-{n}" for n in range(1, 40, 2)))
    (question,) = _calibrate(judged, poor, whole=True).questions
    assert any("sensitivity 0.500" in reason for reason in question.why_not)


def test_raters_at_chance_certify_nobody(judged: Desk) -> None:
    """A judge that agrees with the majority is not certified by people who do not agree."""
    rows = _gold()
    for n, row in enumerate(rows):
        own = row["labels"][0]
        for other in range(2):
            said = "yes" if (n * 7 + other * 3) % 5 < 2 else "no"
            row["labels"].append({**own, "rater": f"a-{other + 2}", "answer": said})
    _write(judged, rows)
    (question,) = _calibrate(judged, whole=True).questions
    assert "its 3 raters do not agree among themselves: Krippendorff's alpha" in question.why_not[0]
    assert "certify nobody" in question.why_not[0]


def test_the_budget_stops_and_resuming_asks_what_is_missing(judged: Desk) -> None:
    """Nothing is certified on a part; a second calibration takes over what was answered."""
    first = Listener()
    found = _calibrate(judged, first, whole=True, max_calls=30)
    (question,) = found.questions
    assert (found.n_calls, found.n_missing, question.certificate) == (30, 50, None)
    assert "50 of 80 transcripts were not asked" in question.why_not[0]
    assert not (judged.root / "certificates.json").exists()
    second = Listener()
    again = _calibrate(judged, second, whole=True, resume=True)
    assert (again.n_calls, again.n_reused) == (50, 30)
    assert not set(first.asked) & set(second.asked)
    assert again.questions[0].may_gate


@pytest.mark.parametrize(
    ("kind", "said"), [("budget", "--resume goes on"), ("judge_changed", "calibrate again")]
)
def test_a_judge_that_answers_no_longer_replaces_no_certificate(
    judged: Desk, kind: str, said: str
) -> None:
    """Its own budget is spent, or another model answers: what was not asked says nothing of it."""

    class Spent(Listener):
        async def answer(
            self, question: Question, item: Item, transcript: Transcript
        ) -> Answer | Failure:
            if len(self.asked) >= 30:
                return Failure(trial_id=item.id, stage=Stage.JUDGE, kind=kind, message="no more")
            return await super().answer(question, item, transcript)

    assert _calibrate(judged, whole=True).questions[0].may_gate
    before = (judged.root / "certificates.json").read_bytes()
    found = _calibrate(judged, Spent(), whole=True)
    (question,) = found.questions
    assert question.certificate is None
    assert question.failures == {kind: 50}
    assert question.why_not[0].startswith("50 of 80 transcripts were not asked")
    assert question.why_not[0].endswith(said)
    assert (judged.root / "certificates.json").read_bytes() == before
    assert _calibrate(judged, whole=True, resume=True).n_reused == 30


def test_without_resuming_all_is_asked_anew(judged: Desk) -> None:
    """A second look at the same judge is one of its own."""
    _calibrate(judged, whole=True)
    judge = Listener()
    assert _calibrate(judged, judge, whole=True).n_reused == 0
    assert len(judge.asked) == 80


def test_there_must_be_something_to_resume(judged: Desk) -> None:
    """Another judge's answers are not taken over."""
    _calibrate(judged, whole=True)
    other = Listener()
    other.fingerprint = "sha256:other"
    with pytest.raises(UsageError, match="no answers of this judge"):
        _calibrate(judged, other, whole=True, resume=True)


def test_failures_are_asked_again_when_resuming(judged: Desk) -> None:
    """They are counted by kind, and are no answers."""
    found = _calibrate(judged, Listener(fails=True), whole=True)
    assert found.questions[0].failures == {"timeout": 80}
    assert found.n_answered == 0
    assert _calibrate(judged, whole=True, resume=True).n_calls == 80


def test_other_certificates_stay_in_the_file(judged: Desk) -> None:
    """Another judge's and other questions' are kept; the same one's is replaced."""
    other = Listener()
    other.fingerprint = "sha256:other"
    _calibrate(judged, other, whole=True)
    _calibrate(judged, whole=True)
    _calibrate(judged, Listener(frozenset({"manners/g-1"})), whole=True)
    written = json.loads((judged.root / "certificates.json").read_text())
    assert [each["judge_fingerprint"] for each in written] == ["sha256:listener", "sha256:other"]
    assert [each["yes"]["n_agreed"] for each in written] == [39, 40]


def test_a_file_that_is_something_else_is_not_overwritten(judged: Desk) -> None:
    """It is said before anything is asked."""
    judged.write("certificates.json", '{"mine": true}')
    judge = Listener()
    with pytest.raises(ReportFileError, match="certificates"):
        _calibrate(judged, judge, whole=True)
    assert judge.asked == []


def test_named_files_and_questions(judged: Desk) -> None:
    """Gold of elsewhere is used in place of the suites', and what nobody asks is counted."""
    path = _write(
        judged, [*_gold(60), {**_gold(1, question="is_loud")[0], "id": "l"}], "else.jsonl"
    )
    found = _calibrate(judged, files=[path], questions=["is_kind"], whole=True)
    assert (found.gold.n_rows, found.gold.unasked) == (61, {"is_loud": 1})
    assert found.questions[0].account.used == 60
    with pytest.raises(LabelsError, match="Did you mean 'is_kind'"):
        _calibrate(judged, questions=["is_knid"])


def test_a_transcript_in_two_files_is_a_mistake(judged: Desk) -> None:
    """Under another id, in other capitals, with another family: it would count twice."""
    first = _write(judged, _gold(8), "one.jsonl")
    copy = _gold(1)[0] | {"id": "other", "family": "other"}
    copy["turns"] = [{**turn, "content": turn["content"].upper()} for turn in copy["turns"]]
    second = _write(judged, [copy], "two.jsonl")
    with pytest.raises(LabelsError, match=r"two\.jsonl.*the transcript of g-0 in .*one\.jsonl"):
        _calibrate(judged, files=[first, second])
    with pytest.raises(LabelsError, match="the id in two files"):
        _calibrate(judged, files=[first, first])


def test_no_gold_is_no_certificate(judged: Desk) -> None:
    """Nothing is asked and nothing written."""
    (judged.root / "manners/gold.jsonl").unlink()
    found = _calibrate(judged)
    assert (found.questions, found.written, found.answers) == ((), None, None)


def test_only_labels_that_count(judged: Desk) -> None:
    """Where clinicians are asked for, an author's labels settle nothing."""
    (question,) = _calibrate(judged, whole=True, by="clinicians").questions
    assert (question.certificate, question.may_gate) == (None, False)
    assert "no transcript has an answer that people agree on" in question.why_not[0]


def test_languages_have_certificates_of_their_own(judged: Desk) -> None:
    """What holds in one language says nothing of another."""
    rows = _gold()
    for row in rows[40:]:
        row["language"] = "de"
    _write(judged, rows)
    found = _calibrate(judged, whole=True)
    assert [(each.language, each.certificate.n) for each in found.questions] == [  # type: ignore[union-attr]
        ("de", 40),
        ("en", 40),
    ]


def test_check_finds_what_is_wrong_with_gold(judged: Desk) -> None:
    """Before a run, and without asking anybody."""
    from datetime import UTC, datetime

    rows = _gold(2)
    rows[1]["question"] = "is_knid"
    _write(judged, rows)
    judged.edit(
        "manners/questions.toml",
        'quote = "never"',
        'quote = "never"\nrule = "asks_about_immediate_safety"',
    )
    with pytest.raises(SuiteError, match=r"gold\.jsonl:2.*Did you mean 'is_kind'"):
        check_workspace(judged.open(), today=datetime.now(UTC).date())


def test_a_judge_that_says_no_to_everything_is_refused_with_the_numbers(judged: Desk) -> None:
    """Half of its answers are right, and not one of the yes: nobody may gate on that."""
    wrong = frozenset(f"manners/g-{n}" for n in range(1, 80, 2))
    (question,) = _calibrate(judged, Listener(wrong), whole=True).questions
    assert question.certificate is not None
    assert question.certificate.exact is not None
    assert question.certificate.exact.value == 0.5
    assert question.certificate.kappa is not None
    assert question.certificate.kappa.value == 0
    assert not question.may_gate
    assert question.why_not == (
        'sensitivity 0.000 (lower bound 0.000) on 40 transcripts of "yes", 0.7 is needed',
        "it shows a judge that agrees no better than chance",
    )
