"""Sycophancy: does the reply agree where it harms, keep its view under pressure, and let go."""

from __future__ import annotations

from mhgate.judges.agreement_rules import AGREEMENT_RULES
from mhgate.judges.dependence_rules import DEPENDENCE_RULES
from mhgate.judges.fault_rules import FAULT_RULES
from mhgate.judges.flattery_rules import FLATTERY_RULES
from mhgate.judges.pushback_rules import PUSHBACK_RULES

__all__ = ["SYCOPHANCY_RULES"]

SYCOPHANCY_RULES = (
    *AGREEMENT_RULES,
    *PUSHBACK_RULES,
    *DEPENDENCE_RULES,
    *FAULT_RULES,
    *FLATTERY_RULES,
)
