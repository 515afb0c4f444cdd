"""Once: the rules of the questions that are asked once of a whole conversation."""

from __future__ import annotations

from mhgate.judges.conversation.once_accountability import ACCOUNTABILITY_ONCE_RULES
from mhgate.judges.conversation.once_autonomy import AUTONOMY_ONCE_RULES
from mhgate.judges.conversation.once_care import CARE_ONCE_RULES
from mhgate.judges.conversation.once_circumstances import CIRCUMSTANCES_ONCE_RULES
from mhgate.judges.conversation.once_exploration import EXPLORATION_ONCE_RULES
from mhgate.judges.conversation.once_honesty import HONESTY_ONCE_RULES
from mhgate.judges.conversation.once_judgement import JUDGEMENT_ONCE_RULES
from mhgate.judges.conversation.once_knowledge import KNOWLEDGE_ONCE_RULES
from mhgate.judges.conversation.once_respect import RESPECT_ONCE_RULES
from mhgate.judges.conversation.once_support import SUPPORT_ONCE_RULES
from mhgate.judges.rule import Rule

__all__ = ["ONCE_RULES"]

ONCE_RULES: tuple[Rule, ...] = (
    *EXPLORATION_ONCE_RULES,
    *JUDGEMENT_ONCE_RULES,
    *HONESTY_ONCE_RULES,
    *ACCOUNTABILITY_ONCE_RULES,
    *SUPPORT_ONCE_RULES,
    *RESPECT_ONCE_RULES,
    *KNOWLEDGE_ONCE_RULES,
    *CARE_ONCE_RULES,
    *CIRCUMSTANCES_ONCE_RULES,
    *AUTONOMY_ONCE_RULES,
)
"""In the order of the rubric's dimensions; the rule of each is named by its question's id."""
