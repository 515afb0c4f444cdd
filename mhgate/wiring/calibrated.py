"""One question's gold and a judge's answers -> its certificates, and for whom each may gate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from mhgate.calibration.asking import Asked, GoldQuestion
from mhgate.calibration.certifying import JudgeIdentity, certify
from mhgate.calibration.certifying_grades import certify_graded
from mhgate.calibration.requirements import shortfalls
from mhgate.calibration.truths import Truth, Truths
from mhgate.config import Config
from mhgate.records import Account, Answer, Certificate, Failure, Requirement
from mhgate.wiring.gold import GoldPart

__all__ = ["Calibrated", "asked_of", "calibrated"]

_SPENT = "for the budget was spent; with more of it, --resume goes on"
_UNASKED = {  # failures of a judge that was not asked, by kind: they say nothing of it
    "budget": _SPENT,
    "judge_changed": "for another model answered in the course of it; calibrate again",
}


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What came out for one question in one language, for one of the pillars that ask it.

    Args:
        question: its id.
        pillar: to which a suite that asks it belongs; others may share the certificate.
        language: of the transcripts.
        good_from: of a graded question the grade from which on the pillar's probes find it good.
        certificate: None where nobody's labels settle anything, or not all was asked.
        requirement: what it must show.
        why_not: why it may not gate; empty where it may.
        account: what became of the gold.
        failures: of the judge, by kind.
    """

    question: str
    pillar: str
    language: str
    good_from: int | None
    certificate: Certificate | None
    requirement: Requirement
    why_not: tuple[str, ...]
    account: Account
    failures: Mapping[str, int]

    @property
    def may_gate(self) -> bool:
        """Whether its question may gate on this certificate."""
        return self.certificate is not None and not self.why_not


def asked_of(part: GoldPart, truth: Truth) -> GoldQuestion:
    """Return what the judge is asked about one labelled transcript.

    Args:
        part: the question, in one language.
        truth: the transcript, with what people say of it.
    """
    return GoldQuestion(part.question, truth.transcript, part.pillars[0])


def calibrated(
    part: GoldPart,
    truths: Truths,
    asked: Asked,
    *,
    judge: JudgeIdentity,
    gold_digest: str,
    config: Config,
) -> Iterator[Calibrated]:
    """Yield what came out at each cut, for each pillar that uses it.

    Args:
        part: the gold of one question in one language.
        truths: what people say on it.
        asked: what came of asking the judge.
        judge: who answered.
        gold_digest: of all the gold that was read.
        config: what certificates must show, by pillar.
    """
    today = datetime.now(tz=UTC).date()
    keys = {truth.transcript.id: asked_of(part, truth).key for truth in truths.settled}
    came = {name: asked.came[key] for name, key in keys.items() if key in asked.came}
    failed = [each.kind for each in came.values() if isinstance(each, Failure)]
    unasked = [kind for kind in failed if kind in _UNASKED]
    n_missing = len(truths.settled) - len(came) + len(unasked)
    failures = dict(Counter(failed))
    for cut, pillars in part.cuts().items():
        certificate = None
        if not n_missing:
            certificate = _certified(
                part, truths, came, cut, judge=judge, gold_digest=gold_digest, today=today
            )
        for pillar in pillars:
            requirement = config.requirement(pillar)
            if certificate is not None:
                why_not = shortfalls(certificate, requirement, today=today)
            elif n_missing:
                said = f"{n_missing} of {len(truths.settled)} transcripts were not asked"
                because = dict.fromkeys(map(_UNASKED.__getitem__, unasked)) or [_SPENT]
                why_not = (f"{said}, {'; '.join(because)}",)
            else:
                why_not = ("no transcript has an answer that people agree on",)
            yield Calibrated(
                question=part.question.id,
                pillar=pillar,
                language=part.language,
                good_from=cut,
                certificate=certificate,
                requirement=requirement,
                why_not=why_not,
                account=truths.account if cut is None else truths.at(cut).account,
                failures=failures,
            )


def _certified(
    part: GoldPart,
    truths: Truths,
    came: Mapping[str, Answer | Failure],
    cut: int | None,
    *,
    judge: JudgeIdentity,
    gold_digest: str,
    today: date,
) -> Certificate | None:
    if cut is None:
        return certify(
            truths,
            came,
            question=part.question,
            language=part.language,
            judge=judge,
            gold_digest=gold_digest,
            today=today,
        )
    return certify_graded(
        truths,
        came,
        question=part.question,
        good_from=cut,
        language=part.language,
        judge=judge,
        gold_digest=gold_digest,
        today=today,
    )
