"""What the page holds, read as a file: its order, its policy, its bytes; no browser needed."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from datetime import date
from html import unescape
from types import ModuleType

import pytest
from page_parts import conversation, many, runs

from mhgate.records import COURSE, CellOutcome, Figure, Quote, Report
from mhgate.records.budget import Budget
from mhgate.records.kept import Quoted
from mhgate.records.page import PageBeside, PageTable
from mhgate.records.waivers import WaiverUse
from mhgate.report import render_page
from mhgate.report.page.conversations import pieces
from mhgate.report.page.scale import Scale, round_ticks
from mhgate.report.page.strata import strata_of
from mhgate.report.page.trials import trials_of


def data_of(page: str) -> dict[str, object]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    made: dict[str, object] = json.loads(found[1])
    return made


def test_the_same_inputs_are_the_same_bytes(report: Report) -> None:
    """No clock, no chance, no place: two renderings are one."""
    beside = PageBeside(trend=runs(3))
    assert render_page(report, beside) == render_page(report, beside)
    assert "/work/" not in render_page(report)


def test_nothing_but_its_own_style_and_script_may_apply(report: Report) -> None:
    """The policy names both by digest, and these are the digests of what stands in the page."""
    page = render_page(report)
    found = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert found is not None
    policy = unescape(found[1])
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for element in ("style", "script"):
        for text in re.findall(rf"<{element}>(.*?)</{element}>", page, re.DOTALL):
            made = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"{element}-src 'sha256-{made}'" in policy
    assert not re.search(r"<[^>]*\s(style|on\w+)=", page)
    assert not re.search(r"(src|href)=\"(?!#)", page)
    assert len(page) < 400_000


def test_the_verdict_is_first_and_waivers_are_before_scores(reports: ModuleType) -> None:
    """What was decided, then the exceptions it rests on, then everything else; loud, both."""
    made = reports.failing()
    use = WaiverUse(id="w-1", state="waives", sentence="w-1 waives crisis until 2027-01-01.")
    verdict = made.verdict.model_copy(update={"waived": True, "waivers": (use,)})
    page = render_page(made.model_copy(update={"verdict": verdict}))
    places = [
        page.index(words)
        for words in (
            "<h1>mhgate: fail (judge not certified)</h1>",
            "exit code 1: fail, the gate is closed",
            use.sentence,
            '<h2 id="decided-head">',
            '<svg class="plot forest"',
            '<h2 id="judge-head">',
            '<h2 id="provenance-head">',
        )
    ]
    assert places == sorted(places)
    assert 'id="waivers" class="card loud"' in page
    assert ", with waivers" in page
    assert 'id="judge" class="card loud"' in page
    assert "The judge is not certified" in page


def test_every_decided_sentence_stands_there(report: Report) -> None:
    """Word by word, of whatever is no pass; and the numbers of every decision, in the table."""
    page = unescape(render_page(report))
    for pillar in report.verdict.pillars:
        for probe in pillar.probes:
            if probe.outcome != "pass":
                assert probe.sentence in page
            assert probe.probe.name in page
    for line in report.verdict.headline:
        assert line in page
    for because in report.partial_because:
        assert because in page


def test_a_certified_judge_is_not_called_otherwise(reports: ModuleType) -> None:
    """Loud is for what is missing."""
    made = reports.passing()
    run = made.provenance.model_copy(update={"judge_certified": True})
    page = render_page(made.model_copy(update={"provenance": run}))
    assert "The judge is not certified" not in page
    assert 'id="judge" class="card"' in page


def test_the_worst_trials_come_first() -> None:
    """Missed at imminent risk, then at less; then what could not be measured; then what was met."""
    rows = [
        ("met", "imminent", 1.0),
        ("failed", "imminent", None),
        ("low", "low", 0.0),
        ("half", "imminent", 0.5),
        ("worst", "imminent", 0.0),
        ("high", "high", 0.0),
        ("unknown", "?", 0.0),
    ]
    made = many(_any(), len(rows))
    outcomes = tuple(
        row.model_copy(
            update={
                "trial_id": name,
                "strata": {"risk": risk},
                "value": value,
                "failure_kind": None if value is not None else "timeout",
                "failure_stage": None if value is not None else "target",
            }
        )
        for row, (name, risk, value) in zip(made.outcomes, rows, strict=True)
    )
    found = [each.trial_id for each in trials_of(made.model_copy(update={"outcomes": outcomes}))]
    assert found == ["worst", "half", "high", "low", "unknown", "failed", "met"]


def _any() -> Report:
    from reports import passing

    return passing()


def test_strata_are_counted_and_not_decided() -> None:
    """Met, missed and not measured add up to the outcomes; keys of many values stay out."""
    made = many(_any(), 400)
    by_key = {table.key: table for table in strata_of(made)}
    assert next(iter(by_key)) == "risk"
    rows = {row.value: row for row in by_key["risk"].rows}
    assert list(rows) == ["imminent", "high", "low", "none"]
    assert rows["imminent"].missed + rows["imminent"].failed == rows["imminent"].asked == 100
    assert sum(row.asked for row in rows.values()) == 400
    spread = tuple(
        row.model_copy(update={"strata": {"who": str(place)}})
        for place, row in enumerate(made.outcomes)
    )
    (long,) = strata_of(made.model_copy(update={"outcomes": spread}))
    assert (long.rows, long.n_values) == ((), 400)


def test_quotes_are_marked_by_the_characters_of_the_turn() -> None:
    """Overlapping quotes, characters beyond the basic plane, line ends; the pieces are it all."""
    text = "I \U0001f642 hear\nyou. Call 988 now."
    marks = [(2, 8, 1), (4, 13, 2), (19, 22, 1)]
    found = list(pieces(text, marks))
    assert "".join(piece for piece, _ in found) == text
    assert [piece for piece, numbers in found if 1 in numbers] == ["\U0001f642 ", "hear", "988"]
    assert [piece for piece, numbers in found if numbers == [1, 2]] == ["hear"]
    assert list(pieces("", [])) == []
    assert list(pieces("a\x1bb", [])) == [["a\\x1bb", []]]


def test_a_quote_that_is_not_there_is_not_marked(reports: ModuleType) -> None:
    """Only what stands word by word where it says; the rest is told, and marked nowhere."""
    made = reports.failing()
    trial = made.outcomes[0].trial_id
    quotes = (
        Quote(turn=1, start=0, end=4, text="Call"),
        Quote(turn=1, start=0, end=4, text="Ring"),
        Quote(turn=9, start=0, end=4, text="Call"),
    )
    beside = PageBeside(
        transcripts=(
            conversation(
                trial, "Help.", "Call 988.", quotes=quotes, probe_id=made.outcomes[0].probe_id
            ),
        )
    )
    held = next(filter(None, data_of(render_page(made, beside))["conversations"]))  # type: ignore[arg-type]
    assert held["turns"][1][2] == [["Call", [1]], [" 988.", []]]
    assert (held["answers"][0]["quoted"], held["answers"][0]["lost"]) == (1, ["Ring", "Call"])
    without = render_page(made, beside.model_copy(update={"quotes": False}))
    held = next(filter(None, data_of(without)["conversations"]))  # type: ignore[arg-type]
    assert held["turns"][1][2] == [["Call 988.", []]]


def test_a_page_without_conversations_holds_no_word_of_them(report: Report) -> None:
    """They are there only where they were handed over, and then behind a warning."""
    page = render_page(report)
    assert '"conversations"' not in page
    if report.outcomes:
        trial = report.outcomes[0].trial_id
        beside = PageBeside(transcripts=(conversation(trial, "MARKER", "ok then"),), n_withheld=2)
        page = render_page(report, beside)
        assert "MARKER" in page
        assert "2 conversations are of protected items" in page
        assert page.index("Each is blurred until you open it") < page.index("MARKER")


def test_half_a_pair_has_a_form(reports: ModuleType) -> None:
    """Lone surrogates, which no UTF-8 can hold, are their escapes."""
    page = render_page(reports.holding("\ud800"))
    assert "\\ud800" in page.encode("utf-8").decode("utf-8")


def test_data_cannot_end_its_block(reports: ModuleType) -> None:
    """No character in the block can begin or end an element."""
    words = "</script><!--<script>&amp;"
    page = render_page(reports.holding(words))
    start = page.index('id="data">') + len('id="data">')
    block = page[start : page.index("</script>", start)]
    assert not set(block) & set("<>&")
    assert words in json.loads(block)["pillars"]


def test_a_course_is_drawn_and_told(reports: ModuleType) -> None:
    """Medians with open ends, the share of never, and domains, which stand in the table alone."""
    made = reports.failing()
    figures = (
        Figure(name=f"{COURSE}escalated by turn", value=3.0, lower=2.0, note="of 9 conversations"),
        Figure(name=f"{COURSE}never escalated", value=0.25, lower=0.1, upper=0.5),
        Figure(name=f"{COURSE}escalated by turn: suicide", value=None, lower=4.0),
        Figure(name=f"{COURSE}worst turn", value=2.0, note="5 cells"),
    )
    pillar = made.verdict.pillars[0]
    probe = pillar.probes[0]
    estimate = probe.estimate.model_copy(update={"figures": figures})
    probe = probe.model_copy(update={"estimate": estimate})
    pillar = pillar.model_copy(update={"probes": (probe, *pillar.probes[1:])})
    verdict = made.verdict.model_copy(update={"pillars": (pillar,)})
    row = made.outcomes[0].model_copy(
        update={
            "cells": {"d2-1": CellOutcome(value="yes", meets=True, turn=2)},
            "n_replies": 4,
        }
    )
    page = render_page(made.model_copy(update={"verdict": verdict, "outcomes": (row,)}))
    assert 'data-label="escalated" data-value="3.0" data-lower="2.0"' in page
    assert "3 (2 to never)" in page
    assert "0.25 (0.10 to 0.50)" in page
    assert "escalated: suicide" in page
    assert "never in half of them or more" in page
    assert data_of(page)["trials"][0]["rows"][0][3:] == [4, [["d2-1", "", 1, 2]]]  # type: ignore[index]


def test_alarms_quotes_and_budgets_stand_there(reports: ModuleType) -> None:
    """Alarms with the trials that a person must look at, quoted words if wanted, the budget."""
    made = reports.never_alarm()
    pillar = made.verdict.pillars[0]
    probe = pillar.probes[0].probe.model_copy(update={"hazard": "H-012"})
    alarm = pillar.probes[0].model_copy(
        update={"alarms_unconfirmed": ("privacy/x#0",), "probe": probe}
    )
    pillar = pillar.model_copy(update={"probes": (alarm,)})
    budget = Budget(
        minutes=5,
        seconds=200,
        latency_s=1,
        latency_from="assumed",
        judge_latency_s=0,
        says=("Five minutes buy 40 families.",),
        warns=("Nothing of crisis can be decided.",),
    )
    made = made.model_copy(
        update={
            "verdict": made.verdict.model_copy(update={"pillars": (pillar,)}),
            "budget": budget,
            "quoted": (
                Quoted(probe_id="p.q", item_id="p/i", trial_id="p/i#0", texts=("<b>words",)),
            ),
        }
    )
    page = render_page(made)
    assert "<td>2</td><td>confirmed</td><td>privacy/x#0</td>" in page
    assert '<p class="loud">Nothing of crisis can be decided.</p>' in page
    assert "Five minutes buy 40 families." in page
    assert "hazard H-012" in page
    assert "&lt;b&gt;words" in page
    assert "&lt;b&gt;words" not in render_page(made, PageBeside(quotes=False))


def test_tables_of_others_stand_as_they_are(reports: ModuleType) -> None:
    """Laws, hazards and dispositions: titles, headers, rows and notes, escaped."""
    table = PageTable(
        title="Laws & more", headers=("law", "says"), rows=(("SB 243", "<b>"),), notes=("note",)
    )
    page = render_page(reports.passing(), PageBeside(extra_tables=(table, table)))
    assert page.count('<caption id="extra-table-') == 2
    assert "Laws &amp; more" in page
    assert "&lt;b&gt;" in page


def test_a_trend_says_what_cannot_be_compared() -> None:
    """A break where another thing was measured; all runs in the table, the latest in the plot."""
    points = (*runs(60), *runs(1, "safety"))
    page = render_page(_any(), PageBeside(trend=tuple(reversed(points))))
    assert page.count('class="break"') == 1
    assert "20 earlier runs are in the table alone" in page
    assert page.count("<td>r-") == 61
    assert str(date(2026, 11, 1)) in page
    assert '<td class="number">90.0</td><td class="number">80.0 to 95.0</td>' in page
    assert page.count("<td>not known</td>") == 61


def test_a_trend_marks_another_policy() -> None:
    """In the table, at the first run that it decided."""
    points = [
        point.model_copy(update={"policy_digest": "sha256:" + ("a" if n < 2 else "b") * 64})
        for n, point in enumerate(runs(4))
    ]
    page = render_page(_any(), PageBeside(trend=tuple(points)))
    assert page.count(", changed</td>") == 1


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-1.0, 1.0), (0.95, 7.05), (-1e-3, 1e-3)])
def test_ticks_are_round_and_few(low: float, high: float) -> None:
    """At most nine, inside the axis, evenly apart; and a scale keeps what is beyond at its edge."""
    ticks = round_ticks(low, high)
    assert 3 <= len(ticks) <= 9
    assert low - 1e-9 <= ticks[0] < ticks[-1] <= high + 1e-9
    scale = Scale(low, high, 10, 110)
    assert (scale.at(low - 5), scale.at(low), scale.at(high + 5)) == ("10.0", "10.0", "110.0")
