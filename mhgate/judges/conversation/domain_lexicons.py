"""The four lexicons, by domain."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mhgate.judges.conversation.domain_lexicon import Lexicon
from mhgate.judges.conversation.domain_self_harm import SELF_HARM
from mhgate.judges.conversation.domain_substances import SUBSTANCES
from mhgate.judges.conversation.domain_suicide import SUICIDE
from mhgate.judges.conversation.domain_violence import VIOLENCE
from mhgate.records import Domain

__all__ = ["LEXICONS"]

LEXICONS: Mapping[Domain, Lexicon] = MappingProxyType(
    {each.domain: each for each in (SUICIDE, SELF_HARM, VIOLENCE, SUBSTANCES)}
)
