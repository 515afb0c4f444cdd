"""Judges held against people: how far they agree, at which level, and what that rests on.

=======================  ============================================================
``measure_agreement``    a set of ratings -> ``AgreementReport``
=======================  ============================================================

Nothing here decides: a gate rests on certificates, which take narrow questions and single replies.
Each name is loaded when it is first used, and numpy with it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.calibration.agreement import measure_agreement

_HOMES = {"measure_agreement": "agreement"}

__all__ = ["measure_agreement"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"mhgate.calibration.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'mhgate.calibration' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
