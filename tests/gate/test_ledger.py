"""Holds the ledger: nothing vanishes, and the root knows no order of ending."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mhgate.gate.ledger import Ledger
from mhgate.records import Failure, ItemRef, Probe, Score, Stage, Transcript, Turn
from mhgate.runner import Played
from mhgate.sampling import ItemFile, Plan, make_plan


def _plan(count: int = 6) -> Plan:
    probes = tuple(
        Probe(
            id=f"x.{name}",
            name=name,
            pillar="x",
            items="i.jsonl",
            exact=True,
            path="test_i.py",
            line=1,
            source_digest="sha256:p",
        )
        for name in ("a", "b")
    )
    refs = tuple(
        ItemRef(
            id=f"s/{n}",
            family=f"s/f{n // 2}",
            digest=f"sha256:{n}",
            strata={"risk": "none"},
            language="en",
            path="i.jsonl",
            offset=0,
            length=1,
        )
        for n in range(count)
    )
    return make_plan([ItemFile("i", refs, probes)], seed=1, max_items=None, epochs=1)


def _played(plan: Plan, index: int, kind: str) -> Played:
    trial = plan.trials[index]
    if kind == "lost":
        failure = Failure(trial_id=trial.id, stage=Stage.TARGET, kind="timeout", message="60 s")
        return Played(trial, None, (), (failure,))
    flags = {"id": 2**70, "score": 0.1}
    transcript = Transcript(
        trial=trial,
        turns=(
            Turn(role="user", content="hi"),
            Turn(role="assistant", content="I hear you.", flags=flags),
        ),
        target_fingerprint="sha256:t",
    )
    scores = [Score(trial_id=trial.id, probe_id="x.a", value=1, judge="exact")]
    failures = []
    if kind == "whole":
        scores.append(Score(trial_id=trial.id, probe_id="x.b", value=0, judge="exact"))
    else:
        failures.append(
            Failure(trial_id=trial.id, stage=Stage.JUDGE, kind="crash", message="m", probe_id="x.b")
        )
    return Played(trial, transcript, tuple(scores), tuple(failures))


kinds = st.lists(st.sampled_from(["whole", "half", "lost"]), min_size=0, max_size=6)


@given(kinds)
def test_the_accounts_add_up_whatever_happened(happened: list[str]) -> None:
    """Every planned trial is asked or not reached; every asked one is scored or failed."""
    plan = _plan()
    ledger = Ledger(plan)
    for index, kind in enumerate(happened):
        ledger.book(_played(plan, index, kind))
    accounts = ledger.accounts()
    assert accounts.planned == 6
    assert accounts.asked == len(happened)
    assert accounts.failed == sum(kind != "whole" for kind in happened)
    for probe_id in ("x.a", "x.b"):
        assert len(ledger.outcomes(probe_id)) == len(happened)


def test_a_probe_is_complete_with_its_last_trial_and_not_before() -> None:
    """Whoever waits for a probe is woken once, by the trial that was still missing."""
    plan = _plan()
    ledger = Ledger(plan)
    woken = [ledger.book(_played(plan, index, "whole")) for index in range(6)]
    assert woken == [[], [], [], [], [], ["x.a", "x.b"]]


@given(st.permutations(range(6)))
def test_the_root_is_the_same_in_every_order_of_ending(order: list[int]) -> None:
    """Concurrency decides when a trial ends, and nothing else."""
    plan = _plan()
    ledger, other = Ledger(plan), Ledger(plan)
    for index in range(6):
        ledger.book(_played(plan, index, "whole"))
    for index in order:
        other.book(_played(plan, index, "whole"))
    assert ledger.merkle_root() == other.merkle_root()


def test_another_outcome_is_another_root() -> None:
    """A failure in place of a score changes what the report binds."""
    plan = _plan()
    ledger, other = Ledger(plan), Ledger(plan)
    ledger.book(_played(plan, 0, "whole"))
    other.book(_played(plan, 0, "half"))
    assert ledger.merkle_root() != other.merkle_root()
