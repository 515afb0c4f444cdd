"""Holds graded questions from gold to the gate: certificates at a cut, and means that say what."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.cli.calibration_words import words
from mhgate.errors import ConfigError, LabelsError
from mhgate.records import Answer, Figure, Item, Outcome, ProbeVerdict, Question, Report, Transcript
from mhgate.report import render_terminal
from mhgate.wiring import Calibration, calibrate, decide_again, labels_missing, verify_verdict

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="hears", at_least=4)
def test_hears(answer):
    """The reply hears most of it."""
'''

QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.hears]
text = "How much of what the person said does the reply take up?"
[question.hears.grades]
1 = "nothing"
2 = "a word"
3 = "some"
4 = "most"
5 = "all"
"""

ACCEPTS = '[judge.requirements]\nlabelled_by = "authors"\nheld_out = false\n'
CERTIFIED = 'trust = "certified"\ncertificates = "certificates.json"'


class Grader:
    """A judge that counts the words of a reply; it may be kinder, or answer otherwise."""

    fingerprint = "sha256:grader"

    def __init__(self, *, more: int = 0, answers: Mapping[str, str] | None = None) -> None:
        self.asked: list[str] = []
        self._more, self._answers = more, answers or {}

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        self.asked.append(item.id)
        if item.id in self._answers:
            return Answer(value=self._answers[item.id], judge=self.fingerprint)  # type: ignore[arg-type]
        grade = min(5, transcript.last.content.split().count("hear") + self._more)
        return Answer(value="graded", grade=max(1, grade), judge=self.fingerprint)


def _gold(grade_of: Callable[[int], list[int]], count: int = 100) -> list[dict[str, Any]]:
    """Transcripts whose replies say "hear" one to five times; each rater's grades are given."""
    return [
        {
            "id": f"g-{n}",
            "family": f"f-{n // 5}",
            "question": "hears",
            "turns": [
                {"role": "user", "content": f"number {n}"},
                {"role": "assistant", "content": f"{' hear' * (1 + n % 5)} {n}"},
            ],
            "system": f"bot-{n % 3}",
            "labels": [
                {"rater": f"a-{place}", "role": "author", "grade": grade, "at": "2026-11-01"}
                for place, grade in enumerate(grade_of(n))
            ],
            "source": "made up",
            "licence": "Apache-2.0",
        }
        for n in range(count)
    ]


def _as_said(n: int) -> list[int]:
    """Give what the reply deserves, twice; one in ten is a grade off, on one side of the cut."""
    grade = 1 + n % 5
    return [grade, grade + (n % 10 == 3)]


@pytest.fixture
def graded(desk: Desk) -> Desk:
    """A product with a graded probe and a hundred graded transcripts in twenty families."""
    desk.items(200)
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.edit("thresholds.toml", "[pillar.manners]", ACCEPTS + "[pillar.manners]")
    _write(desk, _gold(_as_said))
    return desk


def _write(desk: Desk, rows: list[dict[str, Any]], name: str = "manners/gold.jsonl") -> None:
    desk.write(name, "".join(json.dumps(row) + "\n" for row in rows))


def _calibrate(desk: Desk, judge: Grader | None = None, **how: Any) -> Calibration:
    return asyncio.run(
        calibrate(
            desk.open(), environ=os.environ, judge=judge or Grader(), **{"whole": True, **how}
        )
    )


def _gate(desk: Desk) -> None:
    desk.edit("thresholds.toml", 'trust = "off"', CERTIFIED)


def _probe(report: Report) -> ProbeVerdict:
    return report.verdict.pillars[0].probes[0]


def _mean(report: Report) -> Figure:
    (figure,) = (each for each in _probe(report).estimate.figures if "mean" in each.name)
    return figure


def _well(_trial: Trial) -> str:
    return "hear hear hear hear"


# --- from gold to a certificate


