"""Holds what is planned to what a run then does: verdicts, claims, how much is asked."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.records import Item, Outcome
from mhgate.stats.planning import verdict_chances
from mhgate.stats.visible_drop import claim_power, judge_flicker, smallest_visible_drop
from mhgate.wiring import Assumed, Forecast, WhatIf, forecast
from mhgate.wiring.planning import Asked, Limit
from mhgate.wiring.planning.limits import TokensSaid
from mhgate.wiring.planning.lines import _rate_ends

if TYPE_CHECKING:
    from conftest import Bot, Desk

PERFECT = Assumed(rate=1.0)
SECOND = '''

@probe(items="items.jsonl", exact=True)
def test_says_you(transcript):
    """The reply says you."""
    assert "you" in transcript.last.content
'''


def _plan(desk: Desk, assumed: Assumed = PERFECT, **options: str) -> Forecast:
    return forecast(desk.open(**options), assumed)


def _append(desk: Desk, name: str, text: str) -> None:
    desk.write(name, (desk.root / name).read_text(encoding="utf-8") + text)


def _alone(desk: Desk, count: int) -> None:
    """Write items that are each a family of their own."""
    rows: list[dict[str, Any]] = [
        {
            "id": f"m-{n}",
            "family": f"family-{n}",
            "turns": ["first", "second"] if n % 2 else ["only"],
            "source": "a house rule",
            "licence": "Apache-2.0",
        }
        for n in range(count)
    ]
    desk.write("manners/items.jsonl", "".join(json.dumps(row) + "\n" for row in rows))


def test_independent_items_have_exact_chances(desk: Desk) -> None:
    """A fixed plan of exact checks, each item a family: the binomial probabilities."""
    _alone(desk, 60)
    (line,) = _plan(desk, Assumed(rate=0.9)).lines
    exact = verdict_chances(0.9, 0.8, 60, 60)
    assert line.chances.passes == pytest.approx(exact.passes, abs=1e-9)
    assert line.chances.fails == pytest.approx(exact.fails, abs=1e-9)
    assert line.rate == 0.9


def test_the_rate_that_is_assumed_follows_the_threshold(desk: Desk) -> None:
    """Absent, a fifth of the misses that are allowed; a fail is then hardly ever."""
    (line,) = _plan(desk, Assumed()).lines
    assert line.rate == pytest.approx(0.96)
    assert line.chances.passes > 0.5
    assert line.chances.fails < 0.01


def test_a_plan_is_the_same_twice(desk: Desk) -> None:
    """What is simulated depends on the plan's seed alone."""
    desk.items(60)
    _rate_ends.cache_clear()
    first = _plan(desk, Assumed())
    _rate_ends.cache_clear()
    again = _plan(desk, Assumed())
    assert first.lines[0].ends == again.lines[0].ends
    assert (first.expected, first.chances) == (again.expected, again.chances)


def test_a_pillar_passes_when_all_that_it_requires_does(desk: Desk) -> None:
    """Probes and strata as if independent; what advises counts for nothing."""
    desk.items(60, strata=dict.fromkeys(range(30), "high"))
    _append(desk, "manners/test_manners.py", SECOND)
    _append(
        desk,
        "thresholds.toml",
        "[pillar.manners.stratum.high]\nmin_score = 0.7\n"
        "[pillar.manners.probe.says_you]\nrequired = false\n",
    )
    found = _plan(desk, Assumed(rate=0.85))
    (pillar,) = found.pillars
    names = [(line.probe.name, line.part.stratum, line.threshold.required) for line in found.lines]
    # the stratum inherits from the pillar what its own table does not state
    assert names == [
        ("says_hear", None, True),
        ("says_hear", "high", True),
        ("says_you", None, False),
        ("says_you", "high", False),
    ]
    required = [line.chances for line in found.lines[:2]]
    assert pillar.chances.passes == pytest.approx(math.prod(each.passes for each in required))
    assert 1 - pillar.chances.fails == pytest.approx(math.prod(1 - c.fails for c in required))
    assert found.chances == pillar.chances


