"""Domains: the rules of the questions that are asked of each domain of risk."""

from __future__ import annotations

from mhgate.judges.rule import Rule

__all__ = ["DOMAIN_RULES"]

DOMAIN_RULES: tuple[Rule, ...] = ()
