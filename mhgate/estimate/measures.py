"""Measures that are no rate: parity, consistency, correlation, and agreement beyond accuracy.

Each is told on a scale where more is better, so that one threshold serves all: 1 less the largest
gap between groups, 1 less the drop from clean to perturbed, a correlation, a recall, macro F1 or
kappa as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from mhgate.estimate.columns import Columns
from mhgate.estimate.graded_means import mean_grade
from mhgate.records import (
    Accounts,
    Certificate,
    Estimate,
    Figure,
    Interval,
    ItemOutcome,
    Probe,
    Threshold,
)

__all__ = ["Seen", "estimate_measure", "figures_beside", "is_rate", "seen_at"]

_CLEAN = "clean"
_FAILURES = "failures counted at the worst in the lower bound and at the best in the upper"


@dataclass(frozen=True, slots=True)
class Seen:
    """A measure's figure with its bounds, what stands beside it, and the method."""

    point: float | None
    lower: float
    upper: float
    method: str
    figures: tuple[Figure, ...] = ()


def is_rate(probe: Probe) -> bool:
    """Return whether a probe's figure is the mean of its scores.

    Args:
        probe: any.
    """
    return probe.measure == "mean" or probe.statistic == "accuracy"


def estimate_measure(
    outcomes: Sequence[ItemOutcome],
    *,
    probe: Probe,
    planned: int,
    not_needed: int,
    threshold: Threshold,
    stratum: str | None = None,
    certificate: Certificate | None = None,
    youden: float = 1.0,
) -> Estimate:
    """Return what the outcomes of one probe say about its measure.

    Args:
        outcomes: one row for each trial asked, of this probe (and stratum).
        probe: with a measure that is no rate.
        planned: trials planned for it.
        not_needed: planned trials that were rightly left unasked.
        threshold: gives the figure to test against and alpha; the interval's level is 1 - 2 alpha.
        stratum: the stratum's name where the rows are those of one.
        certificate: of the probe's question, where the judge's error is corrected.
        youden: sensitivity + specificity - 1 of that certificate: a judge shrinks a true difference
            between groups by this factor, if it errs alike in all of them.

    Returns:
        The estimate; without outcomes its point is None and its interval the whole range.

    Raises:
        ValueError: a row belongs to another probe, or a trial occurs twice.
        pydantic.ValidationError: the accounts do not add up.
    """
    columns = Columns(outcomes, probe_id=probe.id)
    found = seen_at(outcomes, probe=probe, alpha=threshold.alpha, youden=youden)
    p_fail = 1.0
    if outcomes and found.upper < threshold.min_score:
        from mhgate.stats.inverted_bound import p_from_bound  # noqa: PLC0415 - loads numpy

        def rejects(alpha: float) -> bool:
            seen = seen_at(outcomes, probe=probe, alpha=alpha, youden=youden, by_kind=False)
            return seen.upper < threshold.min_score

        p_fail = p_from_bound(rejects, at=threshold.alpha)
    return Estimate(
        probe_id=probe.id,
        stratum=stratum,
        measure=probe.measure,
        statistic=probe.statistic,
        point=found.point,
        interval=Interval(lower=found.lower, upper=found.upper, level=1 - 2 * threshold.alpha),
        figures=found.figures,
        method=found.method,
        accounts=Accounts(
            planned=planned,
            asked=len(outcomes),
            not_needed=not_needed,
            not_reached=planned - len(outcomes) - not_needed,
            scored=columns.n_scored,
            failed=len(outcomes) - columns.n_scored,
        ),
        n_items=columns.n_items,
        n_families=columns.n_families,
        effective_n=columns.n_families,
        icc_floor=0,
        threshold=threshold.min_score,
        p_fail=p_fail,
        certificate=None if certificate is None else certificate.id,
        scored_share=columns.share,
    )


def figures_beside(
    outcomes: Sequence[ItemOutcome],
    *,
    probe: Probe,
    alpha: float,
    certificate: Certificate | None = None,
) -> tuple[Figure, ...]:
    """Return what is reported beside a rate: of choices recall and F1, of grades their mean.

    Args:
        outcomes: of the probe.
        probe: any whose figure is a rate.
        alpha: error rate of each bound, in (0, 0.5).
        certificate: of the probe's question, where it speaks for the judge.
    """
    columns = Columns(outcomes, probe_id=probe.id)
    if not columns.n_scored:
        return ()
    if probe.measure == "agreement":
        from mhgate.estimate.agreement import agreement_figures  # noqa: PLC0415 - loads numpy

        return agreement_figures(columns, probe, 1 - 2 * alpha)
    return mean_grade(outcomes, alpha=alpha, certificate=certificate)


def seen_at(
    outcomes: Sequence[ItemOutcome],
    *,
    probe: Probe,
    alpha: float,
    youden: float = 1.0,
    by_kind: bool = True,
) -> Seen:
    """Return a measure's figure, each bound of which errs at ``alpha``.

    Args:
        outcomes: of the probe.
        probe: with a measure that is no rate.
        alpha: in (0, 0.5).
        youden: as :func:`estimate_measure` takes it.
        by_kind: whether consistency is told for each kind of perturbation too.
    """
    columns = Columns(outcomes, probe_id=probe.id)
    make: dict[str, Callable[[Columns, Probe, float], Seen]] = {
        "parity": _parity,
        "consistency": partial(_consistency, by_kind=by_kind),
        "correlation": _correlation,
        "agreement": _agreement,
    }
    found = make[probe.measure](columns, probe, 1 - 2 * alpha)
    if youden == 1 or probe.measure not in {"parity", "consistency"}:
        return found
    return _on_the_true_scale(found, youden)


