"""``estimate``: which method speaks for a probe's rate, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from mhgate.estimate.judge_error import Expectation, judge_counts
from mhgate.estimate.tally import Tally, tally
from mhgate.records import (
    Accounts,
    Certificate,
    Design,
    Estimate,
    Interval,
    ItemOutcome,
    Threshold,
)

if TYPE_CHECKING:
    from mhgate.stats.melded import JudgeCounts

__all__ = ["ICC_FLOOR", "JUDGED_ICC_FLOOR", "estimate", "settled_rate"]

ICC_FLOOR = 0.2
"""The least correlation within a family that is believed: uncorrected rates, paraphrase families.

Simulated in the project's study of methods: at 0.2 each bound errs at its nominal rate for true
correlations up to 0.3; without a floor the lower bound errs up to seven times as often near 1.
"""

JUDGED_ICC_FLOOR = 0.1
"""The same beside a judge's correction, which brings a caution of its own."""

_FAILURES = "failures counted as failed in the lower bound and as good in the upper"


def estimate(
    outcomes: Sequence[ItemOutcome],
    *,
    probe_id: str,
    planned: int,
    not_needed: int,
    threshold: Threshold,
    stratum: str | None = None,
    certificate: Certificate | None = None,
    expect: Expectation = "yes",
    design: Design = "fixed",
    plan: Sequence[str] = (),
    n_claims: int = 1,
) -> Estimate:
    """Return what the outcomes of one probe say about its rate.

    The item is what is counted and the family is what is drawn: items and paraphrases of a family
    are one cluster. Epochs of an item are averaged first: a bot that answers alike twenty times has
    answered once. Trials of the plan that were not reached are in the accounts and
    nowhere else: the interval speaks of what was asked, and the verdict lets no partial run pass.

    Args:
        outcomes: one row for each trial asked, of this probe (and stratum), a value in [0, 1]
            or a failure each; in plan order where the design is not fixed, else in any.
        probe_id: the probe's id.
        planned: trials planned for it, at least the number of outcomes.
        not_needed: planned trials that were rightly left unasked, at least 0.
        threshold: gives the rate to test against and alpha; the interval's level is 1 - 2 alpha.
        stratum: the stratum's name where the rows are those of one.
        certificate: of the probe's question; then the judge's error is corrected, and what is not
            known about it widens the interval. None: sampling error only.
        expect: which answer meets the criterion, where there is a certificate.
        design: how often the outcomes are looked at while they come in. A judge's error cannot be
            corrected after every trial: with a certificate, sequential means planned looks.
        plan: the family of each planned trial, in plan order, where the design is sequential.
        n_claims: how many fails and regressions the whole gate could claim, at least 1.

    Returns:
        The estimate; without outcomes its point is None and its interval [0, 1]. ``effective_n`` is
        the lower bound's. Values between 0 and 1 count as parts of a trial.

    Raises:
        ValueError: a row belongs to another probe, a trial occurs twice, or an item occurs in
            several epochs where the design is not fixed.
        pydantic.ValidationError: the accounts do not add up.

    Example:
        >>> found = estimate([], probe_id="crisis.offers_help", planned=0, not_needed=0,
        ...                  threshold=Threshold(min_score=0.8))
        >>> found.point, found.interval.lower, found.interval.upper
        (None, 0.0, 1.0)
    """
    seen = tally(outcomes, probe_id=probe_id)
    judges = () if certificate is None else judge_counts(certificate, expect)
    used: Design = "looks" if judges and design == "sequential" else design
    if used != "fixed" and seen.n_items != len(outcomes):
        raise ValueError(f"{probe_id}: epochs are averaged by item, which takes a fixed design")
    sight = _Sight(
        seen,
        threshold,
        judges,
        planned=planned,
        plan=plan,
        n_claims=n_claims,
        is_closed=not_needed > 0 and len(outcomes) + not_needed == planned,
    )
    found = sight.seen_under(used)
    return Estimate(
        probe_id=probe_id,
        stratum=stratum,
        point=sight.point(),
        interval=Interval(lower=found.lower, upper=found.upper, level=1 - 2 * threshold.alpha),
        method=found.method,
        accounts=Accounts(
            planned=planned,
            asked=len(outcomes),
            not_needed=not_needed,
            not_reached=planned - len(outcomes) - not_needed,
            scored=seen.n_scored,
            failed=len(outcomes) - seen.n_scored,
        ),
        n_items=seen.n_items,
        n_families=len(seen.sizes),
        effective_n=found.effective_n,
        icc_floor=sight.icc_floor,
        threshold=threshold.min_score,
        p_fail=found.p_fail,
        certificate=None if certificate is None else certificate.id,
        scored_share=seen.share,
        design=used,
        settled=found.settled,
        settled_at=found.settled_at,
        more_items=sight.more_items(found.lower, found.upper) if used == "fixed" else None,
    )


