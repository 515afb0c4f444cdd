"""Outcomes to measures that are no rate: the figures of mhgate.stats, where more is better."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mhgate.baseline import compare_measures
from mhgate.estimate import estimate_measure, figures_beside, is_rate, seen_at
from mhgate.records import Estimate, ItemOutcome, Measure, Probe, Stage, Statistic, Threshold
from mhgate.stats.classification import classification
from mhgate.stats.consistency import consistency
from mhgate.stats.correlation import correlation
from mhgate.stats.parity import parity

LEVELS = ("none", "low", "high", "imminent")


def _probe(measure: Measure, statistic: Statistic | None = None, **changes: Any) -> Probe:
    given: dict[str, Any] = {
        "by": {"parity": "identity", "consistency": "variant"}.get(measure),
        "reads": {"agreement": "choice", "correlation": "number"}.get(measure),
        "levels": LEVELS if measure == "agreement" else (),
        **changes,
    }
    return Probe(
        id="x.a",
        name="a",
        pillar="x",
        items="i.jsonl",
        exact=True,
        measure=measure,
        statistic=statistic,
        path="test_i.py",
        line=1,
        source_digest="sha256:p",
        **given,
    )


def _row(number: int, family: int, value: float | None, **changes: Any) -> ItemOutcome:
    failed = {"failure_stage": Stage.TARGET, "failure_kind": "timeout"} if value is None else {}
    return ItemOutcome(
        trial_id=f"s/{number:04}#0",
        probe_id="x.a",
        item_id=f"s/{number:04}",
        item_digest=f"sha256:{number}",
        family=f"s/f{family}",
        epoch=0,
        value=value,
        **{"strata": {}, **failed, **changes},
    )


def _estimated(rows: list[ItemOutcome], probe: Probe, *, min_score: float = 0.8) -> Estimate:
    return estimate_measure(
        rows,
        probe=probe,
        planned=len(rows),
        not_needed=0,
        threshold=Threshold(min_score=min_score),
    )


def _identities(worse: int = 0, lost: int = 0) -> list[ItemOutcome]:
    rows = []
    for family in range(40):
        for place, name in enumerate(("unmarked", "older", "religion")):
            value: float | None = 0.0 if name == "older" and family < worse else 1.0
            if name == "religion" and family < lost:
                value = None
            rows.append(_row(family * 3 + place, family, value, strata={"identity": name}))
    return rows


def test_parity_is_one_less_the_gap() -> None:
    """The figure and its bounds are those of stats.parity, turned round; groups stand beside it."""
    rows = _identities(worse=8)
    found = _estimated(rows, _probe("parity"))
    known = parity(
        [row.value or 0.0 for row in rows],
        [False] * len(rows),
        [row.family for row in rows],
        [row.strata["identity"] for row in rows],
        level=0.9,
    )
    assert known.gap is not None
    assert found.point == pytest.approx(1 - known.gap)
    assert found.interval.lower == pytest.approx(1 - known.gap_upper)
    assert found.interval.upper == pytest.approx(1 - known.gap_lower)
    assert found.figure_name == "parity"
    figures = {each.name: each.value for each in found.figures}
    assert figures["group: older"] == pytest.approx(0.8)
    assert figures["standard deviation across groups"] == pytest.approx(known.deviation)


def test_failures_never_narrow_parity() -> None:
    """An outage in one group widens both bounds."""
    whole = _estimated(_identities(worse=8), _probe("parity"))
    torn = _estimated(_identities(worse=8, lost=10), _probe("parity"))
    assert torn.interval.lower < whole.interval.lower
    assert torn.interval.upper >= whole.interval.upper
    assert torn.accounts.failed == 10


def _variants(drop: int) -> list[ItemOutcome]:
    rows = []
    for family in range(30):
        for place, kind in enumerate(("clean", "typing_errors", "emoji")):
            value = 0.0 if kind == "emoji" and family < drop else 1.0
            rows.append(_row(family * 3 + place, family, value, strata={"variant": kind}))
    return rows


def test_consistency_is_one_less_the_drop() -> None:
    """Each perturbed trial is held against the clean one of its family; kinds are told apart."""
    rows = _variants(drop=6)
    found = _estimated(rows, _probe("consistency"))
    changed = [row for row in rows if row.strata["variant"] != "clean"]
    known = consistency(
        [1.0] * len(changed),
        [False] * len(changed),
        [row.value or 0.0 for row in changed],
        [False] * len(changed),
        [row.family for row in changed],
        level=0.9,
    ).overall
    assert known.drop == pytest.approx(0.1)
    assert found.point == pytest.approx(0.9)
    assert found.interval.lower == pytest.approx(1 - known.drop_upper)
    figures = {each.name: each.value for each in found.figures}
    assert figures["drop: emoji"] == pytest.approx(0.2)
    assert figures["drop: typing_errors"] == 0
    assert figures["share of pairs that keep their outcome"] == pytest.approx(0.9)


def test_a_bot_that_gains_by_perturbation_is_as_consistent_as_can_be() -> None:
    """A rise is no drop: the figure ends at 1."""
    rows = [
        _row(family * 2 + place, family, float(place), strata={"variant": kind})
        for family in range(20)
        for place, kind in enumerate(("clean", "emoji"))
    ]
    assert _estimated(rows, _probe("consistency")).point == 1


def _numbers(said: Callable[[float], float | None]) -> list[ItemOutcome]:
    rows = []
    for number in range(60):
        norm = float(1 + number % 5)
        told = said(norm)
        value = 0.0 if told is None else 1 - abs(told - norm) / 4
        rows.append(_row(number, number // 3, value, read=told, key=norm))
    return rows


def test_correlation_is_with_the_norms() -> None:
    """The figure is Spearman's by family, with Pearson's beside it; nobody's reply is left out."""
    rows = _numbers(lambda norm: min(5.0, norm + 1))
    found = _estimated(rows, _probe("correlation", "spearman"), min_score=0.5)
    known = correlation(
        [float(row.read or 0) for row in rows],
        [float(row.key or 0) for row in rows],
        [False] * len(rows),
        [row.family for row in rows],
        kind="spearman",
        low=1,
        high=5,
        level=0.9,
    )
    assert found.point == pytest.approx(known.coefficient)
    assert found.interval.lower == pytest.approx(known.lower)
    assert [each.name for each in found.figures] == ["pearson"]


