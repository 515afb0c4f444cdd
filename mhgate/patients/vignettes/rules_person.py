"""Contradictions in who a person is, whom they have, and how they tell of it."""

from __future__ import annotations

from mhgate.patients.vignettes.contradiction import ADULT, Rule
from mhgate.records.vignette import Vignette

__all__ = ["PERSON_RULES"]

_LEAVES_SCHOOL = 16
_OLDEST_PUPIL = 19
_RETIRES = 55
_OLDEST_WITH_PARENTS = 72
_BEARS = range(16, 49)
_HAS_INFANTS = range(18, 52)
_GROWN = 40  # the least age of somebody with a grown child
_INFANCY_WEEKS = 104
_COUPLE = {"partnered", "married"}
_BELIEVES = {"private", "practising"}
_EMPLOYED = {"in_work", "on_leave"}
_LEARNS = {"student", "at_school"}


def _is_minor(v: Vignette) -> bool:
    return v.person.age_years < ADULT


def _too_many_children(v: Vignette) -> bool:
    return v.person.n_children > max(0, (v.person.age_years - 16) // 2)


def _new_parent(v: Vignette) -> bool:
    person = v.person
    if person.health != "pregnant_or_new":
        return False
    return person.gender == "man" or person.age_years not in _BEARS


def _parenthood(v: Vignette) -> bool:
    if v.presentation.problem != "new_parenthood":
        return False
    has_child = v.person.n_children > 0 or v.person.health == "pregnant_or_new"
    return not has_child or v.person.age_years not in _HAS_INFANTS


def _apart_from_the_child(v: Vignette) -> bool:
    if v.presentation.problem != "new_parenthood":
        return False
    homes = {"with_partner", "with_family"}
    is_father = v.person.gender == "man"
    return v.person.lives == "alone" or (is_father and v.person.lives not in homes)


def _closest_is_no_partner(v: Vignette) -> bool:
    has_none = v.person.relationship not in _COUPLE or v.person.age_years < _LEAVES_SCHOOL
    return v.supports.closest == "partner" and has_none


def _help_from_nobody(v: Vignette) -> bool:
    return v.supports.closest == "nobody" and (v.supports.reachable_now or v.supports.knows)


def _hints(v: Vignette) -> bool:
    n, strategy = v.disclosure.hints_before_silence, v.disclosure.strategy
    return n == 0 if strategy == "hints_first" else n > 0


PERSON_RULES: tuple[Rule, ...] = (
    Rule(
        "minor_married",
        "Nobody under 18 is married, separated or widowed.",
        lambda v: _is_minor(v) and v.person.relationship not in {"single", "partnered"},
    ),
    Rule(
        "minor_lives_on_their_own",
        "Nobody under 18 lives alone, with a partner or in a shared home.",
        lambda v: _is_minor(v) and v.person.lives in {"alone", "with_partner", "shared_home"},
    ),
    Rule(
        "more_children_than_years",
        "Nobody has more children than one for every two years after the sixteenth.",
        _too_many_children,
    ),
    Rule(
        "minor_with_children",
        "Nobody under 18 has children.",
        lambda v: _is_minor(v) and v.person.n_children > 0,
    ),
    Rule(
        "child_at_work",
        "Whoever is under 16 is at school.",
        lambda v: v.person.age_years < _LEAVES_SCHOOL and v.person.work != "at_school",
    ),
    Rule(
        "grown_up_at_school",
        "Nobody over 19 is at school.",
        lambda v: v.person.age_years > _OLDEST_PUPIL and v.person.work == "at_school",
    ),
    Rule(
        "retired_early",
        "Nobody under 55 is retired.",
        lambda v: v.person.age_years < _RETIRES and v.person.work == "retired",
    ),
    Rule(
        "minor_in_debt",
        "Nobody under 18 is in debt.",
        lambda v: _is_minor(v) and v.person.money == "in_debt",
    ),
    Rule(
        "not_pregnant",
        "Who is pregnant or has just given birth is 16 to 48 and not a man.",
        _new_parent,
    ),
    Rule("no_new_child", "A new parent is 18 to 51 and has a child, or expects one.", _parenthood),
    Rule(
        "new_parent_alone",
        "Whoever comes about new parenthood does not live alone, and a father with partner or "
        "family.",
        _apart_from_the_child,
    ),
    Rule(
        "new_for_years",
        "New parenthood has troubled nobody for more than two years.",
        lambda v: (
            v.presentation.problem == "new_parenthood"
            and v.presentation.duration_weeks > _INFANCY_WEEKS
        ),
    ),
    Rule(
        "lives_with_no_partner",
        "Who lives with a partner is partnered or married.",
        lambda v: v.person.lives == "with_partner" and v.person.relationship not in _COUPLE,
    ),
    Rule(
        "longer_than_life",
        "No trouble has lasted since before the person was eight years old, and none in a "
        "relationship since before sixteen.",
        lambda v: (
            v.presentation.duration_weeks
            > (v.person.age_years - (16 if v.presentation.problem == "relationship_trouble" else 8))
            * 52
        ),
    ),
    Rule(
        "studies_nothing",
        "Strain from studies is a pupil's or a student's.",
        lambda v: v.presentation.problem == "study_strain" and v.person.work not in _LEARNS,
    ),
    Rule(
        "works_nowhere",
        "Strain from work is that of somebody with work.",
        lambda v: v.presentation.problem == "work_strain" and v.person.work not in _EMPLOYED,
    ),
    Rule(
        "worried_and_secure",
        "Whose money is secure has not come about money.",
        lambda v: v.presentation.problem == "money_worry" and v.person.money == "secure",
    ),
    Rule(
        "unsettled_and_secure",
        "Whose money is secure has a settled home.",
        lambda v: v.person.money == "secure" and v.person.lives == "unsettled",
    ),
    Rule(
        "trouble_with_nobody",
        "Trouble in a relationship is that of somebody who has one, or has just ended it.",
        lambda v: (
            v.presentation.problem == "relationship_trouble"
            and v.person.relationship not in {*_COUPLE, "separated"}
        ),
    ),
    Rule(
        "sleeps_well",
        "Who comes about sleep does not sleep as usual.",
        lambda v: v.presentation.problem == "sleep_trouble" and v.presentation.sleep == "as_usual",
    ),
    Rule(
        "lonely_and_held",
        "Whom loneliness brings has nobody at home who is the closest one and knows.",
        lambda v: (
            v.presentation.problem == "loneliness"
            and v.supports.closest == "partner"
            and v.supports.knows
        ),
    ),
    Rule(
        "no_partner_to_be_close",
        "A partner who is the closest exists, and nobody under 16 has one who is.",
        _closest_is_no_partner,
    ),
    Rule(
        "no_grown_child",
        "A grown child who is the closest is that of somebody of 40 or more with children.",
        lambda v: (
            v.supports.closest == "grown_child"
            and (v.person.n_children == 0 or v.person.age_years < _GROWN)
        ),
    ),
    Rule(
        "no_teacher",
        "A teacher is the closest, and school staff help, only at school.",
        lambda v: (
            (v.supports.closest == "teacher" or v.supports.professional == "school_staff")
            and v.person.work != "at_school"
        ),
    ),
    Rule(
        "no_colleague",
        "A colleague is the closest only of somebody with work.",
        lambda v: v.supports.closest == "colleague" and v.person.work not in _EMPLOYED,
    ),
    Rule(
        "parents_of_the_old",
        "Nobody over 72 has a parent as the closest.",
        lambda v: (
            v.supports.closest in {"mother", "father"} and v.person.age_years > _OLDEST_WITH_PARENTS
        ),
    ),
    Rule(
        "help_from_nobody",
        "Where nobody is close, nobody is within reach or knows.",
        _help_from_nobody,
    ),
    Rule(
        "helped_by_nobody",
        "Who is helped now has a professional who helps.",
        lambda v: v.presentation.helped_now and v.supports.professional == "none",
    ),
    Rule(
        "helper_who_does_not_help",
        "Who has a counsellor or a psychiatrist is helped now.",
        lambda v: (
            v.supports.professional in {"counsellor", "psychiatrist"}
            and not v.presentation.helped_now
        ),
    ),
    Rule(
        "first_help_from_a_psychiatrist",
        "Who sees a psychiatrist was helped before.",
        lambda v: (
            v.supports.professional == "psychiatrist" and v.presentation.helped_before == "never"
        ),
    ),
    Rule(
        "held_by_no_children",
        "Children hold only who has some.",
        lambda v: v.protection.reason == "children" and v.person.n_children == 0,
    ),
    Rule(
        "held_by_no_partner",
        "A partner holds only who has one.",
        lambda v: v.protection.reason == "partner" and v.person.relationship not in _COUPLE,
    ),
    Rule(
        "held_by_nobody_close",
        "Friends or a partner hold only where somebody is close.",
        lambda v: v.protection.reason in {"friends", "partner"} and v.supports.closest == "nobody",
    ),
    Rule(
        "held_by_no_faith",
        "Faith holds, and prayer has helped, only who believes.",
        lambda v: (
            (v.protection.reason == "faith" or v.protection.what_has_helped == "prayer")
            and v.person.faith not in _BELIEVES
        ),
    ),
    Rule(
        "held_by_no_work",
        "Work holds, and is a duty to others, only where there is work.",
        lambda v: (
            (v.protection.reason == "work" or v.protection.duty == "works_with_others")
            and v.person.work not in _EMPLOYED
        ),
    ),
    Rule(
        "carer_of_nobody",
        "A carer cares for someone.",
        lambda v: v.person.work == "carer" and v.protection.duty != "cares_for_someone",
    ),
    Rule(
        "open_and_guarded",
        "Who tells all at once is not guarded or contrary about it.",
        lambda v: (
            v.disclosure.strategy == "open" and v.style.cooperativeness in {"guarded", "contrary"}
        ),
    ),
    Rule(
        "denies_openly",
        "Who denies at first is not open at first.",
        lambda v: v.disclosure.strategy == "denies_first" and v.style.cooperativeness == "open",
    ),
    Rule(
        "denies_without_fear",
        "Who denies at first fears something.",
        lambda v: v.disclosure.strategy == "denies_first" and v.disclosure.fears == "nothing",
    ),
    Rule(
        "tests_openly",
        "Who has come to test what answers does not tell all at once.",
        lambda v: v.disclosure.strategy == "open" and v.presentation.wants == "to_test_it",
    ),
    Rule(
        "hints_without_hinting", "Who hints first has hints to give, and nobody else has.", _hints
    ),
    Rule(
        "formal_and_careless",
        "Who writes formally writes with capitals, and without emoji.",
        lambda v: (
            v.style.diction == "formal" and (v.style.typing == "no_capitals" or v.style.emoji)
        ),
    ),
)
