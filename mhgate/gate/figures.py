"""One probe's outcomes -> its figure and its comparison, by whichever method its measure takes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mhgate.baseline import compare, compare_measures
from mhgate.estimate import (
    estimate,
    estimate_measure,
    figures_beside,
    is_rate,
    mean_grade,
    potential_figures,
    seen_at,
    trajectory_figures,
    youden,
)
from mhgate.records import (
    CellKept,
    Certificate,
    Comparison,
    Design,
    Estimate,
    ItemOutcome,
    Probe,
    Threshold,
)

__all__ = ["compared", "estimated", "with_course"]


def estimated(
    rows: Sequence[ItemOutcome],
    *,
    probe: Probe,
    planned: int,
    not_needed: int,
    threshold: Threshold,
    stratum: str | None,
    certificate: Certificate | None,
    design: Design = "fixed",
    plan: Sequence[str] = (),
    n_claims: int,
) -> Estimate:
    """Return what a probe's outcomes say about its figure.

    Args:
        rows: its outcomes (within the stratum).
        probe: the probe.
        planned: trials planned for it.
        not_needed: planned trials that were rightly left unasked.
        threshold: what it must reach.
        stratum: the stratum's name where the rows are those of one.
        certificate: of its judge, where that corrects an error.
        design: how often the outcomes are looked at; a figure that is no rate is looked at once.
        plan: the family of each planned trial, in plan order.
        n_claims: how many claims the whole gate could make.
    """
    if not is_rate(probe):
        measured = estimate_measure(
            rows,
            probe=probe,
            planned=planned,
            not_needed=not_needed,
            threshold=threshold,
            stratum=stratum,
            certificate=certificate,
            youden=1.0 if certificate is None else youden(certificate),
        )
        if probe.at_least is None:
            return measured
        mean = mean_grade(rows, alpha=threshold.alpha, certificate=certificate)
        return measured.model_copy(update={"figures": (*measured.figures, *mean)})
    found = estimate(
        rows,
        probe_id=probe.id,
        planned=planned,
        not_needed=not_needed,
        threshold=threshold,
        stratum=stratum,
        certificate=certificate,
        expect=probe.expect or "yes",
        design=design,
        plan=plan,
        n_claims=n_claims,
    )
    if probe.tier is not None:
        beside = potential_figures(rows, probe_id=probe.id, alpha=threshold.alpha)
        return found.model_copy(update={"figures": beside})
    if probe.measure == "mean" and probe.at_least is None:
        return found
    return found.model_copy(
        update={
            "measure": probe.measure,
            "statistic": probe.statistic,
            "figures": figures_beside(
                rows, probe=probe, alpha=threshold.alpha, certificate=certificate
            ),
        }
    )


def with_course(
    found: Estimate,
    rows: Sequence[ItemOutcome],
    cells: Mapping[str, CellKept] | None,
    *,
    alpha: float,
) -> Estimate:
    """Return an estimate with the course of its conversations beside it.

    Args:
        found: of a probe.
        rows: its outcomes (within the stratum).
        cells: what the cells of its rubric are, by id; None of a probe that scores no rubric.
        alpha: error rate of each bound, in (0, 0.5).
    """
    beside = trajectory_figures(rows, cells, alpha=alpha) if cells else ()
    return found.model_copy(update={"figures": (*found.figures, *beside)}) if beside else found


def compared(
    rows: Sequence[ItemOutcome],
    earlier: Sequence[ItemOutcome],
    *,
    probe: Probe,
    threshold: Threshold,
    stratum: str | None,
    certificate: Certificate | None,
    design: Design = "fixed",
    n_planned: int = 0,
    n_claims: int,
    is_complete: bool = True,
    against: str = "",
) -> Comparison | None:
    """Return a probe's outcomes against the baseline's, None where no drop is held to anything.

    Args:
        rows: its outcomes (within the stratum).
        earlier: the baseline's, of this probe.
        probe: the probe.
        threshold: with the drop that is allowed.
        stratum: the stratum's name where the rows are those of one.
        certificate: of its judge, where that corrects an error.
        design: how often pairs are looked at.
        n_planned: trials planned, where the design is not fixed.
        n_claims: how many claims the whole gate could make.
        is_complete: whether no more trials will come.
        against: the name of the target that was played beside; empty for a baseline's file.
    """
    if threshold.max_drop is None:
        return None
    found = _compared(
        rows,
        earlier,
        probe=probe,
        threshold=threshold,
        stratum=stratum,
        certificate=certificate,
        design=design,
        n_planned=n_planned,
        n_claims=n_claims,
        is_complete=is_complete,
    )
    if found is None or not against:
        return found
    ours = {(row.item_id, row.epoch) for row in rows}
    there = [row for row in earlier if row.value is None and (row.item_id, row.epoch) in ours]
    return found.model_copy(update={"against": against, "n_failed_there": len(there)})


def _compared(
    rows: Sequence[ItemOutcome],
    earlier: Sequence[ItemOutcome],
    *,
    probe: Probe,
    threshold: Threshold,
    stratum: str | None,
    certificate: Certificate | None,
    design: Design,
    n_planned: int,
    n_claims: int,
    is_complete: bool,
) -> Comparison | None:
    """Return the comparison, whatever is compared with."""
    shrunk = 1.0 if certificate is None else youden(certificate)
    name = None if certificate is None else certificate.id
    if is_rate(probe):
        return compare(
            rows,
            earlier,
            probe_id=probe.id,
            alpha=threshold.alpha,
            max_drop=threshold.max_drop,
            stratum=stratum,
            certificate=name,
            youden=shrunk,
            design=design,
            n_planned=n_planned,
            n_claims=n_claims,
            is_complete=is_complete,
        )

    def told(some: Sequence[ItemOutcome], at: float) -> tuple[float | None, float, float]:
        seen = seen_at(some, probe=probe, alpha=at, youden=shrunk, by_kind=False)
        return seen.point, seen.lower, seen.upper

    return compare_measures(
        rows,
        earlier,
        probe_id=probe.id,
        alpha=threshold.alpha,
        told=told,
        stratum=stratum,
        certificate=name,
        n_claims=n_claims,
    )
