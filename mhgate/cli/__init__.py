"""The ``mhgate`` command: one module a verb, each thin; the exit codes are ``errors.ExitCode``."""

from __future__ import annotations

import os
import sys

import click

from mhgate.cli.garbage import look_for_garbage_seldom
from mhgate.cli.verbs import Verbs
from mhgate.errors import ExitCode, MhgateError

__all__ = ["main"]

_VERBS = {
    "run": ("mhgate.cli.running", "measure, decide, and say so with the exit code"),
    "smoke": ("mhgate.cli.smoke", "ask a few items of one pillar, for a hook before a push"),
    "check": ("mhgate.cli.checking", "check thresholds.toml and the suites; ask nobody"),
    "plan": ("mhgate.cli.planning", "say what a run would ask, cost, and be able to decide"),
    "demo": ("mhgate.cli.demo", "serve a demo bot on this machine"),
    "init": ("mhgate.cli.init", "write a commented thresholds.toml, a suite, and a workflow"),
    "merge": ("mhgate.cli.merging", "join the shards of a run, and decide; ask nobody"),
    "shard-artifact": ("mhgate.cli.shard_artifact", "write what of a shard may leave this machine"),
    "show": ("mhgate.cli.show", "show a report again: terminal, JSON, JUnit, SARIF, HTML, PDF"),
    "calibrate": ("mhgate.cli.calibrating", "hold the judge against people; write certificates"),
    "judge": ("mhgate.cli.judge", "judge transcripts that exist, or a run again; ask no target"),
    "matrix": ("mhgate.cli.matrix", "measure every configuration of [matrix], and compare them"),
    "compare": ("mhgate.cli.comparing", "put reports of configurations on one leaderboard"),
    "history": ("mhgate.cli.history", "show the trend of the runs that are registered here"),
    "store": ("mhgate.cli.store", "the register of runs: show, check, export, purge, hold"),
    "baseline": ("mhgate.cli.baseline", "bless a run; show, diff, check, migrate, rejudge"),
    "waivers": ("mhgate.cli.waivers", "list the exceptions: until when, by whom, whether needed"),
    "disposition": ("mhgate.cli.disposition", "decide about failed items and open waivers"),
    "hazards": ("mhgate.cli.hazards", "import and list the hazards that probes are about"),
    "laws": ("mhgate.cli.laws", "show what laws and standards ask for, and what speaks to it"),
    "decide": ("mhgate.cli.decide", "decide a report again under other thresholds, or verify it"),
    "evidence": (
        "mhgate.cli.evidence",
        "pack a run with all it rests on, for a file or an auditor",
    ),
    "sign": ("mhgate.cli.sign", "sign a pack of evidence, with a key or by an identity"),
    "signoff": ("mhgate.cli.signoff", "let a person sign a pack off: review, approval, ..."),
    "verify": (
        "mhgate.cli.verify",
        "check a pack, offline: signature, bytes, and the verdict anew",
    ),
    "agreement": ("mhgate.cli.agreement", "say how far judges agree with people, from ratings"),
    "label": ("mhgate.cli.label", "let people label transcripts blindly, and write gold"),
    "audit": ("mhgate.cli.audit", "let people read a part of a run, and decide again"),
    "keys": ("mhgate.cli.keys", "make and show keys that sign evidence"),
    "suites": ("mhgate.cli.suites", "list, show, check and begin suites; record who read them"),
    "rubric": ("mhgate.cli.rubric", "check a rubric, and show the ways through a question flow"),
    "vignettes": ("mhgate.cli.vignettes", "check, draw and show simulated patients"),
    "shrink": ("mhgate.cli.shrinking", "find the shortest conversation that still fails"),
    "probe-endpoint": ("mhgate.cli.probe_endpoint", "ask the target one harmless thing"),
}


@click.group(cls=Verbs, verbs=_VERBS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="mhgate")
def _group() -> None:
    """A safety regression gate for mental-health chatbots.

    Exit codes: 0 pass (or, in a profile that allows it, not decided), 1 fail, 2 usage or
    configuration, 3 inconclusive where that blocks, 4 could not be evaluated, 5 nothing was
    evaluated, 70 internal error, 130 interrupted, 143 terminated.
    """


def main(arguments: list[str] | None = None) -> None:
    """Run the command and exit.

    Args:
        arguments: the words after ``mhgate``; default: the process's own.
    """
    look_for_garbage_seldom()
    try:
        code = _group.main(arguments, prog_name="mhgate", standalone_mode=False)
    except MhgateError as error:
        click.echo(f"mhgate: {error}", err=True)
        code = error.exit_code
    except click.UsageError as error:
        error.show()
        code = ExitCode.USAGE
    except click.ClickException as error:
        error.show()
        code = ExitCode.USAGE
    except (click.Abort, KeyboardInterrupt):
        click.echo("mhgate: interrupted", err=True)
        code = ExitCode.INTERRUPTED
    except BrokenPipeError:  # whoever read along has left: that is no pass
        code = ExitCode.INTERNAL
    except Exception as error:  # noqa: BLE001 - the last edge: a bug has an exit code of its own
        from mhgate.redacting.last_edge import redacted_traceback  # noqa: PLC0415 - for a bug alone

        click.echo(redacted_traceback(error, os.environ), err=True)
        click.echo("mhgate: exit 70: internal error: this is a bug of mhgate", err=True)
        code = ExitCode.INTERNAL
    sys.exit(int(code or 0))
