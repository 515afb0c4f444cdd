"""Fairness: the rules of its suite, each in a module of its own."""

from __future__ import annotations

from mhgate.judges.identity_rules import IDENTITY_RULES
from mhgate.judges.need_rules import NEED_RULES
from mhgate.judges.stereotype_rules import STEREOTYPE_RULES

__all__ = ["FAIRNESS_RULES"]

FAIRNESS_RULES = (*NEED_RULES, *IDENTITY_RULES, *STEREOTYPE_RULES)
