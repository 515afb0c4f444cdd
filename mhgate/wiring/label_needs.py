"""How many labels, of which answer, and how many hours separate each question from its gate."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from mhgate.calibration.requirements import shortfalls
from mhgate.records import Agreed, Agreement, Certificate, Probe, Requirement, Threshold
from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.planning_gold import (
    best_lower_bound,
    bound_with_more,
    expected_agreement_bound,
)
from mhgate.stats.planning_judged import JudgeRates
from mhgate.wiring.certificates import matching, read_certificates
from mhgate.wiring.judge_identity import fingerprint_of
from mhgate.wiring.workspace import Workspace

__all__ = ["MINUTES_PER_LABEL", "LabelsMissing", "labels_missing"]

MINUTES_PER_LABEL = 2.0
"""What a short transcript and one narrow question take a reader, about: a guess to plan with."""

ASSUMED = JudgeRates(0.95, 0.95)
"""What a judge is taken to be before anybody has measured it: right nineteen times in twenty."""

ASSUMED_AGREEMENT = 0.8
"""What quadratic kappa and ICC(A,1) of a judge are taken to be before anybody has measured them."""

_WORTH = 0.9  # of a label among others of its family, before anybody has counted them
_MOST = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelsMissing:
    """What one question lacks.

    Args:
        question: its id.
        pillar: of the probes that ask it.
        language: of their items.
        good_from: of a graded question the grade from which on the probes find it good: yes is that
            grade or more.
        may_gate: whether its certificate is good enough as it is.
        yes: labels with the answer yes to add; None where no number would do.
        no: labels with the answer no to add; None where no number would do.
        families: the fewest new scenarios among them.
        hours: what the labelling takes, by all raters together; None where no number would do.
        is_assumed: whether nobody has measured the judge, so that its error is assumed.
        reasons: what stands in the way that labels do not mend: the judge itself, whose labels.
    """

    question: str
    pillar: str
    language: str
    good_from: int | None
    may_gate: bool
    yes: int | None
    no: int | None
    families: int
    hours: float | None
    is_assumed: bool
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Side:
    """One answer: how many labels there are, what they are worth, and the judge's rate on them."""

    n: int
    worth: float
    rate: float

    @classmethod
    def of(cls, agreed: Agreed | None, assumed: float) -> _Side:
        if agreed is None or not agreed.n:
            return cls(0, _WORTH, assumed)
        worth = agreed.effective_n / agreed.n if agreed.effective_n else _WORTH
        return cls(agreed.n, worth, agreed.n_agreed / agreed.n)


def labels_missing(
    workspace: Workspace,
    *,
    today: date,
    judge: str | None = None,
    minutes_per_label: float = MINUTES_PER_LABEL,
) -> tuple[LabelsMissing, ...]:
    """Say what separates each question from a certificate on which a perfect bot passes.

    A certificate is enough when it shows what [judge.requirements] asks for, and when what it
    leaves open of the judge's error still lets a bot that never misses reach ``min_score`` of
    every required probe that asks the question, were it asked endlessly. New labels are taken to
    come out as those that there are did, or, where there are none, as of a judge that is right
    nineteen times in twenty, and whose grades agree with those of people by .8.

    Args:
        workspace: the configuration and its suites.
        today: the day on which certificates must not be too old.
        judge: the fingerprint of the judge; None for the configured one.
        minutes_per_label: what one label takes one reader.

    Returns:
        One record a question, language and cut that a judged probe asks, in the order of the
        probes.

    Raises:
        ConfigError: the file of certificates cannot be read.
    """
    known = read_certificates(workspace.config)
    fingerprint = judge or fingerprint_of(workspace.config)
    questions, languages = workspace.questions, workspace.languages()
    asked: dict[tuple[str, str, str, int | None], list[Probe]] = {}
    for probe in workspace.probes:
        if probe.id in questions:
            for language in sorted(languages[probe.id]):
                key = (probe.pillar, questions[probe.id].digest, language, probe.at_least)
                asked.setdefault(key, []).append(probe)
    found = []
    for (pillar, _, language, cut), probes in asked.items():
        question = questions[probes[0].id]
        certificate = matching(known, question, frozenset({language}), fingerprint, at_least=cut)
        requirement = workspace.config.requirement(pillar)
        wanted = _wanted(workspace, probes)
        found.append(
            _missing(
                question.id,
                pillar,
                language,
                cut,
                certificate=certificate if isinstance(certificate, Certificate) else None,
                requirement=requirement,
                grades=len(question.grades or ()),
                wanted=wanted,
                today=today,
                minutes=minutes_per_label,
            )
        )
    return tuple(found)


