"""``mhgate decide``: other thresholds on stored outcomes, or a stored verdict taken again."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.cli.stored_reports import find_report
from mhgate.config.settings import SEALED_KEY_VARIABLE
from mhgate.errors import UsageError
from mhgate.records import Outcome
from mhgate.wiring import (
    DecidedAgain,
    decide_again,
    open_workspace,
    print_report,
    render_json,
    unsealing,
    verify_verdict,
    write_report,
)
from mhgate.wiring.register import register_decision

__all__ = ["command"]

# what of the settings a report can be verified with, and what of them is the run's for good
_OF_VERIFYING = ("gate.baseline", "judge.certificates")
_OF_THE_RUN = ("target.", "sampling.", "judge.kind")


@click.command("decide")
@click.argument("report", metavar="[REPORT]", required=False)
@click.option(
    "--thresholds",
    metavar="FILE",
    help="a thresholds.toml, beside the suites of the run; absent: the stored verdict is verified",
)
@click.option("--json", "as_json", is_flag=True, help="print JSON: what changed, and the report")
@click.option("-o", "--output", metavar="FILE", help="write the report with its new verdict there")
@with_settings
def command(
    report: str | None,
    thresholds: str | None,
    output: str | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
    **settings: str | None,
) -> int:
    """Decide REPORT again under other thresholds, or verify its verdict; nobody is asked.

    REPORT is a report.json, a run's folder or id, or latest, which is the default. With
    --thresholds, profile, thresholds, strata, baseline and trust come from that file and the
    settings, and the exit code is that of the new verdict. Without, the stored verdict is taken
    again from the outcomes and thresholds that the report holds (--baseline and --certificates
    name what it rests on beside); it must be reproduced, and the exit code is its own.
    """
    if thresholds is not None and not Path(thresholds).exists():
        raise UsageError(
            f"--thresholds {thresholds}: found no such file; expected a thresholds.toml.",
            hint="Mend the path; its suites lie beside it.",
        )
    path = find_report(report)
    given, config = settings_by_key(settings), None
    if thresholds is None:
        found = _verified(path, given, output)
    else:
        _refuse_what_was_asked(given)
        workspace = open_workspace(Path(thresholds), options=given, ini={}, environ=os.environ)
        found, config = decide_again(path, workspace), workspace.config
    if output is not None:
        write_report(found.report, Path(output))
    if config is not None:
        register_decision(
            found.report,
            config,
            output=None if output is None else Path(output),
            note=lambda line: click.echo(f"mhgate: {line}", err=True),
        )
    if as_json:
        click.echo(json.dumps(_plain(found, verified=thresholds is None), indent=2))
        return found.report.verdict.exit_code
    for line in _words(found, verified=thresholds is None):
        click.echo(line)
    if thresholds is None:
        click.echo(found.report.verdict.exit_meaning)
    else:
        print_report(found.report, sys.stdout)
    return found.report.verdict.exit_code


def _verified(path: Path, given: Mapping[str, str | None], output: str | None) -> DecidedAgain:
    idle = [key for key, value in given.items() if value is not None and key not in _OF_VERIFYING]
    if idle or output is not None:
        named = ", ".join([*idle, *(["--output"] if output is not None else [])])
        raise click.UsageError(
            f"{named}: nothing is decided anew without --thresholds; a stored verdict is verified "
            "under its own thresholds"
        )
    baseline, certificates = (given[key] for key in _OF_VERIFYING)
    return verify_verdict(
        path,
        baseline=None if baseline is None else Path(baseline),
        certificates=None if certificates is None else Path(certificates),
        unseal=unsealing(os.environ, SEALED_KEY_VARIABLE),
    )


def _refuse_what_was_asked(given: Mapping[str, str | None]) -> None:
    late = [
        key for key, value in given.items() if value is not None and key.startswith(_OF_THE_RUN)
    ]
    if late:
        raise click.UsageError(
            f"{', '.join(late)}: what was asked, of whom, and who judged it is over and done; only "
            "what decides can be given (profile, thresholds, baseline, trust)"
        )


def _words(found: DecidedAgain, *, verified: bool) -> Iterator[str]:
    run, outcomes = found.stored.provenance, len(found.stored.outcomes)
    if verified:
        yield (
            f"mhgate: the verdict of run {run.run_id} is reproduced: its {outcomes} outcomes and "
            f"its own thresholds decide {found.stored.verdict.outcome.value}, in all parts"
        )
        yield _checked(found)
        return
    policy = "the same policy" if found.same_policy else "another policy"
    yield (
        f"mhgate: the {outcomes} outcomes of run {run.run_id}, decided again under {policy}; "
        "nobody was asked"
    )
    for change in found.changes:
        yield f"{change.pillar}: {_moved(change.before, change.now)}"
        for part in change.parts:
            limits = [f"{key} {old!r} -> {new!r}" for key, (old, new) in part.limits.items()]
            yield "; ".join([f"  {part.name}: {_moved(part.before, part.now)}", *limits])
    for note in found.notes:
        yield f"note: {note}"
    yield ""


def _checked(found: DecidedAgain) -> str:
    """Say what was checked, and what nobody can check from here."""
    held = "checked: outcomes against counts, scores and verdict; measurement against its digest"
    if found.has_journal:
        held += "; the transcripts of the journal beside it against the Merkle root"
        open_ones = "not checked:"
    else:
        open_ones = (
            "not checked: the Merkle root, for no journal of it lies beside, or none that opens "
            "without a key; nor"
        )
    return (
        f"{held}. {open_ones} whether the judge was right, and who wrote the file (whoever can "
        "write all of it can make it agree; a signature tells)"
    )


def _moved(before: Outcome | None, now: Outcome | None) -> str:
    words = ["not there" if each is None else each.value for each in (before, now)]
    return f"{words[1]}, as before" if before is now else " -> ".join(words)


def _plain(found: DecidedAgain, *, verified: bool) -> dict[str, Any]:
    stored = found.stored
    return {
        "run_id": stored.provenance.run_id,
        "reproduced": True if verified or found.same_policy else None,
        "journal_held": found.has_journal if verified else None,
        "same_policy": found.same_policy,
        "stored": {
            "outcome": stored.verdict.outcome.value,
            "exit_code": stored.verdict.exit_code,
            "policy_digest": stored.provenance.policy_digest,
        },
        "decided": {
            "outcome": found.report.verdict.outcome.value,
            "exit_code": found.report.verdict.exit_code,
            "policy_digest": found.report.provenance.policy_digest,
        },
        "changes": [
            {
                "pillar": change.pillar,
                "before": None if change.before is None else change.before.value,
                "now": None if change.now is None else change.now.value,
                "parts": [
                    {
                        "name": part.name,
                        "before": None if part.before is None else part.before.value,
                        "now": None if part.now is None else part.now.value,
                        "limits": {
                            key: {"before": old, "now": new}
                            for key, (old, new) in part.limits.items()
                        },
                    }
                    for part in change.parts
                ],
            }
            for change in found.changes
        ],
        "notes": list(found.notes),
        "report": json.loads(render_json(found.report)),
    }
