"""May a question gate on its certificate? Every reason why not, with the numbers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from mhgate.calibration.truths import NOBODY_SURE, RANK, TIE, TIE_AT_CUT, weakest
from mhgate.records import Agreed, Agreement, Ceiling, Certificate, Graded, Requirement
from mhgate.stats import METHOD_VERSION
from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.verdict.spelling import counted, spelled

__all__ = ["lower_bound", "shortfalls"]

_LEVEL = 0.9
_UNSETTLED = frozenset({NOBODY_SURE, TIE, TIE_AT_CUT})


def shortfalls(
    certificate: Certificate, requirement: Requirement, *, today: date
) -> tuple[str, ...]:
    """Return why a question may not gate on its certificate; nothing where it may.

    Whether people agree among themselves is looked at first: where they do not, what the judge's
    figures say means nothing.

    Args:
        certificate: of the question.
        requirement: what it must show.
        today: the day on which it is to be used.

    Example:
        >>> from mhgate.records import Agreed
        >>> right = Agreed(n=80, n_agreed=78, n_families=80, effective_n=80, effective_agreed=78)
        >>> wrong = Agreed(n=30, n_agreed=20, n_families=30, effective_n=30, effective_agreed=20)
        >>> shortfalls(
        ...     Certificate(id="c", question="q", question_digest="d", judge_fingerprint="j",
        ...                 yes=right, no=wrong, labelled_by="clinicians",
        ...                 labelled_on=date(2026, 11, 1)),
        ...     Requirement(held_out=False), today=date(2026, 11, 30))
        ('specificity 0.667 (lower bound 0.501) on 30 transcripts of "no", 0.7 is needed',)
    """
    return tuple(_reasons(certificate, requirement, today))


def lower_bound(agreed: Agreed, figure: Agreement | None) -> float:
    """Return the lower bound of a sensitivity or a specificity, one-sided at .05.

    Args:
        agreed: the counts of the class.
        figure: what the certificate says; its bound also counts the judge's failures as wrong.
    """
    bound = clopper_pearson(agreed.effective_agreed, agreed.effective_n, level=_LEVEL).lower
    if figure is None or figure.lower is None:
        return bound
    return min(bound, figure.lower)


def _reasons(certificate: Certificate, requirement: Requirement, today: date) -> Iterator[str]:
    yield from _of_raters(certificate, requirement)
    yield from _of_method(certificate)
    if RANK[certificate.labelled_by] < RANK[requirement.labelled_by]:
        yield f"labelled by {certificate.labelled_by}, {requirement.labelled_by} are needed"
    raters = [rater.labelled_by for rater in certificate.raters]
    if raters and weakest(raters) != certificate.labelled_by:
        yield (
            f"it says labelled by {certificate.labelled_by}, and among its raters are "
            f"{weakest(raters)}"
        )
    if requirement.held_out and certificate.split is None:
        yield "it does not say on which half it rests, the half that nobody tuned on is needed"
    elif requirement.held_out and certificate.split is not None and certificate.split.part == "all":
        yield "it rests on all of the gold, the half that nobody tuned on is needed"
    age = (today - certificate.dated).days
    if age > requirement.max_age_days:
        yield f"{counted(age, 'day')} old, {requirement.max_age_days} are the most"
    yield from _amounts(certificate, requirement)
    for name, answer, agreed, figure, least in (
        ("sensitivity", "yes", certificate.yes, certificate.sensitivity, requirement.sensitivity),
        ("specificity", "no", certificate.no, certificate.specificity, requirement.specificity),
    ):
        bound = lower_bound(agreed, figure)
        if bound < least and agreed.n:
            share = agreed.n_agreed / agreed.n
            yield (
                f"{name} {share:.3f} (lower bound {spelled(bound, least)}) on "
                f"{counted(agreed.n, 'transcript')} of {_class(certificate, answer)}, "
                f"{least!r} is needed"
            )
    if certificate.graded is not None:
        yield from _graded(certificate.graded, requirement)
    if not _is_informative(certificate):
        yield "it shows a judge that agrees no better than chance"


def _of_raters(certificate: Certificate, requirement: Requirement) -> Iterator[str]:
    ceiling = certificate.ceiling
    n_raters = 1 if ceiling is None else ceiling.n_raters
    if n_raters < requirement.raters:
        yield (
            f"{counted(n_raters, 'rater')} labelled the same transcripts, {requirement.raters} "
            "are needed to know how far people agree"
        )
    if ceiling is not None and not _reaches(ceiling.alpha, requirement.ceiling):
        yield _disagreement(ceiling, requirement.ceiling)
    account = certificate.account
    if account is not None:
        unsettled = sum(each.n for each in account.left_out if each.reason in _UNSETTLED)
        share = unsettled / (account.used + unsettled) if unsettled else 0.0
        if share > requirement.left_out:
            yield (
                f"people left {unsettled} of {account.used + unsettled} transcripts without an "
                f"answer ({spelled(share, requirement.left_out)}), {requirement.left_out!r} is the "
                "most: what they leave out is what a judge finds hard"
            )


def _of_method(certificate: Certificate) -> Iterator[str]:
    """Agreement is held against what is asked by its bounds, which the certificate brings along."""
    if certificate.graded is None and certificate.ceiling is None:
        return
    if certificate.method_version != METHOD_VERSION:
        yield (
            f"its bounds of agreement are of method {certificate.method_version or 'unnamed'}, "
            f"this mhgate goes by method {METHOD_VERSION}: calibrate again (--resume asks nothing "
            "twice)"
        )


def _disagreement(ceiling: Ceiling, least: float) -> str:
    over = f"over {counted(ceiling.n_transcripts, 'transcript')} that two or more labelled"
    alpha = ceiling.alpha
    if alpha.value is None or alpha.lower is None:
        said = f"their agreement cannot be measured {over} ({alpha.reason})"
    else:
        said = (
            f"Krippendorff's alpha {alpha.value:.3f} (lower bound {spelled(alpha.lower, least)}) "
            f"{over}"
        )
    if alpha.value is not None and alpha.value >= least:
        return (
            f"its {ceiling.n_raters} raters are not shown to agree among themselves: {said}, "
            f"{least!r} is needed"
        )
    return (
        f"its {ceiling.n_raters} raters do not agree among themselves: {said}, {least!r} is "
        "needed; raters who do not agree certify nobody"
    )


def _amounts(certificate: Certificate, requirement: Requirement) -> Iterator[str]:
    rarer = min(certificate.yes.n, certificate.no.n)
    for count, least, noun, plural in (
        (certificate.n, requirement.items, "labelled transcript", "labelled transcripts"),
        (certificate.families, requirement.families, "family of them", "families of them"),
        (rarer, requirement.per_answer, "with the rarer answer", "with the rarer answer"),
    ):
        if count < least:
            yield f"it rests on {counted(count, noun, plural)}, {least} are needed"


def _class(certificate: Certificate, answer: str) -> str:
    cut = certificate.good_from
    if cut is None:
        return f'"{answer}"'
    return f"grade {cut:g} or more" if answer == "yes" else f"a grade below {cut:g}"


def _graded(graded: Graded, requirement: Requirement) -> Iterator[str]:
    for name, figure in (
        ("quadratic kappa", graded.quadratic_kappa),
        ("ICC(A,1)", graded.absolute),
    ):
        if _reaches(figure, requirement.agreement):
            continue
        if figure.value is None or figure.lower is None:
            yield f"{name} cannot be measured ({figure.reason})"
        else:
            yield (
                f"{name} {figure.value:.3f} (lower bound "
                f"{spelled(figure.lower, requirement.agreement)}) on the grades, "
                f"{requirement.agreement!r} is needed"
            )


def _reaches(figure: Agreement, least: float) -> bool:
    return figure.value is not None and figure.lower is not None and figure.lower >= least


def _is_informative(certificate: Certificate) -> bool:
    yes, no = certificate.yes, certificate.no
    if not (yes.effective_n and no.effective_n):
        return False
    return yes.effective_agreed / yes.effective_n + no.effective_agreed / no.effective_n > 1
