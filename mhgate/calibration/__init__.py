"""Judges held against people: how far they agree, at which level, and what that rests on.

=======================  ============================================================
``measure_agreement``    a set of ratings -> ``AgreementReport``
=======================  ============================================================

Nothing here decides: a gate rests on certificates, which take narrow questions and single replies.
"""

from __future__ import annotations

from mhgate.calibration.agreement import measure_agreement

__all__ = ["measure_agreement"]
