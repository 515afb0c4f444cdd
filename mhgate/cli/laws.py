"""``mhgate laws``: the laws and standards that a pack can hold figures beside."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime

import click

from mhgate.records.laws import Law
from mhgate.wiring import printable
from mhgate.wiring.law_list import laws_named, says_of_the_map, shipped_laws, source_words

__all__ = ["command"]


@click.group("laws")
def command() -> None:
    """Show the law map: what laws and standards ask for, with source and day of reading.

    It is no legal advice, and none of it says that a law is met. `mhgate evidence --for ID` puts a
    run's figures beside the requirements.
    """


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def _list(*, as_json: bool) -> int:
    """List the laws: id, title, since when, how it was read, and until when the row holds."""
    today = datetime.now(UTC).date()
    laws = shipped_laws()
    if as_json:
        click.echo(json.dumps({"laws": [_row(law, today) for law in laws]}, indent=2))
        return 0
    for law in laws:
        click.echo(printable(f"{law.id}: {law.title}"))
        click.echo(printable(f"  in force: {law.in_force}"))
        click.echo(printable(f"  read {law.read} ({source_words(law)}); {_term(law, today)}"))
    click.echo(f"mhgate: {len(laws)} laws and standards. {says_of_the_map()}")
    return 0


@command.command("show")
@click.argument("law_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
def _show(law_id: str, *, as_json: bool) -> int:
    """Show one law: its requirements in our own words, what speaks to each, and what does not."""
    today = datetime.now(UTC).date()
    (law,) = laws_named([law_id])
    if as_json:
        click.echo(
            json.dumps(law.model_dump(mode="json") | {"expired": law.expires < today}, indent=2)
        )
        return 0
    for line in _words(law, today):
        click.echo(printable(line))
    return 0


def _row(law: Law, today: date) -> dict[str, object]:
    kept = law.model_dump(mode="json", exclude={"questions", "requirements"})
    return kept | {"expired": law.expires < today, "n_requirements": len(law.requirements)}


def _term(law: Law, today: date) -> str:
    if law.expires < today:
        return f"PAST ITS TERM since {law.expires}: read it again before anybody relies on it"
    return f"holds until {law.expires}"


def _words(law: Law, today: date) -> Iterator[str]:
    yield f"{law.id}: {law.title} ({law.place})"
    yield f"In force: {law.in_force}"
    yield f"Source: {law.citation}, {law.url}"
    yield f"Read on {law.read} in {law.read_in} ({source_words(law)}); {_term(law, today)}"
    yield ""
    yield "Does it apply? Answer in thresholds.toml:"
    yield f"  [evidence.applicability.{law.id}]"
    for question in law.questions:
        yield f"  {question.id}: {question.text}"
    for row in law.requirements:
        yield ""
        yield f"{row.id} ({row.cited}): {row.asks}"
        if law.source_of(row) == "secondary":
            yield f"  {source_words(law, row)}"
        for what, names in (
            ("probes", row.probes),
            ("in the pack", row.parts),
            ("not shown", row.not_shown),
        ):
            for name in names:
                yield f"  {what}: {name}"
    yield ""
    yield says_of_the_map()
