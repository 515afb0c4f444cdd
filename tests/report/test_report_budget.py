"""Holds what is printed of a budget: sentences written before the run, and the cost."""

from __future__ import annotations

from mhgate.records import AllocatedFile, Budget, BudgetedPillar
from mhgate.report.budget_lines import what_it_bought
from mhgate.wiring.budgeting.wording import says

FILE = AllocatedFile(
    file="crisis/a.jsonl", families=2, of_families=5, items=4, of_items=10, messages=4, calls=0
)
BUDGET = Budget(
    minutes=10,
    usd=2,
    seconds=66,
    usd_planned=1.5,
    latency_s=1.5,
    latency_from="measured",
    judge_latency_s=0,
    files=(FILE,),
    pillars=(
        BudgetedPillar(pillar="crisis", visible_drop=0.0594, stratum="imminent", stratum_drop=0.2),
        BudgetedPillar(pillar="safety", visible_drop=0.7),
        BudgetedPillar(pillar="ethics", visible_drop=None),
        BudgetedPillar(pillar="privacy", is_asked=False),
    ),
)


def test_the_sentence_says_what_the_budget_buys() -> None:
    """Points are never rounded down; what sees next to nothing is not worded as a drop."""
    first, second, third = says(BUDGET, has_baseline=True)
    assert first == (
        "10 minutes and 2 USD buy 4 of 10 items in 2 of 5 families (about 66 s, 1.50 USD): today a "
        "drop of 6 points in crisis (in [imminent] alone 20 points) would be seen with 80 %, and "
        "nothing short of a collapse in safety, ethics."
    )
    assert second == "Left out, whole families each: crisis/a.jsonl 3 of 5 families."
    assert third.startswith("Reckoned with 1.5 s a message (as the baseline's run measured);")
    assert next(says(BUDGET, has_baseline=False)).endswith(", if there were a baseline.")


def test_tokens_alone_buy_nothing_and_end_the_run() -> None:
    """They are not allocated: all is begun, and what there is when they are spent is kept."""
    whole = FILE.model_copy(update={"families": 5, "items": 10})
    alone = {"minutes": None, "usd": None, "tokens": 900, "files": (whole,), "usd_planned": None}
    first, second, _ = says(BUDGET.model_copy(update=alone), has_baseline=True)
    assert first.startswith("minutes and money without a limit hold the whole sample")
    assert second == "When 900 tokens are read and written, the run ends with what there is."


def test_warnings_stand_first_and_the_cost_last() -> None:
    """Nothing is printed without a budget; what has no price is not said to be paid."""
    assert not list(what_it_bought(None))
    budget = BUDGET.model_copy(update={"says": ("It buys.",), "warns": ("too little",)})
    assert list(what_it_bought(budget)) == ["WARNING: too little", "It buys."]
    spent = budget.model_copy(update={"usd_spent": 0.125})
    assert list(what_it_bought(spent))[-1] == "Spent: 0.1250 of 2 USD, every attempt counted."
    counted = spent.model_copy(update={"tokens": 900, "tokens_spent": 870})
    assert list(what_it_bought(counted))[-1] == "Spent: 870 of 900 tokens, every attempt counted."
    half = spent.model_copy(update={"unpriced": ("the target",)})
    assert list(what_it_bought(half))[-1].endswith(
        "USD, for what has a price, every attempt counted."
    )
