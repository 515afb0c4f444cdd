"""Which reports may stand beside each other (law 5)."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.baseline import differing_dimensions
from mhgate.errors import IncomparableError, UsageError
from mhgate.records import Drift, Report
from mhgate.verdict import why_drifted

__all__ = ["refuse_unlike"]

_FEWEST = 2


def refuse_unlike(reports: Sequence[Report], *, partial: bool = False) -> None:
    """Refuse reports that cannot be compared, naming everything that is in the way.

    Args:
        reports: at least two.
        partial: whether partial ones are wanted; they are compared on what all of them asked.

    Raises:
        IncomparableError: one measures something else than the first, measured nothing, stopped
            early, is partial where that is not wanted, or its judge is not to be believed or not
            the one that it was in the first.
        UsageError: there are fewer than two, or one run is there twice.
    """
    if len(reports) < _FEWEST:
        raise UsageError(
            f"found {len(reports)} report{'' if len(reports) == 1 else 's'} to compare; expected "
            "two or more.",
            hint="Name reports, run ids, or a folder of reports.",
        )
    ids = [report.provenance.run_id for report in reports]
    twice = sorted({run_id for run_id in ids if ids.count(run_id) > 1})
    if twice:
        raise UsageError(
            f"found the run {twice[0]} more than once; expected each once.",
            hint="A run that is compared with itself would count as two configurations.",
        )
    wrong = [reason for report in reports for reason in _unfit(report, partial=partial)]
    if wrong:
        raise IncomparableError(
            "; ".join(wrong) + ".",
            hint="Go on with a run that was stopped (mhgate run --resume), leave the report out, "
            "or take partial ones for what they are: --partial.",
        )
    first = reports[0].provenance
    unlike = []
    for report in reports[1:]:
        theirs = report.provenance
        names = (first.run_id, theirs.run_id)
        differing = differing_dimensions(first.measurement, theirs.measurement, names=names)
        if differing:
            unlike.append(
                f"{theirs.run_id} measures something else than {first.run_id}; these differ: "
                f"{', '.join(differing)}"
            )
    if unlike:
        raise IncomparableError(
            "; ".join(unlike) + ".",
            hint="Only the configuration under test may differ: measure them again with the same "
            "suites, judge and mhgate (mhgate matrix does), or leave these out.",
        )
    _refuse_drifted(reports)


def _refuse_drifted(reports: Sequence[Report]) -> None:
    """Refuse what a judge said that known labels show to be another one, or none to go by."""
    first, *others = reports
    alarms = [(report, why_drifted(report.drift)) for report in reports]
    if not any(why for _, why in alarms) and first.drift is not None:
        alarms = [
            (report, why_drifted(_beside(report.drift, first, len(others))))
            for report in others
            if report.drift is not None and report.drift.judge == first.drift.judge
        ]
    said = [f"{report.provenance.run_id}: {why}" for report, why in alarms if why]
    if said:
        raise IncomparableError(
            "; ".join(said) + ".",
            hint="Scores by such a judge say nothing of configurations: pin its model by a name "
            "that cannot move, judge these runs again (mhgate judge RUN), or leave them out.",
        )


def _beside(drift: Drift, first: Report, n_pairs: int) -> Drift:
    """Return known labels with what the judge said of the same in the first report.

    The share of false alarms is that of one run, however many are held to the first.
    """
    agreed = {each.digest: each.agrees for each in first.drift.answers} if first.drift else {}
    answers = tuple(
        each.model_copy(update={"agreed_before": agreed.get(each.digest)}) for each in drift.answers
    )
    return drift.model_copy(
        update={
            "answers": answers,
            "before": first.provenance.run_id,
            "level": drift.level / n_pairs,
        }
    )


def _unfit(report: Report, *, partial: bool) -> list[str]:
    name = report.provenance.run_id
    if report.accounts.scored == 0:
        return [f"{name} measured nothing"]
    if report.accounts.not_needed:
        spared = f"{report.accounts.not_needed} of {report.accounts.planned} trials were not asked"
        return [f"{name} stopped early ({spared}), so that what it asked depends on what it found"]
    if report.scope == "partial" and not partial:
        because = "; ".join(report.partial_because) or "part of its plan was not reached"
        return [f"{name} is partial ({because})"]
    return []
