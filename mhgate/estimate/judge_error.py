"""What a certificate says of a probe's judge: the counts that correct a rate.

A certificate counts answers, a rate counts trials that meet the criterion. Where a probe expects
yes, a good trial is one that people would answer with yes; where it expects no, the two classes
change places. Where each item states what it expects, trials of both kinds make up one rate, and
the correction lies between the two: both are taken, and the bounds hold both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from mhgate.records import Certificate

if TYPE_CHECKING:
    from mhgate.stats.melded import JudgeCounts

__all__ = ["false_alarm_shares", "judge_counts", "youden"]

Expectation = Literal["yes", "no", "item"]


def judge_counts(certificate: Certificate, expect: Expectation) -> tuple[JudgeCounts, ...]:
    """Return the calibration counts that correct a rate, one for each direction there is.

    Args:
        certificate: of the probe's question.
        expect: which answer meets the criterion.
    """
    from mhgate.stats.melded import JudgeCounts  # noqa: PLC0415 - loads numpy when needed

    yes, no = certificate.yes, certificate.no
    found = []
    for good, bad in ((yes, no), (no, yes)):
        if expect in ("yes" if good is yes else "no", "item"):
            found.append(
                JudgeCounts(
                    judged_good=good.effective_agreed,
                    good=good.effective_n,
                    judged_bad=bad.effective_agreed,
                    bad=bad.effective_n,
                )
            )
    return tuple(found)


def false_alarm_shares(certificate: Certificate, expect: Expectation) -> tuple[float, float]:
    """Return how often the judge calls a good reply bad: the best guess, and the most at 95 %.

    Args:
        certificate: of the probe's question.
        expect: which answer meets the criterion; of both directions the worse.
    """
    from mhgate.stats.clopper_pearson import clopper_pearson  # noqa: PLC0415 - loads numpy

    shares, most = [], []
    for counts in judge_counts(certificate, expect):
        wrong = counts.good - counts.judged_good
        shares.append(wrong / counts.good if counts.good else 1.0)
        most.append(clopper_pearson(wrong, counts.good, level=0.9).upper)
    return max(shares), max(most)


def youden(certificate: Certificate) -> float:
    """Return sensitivity + specificity - 1, at most 1: what is left of a difference in its eyes.

    The judge shrinks a true difference by this factor, whichever answer meets the criterion. It is
    0 or less where the judge tells nothing.
    """
    yes, no = certificate.yes, certificate.no
    if yes.effective_n <= 0 or no.effective_n <= 0:
        return 0.0
    return yes.effective_agreed / yes.effective_n + no.effective_agreed / no.effective_n - 1
