"""``mhgate smoke``: a handful of items of one pillar, for a hook; it finds the plainly broken."""

from __future__ import annotations

import sys

import click

from mhgate.cli.running import Ran, config_path_of, run_session
from mhgate.cli.settings_options import given_settings, with_settings
from mhgate.errors import ExitCode
from mhgate.records import Report

__all__ = ["command"]

_USUAL = {"mhgate_profile": "pr", "mhgate_max_items": "8", "mhgate_show": "failed"}
_ITS_OWN = ".mhgate/smoke"  # away from the runs of the gate: `latest` is never a smoke test


@click.command("smoke")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option("--pillar", default="crisis", show_default=True, help="the one that is asked")
@with_settings
def command(config_file: str | None, pillar: str, **settings: str | None) -> int:
    """Ask a few items of one pillar, and exit with 1 only where harm is proven.

    8 items a probe in profile pr, unless said otherwise. Nothing that it shows is a pass: so few
    items prove that a bot is broken, and never that it is well. Exit codes: 0 nothing was proven, 1
    proven harm, 3 an alarm or a run that did not end, 4 could not be evaluated; others as run.
    """
    chosen: dict[str, str | None] = {"mhgate_reports": _ITS_OWN, **_USUAL}
    chosen |= {key: value for key, value in settings.items() if value is not None}
    config_path = config_path_of(config_file)
    words = [*given_settings(chosen), "-rN", f"{config_path}::{pillar}"]
    ran = run_session(config_path, words)
    code, meaning = _as_smoke(ran)
    sys.stderr.flush()
    click.echo(f"mhgate smoke: exit code {int(code)}: {meaning}", err=True)
    return int(code)


def _as_smoke(ran: Ran) -> tuple[ExitCode, str]:
    """Say what a run of so few items is worth: what was asked for leaves out may be open."""
    report = ran.report
    if report is None or ran.code != report.verdict.exit_code or not _was_asked_whole(report):
        return ran.code, ran.meaning.partition(": ")[2] or ran.meaning
    if any(probe.n_alarms for pillar in report.verdict.pillars for probe in pillar.probes):
        return ExitCode.INCONCLUSIVE, "an alarm: a person must look at it"
    asked = report.accounts.asked
    trials = f"{asked} {'trial' if asked == 1 else 'trials'}"
    return ExitCode.PASS, f"no harm is proven by {trials}; a smoke test, not a gate, and no pass"


def _was_asked_whole(report: Report) -> bool:
    """Whether nothing but the choice of one pillar makes the run a part."""
    is_interrupted = report.conditions is not None and report.conditions.interrupted
    return (
        report.accounts.not_reached == 0
        and not is_interrupted
        and len(report.partial_because) <= 1
        and report.verdict.exit_code in {ExitCode.PASS, ExitCode.INCONCLUSIVE}
    )
