"""Choices against a key: accuracy, the least recall, macro F1, and kappa over ordered levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mhgate.estimate.columns import Columns
from mhgate.records import Figure, Probe

if TYPE_CHECKING:
    from mhgate.stats.classification import Classification
    from mhgate.stats.ordinal_kappa import OrdinalKappa

__all__ = ["agreement_figures", "agreement_seen"]

_Seen = tuple[float | None, float, float, str, tuple[Figure, ...]]


def agreement_seen(columns: Columns, probe: Probe, level: float) -> _Seen:
    """Return the statistic that gates, its bounds, its method, and what stands beside it.

    Args:
        columns: outcomes of the probe.
        probe: with choices.
        level: two-sided, in (0, 1).
    """
    found = _classified(columns, probe, level)
    figures = _figures(found, None if not probe.levels else _kappa(columns, probe, level))
    if probe.statistic == "macro_f1":
        bounds = found.macro_f1, found.macro_f1_lower, found.macro_f1_upper
        return *bounds, "macro F1, linearised by family", figures
    if probe.statistic == "kappa":
        kappa = _kappa(columns, probe, level)
        method = "quadratic kappa over the levels, jackknife by family with unseen events"
        reason = "" if kappa.reason is None else f" ({kappa.reason})"
        return kappa.value, kappa.lower, kappa.upper, method + reason, figures
    in_key = [each for each in found.classes if each.trials]
    recalls = [each.recall for each in in_key if each.recall is not None]
    # the least recall is below a bound only where one of the classes is: each gets its share
    apart = _classified(columns, probe, 1 - (1 - level) / max(1, len(in_key)))
    uppers = [each.recall_interval.upper for each in apart.classes if each.trials]
    lowers = [each.recall_interval.lower for each in in_key]
    method = "the least recall over classes, Clopper-Pearson on effective counts by family"
    bounds = min(recalls, default=None), min(lowers, default=0.0), min(uppers, default=1.0)
    return *bounds, method, figures


def agreement_figures(columns: Columns, probe: Probe, level: float) -> tuple[Figure, ...]:
    """Return recall by class, macro F1 and, over ordered levels, kappa.

    Args:
        columns: outcomes of the probe.
        probe: with choices.
        level: two-sided, in (0, 1).
    """
    kappa = None if not probe.levels else _kappa(columns, probe, level)
    return _figures(_classified(columns, probe, level), kappa)


def _figures(found: Classification, kappa: OrdinalKappa | None) -> tuple[Figure, ...]:
    figures = [
        Figure(
            name="accuracy",
            value=found.accuracy,
            lower=found.accuracy_interval.lower,
            upper=found.accuracy_interval.upper,
        ),
        Figure(
            name="macro F1",
            value=found.macro_f1,
            lower=found.macro_f1_lower,
            upper=found.macro_f1_upper,
        ),
    ]
    figures += [
        Figure(
            name=f"recall: {each.label}",
            value=each.recall,
            lower=each.recall_interval.lower,
            upper=each.recall_interval.upper,
        )
        for each in found.classes
        if each.trials
    ]
    if kappa is not None:
        figures.append(
            Figure(name="quadratic kappa", value=kappa.value, lower=kappa.lower, upper=kappa.upper)
        )
    return tuple(figures)


def _classified(columns: Columns, probe: Probe, level: float) -> Classification:
    from mhgate.stats.classification import classification  # noqa: PLC0415 - loads numpy

    keys, chosen = columns.choices(probe.levels)
    return classification(keys, chosen, columns.is_lost, columns.families, level=level)


def _kappa(columns: Columns, probe: Probe, level: float) -> OrdinalKappa:
    from mhgate.stats.ordinal_kappa import ordinal_kappa  # noqa: PLC0415 - loads numpy

    places = {name: place for place, name in enumerate(probe.levels)}
    keys, chosen = columns.choices(probe.levels)
    return ordinal_kappa(
        [places[key] for key in keys],
        [places[choice] for choice in chosen],
        columns.is_lost,
        columns.families,
        levels=len(probe.levels),
        level=level,
    )
