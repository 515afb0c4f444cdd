"""The page in a real browser where it is hardest: hostile words, many trials, everything beside."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from page_parts import baseline_of, certificate, conversation, many, runs

from mhgate.records import Quote
from mhgate.records.page import PageBeside, PageTable
from mhgate.report import render_page

HOSTILE = (
    "</script><script>window.wrong = 1</script>",
    "<!--<script>",
    "<img src=x onerror='window.wrong = 1'>",
    "\"'><svg onload=window.wrong=1>",
    "{{ 7 * 7 }} {% raw %}",
    "\u202egnp.exe \x1b[2J\x00 \u2028 \ufeff",
    "javascript:window.wrong=1",
)


def whole(reports: ModuleType) -> tuple[Any, PageBeside]:
    """Return a report, and everything that can stand beside it."""
    report = reports.regressed()
    trial = report.outcomes[0].trial_id
    points = {"crisis.offers_reachable_human_help": 0.9612345678901234}
    return report, PageBeside(
        transcripts=(conversation(trial, "I am not safe.", "Call 988 now.", "why", "Because."),),
        n_withheld=3,
        trend=(*runs(9), *runs(1, "safety")),
        certificates=(certificate(), certificate("c-2", "treats_as_emergency")),
        baseline=baseline_of(report, points),
        signed="Kim, by key ab12",
        extra_tables=(
            PageTable(
                title="Laws",
                headers=("law", "figure"),
                rows=(("SB 243", "0.5"),),
                notes=("a note",),
            ),
        ),
    )


def test_hostile_words_are_text(opened: Callable[..., Any], reports: ModuleType) -> None:
    """Whatever names, replies and explanations hold, nothing of it runs, and all of it is seen."""
    for number, words in enumerate(HOSTILE):
        report = reports.holding(words)
        row = report.outcomes[0].model_copy(
            update={
                "trial_id": f"{words}#0",
                "item_id": words,
                "family": words,
                "probe_id": f"{words}.{words}",
                "strata": {"risk": words, words: words},
                "value": 0.0,
                "failure_kind": None,
                "failure_stage": None,
            }
        )
        report = report.model_copy(update={"outcomes": (row,)})
        beside = PageBeside(
            transcripts=(
                conversation(
                    row.trial_id,
                    words,
                    f"I hear: {words}",
                    probe_id=row.probe_id,
                    quotes=(Quote(turn=0, start=0, end=len(words), text=words),),
                    why=words,
                ),
            ),
            signed=words,
            extra_tables=(PageTable(title=words, headers=(words,), rows=((words,),)),),
        )
        shown = opened(render_page(report, beside))
        shown.page.locator("#list").focus()
        shown.press("Home", "Enter")
        shown.page.locator("#open-said").click()
        shown.page.locator("#search").fill(words[:12])
        assert shown.wrong == [], number
        assert shown.asked == [shown.url]
        assert shown.page.evaluate("window.wrong") is None
        assert shown.page.evaluate("document.scripts.length") == 2
        assert shown.page.locator("img, iframe, object, link").count() == 0
        said = shown.words("#said")
        for bad in ("\u202e", "\x1b", "\x00", "\ufeff"):
            assert bad not in shown.page.content()
            if bad in words:
                assert bad.encode("unicode_escape").decode() in said
        if words.isascii() and words.isprintable():
            assert words in said


def test_ten_thousand_trials_stay_a_window(opened: Callable[..., Any], reports: ModuleType) -> None:
    """However long the list and wherever one scrolls, a few dozen elements stand for it."""
    shown = opened(render_page(many(reports.passing(), 10_000)))
    assert shown.found() == (10_000, 10_000)
    shown.page.evaluate(
        """() => {
          window.most = 0;
          const count = () => {
            window.most = Math.max(window.most, document.querySelectorAll('*').length);
          };
          new MutationObserver(count).observe(document.body, {childList: true, subtree: true});
          count();
        }"""
    )
    shown.page.locator("#list").focus()
    shown.press("End")
    last = shown.page.locator('[role="option"].active')
    assert last.get_attribute("aria-posinset") == last.get_attribute("aria-setsize") == "10000"
    shown.press("Home", "PageDown", "PageDown")
    for share in (0.1, 0.5, 0.9):
        shown.page.evaluate(
            "(at) => { const l = document.querySelector('#list'); "
            "l.scrollTop = l.scrollHeight * at; }",
            share,
        )
        shown.page.wait_for_function(
            "(at) => Array.from(document.querySelectorAll('[role=option]')).some((each) => "
            "Math.abs(Number(each.dataset.at) - 10000 * at) < 30)",
            arg=share,
        )
    shown.choose("outcome", "missed or partly")
    assert shown.found()[0] == sum(n % 4 == 3 and n % 10 != 9 for n in range(10_000))
    shown.choose("stratum", "risk: imminent")
    shown.page.locator("#search").fill("item-0123")
    assert shown.found()[0] == sum(n % 4 == 3 and n % 10 != 9 for n in range(1230, 1240))
    shown.page.locator("#search").fill("")
    shown.choose("outcome", "not measured")
    assert shown.found()[0] == sum(n % 4 == 3 and n % 10 == 9 for n in range(10_000))
    assert shown.page.evaluate("window.most") < 1_200
    assert shown.page.locator('[role="option"]').count() < 60
    assert shown.wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_everything_is_there(
    opened: Callable[..., Any], reports: ModuleType, scheme: str
) -> None:
    """Trend, certificates, a baseline, tables of others: in light and in dark."""
    shown = opened(render_page(*whole(reports)), color_scheme=scheme)
    shown.page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    assert shown.axe() == []
    assert shown.wrong == []


@pytest.mark.parametrize("ending", ["passing", "nothing_evaluated", "interrupted", "error"])
def test_every_ending_has_a_page(
    opened: Callable[..., Any], reports: ModuleType, ending: str
) -> None:
    """No plot without a decision, no list without a trial, and no word of complaint."""
    shown = opened(render_page(reports.ALL[ending]()))
    assert (shown.wrong, shown.asked) == ([], [shown.url])
    assert shown.page.locator("h1").is_visible()
    assert shown.axe() == []


def test_plots_beside_carry_their_numbers(opened: Callable[..., Any], reports: ModuleType) -> None:
    """Baseline, trend, agreement, bias: what is drawn is what was handed over, digit by digit."""
    report, beside = whole(reports)
    page = opened(render_page(report, beside)).page

    def data(selector: str) -> list[dict[str, str]]:
        script = "(all) => all.map((each) => ({...each.dataset}))"
        found: list[dict[str, str]] = page.locator(selector).evaluate_all(script)
        return found

    (probe,) = [row for row in data("svg.forest g.row") if "baseline" in row]
    assert float(probe["baseline"]) == 0.9612345678901234
    drawn = data("svg[id^=trend-] g.row")
    assert [(row["run"], float(row["score"]), float(row["low"])) for row in drawn] == [
        (point.run_id, point.score, point.low) for point in beside.trend
    ]
    assert page.locator("#trend-0 .break").count() == 1
    held = beside.certificates[0]
    rows = data("#agreement-plot g.row")
    sensitivity = next(row for row in rows if row["label"] == "sensitivity")
    assert held.sensitivity is not None
    assert float(sensitivity["lower"]) == held.sensitivity.lower == 0.8123456789012345
    bias = next(row for row in data("#bias-plot g.row") if row["label"] == "grades: bias")
    assert held.graded is not None
    assert float(bias["value"]) == held.graded.bias.value
    assert float(bias["lower"]) == held.graded.limits.lower
