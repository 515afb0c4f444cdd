"""Holds certificates of graded questions: what people settle, the cut, the grades, the ceiling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

import numpy as np
import pytest

from mhgate.calibration.ceilings import ceiling_of, ceiling_of_grades
from mhgate.calibration.certifying import JudgeIdentity
from mhgate.calibration.certifying_grades import certify_graded
from mhgate.calibration.naming import name_of
from mhgate.calibration.requirements import shortfalls
from mhgate.calibration.truths import truths_of, usual_cut
from mhgate.records import (
    Answer,
    Certificate,
    Failure,
    GoldTranscript,
    Question,
    Requirement,
    Stage,
)
from mhgate.stats.gwet import gwet
from mhgate.stats.icc import icc
from mhgate.stats.judge_rates import judge_rates
from mhgate.stats.kappa import kappa
from mhgate.stats.krippendorff import krippendorff_alpha

Gold = Callable[..., GoldTranscript]

TODAY = date(2026, 11, 30)
JUDGE = JudgeIdentity("sha256:judge", "grader")
GRADES = (1, 2, 3, 4, 5)


def _certified(
    rows: Sequence[GoldTranscript],
    said: Mapping[str, int | str],
    question: Question,
    *,
    cut: int = 4,
) -> Certificate | None:
    came: dict[str, Answer | Failure] = {}
    for row in rows:
        given = said[row.id]
        if given == "failed":
            came[row.id] = Failure(
                trial_id=row.id, stage=Stage.JUDGE, kind="timeout", message="none came"
            )
        elif isinstance(given, int):
            came[row.id] = Answer(value="graded", grade=given, judge=JUDGE.fingerprint)
        else:
            came[row.id] = Answer(value=given, judge=JUDGE.fingerprint)  # type: ignore[arg-type]
    return certify_graded(
        truths_of(rows, question, whole=True),
        came,
        question=question,
        good_from=cut,
        language="en",
        judge=JUDGE,
        gold_digest="sha256:gold",
        today=TODAY,
    )


def _drawn(
    gold: Gold, *, noise: float, shift: float = 0.0, n: int = 160
) -> tuple[list[GoldTranscript], dict[str, int | str]]:
    """Two clinicians a transcript who agree but for a grade at times, and a judge with noise."""
    rng = np.random.default_rng(5)
    truth = rng.integers(1, 6, n)
    slip = rng.integers(-1, 2, n) * (rng.random(n) < 0.2)
    other = np.clip(truth + slip, 1, 5)
    judge = np.clip(np.rint(truth + shift + rng.normal(0, noise, n)), 1, 5)
    rows = [
        gold(f"t{k}", family=f"f{k // 4}", system=f"s{k % 4}", c1=int(truth[k]), c2=int(other[k]))
        for k in range(n)
    ]
    return rows, {f"t{k}": int(judge[k]) for k in range(n)}


# --- what people settle


def test_the_middle_of_the_grades_counts(gold: Gold, graded_question: Question) -> None:
    """Of the sure; of an even number it lies between the two in the middle."""
    rows = [
        gold("a", c1=2, c2=3, c3=5),
        gold("b", c1=3, c2=4),
        gold("c", c1="not_sure", c2=4),
        gold("d", c1="not_sure"),
        gold("e", c1="not_applicable", c2="not_applicable", c3=1),
        gold("f", c1="not_applicable", c2=1),
        gold("g", c1=2, c2=5, cx=4),
    ]
    found = truths_of(rows, graded_question, whole=True)
    assert [(each.transcript.id, each.grade) for each in found.settled] == [
        ("a", 3.0),
        ("b", 3.5),
        ("c", 4.0),
        ("e", None),
        ("g", 4.0),
    ]
    assert found.settled[3].answer == "not_applicable"
    assert {each.reason: each.n for each in found.account.left_out} == {
        "nobody is sure": 1,
        "a tie between raters": 1,
    }


def test_who_is_divided_at_the_cut_settles_no_side(gold: Gold, graded_question: Question) -> None:
    """3 and 4 are one grade apart, and a cut at 4 goes between them: the account has them."""
    rows = [gold("a", c1=3, c2=4), gold("b", c1=4, c2=5), gold("c", c1=2, c2=3, c3=5)]
    truths = truths_of(rows, graded_question, whole=True)
    at_four, at_three = truths.at(4), truths.at(3)
    assert [(each.transcript.id, each.answer) for each in at_four.settled] == [
        ("b", "yes"),
        ("c", "no"),
    ]
    assert at_four.account.used == 2
    (tie,) = at_four.account.left_out
    assert "on which side of the cut" in tie.reason
    assert (tie.n, tie.places) == (1, ("a",))
    assert [each.answer for each in at_three.settled] == ["yes", "yes", "yes"]
    assert truths.account.used == 3


# --- the certificate


def test_the_cut_gates_and_the_grades_stand_beside_it(
    gold: Gold, graded_question: Question
) -> None:
    """Sensitivity and specificity of ``grade >= 4``; coefficients of the grades themselves."""
    rows, said = _drawn(gold, noise=0.5, shift=0.3)
    found = _certified(rows, said, graded_question)
    assert found is not None
    middle = {
        row.id: sum(label.grade or 0 for label in row.labels) / len(row.labels) for row in rows
    }
    sides = [row for row in rows if {label.grade for label in row.labels} != {3, 4}]
    rates = judge_rates(
        [middle[row.id] >= 4 for row in sides],
        [int(said[row.id]) >= 4 for row in sides],
        families=[row.family for row in sides],
    )
    assert (found.yes.n, found.no.n) == (rates.sensitivity.measured, rates.specificity.measured)
    assert found.sensitivity is not None
    assert found.sensitivity.lower == rates.sensitivity.lower
    graded = found.graded
    assert graded is not None
    assert (found.good_from, graded.grades) == (4, GRADES)
    table = [[middle[row.id], float(said[row.id])] for row in rows]
    assert graded.quadratic_kappa.n == len(rows) > found.n
    for figure, value in (
        (graded.alpha, krippendorff_alpha(table).value),
        (graded.absolute, icc(table, form="A,1").value),
        (graded.consistency, icc(table, form="C,1").value),
        (graded.exact, np.mean([people == judge for people, judge in table])),
        (graded.bias, np.mean([judge - people for people, judge in table])),
    ):
        assert figure is not None
        assert figure.value == pytest.approx(value)
        assert figure.lower is not None
        assert figure.upper is not None
        assert figure.lower < figure.value < figure.upper  # type: ignore[operator]
    whole = [[round(people), judge] for people, judge in table]
    assert graded.quadratic_kappa.value == pytest.approx(
        kappa(whole, categories=GRADES, weights="quadratic").value, abs=0.05
    )
    means = [[np.mean([row[k] for row in table[s::4]]) for k in (0, 1)] for s in range(4)]
    assert graded.system_absolute is not None
    assert graded.system_absolute.n == 4
    assert graded.system_absolute.value == pytest.approx(icc(means, form="A,1").value)
    assert graded.system_consistency is not None
    assert graded.by_judge == {
        str(grade): sum(value == grade for value in said.values()) for grade in GRADES
    }
    assert graded.by_people is not None
    assert sum(graded.by_people.values()) == len(rows)
    assert "3.5" in graded.by_people


def test_a_good_judge_shows_what_is_required_and_a_poor_one_does_not(
    gold: Gold, graded_question: Question
) -> None:
    """The bounds of quadratic kappa and of ICC(A,1) count beside those of the cut."""
    requirement = Requirement(held_out=False)
    good = _certified(*_drawn(gold, noise=0.3), graded_question)
    assert good is not None
    assert shortfalls(good, requirement, today=TODAY) == ()
    poor = _certified(*_drawn(gold, noise=2.0), graded_question)
    assert poor is not None
    reasons = " | ".join(shortfalls(poor, requirement, today=TODAY))
    assert "quadratic kappa" in reasons
    assert "ICC(A,1)" in reasons
    assert "transcripts of grade 4 or more, 0.7 is needed" in reasons


def test_failures_are_wrong_at_the_cut_and_no_grades(gold: Gold, graded_question: Question) -> None:
    """As for yes and no: in the lower bounds, and not among the grades that are compared."""
    rows, said = _drawn(gold, noise=0.3)
    whole = _certified(rows, said, graded_question)
    good = [row.id for row in rows if all((label.grade or 0) >= 4 for label in row.labels)]
    failing = _certified(
        rows, {**said, good[0]: "failed", good[1]: "not_applicable", good[2]: "unreadable"},
        graded_question,
    )  # fmt: skip
    assert whole is not None
    assert failing is not None
    assert failing.yes.n == whole.yes.n - 2
    assert failing.yes.answers["failed"] == 1
    assert failing.yes.answers["unreadable"] == 1
    assert failing.sensitivity.lower < whole.sensitivity.lower  # type: ignore[union-attr, operator]
    assert failing.graded is not None
    assert failing.graded.absolute.n == len(rows) - 3


def test_a_judge_that_gives_no_grade_at_all_is_refused(
    gold: Gold, graded_question: Question
) -> None:
    """Every figure says that there is nothing, and nothing gates on it."""
    rows, said = _drawn(gold, noise=0.3, n=40)
    found = _certified(rows, dict.fromkeys(said, "failed"), graded_question)
    assert found is not None
    assert found.n == 0
    assert found.graded is not None
    assert found.graded.absolute.value is None
    assert found.graded.bias.value is None
    assert shortfalls(found, Requirement(held_out=False), today=TODAY)


def test_nothing_on_a_side_makes_no_certificate(gold: Gold, graded_question: Question) -> None:
    """Where people are divided at the cut on all of it, nothing is certified."""
    rows = [gold(f"t{n}", c1=3, c2=4) for n in range(5)]
    assert _certified(rows, {row.id: 4 for row in rows}, graded_question) is None


def test_each_cut_has_a_name_of_its_own(gold: Gold, graded_question: Question) -> None:
    """The same answers at another cut are another certificate, whose id says what it says."""
    rows, said = _drawn(gold, noise=0.5)
    at_four = _certified(rows, said, graded_question)
    at_three = _certified(rows, said, graded_question, cut=3)
    assert at_four is not None
    assert at_three is not None
    assert at_four.id != at_three.id
    assert name_of(at_three) == at_three.id
    assert Certificate.model_validate_json(at_three.model_dump_json()) == at_three
    assert at_three.yes.n > at_four.yes.n


def test_who_labelled_is_told_of_all_whose_grades_count(
    gold: Gold, graded_question: Question
) -> None:
    """Also of a transcript that lies on no side of the cut: its grades are among the figures."""
    rows = [gold(f"t{n}", c1=1 + 4 * (n % 2)) for n in range(8)] + [gold("u", a1=3, a2=4)]
    found = _certified(rows, {row.id: 3 for row in rows}, graded_question)
    assert found is not None
    assert found.labelled_by == "authors"
    assert {each.rater for each in found.raters} == {"a1", "a2", "c1"}


def test_the_usual_cut_is_the_upper_half(graded_question: Question) -> None:
    """What no probe asks about is cut there."""
    assert usual_cut(graded_question) == 4


# --- the people's own


def test_the_ceiling_of_grades_is_of_the_grades(gold: Gold) -> None:
    """Ordinal alpha, AC2 and ICC(A,1) of one rater; each against the middle of the others."""
    rows, _ = _drawn(gold, noise=0.3)
    labelled = [(row, row.labels) for row in rows]
    found = ceiling_of_grades(labelled, grades=GRADES, good_from=4)
    assert found is not None
    table = [[label.grade or 0 for label in row.labels] for row in rows]
    assert (found.n_raters, found.n_transcripts, found.n_families) == (2, 160, 40)
    for figure, value in (
        (found.alpha, krippendorff_alpha(table).value),
        (found.ac1, gwet(table, categories=GRADES, weights="quadratic").value),
        (found.absolute, icc(table, form="A,1").value),
        (found.exact, np.mean([one == two for one, two in table])),
    ):
        assert figure is not None
        assert figure.value == pytest.approx(value)
    assert "ordinal" in found.alpha.method
    (first, _) = found.each
    assert first.n == 160
    assert first.sensitivity is not None
    assert 0.8 < first.sensitivity <= 1


def test_raters_at_chance_certify_nobody(gold: Gold, graded_question: Question) -> None:
    """A judge that knows the middle of their grades is not certified by it."""
    rng = np.random.default_rng(3)
    given = rng.integers(1, 6, (120, 3))
    rows = [
        gold(f"t{k}", family=f"f{k // 4}", **{f"c{r}": int(given[k][r]) for r in range(3)})
        for k in range(120)
    ]
    said: dict[str, int | str] = {f"t{k}": int(np.median(given[k])) for k in range(120)}
    found = _certified(rows, said, graded_question)
    assert found is not None
    assert "do not agree among themselves" in shortfalls(found, Requirement(), today=TODAY)[0]


def test_a_third_reading_does_not_move_the_ceiling(gold: Gold) -> None:
    """Who read disagreements alone meets the others nowhere else: it is no measure of agreement."""
    truth = ["yes", "no"] * 40
    rows, marked = [], []
    for n, answer in enumerate(truth):
        other = "no" if answer == "yes" else "yes"
        differs = n % 5 == 0
        said = {"c1": answer, "c2": other if differs else answer}
        third = {"cx": answer} if differs else {}
        rows.append(gold(f"t{n}", family=f"f{n // 4}", **said))
        marked.append(gold(f"t{n}", family=f"f{n // 4}", **said, **third))

    def alpha(some: Sequence[GoldTranscript]) -> float:
        found = ceiling_of([(row, row.labels) for row in some])
        assert found is not None
        assert found.n_raters == 2
        assert found.alpha.value is not None
        return found.alpha.value

    assert alpha(marked) == alpha(rows)
    unmarked = [
        row.model_copy(
            update={
                "labels": tuple(
                    label.model_copy(update={"adjudicates": False}) for label in row.labels
                )
            }
        )
        for row in marked
    ]
    without = ceiling_of([(row, row.labels) for row in unmarked])
    assert without is not None
    assert without.n_raters == 3
    assert without.alpha.value != alpha(rows)


def test_a_third_reading_settles_all_the_same(gold: Gold, question: Question) -> None:
    """It is left out of the ceiling, and not of what people say."""
    rows = [gold("a", c1="yes", c2="no", cx="no")]
    (truth,) = truths_of(rows, question, whole=True).settled
    assert truth.answer == "no"
    assert ceiling_of([(row, row.labels) for row in rows]) is not None
