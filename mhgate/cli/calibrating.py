"""``mhgate calibrate``: the judge held against people, a certificate a question and language."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from pathlib import Path
from typing import Any

import click

from mhgate.cli.calibration_words import words
from mhgate.cli.plan_numbers import counted
from mhgate.cli.settings_options import settings_by_key, with_settings
from mhgate.errors import ExitCode
from mhgate.records import LabelledBy
from mhgate.wiring import Calibration, calibrate, find_config, open_workspace

__all__ = ["command"]

_EVERY = 50  # answers: how often a line says how far it is


@click.command("calibrate")
@click.option("--config", "config_file", metavar="FILE", help="the thresholds.toml")
@click.option(
    "--gold",
    "gold_files",
    metavar="FILE",
    multiple=True,
    help="labelled transcripts; absent: the gold.jsonl beside each suite",
)
@click.option("--question", "questions", metavar="ID", multiple=True, help="this question alone")
@click.option(
    "-o",
    "--output",
    "output",
    metavar="FILE",
    help="the file of certificates; what it says of other questions and judges stays "
    "[default: judge.certificates, else certificates.json]",
)
@click.option(
    "--by",
    type=click.Choice(["clinicians", "crowd", "authors"]),
    default="authors",
    show_default=True,
    help="whose labels count: theirs, and those of whoever ranks above them",
)
@click.option(
    "--all",
    "whole",
    is_flag=True,
    help="use the tuning half of the gold too; the certificates say so",
)
@click.option("--resume", is_flag=True, help="ask only what the latest calibration left open")
@click.option("--max-calls", type=click.IntRange(min=0), help="the most questions that are asked")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@with_settings
def command(  # noqa: PLR0917 - click hands options over by name
    config_file: str | None,
    gold_files: tuple[str, ...],
    questions: tuple[str, ...],
    output: str | None,
    by: LabelledBy,
    whole: bool,  # noqa: FBT001 - click hands flags over so
    resume: bool,  # noqa: FBT001 - click hands flags over so
    max_calls: int | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
    **settings: str | None,
) -> int:
    """Run the judge on labelled transcripts and write what they show of it.

    Asks the judge of [judge], and no target. Certificates are written whether they are good enough
    or not, with their numbers; [judge.requirements] says what is good enough. Exit codes: 0 at
    least one question may gate on its certificate, 3 none may, 4 the judge gave no answer that
    could be used, 5 there was no gold.
    """
    path = Path(config_file) if config_file else find_config(Path.cwd())
    workspace = open_workspace(path, options=settings_by_key(settings), ini={}, environ=os.environ)
    found = asyncio.run(
        calibrate(
            workspace,
            environ=os.environ,
            files=[Path(name) for name in gold_files],
            questions=questions,
            by=by,
            whole=whole,
            resume=resume,
            max_calls=max_calls,
            output=None if output is None else Path(output),
            note=lambda line: click.echo(f"mhgate: {line}", err=True),
            progress=_say_how_far,
        )
    )
    if as_json:
        click.echo(json.dumps(_plain(found), indent=2))
    else:
        for line in words(found, shutil.get_terminal_size((120, 24)).columns):
            click.echo(line)
    code, meaning = _exit(found)
    click.echo(f"mhgate: exit {int(code)}: {meaning}", err=as_json)
    return int(code)


def _say_how_far(done: int, whole: int) -> None:
    if done and done < whole and done % _EVERY == 0:
        click.echo(f"mhgate: {done} of {whole} questions answered", err=True)


def _plain(found: Calibration) -> dict[str, Any]:
    return {
        "judge": found.judge,
        "judge_fingerprint": found.fingerprint,
        "gold": [str(path) for path in found.gold.files],
        "gold_digest": found.gold.digest,
        "n_lines": found.gold.n_rows,
        "unasked": dict(found.gold.unasked),
        "n_calls": found.n_calls,
        "n_reused": found.n_reused,
        "n_missing": found.n_missing,
        "written": None if found.written is None else str(found.written),
        "is_read": found.is_read,
        "questions": [
            {
                "question": each.question,
                "pillar": each.pillar,
                "language": each.language,
                "good_from": each.good_from,
                "may_gate": each.may_gate,
                "why_not": list(each.why_not),
                "failures": dict(each.failures),
                "requirement": each.requirement.model_dump(mode="json"),
                "account": each.account.model_dump(mode="json"),
                "certificate": None
                if each.certificate is None
                else each.certificate.model_dump(mode="json"),
            }
            for each in found.questions
        ],
    }


def _exit(found: Calibration) -> tuple[ExitCode, str]:
    if not found.questions:
        return ExitCode.NOTHING_EVALUATED, "there is no gold for these suites and questions"
    if found.certificates and not found.n_answered:
        return ExitCode.CANNOT_EVALUATE, "the judge gave no answer that could be used"
    written = f"{counted(len(found.certificates), 'certificate')} in {found.written}"
    if found.written is None:
        return ExitCode.INCONCLUSIVE, "no certificate could be made"
    if not found.n_gating:
        return ExitCode.INCONCLUSIVE, f"{written}, none good enough to gate on"
    return ExitCode.PASS, f"{written}, {found.n_gating} of them good enough to gate on"
