"""Holds what the shards of a run counted, put together: sums, one judge, and the worst drift."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import ReportFileError, UsageError
from mhgate.journal import Kept
from mhgate.records import Budget, Drift, DriftAnswer, Judging, Playing
from mhgate.sampling import Shard
from mhgate.wiring.adding_up import counted_together
from mhgate.wiring.shard_journals import ShardJournal


def _shards(*accounts: dict[str, Any] | None) -> list[ShardJournal]:
    return [
        ShardJournal(
            path=Path(f"shard-{number}.jsonl"),
            data=b"",
            kept=Kept(
                header={},
                account=None
                if account is None
                else {
                    name: each if isinstance(each, dict) else each.model_dump(mode="json")
                    for name, each in account.items()
                },
            ),
            shard=Shard(number, len(accounts)),
        )
        for number, account in enumerate(accounts, start=1)
    ]


def _judging(**counts: Any) -> Judging:
    return Judging(models=("m-2026",), n_calls=3, n_requests=4, usd=0.5, **counts)


def _drift(n_agreed: int) -> Drift:
    return Drift(
        judge="j",
        answers=tuple(
            DriftAnswer(case=f"c{n}", cell="x", unit=f"c{n}", digest="d", agrees=n < n_agreed)
            for n in range(3)
        ),
    )


def _budget(**spent: Any) -> Budget:
    return Budget(
        tokens=900, seconds=1, latency_s=1, latency_from="stated", judge_latency_s=0, **spent
    )


def test_tokens_of_shards_are_added_up() -> None:
    """All of them, or nobody says how many there were."""
    shards = _shards({"budget": _budget(tokens_spent=3)}, {"budget": _budget(tokens_spent=4)})
    assert counted_together(shards)["budget"].tokens_spent == 7
    half = _shards({"budget": _budget(tokens_spent=3)}, {"budget": _budget()})
    assert counted_together(half)["budget"].tokens_spent is None


def test_counts_of_judging_are_added_up() -> None:
    """Numbers and tables are summed, names and notes are told once."""
    notes, differ = ("judge: moving name",), {"q": 1}
    one = _judging(notes=notes, disagreements=differ, n_compared=2)
    two = _judging(notes=(*notes, "late"), disagreements={"q": 2, "r": 1}, n_compared=3)
    found = counted_together(_shards({"judging": one}, {"judging": two}, None))["judging"]
    assert (found.n_calls, found.n_requests, found.n_compared, found.usd) == (6, 8, 5, 1.0)
    assert found.models == ("m-2026",)
    assert found.disagreements == {"q": 3, "r": 1}
    assert found.notes == (*notes, "late")


def test_what_has_no_price_has_no_sum() -> None:
    """A cost that is not known in one shard is not known; one that asked nothing costs nothing."""
    free, idle = _judging().model_copy(update={"usd": None}), Judging(models=("m-2026",))
    priced = {"judging": _judging()}
    assert counted_together(_shards(priced, {"judging": free}))["judging"].usd is None
    assert counted_together(_shards(priced, {"judging": idle}))["judging"].usd == 0.5


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [
        ("judging", _judging(), _judging().model_copy(update={"models": ("m-2027",)})),
        (
            "patient",
            Playing(kind="openai", fingerprint="p", models=("a",)),
            Playing(kind="openai", fingerprint="p", models=("b",)),
        ),
    ],
)
def test_shards_of_different_models_are_refused(name: str, one: Any, two: Any) -> None:
    """A provider that changed its model between two jobs makes two runs of it."""
    with pytest.raises(UsageError, match=r"different models .*shard-1\.jsonl: .*shard-2\.jsonl"):
        counted_together(_shards({name: one}, {name: two}))


def test_shares_of_playing_are_of_all_turns() -> None:
    """A share is not the mean of shares: it is counted anew."""
    who = Playing(kind="k", fingerprint="p")
    one = who.model_copy(update={"n_turns": 10, "n_held_at_first": 10, "n_held": 10})
    two = who.model_copy(update={"n_turns": 30, "n_held_at_first": 10, "n_held": 20})
    found = counted_together(_shards({"patient": one}, {"patient": two}))["patient"]
    assert (found.n_turns, found.fidelity, found.fidelity_repaired) == (40, 0.5, 0.75)
    assert counted_together(_shards({"patient": who}))["patient"].fidelity is None


def test_the_shard_that_agrees_least_with_known_labels_stands_for_all() -> None:
    """A judge that changed in one shard has changed."""
    good, bad = _drift(3), _drift(1)
    found = counted_together(_shards({"drift": good}, {"drift": bad}, {"drift": good}))
    assert found["drift"] == bad


def test_an_account_that_is_none_is_refused() -> None:
    """What the records do not hold was changed."""
    with pytest.raises(ReportFileError, match=r"shard-1\.jsonl: its account \(judging\)"):
        counted_together(_shards({"judging": {"n_calls": "many"}}))


def test_nothing_counted_is_nothing_said() -> None:
    """The rules judge and scripted patients leave no account."""
    assert counted_together(_shards({}, None)) == {}
