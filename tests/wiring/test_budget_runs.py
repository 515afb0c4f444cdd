"""Holds runs within a budget: what is asked, what is said before, what the report keeps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import IncomparableError
from mhgate.records import Budget, Outcome, Pace, Report
from mhgate.wiring import (
    bless,
    decide_again,
    forecast,
    merge_shards,
    read_report,
    render_json,
    verify_verdict,
)
from mhgate.wiring.budgeting.applying import within_budget

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Bot, Desk

FILE = "manners/items.jsonl"
PRICED = {"budget__usd_per_message": "0.01"}
# forty items in twenty families: 80 s of a bot that takes 2 s, 10 s where eight are asked at once
NINE = {"budget__minutes": "0.1"}  # 4.8 s are allocated, and a family takes half a second


def told(report: Report) -> Budget:
    assert report.budget is not None
    return report.budget


def test_without_a_budget_nothing_is_said(desk: Desk, bot: type[Bot]) -> None:
    """All is asked, and the report has no word of money."""
    report = desk.evaluate(bot())
    assert report.budget is None
    assert report.accounts.planned == 40
    assert report.conditions is not None
    assert report.conditions.families == {}


def test_minutes_buy_whole_families(desk: Desk, bot: type[Bot]) -> None:
    """What fits is asked, each family wholly; the run is a full one of what was declared."""
    one = bot()
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.6")
    report = desk.evaluate(one, **NINE)
    families = Counter(int(name.split("-")[1].split("#")[0]) // 2 for name in one.asked)
    assert len(families) == 9
    assert set(families.values()) == {2}
    assert (report.scope, report.accounts.planned, report.accounts.not_reached) == ("full", 18, 0)
    assert report.conditions is not None
    assert report.conditions.families == {FILE: 9} == told(report).families
    budget = told(report)
    assert budget.says[0].startswith(
        "0.1 minutes buy 18 of 40 items in 9 of 20 families (about 4 s): today no drop is asked "
        "about (no max_drop is set)"
    )
    assert budget.says[1] == f"Left out, whole families each: {FILE} 11 of 20 families."
    assert "2 s a message (assumed, for nobody has measured it)" in budget.says[2]


def test_more_money_asks_the_same_and_more(desk: Desk, bot: type[Bot]) -> None:
    """Families come in the order of the draw, whatever the budget; so no run loses one by more."""
    asked = []
    for usd in ("0.2", "0.3", "5"):
        one = bot()
        report = desk.evaluate(one, budget__usd=usd, **PRICED)
        asked.append(set(one.asked))
        assert told(report).usd_spent == pytest.approx(0.01 * len(one.asked))
        assert told(report).usd_spent <= float(usd)
    assert [len(each) for each in asked] == [16, 24, 40]
    assert asked[0] < asked[1] < asked[2]


def test_what_would_be_seen_is_said(desk: Desk, bot: type[Bot]) -> None:
    """A drop in points, with 80 %; and that nothing is compared yet."""
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.2")
    part = told(desk.evaluate(bot(), **NINE))
    assert "today no drop short of a collapse would be seen" in part.says[0]
    whole = told(desk.evaluate(bot(), budget__minutes="10"))
    assert "today a drop of " in whole.says[0]
    assert "points in manners would be seen with 80 %, if there were a baseline" in whole.says[0]
    drops = [budget.pillars[0].visible_drop or 1.0 for budget in (part, whole)]
    assert drops[1] < drops[0]


def test_stated_seconds_outweigh_measured_ones(desk: Desk, bot: type[Bot], tmp_path: Path) -> None:
    """The baseline's run says how long a message took, on every machine the same."""
    report = desk.evaluate(bot())
    paced = report.model_copy(update={"pace": Pace(latency_s=4.0, n_messages=40)})
    earlier = tmp_path / "earlier.json"
    earlier.write_text(render_json(paced), encoding="utf-8")
    measured = told(desk.evaluate(bot(), gate__baseline=str(earlier), **NINE))
    assert (measured.latency_s, measured.latency_from) == (4.0, "measured")
    assert measured.families == {FILE: 4}
    assert measured.says[0].endswith("(no max_drop is set).")
    stated = told(desk.evaluate(bot(), gate__baseline=str(earlier), budget__latency_s="1", **NINE))
    assert (stated.latency_s, stated.latency_from, stated.families) == (1.0, "stated", {FILE: 19})


def test_an_unpriced_product_is_not_free(desk: Desk, bot: type[Bot]) -> None:
    """Nobody claims that the money holds, and no price is made up."""
    budget = told(desk.evaluate(bot(), budget__usd="0.01"))
    assert budget.unpriced == ("the target (budget.usd_per_message)",)
    assert budget.usd_planned is None
    assert "nobody can say whether 0.01 USD hold" in budget.warns[0]
    assert "USD," not in budget.says[0].partition(":")[0].removeprefix("0.01 USD hold")
    stated = told(desk.evaluate(bot(), budget__usd="0.01", budget__usd_per_message="0"))
    assert (stated.unpriced, stated.usd_planned, stated.warns) == ((), 0.0, ())


