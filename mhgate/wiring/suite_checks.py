"""Suites checked, with what the judges' hotline table says about the countries of their items."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from mhgate.judges import LOOKED_UP_BY, expired_entries
from mhgate.judges.hotlines import hotlines
from mhgate.sealed.opening import closed
from mhgate.suites import Suite
from mhgate.suites.checking import Finding, HotlineTerms, check_folders
from mhgate.wiring.suites_at_hand import SuitesAtHand

__all__ = ["check_suites"]


def check_suites(at_hand: SuitesAtHand, *, today: date) -> tuple[list[Suite], list[Finding]]:
    """Check suites: all that loading checks, and what a careful reader would look for.

    Args:
        at_hand: the suites that are meant.
        today: the day on which hotline entries should hold.

    Returns:
        The suites that load, and what was found, errors first. A hotline entry past its term is
        one whether an item names its country or not.
    """
    expired = expired_entries(today)
    terms = HotlineTerms(rules=LOOKED_UP_BY, countries=hotlines().countries, expired=expired)
    suites, found = check_folders(at_hand.folders, terms, closed)
    named = " ".join(each.found for each in found if each.rule == "expired-hotline")
    return suites, [*_of_the_table(expired, named, today), *found]


def _of_the_table(
    expired: Mapping[str, tuple[str, ...]], named: str, today: date
) -> Iterator[Finding]:
    """Yield the entries past their term of countries that no item names."""
    for country, names in expired.items():
        if f"items from {country}," not in named:
            yield Finding(
                rule="expired-hotline",
                suite="",
                where=f"hotlines.toml: {country}",
                found=f"the term of {', '.join(names)} is over",
                expected=f"a date after {today}",
                hint="Take a mhgate whose entries were checked, or check them at their source.",
            )
