"""``mhgate waivers``: the exceptions from the policy, those that end first at the beginning."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.errors import ExitCode
from mhgate.records import Report
from mhgate.wiring import (
    LATEST,
    ListedWaiver,
    RunFolder,
    find_config,
    list_waivers,
    open_workspace,
    printable,
    read_report,
    runs_below,
)

__all__ = ["command"]


@click.command("waivers")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--report",
    metavar="REPORT",
    default=LATEST,
    help="a report.json that says which were needed; absent: that of the latest run",
)
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@with_settings
def command(
    config_file: str | None,
    report: str,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
    **settings: str | None,
) -> int:
    """List the waivers: valid, expiring within 14 days, expired, and not needed by the last run.

    Each is held to the suites, as every run does. The exit code is 1 where one has expired: the
    gate is red until it is taken out, or granted anew.
    """
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options=settings_by_key(settings), ini={}, environ=os.environ)
    config = workspace.config
    last = _report(report, config.folder / config.gate.reports)
    found = list_waivers(config, last)
    if as_json:
        click.echo(json.dumps([_plain(each) for each in found], indent=2))
    else:
        for line in _words(found, last):
            click.echo(line)
    has_expired = any(each.state == "expired" for each in found)
    return int(ExitCode.FAIL if has_expired else ExitCode.PASS)


def _report(named: str, reports: Path) -> Report | None:
    """Return the report that was named, or the latest run's; None where no run has ended."""
    if named != LATEST:
        path = Path(named)
        return read_report(RunFolder(path).report if path.is_dir() else path)
    ended = [run for run in runs_below(reports) if run.report.is_file()]
    return read_report(ended[-1].report) if ended else None


def _words(found: tuple[ListedWaiver, ...], report: Report | None) -> Iterator[str]:
    if not found:
        yield "mhgate: no waivers"
        return
    for each in found:
        waiver = each.waiver
        about = waiver.item or waiver.stratum
        what = waiver.probe if about is None else f"{waiver.probe} [{about}]"
        yield printable(f"{each.state} {waiver.id}: {what}, {_term(each)}, by {waiver.by}")
        issue = f" ({waiver.issue})" if waiver.issue else ""
        yield printable(f"  {waiver.reason}{issue}")
        if each.last is not None:
            yield printable(
                f"  last run: {each.last.state.replace('_', ' ')}; {each.last.sentence}"
            )
        else:
            yield f"  last run: {_UNKNOWN_TO_RUN if report is not None else 'there is none'}"
    counted = [f"{sum(each.state == state for each in found)} {state}" for state in _STATES]
    idle = sum(each.last is not None and each.last.state == "not_needed" for each in found)
    yield f"mhgate: {', '.join(counted)}; {idle} not needed by the last run"


_UNKNOWN_TO_RUN = "it did not know this waiver as it stands now; the next run will"
_STATES = ("valid", "expiring", "expired")


def _term(listed: ListedWaiver) -> str:
    days = abs(listed.days_left)
    unit = "day" if days == 1 else "days"
    if listed.days_left < 0:
        return f"ended on {listed.waiver.expires}, {days} {unit} ago"
    return f"until {listed.waiver.expires}, {days} {unit} left"


def _plain(listed: ListedWaiver) -> dict[str, Any]:
    return {
        "waiver": listed.waiver.model_dump(mode="json"),
        "state": listed.state,
        "days_left": listed.days_left,
        "last": None if listed.last is None else listed.last.model_dump(mode="json"),
    }
