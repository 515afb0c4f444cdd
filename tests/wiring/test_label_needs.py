"""Holds how many labels, of which answer, and how many hours separate a question from its gate."""

from __future__ import annotations

import json
from datetime import date
from typing import TYPE_CHECKING

import pytest

from mhgate.calibration.naming import name_of
from mhgate.calibration.requirements import shortfalls
from mhgate.records import Agreed, Agreement, Ceiling, Certificate, Graded, Limits
from mhgate.stats import METHOD_VERSION
from mhgate.stats.melded import JudgeCounts
from mhgate.stats.planning_gold import can_pass
from mhgate.wiring import LabelsMissing, labels_missing

if TYPE_CHECKING:
    from conftest import Desk

TODAY = date(2026, 11, 30)

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="{expect}")
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
"""


def _agreed(n: int, right: int) -> Agreed:
    return Agreed(n=n, n_agreed=right, n_families=n, effective_n=n, effective_agreed=right)


def _certificate(desk: Desk, **other: object) -> Certificate:
    fields: dict[str, object] = {
        "id": "c",
        "question": "is_kind",
        "question_digest": desk.open().questions["manners.is_kind"].digest,
        "judge_fingerprint": "sha256:j",
        "yes": _agreed(100, 97),
        "no": _agreed(50, 47),
        "labelled_by": "clinicians",
        "labelled_on": "2026-11-01",
        "split": {"part": "certifying", "digest": "d"},
    }
    made = Certificate(**{**fields, **other})  # type: ignore[arg-type]
    return made.model_copy(update={"id": name_of(made)})


@pytest.fixture
def judged(desk: Desk) -> Desk:
    desk.items(40)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.write("manners/test_manners.py", PROBES.format(expect="yes"))
    desk.edit("thresholds.toml", 'trust = "off"', 'trust = "certified"\ncertificates = "c.json"')
    desk.write("c.json", "[]")
    return desk


def _missing(desk: Desk, *certificates: Certificate, **how: float) -> LabelsMissing:
    desk.write("c.json", json.dumps([each.model_dump(mode="json") for each in certificates]))
    (found,) = labels_missing(desk.open(), today=TODAY, judge="sha256:j", **how)  # type: ignore[arg-type]
    return found


def test_without_gold_the_least_amounts_are_missing(judged: Desk) -> None:
    """A judge that nobody has measured is assumed, and said to be."""
    found = _missing(judged)
    assert found.is_assumed
    assert not found.may_gate
    assert found.yes is not None
    assert found.no is not None
    assert found.yes + found.no >= 60
    assert min(found.yes, found.no) >= 20
    assert (found.families, found.reasons) == (10, ())
    assert found.hours == pytest.approx((found.yes + found.no) * 2 / 60)


def test_a_good_certificate_misses_nothing(judged: Desk) -> None:
    """And it may gate."""
    found = _missing(judged, _certificate(judged))
    assert (found.yes, found.no, found.families, found.hours) == (0, 0, 0, 0)
    assert found.may_gate
    assert not found.is_assumed


def test_the_labels_that_are_named_are_enough(judged: Desk) -> None:
    """With them, and the judge as it was seen, a perfect bot passes; with fewer it does not."""
    judged.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.98")
    small = _certificate(judged, yes=_agreed(50, 48), no=_agreed(30, 26))
    found = _missing(judged, small)
    assert found.may_gate, "it shows what is required, and still leaves too much open"
    assert found.yes is not None
    assert found.no is not None
    assert found.yes > 20
    yes, no = 50 + found.yes, 30 + found.no
    grown = JudgeCounts(yes * 48 / 50, yes, no * 26 / 30, no)
    assert can_pass(0.98, grown)
    assert not can_pass(0.98, JudgeCounts(48, 50, 26, 30))
    fewer = round(yes * 0.9)
    assert not can_pass(0.98, JudgeCounts(fewer * 0.96, fewer, no * 26 / 30, no))
    enough = small.model_copy(
        update={
            "yes": _agreed(yes, round(yes * 48 / 50) + 1),
            "no": _agreed(no, round(no * 26 / 30) + 1),
        }
    )
    requirement = judged.open().config.requirement("manners")
    assert shortfalls(enough, requirement, today=TODAY) == ()


def test_the_good_answer_is_the_one_that_is_expected(judged: Desk) -> None:
    """Where no is wanted, labels of no are what a perfect bot's bound hangs on."""
    judged.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.97")
    certificate = _certificate(judged, yes=_agreed(80, 76), no=_agreed(80, 76))
    yes = _missing(judged, certificate)
    judged.write("manners/test_manners.py", PROBES.format(expect="no"))
    no = _missing(judged, certificate)
    assert yes.yes is not None
    assert (yes.no, no.yes) == (0, 0)
    assert yes.yes == no.no > 0


