"""Bounds of agreement err no more often than they say, and a good judge still shows enough."""

from __future__ import annotations

import pytest

from benchmarks.coverage.judges import ALPHA, JUDGES, PEOPLE, ceilings, certified, judged, noisy
from benchmarks.coverage.section import monte_carlo_error


@pytest.mark.parametrize(
    ("judge", "families", "runs"),
    [
        ("3 % of the ends by the whole scale", 30, 80),
        ("2 % by a neighbour", 60, 80),
        ("a rare grade half missed, near", 30, 80),
        ("noise 1", 30, 100),
    ],
)
def test_a_judge_is_not_certified_too_easily(judge: str, families: int, runs: int) -> None:
    """The lower bounds of kappa and both ICCs lie above the truth in at most a twentieth."""
    found = judged(JUDGES[judge], families=families, runs=runs, seed=20261130)
    allowed = ALPHA + 3 * monte_carlo_error(ALPHA, runs)
    assert {name: each.errs <= allowed for name, each in found.items()} == dict.fromkeys(
        ("ICC(A,1)", "ICC(C,1)", "quadratic kappa"), True
    )


def test_what_was_seen_alone_errs_far_too_often() -> None:
    """A judge that is right but for far slips passes a plain jackknife where it should not."""
    found = judged(JUDGES["3 % of the ends by the whole scale"], families=30, runs=80, seed=1)
    assert found["quadratic kappa"].plain > 4 * ALPHA


@pytest.mark.parametrize(
    "people", ["1 % wrong", "18 % wrong", "one in ten is yes, half missed", "grades, 2 % at random"]
)
def test_people_are_not_taken_to_agree_too_easily(people: str) -> None:
    """The lower bound of their alpha lies above the truth in at most a twentieth."""
    found = ceilings(PEOPLE[people], families=30, runs=40, seed=20261130)
    assert found.errs <= ALPHA + 3 * monte_carlo_error(ALPHA, 40)


def test_a_good_judge_shows_enough_on_120_grades_in_60_families() -> None:
    """A kappa of .80 shows .6; one of .9 shows all that is asked for by default."""
    agrees, _ = certified(noisy(1.0), families=60, per_family=2, sets=10, seed=3)
    assert agrees >= 0.8
    _, granted = certified(noisy(0.6), families=60, per_family=2, sets=10, seed=3)
    assert granted >= 0.8
