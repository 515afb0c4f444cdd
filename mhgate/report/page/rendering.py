"""The page put together: its parts, its policy, and the data that its script reads."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from mhgate.records import Outcome, Report
from mhgate.records.page import PageBeside
from mhgate.report.beside_scores import beside_scores
from mhgate.report.history import figure, policy_changed
from mhgate.report.page.course import course_plot, courses_of
from mhgate.report.page.differences import difference_plots
from mhgate.report.page.forest import forest_plot
from mhgate.report.page.judges import (
    agreement_plot,
    bias_plot,
    judge_facts,
    measured,
    trust_words,
)
from mhgate.report.page.provenance import provenance_facts
from mhgate.report.page.rows import OUTCOME_WORDS, decision_rows
from mhgate.report.page.strata import Counts, strata_of
from mhgate.report.page.templating import filled, part
from mhgate.report.page.trend import trends_of
from mhgate.report.page.trials import as_data, said_of, trials_of
from mhgate.report.wording import partial_line, short_digest

__all__ = ["render_page"]

_MOST_WORST = 20  # trials that stand on the page without a script
_BAR = 160.0  # pixels
_FILLS = {"met": "#3f8f5f", "partly": "#d9b44a", "missed": "#b3261e", "failed": "#9aa3ad"}


def render_page(report: Report, beside: PageBeside | None = None) -> str:
    """Return a report as one HTML file: no network, no clock, and the same bytes each time.

    The page's policy lets nothing run but its own script and nothing apply but its own style sheet,
    both by digest, and nothing be fetched or sent. What anybody else wrote is text.

    Args:
        report: any report.
        beside: what stands beside it; nothing where it is absent.

    Returns:
        HTML. Without a script it still shows the verdict, every plot and every table.
    """
    beside = beside or PageBeside()
    style, script = part("page.css"), part("page.js")
    policy = (
        f"default-src 'none'; script-src '{_hashed(script)}'; style-src '{_hashed(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    rows = decision_rows(report, beside.baseline)
    not_passed = [row for row in rows if row.outcome is not Outcome.PASS]
    trials = trials_of(report)
    missed = [trial for trial in trials if trial.missed]
    held = measured(beside.certificates)
    values: dict[str, Any] = {
        "report": report,
        "verdict": report.verdict,
        "run": report.provenance,
        "beside": beside,
        "word": OUTCOME_WORDS[report.verdict.outcome],
        "partial": partial_line(report),
        "trust": trust_words(report),
        "is_told": any("not certified" in line.lower() for line in report.verdict.headline),
        "waivers": [
            (each.id, each.state.replace("_", " "), each.sentence)
            for each in report.verdict.waivers
        ],
        "rows": rows,
        "not_a_pass": [row for row in not_passed if row.is_required],
        "beside_the_gate": [row for row in not_passed if not row.is_required],
        "not_gating": _not_gating(report),
        "alarms": list(_alarms(report)),
        "warnings": () if report.budget is None else report.budget.warns,
        "quoted": list(_quoted(report)) if beside.quotes else [],
        "forest": forest_plot(rows),
        "has_baseline": any(row.compared or row.baseline is not None for row in rows),
        "figures": list(beside_scores(report)),
        "strata": strata_of(report),
        "trends": trends_of(beside.trend),
        "courses": courses_of(report),
        "course_plot": course_plot(courses_of(report)),
        "trials": trials,
        "worst": missed[:_MOST_WORST],
        "n_missed": len(missed),
        "measured": held,
        "agreement_plot": agreement_plot(held),
        "bias_plot": bias_plot(held),
        "difference_plots": difference_plots(beside.agreement),
        "judge_facts": list(judge_facts(report)),
        "provenance": provenance_facts(report),
        "measurement": sorted(report.provenance.measurement.items()),
    }
    return filled(
        "page.html",
        **values,
        contents=list(_contents(values)),
        table=_table,
        bar=_bar,
        said_of=said_of,
        short_digest=short_digest,
        figure=figure,
        policy_changed=policy_changed,
        outcome_words=OUTCOME_WORDS,
        policy=Markup(policy),  # noqa: S704 - made of digests alone
        style=Markup(style),  # noqa: S704 - a file of this package
        script=Markup(script),  # noqa: S704 - likewise
        data=as_data(report, beside, trials) if trials else None,
    )


def _contents(values: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for name, said, shown in (
        ("waivers", "waivers", values["waivers"]),
        ("decided", "what was decided", True),
        ("scores", "scores", values["rows"]),
        ("strata", "by stratum", values["strata"]),
        ("trend", "trend", values["trends"]),
        ("course", "course by turn", values["courses"]),
        ("trials", "trials", values["trials"]),
        ("judge", "the judge", True),
    ):
        if shown:
            yield name, said
    for number, each in enumerate(values["beside"].extra_tables, 1):
        yield f"extra-{number}", each.title
    yield "provenance", "what this rests on"
    yield "reading", "how to read this"


def _not_gating(report: Report) -> list[tuple[str, str]]:
    return [] if report.conditions is None else sorted(report.conditions.not_gating.items())


def _alarms(report: Report) -> Iterator[tuple[str, str, str, str]]:
    """Yield the alarms of what must never happen: probe, how many, their state, where to look."""
    for pillar in report.verdict.pillars:
        for probe in pillar.probes:
            if probe.n_alarms:
                state = "confirmed" if probe.alarms_confirmed else "not confirmed"
                look = ", ".join(probe.alarms_unconfirmed)
                yield probe.probe.id, str(probe.n_alarms), state, look


def _quoted(report: Report) -> Iterator[tuple[str, str, str]]:
    for each in report.quoted:
        yield each.trial_id, each.probe_id, " | ".join(each.texts)


def _table(
    name: str, caption: str, headers: Sequence[str], rows: Sequence[Sequence[str]]
) -> Markup:
    return filled("table.html", name=name, caption=caption, headers=headers, rows=rows)


def _bar(counts: Counts) -> Markup:
    return filled("bar.svg", parts=counts.bars(_BAR), fills=_FILLS)


def _hashed(text: str) -> str:
    made = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(made).decode("ascii")