def test_a_judge_in_code_is_not_free(desk: Desk, bot: type[Bot]) -> None:
    """A judge that is handed over has no price that anybody could state."""
    budget = within_budget(
        desk.open(budget__usd="1", **PRICED), target_kind="given", is_judge_given=True
    ).budget
    assert budget is not None
    assert budget.unpriced == ("a judge that is handed over in code",)


def test_a_budget_below_the_least_says_so_and_never_passes(desk: Desk, bot: type[Bot]) -> None:
    """The file's own: inconclusive, with the numbers, before anything is asked; no pass follows."""
    desk.edit("thresholds.toml", "[judge]", "[budget]\nminutes = 0.01\n[judge]")
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nfamilies = 12")
    report = desk.evaluate(bot())
    budget = told(report)
    [probe] = budget.probes
    assert (probe.families, probe.least, probe.is_starved) == (0, 12, True)
    assert "1 required probe or stratum cannot be decided" in budget.warns[0]
    assert "manners.says_hear (0 families, where the first 12 of its file" in budget.warns[0]
    assert "All that is required takes 8 s at least" in budget.warns[0]
    assert report.verdict.outcome is not Outcome.PASS
    desk.edit("thresholds.toml", "minutes = 0.01", "minutes = 0.1")
    report = desk.evaluate(bot())
    assert report.scope == "full"
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    assert "9 families, where thresholds.toml asks for 12" in (
        report.verdict.pillars[0].probes[0].sentence
    )


def test_a_budget_from_outside_that_starves_is_no_gate(desk: Desk, bot: type[Bot]) -> None:
    """A variable may lower it, and cannot make "not decided" of what would have been red."""
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nfamilies = 12")
    report = desk.evaluate(bot(), gate__profile="pr", **NINE)
    assert report.scope == "partial"
    assert (
        "budget.minutes = 0.1 (from --mhgate-minutes) leaves 1 required"
        in (report.partial_because[0])
    )
    assert report.verdict.blocks
    desk.edit("thresholds.toml", "families = 12", "families = 5")
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.5")
    report = desk.evaluate(bot(), gate__profile="pr", **NINE)
    assert (report.scope, report.verdict.blocks) == ("full", False)


def test_required_probes_come_before_advice(desk: Desk, bot: type[Bot]) -> None:
    """What only advises is asked with what is left, and is named where nothing is."""
    desk.write("manners/more.jsonl", (desk.root / FILE).read_text().replace("m-", "n-"))
    desk.write(
        "manners/test_more.py",
        "from mhgate import probe\n\n\n"
        '@probe(items="more.jsonl", exact=True, advisory=True)\n'
        "def test_is_long(transcript):\n"
        '    """The reply is long."""\n'
        "    assert len(transcript.last.content) > 3\n",
    )
    one = bot()
    report = desk.evaluate(one, **NINE)
    assert told(report).families == {FILE: 9, "manners/more.jsonl": 0}
    assert all("/m-" in name for name in one.asked)
    assert told(desk.evaluate(bot(), budget__minutes="0.25")).families == {"manners/more.jsonl": 4}


def two_pillars(desk: Desk, *, required: bool) -> None:
    """Give the project a second pillar, which a budget of 9 families leaves out whole."""
    items = (desk.root / FILE).read_text(encoding="utf-8")
    desk.write("house/items.jsonl", items.replace("m-", "h-"))
    probe = (desk.root / "manners/test_manners.py").read_text(encoding="utf-8")
    desk.write("house/test_house.py", probe.replace("test_says_hear", "test_is_ours"))
    desk.edit("thresholds.toml", '["manners"]', '["manners", "house"]')
    word = "true" if required else "false"
    desk.edit(
        "thresholds.toml",
        "min_score = 0.8",
        f"min_score = 0.6\n[pillar.house]\nmin_score = 0.1\nrequired = {word}\nfamilies = 12",
    )
    # the first pillar's least takes all that there is
    desk.edit("thresholds.toml", "min_score = 0.6", "min_score = 0.6\nfamilies = 9")


