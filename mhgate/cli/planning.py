"""``mhgate plan``: what a run would ask, how long it takes, and what it could decide."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.wiring import Forecast, Line, find_config, forecast, open_workspace

__all__ = ["command"]


@click.command("plan")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--rate",
    type=click.FloatRange(0, 1),
    default=0.97,
    show_default=True,
    help="the bot's true rate for which chances and intervals are given",
)
@click.option(
    "--latency-s",
    type=click.FloatRange(min=0),
    default=2.0,
    show_default=True,
    help="seconds that one reply takes",
)
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@with_settings
def command(
    config_file: str | None,
    rate: float,
    latency_s: float,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
    **settings: str | None,
) -> int:
    """Say what a run would ask and what it could decide; ask nobody.

    Warns where even a bot that never misses could not pass, or one that has not changed could not
    hold against its own baseline. Needs: min_score. Expect: the interval. Pass, fail, open: how
    probable each is. Drop seen: the smallest true drop that a baseline would show 4 times in 5.
    """
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options=settings_by_key(settings), ini={}, environ=os.environ)
    found = forecast(workspace, rate=rate, latency_s=latency_s)
    if as_json:
        click.echo(json.dumps(_plain(found), indent=2))
    else:
        for line in _words(found, shutil.get_terminal_size((120, 24)).columns):
            click.echo(line)
    return 0


def _words(found: Forecast, width: int) -> list[str]:
    asked = f"{found.n_trials} trials, {found.n_requests} requests"
    pace = f"{found.latency_s:g} s a reply and {found.concurrency} conversations at once"
    return [
        f"{asked}, about {_time(found.duration_s)} at {pace}",
        f"for a bot whose true rate is {found.rate:g}:",
        "",
        *_table(found.lines, width),
        "",
        *_warnings(found),
    ]


def _table(lines: Sequence[Line], width: int) -> list[str]:
    """Write a row a line, in one piece where the width allows it, else below its name."""
    figures = (
        f"{'items':>5}{'families':>10}{'needs':>8}  {'expect':<16}"
        f"{'pass':>5}{'fail':>6}{'open':>6}{'drop seen':>11}"
    )
    rows = [(_name(line), _figures(line)) for line in lines]
    name_width = max((len(name) for name, _ in rows), default=0)
    if name_width + 2 + len(figures) <= width:
        rows.insert(0, ("probe", figures))
        table = [f"{name:<{name_width}}  {row}" for name, row in rows]
    else:
        table = [f"{'':4}{figures}"]
        for name, row in rows:
            table += [name, f"{'':4}{row}"]
    if any(not line.threshold.required for line in lines):
        table.append("(in brackets: not required, it advises)")
    return table


def _name(line: Line) -> str:
    return line.probe.id + (f" [{line.stratum}]" if line.stratum else "")


def _figures(line: Line) -> str:
    needs = f"{line.threshold.min_score:g}"
    needs = needs if line.threshold.required else f"({needs})"
    interval = f"{line.interval.lower:.3f} to {line.interval.upper:.3f}"
    drop = "none" if line.visible_drop is None else f"{line.visible_drop:.3f}"
    chances = line.chances
    return (
        f"{line.n_items:>5}{line.n_families:>10}{needs:>8}  {interval:<16}"
        f"{chances.passes:>5.0%}{chances.fails:>6.0%}{chances.undecided:>6.0%}{drop:>11}"
    )


def _warnings(found: Forecast) -> list[str]:
    lines = []
    for line in found.hopeless:
        remedy = (
            f"it takes {line.families_needed} families of this size"
            if line.families_needed is not None
            else "lower min_score, items or families, or add items"
        )
        lines.append(
            f"WARNING: {_name(line)} cannot pass: without a single miss its lower bound is "
            f"{line.perfect.lower:.3f}, and it needs {line.threshold.min_score:g}; {remedy}."
        )
    lines += [
        f"WARNING: {_name(line)} cannot hold against a baseline: with nothing changed a drop of "
        f"{line.open_drop:.3f} stays open, and max_drop allows {line.threshold.max_drop:g}; raise "
        "max_drop, or add families."
        for line in found.open_ended
    ]
    if not found.hopeless:
        lines.append("A bot that never misses passes every required probe and stratum.")
    return lines


def _time(seconds: float) -> str:
    if seconds < 90:  # noqa: PLR2004 - beyond, minutes are easier to read
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min"


def _plain(found: Forecast) -> dict[str, Any]:
    return {
        "n_trials": found.n_trials,
        "n_requests": found.n_requests,
        "concurrency": found.concurrency,
        "latency_s": found.latency_s,
        "duration_s": found.duration_s,
        "rate": found.rate,
        "probes": [
            {
                "probe": line.probe.id,
                "stratum": line.stratum,
                "required": line.threshold.required,
                "n_items": line.n_items,
                "n_families": line.n_families,
                "min_score": line.threshold.min_score,
                "lower": line.interval.lower,
                "upper": line.interval.upper,
                "pass": line.chances.passes,
                "fail": line.chances.fails,
                "undecided": line.chances.undecided,
                "perfect_lower": line.perfect.lower,
                "can_pass": line.can_pass,
                "families_needed": line.families_needed,
                "visible_drop": line.visible_drop,
                "max_drop": line.threshold.max_drop,
                "open_drop": line.open_drop,
            }
            for line in found.lines
        ],
    }
