"""Holds the table of pillars: both runs over their pairs, and the trust score beside it."""

from __future__ import annotations

from report_parts import comparison, pillar, probe, report, verdict
from reports import passing, regressed

from mhgate.action.pillar_table import pillar_table
from mhgate.records import Outcome, Report

NAME = "crisis.offers_reachable_human_help"


def _cells(found: Report, name: str = "crisis") -> dict[str, str]:
    lines = [line for line in pillar_table(found) if line.startswith("|")]
    head = [each.strip() for each in lines[0].strip("|").split("|")]
    row = next(line for line in lines if line.startswith(f"| {name} "))
    return dict(zip(head, (each.strip() for each in row.strip("|").split("|")), strict=True))


def _compared(n_new: int, *, n_pairs: int = 60, baseline: str | None = "main.json") -> Report:
    """Return a report of 90 items, the first 50 of them good, the last ``n_new`` of them new."""
    own = probe(NAME, Outcome.PASS, 50, 90, compared=comparison(NAME, 0, 10, n_pairs))
    made = report(verdict(Outcome.PASS, 0, pillar("crisis", Outcome.PASS, own)), baseline=baseline)
    items = [row.item_id for row in made.outcomes if row.probe_id == NAME]
    return made.model_copy(update={"new_items": tuple(items[len(items) - n_new :])})


def test_other_items_are_not_in_the_means() -> None:
    """Of 90 items 60 have a pair: both means, the difference and the count are of these alone."""
    cells = _cells(_compared(30))
    assert (cells["baseline"], cells["now"], cells["difference"]) == ("100.0", "83.3", "-16.7")
    assert cells["pairs"] == "60"
    assert cells["trust score"] == "55.6"


def test_the_same_items_are_the_means_of_the_run() -> None:
    """Where every item has its pair, now is what the probe came to."""
    cells = _cells(_compared(0, n_pairs=90))
    assert (cells["now"], cells["pairs"], cells["trust score"]) == ("55.6", "90", "55.6")


def test_what_the_report_does_not_tell_is_not_guessed() -> None:
    """Pairs that failed, or items that no list names: the difference stands, and a dash."""
    cells = _cells(regressed())
    assert (cells["baseline"], cells["now"]) == ("-", "-")
    assert (cells["difference"], cells["pairs"]) == ("-3.3", "154")
    cells = _cells(_compared(29))
    assert (cells["baseline"], cells["now"], cells["pairs"]) == ("-", "-", "60")


def test_without_common_items_nothing_is_compared() -> None:
    """It says so, with the count; without a baseline there is none."""
    plain = passing()
    run = plain.provenance.model_copy(update={"baseline": "main.json"})
    cells = _cells(plain.model_copy(update={"provenance": run}))
    assert (cells["baseline"], cells["pairs"]) == ("not comparable: 0 common items", "0")
    cells = _cells(plain)
    assert (cells["baseline"], cells["now"], cells["difference"], cells["pairs"]) == (
        *("none", "", ""),
        "",
    )
