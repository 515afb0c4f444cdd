"""What people say and what a judge says about the same transcripts -> ``Certificate``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from mhgate.calibration.ceilings import ceiling_of
from mhgate.calibration.measures import (
    LEVEL,
    NO_ANSWER,
    ac1_of,
    bias_of,
    class_agreement,
    exact_of,
    icc_of,
    icc_of_systems,
    kappa_of,
)
from mhgate.calibration.naming import name_of
from mhgate.calibration.truths import Truth, Truths, weakest
from mhgate.records import (
    Agreed,
    Answer,
    Ceiling,
    Certificate,
    Failure,
    GoldRater,
    Graded,
    LabelledBy,
    Question,
)
from mhgate.stats import METHOD_VERSION
from mhgate.stats.judge_rates import ClassRate, judge_rates

__all__ = ["FAILED", "JudgeIdentity", "certificate_of", "certify", "class_counts"]

FAILED = "failed"
"""What stands in place of an answer where the judge gave none that could be used."""

_THIRD = "not_applicable"


@dataclass(frozen=True, slots=True)
class JudgeIdentity:
    """Whose certificate it is.

    Args:
        fingerprint: all that could change an answer, as a digest.
        name: what a reader calls it.
        model: the model as it answered; None where it names none.
    """

    fingerprint: str
    name: str
    model: str | None = None


def certify(
    truths: Truths,
    came: Mapping[str, Answer | Failure],
    *,
    question: Question,
    language: str,
    judge: JudgeIdentity,
    gold_digest: str,
    today: date,
) -> Certificate | None:
    """Hold a judge against people on one question in one language.

    Args:
        truths: what people say.
        came: what the judge answered, or the failure in its place, by the transcript's id; all that
            are settled must be there.
        question: as it was asked.
        language: of the transcripts.
        judge: who answered.
        gold_digest: of the labelled transcripts that were read.
        today: the day on which the judge was asked.

    Returns:
        The certificate, good enough or not; None where no transcript is settled.

    Raises:
        KeyError: a settled transcript was not judged.
    """
    if not truths.settled:
        return None
    said = [_said(came[truth.transcript.id]) for truth in truths.settled]
    return certificate_of(
        truths,
        said,
        question=question,
        language=language,
        judge=judge,
        gold_digest=gold_digest,
        today=today,
        ceiling=ceiling_of(truths.labelled, has_third=question.not_applicable is not None),
    )


def certificate_of(
    truths: Truths,
    said: Sequence[str],
    *,
    question: Question,
    language: str,
    judge: JudgeIdentity,
    gold_digest: str,
    today: date,
    ceiling: Ceiling | None,
    graded: Graded | None = None,
    basis: Iterable[Truth] | None = None,
) -> Certificate:
    """Return the certificate on answers of yes and no, whatever they were made from.

    Args:
        truths: what people say; at least one transcript is settled.
        said: what the judge said of each settled one: an answer's value, or ``FAILED``.
        question: as it was asked.
        language: of the transcripts.
        judge: who answered.
        gold_digest: of the labelled transcripts that were read.
        today: the day on which the judge was asked.
        ceiling: how far people agree among themselves.
        graded: agreement on grades, where yes and no are sides of a cut.
        basis: all whose labels count, where these are more than the settled ones.
    """
    settled = truths.settled
    families = [truth.transcript.family for truth in settled]
    categories = _categories(question, settled, said)
    codes = {name: float(number) for number, name in enumerate(categories)}
    answers = [
        [codes[truth.answer], codes.get(each, NO_ANSWER)]
        for truth, each in zip(settled, said, strict=True)
    ]
    kept = [place for place, truth in enumerate(settled) if truth.answer != _THIRD]
    decisive = [_yes_or_no(settled[place].answer, said[place]) for place in kept]
    own = [families[place] for place in kept]
    rates = judge_rates(
        [truth == 1 for truth, _ in decisive],
        [_good(settled[place].answer, said[place]) for place in kept],
        families=own,
        level=LEVEL,
    )
    bias = bias_of([row[1] for row in decisive], [row[0] for row in decisive], own)
    systems = [settled[place].transcript.system for place in kept]
    counting = tuple(settled if basis is None else basis)
    raters = _raters(counting)
    content = Certificate(
        id="unnamed",
        question=question.id,
        question_digest=question.digest,
        language=language,
        judge=judge.name,
        judge_fingerprint=judge.fingerprint,
        judge_model=judge.model,
        yes=class_counts(rates.sensitivity, _of_class(settled, said, "yes")),
        no=class_counts(rates.specificity, _of_class(settled, said, "no")),
        n_families=len(set(own)),
        sensitivity=class_agreement(rates.sensitivity),
        specificity=class_agreement(rates.specificity),
        exact=exact_of(answers, families),
        kappa=kappa_of(answers, families, list(codes.values())),
        ac1=ac1_of(answers, families, list(codes.values())),
        absolute=icc_of(decisive, own, "A,1"),
        consistency=icc_of(decisive, own, "C,1"),
        bias=bias.mean,
        limits=bias.limits,
        system_absolute=icc_of_systems(decisive, systems, "A,1"),
        system_consistency=icc_of_systems(decisive, systems, "C,1"),
        graded=graded,
        ceiling=ceiling,
        raters=raters,
        labelled_by=weakest(rater.labelled_by for rater in raters),
        labelled_on=max(rater.last for rater in raters),
        calibrated_on=today,
        gold_digest=gold_digest,
        split=truths.split,
        account=truths.account,
        licences=tuple(sorted({truth.transcript.licence for truth in counting})),
        method_version=METHOD_VERSION,
    )
    return content.model_copy(update={"id": name_of(content)})


def _said(came: Answer | Failure) -> str:
    return FAILED if isinstance(came, Failure) else came.value


def _categories(question: Question, settled: Sequence[Truth], said: Sequence[str]) -> list[str]:
    """Return every answer that could be given: two of them, a third where the question has one."""
    found = {*said, *(truth.answer for truth in settled)}
    third = [_THIRD] if question.not_applicable is not None or _THIRD in found else []
    return ["no", "yes", *third, *(["unreadable"] if "unreadable" in found else [])]


def _yes_or_no(truth: str, said: str) -> list[float]:
    """Return both answers as numbers; the judge's is missing where it is neither yes nor no."""
    numbers = {"yes": 1.0, "no": 0.0}
    return [numbers[truth], numbers.get(said, NO_ANSWER)]


