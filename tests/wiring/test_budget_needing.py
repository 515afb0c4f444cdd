"""Holds what a budget reckons with: leasts, needs, costs, lanes, sentences."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from mhgate.records import Budget
from mhgate.sampling import Plan
from mhgate.wiring import Workspace
from mhgate.wiring.budgeting.applying import within_budget
from mhgate.wiring.budgeting.needing import cut, least_families, needs_of
from mhgate.wiring.planning.parts import Part, parts_of
from mhgate.wiring.planning.sights import sights_of

if TYPE_CHECKING:
    from conftest import Desk

FILE = "manners/items.jsonl"


def read(workspace: Workspace) -> tuple[Plan, list[Part], list[str]]:
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    parts = parts_of(workspace, plan, sights_of(workspace, None, plan)[1])
    return plan, parts, list(dict.fromkeys(trial.family for trial in plan.trials))


def told(desk: Desk, **options: str) -> Budget:
    budget = within_budget(desk.open(**options)).budget
    assert budget is not None
    return budget


def test_the_least_is_what_lets_a_perfect_bot_pass(desk: Desk) -> None:
    """One family fewer could show nothing; a higher score needs more; none reaches for the moon."""
    plan, [part], families = read(desk.open())
    least = least_families(part, families, plan, design="fixed")
    assert least == 10
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.5")
    plan, [part], families = read(desk.open())
    assert least_families(part, families, plan, design="fixed") < least
    desk.edit("thresholds.toml", "min_score = 0.5", "min_score = 0.999")
    plan, [part], families = read(desk.open())
    assert least_families(part, families, plan, design="fixed") is None
    assert needs_of([part], families, plan, design="fixed").least == 1  # what the file asks for


def test_a_stratum_has_its_own_least(desk: Desk) -> None:
    """Whoever asks for six imminent families gets so many of the file that six are among them."""
    desk.items(40, strata=dict.fromkeys(range(0, 40, 4), "imminent"))
    desk.edit(
        "thresholds.toml",
        "min_score = 0.8",
        "min_score = 0.5\n[pillar.manners.stratum.imminent]\nmin_score = 0.01\nfamilies = 6",
    )
    plan, [_, imminent], families = read(desk.open())
    least = least_families(imminent, families, plan, design="fixed")
    assert least is not None
    inside = cut(imminent, frozenset(families[:least]), plan)
    assert inside.n_families == 6
    assert cut(imminent, frozenset(families[: least - 1]), plan).n_families == 5
    budget = told(desk, budget__minutes="0.05")
    starved = [each for each in budget.probes if each.is_starved]
    assert "manners.says_hear [imminent]" in [each.name for each in starved]


def test_need_falls_with_families(desk: Desk) -> None:
    """Without any it is endless; with each it is less; a smaller drop needs more."""
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.2")
    plan, parts, families = read(desk.open())
    need = needs_of(parts, families, plan, design="fixed").need
    assert need[0] == float("inf")
    assert list(need[1:]) == sorted(need[1:], reverse=True)
    part = replace(parts[0], threshold=parts[0].threshold.model_copy(update={"max_drop": 0.1}))
    stricter = needs_of([part], families, plan, design="fixed")
    assert stricter.need[5] == pytest.approx(2 * need[5])


def test_time_is_that_of_the_fullest_lane(desk: Desk) -> None:
    """Conversations at once, or the pace that the product allows: whichever takes longer."""
    assert told(desk, budget__minutes="9").seconds == pytest.approx(40 * 2 / 8)
    assert told(desk, budget__minutes="9", target__concurrency="1").seconds == pytest.approx(80)
    slow = told(desk, budget__minutes="9", target__requests_per_minute="10")
    assert slow.seconds == pytest.approx(240)


def test_many_turns_cost_many_messages(desk: Desk) -> None:
    """A conversation costs what its turns do; epochs ask it again."""
    rows = [json.loads(line) for line in (desk.root / FILE).read_text().splitlines()]
    for row in rows:
        row["turns"] = ["one", "two", "three"]
    desk.write(FILE, "".join(json.dumps(row) + "\n" for row in rows))
    priced = {"budget__usd": "9", "budget__usd_per_message": "0.01", "sampling__epochs": "2"}
    assert told(desk, **priced).usd_planned == pytest.approx(0.01 * 40 * 3 * 2)
    assert told(desk, **priced).files[0].messages == 240


def test_what_is_written_is_never_overdrawn(desk: Desk) -> None:
    """What is planned stays a fifth below the limit, whatever it is."""
    for usd in ("0.021", "0.1", "0.39", "0.5"):
        budget = told(desk, budget__usd=usd, budget__usd_per_message="0.01")
        assert budget.usd_planned is not None
        assert budget.usd_planned <= 0.8 * float(usd) + 1e-9
    for minutes in ("0.01", "0.05", "0.2"):
        assert told(desk, budget__minutes=minutes).seconds <= 0.8 * 60 * float(minutes) + 1e-9


def test_the_same_workspace_is_allocated_once(desk: Desk) -> None:
    """Who is within a budget stays as he is; the same file gives the same plan."""
    workspace = within_budget(desk.open(budget__minutes="0.1"))
    assert within_budget(workspace) is workspace
    ids = frozenset(probe.id for probe in workspace.probes)
    again = within_budget(desk.open(budget__minutes="0.1"))
    assert again.plan(ids).digest == workspace.plan(ids).digest != desk.open().plan(ids).digest
    other = within_budget(desk.open(budget__minutes="0.1", sampling__seed="7"))
    assert other.families == workspace.families
    assert other.plan(ids).digest != workspace.plan(ids).digest


def test_a_waived_item_counts_for_nothing(desk: Desk) -> None:
    """It is asked and paid for, and no probe has it."""
    _, [part], _ = read(desk.open())
    assert part.n_items == 40
    desk.write(
        "mhgate-waivers.toml",
        '[[waiver]]\nid = "W-1"\nprobe = "manners.says_hear"\nitem = "manners/m-3"\n'
        f'reason = "A move."\nby = "Ann"\n{_term()}',
    )
    plan, [part], _ = read(desk.open())
    assert (part.n_items, len(plan.trials)) == (39, 40)


def _term() -> str:
    today = datetime.now(UTC).date()
    return f"granted = {today}\nexpires = {today + timedelta(days=30)}\n"


def test_two_arms_cost_twice(desk: Desk) -> None:
    """A base that is played beside takes the same time and money again."""
    priced = {"budget__usd": "9", "budget__usd_per_message": "0.01"}
    one = told(desk, **priced)
    desk.edit(
        "thresholds.toml",
        "[judge]",
        '[baseline.target]\nkind = "function"\ncall = "bot:earlier"\nescalation = "none"\n[judge]',
    )
    both = told(desk, **priced)
    assert both.usd_planned == pytest.approx(2 * (one.usd_planned or 0))
    assert both.seconds == pytest.approx(2 * one.seconds)
