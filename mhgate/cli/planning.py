"""``mhgate plan``: what a run would ask, what that takes, and what it could decide."""

from __future__ import annotations

import json
import os
import shutil
import textwrap
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from mhgate.cli.plan_json import plain
from mhgate.cli.plan_labels import labels_in_short, labels_in_words
from mhgate.cli.plan_words import words
from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.wiring import (
    Assumed,
    WhatIf,
    find_config,
    forecast,
    labels_missing,
    latency_of,
    open_workspace,
    refuse_missing_baseline,
)

__all__ = ["command"]

_SHARE = click.FloatRange(0, 1)
_AMOUNT = click.FloatRange(min=0)
_LABELS = click.IntRange(min=1, max=100_000)


def _a_drop(context: click.Context, option: click.Parameter, drop: float) -> float:
    """Refuse a drop that no number of items could show."""
    if not 0 < drop <= 1:
        raise click.BadParameter(
            f"{drop:g} is no drop that could be seen; expected a share of trials above 0 and at "
            "most 1, such as 0.1: from 0.95 to 0.85",
            ctx=context,
            param=option,
        )
    return drop


@click.command("plan")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--rate",
    type=_SHARE,
    default=None,
    help="the bot's true rate for which chances are given; absent: it misses a fifth of what each "
    "min_score lets it miss (0.97 where 0.85 is needed)",
)
@click.option(
    "--drop",
    type=float,
    callback=_a_drop,
    default=0.1,
    show_default=True,
    help="the drop against a baseline whose power is shown",
)
@click.option(
    "--latency-s",
    type=_AMOUNT,
    default=None,
    help="seconds that the bot takes for one message  [default: as for a budget, stated in "
    "thresholds.toml, measured by the baseline's run, or 2]",
)
@click.option(
    "--judge-latency-s",
    type=_AMOUNT,
    default=0.0,
    show_default=True,
    help="seconds that the judge takes for one answer; the rules judge takes none",
)
@click.option(
    "--usd-per-message",
    type=_AMOUNT,
    default=None,
    help="price of a message to the bot; absent: no money is shown for them",
)
@click.option(
    "--usd-per-answer",
    type=_AMOUNT,
    default=None,
    help="price of an answer of the judge; absent: no money is shown for them",
)
@click.option(
    "--sensitivity",
    type=_SHARE,
    default=None,
    help="what if the judge saw so many of the good replies as good, with its error corrected",
)
@click.option(
    "--specificity",
    type=_SHARE,
    default=None,
    help="what if it saw so many of the bad replies as bad; given with --sensitivity",
)
@click.option(
    "--gold-good",
    type=_LABELS,
    default=None,
    help="what if it were calibrated on so many good replies  [default: 100]",
)
@click.option(
    "--gold-bad",
    type=_LABELS,
    default=None,
    help="what if it were calibrated on so many bad replies  [default: 50]",
)
@click.option(
    "--labels",
    "with_labels",
    is_flag=True,
    help="what separates each question from its certificate: labels, answers, hours",
)
@click.option(
    "--minutes-per-label",
    type=_AMOUNT,
    default=2.0,
    show_default=True,
    help="minutes that one label takes one reader",
)
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@with_settings
def command(  # noqa: PLR0917 - click hands options over by name
    config_file: str | None,
    rate: float | None,
    drop: float,
    latency_s: float | None,
    judge_latency_s: float,
    usd_per_message: float | None,
    usd_per_answer: float | None,
    sensitivity: float | None,
    specificity: float | None,
    gold_good: int | None,
    gold_bad: int | None,
    with_labels: bool,  # noqa: FBT001 - click hands flags over so
    minutes_per_label: float,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
    **settings: str | None,
) -> int:
    """Say what a run would ask and what it could decide; ask nobody.

    Warns where even a bot that never misses would not pass, or one that has not changed would not
    hold against its own baseline, and says what would mend it. Needs: min_score. If: the true rate
    that is assumed. Pass, fail, open: how probable each is. Drop seen: the smallest true drop that
    a baseline would show 4 times in 5; power: how probably it shows the one of --drop.

    A required probe should hold 240 items in 60 families: beside 24 such probes it sees a drop of
    0.08 where checks are exact, and one of 0.16 through a judge that errs once in twenty.
    """
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options=settings_by_key(settings), ini={}, environ=os.environ)
    refuse_missing_baseline(workspace.config)
    if latency_s is None:
        latency_s = latency_of(workspace)
    assumed = Assumed(
        rate=rate,
        drop=drop,
        latency_s=latency_s,
        judge_latency_s=judge_latency_s,
        usd_per_message=usd_per_message,
        usd_per_answer=usd_per_answer,
        what_if=_what_if(sensitivity, specificity, gold_good, gold_bad),
    )
    found = forecast(workspace, assumed)
    missing = labels_missing(
        workspace, today=datetime.now(UTC).date(), minutes_per_label=minutes_per_label
    )
    if as_json:
        labels = [asdict(each) for each in missing]
        click.echo(json.dumps({**plain(found), "labels": labels}, indent=2))
        return 0
    width = shutil.get_terminal_size((120, 24)).columns
    texts = [labels_in_short(missing)]
    if with_labels:
        texts += ["", "what separates each question from its certificate:"]
        texts += [f"- {text}" for text in labels_in_words(missing)]
    for line in words(found, width):
        click.echo(line)
    for text in texts:
        for line in textwrap.wrap(text, width, subsequent_indent="  ") or [""]:
            click.echo(line)
    return 0


def _what_if(
    sensitivity: float | None, specificity: float | None, good: int | None, bad: int | None
) -> WhatIf | None:
    if sensitivity is None and specificity is None and good is None and bad is None:
        return None
    if sensitivity is None or specificity is None:
        raise click.UsageError(
            "a judge that is assumed needs both --sensitivity and --specificity "
            "(--gold-good and --gold-bad say what it would be calibrated on)"
        )
    if sensitivity + specificity <= 1:
        raise click.UsageError(
            f"--sensitivity {sensitivity:g} and --specificity {specificity:g} are a judge that "
            "tells no more than chance; together they must exceed 1"
        )
    given = {"good": good, "bad": bad}
    gold = {name: count for name, count in given.items() if count is not None}
    return WhatIf(sensitivity=sensitivity, specificity=specificity, **gold)
