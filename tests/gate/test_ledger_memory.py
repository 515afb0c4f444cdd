"""Holds the ledger to few bytes a trial: a hundred thousand of them must not fill a machine."""

from __future__ import annotations

import gc
import hashlib
import tracemalloc
from typing import TYPE_CHECKING

from mhgate.gate.first_attempts import first_attempts_of
from mhgate.gate.ledger import Ledger
from mhgate.journal import Booked
from mhgate.records import ItemOutcome, ItemRef, Probe
from mhgate.sampling import ItemFile, Plan, make_plan

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST_BYTES = 120  # of a trial with one outcome, and its leaf: measured are 75
_MOST_WHILE_READ = 60  # beside that, of a trial, while its outcomes are sorted and read


def _plan(count: int) -> Plan:
    probe = Probe(
        id="x.a",
        name="a",
        pillar="x",
        items="i.jsonl",
        exact=True,
        path="test_i.py",
        line=1,
        source_digest="sha256:p",
    )
    refs = [
        ItemRef(
            id=f"s/i{number:06}",
            family=f"s/f{number // 4:05}",
            digest="sha256:" + hashlib.sha256(str(number).encode()).hexdigest(),
            strata={"risk": "low" if number % 3 else "high"},
            language="en",
            path="i.jsonl",
            offset=0,
            length=1,
        )
        for number in range(count)
    ]
    return make_plan([ItemFile("i", refs, (probe,))], seed=1, max_items=None, epochs=1)


def _booked(plan: Plan) -> Ledger:
    """Book all trials, the last one first."""
    ledger = Ledger(plan, most_held=0)
    for place in reversed(range(len(plan.trials))):
        trial = plan.trials[place]
        ref = plan.refs[trial.item_id]
        row = ItemOutcome(
            trial_id=trial.id,
            probe_id="x.a",
            item_id=ref.id,
            item_digest=ref.digest,
            family=ref.family,
            epoch=trial.epoch,
            strata=ref.strata,
            value=float(place % 2),
            judge="exact",
            attempts=1 + place % 2,
        )
        leaf = hashlib.sha256(trial.id.encode()).digest()
        ledger.rebook(Booked(trial_id=trial.id, rows=(row,), leaf=leaf))
    return ledger


def _bytes(count: int, make: Callable[[Plan], object]) -> tuple[int, int]:
    """Return what is held of what is made, and the most that was held meanwhile."""
    plan = _plan(count)
    gc.collect()
    tracemalloc.start()
    made = make(plan)
    gc.collect()
    found = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del made
    return found


def test_a_trial_and_its_outcome_are_held_in_few_bytes() -> None:
    """From 1,000 trials to 5,000, what a ledger holds grows by less than 120 bytes a trial."""
    few, many = _bytes(1000, _booked)[0], _bytes(5000, _booked)[0]
    assert many - few < 4000 * _MOST_BYTES


def test_reading_all_outcomes_holds_few_at_a_time() -> None:
    """Sorting, the root, and what first attempts came to make one row after the other."""

    def read(ledger: Ledger) -> object:
        rows = ledger.outcomes("x.a")
        assert sum(row.value or 0 for row in rows) == len(rows) // 2
        return rows, ledger.merkle_root(), first_attempts_of(rows)

    most = []
    for count in (4500, 8500):  # the ids of 4,096 are sorted at once
        ledger = _booked(_plan(count))
        most.append(_bytes(1, lambda _plan, booked=ledger: read(booked))[1])
    assert most[1] - most[0] < 4000 * _MOST_WHILE_READ


def test_outcomes_come_in_the_order_of_the_plan_and_of_their_trials() -> None:
    """However they came in; a few of many as well as all."""
    plan = _plan(60)
    ledger = _booked(plan)
    ids = [trial.id for trial in plan.trials]
    assert [row.trial_id for row in ledger.in_plan_order("x.a")] == ids
    assert [row.trial_id for row in ledger.outcomes("x.a")] == sorted(ids)
    few = Ledger(plan)
    few.restore(row for row in ledger.outcomes("x.a") if row.trial_id in {ids[50], ids[3]})
    assert [row.trial_id for row in few.in_plan_order("x.a")] == [ids[3], ids[50]]
    assert [row.trial_id for row in few.outcomes("x.a")] == sorted([ids[3], ids[50]])