def _wanted(workspace: Workspace, probes: Sequence[Probe]) -> list[tuple[bool, Threshold]]:
    """Return the thresholds that decide, each with whether yes is the good answer."""
    config = workspace.config
    wanted = []
    for probe in probes:
        names = [None, *config.pillars[probe.pillar].stratum]
        for name in names:
            threshold = config.threshold(probe.pillar, probe.name, name, advisory=probe.advisory)
            if threshold.required:
                wanted += [
                    (good == "yes", threshold)
                    for good in ("yes", "no")
                    if (probe.expect or "yes") in {good, "item"}
                ]
    return wanted


def _missing(
    question: str,
    pillar: str,
    language: str,
    cut: int | None,
    *,
    certificate: Certificate | None,
    requirement: Requirement,
    grades: int,
    wanted: Sequence[tuple[bool, Threshold]],
    today: date,
    minutes: float,
) -> LabelsMissing:
    yes = _Side.of(None if certificate is None else certificate.yes, ASSUMED.sensitivity)
    no = _Side.of(None if certificate is None else certificate.no, ASSUMED.specificity)
    reasons: list[str] = []
    needs_yes = _needed(yes, requirement.per_answer, requirement.sensitivity)
    needs_no = _needed(no, requirement.per_answer, requirement.specificity)
    for name, side, needed, least in (
        ("sensitivity", yes, needs_yes, requirement.sensitivity),
        ("specificity", no, needs_no, requirement.specificity),
    ):
        if needed is None:
            reasons.append(
                f"its {name} of {side.rate:.3f} will not show {least!r}, however many labels: "
                "the judge must get better"
            )
    if needs_yes is not None and needs_no is not None:
        both = _for_a_perfect_bot(yes, no, needs_yes, needs_no, wanted)
        if both is None:
            reasons.append(
                "a perfect bot would not reach min_score through this judge, however many labels: "
                "the judge must get better"
            )
        needs_yes, needs_no = both or (None, None)
    short = () if certificate is None else tuple(shortfalls(certificate, requirement, today=today))
    agreeing, mended = _for_agreement(certificate, requirement, grades)
    if agreeing is None:
        reasons.append(
            f"an agreement of grades of {ASSUMED_AGREEMENT!r}, which is assumed, will not show "
            f"{requirement.agreement!r}, however many labels"
        )
    more_yes, more_no = _more(yes, needs_yes), _more(no, needs_no)
    if more_yes is not None and more_no is not None:
        rows = max(requirement.items, agreeing or 0)
        lacking = rows - (yes.n + no.n + more_yes + more_no)
        if lacking > 0:
            half = lacking // 2
            more_yes, more_no = more_yes + lacking - half, more_no + half
    labels = None if more_yes is None or more_no is None else more_yes + more_no
    families = 0 if certificate is None else certificate.families
    is_measured = certificate is not None and certificate.n > 0
    return LabelsMissing(
        question=question,
        pillar=pillar,
        language=language,
        good_from=cut,
        may_gate=certificate is not None and not short,
        yes=more_yes,
        no=more_no,
        families=max(0, requirement.families - families),
        hours=None if labels is None else labels * requirement.raters * minutes / 60,
        is_assumed=not is_measured,
        reasons=(*reasons, *_other(short, mended)),
    )


