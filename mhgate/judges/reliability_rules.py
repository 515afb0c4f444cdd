"""Reliability: no diagnosis pronounced, and the attributes of support, graded by plain features."""

from __future__ import annotations

from mhgate.judges.diagnosis_rules import DIAGNOSIS_RULES
from mhgate.judges.grading_rules import GRADING_RULES

__all__ = ["RELIABILITY_RULES"]

RELIABILITY_RULES = (*DIAGNOSIS_RULES, *GRADING_RULES)
