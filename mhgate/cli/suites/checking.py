"""``mhgate suites check``: all that loading checks, and what a careful reader would look for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime

import click

from mhgate.cli.suites.meant import config_option, meant
from mhgate.errors import ExitCode
from mhgate.report.safe_text import printable
from mhgate.suites import Suite
from mhgate.suites.checking import Finding
from mhgate.wiring.suite_checks import check_suites

__all__ = ["command"]


@click.command("check")
@click.argument("folders", metavar="[FOLDER]...", nargs=-1)
@config_option
@click.option(
    "--json", "as_json", is_flag=True, help="print JSON: docs/reference/suites_command.md"
)
def command(
    folders: tuple[str, ...],
    config_file: str | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Find what is wrong with suites beyond what a run would refuse.

    Copies and families that are alike, forbidden words, items without strata or country, hotlines
    past their term, questions nobody asks, right choices that can be guessed, gold and reviews that
    do not fit. What is meant to stay is allowed in a suite's check.toml, with a reason.

    Exit codes: 0 no errors (warnings are for you to weigh), 2 errors.
    """
    suites, found = check_suites(meant(folders, config_file), today=datetime.now(UTC).date())
    errors = sum(each.level == "error" for each in found)
    code = ExitCode.USAGE if errors else ExitCode.PASS
    if as_json:
        click.echo(json.dumps(_plain(suites, found, int(code)), indent=2, ensure_ascii=False))
        return int(code)
    for each in found:
        click.echo(f"{each.level}: {printable(str(each))}")
    for suite in suites:
        for name, pack in suite.packs.items():
            click.echo(
                f"note: {suite.name}/{printable(name)} is sealed: its {pack.terms.n_items} items "
                "are not looked at; check them in clear before they are sealed"
            )
    n_items = sum(len(refs) for suite in suites for refs in suite.items.values())
    click.echo(
        f"{_counted(len(suites), 'suite')} with {_counted(n_items, 'item')}: "
        f"{_counted(errors, 'error')}, {_counted(len(found) - errors, 'warning')}; "
        f"exit code {int(code)}"
    )
    return int(code)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _plain(suites: Sequence[Suite], found: Sequence[Finding], code: int) -> dict[str, object]:
    errors = [each for each in found if each.level == "error"]
    return {
        "schema_version": "1",
        "suites": [
            {
                "suite": suite.name,
                "folder": str(suite.folder),
                "digest": suite.digest,
                "items": sum(len(refs) for refs in suite.items.values()),
            }
            for suite in suites
        ],
        "errors": len(errors),
        "warnings": len(found) - len(errors),
        "exit_code": code,
        "findings": [each.plain() for each in found],
    }
