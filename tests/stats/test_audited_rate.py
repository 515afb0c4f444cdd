"""The interval of an audited run by family: the plain method, both sides, and its level."""

from __future__ import annotations

import numpy as np
import pytest

from mhgate.stats.audited_rate import ReadCounts, audited_point, audited_rate
from mhgate.stats.cluster_rate import ClusterRate
from mhgate.stats.melded_audit import AuditCounts, melded_audit

ALPHA = 0.05


def _singles(good: int, unresolved: int, bad: int) -> ReadCounts:
    """Trials that were read, each of a family of its own."""
    n = good + unresolved + bad
    return ReadCounts(
        [1.0] * good + [0.0] * (n - good),
        [0.0] * good + [1.0] * unresolved + [0.0] * bad,
        [1.0] * n,
    )


def _rate(
    judged_good: int, others: int, read: ReadCounts, rest: ReadCounts, **settings: float
) -> ClusterRate:
    n = judged_good + others
    return audited_rate([1] * judged_good + [0] * others, [1] * n, read, rest, **settings)


def test_families_of_one_trial_give_the_plain_method() -> None:
    """Where nothing repeats, the bounds are those of the melded audit."""
    found = _rate(190, 10, _singles(94, 0, 1), _singles(2, 0, 3), level=0.95)
    plain = melded_audit(190, 200, AuditCounts(94, 95, 2, 5), level=0.95)
    assert found.lower == pytest.approx(plain.lower, abs=1e-6)
    assert found.upper == pytest.approx(plain.upper, abs=1e-6)


def test_a_lenient_judge_is_failed_by_what_people_read() -> None:
    """All was judged good, people found nearly all bad: the rate is low, whatever was not read.

    A worst case over fewer judged good trials would hand their weight to a kind that nobody read,
    and leave the upper bound at 1.
    """
    found = _rate(60, 0, _singles(2, 0, 38), ReadCounts([], [], []), threshold=0.8)
    assert found.upper < 0.3
    assert found.p_below is not None
    assert found.p_below < 1e-6


def test_a_harsh_judge_is_corrected_by_what_people_read() -> None:
    """A third was judged bad, people found all of it good: the rate is high."""
    found = _rate(40, 20, _singles(40, 0, 0), _singles(20, 0, 0))
    assert found.lower > 0.8


def test_what_nobody_could_say_counts_on_both_sides() -> None:
    """An unresolved trial is bad in the lower bound and good in the upper one."""
    sure = _rate(90, 10, _singles(30, 0, 0), _singles(0, 0, 5))
    open_ = _rate(90, 10, _singles(27, 3, 0), _singles(0, 2, 3))
    as_bad = _rate(90, 10, _singles(27, 0, 3), _singles(0, 0, 5))
    as_good = _rate(90, 10, _singles(30, 0, 0), _singles(2, 0, 3))
    assert open_.lower == pytest.approx(as_bad.lower)
    assert open_.upper == pytest.approx(as_good.upper)
    assert open_.lower < sure.lower
    assert open_.upper > sure.upper


def test_repeats_within_families_are_worth_less() -> None:
    """The same labels in a few families leave a wider interval than each in its own."""
    apart = _rate(80, 20, _singles(38, 0, 2), _singles(0, 0, 8))
    together = audited_rate(
        [4] * 20 + [0] * 5,
        [4] * 25,
        ReadCounts([4.0] * 9 + [2.0], [0.0] * 10, [4.0] * 10),
        ReadCounts([0.0] * 2, [0.0] * 2, [4.0] * 2),
    )
    assert together.lower < apart.lower
    assert together.upper > apart.upper


def test_nothing_known_gives_everything() -> None:
    """One family, no trials, or nothing read: the whole range, and no claim."""
    nothing = ReadCounts([], [], [])
    assert (audited_rate([], [], nothing, nothing, threshold=0.5)).p_below == 1.0
    one = audited_rate([5], [6], ReadCounts([2.0], [0.0], [2.0]), nothing, threshold=0.5)
    assert (one.lower, one.upper, one.p_below) == (0.0, 1.0, 1.0)
    unread = _rate(90, 10, nothing, nothing)
    assert unread.lower == pytest.approx(0.0, abs=1e-6)
    assert unread.upper == pytest.approx(1.0, abs=1e-6)


def test_the_p_value_is_the_level_at_which_the_upper_bound_claims() -> None:
    """Just above it the upper bound lies below the threshold, just below it does not."""
    read, rest = _singles(20, 0, 10), _singles(1, 0, 11)
    found = _rate(60, 40, read, rest, threshold=0.6)
    assert found.p_below is not None
    assert 0 < found.p_below < 0.2
    for factor, is_claimed in ((1.02, True), (0.98, False)):
        at = found.p_below * factor
        bound = _rate(60, 40, read, rest, level=1 - 2 * at).upper
        assert (bound < 0.6) is is_claimed


def test_more_cannot_be_drawn_than_there_is() -> None:
    """A sample larger than its kind is an error, not a number."""
    with pytest.raises(ValueError, match="11 of 10 trials not judged good"):
        _rate(90, 10, _singles(5, 0, 0), _singles(0, 0, 11))


def test_the_best_guess_weighs_each_kind() -> None:
    """Post-stratified by hand: .9 of .95 and .1 of .25; None where a kind was not read."""
    assert audited_point(90, 100, _singles(19, 3, 1), _singles(1, 0, 3)) == pytest.approx(0.88)
    assert audited_point(90, 100, _singles(19, 0, 1), ReadCounts([], [], [])) is None
    assert audited_point(100, 100, _singles(19, 0, 1), ReadCounts([], [], [])) == 0.95
    assert audited_point(0, 0, ReadCounts([], [], []), ReadCounts([], [], [])) is None


@pytest.mark.parametrize(("rate", "upheld", "saved"), [(0.95, 0.98, 0.5), (0.9, 0.95, 0.2)])
def test_bounds_err_no_more_than_they_promise(rate: float, upheld: float, saved: float) -> None:
    """Simulated with families of four (beta-binomial, ICC .1): both sides stay within alpha."""
    rng = np.random.default_rng(20261130)
    # judged good with probability q, so that q * upheld + (1 - q) * saved is the rate
    judged = (rate - saved) / (upheld - saved)
    runs, too_high, too_low = 150, 0, 0
    for _ in range(runs):
        chance = rng.beta(judged * 9, (1 - judged) * 9, size=30)
        good = rng.binomial(4, chance)
        is_good = np.arange(4)[None, :] < good[:, None]
        truth = rng.random((30, 4)) < np.where(is_good, upheld, saved)
        family = np.repeat(np.arange(30), 4).reshape(30, 4)
        found = audited_rate(
            good,
            np.full(30, 4),
            _drawn(rng, truth[is_good], family[is_good], 40),
            _drawn(rng, truth[~is_good], family[~is_good], 10),
        )
        too_high += found.lower > rate
        too_low += found.upper < rate
    slack = 3 * (ALPHA * (1 - ALPHA) / runs) ** 0.5
    assert too_high / runs <= ALPHA + slack
    assert too_low / runs <= ALPHA + slack


def _drawn(
    rng: np.random.Generator, truth: np.ndarray, family: np.ndarray, most: int
) -> ReadCounts:
    chosen = rng.permutation(len(truth))[:most]
    good = np.bincount(family[chosen], truth[chosen], minlength=30)
    drawn = np.bincount(family[chosen], minlength=30)
    met = drawn > 0
    return ReadCounts(good[met].tolist(), [0.0] * int(met.sum()), drawn[met].tolist())
