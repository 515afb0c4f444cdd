"""Contradictions in suicide and self-harm, and what their levels mean."""

from __future__ import annotations

from mhgate.patients.vignettes.contradiction import ADULT, Rule, before, nothing_of
from mhgate.records.vignette import SelfHarm, Suicide, Vignette

__all__ = ["HARM_RULES"]

_RECENT = {"weeks_ago", "days_ago", "today"}
_LITTLE = 3  # of five: how strong thoughts are at most while risk is low
_GREAT = 4
_YOUTH = 16
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
        or s.last_attempt not in {None, "years_ago"}
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
        or s.frequency in {"rarely", "weekly"}
        or s.control == "can_set_aside"
    )


def _began_today(_v: Vignette, s: Suicide) -> bool:
    return (s.began == "today" and s.frequency != "all_the_time") or (
        s.began == "days_ago" and s.frequency in {"rarely", "weekly"}
    )


def _losing_hold(_v: Vignette, s: Suicide) -> bool:
    means_to = (s.intent == "some" and s.plan == "thought_through") or (
        s.timeframe == "soon" and s.means == "has_access"
    )
    return s.safe_for_now and (s.control == "cannot" or means_to)


def _held_by_nothing(v: Vignette, s: Suicide) -> bool:
    return s.deterrent in {"family", "faith", "an_animal"} and v.protection.reason == "none"


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
        "Low risk of suicide is without intent, plan, day, preparation or an attempt of the last "
        "months, and the thoughts can be held off.",
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
        "Imminent suicide is active, strong and on most days, with intent and plan, within a day "
        "and with the means in reach.",
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
        "safe_and_losing_hold",
        "Nobody is safe for now who cannot hold suicidal thoughts off, half means to act on a "
        "plan, or means to act soon with the means in reach.",
        _of_suicide(_losing_hold),
    ),
    Rule(
        "weak_and_not_held_off",
        "Thoughts that cannot be held off are not weak.",
        _of_suicide(lambda _v, s: s.control == "cannot" and s.strength < _LITTLE),
    ),
    Rule(
        "settled_and_looking_ahead",
        "Who is settled on dying looks forward to nothing.",
        _of_suicide(lambda v, s: s.intent == "settled" and v.protection.plan_ahead != "none"),
    ),
    Rule(
        "settled_and_ready_for_help",
        "Who is settled on dying and not of two minds does not take help readily.",
        _of_suicide(
            lambda _v, s: s.intent == "settled" and not s.ambivalent and s.accepts_help == "readily"
        ),
    ),
    Rule(
        "prepares_on_a_safety_plan",
        "Who prepares to die, or is settled on it, is not keeping to a safety plan.",
        _of_suicide(
            lambda _v, s: s.safety_plan == "in_use" and (s.preparing or s.intent == "settled")
        ),
    ),
    Rule(
        "deterred_and_held_by_nothing",
        "Whom family, faith or an animal deters has a reason that holds.",
        _of_suicide(_held_by_nothing),
    ),
    Rule(
        "child_attempt",
        "No attempt lies years back in the life of somebody under 16.",
        _of_suicide(lambda v, s: s.last_attempt == "years_ago" and v.person.age_years < _YOUTH),
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
        "safe_and_hurt_today",
        "Nobody is safe for now who has hurt themselves today and wishes to die with it.",
        _of_self_harm(
            lambda _v, h: h.safe_for_now and h.wish_to_die_with_it and h.last_time == "today"
        ),
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
        "A wish to die with it stands beside more than low risk of suicide.",
        _of_self_harm(
            lambda v, h: h.wish_to_die_with_it and v.severity("suicide") in {"none", "low"}
        ),
    ),
    Rule(
        "calls_nobody",
        "Calling someone puts it off only where somebody is close.",
        _of_self_harm(
            lambda v, h: h.delays_it == "calling_someone" and v.supports.closest == "nobody"
        ),
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
