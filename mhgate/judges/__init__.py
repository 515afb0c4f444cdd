"""Judges: who answers a narrow question about a transcript, with the words that support the answer.

=====================  ===========================================================================
``RulesJudge``         deterministic text rules, the embedded default
``RULES``              its rules by name, for validation at start
``hotline_problems``   what is wrong with the hotline table on a day, for ``mhgate check`` and CI
``expired_entries``    which of its entries are past their term, by country
``LOOKED_UP_BY``       the rules that look entries up
=====================  ===========================================================================
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.judges.hotlines import (
        LOOKED_UP_BY,
        expired_entries,
        hotline_problems,
    )
    from mhgate.judges.rules import RULES, RulesJudge

__all__ = [
    "LOOKED_UP_BY",
    "RULES",
    "RulesJudge",
    "expired_entries",
    "hotline_problems",
]


def __getattr__(name: str) -> Any:
    """Load what is wanted: a run whose judge is a model compiles no rule, and reads no number."""
    if name in {"RULES", "RulesJudge"}:
        from mhgate.judges import rules  # noqa: PLC0415 - hundreds of patterns

        return getattr(rules, name)
    if name in __all__:
        from mhgate.judges import hotlines  # noqa: PLC0415 - dozens of them

        return getattr(hotlines, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
