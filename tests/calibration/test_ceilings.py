"""Holds how far people agree among themselves, and each of them with the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mhgate.calibration.ceilings import ceiling_of
from mhgate.records import GoldTranscript
from mhgate.stats.krippendorff import krippendorff_alpha

Gold = Callable[..., GoldTranscript]


def _labelled(rows: list[GoldTranscript]) -> list[tuple[GoldTranscript, tuple[object, ...]]]:
    return [(row, row.labels) for row in rows]


def test_one_rater_has_no_ceiling(gold: Gold) -> None:
    """Nobody agrees with themselves, and who is not sure has said nothing."""
    assert ceiling_of([]) is None
    assert ceiling_of(_labelled([gold("a", c1="yes"), gold("b", c2="no")])) is None  # type: ignore[arg-type]
    assert ceiling_of(_labelled([gold("a", c1="yes", c2="not_sure")])) is None  # type: ignore[arg-type]


def test_the_coefficients_are_those_of_the_table(gold: Gold) -> None:
    """Alpha of the codes, over the transcripts that two or more answered."""
    said = [("yes", "yes"), ("no", "no"), ("yes", "no"), ("no", "no"), ("yes", "yes")] * 6
    rows = [gold(f"t{n}", family=f"f{n // 3}", c1=one, c2=two) for n, (one, two) in enumerate(said)]
    rows.append(gold("alone", c1="yes"))
    found = ceiling_of(_labelled(rows))  # type: ignore[arg-type]
    assert found is not None
    table = [[one == "yes", two == "yes"] for one, two in said]
    expected = krippendorff_alpha(table, measurement="nominal").value
    assert found.alpha.value == pytest.approx(expected)
    assert (found.n_raters, found.n_transcripts, found.n_families) == (2, 30, 10)
    assert found.exact.value == pytest.approx(0.8)
    assert found.alpha.lower is not None
    assert found.alpha.lower < found.alpha.value < (found.alpha.upper or 2)


def test_each_rater_is_held_against_the_rest(gold: Gold) -> None:
    """One of three who turns every answer round agrees with nobody, and it shows by name."""
    rows = [
        gold(f"t{n}", c1=truth, c2=truth, c3="no" if truth == "yes" else "yes")
        for n, truth in enumerate(["yes", "no"] * 20)
    ]
    found = ceiling_of(_labelled(rows))  # type: ignore[arg-type]
    assert found is not None
    by_name = {each.rater: each for each in found.each}
    assert (by_name["c3"].n, by_name["c3"].sensitivity, by_name["c3"].specificity) == (40, 0.0, 0.0)
    assert by_name["c3"].kappa.value == pytest.approx(-1.0)
    assert by_name["c1"].n == 0, "the other two always tie"


def test_ragged_raters_are_used_as_far_as_they_go(gold: Gold) -> None:
    """Not everyone labelled everything; whoever labelled two of the same counts there."""
    rows = [gold(f"a{n}", c1="yes", c2="yes") for n in range(15)]
    rows += [gold(f"b{n}", c2="no", c3="no") for n in range(15)]
    found = ceiling_of(_labelled(rows))  # type: ignore[arg-type]
    assert found is not None
    assert (found.n_raters, found.n_transcripts, found.alpha.value) == (3, 30, 1.0)


def test_perfect_agreement_is_not_certainty(gold: Gold) -> None:
    """The bound of a perfect record is that of a record with one slip."""
    rows = [gold(f"t{n}", c1=said, c2=said) for n, said in enumerate(["yes", "no"] * 20)]
    found = ceiling_of(_labelled(rows))  # type: ignore[arg-type]
    assert found is not None
    assert found.alpha.value == 1.0
    assert 0.7 < (found.alpha.lower or 0) < 1


def test_without_variance_there_is_no_coefficient(gold: Gold) -> None:
    """Who always says yes, with another who always says yes, shows nothing, and it is said."""
    rows = [gold(f"t{n}", c1="yes", c2="yes") for n in range(30)]
    found = ceiling_of(_labelled(rows))  # type: ignore[arg-type]
    assert found is not None
    assert found.alpha.value is None
    assert found.alpha.reason