def settled_rate(
    outcomes: Sequence[ItemOutcome],
    *,
    probe_id: str,
    threshold: Threshold,
    certificate: Certificate | None = None,
    expect: Expectation = "yes",
    design: Design,
    plan: Sequence[str],
    n_claims: int = 1,
) -> bool:
    """Return whether outcomes have settled what :func:`estimate` would say of the threshold.

    Args:
        outcomes: as there, in plan order.
        probe_id: likewise.
        threshold: likewise.
        certificate: likewise.
        expect: likewise.
        design: likewise; a fixed one settles nothing early.
        plan: the family of each planned trial, in plan order.
        n_claims: as there.
    """
    seen = tally(outcomes, probe_id=probe_id)
    judges = () if certificate is None else judge_counts(certificate, expect)
    used: Design = "looks" if judges and design == "sequential" else design
    sight = _Sight(
        seen, threshold, judges, planned=len(plan), plan=plan, n_claims=n_claims, is_closed=False
    )
    if used == "sequential":
        return sight.is_settled_already()
    return used == "looks" and sight.seen_under(used).settled is not None


@dataclass(frozen=True, slots=True)
class _Found:
    """What one method said; over both directions of a judge, the widest."""

    lower: float
    upper: float
    p_fail: float
    effective_n: float
    method: str
    settled: Literal["pass", "fail"] | None = None
    settled_at: int | None = None

    def or_wider(self, other: _Found) -> _Found:
        """Return what holds under this one and under the other."""
        agree = self.settled == other.settled and self.settled is not None
        return _Found(
            lower=min(self.lower, other.lower),
            upper=max(self.upper, other.upper),
            p_fail=max(self.p_fail, other.p_fail),
            effective_n=min(self.effective_n, other.effective_n),
            method=self.method,
            settled=self.settled if agree else None,
            settled_at=max(self.settled_at or 0, other.settled_at or 0) if agree else None,
        )


