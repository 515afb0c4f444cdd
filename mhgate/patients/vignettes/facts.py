"""What is true of a vignette, as words by which phrases say for whom they are."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.patients.vignettes.contradiction import ADULT
from mhgate.patients.vignettes.places import has_moved
from mhgate.records.vignette import Vignette

__all__ = ["DURATIONS", "duration", "facts_of", "using", "who_harms"]

_OLD, _MIDDLE = 65, 40
_WITH_SMALL_CHILDREN = 48  # the greatest age at which children at home are taken to be small
_LONG, _SHORT = 52, 3  # weeks from which one speaks of long, until which of a short time
_MORNING, _EVENING, _NIGHT = range(5, 12), range(17, 24), {22, 23, 0, 1, 2, 3, 4}
_MAY_SEE_THINGS = {"alcohol", "sedatives", "several"}
_OFTEN = {"most_days", "all_the_time"}
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
    yield from _of_children(vignette)
    if who.health == "pregnant_or_new":
        yield "expecting"
    if vignette.protection.plan_ahead != "none":
        yield "plans_ahead"
    told = {
        "second_language": who.second_language,
        "moved": has_moved(who.culture),
        "queer": who.orientation in {"gay_or_lesbian", "bisexual"},
        "middle": who.age_years >= _MIDDLE,
        "long": brings.duration_weeks >= _LONG,
        "short": brings.duration_weeks <= _SHORT,
        "works_with_others": vignette.protection.duty == "works_with_others",
    }
    yield from (name for name, holds in told.items() if holds)
    times = {"morning": _MORNING, "evening": _EVENING, "night": _NIGHT}
    yield from (name for name, hours in times.items() if vignette.style.hour in hours)


def _of_children(vignette: Vignette) -> Iterator[str]:
    who = vignette.person
    are_at_home = who.lives in {"with_family", "with_partner"}
    told = {
        "parent": who.n_children > 0,
        "several_children": who.n_children > 1,
        "small_children": are_at_home
        and who.n_children > 0
        and who.age_years <= _WITH_SMALL_CHILDREN,
        "older_children": who.n_children > 1 and who.age_years >= _MIDDLE,
    }
    yield from (name for name, holds in told.items() if holds)


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
            "often": harm.frequency in _OFTEN,
        }
        yield from (name for name, holds in told.items() if holds)
    if substance is not None:
        withdraws = substance.withdrawal == "marked"
        yield f"what={substance.what}"
        told = {
            "under_now": substance.under_influence_now,
            "withdrawing": withdraws,
            "stopped": withdraws and substance.last_use != "today",
            "sees_things": withdraws and substance.what in _MAY_SEE_THINGS,
            "uses_alone": substance.alone,
            "alcohol": substance.what == "alcohol",
            "tried": substance.tried_to_stop != "never",
            "family_history": substance.family_history,
            "substance_low": substance.severity == "low",
        }
        yield from (name for name, holds in told.items() if holds)
