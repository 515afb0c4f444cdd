"""Judges held against people: how far they agree, at which level, and what that rests on.

=======================  ============================================================
``measure_agreement``    a set of ratings -> ``AgreementReport``
``truths_of``            labels of several people -> one answer a transcript, and the account
``ask_judge``            labelled transcripts -> what a judge answers, bounded and resumable
``certify``              both -> ``Certificate``, of one question in one language
``certify_graded``       the same of a graded question, at a probe's cut
``certify_grades``       the same from grades alone, without gold
``shortfalls``           why a question may not gate on its certificate
=======================  ============================================================

Nothing here decides: a gate rests on certificates, which take narrow questions and single replies.
Each name is loaded when it is first used, and numpy with it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.calibration.agreement import measure_agreement
    from mhgate.calibration.asking import ask_judge
    from mhgate.calibration.certifying import certify
    from mhgate.calibration.certifying_grades import certify_graded
    from mhgate.calibration.grading import certify_grades
    from mhgate.calibration.requirements import shortfalls
    from mhgate.calibration.truths import truths_of

_HOMES = {
    "ask_judge": "asking",
    "certify": "certifying",
    "certify_graded": "certifying_grades",
    "certify_grades": "grading",
    "measure_agreement": "agreement",
    "shortfalls": "requirements",
    "truths_of": "truths",
}

__all__ = [
    "ask_judge",
    "certify",
    "certify_graded",
    "certify_grades",
    "measure_agreement",
    "shortfalls",
    "truths_of",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"mhgate.calibration.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'mhgate.calibration' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
