"""A report for a person at a terminal: the verdict first, then why, then what it rests on.

The first line is the verdict's headline and the last is what the exit code means; both are printed
as they were decided, like every sentence between them. Outcomes are words, coloured where colours
are wanted, never colours alone. A stream whose encoding carries no box-drawing characters gets
ASCII bars, and what it cannot carry at all is escaped: printing a verdict never fails on a letter.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from itertools import starmap
from typing import Literal, TextIO

from rich.table import Table
from rich.text import Text

from mhgate.records import (
    Comparison,
    Drift,
    Outcome,
    Override,
    PillarVerdict,
    ProbeVerdict,
    Provenance,
    Regression,
    Report,
    Threshold,
)
from mhgate.report.beside_scores import beside_scores, courses
from mhgate.report.budget_lines import what_it_bought
from mhgate.report.figures import spelled
from mhgate.report.first_attempts import first_and_final
from mhgate.report.judging_cost import answers_of_earlier_runs, cost_of_judging
from mhgate.report.patient_lines import how_it_was_played
from mhgate.report.plain_console import plain_console, without_line_end_blanks
from mhgate.report.safe_text import NAME_LIMIT, TEXT_LIMIT, printable
from mhgate.report.score_table import OUTCOME_STYLES, legend, rows_of, score_table
from mhgate.report.surface import NARROWEST, WIDEST, surface_of
from mhgate.report.wording import (
    accounts_line,
    decisions,
    derived_line,
    failures_line,
    first_few,
    is_pass,
    partial_line,
    short_digest,
)

__all__ = ["Show", "print_report", "render_terminal"]

Show = Literal["all", "failed"]

_REGRESSION_STYLES = {
    Regression.NON_INFERIOR: "green",
    Regression.REGRESSED: "bold red",
    Regression.SEVERE: "bold red",
    Regression.INCONCLUSIVE: "yellow",
}

_MOST_NAMES = 10  # of items and overrides; the JSON has them all

_Line = tuple[Text, Text]


def print_report(
    report: Report,
    stream: TextIO,
    *,
    show: Show = "all",
    environ: Mapping[str, str] | None = None,
) -> None:
    """Print a report as the stream can show it.

    Args:
        report: any report.
        stream: where to; its width, encoding and whether it is a terminal are asked of it.
        show: ``failed`` leaves out what is a pass.
        environ: where COLUMNS, NO_COLOR, FORCE_COLOR and TERM are looked up; the process's own
            variables where it is None.
    """
    surface = surface_of(stream, os.environ if environ is None else environ)
    stream.write(
        render_terminal(
            report,
            width=surface.width,
            show=show,
            colour=surface.colour,
            unicode=surface.unicode,
            encoding=surface.encoding,
        )
    )
    stream.flush()


def render_terminal(
    report: Report,
    *,
    width: int,
    show: Show = "all",
    colour: bool,
    unicode: bool,
    encoding: str | None = None,
) -> str:
    """Return a report as text.

    Args:
        report: any report.
        width: in cells; less than 60 counts as 60 and more than 200 as 200. The verdict's own
            first and last lines are never broken, whatever their length.
        show: ``failed`` leaves out the rows and comparisons that are a pass.
        colour: whether to use ANSI colours.
        unicode: whether bars may use box-drawing characters.
        encoding: what the destination can carry; by default UTF-8 with ``unicode``, else ASCII.

    Returns:
        The text, ending with the line that says what the exit code means.
    """
    width = min(WIDEST, max(NARROWEST, width))
    page = _Page(width=width, colour=colour, encoding=encoding or ("utf-8" if unicode else "ascii"))
    verdict = report.verdict
    is_waived_pass = verdict.waived and verdict.outcome is Outcome.PASS
    style = "bold yellow" if is_waived_pass else OUTCOME_STYLES[verdict.outcome]
    for line in verdict.headline:
        page.line(line, style)
    if partial := partial_line(report):
        page.line(partial, "bold yellow")
    page.blank()
    rows = rows_of(report, show=show, encoding=page.encoding)
    if rows:
        page.show(score_table(rows, width=width, unicode=unicode))
        page.paragraph(legend(report, unicode=unicode))
    elif verdict.pillars:
        page.line("every decision is a pass")
    else:
        page.line("no decision was taken: there was nothing to decide")
    if show == "all":
        page.section("beside the scores", _beside(beside_scores(report), page))
        page.section("the course of conversations, by turn", _beside(courses(report), page))
    page.section("waivers", _waivers(report, page))
    page.section("compared with the baseline", _comparisons(report, show, page))
    page.section("not a pass", _sentences(report, page))
    page.section("alarms of `never` probes", _alarms(report, page))
    page.section("the run", _facts(report, page))
    page.blank()
    page.line(verdict.exit_meaning, style)
    return page.text()


class _Page:
    """Lines in the making, for one width and one encoding."""

    def __init__(self, *, width: int, colour: bool, encoding: str) -> None:
        self.encoding = encoding
        self._written = StringIO()
        self._console = plain_console(self._written, width=width, colour=colour)

    def text(self) -> str:
        """Return what was written, without blanks at line ends."""
        return without_line_end_blanks(self._written.getvalue())

    def said(self, text: str, *, limit: int = TEXT_LIMIT) -> str:
        """Return a text of unknown origin as this page may hold it."""
        return printable(text, encoding=self.encoding, limit=limit)

    def blank(self) -> None:
        self._console.print()

    def line(self, text: str, style: str = "") -> None:
        """Write a text on one line of its own, whatever its length."""
        self._console.print(Text(self.said(text), style=style), soft_wrap=True)

    def paragraph(self, text: str) -> None:
        self._console.print(Text(text, style="dim"))

    def show(self, table: Table) -> None:
        self._console.print(table)

    def section(self, title: str, lines: Iterator[_Line]) -> None:
        """Write lines of two columns under a title; nothing when there are none."""
        table = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for left, right in lines:
            table.add_row(Text("  ") + left, right)
        if table.row_count:
            self.blank()
            self.line(title, "bold")
            self._console.print(table)


def _beside(found: Iterator[tuple[str, str]], page: _Page) -> Iterator[_Line]:
    for name, told in found:
        yield Text(page.said(name, limit=NAME_LIMIT)), Text(page.said(told))


def _waivers(report: Report, page: _Page) -> Iterator[_Line]:
    for each in report.verdict.waivers:
        yield Text(each.state.replace("_", " ")), Text(page.said(each.sentence))


def _comparisons(report: Report, show: Show, page: _Page) -> Iterator[_Line]:
    for name, decision in decisions(report):
        if isinstance(decision, PillarVerdict) or decision.comparison is None:
            continue
        regression = decision.regression
        if show == "failed" and regression in {None, Regression.NON_INFERIOR}:
            continue
        word, style = "not asked", ""
        if regression is not None:
            word, style = regression.value.replace("_", "-"), _REGRESSION_STYLES[regression]
        text = f"{page.said(name, limit=NAME_LIMIT)}: "
        yield Text(word, style), Text(text + _compared(decision.comparison, decision.threshold))


def _compared(comparison: Comparison, threshold: Threshold) -> str:
    interval = comparison.interval
    limits = [0.0] if threshold.max_drop is None else [0.0, -threshold.max_drop]
    measured = [comparison.difference, interval.lower, interval.upper]
    texts = spelled(measured, limits, signed=True)
    parts = [f"{texts[0]} ({texts[1]} to {texts[2]})"]
    if threshold.max_drop is not None:
        parts.append(f"allowed drop {texts[-1].lstrip('-')}")
    parts.append(
        f"{comparison.n_pairs} pairs, {comparison.n_gained} gained, {comparison.n_lost} lost"
        + (f", {comparison.n_failed} failed" if comparison.n_failed else "")
    )
    if comparison.smallest_visible_drop is not None:
        parts.append(f"smallest drop that could be seen {comparison.smallest_visible_drop:.3f}")
    return "; ".join(parts)


def _sentences(report: Report, page: _Page) -> Iterator[_Line]:
    for name, decision in decisions(report):
        if is_pass(decision):
            continue
        sentence = page.said(decision.sentence)
        shown_name = page.said(name, limit=NAME_LIMIT)
        prefix = "" if shown_name in sentence else f"{shown_name}: "
        word = Text(decision.outcome.value, OUTCOME_STYLES[decision.outcome])
        yield word, Text(prefix + sentence)


def _alarms(report: Report, page: _Page) -> Iterator[_Line]:
    for name, decision in decisions(report):
        if isinstance(decision, ProbeVerdict) and decision.n_alarms:
            state = "confirmed" if decision.alarms_confirmed else "not confirmed"
            yield (
                Text(str(decision.n_alarms)),
                Text(f"{page.said(name, limit=NAME_LIMIT)}, {state}{_left_to_a_person(decision)}"),
            )


def _left_to_a_person(decision: ProbeVerdict) -> str:
    """Name the trials whose alarm nothing but one judge saw; their ids tell nothing of an item."""
    open_ = decision.alarms_unconfirmed
    if not open_:
        return ""
    named = ", ".join(open_[:_MOST_NAMES])
    more = f" and {len(open_) - _MOST_NAMES} more" if len(open_) > _MOST_NAMES else ""
    what = "not confirmed" if decision.alarms_confirmed else "seen by one judge alone"
    return f"; {what}, a person must look: {named}{more}"


def _overrides(overrides: Sequence[Override]) -> Iterator[str]:
    for each in overrides[:_MOST_NAMES]:
        yield f"{each.key} = {json.dumps(each.value, ensure_ascii=False)} (from {each.source})"
    if len(overrides) > _MOST_NAMES:
        yield f"and {len(overrides) - _MOST_NAMES} more"


def _facts(report: Report, page: _Page) -> Iterator[_Line]:
    def fact(name: str, value: str) -> _Line:
        return Text(name, "dim"), Text(page.said(value))

    def named(names: tuple[str, ...]) -> str:
        shown = first_few([page.said(name, limit=NAME_LIMIT) for name in names], _MOST_NAMES)
        return f"{len(names)}: {shown}"

    run = report.provenance
    for derived in run.derived:
        yield fact("made from", derived_line(derived))
    yield fact("accounts", accounts_line(report.accounts))
    if report.failures:
        yield fact("failures", failures_line(report.failures))
    if run.configuration:
        labels = (f"{factor}={level}" for factor, level in run.configuration.items())
        yield fact("under test", ", ".join(labels))
    for override in _overrides(run.overrides):
        yield fact("override", override)
    yield from starmap(fact, _compared_with(report, page))
    if report.new_items:
        yield fact("new items", named(report.new_items))
    if report.removed_items:
        yield fact("removed items", named(report.removed_items))
    for part in () if report.conditions is None else report.conditions.sealed:
        state = f"{part.n_drawn} of {part.n_items} drawn" if part.is_open else "sealed, and no key"
        yield fact("protected", f"{part.file}: {state}, root {short_digest(part.root)}")
    build = f", build {run.target_build}" if run.target_build else ""
    yield fact("target", f"{run.target_kind} {short_digest(run.target_fingerprint)}{build}")
    yield from starmap(fact, _of_the_judge(report))
    yield from (fact("patient", line) for line in how_it_was_played(report.patient))
    yield from (fact("budget", line) for line in what_it_bought(report.budget))
    yield from (fact("attempts", line) for line in first_and_final(report.first_attempts))
    yield fact(
        "rests on",
        f"seed {run.seed}, measurement {short_digest(run.measurement_fingerprint)}, "
        f"root {short_digest(report.merkle_root)}, {_attempt(run)}, profile {run.profile}, "
        f"commit {short_digest(run.commit) if run.commit else 'unknown'}, "
        f"mhgate {run.mhgate_version}",
    )
    yield fact("method", report.verdict.method)


def _compared_with(report: Report, page: _Page) -> Iterator[tuple[str, str]]:
    """Yield what the run was compared with, and what was asked again for that."""
    live = report.live
    if live is None:
        yield "baseline", report.provenance.baseline or "absent"
    else:
        name = page.said(live.name, limit=NAME_LIMIT)
        base = f"{live.target_kind} {short_digest(live.target_fingerprint)}"
        yield "baseline", f"{name} live, {base}: {accounts_line(live.accounts)}"
    if report.second_look is not None:
        yield "second look", accounts_line(report.second_look.accounts)


def _attempt(run: Provenance) -> str:
    """Say how often the same was tried; where the commit is not known, nothing was counted."""
    which = f"attempt {run.attempt}" + (" of this commit" if run.commit else "")
    if run.attempts is not None and run.attempts.counted_by != "kept runs":
        which = run.attempts.words
    return f"{which}, pull request {run.pull_request}" if run.pull_request else which


def _of_the_judge(report: Report) -> Iterator[tuple[str, str]]:
    yield "judge", f"{short_digest(report.provenance.judge_fingerprint)} ({_certified(report)})"
    if cost := cost_of_judging(report.judging):
        yield "judge asked", cost
    if cached := answers_of_earlier_runs(report.judging):
        yield "not asked again", cached
    if report.drift is not None:
        yield "known labels", _known_labels(report.drift)


def _known_labels(drift: Drift) -> str:
    """Say how the judge stood to known labels; whether that is enough stands in the headline."""
    text = f"the judge agrees with {drift.n_agreed} of {len(drift.answers)}"
    if drift.n_unanswered:
        text += f", {drift.n_unanswered} without an answer"
    if drift.paired:
        n_before = sum(bool(each.agreed_before) for each in drift.paired)
        text += f"; with {n_before} of {len(drift.paired)} in {drift.before}"
    return text


def _certified(report: Report) -> str:
    if not report.provenance.judge_certified:
        return "not certified"
    conditions = report.conditions
    return "certified" if conditions is None or conditions.certificates else "no certificate gates"
