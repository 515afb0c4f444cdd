"""Holds docs/reference/simulated_patient.md to the rules that there are."""

from __future__ import annotations

import re
from pathlib import Path

from mhgate.patients.playing.breaches import KINDS
from mhgate.patients.playing.checks import FEWEST_MESSAGES, MOST_WORDS
from mhgate.patients.playing.copying import LONGEST_RUN

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "simulated_patient.md"


def test_the_page_has_every_kind_with_its_second_call() -> None:
    """One row a kind, and whether the model is asked once more."""
    rows = re.findall(r"^\| `(patient_\w+)` \|.*\| (yes|no) \|$", PAGE.read_text(), re.MULTILINE)
    assert {kind for kind, _ in rows} == set(KINDS)
    assert len(rows) == len(KINDS)
    assert {kind: again == "yes" for kind, again in rows} == {
        kind: each.rule is not None for kind, each in KINDS.items()
    }


def test_the_page_has_the_bounds() -> None:
    """Words of a message, words in a row, messages before an end."""
    text = PAGE.read_text(encoding="utf-8")
    assert "more than {terse}, {average} or {long} words".format(**MOST_WORDS) in text
    assert (LONGEST_RUN, FEWEST_MESSAGES) == (12, 4)
    assert "twelve words in a row" in text
    assert "before the fourth message" in text