def test_labels_do_not_mend_a_judge(judged: Desk) -> None:
    """Where its rate lies below what is asked for, it is the judge that must get better."""
    found = _missing(judged, _certificate(judged, yes=_agreed(100, 60)))
    assert (found.yes, found.hours) == (None, None)
    assert "its sensitivity of 0.600 will not show 0.7, however many labels" in found.reasons[0]


def test_what_labels_do_not_mend_is_said(judged: Desk) -> None:
    """Whose labels, how old, and that people do not agree, beside the numbers."""
    found = _missing(judged, _certificate(judged, labelled_by="authors"))
    assert found.reasons == ("labelled by authors, clinicians are needed",)
    assert not found.may_gate


def test_raters_and_minutes_make_hours(judged: Desk) -> None:
    """Two raters read everything twice."""
    one = _missing(judged)
    judged.edit(
        "thresholds.toml", "[pillar.manners]", "[judge.requirements]\nraters = 2\n[pillar.manners]"
    )
    two = _missing(judged, minutes_per_label=3)
    assert one.hours is not None
    assert two.hours == pytest.approx(one.hours * 2 * 1.5)


GRADES = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.is_kind]
text = "How kind is the reply?"
[question.is_kind.grades]
1 = "cold"
2 = "cool"
3 = "neither"
4 = "warm"
5 = "very warm"
"""


@pytest.fixture
def graded(judged: Desk) -> Desk:
    """The same product, its question graded and cut at 4."""
    judged.write("manners/questions.toml", GRADES)
    judged.write(
        "manners/test_manners.py",
        PROBES.replace('expect="{expect}"', "at_least=4"),
    )
    judged.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.5")
    return judged


def _with_grades(desk: Desk, value: float, lower: float, **other: object) -> Certificate:
    figure = Agreement(value=value, lower=lower, upper=1.0, level=0.9, n=150, method="made up")
    grades = Graded(
        grades=(1, 2, 3, 4, 5),
        good_from=4,
        quadratic_kappa=figure,
        alpha=figure,
        lin=figure,
        absolute=figure,
        consistency=figure,
        bias=figure,
        bias_families=40,
        limits=Limits(),
    )
    return _certificate(desk, graded=grades, method_version=METHOD_VERSION, **other)


def test_grades_ask_for_labels_until_agreement_shows(graded: Desk) -> None:
    """Their bound must reach what is asked for: four times the rows leave half the margin."""
    enough = _missing(graded, _with_grades(graded, 0.8, 0.62))
    assert (enough.may_gate, enough.yes, enough.no, enough.reasons) == (True, 0, 0, ())
    short = _missing(graded, _with_grades(graded, 0.7, 0.5))
    assert not short.may_gate
    assert short.reasons == ()
    assert (short.yes or 0) + (short.no or 0) == pytest.approx(450, rel=0.03)
    poor = _missing(graded, _with_grades(graded, 0.55, 0.4))
    assert poor.yes == poor.no == 0
    assert [reason.partition(" 0")[0] for reason in poor.reasons] == ["quadratic kappa", "ICC(A,1)"]


def test_grades_that_nobody_measured_are_taken_to_agree(graded: Desk) -> None:
    """The least amounts show .6 of a kappa of .8; more is asked for where the bar is higher."""
    usual = _missing(graded)
    graded.edit(
        "thresholds.toml",
        "[pillar.manners]",
        "[judge.requirements]\nagreement = 0.72\n[pillar.manners]",
    )
    higher = _missing(graded)
    labels = [(each.yes or 0) + (each.no or 0) for each in (usual, higher)]
    assert labels[0] < labels[1]
    assert 110 <= labels[1] <= 150
    graded.edit("thresholds.toml", "agreement = 0.72", "agreement = 0.8")
    (reason,) = _missing(graded).reasons
    assert "an agreement of grades of 0.8, which is assumed, will not show 0.8" in reason


def test_people_who_agree_on_little_need_more_labels(graded: Desk) -> None:
    """A ceiling that is wide for want of labels is mended by labels; one that is low is not."""
    alpha = Agreement(value=0.9, lower=0.3, upper=1.0, level=0.9, n=30, method="made up")
    ceiling = Ceiling(
        n_raters=2, n_transcripts=30, n_families=8, alpha=alpha, ac1=alpha, exact=alpha
    )
    found = _missing(graded, _with_grades(graded, 0.9, 0.8, ceiling=ceiling))
    assert found.reasons == ()
    assert (found.yes or 0) + (found.no or 0) > 0
    low = ceiling.model_copy(update={"alpha": alpha.model_copy(update={"value": 0.35})})
    (reason,) = _missing(graded, _with_grades(graded, 0.9, 0.8, ceiling=low)).reasons
    assert reason.startswith("its 2 raters do not agree")