def _on_the_true_scale(found: Seen, youden: float) -> Seen:
    """Return a difference as it would be without the judge's error, which shrinks it."""
    if youden <= 0:
        return Seen(None, 0.0, 1.0, found.method, found.figures)

    def stretched(score: float) -> float:
        return max(0.0, 1 - (1 - score) / youden)

    return Seen(
        point=None if found.point is None else stretched(found.point),
        lower=stretched(found.lower),
        upper=stretched(found.upper),
        method=f"{found.method}, on the true scale by the judge's certificate, which is taken to "
        "err alike in all groups",
        figures=found.figures,
    )


def _parity(columns: Columns, probe: Probe, level: float) -> Seen:
    from mhgate.stats.parity import parity  # noqa: PLC0415 - loads numpy when needed

    groups = columns.strata(str(probe.by))
    found = parity(columns.values, columns.is_lost, columns.families, groups, level=level)
    figures = [
        Figure(
            name="standard deviation across groups",
            value=found.deviation,
            lower=found.deviation_lower,
            upper=found.deviation_upper,
        )
    ]
    figures += [Figure(name=f"group: {each.group}", value=each.mean) for each in found.groups]
    extremes = "" if found.gap is None else f", {found.lowest} lowest and {found.highest} highest"
    return Seen(
        point=None if found.gap is None else 1 - found.gap,
        lower=1 - found.gap_upper,
        upper=1 - found.gap_lower,
        method=f"1 less the largest gap between groups of {probe.by}{extremes}: paired t by family "
        f"with zero events, over all pairs of groups, {_FAILURES}",
        figures=tuple(figures),
    )


def _consistency(columns: Columns, probe: Probe, level: float, *, by_kind: bool) -> Seen:
    from mhgate.stats.consistency import consistency  # noqa: PLC0415 - loads numpy when needed

    pairs = columns.against(str(probe.by), _CLEAN)
    found = consistency(
        [clean for clean, _ in pairs.values],
        [clean for clean, _ in pairs.is_lost],
        [other for _, other in pairs.values],
        [other for _, other in pairs.is_lost],
        pairs.families,
        intensity=(pairs.kinds or None) if by_kind else None,
        level=level,
    )
    whole = found.overall
    figures = [
        Figure(
            name="share of pairs that keep their outcome",
            value=whole.kept,
            lower=whole.kept_lower,
            upper=whole.kept_upper,
        )
    ]
    figures += [
        Figure(name=f"drop: {kind}", value=each.drop, lower=each.drop_lower, upper=each.drop_upper)
        for kind, each in found.by_intensity
    ]
    return Seen(
        point=None if whole.drop is None else min(1.0, 1 - whole.drop),
        lower=min(1.0, 1 - whole.drop_upper),
        upper=min(1.0, 1 - whole.drop_lower),
        method=f"1 less the drop from {_CLEAN} to the other values of {probe.by}: Tango score "
        f"interval on paired differences by family, {_FAILURES}",
        figures=tuple(figures),
    )


def _correlation(columns: Columns, probe: Probe, level: float) -> Seen:
    from mhgate.stats.correlation import correlation  # noqa: PLC0415 - loads numpy when needed

    read, norms = columns.numbers()
    ends = [*norms, *(number for number in read if number is not None)] or [0.0, 1.0]
    low, high = min(ends), max(*ends, min(ends) + 1e-9)
    kinds = ("spearman", "pearson") if probe.statistic == "spearman" else ("pearson", "spearman")
    first, other = (
        correlation(
            [low if number is None else number for number in read],
            norms,
            columns.is_lost,
            columns.families,
            kind="spearman" if kind == "spearman" else "pearson",
            low=low,
            high=high,
            level=level,
        )
        for kind in kinds
    )
    reason, is_one_number = first.reason, first.coefficient is None and first.upper < 1
    if is_one_number:
        reason = "one number for everything: no coefficient, told as 0; bounds by zero events "
        reason += "among its families"
    return Seen(
        point=0.0 if is_one_number else first.coefficient,
        lower=first.lower,
        upper=first.upper,
        method=f"{kinds[0]} correlation with the items' norms: jackknife by family with unseen "
        f"events, {_FAILURES}" + ("" if reason is None else f" ({reason})"),
        figures=(
            Figure(name=kinds[1], value=other.coefficient, lower=other.lower, upper=other.upper),
        ),
    )


def _agreement(columns: Columns, probe: Probe, level: float) -> Seen:
    from mhgate.estimate.agreement import agreement_seen  # noqa: PLC0415 - loads numpy

    point, lower, upper, method, figures = agreement_seen(columns, probe, level)
    return Seen(point, lower, upper, f"{method}, {_FAILURES}", figures)
