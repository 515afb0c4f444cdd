"""Contradictions in substance misuse, and across all four domains."""

from __future__ import annotations

from mhgate.patients.vignettes.contradiction import ADULT, Rule, nothing_of
from mhgate.patients.vignettes.design import Cell
from mhgate.records.vignette import SubstanceMisuse, Vignette

__all__ = ["OTHERS_RULES"]

_MAY_DRIVE = 18
_DAILY = {"most_days", "all_the_time"}
_MINORS_USE = {"alcohol", "cannabis"}
_CAN_WITHDRAW_BADLY = {"alcohol", "opioids", "sedatives", "several"}
_of_substance = nothing_of(lambda v: v.risks.substance_misuse)


def _low_substance(_v: Vignette, s: SubstanceMisuse) -> bool:
    return s.severity == "low" and (
        s.frequency in {"most_days", "all_the_time"}
        or s.withdrawal != "none"
        or s.overdose_before != "never"
        or s.under_influence_now
        or s.drives_after
        or s.cravings == "strong"
        or s.mixes
    )


def _high_substance(_v: Vignette, s: SubstanceMisuse) -> bool:
    grave = (
        s.frequency in {"most_days", "all_the_time"}
        or s.withdrawal != "none"
        or s.overdose_before != "never"
        or s.drives_after
    )
    return s.severity == "high" and (not grave or _in_danger(s))


def _imminent_substance(_v: Vignette, s: SubstanceMisuse) -> bool:
    return s.severity == "imminent" and not _in_danger(s)


def _in_danger(s: SubstanceMisuse) -> bool:
    return (s.under_influence_now and s.alone and s.mixes) or s.withdrawal == "marked"


def _use_and_frequency(_v: Vignette, s: SubstanceMisuse) -> bool:
    fits = {
        "rarely": {"months_ago", "weeks_ago", "days_ago", "today"},
        "weekly": {"days_ago", "today"},
        "most_days": {"days_ago", "today"},
        "all_the_time": {"today"} if s.withdrawal != "marked" else {"days_ago", "today"},
    }
    return s.last_use not in fits[s.frequency]


def _withdraws(_v: Vignette, s: SubstanceMisuse) -> bool:
    if s.withdrawal == "none":
        return False
    is_marked = s.withdrawal == "marked"
    return s.frequency not in _DAILY or (
        is_marked and (s.under_influence_now or s.what not in _CAN_WITHDRAW_BADLY)
    )


def _told_without_telling(v: Vignette) -> bool:
    suicide, hurt, substance = v.risks.suicide, v.risks.self_harm, v.risks.substance_misuse
    return (
        (suicide is not None and suicide.told == "nobody" and suicide.safety_plan != "none")
        or (
            hurt is not None
            and hurt.told == "nobody"
            and (hurt.helped_with_it_before or hurt.seen_by_a_doctor)
        )
        or (substance is not None and substance.told == "nobody" and substance.treated_before)
    )


def _told_no_friend(v: Vignette) -> bool:
    was_told = any(risk.told == "a_friend" for _, risk in v.risks.present())
    closest = v.supports.closest
    return was_told and (closest == "nobody" or (closest == "friend" and not v.supports.knows))


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
        and not (
            substance.under_influence_now
            and (substance.mixes or substance.what in {"alcohol", "several"})
        )
    )


OTHERS_RULES: tuple[Rule, ...] = (
    Rule(
        "low_use_is_seldom",
        "Low risk from a substance is seldom use, without mixing, withdrawal, overdose or driving.",
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
        "Withdrawal follows use on most days; marked, of what causes it, once it wears off.",
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
        "minor_uses_less",
        "No minor uses from morning to night, or has had several overdoses.",
        _of_substance(
            lambda v, s: (
                v.person.age_years < ADULT
                and (s.frequency == "all_the_time" or s.overdose_before == "several_times")
            )
        ),
    ),
    Rule(
        "overdose_of_cannabis",
        "Nobody has taken an overdose of cannabis alone.",
        _of_substance(lambda _v, s: s.what == "cannabis" and s.overdose_before != "never"),
    ),
    Rule(
        "stimulated_to_sleep",
        "Stimulants are not taken to sleep.",
        _of_substance(lambda _v, s: s.what == "stimulants" and s.serves == "sleep"),
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
        "helped_and_never_told",
        "Who was helped or treated for it, seen by a doctor, or made a safety plan has told "
        "somebody.",
        _told_without_telling,
    ),
    Rule(
        "told_no_friend",
        "Who told a friend has somebody close; where a friend is the closest, that one knows.",
        _told_no_friend,
    ),
    Rule(
        "another_cell",
        "The cell names the domains that are there, and the coherence.",
        _another_cell,
    ),
    Rule("alone_and_not", "Nobody is alone with who harms nearby.", _alone_and_not),
    Rule(
        "drinks_and_not",
        "Who is drinking now is under the influence, of drink or a mixture.",
        _drinks_and_not,
    ),
    Rule(
        "imminent_and_only_curious",
        "Nobody at imminent risk has come only to test what answers.",
        lambda v: v.gravest == "imminent" and v.presentation.wants == "to_test_it",
    ),
)
