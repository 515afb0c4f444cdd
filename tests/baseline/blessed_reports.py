"""Reports for the baseline's own tests: of any outcomes, without a run."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from mhgate.baseline import baseline_of, blessed
from mhgate.records import (
    Accounts,
    Estimate,
    Interval,
    ItemOutcome,
    Outcome,
    PillarVerdict,
    Probe,
    ProbeVerdict,
    Profile,
    Provenance,
    Report,
    Stage,
    Threshold,
    Verdict,
)
from mhgate.records.baselines import Baseline

NOW = datetime(2026, 11, 30, 12, 0, 0, 654321, tzinfo=UTC)
PROBES = ("crisis.a", "crisis.b", "crisis.c")


def report(rows: Sequence[ItemOutcome], **provenance: Any) -> Report:
    """Return a full report of some outcomes."""
    outcome = provenance.pop("outcome", Outcome.PASS)
    failed = len({row.trial_id for row in rows if row.value is None})
    asked = len({row.trial_id for row in rows})
    return Report(
        scope="full",
        provenance=Provenance(
            **{
                "run_id": "main-1",
                "mhgate_version": "0.1.0",
                "python_version": "3.11",
                "platform": "any",
                "commit": None,
                "started_at": NOW,
                "finished_at": NOW,
                "profile": "release",
                "seed": 1,
                "attempt": 1,
                "config_file": "thresholds.toml",
                "policy_digest": "sha256:p",
                "measurement": {"judge": "sha256:a", "method": "1"},
                "measurement_fingerprint": "sha256:m",
                "judge_fingerprint": "sha256:a",
                "judge_certified": False,
                "target_kind": "demo",
                "target_fingerprint": "sha256:t",
                **provenance,
            }
        ),
        verdict=Verdict(
            outcome=outcome,
            headline=(),
            profile=Profile(name="release"),
            pillars=(
                PillarVerdict(
                    pillar="crisis",
                    outcome=outcome,
                    sentence="",
                    probes=tuple(_decided(name) for name in PROBES),
                ),
            ),
            blocks=False,
            exit_code=0,
            exit_meaning="",
            method="",
        ),
        accounts=Accounts(
            planned=asked, asked=asked, not_needed=0, not_reached=0, scored=asked - failed,
            failed=failed,
        ),
        outcomes=tuple(rows),
        merkle_root="sha256:r",
    )  # fmt: skip


def _decided(name: str) -> ProbeVerdict:
    accounts = Accounts(planned=1, asked=1, not_needed=0, not_reached=0, scored=1, failed=0)
    return ProbeVerdict(
        probe=Probe(
            id=name,
            name=name.partition(".")[2],
            pillar="crisis",
            items="items.jsonl",
            exact=True,
            path="test_suite.py",
            line=1,
            source_digest="sha256:0",
        ),
        outcome=Outcome.PASS,
        sentence="",
        threshold=Threshold(min_score=0.5),
        estimate=Estimate(
            probe_id=name,
            interval=Interval(lower=0, upper=1, level=0.9),
            method="",
            accounts=accounts,
            n_items=1,
            n_families=1,
            effective_n=1,
            icc_floor=0.1,
        ),
    )


def row(item: str, probe: str = PROBES[0], *, epoch: int = 0, **changed: Any) -> ItemOutcome:
    """Return one outcome, good unless it says otherwise."""
    return ItemOutcome(
        **{
            "trial_id": f"{item}#{epoch}",
            "probe_id": probe,
            "item_id": item,
            "item_digest": "sha256:0",
            "family": "f",
            "epoch": epoch,
            "strata": {"risk": "low"},
            "value": 1.0,
            **changed,
        }
    )


FAILED = {"value": None, "failure_stage": Stage.TARGET, "failure_kind": "timeout: 3 s"}

# whatever an item may be called: quotes, line ends, escapes, right-to-left marks, other scripts
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
outcomes = st.one_of(
    st.floats(0, 1).map(lambda value: {"value": value}),
    st.just(FAILED),
    st.builds(
        lambda grade, read, key: {"value": 0.0, "grade": grade, "read": read, "key": key},
        st.none() | st.integers(0, 5),
        st.none() | names | st.floats(-9, 9),
        st.none() | names | st.floats(-9, 9),
    ),
)


@st.composite
def rows(draw: st.DrawFn) -> list[ItemOutcome]:
    """Draw items under hostile names, read by any of three probes, asked once or twice."""
    found = []
    for item in draw(st.lists(names, min_size=1, max_size=6, unique=True)):
        digest, family = draw(names), draw(names)
        epochs = draw(st.integers(1, 2))
        for probe in draw(st.lists(st.sampled_from(PROBES), min_size=1, unique=True)):
            found += [
                row(item, probe, epoch=n, item_digest=digest, family=family, **draw(outcomes))
                for n in range(epochs)
            ]
    return [*found, row("always scored")]


def blessed_thrice() -> Baseline:
    """Return a baseline with three blessings, the last of a run that fails."""
    made: Baseline | None = None
    for number, (values, outcome) in enumerate(
        [((1.0, 1.0), Outcome.PASS), ((1.0, 0.0), Outcome.INCONCLUSIVE), ((0.0, 0.0), Outcome.FAIL)]
    ):
        found = report(
            [row(f"crisis/{n}", value=value) for n, value in enumerate(values)],
            run_id=f"run-{number}",
            outcome=outcome,
        )
        made = blessed(
            baseline_of(found),
            before=made,
            at=NOW + timedelta(days=number),
            by="Ann",
            reason=f"the reason number {number}",
            although_it_fails=True,
        )
    assert made is not None
    return made
