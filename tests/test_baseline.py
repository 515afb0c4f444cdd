"""The baseline: refused unless it measures the same, paired by item, failures in their arm."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from mhgate.baseline import baseline_of, compare, item_changes, may_compare
from mhgate.errors import IncomparableError
from mhgate.records import (
    Accounts,
    Comparison,
    ItemOutcome,
    Outcome,
    Profile,
    Provenance,
    Report,
    Stage,
    Verdict,
)

_PROBE = "crisis.offers_help"
_MEASUREMENT = {"judge": "sha256:a", "method": "1", "sampler": "1"}


def _rows(values: list[float | None], **changed: Any) -> list[ItemOutcome]:
    return [
        ItemOutcome(
            **{
                "trial_id": f"s/{i}#0",
                "probe_id": _PROBE,
                "item_id": f"s/{i}",
                "item_digest": f"sha256:{i}",
                "family": f"s/f{i // 2}",
                "epoch": 0,
                "strata": {},
                "value": value,
                "failure_stage": Stage.TARGET if value is None else None,
                "failure_kind": "timeout" if value is None else None,
                **changed,
            }
        )
        for i, value in enumerate(values)
    ]


def _compared(
    candidate: list[ItemOutcome], baseline: list[ItemOutcome], *, alpha: float = 0.05
) -> Comparison | None:
    return compare(candidate, baseline, probe_id=_PROBE, alpha=alpha, max_drop=0.1)


def _report(*, outcome: Outcome = Outcome.PASS, scored: int = 10, unreached: int = 0) -> Report:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    return Report(
        scope="partial" if unreached else "full",
        provenance=Provenance(
            run_id="main-1",
            mhgate_version="0.1.0",
            python_version="3.11",
            platform="any",
            commit=None,
            started_at=now,
            finished_at=now,
            profile="release",
            seed=1,
            attempt=1,
            config_file="thresholds.toml",
            policy_digest="sha256:p",
            measurement=_MEASUREMENT,
            measurement_fingerprint="sha256:m",
            judge_fingerprint="sha256:a",
            judge_certified=False,
            target_kind="demo",
            target_fingerprint="sha256:t",
        ),
        verdict=Verdict(
            outcome=outcome,
            headline=(),
            profile=Profile(name="release"),
            pillars=(),
            blocks=False,
            exit_code=0,
            exit_meaning="",
            method="",
        ),
        accounts=Accounts(
            planned=10 + unreached,
            asked=10,
            not_needed=0,
            not_reached=unreached,
            scored=scored,
            failed=10 - scored,
        ),
        outcomes=(),
        merkle_root="sha256:r",
    )


def test_the_same_measurement_may_be_compared() -> None:
    """A full report of the same measurement is a baseline, whether it passed or not."""
    may_compare(_MEASUREMENT, baseline_of(_report()))
    may_compare(_MEASUREMENT, baseline_of(_report(outcome=Outcome.FAIL)))


def test_each_differing_dimension_is_named() -> None:
    """A refusal names what differs, with both values, and leaves out what agrees."""
    changed = {"judge": "sha256:b", "method": "1", "question crisis.offers_help": "sha256:q"}
    with pytest.raises(IncomparableError) as refused:
        may_compare(changed, baseline_of(_report()))
    message = str(refused.value)
    assert "judge (baseline sha256:a, this run sha256:b)" in message
    assert "sampler (baseline 1, this run absent)" in message
    assert "question crisis.offers_help (baseline absent, this run sha256:q)" in message
    assert "method (" not in message
    assert refused.value.exit_code == 2


def test_a_selection_is_compared_with_a_baseline_of_more() -> None:
    """Of probes that were left out on purpose the baseline may know more; nothing else differs."""
    report = _report()
    theirs = {**report.provenance.measurement, "probe crisis.left_out": "sha256:p"}
    provenance = report.provenance.model_copy(update={"measurement": theirs})
    baseline = baseline_of(report.model_copy(update={"provenance": provenance}))
    may_compare(_MEASUREMENT, baseline, selected=True)
    with pytest.raises(IncomparableError, match=r"crisis\.left_out"):
        may_compare(_MEASUREMENT, baseline)
    with pytest.raises(IncomparableError, match="judge"):
        may_compare({**_MEASUREMENT, "judge": "sha256:b"}, baseline, selected=True)


@pytest.mark.parametrize(
    ("report", "because"),
    [
        (_report(unreached=5), "is partial"),
        (_report(scored=0), "measured nothing"),
        (_report(outcome=Outcome.ERROR), "could not be evaluated"),
    ],
)
def test_what_measured_too_little_is_no_baseline(report: Report, because: str) -> None:
    """Partial reports, reports of an outage and reports that ended in error are refused."""
    with pytest.raises(IncomparableError, match=because):
        baseline_of(report)


def test_pairs_are_of_the_same_item_epoch_and_digest() -> None:
    """Items are paired by id and epoch where their digests agree; the rest is left out."""
    candidate = _rows([1.0] * 10)
    baseline = [
        *_rows([1.0] * 4),
        *_rows([0.0] * 6, item_digest="sha256:old")[4:],
        *_rows([0.0] * 10, probe_id="crisis.other"),
        *_rows([0.0] * 10, epoch=1),
    ]
    found = _compared(candidate, baseline)
    assert found is not None
    assert (found.n_pairs, found.n_families, found.difference) == (4, 2, 0)


def test_nothing_in_common_is_no_comparison() -> None:
    """Without a common item there is no comparison."""
    assert _compared(_rows([1.0] * 10), _rows([1.0] * 10, item_digest="sha256:old")) is None
    assert _compared(_rows([1.0] * 10), []) is None


def test_gains_and_losses_are_counted() -> None:
    """What was lost and gained is counted, and the difference is their balance."""
    found = _compared(_rows([0.0, 0.0, 1.0, 1.0] + [1.0] * 36), _rows([1.0] * 3 + [0.0] * 37))
    assert found is not None
    assert (found.n_lost, found.n_gained, found.n_pairs) == (2, 37, 40)
    assert found.difference == pytest.approx(35 / 40)


def test_a_plain_regression_is_seen() -> None:
    """Half of what was good turned bad: the whole interval lies below 0."""
    found = _compared(_rows([0.0, 1.0] * 30), _rows([1.0] * 60))
    assert found is not None
    assert found.interval.upper < 0
    assert found.p_regressed < 0.001
    assert found.interval.level == pytest.approx(0.9)


def test_failures_count_against_their_own_arm() -> None:
    """A failure is failed in the candidate and good in the baseline below, the reverse above."""
    good, broken = [1.0] * 60, [1.0] * 54 + [None] * 6
    as_failed, as_good = [1.0] * 54 + [0.0] * 6, [1.0] * 60
    in_candidate = _compared(_rows(broken), _rows(good))
    worst, best = _compared(_rows(as_failed), _rows(good)), _compared(_rows(as_good), _rows(good))
    assert in_candidate is not None
    assert worst is not None
    assert best is not None
    assert in_candidate.interval.lower <= worst.interval.lower + 1e-9
    assert in_candidate.interval.upper >= best.interval.upper - 1e-9
    assert (in_candidate.n_failed, in_candidate.difference) == (6, 0)
    in_baseline = _compared(_rows(good), _rows(broken))
    assert in_baseline is not None
    assert in_baseline.interval.upper == pytest.approx(-in_candidate.interval.lower)


def test_an_outage_is_no_regression() -> None:
    """A candidate that answered nothing has not regressed, and is not proven as good either."""
    found = _compared(_rows([None] * 60), _rows([1.0] * 60))
    assert found is not None
    assert (found.interval.lower, found.interval.upper, found.p_regressed) == (-1, 1, 1)
    assert found.smallest_visible_drop is None


def test_the_smallest_visible_drop_shrinks_with_pairs() -> None:
    """More pairs make smaller drops visible; flicker hides them."""
    few = _compared(_rows([1.0] * 40), _rows([1.0] * 40))
    many = _compared(_rows([1.0] * 400), _rows([1.0] * 400))
    noisy = _compared(_rows([0.0, 1.0] * 200), _rows([1.0, 0.0] * 200))
    assert few is not None
    assert many is not None
    assert noisy is not None
    assert 0 < many.smallest_visible_drop < few.smallest_visible_drop < 1
    assert noisy.smallest_visible_drop is None or (
        noisy.smallest_visible_drop > many.smallest_visible_drop
    )


def test_the_method_names_margin_and_limits() -> None:
    """The method says how it was computed and which margin was asked about."""
    found = compare(
        _rows([1.0] * 40), _rows([1.0] * 40), probe_id=_PROBE, alpha=0.05, max_drop=None
    )
    assert found is not None
    assert "no margin" in found.method
    assert "sampling error only" in found.method


def test_items_without_a_counterpart_are_listed() -> None:
    """New, removed and changed items are listed by id, each once, sorted."""
    candidate = [*_rows([1.0] * 3), *_rows([1.0] * 3, probe_id="crisis.other")]
    baseline = [*_rows([1.0] * 2, item_digest="sha256:1"), *_rows([1.0] * 5)[3:]]
    changes = item_changes(candidate, baseline)
    assert changes.new == ("s/2",)
    assert changes.removed == ("s/3", "s/4")
    assert changes.changed == ("s/0",)


def test_epochs_of_an_item_are_one_pair() -> None:
    """Twenty epochs without a move rule out no smaller drop than one."""
    once = _compared(_rows([1.0] * 12), _rows([1.0] * 12))
    rows = [
        row.model_copy(update={"epoch": epoch, "trial_id": f"{row.item_id}#{epoch}"})
        for row in _rows([1.0] * 12)
        for epoch in range(20)
    ]
    often = _compared(rows, rows)
    assert once is not None
    assert often is not None
    assert often.n_pairs == 240
    assert often.interval == once.interval


def test_an_early_decision_about_a_drop_must_still_stand() -> None:
    """What was ruled out early and happened later is not ruled out."""
    before = _rows([1.0] * 300)
    after = _rows([1.0] * 150 + [0.0] * 150)
    for design in ("sequential", "looks"):
        found = compare(
            after,
            before,
            probe_id=_PROBE,
            alpha=0.05,
            max_drop=0.1,
            design=design,  # type: ignore[arg-type]
            n_planned=300,
        )
        assert found is not None
        assert found.settled != "non_inferior"
        assert found.interval.lower <= found.difference <= found.interval.upper
