"""Holds when a question may gate: each requirement alone, its number, and its order."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.calibration.requirements import lower_bound, shortfalls
from mhgate.records import (
    Account,
    Agreed,
    Agreement,
    Ceiling,
    Certificate,
    Graded,
    LeftOut,
    Limits,
    Requirement,
)
from mhgate.stats import METHOD_VERSION
from mhgate.stats.clopper_pearson import clopper_pearson

TODAY = date(2026, 11, 30)


def _agreed(n: int, right: int) -> Agreed:
    return Agreed(n=n, n_agreed=right, n_families=n, effective_n=n, effective_agreed=right)


def _figure(value: float | None, lower: float | None, reason: str | None = None) -> Agreement:
    return Agreement(
        value=value, lower=lower, upper=1.0, level=0.9, n=80, method="made up", reason=reason
    )


def _ceiling(alpha: Agreement, n_raters: int = 2) -> Ceiling:
    return Ceiling(
        n_raters=n_raters, n_transcripts=80, n_families=20, alpha=alpha, ac1=alpha, exact=alpha
    )


def _certificate(**other: object) -> Certificate:
    fields: dict[str, object] = {
        "id": "c",
        "question": "q",
        "question_digest": "d",
        "judge_fingerprint": "j",
        "yes": _agreed(100, 96),
        "no": _agreed(50, 48),
        "labelled_by": "clinicians",
        "labelled_on": date(2026, 11, 1),
        "split": {"part": "certifying", "digest": "d"},
        "method_version": METHOD_VERSION,
    }
    return Certificate(**{**fields, **other})  # type: ignore[arg-type]


def _why(certificate: Certificate, **required: object) -> tuple[str, ...]:
    return shortfalls(certificate, Requirement(**required), today=TODAY)  # type: ignore[arg-type]


def test_a_good_certificate_lacks_nothing() -> None:
    """With the defaults, and with people who agree."""
    assert _why(_certificate()) == ()
    assert _why(_certificate(ceiling=_ceiling(_figure(0.8, 0.7)))) == ()


def test_raters_who_do_not_agree_certify_nobody() -> None:
    """The people's interval is compared first, and the sentence has the numbers."""
    found = _why(
        _certificate(ceiling=_ceiling(_figure(0.031, -0.12)), yes=_agreed(100, 60)),
    )
    assert found[0] == (
        "its 2 raters do not agree among themselves: Krippendorff's alpha 0.031 (lower bound "
        "-0.120) over 80 transcripts that two or more labelled, 0.4 is needed; raters who do not "
        "agree certify nobody"
    )
    assert found[1].startswith("sensitivity 0.600")
    unknown = _ceiling(_figure(None, None, "nothing varies"))
    assert "cannot be measured" in _why(_certificate(ceiling=unknown))[0]
    assert "nothing varies" in _why(_certificate(ceiling=unknown))[0]


def test_how_far_people_agree_can_be_asked_for() -> None:
    """A single rater's gold says nothing of that; two say it of two."""
    assert _why(_certificate(), raters=2) == (
        "1 rater labelled the same transcripts, 2 are needed to know how far people agree",
    )
    assert _why(_certificate(ceiling=_ceiling(_figure(0.8, 0.7))), raters=2) == ()


@pytest.mark.parametrize(
    ("group", "needed", "is_enough"),
    [
        ("clinicians", "clinicians", True),
        ("clinicians", "authors", True),
        ("crowd", "crowd", True),
        ("crowd", "clinicians", False),
        ("authors", "crowd", False),
        ("authors", "authors", True),
    ],
)
def test_who_must_have_labelled(group: str, needed: str, is_enough: bool) -> None:  # noqa: FBT001 - a table's column
    """Clinicians stand above a crowd, a crowd above authors."""
    found = _why(_certificate(labelled_by=group), labelled_by=needed)
    assert (found == ()) == is_enough
    if not is_enough:
        assert found == (f"labelled by {group}, {needed} are needed",)


def test_its_age_counts_from_when_the_judge_was_asked() -> None:
    """On its last day it still holds; without that day the labels' counts."""
    old = _certificate(labelled_on=date(2025, 1, 1))
    assert _why(old) == ("698 days old, 365 are the most",)
    assert _why(old.model_copy(update={"calibrated_on": date(2026, 11, 29)})) == ()
    assert _why(_certificate(), max_age_days=29) == ()
    assert _why(_certificate(), max_age_days=28) == ("29 days old, 28 are the most",)


def test_amounts_are_named_one_by_one() -> None:
    """Items, families and the rarer answer each have their least number."""
    small = _certificate(yes=_agreed(30, 30), no=_agreed(9, 9), n_families=8)
    assert _why(small, specificity=0.5) == (
        "it rests on 39 labelled transcripts, 60 are needed",
        "it rests on 8 families of them, 10 are needed",
        "it rests on 9 with the rarer answer, 20 are needed",
    )
    assert _why(small, specificity=0.5, items=39, families=8, per_answer=9) == ()


