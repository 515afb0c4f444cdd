"""``mhgate suites import``: a published set, or a table of one's own, becomes a suite."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import click

from mhgate.errors import ExitCode
from mhgate.importers.items import FORMATS, Origin
from mhgate.records import SuiteImport
from mhgate.report.safe_text import printable
from mhgate.suites.checking import Finding
from mhgate.wiring.importing import Imported, import_suite

__all__ = ["command"]

_FEW = 3  # findings of a rule that are shown


@click.command("import")
@click.argument("file", metavar="FILE")
@click.option("--as", "kind", type=click.Choice(FORMATS), required=True, help="what FILE is")
@click.option(
    "-o",
    "--output",
    "folder",
    metavar="FOLDER",
    required=True,
    help="of the suite: a new one",
)
@click.option("--mapping", metavar="FILE", help="of a table; default: the .toml beside it")
@click.option("--encoding", metavar="NAME", help="of the text; default: found, and said")
@click.option("--licence", metavar="TEXT", help="under which the data may be used")
@click.option("--source", metavar="TEXT", help="where the data comes from")
@click.option("--language", metavar="CODE", help="of what is said; default: en")
@click.option(
    "--own-replies",
    is_flag=True,
    help="use prompts with earlier replies, without these",
)
@click.option("--json", "as_json", is_flag=True, help="print import.json")
def command(  # noqa: PLR0917 - click hands options over by name
    file: str,
    kind: str,
    folder: str,
    mapping: str | None,
    encoding: str | None,
    licence: str | None,
    source: str | None,
    language: str | None,
    own_replies: bool,  # noqa: FBT001 - click hands flags over so
    as_json: bool,  # noqa: FBT001 - the same
) -> int:
    """Make a suite of FILE: items, questions, probes, and an account of every row.

    CSV, TSV, JSON Lines or XLSX. A row is used, or left out for a reason that is printed and kept
    in the suite's import.json; no text is changed. docs/importing.md says how each set is read.

    Exit codes: 0 written and fit to ask; 2 nothing written for a mistake, or written with errors
    that `mhgate suites check` will tell again.
    """
    home = Path(folder)
    imported = import_suite(
        Path(file),
        kind,
        home,
        origin=Origin(source=source, licence=licence, language=language, own_replies=own_replies),
        today=datetime.now(UTC).date(),
        mapping=None if mapping is None else Path(mapping),
        encoding=encoding,
    )
    about = imported.about
    code = ExitCode.USAGE if about.errors else ExitCode.PASS
    if as_json:
        click.echo(json.dumps(about.model_dump(mode="json"), indent=2, ensure_ascii=False))
        return int(code)
    for line in (*_account(about), *_found(about, imported.left), *_next(imported, home)):
        click.echo(printable(line))
    return int(code)


def _account(about: SuiteImport) -> Iterator[str]:
    for account in about.accounts:
        n_left = account.read - account.used
        yield f"{account.what}: {account.read} read, {account.used} used, {n_left} left out"
        for left in account.left_out:
            yield f"  left out {left.n}: {left.reason}{_places(left.places, left.n)}"
    for each in about.noticed:
        yield f"noticed {each.n}: {each.what}{_places(each.places, each.n)}"
    for name, number in about.facts.items():
        yield f"{name}: {number:g}"


def _places(places: tuple[str, ...], n: int) -> str:
    if not places:
        return ""
    return f" ({'; '.join(places)}{', ...' if n > len(places) else ''})"


def _found(about: SuiteImport, left: tuple[Finding, ...]) -> Iterator[str]:
    if about.let_stand:
        counts = ", ".join(f"{rule} {n}" for rule, n in about.let_stand.items())
        yield f"let stand, as it stood (items by rule, in check.toml): {counts}"
    for rule in (*about.errors, *about.warnings):
        shown = [each for each in left if each.rule == rule]
        for each in shown[:_FEW]:
            yield f"{each.level}: {each}"
        if len(shown) > _FEW:
            yield f"{shown[0].level}: {rule}: {len(shown) - _FEW} more"


def _next(imported: Imported, home: Path) -> Iterator[str]:
    about = imported.about
    for file in about.files:
        yield f"written  {home / file.name}: {file.rows} {file.holds} of {file.families} families"
    if imported.without_rule:
        named = ", ".join(imported.without_rule)
        yield f"The rules judge cannot answer {named}: a model, a judge of yours, or people can."
    yield "Next, in thresholds.toml:"
    yield f'  [suites] folders = ["{home.as_posix()}"]'
    yield f"  [pillar.{about.suite}] min_score = 0.8, required = false"
    for file in about.files:
        if file.holds == "replies":
            yield f"Then: mhgate judge {home / file.name} --suite {about.suite}"