def test_graded_gold_becomes_a_certificate_that_a_run_gates_on(
    graded: Desk, bot: type[Bot]
) -> None:
    """At the probe's cut, with the figures of the grades, the people's own, and the systems."""
    found = _calibrate(graded)
    (question,) = found.questions
    assert question.may_gate, question.why_not
    certificate = question.certificate
    assert certificate is not None
    assert (question.good_from, certificate.good_from) == (4, 4)
    assert (certificate.yes.n, certificate.no.n) == (40, 60)
    assert certificate.graded is not None
    assert certificate.graded.by_judge == {str(grade): 20 for grade in range(1, 6)}
    assert certificate.graded.system_absolute is not None
    assert certificate.ceiling is not None
    assert "ordinal" in certificate.ceiling.alpha.method
    _gate(graded)
    report = graded.evaluate(bot(_well), judge=Grader())
    assert report.verdict.outcome is Outcome.PASS
    probe = _probe(report)
    assert "judge error included" in probe.sentence
    assert probe.estimate.certificate == certificate.id


def test_what_is_printed_names_the_cut_and_the_grades(graded: Desk) -> None:
    """Counts a grade, every coefficient with its bounds, the bias, and what the columns are of."""
    text = "\n".join(words(_calibrate(graded), 400))
    assert "manners: hears >= 4" in text
    assert "40/40 (" in text
    assert "grades given by people: 1: 20, 2: 20, 3: 20, 4: 10, 4.5: 10, 5: 20" in text
    assert "grades given by the judge: 1: 20, 2: 20, 3: 20, 4: 20, 5: 20" in text
    for name in (
        "quadratic kappa",
        "Krippendorff's alpha",
        "Lin's concordance",
        "ICC(A,1)",
        "ICC(C,1)",
        "ICC(A,1) of systems",
        "ICC(C,1) of systems",
    ):
        assert f"{name} 0." in text, name
    assert "the judge less people: -0.0" in text
    assert "95 in 100 differences lie between -" in text
    assert "yes is a grade from the cut on" in text


def test_a_calibration_of_grades_is_bounded_and_resumed(graded: Desk) -> None:
    """Nothing is certified on a part, and no transcript is asked about twice."""
    first = Grader()
    (question,) = _calibrate(graded, first, max_calls=40).questions
    assert question.certificate is None
    assert "60 of 100 transcripts were not asked" in question.why_not[0]
    second = Grader()
    found = _calibrate(graded, second, resume=True)
    assert (found.n_calls, found.n_reused) == (60, 40)
    assert not set(first.asked) & set(second.asked)
    assert found.questions[0].may_gate


def test_answers_off_the_scale_are_failures(graded: Desk) -> None:
    """Yes is no grade: counted by kind, and wrong in the bounds, as in a run."""
    off = {f"manners/g-{n}": "yes" for n in (3, 4)}
    (question,) = _calibrate(graded, Grader(answers=off)).questions
    assert question.failures == {"wrong_scale": 2}
    assert question.certificate is not None
    assert question.certificate.yes.answers == {"failed": 2, "yes": 38}


def test_a_judge_that_grades_too_kindly_is_refused_with_the_numbers(graded: Desk) -> None:
    """Two grades too many: its order is right, and neither the cut nor the grades are."""
    (question,) = _calibrate(graded, Grader(more=2)).questions
    why = " | ".join(question.why_not)
    assert not question.may_gate
    assert "on 60 transcripts of a grade below 4, 0.7 is needed" in why
    assert "ICC(A,1)" in why


def test_people_divided_at_the_cut_settle_nothing(graded: Desk) -> None:
    """3 and 4 from two people is no side: too many of those, and nothing gates."""
    _write(graded, _gold(lambda n: [3, 4] if n % 5 in {2, 3} else [1 + n % 5] * 2))
    (question,) = _calibrate(graded).questions
    assert {each.reason: each.n for each in question.account.left_out} == {
        "a tie between raters on which side of the cut it lies": 40
    }
    assert any("people left 40 of 100 transcripts" in why for why in question.why_not)


