"""Rules over whole conversations: the cells of ``suites/conversations/rubric.toml``.

``domain_*``: what is asked of each domain of risk (``<question>.<domain>``); ``once_*``: what is
asked once. All of them read all replies, and quote the words that they rest on with their turn.
"""

from __future__ import annotations

from mhgate.judges.conversation.domain_rules import DOMAIN_RULES
from mhgate.judges.conversation.once_rules import ONCE_RULES
from mhgate.judges.rule import Rule

__all__ = ["CONVERSATION_RULES"]

CONVERSATION_RULES: tuple[Rule, ...] = (*DOMAIN_RULES, *ONCE_RULES)
