"""``[evidence]``: what a pack of evidence holds of a run, and who must have signed it off."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from mhgate.config.tables import Table, Text
from mhgate.records.evidence import MEANINGS, JournalWay, SignOffNeed

__all__ = [
    "DISPOSITIONS_FILE",
    "EXTERNAL_FILE",
    "HAZARDS_FILE",
    "ApplicabilityConfig",
    "EvidenceConfig",
    "ProtocolConfig",
    "need_of",
]

HAZARDS_FILE = "mhgate-hazards.toml"
DISPOSITIONS_FILE = "mhgate-dispositions.toml"
EXTERNAL_FILE = "mhgate-external.toml"


def need_of(text: str) -> SignOffNeed | None:
    """Return the sign-off that a text asks for: a role, and as its last word the meaning.

    Args:
        text: as ``[evidence] require`` writes it.

    Returns:
        None where the last word is no meaning, or nothing stands before it.

    Example:
        >>> need_of("clinical safety officer approval").role
        'clinical safety officer'
    """
    *role, meaning = text.split() or [""]
    if not role or meaning.lower() not in MEANINGS:
        return None
    known = next(each for each in MEANINGS if each == meaning.lower())
    return SignOffNeed(role=" ".join(role), meaning=known)


def _is_need(text: str) -> str:
    if need_of(text) is None:
        raise PydanticCustomError("sign_off", "no sign-off")
    return text


class ProtocolConfig(Table):
    """``[evidence.protocol]``: the protocol that the team has published."""

    file: Text
    url: Text | None = None


class ApplicabilityConfig(Table):
    """``[evidence.applicability.<law>]``: whether and how a law applies, as a person answers it."""

    by: Text
    on: date
    answers: dict[Text, Text]


class EvidenceConfig(Table):
    """``[evidence]``: none of it decides anything, and none is part of the policy's digest."""

    journal: JournalWay = "committed"
    require: tuple[Annotated[str, AfterValidator(_is_need)], ...] = Field(default=(), strict=False)
    protocol: ProtocolConfig | None = None
    hazards: Text = HAZARDS_FILE
    dispositions: Text = DISPOSITIONS_FILE
    external: Text = EXTERNAL_FILE
    applicability: dict[Text, ApplicabilityConfig] = Field(default_factory=dict)

    @property
    def needs(self) -> tuple[SignOffNeed, ...]:
        """The sign-offs that must be there."""
        return tuple(need for text in self.require if (need := need_of(text)) is not None)
