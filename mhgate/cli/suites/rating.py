"""``mhgate suites rates``: a report's rates by the values of a stratum; nothing is decided."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from mhgate.cli.stored_reports import find_report
from mhgate.cli.suites.meant import columns
from mhgate.report.safe_text import printable
from mhgate.wiring import read_report
from mhgate.wiring.rates_by import PointsShare, RateBy, points_shares, rates_by

__all__ = ["command"]

_NUMBERS = frozenset({2, 3, 4, 5, 6})


@click.command("rates")
@click.argument("report_file", metavar="[REPORT]", required=False)
@click.option("--by", "key", metavar="STRATUM", required=True, help="source, points, risk, say")
@click.option("--json", "as_json", is_flag=True, help="print JSON: docs/importing.md")
def command(
    report_file: str | None,
    key: str,
    as_json: bool,  # noqa: FBT001 - click hands flags over so
) -> int:
    """Show how each probe of REPORT fared by the values of a stratum, as it was scored.

    REPORT is a report.json, a run's folder or id, or latest, which is the default. Where items
    carry points (a rubric's criteria), the share of points is shown, too. It decides nothing.
    """
    report = read_report(find_report(report_file))
    rates, shares = rates_by(report, key), points_shares(report)
    if as_json:
        click.echo(json.dumps(_plain(key, rates, shares), indent=2, ensure_ascii=False))
        return 0
    rows = [("probe", key, "items", "families", "rate", "lower", "upper")]
    rows += [
        (
            printable(each.probe),
            "-" if each.value is None else printable(each.value),
            str(each.found.n_items),
            str(each.found.n_families),
            "-" if each.found.scored_share is None else f"{each.found.scored_share:.3f}",
            f"{each.found.interval.lower:.3f}",
            f"{each.found.interval.upper:.3f}",
        )
        for each in rates
    ]
    for line in columns(rows, right=_NUMBERS):
        click.echo(line)
    for share in shares:
        click.echo(
            f"points of {printable(share.probe)}: {share.mean:.3f} ({share.lower:.3f} to "
            f"{share.upper:.3f}), the mean share of {share.prompts} prompts; pooled "
            f"{share.pooled:.3f}; {share.left_out} prompts left out: not scored whole, or nothing "
            "to gain"
        )
    level = rates[0].found.interval.level
    click.echo(f"As scored; intervals at {level:.0%}, by family. Nothing is decided here.")
    return 0


def _plain(key: str, rates: Sequence[RateBy], shares: Sequence[PointsShare]) -> dict[str, object]:
    return {
        "schema_version": "1",
        "by": key,
        "rates": [
            {
                "probe": each.probe,
                "value": each.value,
                "items": each.found.n_items,
                "families": each.found.n_families,
                "rate": each.found.scored_share,
                "lower": each.found.interval.lower,
                "upper": each.found.interval.upper,
                "level": each.found.interval.level,
            }
            for each in rates
        ],
        "points": [
            {
                "probe": each.probe,
                "prompts": each.prompts,
                "left_out": each.left_out,
                "share": each.mean,
                "lower": each.lower,
                "upper": each.upper,
                "pooled": each.pooled,
            }
            for each in shares
        ],
    }
