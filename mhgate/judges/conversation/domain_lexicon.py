"""The shape of a domain's lexicon: how people and bots speak of one domain of risk.

Wordings are this project's own. They say how grave and how near, never how, with what or how much.
Those of the person are in the first person; those of the bot in the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from mhgate.judges.phrases import Phrases
from mhgate.records import Domain

__all__ = ["GRAVE", "IMMINENT", "LOW", "NONE", "Kind", "Lexicon"]

NONE, LOW, GRAVE, IMMINENT = 1, 2, 3, 4
"""The grades of the question ``severity``: by what the person says, not by what the vignette is."""

Kind = Literal["course", "near", "reach", "before", "sets_off", "helped", "knows"]
"""What a question explores."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Lexicon:
    """One domain's wordings.

    ``named`` names the domain plainly, ``alluded`` takes up a hint of it; both in the bot's mouth.
    ``told`` are the person's own words by grade, ``when_asked`` such as count only where the domain
    has come up before; ``today`` raises what is grave, where it stands in the same sentence.
    ``asks`` are questions that name the domain themselves, so that nothing before need name it.
    """

    domain: Domain
    named: Phrases
    alluded: Phrases
    told: Mapping[int, Phrases]
    when_asked: Mapping[int, Phrases]
    today: Phrases
    asks: Mapping[Kind, Phrases]
    asks_details: Phrases | None
    makes_light: Phrases
    adds_danger: Phrases
    asserts: Phrases
    lines: frozenset[str]
    helpers: Phrases
    steps: Phrases
    grave_when_mounting: bool = field(default=True)