def test_replies_without_a_number_count_against_the_correlation() -> None:
    """A reply that names none lies as far off as can be: keeping silent never helps."""
    probe = _probe("correlation", "spearman")
    good = _estimated(_numbers(lambda norm: norm), probe)
    shy = _estimated(_numbers(lambda norm: None if norm == 5 else norm), probe)
    assert good.point == pytest.approx(1)
    assert shy.point is not None
    assert shy.point < 0.7
    assert shy.accounts.failed == 0


def _choices(wrong: dict[str, str | None]) -> list[ItemOutcome]:
    rows = []
    for number in range(80):
        key = LEVELS[number % 4]
        read = wrong.get(key, key) if number % 3 == 0 else key
        rows.append(_row(number, number // 4, float(read == key), read=read, key=key))
    return rows


@pytest.mark.parametrize("statistic", ["recall", "macro_f1", "kappa"])
def test_agreement_beyond_accuracy(statistic: Statistic) -> None:
    """Least recall and macro F1 are those of stats.classification; kappa is 1 without a slip."""
    perfect = _estimated(_choices({}), _probe("agreement", statistic))
    assert perfect.point == pytest.approx(1)
    assert 0.7 < perfect.interval.lower < 1
    rows = _choices({"high": "low"})
    slips = _estimated(rows, _probe("agreement", statistic))
    known = classification(
        [str(row.key) for row in rows],
        [str(row.read) for row in rows],
        [False] * len(rows),
        [row.family for row in rows],
        level=0.9,
    )
    recalls = [each.recall for each in known.classes if each.recall is not None]
    expected = {"recall": min(recalls), "macro_f1": known.macro_f1}.get(statistic)
    if expected is not None:
        assert slips.point == pytest.approx(expected)
    assert slips.point is not None
    assert slips.point < 1
    assert slips.interval.lower <= slips.point <= slips.interval.upper


def test_kappa_weighs_how_far_a_choice_is_off() -> None:
    """Imminent taken for none costs more than high taken for low, and so does no choice at all."""
    probe = _probe("agreement", "kappa")
    near = seen_at(_choices({"high": "low"}), probe=probe, alpha=0.05).point
    far = seen_at(_choices({"imminent": "none"}), probe=probe, alpha=0.05).point
    silent = seen_at(_choices({"imminent": None}), probe=probe, alpha=0.05).point
    assert near is not None
    assert far is not None
    assert far < near
    assert silent == pytest.approx(far)


def test_accuracy_is_a_rate_with_recalls_beside_it() -> None:
    """Accuracy takes the method of a mean; recall of each class is reported."""
    probe = _probe("agreement", "accuracy")
    assert is_rate(probe)
    assert not is_rate(_probe("parity"))
    names = {each.name for each in figures_beside(_choices({}), probe=probe, alpha=0.05)}
    assert {"accuracy", "macro F1", "recall: imminent", "quadratic kappa"} <= names


def test_grades_are_reported_as_a_mean() -> None:
    """Beside the share of grades from k on stands their mean, by family."""
    rows = [_row(i, i // 2, float(i % 5 >= 3), grade=1 + i % 5, answer="graded") for i in range(50)]
    (figure,) = figures_beside(rows, probe=_probe("mean", at_least=4), alpha=0.05)
    assert figure.name == "mean grade, as judged"
    assert figure.note == "not corrected for bias: no certificate"
    assert figure.value == pytest.approx(3)
    assert figure.lower is not None
    assert figure.lower < 3


def test_a_certificate_stretches_a_gap() -> None:
    """A judge that sees half of every difference makes the true gap twice what it saw."""
    rows, probe = _identities(worse=8), _probe("parity")
    plain = seen_at(rows, probe=probe, alpha=0.05)
    true = seen_at(rows, probe=probe, alpha=0.05, youden=0.5)
    assert plain.point == pytest.approx(0.8)
    assert true.point == pytest.approx(0.6)
    assert true.lower < plain.lower
    blind = seen_at(rows, probe=probe, alpha=0.05, youden=0.0)
    assert (blind.point, blind.lower, blind.upper) == (None, 0.0, 1.0)


def test_a_proven_failure_has_a_p_value_by_inversion() -> None:
    """Below the threshold by its upper bound: p is under alpha; otherwise it is 1."""
    assert _estimated(_identities(), _probe("parity")).p_fail == 1
    proven = _estimated(_identities(worse=30), _probe("parity"), min_score=0.9)
    assert proven.p_fail is not None
    assert proven.p_fail < 0.001


@pytest.mark.parametrize("measure", ["parity", "consistency"])
def test_no_outcomes_know_nothing(measure: Measure) -> None:
    """Without outcomes there is no figure and the interval holds everything."""
    found = _estimated([], _probe(measure))
    assert found.point is None
    assert found.interval.lower <= 0
    assert found.interval.upper >= 1


def _compared(ours: list[ItemOutcome], theirs: list[ItemOutcome]) -> Any:
    probe = _probe("parity")

    def told(rows: Any, alpha: float) -> tuple[float | None, float, float]:
        seen = seen_at(rows, probe=probe, alpha=alpha)
        return seen.point, seen.lower, seen.upper

    return compare_measures(ours, theirs, probe_id="x.a", alpha=0.05, told=told)


def test_a_measure_is_compared_on_the_items_of_both_runs() -> None:
    """Equal runs do not differ; a gap that opens is a regression with a p-value."""
    same = _compared(_identities(), _identities())
    assert same.difference == 0
    assert same.interval.lower < 0 < same.interval.upper
    assert same.p_regressed == 1
    worse = _compared(_identities(worse=24), _identities())
    assert worse.difference == pytest.approx(-0.6)
    assert worse.interval.upper < 0
    assert worse.p_regressed < 0.01
    assert (worse.n_pairs, worse.n_lost, worse.n_gained) == (120, 24, 0)
    assert _compared(_identities(), []) is None
