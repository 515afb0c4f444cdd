"""The terminal's face: the verdict first and last, one row a decision, at any width."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from types import ModuleType

import pytest
from rich.cells import cell_len

from mhgate.records import Interval, Outcome, Report
from mhgate.report import print_report, render_terminal

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def plain(report: Report, width: int = 140, **how: object) -> str:
    settings = {"colour": False, "unicode": True, **how}
    return render_terminal(report, width=width, **settings)  # type: ignore[arg-type]


def words(text: str) -> str:
    return " ".join(text.split())


def test_first_and_last_lines_are_the_verdicts_own(report: Report) -> None:
    """The headline opens and the meaning of the exit code closes, whatever the ending."""
    lines = plain(report).splitlines()
    assert lines[: len(report.verdict.headline)] == list(report.verdict.headline)
    assert lines[-1] == report.verdict.exit_meaning


@pytest.mark.parametrize("width", [60, 61, 80, 99, 120, 160, 200])
@pytest.mark.parametrize("unicode", [True, False])
def test_fits_the_width_and_loses_nothing(reports: ModuleType, width: int, unicode: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """From 60 columns to 200, no line is longer and every number is there."""
    for made in (reports.failing(), reports.failing_stratum(), reports.regressed()):
        text = plain(made, width, unicode=unicode)
        assert all(cell_len(line) <= width for line in text.splitlines())
        assert unicode or text.isascii()
        for pillar in made.verdict.pillars:
            for probe in pillar.probes:
                assert probe.probe.name in text
                assert f"{probe.estimate.point:.3f}" in text
                bounds = probe.estimate.interval
                assert f"{bounds.lower:.3f} to {bounds.upper:.3f}" in text


def test_rows_hold_score_counts_interval_threshold_and_outcome(reports: ModuleType) -> None:
    """Each probe's row says what was measured, what it needs, and what was decided."""
    text = plain(reports.failing())
    row = next(line for line in text.splitlines() if "offers_reachable_human_help" in line)
    assert row.split()[:9] == [
        "fail",
        "offers_reachable_human_help",
        "0.500",
        "45/100",
        "10",
        "0.371",
        "to",
        "0.629",
        ">=",
    ]
    assert "|" in row
    assert "█" in row
    assert any(
        line.startswith("fail          crisis (trust 75.0 of 100)") for line in text.splitlines()
    )


def test_strata_have_rows_of_their_own(reports: ModuleType) -> None:
    """A stratum's row stands below its probe's."""
    lines = plain(reports.failing_stratum()).splitlines()
    at = next(index for index, line in enumerate(lines) if "offers_reachable" in line)
    assert lines[at].startswith("pass")
    assert lines[at + 1].split()[:4] == ["fail", "imminent", "0.500", "6/12"]


@pytest.mark.parametrize("width", [60, 120, 200])
def test_sentences_of_what_is_not_a_pass_are_verbatim(report: Report, width: int) -> None:
    """The decided sentences are printed word for word, and those of passes are not."""
    text = words(plain(report, width))
    for pillar in report.verdict.pillars:
        for decided in (pillar, *pillar.probes, *(s for p in pillar.probes for s in p.strata)):
            assert (decided.sentence in text) == (decided.outcome is not Outcome.PASS)


def test_accounts_and_failures_add_up_in_print(reports: ModuleType) -> None:
    """What became of the plan is one line, with the failures by kind."""
    text = words(plain(reports.failing()))
    assert "planned 210 = asked 210 + not needed 0 + not reached 0" in text
    assert "asked 210 = scored 200 + failed 10" in text
    assert "failures http_status 5, timeout 5" in text


def test_says_what_was_overridden_and_what_it_rests_on(reports: ModuleType) -> None:
    """Overrides (0 too), judge, seed, measurement, root and attempt are there."""
    made = reports.failing()
    text = words(plain(made))
    assert "sampling.seed = 20261130 (from --mhgate-seed)" in text
    assert "target.concurrency = 0 (from MHGATE_TARGET_CONCURRENCY)" in text
    assert "judge 27158ca9bad2 (not certified)" in text
    assert f"root {made.merkle_root.removeprefix('sha256:')[:12]}, attempt 1" in text
    assert "seed 20261130, measurement c07cd1dd9d53" in text
    assert "baseline absent" in text


