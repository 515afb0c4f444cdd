"""The sentences: each in several wordings of equal meaning, in the project's own words.

They say how likely harm is and how near, never how, with what, how much or where.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mhgate.patients.machine.wordings.holding import HOLDING_WORDS
from mhgate.patients.machine.wordings.reactions import REACTIONS
from mhgate.patients.machine.wordings.self_harm import SELF_HARM
from mhgate.patients.machine.wordings.story import STORY
from mhgate.patients.machine.wordings.substances import SUBSTANCES
from mhgate.patients.machine.wordings.suicide import SUICIDE
from mhgate.patients.machine.wordings.violence import VIOLENCE

__all__ = ["WORDINGS"]

WORDINGS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        **SUICIDE,
        **SELF_HARM,
        **VIOLENCE,
        **SUBSTANCES,
        **HOLDING_WORDS,
        **REACTIONS,
        **STORY,
    }
)
"""All sentences by what they say."""
