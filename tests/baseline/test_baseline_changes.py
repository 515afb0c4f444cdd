"""Holds what differs between two baselines: items, outcomes by probe, how they were measured."""

from __future__ import annotations

from blessed_reports import FAILED, PROBES, report, row

from mhgate.baseline import MovedItem, baseline_changes, baseline_of


def test_nothing_differs_from_itself() -> None:
    """The same outcomes under another policy and another version are the same."""
    found = [row("s/1"), row("s/2", **FAILED)]
    one = baseline_of(report(found))
    other = baseline_of(report(found, policy_digest="sha256:q", mhgate_version="9"))
    changes = baseline_changes(one, other)
    assert changes.is_empty
    assert changes.n_pairs == {PROBES[0]: 2}


def test_what_moved_is_told_by_probe() -> None:
    """Worse, better, and not measured in one; changed items are not among them."""
    before = [
        row("s/1"),
        row("s/2", value=0.0),
        row("s/3"),
        row("s/4", item_digest="old"),
        row("s/5"),
        row("s/1", PROBES[1]),
    ]
    after = [
        row("s/1", value=0.0),
        row("s/2"),
        row("s/3", **FAILED),
        row("s/4", item_digest="new", value=0.0),
        row("s/6"),
        row("s/1", PROBES[1]),
    ]
    changes = baseline_changes(baseline_of(report(before)), baseline_of(report(after)))
    assert changes.items._asdict() == {"new": ("s/6",), "removed": ("s/5",), "changed": ("s/4",)}
    assert changes.n_pairs == {PROBES[0]: 3, PROBES[1]: 1}
    moved = changes.moved[PROBES[0]]
    assert moved == (
        MovedItem("s/1", 0, 1.0, 0.0),
        MovedItem("s/2", 0, 0.0, 1.0),
        MovedItem("s/3", 0, 1.0, "target: timeout: 3 s"),
    )
    assert [each.is_worse for each in moved] == [True, False, False]
    assert [each.is_better for each in moved] == [False, True, False]


def test_each_dimension_that_differs_is_named() -> None:
    """With what stands in either."""
    one = baseline_of(report([row("s/1")]))
    other = baseline_of(report([row("s/1")], measurement={"judge": "sha256:b", "method": "1"}))
    changes = baseline_changes(one, other)
    assert changes.dimensions == ("judge (before sha256:a, now sha256:b)",)
    assert not changes.is_empty