def _for_agreement(
    certificate: Certificate | None, requirement: Requirement, grades: int
) -> tuple[int | None, tuple[str, ...]]:
    """Return how many transcripts in all show the agreement that is asked for.

    None where nobody has measured the judge and no number would do; and with what the shortfalls
    begin that so many mend.
    """
    if certificate is None:

        def shows(n: int) -> bool:
            bound = expected_agreement_bound(ASSUMED_AGREEMENT, n * _WORTH, grades=grades)
            return bound >= requirement.agreement

        return (_smallest(shows, max(requirement.items, 3)) if grades else 0), ()
    needed, mended = 0, []
    for name, figure, least in _figures(certificate, requirement):
        more = _more_to_show(figure, least)
        if more is not None:
            needed = max(needed, certificate.n + more)
            mended.append(name)
    return needed, tuple(mended)


def _figures(
    certificate: Certificate, requirement: Requirement
) -> Iterator[tuple[str, Agreement, float]]:
    graded, ceiling = certificate.graded, certificate.ceiling
    if graded is not None:
        yield "quadratic kappa ", graded.quadratic_kappa, requirement.agreement
        yield "ICC(A,1) ", graded.absolute, requirement.agreement
    if ceiling is not None:
        yield f"its {ceiling.n_raters} raters ", ceiling.alpha, requirement.ceiling


def _more_to_show(figure: Agreement, least: float) -> int | None:
    """Return how many transcripts to add until a bound reaches the least; None where none would."""
    value, lower = figure.value, figure.lower
    if value is None or lower is None or value <= least or not figure.n:
        return None

    def shows(more: int) -> bool:
        return bound_with_more(value, lower, figure.n, more=more) >= least

    return _smallest(shows, 0)


def _other(short: Sequence[str], also: tuple[str, ...]) -> list[str]:
    """Return what is wrong with a certificate that more labels do not mend."""
    mended = ("it rests on ", "sensitivity ", "specificity ", *also)
    return [
        reason for reason in short if not reason.startswith(mended) or "all of the gold" in reason
    ]


def _more(side: _Side, needed: int | None) -> int | None:
    return None if needed is None else max(0, needed - side.n)


def _needed(side: _Side, least_n: int, least_bound: float) -> int | None:
    """Return how many labels of an answer in all show the least bound; None where none would."""

    def shows(n: int) -> bool:
        worth = n * side.worth
        return clopper_pearson(side.rate * worth, worth, level=0.9).lower >= least_bound

    return _smallest(shows, max(least_n, side.n, 1))


def _for_a_perfect_bot(
    yes: _Side,
    no: _Side,
    n_yes: int,
    n_no: int,
    wanted: Sequence[tuple[bool, Threshold]],
) -> tuple[int, int] | None:
    """Return the labels in all on which a bot without a miss passes all that is wanted.

    Its lower bound hangs on the good answer, so that labels of that one are added.
    """
    for is_yes, threshold in wanted:
        good, bad = (yes, no) if is_yes else (no, yes)
        n_good, n_bad = (n_yes, n_no) if is_yes else (n_no, n_yes)
        judge = JudgeRates(good.rate, bad.rate)

        def passes(
            n: int,
            judge: JudgeRates = judge,
            good: _Side = good,
            worth_bad: float = n_bad * bad.worth,
            threshold: Threshold = threshold,
        ) -> bool:
            counts = judge.expected(n * good.worth, worth_bad)
            bound = best_lower_bound(1.0, counts, alpha=threshold.alpha)
            return bound >= threshold.min_score

        needed = _smallest(passes, max(n_good, 1))
        if needed is None:
            return None
        n_yes, n_no = (needed, n_no) if is_yes else (n_yes, needed)
    return n_yes, n_no


def _smallest(enough: Callable[[int], bool], least: int) -> int | None:
    """Return the smallest number from ``least`` on that is enough, to 2 %; None for none."""
    if enough(least):
        return least
    low, high = least, least
    while not enough(high):
        if high >= _MOST:
            return None
        low, high = high, min(_MOST, max(high + 1, math.ceil(high * 1.5)))
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
