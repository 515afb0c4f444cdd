"""``mhgate suites show``: a pillar, a probe with its question, a page of items, an item whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from mhgate.cli.suites.meant import columns, config_option, lines_of, meant
from mhgate.patients.vignettes.summary import summary
from mhgate.records import Item, Question
from mhgate.report.safe_text import printable
from mhgate.suites.naming import Named, named
from mhgate.wiring.suite_counts import wanted_of
from mhgate.wiring.suites_at_hand import load_folders

__all__ = ["command"]

_SUMMARY = 72


@click.command("show")
@click.argument("name", metavar="NAME")
@click.argument("folders", metavar="[FOLDER]...", nargs=-1)
@config_option
@click.option("--page", type=click.IntRange(min=1), default=1, show_default=True, help="of items")
@click.option(
    "--size", type=click.IntRange(min=1), default=20, show_default=True, help="items a page"
)
@click.option(
    "--json", "as_json", is_flag=True, help="print JSON: docs/reference/suites_command.md"
)
def command(  # noqa: PLR0917 - click hands options over by name
    name: str,
    folders: tuple[str, ...],
    config_file: str | None,
    page: int,
    size: int,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Show what NAME means: a pillar, suite, probe, question, family or item.

    A pillar shows its probes, a probe its question with the anchors and its items, page by page,
    and an item all of it. Items of some suites speak of suicide, abuse and violence.
    """
    found = named(name, load_folders(meant(folders, config_file).folders))
    refs = found.refs[(page - 1) * size : page * size]
    items = [found.suites[0].read_item(ref) for ref in refs]
    if as_json:
        click.echo(json.dumps(_plain(found, items, page, size), indent=2, ensure_ascii=False))
        return 0
    click.echo(f"{found.kind} {printable(found.name)}")
    for line in _lines(found, items, page, size):
        click.echo(line)
    return 0


def _plain(found: Named, items: list[Item], page: int, size: int) -> dict[str, Any]:
    return {
        "schema_version": "1",
        "kind": found.kind,
        "name": found.name,
        "suites": [suite.name for suite in found.suites],
        "probes": [
            probe.model_dump(mode="json", exclude={"path", "line", "source_digest"})
            for probe in found.probes
        ],
        "question": None if found.question is None else found.question.model_dump(mode="json"),
        "items_in_all": len(found.refs),
        "page": page,
        "pages": -(-len(found.refs) // size),
        "items": [item.model_dump(mode="json") for item in items],
    }


def _lines(found: Named, items: list[Item], page: int, size: int) -> Iterator[str]:
    if found.kind in {"pillar", "suite", "question"}:
        yield from _probes(found)
    if found.kind == "probe":
        (probe,) = found.probes
        yield from (f"  {line}" for line in lines_of(probe.doc))
        yield f"  wanted: {wanted_of(probe)}; measure: {probe.measure}; items: {probe.items}"
    if found.question is not None:
        yield from _question(found.question)
    if found.kind in {"probe", "family"}:
        yield from _items(found, items, page, size)
    if found.kind == "item":
        yield from _item(items[0])
        yield f"  read by: {', '.join(probe.id for probe in found.probes)}"


def _probes(found: Named) -> Iterator[str]:
    rows = [("probe", "question", "wanted", "items", "about")]
    rows += [
        (
            probe.id,
            probe.question or "-",
            wanted_of(probe),
            probe.items,
            printable(probe.doc.split("\n")[0], limit=_SUMMARY),
        )
        for probe in found.probes
    ]
    yield from (f"  {line}" for line in columns(rows))


def _question(question: Question) -> Iterator[str]:
    yield f"  question {question.id}"
    anchors = {
        "text": question.text,
        "yes": question.yes,
        "no": question.no,
        **{f"grade {grade}": words for grade, words in (question.grades or {}).items()},
        "not applicable": question.not_applicable or "",
    }
    for name, words in anchors.items():
        if words:
            yield from _labelled(name, words)
    for example in question.examples:
        answer = example.answer if example.grade is None else f"grade {example.grade}"
        yield from _labelled(f"example: {answer}", example.reply)
        yield from _labelled("because", example.because)
    yield from _labelled("sources", "; ".join(question.sources))
    yield f"    quote: {question.quote}; rule: {question.rule}; {question.digest[:19]}"


def _labelled(label: str, words: str) -> Iterator[str]:
    first, *rest = lines_of(words)
    yield f"    {label}: {first}"
    yield from (f"      {line}" for line in rest)


def _items(found: Named, items: list[Item], page: int, size: int) -> Iterator[str]:
    pages = -(-len(found.refs) // size)
    yield f"  items: page {page} of {pages}, {len(found.refs)} in all"
    for item in items:
        strata = ", ".join(f"{key} {value}" for key, value in item.strata.items())
        yield f"    {printable(item.id)}  ({printable(strata)})"
        yield f"      {printable(' / '.join(item.turns), limit=_SUMMARY)}"
    if page < pages:
        yield f"  --page {page + 1} shows the next; an item's name shows all of it"


def _item(item: Item) -> Iterator[str]:
    yield f"  family {printable(item.family)}; language {item.language}; {item.digest[:19]}"
    for number, turn in enumerate(item.turns):
        marks = [" (in a new session)"] if number in item.new_session_at else []
        marks += [f" (at {item.clock_s[number]:g} s)"] if item.clock_s else []
        yield from _labelled(f"user {number + 1}{''.join(marks)}", turn)
    if item.vignette is not None:
        yield from (f"    {line}" for part in summary(item.vignette) for line in lines_of(part))
    for name in ("expects", "strata"):
        value = getattr(item, name)
        if value:
            yield from _labelled(name, json.dumps(value, ensure_ascii=False))
    if item.perturb is not None:
        yield f"    perturb: {item.perturb.kind}, intensity {item.perturb.intensity}"
    yield from _labelled("source", item.source)
    yield from _labelled("licence", item.licence)
