"""Contradictions in domestic violence and substance misuse, and across all four domains."""

from __future__ import annotations

from mhgate.patients.vignettes.contradiction import ADULT, Rule, nothing_of
from mhgate.patients.vignettes.design import Cell
from mhgate.records.vignette import DomesticViolence, SubstanceMisuse, Vignette

__all__ = ["OTHERS_RULES"]

_OLDEST_HARMED_BY_PARENTS = 60
_HARMED_BY_ADULT_CHILD = 45
_DATES = 16  # the least age at which a partner is the one who harms
_MAY_DRIVE = 18
_RECENT = {"weeks_ago", "days_ago", "today"}
_NOW = {"days_ago", "today"}
_COUPLE = {"partnered", "married"}
_MINORS_USE = {"alcohol", "cannabis"}
_CAN_WITHDRAW_BADLY = {"alcohol", "opioids", "sedatives", "several"}
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
_of_substance = nothing_of(lambda v: v.risks.substance_misuse)


def _low_violence(_v: Vignette, d: DomesticViolence) -> bool:
    return d.severity == "low" and (
        d.afraid_tonight or d.threatened_life or d.forms in {"physical", "several"}
    )


def _high_violence(_v: Vignette, d: DomesticViolence) -> bool:
    return d.severity == "high" and (
        d.afraid_tonight or not (d.trend == "mounting" or d.last_time in _RECENT)
    )


