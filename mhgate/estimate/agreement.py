"""Choices against a key: accuracy, the least recall, macro F1, and kappa over ordered levels."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from mhgate.estimate.columns import Columns
from mhgate.records import Figure, Probe

if TYPE_CHECKING:
    from mhgate.stats.classification import Classification
    from mhgate.stats.jackknife import JackknifeBound

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
        method = "quadratic kappa over the levels, jackknife by family on Fisher's z"
        reason = "" if kappa.reason is None else f" ({kappa.reason})"
        return kappa.value, *_with_failures(columns, probe, level, kappa), method + reason, figures
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


def _figures(found: Classification, kappa: JackknifeBound | None) -> tuple[Figure, ...]:
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


def _kappa(columns: Columns, probe: Probe, level: float, fill: str = "") -> JackknifeBound:
    """Return kappa of the measured trials; of all where ``fill`` says what the others are."""
    from mhgate.stats.jackknife import jackknife  # noqa: PLC0415 - loads numpy
    from mhgate.stats.kappa import kappa  # noqa: PLC0415 - likewise

    keys, chosen = columns.choices(probe.levels)
    pairs, families = [], []
    for key, choice, lost, family in zip(
        keys, chosen, columns.is_lost, columns.families, strict=True
    ):
        if lost and not fill:
            continue
        # a trial that was not measured has nothing read: its choice is the farthest already
        told = key if lost and fill == "right" else choice
        pairs.append([float(probe.levels.index(key)), float(probe.levels.index(told))])
        families.append(family)
    scale = [float(place) for place in range(len(probe.levels))]
    if len({choice for _, choice in pairs}) == 1 and len({key for key, _ in pairs}) > 1:
        found = _of_one_answer(pairs, families, scale, level)
        if found is not None:
            return found
    return jackknife(
        lambda rows: kappa(rows, categories=scale, weights="quadratic").value,
        pairs or [[0.0, 0.0]],
        clusters=families or [""],
        level=level,
    )


def _of_one_answer(
    pairs: Sequence[list[float]], families: Sequence[str], scale: list[float], level: float
) -> JackknifeBound | None:
    """Return kappa of one answer to everything: 0, whose jackknife has no spread to judge by.

    It never varied in so many families, so that it varies in few of all: in the bounds so many are
    wholly right, or as wrong as can be. Else one level for everybody could never be shown to fail.
    """
    from mhgate.stats.jackknife import JackknifeBound  # noqa: PLC0415 - loads numpy
    from mhgate.stats.kappa import kappa  # noqa: PLC0415 - likewise

    names = sorted(set(families))
    if len(names) <= 1:
        return None
    most = 1 - ((1 - level) / 2) ** (1 / len(names))
    others = min(len(names), math.ceil(most * len(names)))

    def off(name: str) -> float:
        found = [
            (key - said) ** 2 for (key, said), of in zip(pairs, families, strict=True) if of == name
        ]
        return math.fsum(found) / len(found)

    def with_others(changed: set[str], told: Callable[[float], float]) -> float | None:
        rows = [
            [key, told(key) if of in changed else said]
            for (key, said), of in zip(pairs, families, strict=True)
        ]
        return kappa(rows, categories=scale, weights="quadratic").value

    by_error = sorted(names, key=lambda name: (off(name), name))
    best = with_others(set(by_error[-others:]), lambda key: key)
    worst = with_others(
        set(by_error[:others]), lambda key: scale[0] if key > scale[-1] / 2 else scale[-1]
    )
    return JackknifeBound(
        value=0.0,
        lower=-1.0 if worst is None else min(0.0, worst),
        upper=1.0 if best is None else max(0.0, best),
        level=level,
        targets=len(pairs),
        clusters=len(names),
        dropped=0,
        has_pseudo=False,
        reason="one answer to everything: bounds by zero events among its families",
    )


def _with_failures(
    columns: Columns, probe: Probe, level: float, measured: JackknifeBound
) -> tuple[float, float]:
    if not any(columns.is_lost):
        return measured.lower, measured.upper
    filled = [_kappa(columns, probe, level, fill) for fill in ("wrong", "right")]
    return (
        min(measured.lower, *(each.lower for each in filled)),
        max(measured.upper, *(each.upper for each in filled)),
    )
