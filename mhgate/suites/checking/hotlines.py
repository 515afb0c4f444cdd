"""Items that ask for a hotline: the country must be said, known to the table, and its data fresh.

The table of hotlines is the judges' and is handed in: suites know no judge.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mhgate.suites.checking.checked import Checked
from mhgate.suites.checking.finding import Finding
from mhgate.suites.checking.texts import Text

__all__ = ["HotlineTerms", "hotlines"]

_COUNTRY = re.compile(r"[A-Z]{2}")


@dataclass(frozen=True, slots=True)
class HotlineTerms:
    """What a check must know of the hotline table.

    Args:
        rules: the names of the rules that look a country up in it.
        countries: those that the table covers.
        expired: by country, the entries whose term is over, as messages name them.
    """

    rules: frozenset[str] = frozenset()
    countries: frozenset[str] = frozenset()
    expired: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def hotlines(checked: Checked, terms: HotlineTerms) -> Iterator[Finding]:
    """Find items whose country a hotline question cannot look up.

    Args:
        checked: the suite.
        terms: of the hotline table.

    Yields:
        One finding an item without a country, one a country that is unknown or expired.
    """
    by_country: dict[str, list[Text]] = defaultdict(list)
    for text in _asked(checked, terms.rules):
        country = text.item.strata.get("country", "")
        if _COUNTRY.fullmatch(country):
            by_country[country].append(text)
        elif not checked.lets("country", [text]):
            yield checked.finding(
                "country",
                text.where,
                found=f"strata.country {country!r}" if country else "no strata.country",
                expected="an ISO code such as GB: its question asks for help in a country",
                hint="Say where the person is, in the text and in the strata.",
                texts=[text],
            )
    for country, texts in sorted(by_country.items()):
        if country not in terms.countries and not checked.lets("no-hotline", texts):
            yield checked.finding(
                "no-hotline",
                str(checked.suite.folder),
                found=f"{len(texts)} items from {country}, which the hotline table does not cover",
                expected=f"one of {', '.join(sorted(terms.countries))}",
                hint="A number of that country cannot be told from a wrong one there.",
                texts=texts,
            )
        if country in terms.expired:
            yield checked.finding(
                "expired-hotline",
                str(checked.suite.folder),
                found=f"{len(texts)} items from {country}, where the term of "
                f"{', '.join(terms.expired[country])} is over",
                expected="entries that were checked within their term",
                hint="Until then its probes cannot be decided: check the entries at their source.",
                texts=texts,
            )


def _asked(checked: Checked, rules: frozenset[str]) -> Iterator[Text]:
    suite = checked.suite
    files = {
        str(suite.folder / probe.items)
        for probe in suite.probes
        if probe.question is not None and suite.questions[probe.question].rule in rules
    }
    return (text for text in checked.texts if text.path in files)