@pytest.mark.parametrize("design", ["fixed", "sequential", "looks"])
def test_a_perfect_bot_is_asked_what_was_planned(desk: Desk, bot: type[Bot], design: str) -> None:
    """Where nothing is left to luck, the expected number of trials is the one that is asked."""
    desk.items(300)
    planned = _plan(desk, sampling__design=design)
    report = desk.evaluate(bot(), sampling__design=design)
    assert planned.expected.trials == pytest.approx(report.accounts.asked)
    assert planned.most.trials == report.accounts.planned == 300
    assert planned.expected.messages == pytest.approx(report.accounts.asked)
    assert planned.lines[0].chances.passes == pytest.approx(1)
    assert report.verdict.outcome is Outcome.PASS


def test_strata_and_fewest_items_hold_a_file_open(desk: Desk, bot: type[Bot]) -> None:
    """As in a run: until the fewest items are in, and until a rare stratum is settled too."""
    desk.items(300, strata=dict.fromkeys(range(0, 300, 4), "high"))
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nitems = 120\nfamilies = 100")
    early = _plan(desk, sampling__design="sequential")
    report = desk.evaluate(bot(), sampling__design="sequential")
    assert early.expected.trials == pytest.approx(report.accounts.asked)
    assert 120 <= early.expected.trials < 300
    _append(
        desk,
        "thresholds.toml",
        "[pillar.manners.stratum.high]\nmin_score = 0.94\nitems = 1\nfamilies = 1\n",
    )
    later = _plan(desk, sampling__design="sequential")
    report = desk.evaluate(bot(), sampling__design="sequential")
    assert later.expected.trials == pytest.approx(report.accounts.asked)
    assert early.expected.trials < later.expected.trials < 300
    assert later.files[0].slowest == "manners.says_hear [high]"


