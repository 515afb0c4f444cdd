"""Makes the tables of docs/reference/vignettes.md: variables, rules, and what the cohort holds.

    python -m benchmarks.vignette_page

Whatever stands between two marks of the page is replaced; the rest of it is written by hand.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from mhgate.patients.vignettes.design import COMBINATIONS
from mhgate.patients.vignettes.drawing import draw_vignettes
from mhgate.patients.vignettes.rows import COHORT_SEED, COHORT_SIZE, row_of
from mhgate.patients.vignettes.rules import RULES
from mhgate.patients.vignettes.variables import variables

__all__ = ["PAGE", "made"]

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "vignettes.md"

_MARK = re.compile(r"(<!-- made: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
_SHOWN = (
    "coherence",
    "n_domains",
    "risk",
    "age",
    "register",
    "strategy",
    "cooperativeness",
    "country",
)


def _variables() -> Iterator[str]:
    every = list(variables())
    n_core = sum(each.is_core for each in every)
    yield f"{len(every)} variables: {n_core} core, {len(every) - n_core} conditional.\n"
    yield "| block | variable | levels |\n|---|---|---|"
    for each in every:
        yield f"| {each.block} | `{each.name}` | {each.levels.replace('_', ' ')} |"
    yield ""


def _rules() -> Iterator[str]:
    yield f"{len(RULES)} rules.\n"
    yield "| rule | what holds |\n|---|---|"
    yield from (f"| `{rule.name}` | {rule.sentence} |" for rule in RULES)
    yield ""


def _cohort() -> Iterator[str]:
    strata = [row_of(each)["strata"] for each in draw_vignettes(COHORT_SIZE, COHORT_SEED)]
    yield "| stratum | vignettes |\n|---|---|"
    for key in _SHOWN:
        counts = Counter(each[key] for each in strata)
        told = ", ".join(f"{value.replace('_', ' ')} {n}" for value, n in sorted(counts.items()))
        yield f"| `{key}` | {told} |"
    for domain in COMBINATIONS[-1]:
        counts = Counter(each[domain] for each in strata)
        levels = ("none", "low", "high", "imminent")
        yield f"| `{domain}` | {', '.join(f'{level} {counts[level]}' for level in levels)} |"
    yield ""


_TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "variables": _variables,
    "rules": _rules,
    "cohort": _cohort,
}


def made(page: str) -> str:
    """Return the page with its tables as they are now.

    Args:
        page: its text.
    """
    return _MARK.sub(lambda hit: hit[1] + "\n" + "\n".join(_TABLES[hit[2]]()) + "\n" + hit[3], page)


if __name__ == "__main__":
    PAGE.write_text(made(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
    print(f"written {PAGE}")