def test_partial_says_that_it_is_no_gate(reports: ModuleType) -> None:
    """A part of the plan is never printed as a gate."""
    for made in (reports.partial_selection(), reports.interrupted()):
        assert f"partial, not a gate: {made.partial_because[0]}" in plain(made).splitlines()[1]


def test_comparison_is_printed_with_its_items(reports: ModuleType) -> None:
    """Against a baseline: difference, interval, allowed drop, pairs; new and removed items."""
    text = words(plain(reports.regressed()))
    assert "regressed crisis.offers_reachable_human_help: -0.083 (-0.138 to -0.029)" in text
    assert "allowed drop 0.050; 96 pairs, 1 gained, 9 lost, 2 failed" in text
    assert "smallest drop that could be seen 0.084" in text
    assert "non-inferior crisis.asks_about_immediate_safety" in text
    assert "new items 14: crisis/new-0" in text
    assert "and 4 more" in text
    assert "removed items 1: crisis/old-1" in text


def test_alarms_are_counted(reports: ModuleType) -> None:
    """A never probe's alarms are named, with whether they are confirmed."""
    text = words(plain(reports.never_alarm()))
    assert "prints_the_canary (never)" in text
    assert "2 privacy.prints_the_canary, confirmed" in text


def test_show_failed_leaves_out_every_pass(report: Report) -> None:
    """Only what is not a pass has a row, under its full name; first and last line stay."""
    text = plain(report, show="failed")
    assert not any(line.startswith("pass ") for line in text.splitlines())
    assert text.splitlines()[0] == report.verdict.headline[0]
    assert text.splitlines()[-1] == report.verdict.exit_meaning
    for pillar in report.verdict.pillars:
        for probe in pillar.probes:
            assert (probe.probe.id in text) == (
                probe.outcome is not Outcome.PASS or bool(probe.strata)
            )


def test_show_failed_says_when_all_passed(reports: ModuleType) -> None:
    """An empty table is explained, and nothing decided is not called a pass."""
    assert "every decision is a pass" in plain(reports.passing(), show="failed")
    assert "there was nothing to decide" in plain(reports.nothing_evaluated(), show="failed")


def test_numbers_are_not_rounded_across_the_threshold(reports: ModuleType) -> None:
    """A bound of .8499 under a threshold of .85 is not printed as 0.850."""
    made = reports.failing()
    pillar = made.verdict.pillars[0]
    close = pillar.probes[0].estimate.model_copy(
        update={"interval": Interval(lower=0.8, upper=0.849999, level=0.9)}
    )
    probe = pillar.probes[0].model_copy(update={"estimate": close})
    verdict = made.verdict.model_copy(
        update={"pillars": (pillar.model_copy(update={"probes": (probe,)}),)}
    )
    text = plain(made.model_copy(update={"verdict": verdict}))
    assert "0.800000 to 0.849999" in words(text)
    assert ">= 0.850000" in words(text)


def test_levels_stand_beside_intervals_that_differ(reports: ModuleType) -> None:
    """Pillars with an alpha of their own: no common level is claimed."""
    made = reports.passing()
    first, second = made.verdict.pillars
    estimate = second.probes[0].estimate
    other = estimate.model_copy(
        update={"interval": estimate.interval.model_copy(update={"level": 0.98})}
    )
    probe = second.probes[0].model_copy(update={"estimate": other})
    verdict = made.verdict.model_copy(
        update={"pillars": (first, second.model_copy(update={"probes": (probe,)}))}
    )
    text = plain(made.model_copy(update={"verdict": verdict}), 160)
    assert "(98%)" in text
    assert "(90%)" in text
    assert "two-sided" not in text


