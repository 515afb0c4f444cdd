"""A report and laws -> figures beside requirements, and by name what nothing in a pack shows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from mhgate.config import ApplicabilityConfig
from mhgate.evidence.index import INDEX, is_signature
from mhgate.records import Certificate, Outcome, ProbeVerdict, Report
from mhgate.records.laws import (
    ExternalFigure,
    ExternalFigures,
    Law,
    LawAnswer,
    LawEntry,
    LawFigure,
    LawLine,
    LawMap,
    LawRequirement,
)

__all__ = ["SAYS", "law_map"]

SAYS = (
    "This is evidence from the interested party: the company that makes the product chose the "
    "tests and ran them. It is no legal advice and no certification. A figure beside a requirement "
    "does not say that the requirement is met; whether it is, and whether the law applies, is for "
    "people to say. Requirements are in our own words: read the text itself."
)
_WORDS = {
    Outcome.INCONCLUSIVE: "not decided: the interval lies on both sides of the threshold, or it "
    "may not gate",
    Outcome.ERROR: "could not be evaluated",
}
_BEST = "clinicians"


def law_map(
    report: Report,
    laws: Sequence[Law],
    *,
    answers: Mapping[str, ApplicabilityConfig],
    expired: Collection[str] = (),
    external: ExternalFigures | None = None,
    parts: Collection[str] = (),
    certificates: Sequence[Certificate] = (),
) -> LawMap:
    """Return what a run says to each requirement of laws.

    Args:
        report: of the run.
        laws: those that somebody asked for.
        answers: to the questions whether and how each applies, by the law's id.
        expired: the ids of laws whose rows are past their term: no figure stands beside them.
        external: figures that somebody attests.
        parts: the names of what the pack holds.
        certificates: those that the report rests on.

    Returns:
        One entry a law, in the order given; nothing of it says that a law is met.
    """
    measured = {each.probe.id: each for each in _decided(report)}
    by = {each.id: each.labelled_by for each in certificates}
    return LawMap(
        run=report.provenance.run_id,
        says=SAYS,
        laws=tuple(
            LawEntry(
                **law.model_dump(exclude={"questions", "requirements"}),
                expired=law.id in expired,
                answers=tuple(_answers(law, answers.get(law.id))),
                lines=tuple(
                    _line(
                        law,
                        row,
                        report,
                        measured,
                        parts=parts,
                        by=by,
                        withheld=law.id in expired,
                    )
                    for row in law.requirements
                ),
                external=_external(law, external),
            )
            for law in laws
        ),
        external_file=None if external is None else external.file,
        external_sha256=None if external is None else external.sha256,
    )


def _decided(report: Report) -> Iterator[ProbeVerdict]:
    for pillar in report.verdict.pillars:
        yield from pillar.probes


def _answers(law: Law, given: ApplicabilityConfig | None) -> Iterator[LawAnswer]:
    for question in law.questions:
        answer = None if given is None else given.answers.get(question.id)
        is_given = given is not None and answer is not None
        yield LawAnswer(
            id=question.id,
            question=question.text,
            answer=answer,
            by=given.by if is_given and given is not None else None,
            on=given.on if is_given and given is not None else None,
        )


def _external(law: Law, external: ExternalFigures | None) -> tuple[ExternalFigure, ...]:
    if external is None:
        return ()
    return tuple(each for each in external.figures if law.id in each.laws)


def _line(
    law: Law,
    row: LawRequirement,
    report: Report,
    measured: Mapping[str, ProbeVerdict],
    *,
    parts: Collection[str],
    by: Mapping[str, str],
    withheld: bool,
) -> LawLine:
    there = [name for name in row.parts if _is_there(name, parts)]
    return LawLine(
        id=row.id,
        cited=row.cited,
        asks=row.asks,
        source=law.source_of(row),
        figures=()
        if withheld
        else tuple(_figure(measured[name], report, by) for name in row.probes if name in measured),
        silent=tuple(name for name in row.probes if name not in measured),
        parts=tuple(there),
        missing_parts=tuple(name for name in row.parts if name not in there),
        not_shown=row.not_shown,
    )


def _is_there(name: str, parts: Collection[str]) -> bool:
    """Return whether a pack holds something; its index and its signatures come after this."""
    if name == INDEX or is_signature(name):
        return True
    return any(part.startswith(name) if name.endswith("/") else part == name for part in parts)


def _figure(decided: ProbeVerdict, report: Report, by: Mapping[str, str]) -> LawFigure:
    estimate = decided.estimate
    return LawFigure(
        probe=decided.probe.id,
        says=(decided.probe.doc.splitlines() or [""])[0] or decided.probe.name,
        outcome=decided.outcome.value,
        point=estimate.point,
        lower=estimate.interval.lower,
        upper=estimate.interval.upper,
        level=estimate.interval.level,
        min_score=decided.threshold.min_score,
        gates=decided.threshold.required,
        n_families=estimate.n_families,
        n_asked=estimate.accounts.asked,
        n_failed=estimate.accounts.failed,
        but=tuple(_but(decided, report, by)),
    )


def _but(decided: ProbeVerdict, report: Report, by: Mapping[str, str]) -> Iterator[str]:
    """Yield what makes a figure less than it looks."""
    certificate = decided.estimate.certificate
    if decided.probe.is_judged and certificate is None:
        yield "judged without a certificate: how often the judge errs is not in the interval"
    elif certificate is not None and by.get(certificate, _BEST) != _BEST:
        yield f"the judge is certified on labels by {by[certificate]}, not by {_BEST}"
    if decided.outcome in _WORDS:
        yield _WORDS[decided.outcome]
    conditions = report.conditions
    why = None if conditions is None else conditions.not_gating.get(decided.probe.id)
    if why is not None:
        yield f"may not gate: {why}"
    if report.scope != "full" or report.partial_because:
        yield "the run is partial"
    if decided.waived is not None:
        yield f"its failure is waived ({decided.waived})"
    if decided.n_left_out:
        yield f"{decided.n_left_out} trials are left out by waivers"
    if not decided.threshold.required:
        yield "measured, and not required"
