"""Judges: who answers a narrow question about a transcript, with the words that support the answer.

=====================  ===========================================================================
``RulesJudge``         deterministic text rules, the embedded default
``RULES``              its rules by name, for validation at start
``hotline_problems``   what is wrong with the hotline table on a day, for ``mhgate check`` and CI
``expired_entries``    which of its entries are past their term, by country
``LOOKED_UP_BY``       the rules that look entries up
``hotlines``           the table itself
=====================  ===========================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mhgate.judges.hotlines import LOOKED_UP_BY, expired_entries, hotline_problems, hotlines

if TYPE_CHECKING:
    from mhgate.judges.rules import RULES, RulesJudge

__all__ = [
    "LOOKED_UP_BY",
    "RULES",
    "RulesJudge",
    "expired_entries",
    "hotline_problems",
    "hotlines",
]


def __getattr__(name: str) -> Any:
    """Load the rules when one is wanted: a run whose judge is a model compiles none of them."""
    if name not in {"RULES", "RulesJudge"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from mhgate.judges import rules  # noqa: PLC0415 - hundreds of patterns

    return getattr(rules, name)
