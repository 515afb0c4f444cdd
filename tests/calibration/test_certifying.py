"""Holds what a certificate says: counts, bounds, coefficients, raters, and what is no answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date

import pytest

from mhgate.calibration.certifying import JudgeIdentity, certify
from mhgate.calibration.truths import truths_of
from mhgate.records import Answer, Certificate, Failure, GoldTranscript, Question, Stage
from mhgate.stats.icc import icc
from mhgate.stats.judge_rates import judge_rates
from mhgate.stats.kappa import kappa

Gold = Callable[..., GoldTranscript]

TODAY = date(2026, 11, 30)
JUDGE = JudgeIdentity("sha256:judge", "rules")


def _certified(
    rows: Sequence[GoldTranscript], said: Mapping[str, str], question: Question
) -> Certificate | None:
    came: dict[str, Answer | Failure] = {}
    for row in rows:
        answer = said[row.id]
        came[row.id] = (
            Failure(trial_id=row.id, stage=Stage.JUDGE, kind="timeout", message="none came")
            if answer == "failed"
            else Answer(value=answer, judge=JUDGE.fingerprint)  # type: ignore[arg-type]
        )
    return certify(
        truths_of(rows, question, whole=True),
        came,
        question=question,
        language="en",
        judge=JUDGE,
        gold_digest="sha256:gold",
        today=TODAY,
    )


@pytest.fixture
def case(gold: Gold) -> tuple[list[GoldTranscript], dict[str, str]]:
    """Sixty transcripts in fifteen families: 40 yes, of which 36 are seen; 20 no, of which 17."""
    truth = ["yes"] * 40 + ["no"] * 20
    seen = ["yes"] * 36 + ["no"] * 4 + ["no"] * 17 + ["yes"] * 3
    rows = [
        gold(f"t{n}", family=f"f{n % 15}", system=f"s{n % 3}", c1=answer)
        for n, answer in enumerate(truth)
    ]
    return rows, {f"t{n}": answer for n, answer in enumerate(seen)}


def test_the_counts_and_bounds_are_those_of_the_statistics(
    case: tuple[list[GoldTranscript], dict[str, str]], question: Question
) -> None:
    """Sensitivity is of the yes, specificity of the no, by family, at .05 on each side."""
    rows, said = case
    found = _certified(rows, said, question)
    assert found is not None
    rates = judge_rates(
        [n < 40 for n in range(60)],
        [said[f"t{n}"] == "yes" for n in range(60)],
        families=[row.family for row in rows],
    )
    assert (found.yes.n, found.yes.n_agreed, found.no.n, found.no.n_agreed) == (40, 36, 20, 17)
    assert (found.n, found.families, found.yes.n_families) == (60, 15, 15)
    assert found.sensitivity is not None
    assert found.specificity is not None
    assert found.sensitivity.lower == rates.sensitivity.lower
    assert found.specificity.lower == rates.specificity.lower
    assert found.yes.effective_n == rates.sensitivity.effective_measured
    assert found.yes.effective_agreed == rates.sensitivity.effective_right
    assert (found.yes.answers, found.no.answers) == ({"no": 4, "yes": 36}, {"no": 17, "yes": 3})


def test_the_coefficients_are_those_of_the_statistics(
    case: tuple[list[GoldTranscript], dict[str, str]], question: Question
) -> None:
    """Kappa, exact agreement, bias, and both ICCs, on transcripts and on systems."""
    rows, said = case
    found = _certified(rows, said, question)
    assert found is not None
    table = [[float(n < 40), float(said[f"t{n}"] == "yes")] for n in range(60)]
    for figure, value in (
        (found.kappa, kappa(table, categories=[0, 1]).value),
        (found.absolute, icc(table, form="A,1").value),
        (found.consistency, icc(table, form="C,1").value),
        (found.exact, 53 / 60),
        (found.bias, -1 / 60),
    ):
        assert figure is not None
        assert figure.value == pytest.approx(value)
        assert figure.lower is not None
        assert figure.upper is not None
        assert figure.lower < figure.value < figure.upper  # type: ignore[operator]
        assert figure.n == 60
    assert found.ac1 is not None
    assert found.system_absolute is not None
    assert found.system_absolute.n == 3
    means = [[sum(row[k] for row in table[s::3]) / 20 for k in (0, 1)] for s in range(3)]
    assert found.system_absolute.value == pytest.approx(icc(means, form="A,1").value)


def test_who_labelled_and_when_is_kept(gold: Gold, question: Question) -> None:
    """The weakest group behind any answer names the certificate; days and licences are kept."""
    rows = [gold(f"t{n}", c1="yes", c2="yes") for n in range(3)] + [gold("u", a1="no")]
    found = _certified(rows, {row.id: "yes" for row in rows}, question)
    assert found is not None
    assert found.labelled_by == "authors"
    assert [(each.rater, each.labelled_by, each.n) for each in found.raters] == [
        ("a1", "authors", 1),
        ("c1", "clinicians", 3),
        ("c2", "clinicians", 3),
    ]
    assert (found.labelled_on, found.calibrated_on) == (date(2026, 11, 1), TODAY)
    assert (found.licences, found.gold_digest) == (("Apache-2.0",), "sha256:gold")
    assert (found.judge, found.judge_fingerprint) == ("rules", "sha256:judge")
    assert found.ceiling is not None
    assert found.split is not None
    assert found.split.part == "all"


def test_a_failure_is_wrong_in_the_bound_and_no_answer(
    case: tuple[list[GoldTranscript], dict[str, str]], question: Question
) -> None:
    """What the judge failed on is not among its answers, and a lower bound counts it as wrong."""
    rows, said = case
    whole = _certified(rows, said, question)
    failing = _certified(rows, {**said, "t0": "failed", "t1": "not_applicable"}, question)
    assert whole is not None
    assert failing is not None
    assert (failing.yes.n, failing.yes.n_agreed) == (38, 34)
    assert failing.yes.answers == {"failed": 1, "no": 4, "not_applicable": 1, "yes": 34}
    assert failing.sensitivity is not None
    assert whole.sensitivity is not None
    assert failing.sensitivity.lower < whole.sensitivity.lower  # type: ignore[operator]
    assert failing.sensitivity.upper >= whole.sensitivity.upper  # type: ignore[operator]


def test_what_a_judge_cannot_read_is_wrong(gold: Gold, question: Question) -> None:
    """A run scores it as bad whatever was wanted, and people could read it."""
    rows = [gold(f"t{n}", c1="yes" if n % 2 else "no") for n in range(20)]
    found = _certified(rows, {row.id: "unreadable" for row in rows}, question)
    assert found is not None
    assert (found.yes.n, found.yes.n_agreed, found.no.n, found.no.n_agreed) == (10, 0, 10, 0)
    assert found.exact is not None
    assert found.exact.value == 0


def test_not_applicable_is_a_third_answer(gold: Gold, question: Question) -> None:
    """It belongs to neither class, and counts where answers are compared."""
    third = question.model_copy(update={"not_applicable": "There is no reply."})
    rows = [gold(f"t{n}", c1=said) for n, said in enumerate(["yes", "no", "not_applicable"] * 10)]
    found = _certified(rows, {row.id: row.labels[0].answer for row in rows}, third)
    assert found is not None
    assert (found.yes.n, found.no.n) == (10, 10)
    assert found.exact is not None
    assert (found.exact.n, found.exact.value) == (30, 1.0)
    assert found.kappa is not None
    assert found.kappa.value == 1.0
    assert 0.7 < (found.kappa.lower or 0) < 1


def test_one_class_alone_says_so(gold: Gold, question: Question) -> None:
    """Without a no there is no specificity, and nothing is made up in its place."""
    rows = [gold(f"t{n}", c1="yes") for n in range(5)]
    found = _certified(rows, {row.id: "yes" for row in rows}, question)
    assert found is not None
    assert (found.no.n, found.no.effective_n) == (0, 0)
    assert found.specificity is not None
    assert (found.specificity.value, found.specificity.lower) == (None, 0.0)
    assert found.specificity.reason
    assert found.kappa is not None
    assert found.kappa.value is None


def test_nothing_settled_makes_no_certificate(gold: Gold, question: Question) -> None:
    """Ties alone certify nobody."""
    assert _certified([gold("a", c1="yes", c2="no")], {"a": "yes"}, question) is None


def test_its_name_is_what_it_says(
    case: tuple[list[GoldTranscript], dict[str, str]], question: Question
) -> None:
    """The same content has the same name, another answer has another."""
    rows, said = case
    one, again = _certified(rows, said, question), _certified(rows, said, question)
    other = _certified(rows, {**said, "t0": "no"}, question)
    assert one is not None
    assert again is not None
    assert other is not None
    assert one.id == again.id != other.id
    assert one.id.startswith("is_kind-en-")
    assert Certificate.model_validate_json(one.model_dump_json()) == one