def test_the_bound_counts_and_not_the_share() -> None:
    """Ninety in a hundred are not yet proof of nine in ten."""
    found = _why(_certificate(yes=_agreed(100, 90)), sensitivity=0.9)
    assert found == (
        'sensitivity 0.900 (lower bound 0.836) on 100 transcripts of "yes", 0.9 is needed',
    )


def test_a_bound_that_counts_failures_as_wrong_outweighs_the_counts() -> None:
    """What the judge failed on is not forgotten."""
    failing = _certificate(sensitivity=_figure(0.96, 0.65))
    assert "lower bound 0.650" in _why(failing)[0]
    agreed = _agreed(100, 96)
    assert lower_bound(agreed, None) == clopper_pearson(96, 100, level=0.9).lower
    assert lower_bound(agreed, _figure(0.96, 0.99)) == lower_bound(agreed, None)


def test_no_better_than_chance_never_gates() -> None:
    """Even where nothing else is asked of it."""
    nothing = {"sensitivity": 0, "specificity": 0, "items": 0, "families": 0, "per_answer": 0}
    coin = _certificate(yes=_agreed(100, 50), no=_agreed(50, 25))
    assert _why(coin, **nothing) == ("it shows a judge that agrees no better than chance",)
    empty = _certificate(yes=_agreed(100, 100), no=_agreed(0, 0))
    assert _why(empty, **nothing) == ("it shows a judge that agrees no better than chance",)


def test_grades_have_their_own_agreement() -> None:
    """Quadratic kappa and ICC(A,1) both have to reach it, by their lower bounds."""
    good, poor = _figure(0.9, 0.85), _figure(0.7, 0.55)
    graded = Graded(
        grades=(1, 2, 3, 4, 5),
        good_from=4,
        quadratic_kappa=good,
        alpha=good,
        lin=good,
        absolute=poor,
        consistency=good,
        bias=good,
        bias_families=20,
        limits=Limits(lower=-1, upper=1),
    )
    assert _why(_certificate(graded=graded)) == (
        "ICC(A,1) 0.700 (lower bound 0.550) on the grades, 0.6 is needed",
    )
    assert _why(_certificate(graded=graded), agreement=0.5) == ()
    unknown = graded.model_copy(update={"quadratic_kappa": _figure(None, None, "no variance")})
    assert "quadratic kappa cannot be measured (no variance)" in _why(_certificate(graded=unknown))


def test_all_of_the_gold_is_not_the_half_that_nobody_tuned_on() -> None:
    """Unless thresholds.toml says that it is enough."""
    whole = _certificate(split={"part": "all", "digest": "d"})
    assert _why(whole) == ("it rests on all of the gold, the half that nobody tuned on is needed",)
    assert _why(whole, held_out=False) == ()
    silent = _certificate(split=None)
    assert _why(silent) == (
        "it does not say on which half it rests, the half that nobody tuned on is needed",
    )
    assert _why(silent, held_out=False) == ()


def test_its_raters_are_those_that_it_names() -> None:
    """The group is that of the least among them, whatever the certificate says of itself."""
    day = date(2026, 11, 1)
    raters = [
        {"rater": group, "labelled_by": group, "n": 80, "first": day, "last": day}
        for group in ("clinicians", "authors")
    ]
    assert _why(_certificate(raters=raters)) == (
        "it says labelled by clinicians, and among its raters are authors",
    )
    assert _why(_certificate(raters=raters[:1])) == ()


@given(right=st.integers(0, 100), more=st.integers(0, 20))
def test_a_better_judge_never_lacks_more(right: int, more: int) -> None:
    """One more right answer takes no permission away."""
    less = _why(_certificate(yes=_agreed(100, right)))
    better = _why(_certificate(yes=_agreed(100, min(100, right + more))))
    assert len(better) <= len(less)


def test_what_people_left_open_is_limited() -> None:
    """A gold set without its hard transcripts certifies nobody: whoever is unsure often says so."""
    left = (
        LeftOut(reason="nobody is sure", n=40),
        LeftOut(reason="a tie between raters", n=42),
        LeftOut(reason="of the tuning half", n=300),
    )
    account = Account(what="gold", unit="rows", read=500, used=118, left_out=left)
    (why,) = _why(_certificate(account=account))
    assert "82 of 200 transcripts without an answer (0.410), 0.2 is the most" in why
    assert _why(_certificate(account=account), left_out=0.5) == ()


def test_people_who_agree_on_little_are_not_shown_to() -> None:
    """A perfect record on too few transcripts is another thing than raters who differ."""
    (why,) = _why(_certificate(ceiling=_ceiling(_figure(1.0, 0.2))))
    assert why.startswith("its 2 raters are not shown to agree among themselves: Krippendorff's")
    assert why.endswith("0.4 is needed")


def test_bounds_of_agreement_are_those_of_this_method() -> None:
    """A certificate of an earlier method brings bounds along that were too high."""
    ceiling = _ceiling(_figure(0.8, 0.7))
    (why,) = _why(_certificate(ceiling=ceiling, method_version="2"))
    assert "are of method 2, this mhgate goes by method" in why
    (unnamed,) = _why(_certificate(ceiling=ceiling, method_version=None))
    assert "of method unnamed" in unnamed
    assert _why(_certificate(method_version="2")) == (), "counts are bounded when they are read"
