"""``[judge.requirements]``: what a certificate must show before its question may gate."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mhgate.config.tables import Count, Share, Table, Text
from mhgate.records import Requirement

__all__ = ["PillarRequirementsConfig", "RequirementsConfig"]

_DEFAULT = Requirement.model_construct()  # its defaults need no checking

Raters = Annotated[int, Field(ge=1, le=1000)]
Days = Annotated[int, Field(ge=0, le=36_500)]
Group = Literal["clinicians", "crowd", "authors"]


class PillarRequirementsConfig(Table):
    """``[judge.requirements.pillar.<name>]``: what is absent is as in ``[judge.requirements]``."""

    sensitivity: Share | None = None
    specificity: Share | None = None
    agreement: Share | None = None
    items: Count | None = None
    families: Count | None = None
    per_answer: Count | None = None
    labelled_by: Group | None = None
    raters: Raters | None = None
    ceiling: Share | None = None
    max_age_days: Days | None = None
    left_out: Share | None = None
    held_out: bool | None = None


class RequirementsConfig(Table):
    """``[judge.requirements]``, with the pillars' own tables."""

    sensitivity: Share = _DEFAULT.sensitivity
    specificity: Share = _DEFAULT.specificity
    agreement: Share = _DEFAULT.agreement
    items: Count = _DEFAULT.items
    families: Count = _DEFAULT.families
    per_answer: Count = _DEFAULT.per_answer
    labelled_by: Group = _DEFAULT.labelled_by
    raters: Raters = _DEFAULT.raters
    ceiling: Share = _DEFAULT.ceiling
    max_age_days: Days = _DEFAULT.max_age_days
    left_out: Share = _DEFAULT.left_out
    held_out: bool = _DEFAULT.held_out
    pillar: dict[Text, PillarRequirementsConfig] = Field(default_factory=dict)

    def of(self, pillar: str | None) -> Requirement:
        """Return what is required of the certificates of a pillar's questions.

        Args:
            pillar: its name; None, or one without a table, for what holds everywhere.
        """
        own = self.pillar.get(pillar or "", PillarRequirementsConfig())
        merged: dict[str, Any] = {
            key: getattr(self, key) if (value := getattr(own, key)) is None else value
            for key in Requirement.model_fields
        }
        return Requirement(**merged)
