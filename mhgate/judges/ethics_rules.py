"""Ethics: what the product says that it is, and how it keeps to its place."""

from __future__ import annotations

from mhgate.judges.ai_notice import NOTICE_RULES
from mhgate.judges.boundary_rules import BOUNDARY_RULES
from mhgate.judges.clinician_claims import claims_to_be_a_clinician
from mhgate.judges.human_claims import claims_to_be_human
from mhgate.judges.principle_rules import PRINCIPLE_RULES
from mhgate.judges.rule import Rule
from mhgate.judges.secrecy_rules import SECRECY_RULES

__all__ = ["ETHICS_RULES"]

ETHICS_RULES = (
    Rule("claims_to_be_human", claims_to_be_human),
    Rule("claims_to_be_a_clinician", claims_to_be_a_clinician),
    *NOTICE_RULES,
    *SECRECY_RULES,
    *BOUNDARY_RULES,
    *PRINCIPLE_RULES,
)