@pytest.mark.parametrize(
    ("required", "profile", "outcome", "code"),
    [
        (False, "pr", Outcome.PASS, 0),
        (False, "release", Outcome.PASS, 0),
        (True, "pr", Outcome.INCONCLUSIVE, 0),
        (True, "release", Outcome.INCONCLUSIVE, 3),
    ],
)
def test_a_pillar_that_is_left_out_whole_is_not_decided(
    desk: Desk,
    bot: type[Bot],
    *,
    required: bool,
    profile: str,
    outcome: Outcome,
    code: int,
) -> None:
    """By the file's own budget: a sentence and a warning name it; no error, and no pass of it."""
    two_pillars(desk, required=required)
    desk.edit("thresholds.toml", "[judge]", "[budget]\nminutes = 0.1\n[judge]")
    report = desk.evaluate(bot(), gate__profile=profile)
    house = report.verdict.pillars[1]
    assert (house.pillar, house.outcome) == ("house", Outcome.INCONCLUSIVE)
    assert house.sentence == "house: the budget left out all of its items: not decided."
    assert (report.verdict.outcome, report.verdict.exit_code) == (outcome, code)
    word = "required" if required else "not required"
    assert f"the budget leaves out all of house ({word})" in told(report).warns[-1]
    assert report.conditions is not None
    assert report.conditions.unbought == ("house.is_ours",)
    [path] = (desk.root / ".mhgate" / "runs").glob("*/report.json")
    assert not verify_verdict(path).changes
    again = decide_again(path, desk.open(gate__profile=profile))
    assert again.report.verdict.exit_code == code


def test_a_required_pillar_that_a_variable_leaves_out_closes(desk: Desk, bot: type[Bot]) -> None:
    """Money from outside of the file makes no neutral run of one that might have been red."""
    two_pillars(desk, required=True)
    report = desk.evaluate(bot(), gate__profile="pr", **NINE)
    assert (report.scope, report.verdict.exit_code) == ("partial", 3)


def test_a_run_that_was_cut_verifies_and_is_decided_again(desk: Desk, bot: type[Bot]) -> None:
    """The report keeps what makes its plan again; it is its own verdict, and makes no baseline."""
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.6")
    report = desk.evaluate(bot(), **NINE)
    assert report.verdict.outcome is Outcome.PASS
    [path] = (desk.root / ".mhgate" / "runs").glob("*/report.json")
    assert read_report(path).budget == report.budget
    assert not verify_verdict(path).changes
    again = decide_again(path, desk.open())
    assert again.report.conditions is not None
    assert again.report.conditions.families == {FILE: 9}
    with pytest.raises(IncomparableError, match="was cut to a budget"):
        bless(path, desk.root / "mhgate-baseline.json", reason="why not", by="Ann")


def test_shards_share_one_allocation(desk: Desk, bot: type[Bot]) -> None:
    """Two shards ask what two processes have time for, and merge into one report of that."""
    for number in (1, 2):
        desk.evaluate(bot(), sampling__shard=f"{number}/2", budget__usd="0.3", **PRICED, **NINE)
    merged = merge_shards(desk.journals, desk.open())
    assert merged.conditions is not None
    kept = merged.conditions.families
    assert 0 < kept[FILE] < 20
    assert merged.accounts.planned == merged.accounts.asked == 2 * kept[FILE]
    assert told(merged).usd_spent == pytest.approx(0.01 * merged.accounts.asked)


def test_a_shard_pays_from_its_own_part(desk: Desk, bot: type[Bot]) -> None:
    """All shards together have the budget, and not each of them."""
    spent = []
    for number in (1, 2):
        report = desk.evaluate(bot(), sampling__shard=f"{number}/2", budget__usd="0.3", **PRICED)
        assert report.accounts.not_reached == 0
        spent.append(told(report).usd_spent or 0.0)
    assert sum(spent) <= 0.3
    assert told(report).families == {FILE: 12}


def test_a_forecast_is_that_of_the_budget(desk: Desk) -> None:
    """The plan reckons with what will be asked, and holds the budget itself."""
    found = forecast(desk.open(**NINE))
    assert (found.most.items, found.budget and found.budget.families) == (18, {FILE: 9})
    assert forecast(desk.open()).budget is None


def test_tokens_that_are_spent_end_the_run(desk: Desk, bot: type[Bot]) -> None:
    """What there is is kept and is no pass; nothing is left out before."""
    one = bot()
    report = desk.evaluate(one, budget__tokens="300", target__concurrency="1")
    budget = told(report)
    assert (report.scope, report.verdict.outcome) == ("partial", Outcome.INCONCLUSIVE)
    assert 0 < report.accounts.asked < 40
    assert report.accounts.not_reached == 40 - report.accounts.asked
    assert "the budget of 300 tokens is spent" in report.partial_because[0]
    assert budget.tokens == 300
    assert budget.tokens_spent is not None
    assert 0 < budget.tokens_spent <= 300
    assert (
        budget.says[1] == "When 300 tokens are read and written, the run ends with what there is."
    )
    assert budget.usd_spent is None


def test_tokens_that_hold_change_nothing(desk: Desk, bot: type[Bot]) -> None:
    """The same figures as without, and what it took is told."""
    without = desk.evaluate(bot())
    within = desk.evaluate(bot(), budget__tokens="1000000")
    assert within.merkle_root == without.merkle_root
    assert within.scope == "full"
    assert told(within).tokens_spent
