"""Grades of people and of a judge on the same transcripts -> ``Certificate``, at a probe's cut.

What gates is ``grade >= good_from``: yes and no of the certificate are those. The grades themselves
stand beside it, with those on which people are divided at the cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from mhgate.calibration.ceilings import ceiling_of_grades
from mhgate.calibration.certifying import FAILED, JudgeIdentity, certificate_of
from mhgate.calibration.grading import GradedTranscript, graded_agreement
from mhgate.calibration.truths import Truths
from mhgate.records import Answer, Certificate, Failure, Question

__all__ = ["certify_graded"]


def certify_graded(
    truths: Truths,
    came: Mapping[str, Answer | Failure],
    *,
    question: Question,
    good_from: int,
    language: str,
    judge: JudgeIdentity,
    gold_digest: str,
    today: date,
) -> Certificate | None:
    """Hold a judge against people on one graded question in one language, at one cut.

    Args:
        truths: what people say.
        came: what the judge answered, or the failure in its place, by the transcript's id; all that
            are settled must be there.
        question: as it was asked.
        good_from: the grade from which on an answer meets the criterion of the probes.
        language: of the transcripts.
        judge: who answered.
        gold_digest: of the labelled transcripts that were read.
        today: the day on which the judge was asked.

    Returns:
        The certificate, good enough or not; None where no transcript lies on a side of the cut.

    Raises:
        KeyError: a settled transcript was not judged.
        ValueError: the question is not graded, or the cut leaves a side of its scale empty.
    """
    grades = sorted(question.grades or ())
    at_cut = truths.at(good_from)
    if not at_cut.settled:
        return None
    graded = graded_agreement(
        [
            GradedTranscript(
                family=truth.transcript.family,
                people=truth.grade,
                judge=float(answer.grade),
                system=truth.transcript.system,
            )
            for truth in truths.settled
            if truth.grade is not None
            and isinstance(answer := came[truth.transcript.id], Answer)
            and answer.grade is not None
        ],
        grades=grades,
        good_from=good_from,
    )
    return certificate_of(
        at_cut,
        [_side(came[truth.transcript.id], good_from) for truth in at_cut.settled],
        question=question,
        language=language,
        judge=judge,
        gold_digest=gold_digest,
        today=today,
        ceiling=ceiling_of_grades(truths.labelled, grades=grades, good_from=good_from),
        graded=graded,
        basis=truths.settled,
    )


def _side(came: Answer | Failure, cut: int) -> str:
    if isinstance(came, Failure):
        return FAILED
    if came.grade is None:
        return came.value
    return "yes" if came.grade >= cut else "no"
