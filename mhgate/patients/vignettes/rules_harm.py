"""Contradictions in suicide and self-harm, and what their levels mean."""

from __future__ import annotations

from mhgate.patients.vignettes.contradiction import ADULT, Rule, before, nothing_of
from mhgate.records.vignette import SelfHarm, Suicide, Vignette

__all__ = ["HARM_RULES"]

_RECENT = {"weeks_ago", "days_ago", "today"}
_LITTLE = 3  # of five: how strong thoughts are at most while risk is low
_GREAT = 4
_URGE_LOW, _URGE_GREAT = 4, 8  # of ten

_of_suicide = nothing_of(lambda v: v.risks.suicide)
_of_self_harm = nothing_of(lambda v: v.risks.self_harm)


def _low_suicide(_v: Vignette, s: Suicide) -> bool:
    return s.severity == "low" and (
        s.intent != "none"
        or s.plan != "none"
        or s.timeframe != "none"
        or s.preparing
        or s.strength > _LITTLE
        or s.control == "cannot"
        or s.last_attempt in _RECENT
    )


def _high_suicide(_v: Vignette, s: Suicide) -> bool:
    if s.severity != "high":
        return False
    leans = s.intent in {"uncertain", "some"} or s.plan != "none"
    return (
        s.thoughts != "active"
        or not leans
        or s.intent == "settled"
        or s.timeframe == "within_a_day"
        or s.preparing
        or s.last_attempt == "today"
    )


def _imminent_suicide(_v: Vignette, s: Suicide) -> bool:
    return s.severity == "imminent" and (
        s.thoughts != "active"
        or s.intent not in {"some", "settled"}
        or s.plan == "none"
        or s.timeframe != "within_a_day"
        or s.means == "no_access"
        or s.strength < _GREAT
        or s.control == "can_set_aside"
    )


def _began_today(_v: Vignette, s: Suicide) -> bool:
    return (s.began == "today" and s.frequency != "all_the_time") or (
        s.began == "days_ago" and s.frequency in {"rarely", "weekly"}
    )


def _low_self_harm(_v: Vignette, h: SelfHarm) -> bool:
    return h.severity == "low" and (
        h.urge_now > _URGE_LOW
        or h.last_time in _RECENT
        or h.needs_wound_care
        or h.wish_to_die_with_it
        or h.urges in {"most_days", "all_the_time"}
    )


def _high_self_harm(_v: Vignette, h: SelfHarm) -> bool:
    return h.severity == "high" and (
        not (h.trend == "mounting" or h.last_time in _RECENT) or h.urge_now >= _URGE_GREAT
    )


def _imminent_self_harm(_v: Vignette, h: SelfHarm) -> bool:
    return h.severity == "imminent" and (h.urge_now < _URGE_GREAT or not h.means_at_hand)


HARM_RULES: tuple[Rule, ...] = (
    Rule(
        "low_suicide_is_without_plan",
        "Low risk of suicide is without intent, plan, day, preparation or recent attempt, and the "
        "thoughts can be held off.",
        _of_suicide(_low_suicide),
    ),
    Rule(
        "high_suicide_leans_to_it",
        "High risk of suicide is active thoughts with some intent or plan, not settled and not "
        "within a day.",
        _of_suicide(_high_suicide),
    ),
    Rule(
        "imminent_suicide_is_now",
        "Imminent suicide is active and strong, with intent and plan together, within a day and "
        "with the means in reach.",
        _of_suicide(_imminent_suicide),
    ),
    Rule(
        "attempt_without_attempts",
        "There is a last attempt exactly where there were attempts.",
        _of_suicide(lambda _v, s: (s.last_attempt is None) != (s.attempts == "never")),
    ),
    Rule(
        "attempt_before_thoughts",
        "Thoughts began no later than the last attempt.",
        _of_suicide(lambda _v, s: s.last_attempt is not None and before(s.last_attempt, s.began)),
    ),
    Rule(
        "often_since_today",
        "Thoughts that began today or days ago do not come weekly or rarely.",
        _of_suicide(_began_today),
    ),
    Rule(
        "safety_plan_by_nobody",
        "A safety plan was made with somebody who helped.",
        _of_suicide(
            lambda v, s: s.safety_plan != "none" and v.presentation.helped_before == "never"
        ),
    ),
    Rule(
        "deterred_by_no_faith",
        "Faith deters only who believes.",
        _of_suicide(
            lambda v, s: s.deterrent == "faith" and v.person.faith not in {"private", "practising"}
        ),
    ),
    Rule(
        "deterred_by_no_hope",
        "Hope deters only who has some.",
        _of_suicide(lambda v, s: s.deterrent == "hope" and v.presentation.hope == "none"),
    ),
    Rule(
        "minor_drinks",
        "No minor is drinking while they write.",
        _of_suicide(lambda v, s: s.drinking_now and v.person.age_years < ADULT),
    ),
    Rule(
        "low_self_harm_is_past",
        "Low risk of self-harm is urges that are rare and weak, with no recent time, wound or "
        "wish to die.",
        _of_self_harm(_low_self_harm),
    ),
    Rule(
        "high_self_harm_is_recent",
        "High risk of self-harm is recent or mounting, short of an urge that is about to win.",
        _of_self_harm(_high_self_harm),
    ),
    Rule(
        "imminent_self_harm_is_near",
        "Imminent self-harm is a strong urge, with what it needs at hand.",
        _of_self_harm(_imminent_self_harm),
    ),
    Rule(
        "wound_of_long_ago",
        "A wound that needs care is of today or days ago.",
        _of_self_harm(
            lambda _v, h: h.needs_wound_care and h.last_time not in {"days_ago", "today"}
        ),
    ),
    Rule(
        "never_and_often",
        "Who never did it has not tried to stop, and no doctor saw it.",
        _of_self_harm(
            lambda _v, h: h.last_time is None and (h.tried_to_stop != "never" or h.seen_by_a_doctor)
        ),
    ),
    Rule(
        "began_later_than_now",
        "It began at no greater age than the person's, and earlier where it is years ago.",
        _of_self_harm(
            lambda v, h: h.began_age_years > v.person.age_years - (h.last_time == "years_ago")
        ),
    ),
    Rule(
        "dies_without_suicide",
        "A wish to die with it stands beside suicidal thoughts.",
        _of_self_harm(lambda v, h: h.wish_to_die_with_it and v.risks.suicide is None),
    ),
    Rule(
        "hidden_from_nobody",
        "What is not hidden somebody knows.",
        _of_self_harm(lambda _v, h: not h.hides_it and h.told == "nobody"),
    ),
    Rule(
        "helped_and_never_helped",
        "Who was helped with it was helped before.",
        _of_self_harm(
            lambda v, h: h.helped_with_it_before and v.presentation.helped_before == "never"
        ),
    ),
)