def _good(truth: str, said: str) -> float:
    """Return whether the judge said yes, as 1 or 0; missing where a run would count a failure.

    What it finds unreadable a run scores as bad, whichever answer was wanted: that is wrong here.
    """
    if said in {FAILED, _THIRD}:
        return NO_ANSWER
    return float(truth == "no" if said == "unreadable" else said == "yes")


def class_counts(rate: ClassRate, said: Sequence[str]) -> Agreed:
    """Return the counts of one class of truth, raw and effective.

    Args:
        rate: how often the judge was right about the class.
        said: what it said about each transcript of the class.
    """
    return Agreed(
        n=rate.measured,
        n_agreed=rate.right,
        n_families=min(rate.families, rate.measured),
        effective_n=min(rate.effective_measured, rate.measured),
        effective_agreed=min(rate.effective_right, rate.effective_measured, rate.measured),
        answers=dict(sorted(Counter(said).items())),
    )


def _of_class(settled: Sequence[Truth], said: Sequence[str], answer: str) -> list[str]:
    pairs = zip(settled, said, strict=True)
    return [each for truth, each in pairs if truth.answer == answer]


def _raters(settled: Sequence[Truth]) -> tuple[GoldRater, ...]:
    found: dict[tuple[str, LabelledBy], list[date]] = {}
    for truth in settled:
        for label in truth.labels:
            found.setdefault((label.rater, label.labelled_by), []).append(label.at)
    return tuple(
        GoldRater(rater=rater, labelled_by=group, n=len(days), first=min(days), last=max(days))
        for (rater, group), days in sorted(found.items())
    )
