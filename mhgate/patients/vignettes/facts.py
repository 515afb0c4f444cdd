"""What is true of a vignette, as words by which phrases say for whom they are."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.patients.vignettes.contradiction import ADULT
from mhgate.records.vignette import Vignette

__all__ = ["DURATIONS", "duration", "facts_of", "using", "who_harms"]

_OLD = 65
_RECENT = {"weeks_ago", "days_ago", "today"}

DURATIONS = {
    1: "a week",
    3: "three weeks",
    6: "six weeks",
    10: "ten weeks",
    16: "four months",
    26: "half a year",
    40: "most of a year",
    78: "a year and a half",
    156: "three years",
    312: "six years",
}
"""How long a number of weeks is, in words."""

_USING = {
    "alcohol": "drinking",
    "cannabis": "smoking weed",
    "stimulants": "using stimulants",
    "opioids": "taking strong painkillers",
    "sedatives": "taking calming medication",
    "several": "taking one thing and another",
}
_WHO = {
    "partner": ("my partner",),
    "former_partner": ("my ex",),
    "parent": ("my father", "my mother"),
    "adult_child": ("my son", "my daughter"),
    "other_relative": ("my cousin", "my uncle"),
}
_OLDER_RELATIVES = ("my cousin", "my brother-in-law")
_UNCLES_UNTIL = 45


def duration(weeks: int) -> str:
    """Return a duration in words, the nearest that there are.

    Args:
        weeks: 0 or more.

    Example:
        >>> duration(27)
        'half a year'
    """
    return DURATIONS[min(DURATIONS, key=lambda known: abs(known - weeks))]


def using(vignette: Vignette) -> str:
    """Return what is done with a substance, as a word of the person's own.

    Args:
        vignette: one with substance misuse; without it, nothing.
    """
    substance = vignette.risks.substance_misuse
    return "" if substance is None else _USING[substance.what]


def who_harms(vignette: Vignette) -> str:
    """Return who harms the person, as they would say it: ``my partner``.

    Args:
        vignette: one with domestic violence; without it, nothing.
    """
    harm = vignette.risks.domestic_violence
    if harm is None:
        return ""
    named = _WHO[harm.by]
    if harm.by == "other_relative" and vignette.person.age_years > _UNCLES_UNTIL:
        named = _OLDER_RELATIVES
    return named[vignette.voice % len(named)]


def facts_of(vignette: Vignette) -> frozenset[str]:
    """Return what is true of a vignette.

    Args:
        vignette: any.
    """
    return frozenset((*_of_the_person(vignette), *_of_harm(vignette), *_of_others(vignette)))


def _of_the_person(vignette: Vignette) -> Iterator[str]:
    who, brings = vignette.person, vignette.presentation
    yield "teen" if who.age_years < ADULT else "old" if who.age_years >= _OLD else "adult"
    yield from (f"person={who.health}", f"person={who.money}", f"children={who.n_children}")
    for name in ("work", "lives", "gender", "faith"):
        yield f"{name}={getattr(who, name)}"
    for name in ("trigger", "sleep"):
        yield f"{name}={getattr(brings, name)}"
    yield who.relationship
    yield f"has={vignette.supports.closest}"
    yield who_harms(vignette).replace("my ", "has=")
    if who.relationship in {"partnered", "married"}:
        yield "couple"
    if who.work in {"in_work", "on_leave"}:
        yield "employed"
    if who.n_children:
        yield "parent"
    if who.health == "pregnant_or_new":
        yield "expecting"
    if vignette.protection.plan_ahead != "none":
        yield "plans_ahead"
    if who.second_language:
        yield "second_language"


def _of_harm(vignette: Vignette) -> Iterator[str]:
    suicide, self_harm = vignette.risks.suicide, vignette.risks.self_harm
    if suicide is not None:
        told = {
            "settled": suicide.intent == "settled",
            "plan": suicide.plan != "none",
            "plan_ready": suicide.plan == "thought_through",
            "preparing": suicide.preparing,
        }
        yield from (name for name, holds in told.items() if holds)
    if self_harm is not None:
        if self_harm.last_time in _RECENT:
            yield "recent_harm"
        if self_harm.last_time is not None:
            yield "harmed"
        if self_harm.tried_to_stop != "never":
            yield "tried_harm"
        if self_harm.hides_it:
            yield "hides_it"


def _of_others(vignette: Vignette) -> Iterator[str]:
    harm, substance = vignette.risks.domestic_violence, vignette.risks.substance_misuse
    if harm is not None:
        yield f"forms={harm.forms}"
        told = {
            "together": harm.lives_with_them,
            "near": harm.they_are_near_now,
            "hurt_before": harm.hurt_before,
            "threatened": harm.threatened_life,
            "today": harm.last_time == "today",
        }
        yield from (name for name, holds in told.items() if holds)
    if substance is not None:
        told = {
            "under_now": substance.under_influence_now,
            "withdrawing": substance.withdrawal == "marked",
            "alcohol": substance.what == "alcohol",
            "tried": substance.tried_to_stop != "never",
            "family_history": substance.family_history,
            "substance_low": substance.severity == "low",
        }
        yield from (name for name, holds in told.items() if holds)
