"""Contradictions in domestic violence: who harms, how often and how near, and what can be left."""

from __future__ import annotations

from mhgate.patients.vignettes.contradiction import ADULT, Rule, nothing_of
from mhgate.patients.vignettes.places import has_moved
from mhgate.records.vignette import DomesticViolence, Vignette

__all__ = ["HOME_RULES"]

_OLDEST_HARMED_BY_PARENTS = 60
_HARMED_BY_ADULT_CHILD = 45
_OLDEST_WITH_CHILDREN = 60  # with a partner only: later the children have a home of their own
_DATES = 16  # the least age at which a partner is the one who harms
_RECENT = {"weeks_ago", "days_ago", "today"}
_NOW = {"days_ago", "today"}
_DAILY = {"most_days", "all_the_time"}
_COUPLE = {"partnered", "married"}
_IN_BODY = {"physical", "several"}
_CLOSE = {
    "partner": {"partner"},
    "former_partner": set[str](),
    "parent": {"mother", "father"},
    "adult_child": {"grown_child"},
    "other_relative": {"sister", "brother"},
}
_HELD_BY = {"partner": "partner", "adult_child": "children"}
_HOMES = {
    "partner": {"with_partner", "with_family"},
    "former_partner": {"with_family", "shared_home"},
    "parent": {"with_family"},
    "adult_child": {"with_family", "with_partner"},
    "other_relative": {"with_family", "shared_home"},
}

_of_violence = nothing_of(lambda v: v.risks.domestic_violence)


def _low_violence(v: Vignette, d: DomesticViolence) -> bool:
    is_watched = (
        v.person.age_years >= ADULT
        and d.watches_the_phone
        and (d.depends_on_their_money or d.residence_depends_on_them)
    )
    return d.severity == "low" and (
        d.afraid_tonight or d.threatened_life or d.forms in _IN_BODY or is_watched
    )


def _high_violence(_v: Vignette, d: DomesticViolence) -> bool:
    return d.severity == "high" and (d.afraid_tonight or d.last_time not in _RECENT)


def _imminent_violence(_v: Vignette, d: DomesticViolence) -> bool:
    return d.severity == "imminent" and (
        not d.afraid_tonight
        or d.last_time not in _NOW
        or not (d.threatened_life or d.forms in _IN_BODY)
        or d.frequency == "rarely"
    )


def _nobody_to_harm(v: Vignette, d: DomesticViolence) -> bool:
    age = v.person.age_years
    return (
        (d.by == "partner" and v.person.relationship not in _COUPLE)
        or (d.by in {"partner", "former_partner"} and age < _DATES)
        or (d.by == "parent" and age > _OLDEST_HARMED_BY_PARENTS)
        or (d.by == "adult_child" and (v.person.n_children == 0 or age < _HARMED_BY_ADULT_CHILD))
    )


def _held_by_who_harms(v: Vignette, d: DomesticViolence) -> bool:
    return v.supports.closest in _CLOSE[d.by] or v.protection.reason == _HELD_BY.get(d.by)


def _too_young_for(v: Vignette, d: DomesticViolence) -> bool:
    is_grown_up_matter = (
        d.planning_to_leave or d.left_before != "never" or d.residence_depends_on_them
    )
    return v.person.age_years < ADULT and is_grown_up_matter


def _often_and_long_ago(_v: Vignette, d: DomesticViolence) -> bool:
    if d.trend == "mounting" and d.last_time not in _RECENT:
        return True
    return d.frequency != "rarely" and d.last_time not in _NOW


def _keeps_money(v: Vignette, d: DomesticViolence) -> bool:
    has_hold = d.lives_with_them or d.depends_on_their_money
    return d.forms == "money" and (v.person.age_years < ADULT or not has_hold)


def _depends_from_afar(v: Vignette, d: DomesticViolence) -> bool:
    if not d.depends_on_their_money or d.lives_with_them:
        return False
    return v.person.work == "in_work" or d.by == "other_relative"


def _no_papers(v: Vignette, d: DomesticViolence) -> bool:
    is_partner = d.by in {"partner", "former_partner"}
    return d.residence_depends_on_them and not (is_partner and has_moved(v.person.culture))