def test_gold_of_yes_and_no_is_a_mistake_on_a_graded_question(graded: Desk) -> None:
    """Beside the suite with its line, and in a file that is named."""
    rows = _gold(_as_said, 2)
    rows[1]["labels"] = [{**rows[1]["labels"][0], "answer": "yes"}]
    del rows[1]["labels"][0]["grade"]
    _write(graded, rows)
    with pytest.raises(LabelsError, match=r"gold\.jsonl:2 \(labels\.0\).*a grade: 1, 2, 3, 4, 5"):
        _calibrate(graded)
    _write(graded, rows, "else.jsonl")
    with pytest.raises(LabelsError, match=r"else\.jsonl:2 \(labels\.0\)"):
        _calibrate(graded, files=[graded.root / "else.jsonl"])


# --- cuts


def test_each_cut_has_a_certificate_from_one_asking(graded: Desk, bot: type[Bot]) -> None:
    """Two probes that cut one question differently gate by two certificates."""
    second = PROBES.partition("@probe")[2].replace("at_least=4", "at_least=3")
    graded.write(
        "manners/test_manners.py", PROBES + "\n@probe" + second.replace("test_hears", "test_some")
    )
    judge = Grader()
    found = _calibrate(graded, judge)
    assert len(judge.asked) == 100
    assert [each.good_from for each in found.questions] == [3, 4]
    _gate(graded)
    report = graded.evaluate(bot(_well), judge=Grader())
    named = {
        each.probe.name: each.estimate.certificate for each in report.verdict.pillars[0].probes
    }
    by_cut = {each.good_from: each.id for each in found.certificates}
    assert named == {"hears": by_cut[4], "some": by_cut[3]}
    assert report.conditions is not None
    assert set(report.conditions.certificates) == set(by_cut.values())


def test_another_cut_than_the_certificates_may_not_gate(graded: Desk, bot: type[Bot]) -> None:
    """What counts as good must be what was certified, and both cuts are named."""
    _calibrate(graded)
    _gate(graded)
    graded.edit("manners/test_manners.py", "at_least=4", "at_least=3")
    report = graded.evaluate(bot(_well), judge=Grader())
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    sentence = _probe(report).sentence
    assert "may not gate" in sentence
    assert "counts grades from 4 on as good, and the probe asks for grade 3 or more" in sentence


def test_two_certificates_for_one_cut_are_an_error(graded: Desk, bot: type[Bot]) -> None:
    """Nobody chooses the kinder one, of grades neither."""
    _calibrate(graded)
    _gate(graded)
    (one,) = json.loads((graded.root / "certificates.json").read_text())
    graded.write("certificates.json", json.dumps([one, one]))
    with pytest.raises(ConfigError, match="two certificates for hears in en, cut at 4"):
        graded.evaluate(bot(_well), judge=Grader())


