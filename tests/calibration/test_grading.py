"""Holds certificates on grades: the cut that gates, the grades' agreement, means for reports."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest

from mhgate.calibration.certifying import JudgeIdentity
from mhgate.calibration.grading import GradedTranscript, certify_grades, graded_agreement
from mhgate.calibration.requirements import shortfalls
from mhgate.estimate import graded_mean
from mhgate.records import Certificate, Requirement
from mhgate.stats.icc import icc
from mhgate.stats.kappa import kappa
from mhgate.stats.krippendorff import krippendorff_alpha
from mhgate.stats.lin import lin_concordance

GRADES = (1, 2, 3, 4, 5)
TODAY = date(2026, 11, 30)


def _rows(noise: float, *, shift: float = 0.0, n: int = 160) -> list[GradedTranscript]:
    rng = np.random.default_rng(7)
    people = rng.integers(1, 6, n)
    judge = np.clip(np.rint(people + shift + rng.normal(0, noise, n)), 1, 5)
    return [
        GradedTranscript(family=f"f{k // 4}", people=float(a), judge=float(b), system=f"s{k % 4}")
        for k, (a, b) in enumerate(zip(people, judge, strict=True))
    ]


def _certificate(rows: list[GradedTranscript]) -> Certificate:
    return certify_grades(
        rows,
        question="empathy",
        question_digest="sha256:empathy",
        grades=GRADES,
        good_from=4,
        judge=JudgeIdentity("sha256:judge", "grader"),
        labelled_by="clinicians",
        labelled_on=date(2026, 11, 1),
        today=TODAY,
    )


def test_the_coefficients_are_those_of_the_statistics() -> None:
    """Quadratic kappa, alpha, Lin, both ICCs, bias and Bland-Altman limits of the grades."""
    rows = _rows(0.6, shift=0.4)
    found = graded_agreement(rows, grades=GRADES, good_from=4)
    table = [[row.people, row.judge] for row in rows]
    for figure, value in (
        (found.quadratic_kappa, kappa(table, categories=GRADES, weights="quadratic").value),
        (found.alpha, krippendorff_alpha(table).value),
        (found.lin, lin_concordance(table).value),
        (found.absolute, icc(table, form="A,1").value),
        (found.consistency, icc(table, form="C,1").value),
    ):
        assert figure.value == pytest.approx(value)
        assert figure.lower is not None
        assert figure.lower < figure.value  # type: ignore[operator]
    differences = np.array([row.judge - row.people for row in rows])
    assert found.bias.value == pytest.approx(differences.mean())
    assert found.limits.lower == pytest.approx(
        differences.mean() - 1.959963984540054 * differences.std(ddof=1)
    )
    assert found.bias_families == 40


def test_the_cut_is_what_gates() -> None:
    """Yes is a grade of 4 or more; its counts are what correct a rate."""
    rows = _rows(0.6)
    found = _certificate(rows)
    good = [row for row in rows if row.people >= 4]
    assert found.yes.n == len(good)
    assert found.yes.n_agreed == sum(row.judge >= 4 for row in good)
    assert found.no.n == len(rows) - len(good)
    assert found.graded is not None
    assert found.graded.good_from == 4
    assert shortfalls(found, Requirement(held_out=False), today=TODAY) == ()
    assert "on which half" in shortfalls(found, Requirement(), today=TODAY)[0]
    poor = _certificate(_rows(2.5))
    reasons = shortfalls(poor, Requirement(), today=TODAY)
    assert any("quadratic kappa" in reason for reason in reasons)
    assert any("ICC(A,1)" in reason for reason in reasons)


def test_means_are_corrected_where_consistency_is_good() -> None:
    """A judge that ranks as people do and grades higher has its bias taken out, and it is said."""
    certificate = _certificate(_rows(0.3, shift=0.8))
    scores = [5.0, 4.0, 4.0, 3.0, 4.0, 5.0, 3.0, 4.0]
    families = [f"r{k // 2}" for k in range(8)]
    found = graded_mean(scores, families=families, certificate=certificate)
    assert found.is_corrected
    assert certificate.graded is not None
    assert certificate.graded.bias.value is not None
    assert found.mean == pytest.approx(4.0 - certificate.graded.bias.value)
    assert found.lower is not None
    assert found.lower < found.mean < (found.upper or 0)  # type: ignore[operator]
    assert f"less the judge's bias of {certificate.graded.bias.value:+.2f}" in found.sentence
    assert "does not gate" in found.sentence


def test_means_are_not_corrected_where_it_is_not() -> None:
    """The mean stands as judged, with the coefficient that says why."""
    found = graded_mean(
        [5.0, 4.0, 4.0, 3.0],
        families=["a", "a", "b", "c"],
        certificate=_certificate(_rows(1.5, shift=0.8)),
    )
    assert (found.is_corrected, found.mean) == (False, 4.0)
    assert "not corrected for bias: its consistency with people is moderate" in found.sentence
    assert "ICC(C,1)" in found.sentence


def test_nothing_graded_says_so() -> None:
    """Neither a mean nor a bound is made up."""
    found = graded_mean([], families=[], certificate=_certificate(_rows(0.3)))
    assert (found.mean, found.lower, found.is_corrected) == (None, 1.0, False)
    assert "no transcript was graded" in found.sentence


def test_a_certificate_without_grades_corrects_no_mean() -> None:
    """Yes and no have no bias in grades."""
    bare = _certificate(_rows(0.3)).model_copy(update={"graded": None})
    with pytest.raises(ValueError, match="says nothing about grades"):
        graded_mean([4.0], families=["a"], certificate=bare)


@pytest.mark.parametrize(
    ("grades", "cut"), [((1,), 1), ((1, 1, 2), 2), ((3, 2, 1), 2), (GRADES, 1), (GRADES, 6)]
)
def test_grades_and_cut_must_make_two_sides(grades: tuple[float, ...], cut: float) -> None:
    """Grades ascend, and something lies below the cut and something from it on."""
    with pytest.raises(ValueError, match="expected"):
        graded_agreement(_rows(0.5), grades=grades, good_from=cut)
