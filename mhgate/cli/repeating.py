"""``mhgate judge --repeats N``: how much of what varies is the judge's, and how much is not."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import shutil
from pathlib import Path
from typing import Any

import click

from mhgate.cli.heeded_signals import heeded_signals
from mhgate.cli.plan_numbers import counted
from mhgate.cli.repeat_words import advice, words
from mhgate.errors import ExitCode
from mhgate.wiring import Existing, RepeatedJudging, Repeats, write_text

__all__ = ["measure_repeats"]

_WIDTH = (120, 24)


def measure_repeats(existing: Existing, repeats: int, *, as_json: bool, output: str | None) -> int:
    """Judge what exists several times, and print what varies; no verdict is taken.

    Args:
        existing: the transcripts.
        repeats: how often each is judged, at least 2.
        as_json: whether JSON is printed.
        output: a file for the JSON, None for none.

    Returns:
        0 where something was judged twice, 5 where nothing was, 130 or 143 after a signal.
    """
    found, caught = asyncio.run(_measured(existing, repeats))
    text = json.dumps(_plain(found), indent=1, allow_nan=False) + "\n"
    if output is not None:
        write_text(text, Path(output))
    if as_json:
        click.echo(text, nl=False)
    else:
        for line in words(found, shutil.get_terminal_size(_WIDTH).columns):
            click.echo(line)
    code, meaning = ExitCode.PASS, "measured; no verdict was taken"
    if not found.n_comparable:
        code, meaning = ExitCode.NOTHING_EVALUATED, "no transcript has two answers of the judge"
    if caught:
        code, meaning = caught[0], f"interrupted; {meaning}"
    click.echo(
        f"mhgate: the judge was asked for {counted(found.n_asked, 'answer')}, {found.n_reused} "
        "were there already; no target was asked",
        err=True,
    )
    click.echo(f"mhgate: exit {int(code)}: {meaning}", err=as_json)
    return int(code)


async def _measured(existing: Existing, repeats: int) -> tuple[Repeats, list[ExitCode]]:
    judging = RepeatedJudging(
        existing,
        repeats=repeats,
        environ=os.environ,
        note=lambda line: click.echo(f"mhgate: {line}", err=True),
    )
    with heeded_signals(judging.end) as caught:
        found = await judging.measured()
    return found, caught


def _plain(found: Repeats) -> dict[str, Any]:
    plain = dataclasses.asdict(found)
    for each, row in zip(found.probes, plain["probes"], strict=True):
        row["judge_of_noise"] = each.components.judge_of_noise
        row["left_with_two_epochs"] = each.components.left_with(epochs=2)
        row["advice"] = advice(each, is_deterministic=found.is_deterministic)
    return plain