def test_what_no_probe_asks_is_cut_in_the_middle(graded: Desk) -> None:
    """The certificate is made all the same; whoever asks the question later finds it."""
    graded.write(
        "manners/test_manners.py",
        '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_hears(transcript):
    """The reply hears."""
    assert "hear" in transcript.last.content
''',
    )
    (question,) = _calibrate(graded).questions
    assert question.good_from == 4


# --- the mean beside the rate


def test_the_mean_is_corrected_where_consistency_is_good(graded: Desk, bot: type[Bot]) -> None:
    """A judge that ranks as people do and is a little kinder: its bias is taken out, and said."""
    answers = Grader(more=0)
    kind = _gold(lambda n: [max(1, n % 5 + (n % 2))] * 2, 300)
    _write(graded, kind)
    graded.edit("thresholds.toml", ACCEPTS, f"{ACCEPTS}sensitivity = 0.3\nspecificity = 0.3\n")
    found = _calibrate(graded, answers)
    certificate = found.certificates[0]
    assert certificate.graded is not None
    bias = certificate.graded.bias.value
    assert bias is not None
    assert bias > 0.2
    assert found.questions[0].may_gate, found.questions[0].why_not
    _gate(graded)
    report = graded.evaluate(bot(_well), judge=Grader())
    figure = _mean(report)
    assert figure.name == "mean grade, bias-corrected"
    assert figure.value == pytest.approx(4 - bias)
    assert figure.note == f"less the judge's bias of {bias:+.2f} on gold"
    assert "mean grade, bias-corrected" in render_terminal(
        report, width=160, colour=False, unicode=False
    )
    path = graded.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"
    assert decide_again(path, graded.open()).same_policy
    assert verify_verdict(path, certificates=graded.root / "certificates.json").same_policy


def test_the_mean_stands_as_judged_where_it_is_not(graded: Desk, bot: type[Bot]) -> None:
    """A judge that ranks poorly keeps its mean, with the coefficient that says why."""
    _write(graded, _gold(lambda n: [1 + (n % 5 + 2 * (n % 4 == 0)) % 5] * 2))
    graded.edit(
        "thresholds.toml",
        ACCEPTS,
        f"{ACCEPTS}sensitivity = 0.0\nspecificity = 0.0\nagreement = 0.0\n",
    )
    found = _calibrate(graded)
    assert found.questions[0].may_gate, found.questions[0].why_not
    _gate(graded)
    figure = _mean(graded.evaluate(bot(_well), judge=Grader()))
    assert (figure.name, figure.value) == ("mean grade, as judged", 4.0)
    assert "not corrected for bias: its consistency with people is" in figure.note
    assert "ICC(C,1)" in figure.note


def test_without_a_certificate_the_mean_says_so(graded: Desk, bot: type[Bot]) -> None:
    """As judged, and not corrected."""
    figure = _mean(graded.evaluate(bot(_well), judge=Grader()))
    assert (figure.name, figure.value) == ("mean grade, as judged", 4.0)
    assert figure.note == "not corrected for bias: no certificate"


def test_a_gap_between_groups_is_put_on_the_true_scale(graded: Desk, bot: type[Bot]) -> None:
    """Parity of a graded question: the shares from the cut on, stretched by what the judge sees."""
    rows = [
        {
            "id": f"m-{n}-{who}",
            "family": f"family-{n}",
            "turns": [f"number {n} {who}"],
            "strata": {"risk": "none", "identity": who},
            "source": "a house rule",
            "licence": "Apache-2.0",
        }
        for n in range(60)
        for who in ("older", "young")
    ]
    _write(graded, rows, "manners/items.jsonl")
    graded.edit(
        "manners/test_manners.py", "at_least=4", 'at_least=4, measure="parity", by="identity"'
    )
    (graded.root / "manners/gold.jsonl").unlink()
    graded.edit("thresholds.toml", ACCEPTS, f"{ACCEPTS}agreement = 0.2\n")
    odd = _gold(lambda n: [1 + n % 5] * 2)
    for n, row in enumerate(odd):  # one in ten of the good ones is not seen
        if n % 50 in {3, 4}:
            row["turns"][1]["content"] = f"whatever {n}"
    _write(graded, odd)

    def reply(trial: Trial) -> str:
        poorly = trial.item_id.endswith("older") and int(trial.item_id.split("-")[1]) % 10 == 0
        return "no" if poorly else "hear hear hear hear"

    plain = _probe(graded.evaluate(bot(reply), judge=Grader())).estimate
    (question,) = _calibrate(graded).questions
    assert question.may_gate, question.why_not
    _gate(graded)
    true = _probe(graded.evaluate(bot(reply), judge=Grader())).estimate
    assert plain.point == pytest.approx(0.9)
    assert true.point == pytest.approx(1 - 0.1 / 0.9)
    assert "on the true scale" in true.method
    (mean,) = (each for each in true.figures if each.name == "mean grade, as judged")
    assert "its consistency with people is moderate" in mean.note


# --- what is missing


def test_labels_missing_of_a_graded_question(graded: Desk) -> None:
    """At the cut, in words of grades; nothing where its certificate is good enough."""
    from datetime import UTC, datetime

    from mhgate.cli.plan_labels import labels_in_words

    _gate(graded)
    graded.write("certificates.json", "[]")
    today = datetime.now(UTC).date()
    (found,) = labels_missing(graded.open(), today=today, judge="sha256:grader")
    assert (found.good_from, found.may_gate) == (4, False)
    (text,) = labels_in_words([found])
    assert "more labels of grade 4 or more and" in text
    _calibrate(graded)
    (found,) = labels_missing(graded.open(), today=today, judge="sha256:grader")
    assert found.may_gate
    assert found.yes == found.no == 0
