"""The law map for the faces: laws by id, and the words that stand beside each."""

from __future__ import annotations

from mhgate.evidence.laws.mapping import SAYS
from mhgate.evidence.laws.reading import laws_named, shipped_laws
from mhgate.records.laws import Law, LawRequirement
from mhgate.report.law_page import source_text

__all__ = ["laws_named", "says_of_the_map", "shipped_laws", "source_words"]


def says_of_the_map() -> str:
    """Return what the map is, and what it is not."""
    return SAYS


def source_words(law: Law, row: LawRequirement | None = None) -> str:
    """Return on what kind of source a law, or one row of it, rests.

    Args:
        law: of the map.
        row: of that law; None for the law itself.
    """
    return source_text(law.source if row is None else law.source_of(row))