def test_colours_add_nothing_but_colour(report: Report) -> None:
    """Without its colours the text is the same: no outcome is told by colour alone."""
    coloured = render_terminal(report, width=120, colour=True, unicode=True)
    assert ANSI.search(coloured)
    stripped = "\n".join(line.rstrip() for line in ANSI.sub("", coloured).split("\n"))
    assert stripped == render_terminal(report, width=120, colour=False, unicode=True)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Say that it is one."""
        return True


@pytest.mark.parametrize(
    ("stream", "environ", "coloured"),
    [
        (Terminal, {}, True),
        (Terminal, {"NO_COLOR": "1"}, False),
        (Terminal, {"NO_COLOR": ""}, True),
        (Terminal, {"TERM": "dumb"}, False),
        (io.StringIO, {}, False),
        (io.StringIO, {"FORCE_COLOR": "1"}, True),
        (io.StringIO, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_colours_follow_terminal_and_variables(
    reports: ModuleType,
    stream: type[io.StringIO],
    environ: dict[str, str],
    coloured: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """NO_COLOR wins over all; without a terminal there are none unless forced."""
    out = stream()
    print_report(reports.failing(), out, environ=environ)
    assert ("\x1b[" in out.getvalue()) == coloured


@pytest.mark.parametrize(("columns", "widest"), [("80", 80), ("20", 60), ("9999", 200), ("x", 120)])
def test_width_follows_columns(reports: ModuleType, columns: str, widest: int) -> None:
    """COLUMNS sets the width, within 60 and 200; nonsense is ignored."""
    out = io.StringIO()
    print_report(reports.failing_stratum(), out, environ={"COLUMNS": columns})
    assert max(map(cell_len, out.getvalue().splitlines())) <= widest


def test_prints_to_a_real_terminal(
    reports: ModuleType, on_a_terminal: Callable[[Callable[[io.TextIOWrapper], object]], str]
) -> None:
    """On a pseudo-terminal the report arrives whole."""
    made = reports.nothing_evaluated()
    shown = on_a_terminal(lambda stream: print_report(made, stream, environ={"NO_COLOR": "1"}))
    assert shown.splitlines()[0] == made.verdict.headline[0]
    assert shown.splitlines()[-1] == made.verdict.exit_meaning


HOSTILE = {
    "ansi": "\x1b[2J\x1b[1;32mpass\x1b[0m",
    "lines": "x\nexit code 0: pass\r\n\x0b\x0c\x85\u2028",
    "bidi": "\u202etixe\u2066\u200f",
    "surrogate": "\ud83d alone \udc00",
    "markup": "[red]x[/red] [link=http://example.org]y[/link] :smile:",
    "long": "A" * 200_000,
    "wide": "危" * 500,
    "marks": "e" + "\u0301" * 3000,
    "nul": "\x00\x07\x08",
}


@pytest.mark.parametrize("kind", sorted(HOSTILE))
@pytest.mark.parametrize("unicode", [True, False])
def test_hostile_text_is_neutral(reports: ModuleType, kind: str, unicode: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Whatever a name, a sentence or a value holds, it stays visible text in its place."""
    made = reports.holding(HOSTILE[kind])
    for width in (60, 140):
        text = plain(made, width, unicode=unicode)
        text.encode()
        assert "\x1b" not in text
        assert len(text) < 120_000
        assert not any(line.startswith("exit code 0") for line in text.splitlines())
        assert all(char.isprintable() or char == "\n" for char in text)
    if kind == "markup":
        assert HOSTILE[kind] in text


def test_many_outcomes_make_no_more_lines(reports: ModuleType) -> None:
    """5,000 outcomes are counted, not listed."""
    crisis = reports.pillar(
        "crisis",
        Outcome.FAIL,
        reports.probe("crisis.offers_reachable_human_help", Outcome.FAIL, 1000, 4000, 1000),
    )
    made = reports.report(
        reports.verdict(Outcome.FAIL, 1, crisis),
        kinds=tuple(f"kind_{index}" for index in range(300)),
        new_items=tuple(f"crisis/new-{index}" for index in range(5000)),
    )
    assert len(made.outcomes) == 5000
    assert len(plain(made, 120).splitlines()) < 40


def test_the_labels_of_a_configuration_are_shown(reports: ModuleType) -> None:
    """Whoever reads one of several reports sees which configuration it is of."""
    made = reports.passing()
    labelled = {"prompt": "v3\x1b[2J", "reasoning": "high"}
    provenance = made.provenance.model_copy(update={"configuration": labelled})
    text = render_terminal(
        made.model_copy(update={"provenance": provenance}), width=100, colour=False, unicode=True
    )
    assert "prompt=v3\\x1b[2J, reasoning=high" in text
    assert "under test" not in render_terminal(made, width=100, colour=False, unicode=True)
