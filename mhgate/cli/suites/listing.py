"""``mhgate suites list``: what the suites hold, in numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict

import click

from mhgate.cli.suites.meant import columns, config_option, meant
from mhgate.report.safe_text import printable
from mhgate.suites.counting import Count
from mhgate.wiring.suite_counts import ProbeCounts, SuiteCounts, SuitesListed, count_suites

__all__ = ["command"]

_FEW = 12  # values of a stratum that one line shows
_NUMBERS = frozenset({1, 2})


@click.command("list")
@click.argument("folders", metavar="[FOLDER]...", nargs=-1)
@config_option
@click.option("--strata", "with_strata", is_flag=True, help="every stratum with all its values")
@click.option(
    "--json", "as_json", is_flag=True, help="print JSON: docs/reference/suites_command.md"
)
def command(
    folders: tuple[str, ...],
    config_file: str | None,
    with_strata: bool,  # noqa: FBT001 - click hands flags over so
    as_json: bool,  # noqa: FBT001 - the same
) -> int:
    """Count items and families by pillar, suite, probe, stratum and language.

    A probe is "required" where it gates: by the thresholds.toml of this folder, or, where that has
    no table for its pillar, by the one that mhgate ships.
    """
    found = count_suites(meant(folders, config_file))
    if as_json:
        click.echo(json.dumps(asdict(found), indent=2, ensure_ascii=False))
        return 0
    for line in _pillars(found):
        click.echo(line)
    for suite in found.suites:
        click.echo("")
        for line in _suite(suite, with_strata=with_strata):
            click.echo(line)
    return 0


def _pillars(found: SuitesListed) -> Iterator[str]:
    rows = [("pillar", "items", "families", "probes", "required", "languages")]
    rows += [
        (
            each.pillar,
            str(each.items),
            str(each.families),
            str(each.probes),
            str(each.required),
            _listed(each.languages),
        )
        for each in found.pillars
    ]
    if len(found.pillars) > 1:
        total = [
            str(sum(getattr(each, key) for each in found.pillars))
            for key in ("items", "families", "probes", "required")
        ]
        rows.append(("all", total[0], total[1], total[2], total[3], ""))
    yield from columns(rows, right=frozenset({1, 2, 3, 4}))
    yield "" if found.thresholds is None else f"required: by {found.thresholds}"


def _suite(suite: SuiteCounts, *, with_strata: bool) -> Iterator[str]:
    use = {True: ", in force", False: ", not in force", None: ""}[suite.in_force]
    yield f"{suite.suite}: version {suite.version}, {suite.digest[:19]}{use}"
    rows = [("probe", "items", "families", "measure", "decided by", "required")]
    rows += [
        (
            each.probe,
            str(each.items),
            str(each.families),
            _measure(each),
            _decided(each),
            {True: "yes", False: "no", None: "-"}[each.required],
        )
        for each in suite.probes
    ]
    for line in columns(rows, right=_NUMBERS):
        yield f"  {line}"
    yield f"  languages: {_listed(suite.languages)}"
    for key, values in suite.strata.items():
        is_short = with_strata or len(values) <= _FEW
        yield f"  {printable(key)}: {_listed(values) if is_short else f'{len(values)} values'}"
    if suite.gold:
        yield "  gold: " + ", ".join(f"{each.question} {each.rows}" for each in suite.gold)
    for name, count in suite.sealed.items():
        yield (
            f"  sealed: {printable(name)}, {count.items} items in {count.families} families, "
            "counted nowhere else"
        )
    yield f"  reviews: {suite.reviews.read} of {suite.families} families read as they are"


def _measure(probe: ProbeCounts) -> str:
    detail = probe.statistic or (f"by {probe.by}" if probe.by else "")
    never = ", never" if probe.never else ""
    return f"{probe.measure}{f' ({detail})' if detail else ''}{never}"


def _decided(probe: ProbeCounts) -> str:
    return probe.wanted if probe.question is None else f"{probe.question}: {probe.wanted}"


def _listed(counts: Mapping[str, Count]) -> str:
    ordered = sorted(counts.items(), key=lambda each: (-each[1].items, each[0]))
    return ", ".join(f"{printable(name)} {count.items}" for name, count in ordered)
