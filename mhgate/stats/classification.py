"""Choices against a key: accuracy, recall of each class and macro F1, with intervals by family."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import stdtrit

from mhgate.stats.cluster_rate import ClusterRate, cluster_rate
from mhgate.stats.effective_counts import floor_effect
from mhgate.stats.family_counts import family_codes, family_counts

__all__ = ["ClassAgreement", "Classification", "classification"]

_Floats = NDArray[np.float64]
_Codes = NDArray[np.intp]
_Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ClassAgreement:
    """One class: its recall and F1 over measured trials, None where they are not defined.

    ``recall_interval`` is of its trials in the key; ``predicted`` counts how often it was chosen.
    """

    label: str | int
    recall: float | None
    recall_interval: ClusterRate
    f1: float | None
    trials: int
    predicted: int


@dataclass(frozen=True, slots=True)
class Classification:
    """How choices agree with a key, with two-sided intervals at ``level``.

    ``accuracy`` and ``macro_f1`` are those of the measured trials, None without any. ``classes``
    stand in ascending order.
    """

    accuracy: float | None
    accuracy_interval: ClusterRate
    macro_f1: float | None
    macro_f1_lower: float
    macro_f1_upper: float
    level: float
    classes: tuple[ClassAgreement, ...]
    trials: int
    measured: int
    families: int


def classification(
    truth: ArrayLike,
    chosen: ArrayLike,
    unmeasured: ArrayLike,
    family: ArrayLike,
    *,
    level: float = 0.9,
    icc_floor: float = 0.2,
) -> Classification:
    """Return accuracy, recall by class and macro F1 of choices against a key.

    Macro F1 is the mean of the classes' F1 = 2 TP / (in the key + chosen). A class that is in the
    key or was chosen counts: with an F1 of 0 where it was never chosen, or never rightly. A class
    of neither has none, and does not exist for the mean. The interval's standard error is
    linearised by family; beside it stands what zero errors would leave open (so that a perfect
    record in few families is no certainty), each error as costly as the costliest could be.

    A trial that could not be measured is wrong in the lower bounds and right in the upper ones.
    For macro F1 the wrong choice is the class that it hurts most, and the interval also holds that
    of the measured trials alone.

    Args:
        truth: the key, shape (trials,), strings or whole numbers.
        chosen: the choices, shape (trials,), likewise; anything of that kind where not measured.
        unmeasured: whether the choice could not be measured, shape (trials,), boolean.
        family: each trial's family, shape (trials,), strings or whole numbers.
        level: two-sided level, in (0, 1); each bound alone errs at (1 - level) / 2.
        icc_floor: the least correlation of rightness in a family that is believed, in [0, 1].

    Returns:
        Bounds in [0, 1], never NaN. No trials, or one family alone, give [0, 1].

    Raises:
        ValueError: lengths differ.

    Source:
        Macro F1 as the mean of the classes': Sokolova, Lapalme (2009), Information Processing and
        Management 45, 427-437, doi:10.1016/j.ipm.2009.03.002. Linearisation with G / (G - 1) and t
        quantiles: Binder (1983), International Statistical Review 51, 279-292,
        doi:10.2307/1402588. Accuracy and recall: :func:`mhgate.stats.cluster_rate.cluster_rate`.

    Assumption:
        Families are independent. A class in few families has an F1 that few families decide.

    Example:
        >>> key = ["high", "low", "none"] * 20
        >>> choice = ["high", "low", "none"] * 16 + ["low", "low", "none"] * 4
        >>> found = classification(key, choice, [False] * 60, list(range(60)))
        >>> round(found.accuracy, 3), round(found.accuracy_interval.lower, 3)
        (0.933, 0.854)
        >>> round(found.macro_f1, 3), round(found.macro_f1_lower, 3), found.classes[0].recall
        (0.933, 0.856, 0.8)
    """
    lost = np.asarray(unmeasured, dtype=bool).ravel()
    key, choice = np.asarray(truth).ravel(), np.asarray(chosen, dtype=object).ravel()
    _, codes = family_codes(family)
    if not key.shape == choice.shape == lost.shape == codes.shape:
        lengths = f"{len(key)}, {len(choice)}, {len(lost)} and {len(codes)}"
        raise ValueError(f"{lengths} entries; expected one each a trial")
    labels, places = family_codes(key.tolist() + choice[~lost].tolist())
    true, picked = places[: len(key)], np.full(len(key), -1)
    picked[~lost] = places[len(key) :]
    trials = _Trials(true, picked, codes, level, icc_floor)
    table = trials.table(~lost, picked)
    everything, f1 = np.ones(len(key), dtype=bool), table.f1()
    lower, upper = _macro_bounds(trials, table, len(labels))
    return Classification(
        accuracy=trials.share_right(everything),
        accuracy_interval=trials.rate_right(everything),
        macro_f1=table.macro_f1(),
        macro_f1_lower=lower,
        macro_f1_upper=upper,
        level=level,
        classes=tuple(
            ClassAgreement(
                label=label,
                recall=trials.share_right(true == place),
                recall_interval=trials.rate_right(true == place),
                f1=float(f1[place]) if table.exists[place] else None,
                trials=int((true == place).sum()),
                predicted=int((picked == place).sum()),
            )
            for place, label in enumerate(labels.tolist())
        ),
        trials=len(key),
        measured=int((~lost).sum()),
        families=len(np.unique(codes)),
    )


@dataclass(frozen=True, slots=True)
class _Trials:
    """Places of the true and the picked class (-1: not measured), families, and how to judge."""

    true: _Codes
    picked: _Codes
    codes: _Codes
    level: float
    icc_floor: float

    def share_right(self, rows: _Flags) -> float | None:
        measured = int((rows & (self.picked >= 0)).sum())
        return float((rows & (self.picked == self.true)).sum()) / measured if measured else None

    def rate_right(self, rows: _Flags) -> ClusterRate:
        right, lost = self.picked == self.true, self.picked < 0
        counts = family_counts(right[rows], lost[rows], self.codes[rows])
        return cluster_rate(
            counts.totals,
            counts.unmeasured,
            counts.sizes,
            level=self.level,
            icc_floor=self.icc_floor,
        )

    def table(self, rows: _Flags, picked: _Codes) -> _Table:
        classes = int(max(self.true.max(initial=-1), self.picked.max(initial=-1))) + 1
        return _Table(self.true[rows], picked[rows], self.codes[rows], classes)


class _Table:
    """Hits, and how often each class is in the key or chosen, by family and over all."""

    def __init__(self, true: _Codes, picked: _Codes, codes: _Codes, classes: int) -> None:
        names, rows = np.unique(codes, return_inverse=True)
        shape = len(names), classes
        self.sizes = np.bincount(rows, minlength=len(names)).astype(float)

        def count(where: _Codes, among: _Flags) -> _Floats:
            cells = np.bincount((rows * classes + where)[among], minlength=shape[0] * classes)
            return cells.reshape(shape).astype(float)

        self.hits = count(true, true == picked)
        self.seen = count(true, true >= 0) + count(picked, picked >= 0)
        self.all_hits, self.all_seen = self.hits.sum(axis=0), self.seen.sum(axis=0)
        self.exists = self.all_seen > 0

    def f1(self) -> _Floats:
        return np.asarray(2 * self.all_hits / np.where(self.exists, self.all_seen, 1.0))

    def macro_f1(self) -> float | None:
        return float(self.f1()[self.exists].mean()) if np.any(self.exists) else None

    def bounds(self, level: float, icc_floor: float) -> tuple[float, float]:
        macro, families = self.macro_f1(), len(self.sizes)
        if macro is None or families <= 1:
            return 0.0, 1.0
        alpha, trials = (1 - level) / 2, float(self.sizes.sum())
        f1, seen = self.f1()[self.exists], self.all_seen[self.exists]
        pulls = (2 * self.hits[:, self.exists] - f1 * self.seen[:, self.exists]) / seen
        moved = pulls.mean(axis=1)
        error = math.sqrt(families / (families - 1) * float(moved @ moved))
        independent = trials / floor_effect(self.sizes, icc_floor)
        unseen = trials * float(1 - alpha ** (1 / independent))
        # One right choice less costs its own class, and the class that is chosen instead.
        losing, gaining = (2 - f1) / seen, f1 / seen
        costs = losing[:, None] + np.where(np.eye(len(f1), dtype=bool), 0.0, gaining)
        costliest = float(costs.max()) / len(f1)
        margin = math.hypot(-float(stdtrit(families - 1, alpha)) * error, unseen * costliest)
        return max(0.0, macro - margin), min(1.0, macro + margin)

    def hurt_most(self) -> _Codes:
        """Return the classes in the order in which one wrong choice more would cost them."""
        cost = 2 * self.all_hits / np.maximum(self.all_seen * (self.all_seen + 1), 1.0)
        return np.argsort(-cost, kind="stable")


def _macro_bounds(trials: _Trials, measured: _Table, classes: int) -> tuple[float, float]:
    lower, upper = measured.bounds(trials.level, trials.icc_floor)
    lost = trials.picked < 0
    if not np.any(lost):
        return lower, upper
    order, true = measured.hurt_most(), trials.true
    wrong = np.where(true == order[0], order[1] if classes > 1 else -1, order[0])
    for filled in (wrong, true):
        table = trials.table(true >= 0, np.where(lost, filled, trials.picked))
        lowest, highest = table.bounds(trials.level, trials.icc_floor)
        lower, upper = min(lower, lowest), max(upper, highest)
    return lower, upper