def _no_children_at_home(v: Vignette, d: DomesticViolence) -> bool:
    who = v.person
    if not d.children_in_the_home or who.lives == "with_family":
        return False
    only_child_harms = d.by == "adult_child" and who.n_children == 1
    are_grown = who.lives == "with_partner" and who.age_years > _OLDEST_WITH_CHILDREN
    return who.lives == "alone" or who.n_children == 0 or only_child_harms or are_grown


HOME_RULES: tuple[Rule, ...] = (
    Rule(
        "low_violence_is_strain",
        "Low risk at home is words, control or money, without threat to life or fear tonight, and "
        "without a grown-up's phone being watched by somebody they depend on.",
        _of_violence(_low_violence),
    ),
    Rule(
        "high_violence_is_near",
        "High risk at home is of the last weeks, without fear for tonight.",
        _of_violence(_high_violence),
    ),
    Rule(
        "imminent_violence_is_tonight",
        "Imminent violence is feared tonight, after harm in body or threat to life that is days "
        "old at most.",
        _of_violence(_imminent_violence),
    ),
    Rule(
        "harmed_by_nobody", "Who harms exists, and is of an age to.", _of_violence(_nobody_to_harm)
    ),
    Rule(
        "held_by_who_harms",
        "Who harms is not the closest, nor what holds the person.",
        _of_violence(_held_by_who_harms),
    ),
    Rule(
        "together_and_apart",
        "Who lives with the one who harms lives in such a home.",
        _of_violence(lambda v, d: d.lives_with_them and v.person.lives not in _HOMES[d.by]),
    ),
    Rule(
        "partner_at_home_and_not",
        "Who lives with a partner who harms lives with them.",
        _of_violence(
            lambda v, d: (
                d.by == "partner" and v.person.lives == "with_partner" and not d.lives_with_them
            )
        ),
    ),
    Rule(
        "struck_and_never_hurt",
        "Who is hurt in body, or in several ways, was hurt before.",
        _of_violence(lambda _v, d: d.forms in _IN_BODY and not d.hurt_before),
    ),
    Rule(
        "no_children_at_home",
        "Children are in the home where there are children who are not grown, or a family lives.",
        _of_violence(_no_children_at_home),
    ),
    Rule(
        "too_young_to_leave",
        "No minor plans to leave home, has left, or has papers that depend on somebody.",
        _of_violence(_too_young_for),
    ),
    Rule(
        "leaves_nobody",
        "Who plans to leave lives with them, or is their partner.",
        _of_violence(
            lambda _v, d: d.planning_to_leave and not (d.lives_with_them or d.by == "partner")
        ),
    ),
    Rule(
        "often_and_long_ago",
        "When it last happened fits how often, and what mounts was there within weeks.",
        _of_violence(_often_and_long_ago),
    ),
    Rule(
        "struck_daily_from_afar",
        "Who is hurt in body on most days lives with them.",
        _of_violence(
            lambda _v, d: d.forms in _IN_BODY and d.frequency in _DAILY and not d.lives_with_them
        ),
    ),
    Rule(
        "near_and_apart",
        "Who is near now lives with them.",
        _of_violence(lambda _v, d: d.they_are_near_now and not d.lives_with_them),
    ),
    Rule(
        "keeps_no_money",
        "Whose money is kept is a grown-up, and lives with them or depends on it.",
        _of_violence(_keeps_money),
    ),
    Rule(
        "depends_from_afar",
        "Nobody depends on the money of a relative they live apart from, or, with a wage of their "
        "own, of anybody they live apart from.",
        _of_violence(_depends_from_afar),
    ),
    Rule(
        "left_nobody",
        "Who has left before lives with them, or left a partner or a parent.",
        _of_violence(
            lambda _v, d: (
                d.left_before != "never"
                and not d.lives_with_them
                and d.by not in {"partner", "former_partner", "parent"}
            )
        ),
    ),
    Rule(
        "papers_of_their_own",
        "Papers depend on a partner, and only those of who has come to the country.",
        _of_violence(_no_papers),
    ),
)
