"""What the judge is trusted on: its certificates as plots of agreement and of bias."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from mhgate.records import Agreement, Certificate, Judging, Report
from mhgate.report.judging_cost import answers_of_earlier_runs, cost_of_judging
from mhgate.report.page.interval_rows import IntervalRow, interval_plot

__all__ = ["Measured", "agreement_plot", "bias_plot", "judge_facts", "measured", "trust_words"]


@dataclass(frozen=True, slots=True)
class Measured:
    """One measure of one certificate; ``limits`` of a bias are those that hold 95 in 100."""

    certificate: Certificate
    what: str
    found: Agreement
    limits: tuple[float | None, float | None] | None = None

    @property
    def words(self) -> str:
        """The value with its interval."""
        found = self.found
        if found.value is None:
            return found.reason or "not known"
        if found.lower is None or found.upper is None:
            return f"{found.value:.3f}"
        return f"{found.value:.3f} ({found.lower:.3f} to {found.upper:.3f})"

    @property
    def limit_words(self) -> str:
        """The limits of agreement."""
        if self.limits is None or self.limits[0] is None or self.limits[1] is None:
            return ""
        return f"{self.limits[0]:+.3f} to {self.limits[1]:+.3f}"


def trust_words(report: Report) -> list[str]:
    """Return what a reader must know before they believe the judge; empty where it is certified.

    Args:
        report: any report.
    """
    words = []
    conditions = report.conditions
    if not report.provenance.judge_certified:
        words.append(
            "The judge is not certified: no certificate shows how far its answers agree with "
            "those of people. The intervals carry the luck of the sample alone, and not the "
            "judge's error."
        )
    elif conditions is not None and not conditions.certificates:
        words.append("No certificate gates here: no decision rests on a certified judge.")
    return words


def measured(certificates: Sequence[Certificate]) -> list[Measured]:
    """Return every measure of agreement that certificates hold.

    Args:
        certificates: any.
    """
    return [each for certificate in certificates for each in _measured(certificate)]


def _measured(held: Certificate) -> Iterator[Measured]:
    graded = held.graded
    for what, found in (
        ("sensitivity", held.sensitivity),
        ("specificity", held.specificity),
        ("exact agreement", held.exact),
        ("kappa", held.kappa),
        ("AC1", held.ac1),
        ("ICC(A,1)", held.absolute),
        ("ICC(C,1)", held.consistency),
        ("grades: quadratic kappa", None if graded is None else graded.quadratic_kappa),
        ("grades: ordinal alpha", None if graded is None else graded.alpha),
        ("grades: Lin's concordance", None if graded is None else graded.lin),
        ("grades: ICC(A,1)", None if graded is None else graded.absolute),
        ("people among themselves: alpha", None if held.ceiling is None else held.ceiling.alpha),
    ):
        if found is not None:
            yield Measured(held, what, found)
    if held.bias is not None:
        limits = None if held.limits is None else (held.limits.lower, held.limits.upper)
        yield Measured(held, "bias", held.bias, limits or (None, None))
    if graded is not None:
        yield Measured(
            held, "grades: bias", graded.bias, (graded.limits.lower, graded.limits.upper)
        )


def agreement_plot(found: Sequence[Measured]) -> Markup:
    """Return the coefficients of agreement as a plot.

    Args:
        found: what :func:`measured` returned.
    """
    rows = list(_rows([each for each in found if each.limits is None], limits=False))
    lowest = min((row.lower for row in rows if row.lower is not None), default=0.0)
    return interval_plot(
        rows,
        name="agreement-plot",
        title="How far the judge agrees with people",
        description="One group a certificate, one row a measure: the square is the value, the line "
        "its interval. 1 is full agreement. The table below holds every number.",
        axis="agreement with people, 1 at best",
        ends=(-1.0 if lowest < 0 else 0.0, 1.0),
    )


def bias_plot(found: Sequence[Measured]) -> Markup:
    """Return bias and limits of agreement as Bland and Altman show them.

    Args:
        found: what :func:`measured` returned.
    """
    return interval_plot(
        list(_rows([each for each in found if each.limits is not None], limits=True)),
        name="bias-plot",
        title="Judge less people: bias and limits of agreement",
        description="One row a certificate, after Bland and Altman: the square is the bias, the "
        "thick line its interval, the thin line the limits that hold 95 in 100 differences. The "
        "upright line is no difference. The table below holds every number.",
        axis="judge less people",
        zero=0.0,
    )


def _rows(found: Sequence[Measured], *, limits: bool) -> Iterator[IntervalRow]:
    before = None
    for each in found:
        if each.certificate.id != before:
            before = each.certificate.id
            held = each.certificate
            yield IntervalRow(
                f"{held.question} ({held.language})", said=f"n {held.n}", is_head=True
            )
        lower, upper = (each.limits or (None, None)) if limits else (None, None)
        yield IntervalRow(
            each.what,
            said=each.words + (f"; {each.limit_words}" if each.limit_words else ""),
            value=each.found.value,
            lower=lower if limits else each.found.lower,
            upper=upper if limits else each.found.upper,
            inner=(each.found.lower, each.found.upper) if limits else None,
        )


def judge_facts(report: Report) -> Iterator[tuple[str, str]]:
    """Yield who judged a run and how that went, as pairs of a name and what it is.

    Args:
        report: any report.
    """
    run = report.provenance
    yield "fingerprint", run.judge_fingerprint
    yield "certified", "yes" if run.judge_certified else "no"
    yield from _asked(report.judging)
    drift = report.drift
    if drift is not None:
        said = f"agrees with {drift.n_agreed} of {len(drift.answers)}"
        if drift.n_unanswered:
            said += f", {drift.n_unanswered} without an answer"
        yield "known labels", said
    conditions = report.conditions
    if conditions is not None:
        for name, digest in sorted(conditions.certificates.items()):
            yield f"certificate {name}", digest


def _asked(judging: Judging | None) -> Iterator[tuple[str, str]]:
    if judging is None:
        return
    if judging.models:
        yield "answered as", ", ".join(judging.models)
    if cost := cost_of_judging(judging):
        yield "asked", cost
    if cached := answers_of_earlier_runs(judging):
        yield "not asked again", cached
    if judging.n_canaries:
        held = f"{judging.n_canaries_held} of {judging.n_canaries} held"
        yield "canaries", f"{held}, {judging.n_canaries_unanswered} without an answer"
    for question, count in sorted(judging.disagreements.items()):
        yield f"members disagree: {question}", f"{count} of {judging.n_compared} compared"
    for note in judging.notes:
        yield "note", note
