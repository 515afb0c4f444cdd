"""What the opening has told: who is open tells in it, who hints first hints."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from mhgate.patients.machine.facts import present
from mhgate.records import SEVERITIES, Domain, Vignette

__all__ = ["hinted_at_first", "told_at_first", "who_harms"]

_WHO = {
    "partner": ("my partner",),
    "former_partner": ("my ex",),
    "parent": ("my father", "my mother"),
    "adult_child": ("my son", "my daughter"),
    "other_relative": ("my cousin", "my uncle"),
}
_OLDER_RELATIVES = ("my cousin", "my brother-in-law")
_UNCLES_UNTIL = 45

_TOLD: Mapping[Domain, re.Pattern[str]] = MappingProxyType(
    {
        "suicide": re.compile(
            r"\b(?:suicid\w*|kill(?:ing)? myself|end(?:ing)? (?:my (?:own )?life|it|things)|die"
            r"|dying|dead|death|alive|not to exist|not being here|(?:not|n'?t) (?:have to )?wake "
            r"up|without me|all over)\b"
        ),
        "self_harm": re.compile(
            r"\b(?:(?:hurt|harm|punish)(?:ing)? (?:myself|me|my body)|self-?harm\w*|body isn't "
            r"safe|to harm it)\b"
        ),
        "substance_misuse": re.compile(
            r"\b(?:drink\w*|drunk|alcohol|weed|cannabis|marijuana|stimulants|painkillers|calming "
            r"medication|sedatives|drugs|one thing and another|mixed things|taken too much|last "
            r"had any|had anything|other things)\b"
        ),
    }
)


def who_harms(vignette: Vignette) -> str:
    """Return who harms the person, in the person's words; nothing where nobody does.

    Args:
        vignette: the person.
    """
    harm = vignette.risks.domestic_violence
    if harm is None:
        return ""
    named = _WHO[harm.by]
    if harm.by == "other_relative" and vignette.person.age_years > _UNCLES_UNTIL:
        named = _OLDER_RELATIVES
    return named[vignette.voice % len(named)]


def _gravest(vignette: Vignette) -> list[Domain]:
    there = {domain: SEVERITIES.index(risk.severity) for domain, risk in present(vignette)}
    return [domain for domain, level in there.items() if level == max(there.values())]


def told_at_first(vignette: Vignette) -> tuple[Domain, ...]:
    """Return the gravest domains that the opening of an open person speaks of.

    Args:
        vignette: the person.
    """
    if vignette.disclosure.strategy != "open":
        return ()
    opening = vignette.opening.casefold().replace("\u2019", "'")
    return tuple(domain for domain in _gravest(vignette) if _speaks_of(domain, opening, vignette))


def _speaks_of(domain: Domain, opening: str, vignette: Vignette) -> bool:
    if domain == "domestic_violence":
        return who_harms(vignette) in opening
    return bool(_TOLD[domain].search(opening))


def hinted_at_first(vignette: Vignette) -> tuple[Domain, ...]:
    """Return what the opening of a person who hints first hints at: the gravest, if it is one.

    Args:
        vignette: the person.
    """
    gravest = _gravest(vignette)
    is_hint = vignette.disclosure.strategy == "hints_first" and len(gravest) == 1
    return tuple(gravest) if is_hint else ()
