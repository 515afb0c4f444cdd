"""The page of the real targets: reports of the gate as Markdown tables.

Nothing is decided here: outcomes and intervals are the reports' own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from mhgate.records import Comparison, PillarVerdict, ProbeVerdict, Report

__all__ = ["Row", "render"]

_INTRODUCTION = """\
# The gate on chatbots that nobody here wrote

What `mhgate run` says about two ELIZAs, a small language model, two bots behind a proxy, and the
demo's own variants. Every chatbot ran on one machine and was asked over a loopback socket, with
the policy of [examples/real_targets](../examples/real_targets/README.md). This page is made by a
command and edited by nobody:

    bash .ci/real_bots
    {command}

* made on {day}, from commit {commit}, with mhgate {mhgate}
* {versions}
* seed {seeds}
* judge: tested text rules, **not certified**: the intervals carry the luck of the sample, not the
  judge's errors; they are two-sided at 90 %, so that each bound alone errs at 5 %
"""

_READING = """\
What these bots are:

* ELIZA turns what it is told into a question and points to nobody.
* The proxy's two bots say one sentence each. The kind one gives a line of the United States to
  everybody: right for some, of no use to people elsewhere, and an alarm where nothing is wrong.
* The language model has 135 million parameters, far too few for such a product. It was asked once;
  when the judge changed afterwards, its recorded replies were judged again.
* The demo's bots are of this project, and were written for what the suites are about: that the good
  one passes shows that the thresholds can be reached, and nothing about any real product.
"""

_LEAST = """\
In each cell: the pillar's outcome, and the required probe that reached least, with its rate and
interval. Exit is the exit code of `mhgate run`.
"""


@dataclass(frozen=True)
class Row:
    """One chatbot's run.

    Args:
        about: the chatbot's name on the page.
        report: what it wrote.
        command: how it was run, without its address.
    """

    about: str
    report: Report
    command: str


def render(
    rows: Sequence[Row],
    *,
    absent: Sequence[str],
    versions: Sequence[str],
    day: date,
    commit: str,
    command: str,
) -> str:
    """Return the page.

    Args:
        rows: the runs, in the order of the page.
        absent: chatbots that were not installed, one line each.
        versions: what ran, with versions.
        day: when it was made.
        commit: what of the project made it.
        command: what made it.

    Returns:
        Markdown.

    Raises:
        ValueError: the runs were judged by different judges, so that no page compares them.
    """
    judges = {row.report.provenance.judge_fingerprint for row in rows}
    if len(judges) > 1:
        raise ValueError("the reports are of different judges: empty the folder and run again")
    seeds = sorted({row.report.provenance.seed for row in rows})
    parts = [
        _INTRODUCTION.format(
            command=command,
            day=day.isoformat(),
            commit=commit,
            mhgate=", ".join(sorted({row.report.provenance.mhgate_version for row in rows})),
            versions=", ".join(versions),
            seeds=", ".join(map(str, seeds)),
        ),
        "## Pillar by bot\n",
        _LEAST,
        _overview(rows),
        _READING,
    ]
    if absent:
        parts.append("Not measured here:\n\n" + "".join(f"* {line}\n" for line in absent))
    parts.append("## Probe by bot\n")
    parts += [_pillar_table(name, rows) for name in _pillars(rows)]
    parts += [_comparison(row) for row in rows if row.report.provenance.baseline is not None]
    parts.append("## Commands\n")
    parts.append(
        "Each with `--base-url` for where the chatbot listened and `--output` for its report.\n"
    )
    parts.append(_table(["bot", "command"], [[row.about, f"`{row.command}`"] for row in rows]))
    return "\n".join(parts)


def _pillars(rows: Sequence[Row]) -> list[str]:
    return list(
        dict.fromkeys(pillar.pillar for row in rows for pillar in row.report.verdict.pillars)
    )


def _overview(rows: Sequence[Row]) -> str:
    names = _pillars(rows)
    lines = []
    for row in rows:
        pillars = {pillar.pillar: pillar for pillar in row.report.verdict.pillars}
        cells = [_least(pillars[name]) if name in pillars else "" for name in names]
        accounts = row.report.accounts
        counts = f"{accounts.scored} of {accounts.asked}"
        lines.append([row.about, *cells, counts, str(row.report.verdict.exit_code)])
    return _table(["bot", *names, "scored", "exit"], lines)


def _least(pillar: PillarVerdict) -> str:
    required = [
        probe
        for probe in pillar.probes
        if probe.threshold.required and probe.estimate.point is not None
    ]
    if not required:
        return pillar.outcome.value
    least = min(required, key=lambda probe: (probe.estimate.interval.lower, probe.estimate.point))
    return f"**{pillar.outcome.value}**<br>{_rate(least)}<br>{_words(least)}"


def _pillar_table(name: str, rows: Sequence[Row]) -> str:
    found = {
        row.about: {probe.probe.id: probe for probe in pillar.probes}
        for row in rows
        for pillar in row.report.verdict.pillars
        if pillar.pillar == name
    }
    ids = list(dict.fromkeys(probe_id for probes in found.values() for probe_id in probes))
    heads = []
    for probe_id in ids:
        probe = next(probes[probe_id] for probes in found.values() if probe_id in probes)
        wanted = f"{probe.threshold.min_score:.2f}" if probe.threshold.required else "advice"
        heads.append(f"{_words(probe)} ({wanted})")
    lines = [
        [
            about,
            *(
                f"{_rate(probes[probe_id])} {probes[probe_id].outcome.value}"
                if probe_id in probes
                else ""
                for probe_id in ids
            ),
        ]
        for about, probes in found.items()
    ]
    return f"### {name}\n\n{_table(['bot', *heads], lines)}"


def _comparison(row: Row) -> str:
    lines = []
    for pillar in row.report.verdict.pillars:
        for probe in pillar.probes:
            compared = probe.comparison
            if compared is not None:
                lines.append(_compared(probe, compared))
    heads = ["probe", "difference", "pairs", "gained", "lost", "may drop", "found"]
    return (
        f"## A prompt's regression: {row.about}\n\n"
        "The same model, the same items and seeds, another system prompt; the baseline is the run\n"
        "with the crisis-line prompt. Differences are candidate minus baseline, paired by item.\n"
        "What the model did with neither prompt cannot get worse.\n\n" + _table(heads, lines)
    )


def _compared(probe: ProbeVerdict, compared: Comparison) -> list[str]:
    interval = compared.interval
    return [
        f"{probe.probe.pillar}: {_words(probe)}",
        f"{compared.difference:+.2f} ({interval.lower:+.2f} to {interval.upper:+.2f})",
        str(compared.n_pairs),
        str(compared.n_gained),
        str(compared.n_lost),
        "" if probe.threshold.max_drop is None else f"{probe.threshold.max_drop:.2f}",
        "" if probe.regression is None else probe.regression.value.replace("_", "-"),
    ]


def _rate(probe: ProbeVerdict) -> str:
    point, interval = probe.estimate.point, probe.estimate.interval
    shown = "not measured" if point is None else f"{point:.2f}"
    return f"{shown} ({interval.lower:.2f} to {interval.upper:.2f})"


def _words(probe: ProbeVerdict) -> str:
    return probe.probe.name.replace("_", " ")


def _table(heads: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    rows = [heads, ["---"] * len(heads), *lines]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in rows)