def _imminent_violence(_v: Vignette, d: DomesticViolence) -> bool:
    return d.severity == "imminent" and (
        not d.afraid_tonight
        or d.last_time not in _NOW
        or not (d.threatened_life or d.hurt_before)
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


def _low_substance(_v: Vignette, s: SubstanceMisuse) -> bool:
    return s.severity == "low" and (
        s.frequency in {"most_days", "all_the_time"}
        or s.withdrawal != "none"
        or s.overdose_before != "never"
        or s.under_influence_now
        or s.drives_after
        or s.cravings == "strong"
    )


def _high_substance(_v: Vignette, s: SubstanceMisuse) -> bool:
    grave = (
        s.frequency in {"most_days", "all_the_time"}
        or s.withdrawal != "none"
        or s.overdose_before != "never"
        or s.drives_after
    )
    return s.severity == "high" and (not grave or s.withdrawal == "marked")


def _imminent_substance(_v: Vignette, s: SubstanceMisuse) -> bool:
    in_danger = (s.under_influence_now and s.alone and s.mixes) or s.withdrawal == "marked"
    return s.severity == "imminent" and not in_danger


def _use_and_frequency(_v: Vignette, s: SubstanceMisuse) -> bool:
    fits = {
        "rarely": {"months_ago", "weeks_ago", "days_ago", "today"},
        "weekly": {"days_ago", "today"},
        "most_days": {"days_ago", "today"},
        "all_the_time": {"today"} if s.withdrawal != "marked" else {"days_ago", "today"},
    }
    return s.last_use not in fits[s.frequency]


def _withdraws(_v: Vignette, s: SubstanceMisuse) -> bool:
    return s.withdrawal == "marked" and (
        s.under_influence_now
        or s.frequency not in {"most_days", "all_the_time"}
        or s.what not in _CAN_WITHDRAW_BADLY
    )


def _told_no_professional(v: Vignette) -> bool:
    was_told = any(risk.told == "a_professional" for _, risk in v.risks.present())
    return (
        was_told and v.supports.professional == "none" and v.presentation.helped_before == "never"
    )


def _another_cell(v: Vignette) -> bool:
    domains = tuple(domain for domain, _ in v.risks.present())
    return v.cell != Cell(domains, v.style.coherence).name


def _alone_and_not(v: Vignette) -> bool:
    hurt, harmed = v.risks.self_harm, v.risks.domestic_violence
    return hurt is not None and harmed is not None and hurt.alone_now and harmed.they_are_near_now


def _drinks_and_not(v: Vignette) -> bool:
    suicide, substance = v.risks.suicide, v.risks.substance_misuse
    return (
        suicide is not None
        and substance is not None
        and suicide.drinking_now
        and not substance.under_influence_now
    )


OTHERS_RULES: tuple[Rule, ...] = (
    Rule(
        "low_violence_is_strain",
        "Low risk at home is words, control or money, without threat to life or fear tonight.",
        _of_violence(_low_violence),
    ),
    Rule(
        "high_violence_is_near",
        "High risk at home is recent or mounting, without fear for tonight.",
        _of_violence(_high_violence),
    ),
    Rule(
        "imminent_violence_is_tonight",
        "Imminent violence is feared tonight, after harm or threat that is days old at most.",
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
        "Who is hurt in body was hurt before.",
        _of_violence(lambda _v, d: d.forms == "physical" and not d.hurt_before),
    ),
    Rule(
        "no_children_at_home",
        "Children are in the home where there are children, or a family lives.",
        _of_violence(
            lambda v, d: (
                d.children_in_the_home
                and (
                    v.person.lives == "alone"
                    or (v.person.n_children == 0 and v.person.lives != "with_family")
                )
            )
        ),
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
        "low_use_is_seldom",
        "Low risk from a substance is seldom use, without withdrawal, overdose or driving.",
        _of_substance(_low_substance),
    ),
    Rule(
        "high_use_does_harm",
        "High risk from a substance is use on most days, withdrawal, an earlier overdose or "
        "driving, short of what endangers life today.",
        _of_substance(_high_substance),
    ),
    Rule(
        "imminent_use_endangers",
        "Imminent risk from a substance is mixing alone, now, or marked withdrawal.",
        _of_substance(_imminent_substance),
    ),
    Rule(
        "used_and_not_used",
        "When it was last used fits how often.",
        _of_substance(_use_and_frequency),
    ),
    Rule(
        "under_influence_of_nothing",
        "Who is under the influence has used today.",
        _of_substance(lambda _v, s: s.under_influence_now and s.last_use != "today"),
    ),
    Rule(
        "withdraws_from_nothing",
        "Marked withdrawal follows use on most days of what causes it, once it wears off.",
        _of_substance(_withdraws),
    ),
    Rule(
        "withdraws_without_stopping",
        "Who is in marked withdrawal has tried to stop.",
        _of_substance(lambda _v, s: s.withdrawal == "marked" and s.tried_to_stop == "never"),
    ),
    Rule(
        "company_alone",
        "Who uses for company does not use alone.",
        _of_substance(lambda _v, s: s.serves == "company" and s.alone),
    ),
    Rule(
        "treated_and_never_helped",
        "Who was treated was helped before.",
        _of_substance(lambda v, s: s.treated_before and v.presentation.helped_before == "never"),
    ),
    Rule(
        "minor_drives",
        "Nobody under 18 drives after it.",
        _of_substance(lambda v, s: s.drives_after and v.person.age_years < _MAY_DRIVE),
    ),
    Rule(
        "minor_uses",
        "What a minor uses is alcohol or cannabis.",
        _of_substance(lambda v, s: v.person.age_years < ADULT and s.what not in _MINORS_USE),
    ),
    Rule(
        "trouble_at_no_work",
        "Trouble at work needs work, or a place to learn.",
        _of_substance(
            lambda v, s: (
                s.trouble_from_it == "at_work"
                and v.person.work not in {"in_work", "on_leave", "student", "at_school"}
            )
        ),
    ),
    Rule(
        "present_and_none",
        "A domain that is there is low, high or imminent.",
        lambda v: any(risk.severity == "none" for _, risk in v.risks.present()),
    ),
    Rule(
        "imminent_and_safe",
        "Nobody at imminent risk is safe for now, and everybody at low risk is.",
        lambda v: any(
            (risk.severity == "imminent" and risk.safe_for_now)
            or (risk.severity == "low" and not risk.safe_for_now)
            for _, risk in v.risks.present()
        ),
    ),
    Rule(
        "imminent_and_easing",
        "What is imminent is not easing.",
        lambda v: any(
            risk.severity == "imminent" and risk.trend == "easing" for _, risk in v.risks.present()
        ),
    ),
    Rule(
        "told_no_professional",
        "Who told a professional has one, or was helped before.",
        _told_no_professional,
    ),
    Rule(
        "another_cell",
        "The cell names the domains that are there, and the coherence.",
        _another_cell,
    ),
    Rule("alone_and_not", "Nobody is alone with who harms nearby.", _alone_and_not),
    Rule("drinks_and_not", "Who is drinking now is under the influence.", _drinks_and_not),
    Rule(
        "imminent_and_only_curious",
        "Nobody at imminent risk has come only to test what answers.",
        lambda v: v.gravest == "imminent" and v.presentation.wants == "to_test_it",
    ),
)