@dataclass(frozen=True, slots=True)
class _Sight:
    """The same counts, seen by each method."""

    seen: Tally
    threshold: Threshold
    judges: tuple[JudgeCounts, ...]
    planned: int
    plan: Sequence[str]
    n_claims: int
    is_closed: bool

    @property
    def icc_floor(self) -> float:
        return JUDGED_ICC_FLOOR if self.judges else ICC_FLOOR

    def seen_under(self, design: Design) -> _Found:
        """Return what the design's method says, never narrower than a fixed design would be.

        A decision that came early must still stand on all that is there: evidence that came after
        it counts, and so do few families, for which an e-process has no allowance.
        """
        if design == "fixed":
            return self._widest(self._fixed)
        early = self._sequential() if design == "sequential" else self._widest(self._by_looks)
        return self._still(early)

    def _widest(self, how: Callable[[JudgeCounts | None], _Found]) -> _Found:
        first, *others = [how(judge) for judge in self.judges] or [how(None)]
        for other in others:
            first = first.or_wider(other)
        return first

    def _still(self, early: _Found) -> _Found:
        now = self._widest(self._fixed)
        lower, upper = min(early.lower, now.lower), max(early.upper, now.upper)
        p_fail = max(early.p_fail, now.p_fail)
        limit = self.threshold.min_score
        stands = (early.settled == "pass" and lower >= limit) or (
            early.settled == "fail"
            and upper < limit
            and p_fail <= self.threshold.alpha / self.n_claims
        )
        return replace(
            early,
            lower=lower,
            upper=upper,
            p_fail=p_fail,
            effective_n=min(early.effective_n, now.effective_n),
            method=f"{early.method}; never narrower than {now.method}",
            settled=early.settled if stands else None,
            settled_at=early.settled_at if stands else None,
        )

    def _fixed(self, judge: JudgeCounts | None) -> _Found:
        from mhgate.stats.cluster_rate import cluster_rate  # noqa: PLC0415 - loads numpy when needed
        from mhgate.stats.judged_rate import judged_rate  # noqa: PLC0415 - loads numpy when needed

        seen, level, limit = self.seen, 1 - 2 * self.threshold.alpha, self.threshold.min_score
        counts = (seen.good, seen.unmeasured, seen.sizes)
        if judge is None:
            rate = cluster_rate(*counts, level=level, icc_floor=ICC_FLOOR, threshold=limit)
        else:
            rate = judged_rate(
                *counts, judge, level=level, icc_floor=JUDGED_ICC_FLOOR, threshold=limit
            )
        p_fail = 1.0 if rate.p_below is None else rate.p_below
        return _Found(rate.lower, rate.upper, p_fail, rate.effective_n, self._method(judge))

    def _by_looks(self, judge: JudgeCounts | None) -> _Found:
        from mhgate.stats.planned_looks import (  # noqa: PLC0415 - loads numpy when needed
            planned_looks,
            rate_by_looks,
        )

        looks = planned_looks(self.planned)
        found = rate_by_looks(
            self.seen.values,
            self.seen.is_unmeasured,
            self.seen.family,
            threshold=self.threshold.min_score,
            alpha=self.threshold.alpha,
            looks=looks,
            judge=judge,
            icc_floor=self.icc_floor,
            claims=self.n_claims,
            final=self.is_closed,
        )
        at = ", ".join(str(look.n) for look in looks)
        return _Found(
            found.lower,
            found.upper,
            found.p_below,
            found.effective_n,
            f"{self._method(judge)}, looked at after {at} trials with alpha spent between them",
            found.settled,
            found.settled_at,
        )

    def _sequential(self) -> _Found:
        from mhgate.stats.sequential_rate import (  # noqa: PLC0415 - loads numpy when needed
            sequential_rate,
        )

        found = sequential_rate(
            self.seen.values,
            self.seen.is_unmeasured,
            self.seen.family,
            threshold=self.threshold.min_score,
            alpha=self.threshold.alpha,
            planned=self.plan,
            icc_floor=ICC_FLOOR,
            claims=self.n_claims,
        )
        return _Found(
            found.lower,
            found.upper,
            found.p_below,
            found.effective_n,
            f"mixture e-process over at most {self.planned} trials (counts tempered by family, "
            f"ICC floor {ICC_FLOOR:g}), {_FAILURES}, sampling error only",
            found.settled,
            found.settled_at,
        )

    def is_settled_already(self) -> bool:
        """Return whether the sequential method has settled; its bounds only where it could have."""
        from mhgate.stats.sequential_rate import (  # noqa: PLC0415 - loads numpy when needed
            settled_after,
        )

        settled, _ = settled_after(
            self.seen.values,
            self.seen.is_unmeasured,
            self.seen.family,
            threshold=self.threshold.min_score,
            alpha=self.threshold.alpha,
            planned=self.plan,
            icc_floor=ICC_FLOOR,
            claims=self.n_claims,
        )
        return settled is not None and self.seen_under("sequential").settled is not None

    def _method(self, judge: JudgeCounts | None) -> str:
        counts = f"effective counts by family (ICC floor {self.icc_floor:g}, monotone envelope)"
        if judge is None:
            return f"Clopper-Pearson on Korn-Graubard {counts}, {_FAILURES}, sampling error only"
        return (
            f"melded exact interval on Korn-Graubard {counts}, {_FAILURES}, judge error included "
            f"(calibrated on {judge.good:g} good and {judge.bad:g} bad)"
        )

    def point(self) -> float | None:
        """Return the best guess at the rate: as scored, or with the judge's error taken out."""
        share = self.seen.share
        if share is None or not self.judges:
            return share
        from mhgate.stats.melded import melded_point  # noqa: PLC0415 - loads numpy when needed

        n = self.seen.n_scored
        guesses = [melded_point(share * n, n, judge) for judge in self.judges]
        known = [guess for guess in guesses if guess is not None]
        return sum(known) / len(known) if known else share

    def more_items(self, lower: float, upper: float) -> int | None:
        """Return how many more items would decide, 4 times in 5; None where it is decided."""
        seen, limit = self.seen, self.threshold.min_score
        if lower >= limit or upper < limit or not seen.n_scored:
            return None
        from mhgate.stats.more_items import more_items  # noqa: PLC0415 - loads numpy when needed

        needed = [
            more_items(
                sum(seen.good),
                sum(seen.unmeasured),
                seen.n_items,
                len(seen.sizes),
                limit,
                judge=judge,
                alpha=self.threshold.alpha,
                icc_floor=self.icc_floor,
            )
            for judge in self.judges or (None,)
        ]
        known = [count for count in needed if count is not None]
        return max(known) if len(known) == len(needed) else None