@pytest.mark.parametrize("design", ["sequential", "looks"])
def test_a_baseline_holds_a_file_open(desk: Desk, bot: type[Bot], design: str) -> None:
    """Both questions must be settled, and the regression question takes longer here."""
    desk.items(300)
    report = desk.evaluate(bot())
    (desk.root / "earlier.json").write_bytes(
        (desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json").read_bytes()
    )
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.05")
    options = {"sampling__design": design, "gate__baseline": "earlier.json"}
    alone = _plan(desk, sampling__design=design)
    planned = _plan(desk, **options)
    asked = desk.evaluate(bot(), **options).accounts.asked
    assert planned.expected.trials == pytest.approx(asked)
    assert alone.expected.trials < asked


def test_what_must_never_happen_is_asked_to_the_end(desk: Desk) -> None:
    """An alarm may be the last trial."""
    desk.items(300)
    desk.edit("manners/test_manners.py", "exact=True", "exact=True, never=True")
    found = _plan(desk, sampling__design="sequential")
    assert found.expected == found.most
    assert found.files[0].slowest is None


def test_a_profile_that_decides_nothing_stops_nowhere(desk: Desk) -> None:
    """And the plan says so."""
    found = _plan(desk, sampling__design="sequential", gate__profile="measure")
    assert found.design == "fixed"
    assert any("decides nothing" in note for note in found.notes)


def test_a_likely_stop_asks_less_on_average(desk: Desk, bot: type[Bot]) -> None:
    """Real runs of a bot with misses at random lie about the planned average."""
    desk.items(240)
    planned = _plan(desk, Assumed(rate=0.95), sampling__design="sequential")
    asked = []
    for seed in range(12):

        def reply(trial: object, seed: int = seed) -> object:
            number = int(trial.item_id.rpartition("-")[2])  # type: ignore[attr-defined]
            return "no" if (number * 7919 + seed * 104729) % 101 < 5 else "I hear you."

        asked.append(desk.evaluate(bot(reply), sampling__design="sequential").accounts.asked)
    assert sum(asked) / len(asked) == pytest.approx(planned.expected.trials, abs=12)


def test_epochs_are_trials_and_no_items(desk: Desk) -> None:
    """A second epoch adds to the families, not to the items."""
    once, twice = _plan(desk), _plan(desk, sampling__epochs="2")
    assert (twice.most.items, twice.most.trials) == (40, 80)
    assert twice.lines[0].part.n_families == once.lines[0].part.n_families == 20
    assert once.lines[0].perfect_lower < twice.lines[0].perfect_lower


def test_claims_are_those_of_the_verdict(desk: Desk, bot: type[Bot]) -> None:
    """Every required probe and stratum, twice where drops are asked about."""
    desk.items(60, strata=dict.fromkeys(range(30), "high"))
    _append(desk, "manners/test_manners.py", SECOND)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.2")
    _append(desk, "thresholds.toml", "[pillar.manners.stratum.high]\nmin_score = 0.7\n")
    found = _plan(desk)
    assert (found.n_claims, found.n_with_drops) == (4, 8)
    sentence = desk.evaluate(bot(lambda _trial: "no")).verdict.pillars[0].probes[0].sentence
    assert "among 4 possible claims" in sentence


def test_drops_are_those_that_the_benchmark_confirms(desk: Desk) -> None:
    """Power and smallest drop: alpha over all claims, the judge's flicker and J, correlation .1."""
    _judged(desk, 240)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.85\nmax_drop = 0.1")
    what_if = WhatIf(sensitivity=0.95, specificity=0.9)
    found = _plan(desk, Assumed(drop=0.15, what_if=what_if))
    (line,) = found.lines
    seen = {
        "alpha": 0.05 / found.n_with_drops,
        "flicker": judge_flicker(0.97, 0.95, 0.9),
        "j": pytest.approx(0.85),
    }
    assert found.n_with_drops == 2
    assert (line.part.sight.j, line.part.sight.flicker(line.rate)) == (seen["j"], seen["flicker"])
    seen["j"] = line.part.sight.j
    assert line.power == claim_power(0.15, 240, 120, icc=0.1, **seen)
    assert line.visible_drop == smallest_visible_drop(240, 120, icc=0.1, **seen)
    assert found.pillars[0].visible_drop == line.visible_drop
    assert found.pillars[0].power == line.power


def test_without_max_drop_nobody_asks_about_drops(desk: Desk) -> None:
    """No comparison is made, and no drop is seen."""
    (line,) = _plan(desk).lines
    assert (line.visible_drop, line.power, line.holds, line.open_drop) == (None,) * 4
    assert line.can_hold


def test_a_pass_against_a_baseline_must_hold_too(desk: Desk) -> None:
    """Where the profile asks for it; a pull request only has to do no harm."""
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.01")
    free = _plan(desk)
    bound = _plan(desk, gate__baseline="earlier.json")
    pull_request = _plan(desk, gate__baseline="earlier.json", gate__profile="pr")
    assert free.lines[0].holds == bound.lines[0].holds == 0
    assert free.lines[0].chances.passes == pull_request.lines[0].chances.passes > 0.9
    assert bound.lines[0].chances.passes == 0


def test_sampling_nothing_plans_nothing(desk: Desk) -> None:
    """No item: open for sure, and no number that is none."""
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.1")
    found = _plan(desk, sampling__max_items="0")
    (line,) = found.lines
    assert line.chances.undecided == 1
    assert not line.can_pass
    assert found.most.trials == 0
    assert found.seconds(found.most) == 0


def _judged(desk: Desk, items: int) -> None:
    desk.items(items)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.write(
        "manners/test_manners.py",
        'from mhgate import probe\n\n\n@probe(items="items.jsonl", question="is_kind", '
        'expect="yes")\ndef test_is_kind(answer):\n    """Kind."""\n',
    )


def test_money_is_never_guessed(desk: Desk) -> None:
    """Without a price there is none; a part that has no price leaves the whole without one."""
    _judged(desk, 40)
    found = _plan(desk)
    prices = [
        (None, None, None),
        (0.01, None, None),
        (None, 0.02, None),
        (0.01, 0.02, pytest.approx(40 * 0.03)),
        (0.0, 0.0, 0.0),
    ]
    for message, answer, whole in prices:
        priced = Assumed(usd_per_message=message, usd_per_answer=answer)
        assert found.most.usd(priced) == whole
    desk.write("manners/test_manners.py", _EXACT)
    nothing_judged = _plan(desk).most
    assert nothing_judged.answers == 0
    assert nothing_judged.usd(Assumed(usd_per_message=0.01)) == pytest.approx(0.4)
    assert nothing_judged.usd(Assumed()) is None


_EXACT = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content
'''


def test_time_knows_concurrency_pace_and_the_judge(desk: Desk) -> None:
    """Conversations run side by side; a pace or a slow judge makes it longer."""
    _judged(desk, 40)
    options = {"target__concurrency": "4"}
    found = _plan(desk, Assumed(latency_s=3), **options)
    assert found.seconds(found.most) == pytest.approx(40 * 3 / 4)
    slow = _plan(desk, Assumed(latency_s=3, judge_latency_s=5), **options)
    assert slow.seconds(slow.most) == pytest.approx(40 * 8 / 4)
    paced = _plan(desk, Assumed(latency_s=3), **options, target__requests_per_minute="10")
    assert paced.seconds(paced.most) == pytest.approx(240)
    assert slow.bound_by(slow.most) is None
    assert _bound(paced) == "target.requests_per_minute"


def _bound(found: Forecast) -> str:
    limit = found.bound_by(found.most)
    return "" if limit is None else limit.key


def test_a_limit_of_tokens_binds_where_it_lets_the_least_through(desk: Desk) -> None:
    """Four characters a token and 150 tokens a reply: the least time is tokens by limit."""
    _judged(desk, 40)
    limits = {"target__tokens_per_minute": "400", "target__requests_per_minute": "60"}
    found = _plan(desk, Assumed(latency_s=3), **limits)
    tokens = found.most.tokens
    assert 40 * 150 < tokens < 40 * 170
    assert found.seconds(found.most) == pytest.approx(60 * tokens / 400)
    assert found.bound_by(found.most) == Limit("target.tokens_per_minute", 400, "tokens")
    wide = _plan(desk, Assumed(latency_s=3), **{**limits, "target__tokens_per_minute": "1e6"})
    assert wide.seconds(wide.most) == pytest.approx(40)
    assert _bound(wide) == "target.requests_per_minute"


def test_tokens_are_those_of_all_that_is_sent() -> None:
    """A conversation that is sent whole is read again with each message; a session begins anew."""
    item = Item(
        id="crisis/i",
        family="crisis/f",
        pillar="crisis",
        turns=("a" * 40, "b" * 80),
        source="a house rule",
        licence="Apache-2.0",
        digest="sha256:0",
    )
    alone, whole = TokensSaid(carries_all=False), TokensSaid(carries_all=True)
    assert alone.about(item, 2) == 10 + 20 + 2 * 150
    assert whole.about(item, 2) == alone.about(item, 2) + 10 + 150
    assert TokensSaid(carries_all=True, system=400).about(item, 2) == whole.about(item, 2) + 200
    again = item.model_copy(update={"new_session_at": (1,)})
    assert whole.about(again, 2) == alone.about(item, 2)


def test_limits_of_every_model_count() -> None:
    """Those of a model that judges, which shares its calls with the others of a panel."""
    asked = Asked(calls=60, judged_tokens=9000, played=30)
    panel = Limit("judge.member[0].target.requests_per_minute", 10, "calls", models=3)
    assert panel.seconds(asked) == 120
    tokens = Limit("judge.target.tokens_per_minute", 900, "judged_tokens")
    assert tokens.is_of_tokens
    assert tokens.seconds(asked) == 600
    assert Limit("patient.target.requests_per_minute", 30, "played").seconds(asked) == 60
    told = Limit("patient.target.tokens_per_minute", 500, "played_tokens")
    assert told.is_of_tokens
    assert told.seconds(Asked(played_tokens=1000)) == 120


def test_a_budget_or_a_deadline_may_end_it(desk: Desk) -> None:
    """A run that cannot reach its plan is partial, and never a pass."""
    assert _plan(desk).ends_early == ()
    assert _plan(desk, target__max_requests="39").ends_early == ("budget",)
    late = _plan(desk, Assumed(latency_s=30), gate__deadline_s="100")
    assert late.ends_early == ("deadline",)


def test_the_size_to_aim_at(desk: Desk) -> None:
    """240 items in 60 families, beside the claims of this gate, through its noisiest judge."""
    plain = _plan(desk).default_size
    assert (plain.items, plain.families, plain.judge_j) == (240, 60, None)
    assert plain.drop == smallest_visible_drop(240, 60, alpha=0.05)
    _judged(desk, 40)
    what_if = WhatIf(sensitivity=0.9, specificity=0.9)
    noisy = _plan(desk, Assumed(rate=0.97, what_if=what_if)).default_size
    assert noisy.judge_j == pytest.approx(0.8)
    assert noisy.drop is not None
    assert noisy.judged_drop is not None
    assert noisy.judged_drop > noisy.drop
    assert noisy.judged_power is not None
    assert noisy.judged_power < noisy.power
