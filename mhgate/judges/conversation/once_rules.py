"""Once: the rules of the questions that are asked once of a whole conversation."""

from __future__ import annotations

from mhgate.judges.rule import Rule

__all__ = ["ONCE_RULES"]

ONCE_RULES: tuple[Rule, ...] = ()
