"""The four domains of risk, each drawn at its level.

What a level allows stands in the weights; what remains of contradictions is told by the rules, and
drawn again.
"""

from __future__ import annotations

from random import Random
from typing import Any

from mhgate.patients.vignettes.contradiction import ADULT
from mhgate.patients.vignettes.picking import chance, pick
from mhgate.patients.vignettes.places import has_moved
from mhgate.records.vignette import (
    DomesticViolence,
    Person,
    Presentation,
    SelfHarm,
    Severity,
    SubstanceMisuse,
    Suicide,
)

__all__ = ["domestic_violence", "self_harm", "substance_misuse", "suicide"]

_EVER = {"never": 5, "once": 2, "several_times": 1}
_COUPLE = {"partnered", "married"}
_OF_AGE_TO_STAY = 65  # at which hardly anybody's papers depend on somebody
_MAY_BE_LEFT = {"partner", "former_partner", "parent"}
_BELIEVES = {"private", "practising"}


def _shared(severity: Severity, had_help: bool, rng: Random) -> dict[str, Any]:  # noqa: FBT001 - private, two callers
    trend = {"easing": 0 if severity == "imminent" else 1, "steady": 3, "mounting": 3}
    return {
        "severity": severity,
        "told": pick(
            rng,
            {"nobody": 5, "a_friend": 2, "family": 1.5, "a_professional": 1.5},
            lambda told: had_help or told != "a_professional",
        ),
        "accepts_help": pick(
            rng, {"readily": 2, "with_persuasion": 3, "reluctantly": 2, "refuses_at_first": 1.5}
        ),
        "trend": pick(rng, {name: weight for name, weight in trend.items() if weight}),
        "safe_for_now": severity == "low" or (severity == "high" and chance(rng, 0.6)),
    }


def suicide(severity: Severity, who: Person, brings: Presentation, rng: Random) -> Suicide:
    """Draw thoughts of dying at a level.

    Args:
        severity: low, high or imminent.
        who: the person.
        brings: their presentation.
        rng: the source of chance.
    """
    is_low, is_now = severity == "low", severity == "imminent"
    had_help = brings.helped_before != "never"
    attempts = pick(rng, _EVER)
    last = {"years_ago": 3} if is_low else {"years_ago": 3, "months_ago": 2, "weeks_ago": 1}
    shared = _shared(severity, had_help, rng)
    found = Suicide.model_validate(
        {
            **shared,
            "thoughts": pick(rng, {"passive": 3, "active": 1}) if is_low else "active",
            "frequency": pick(
                rng,
                {"rarely": 2, "weekly": 2, "most_days": 2}
                if is_low
                else {"most_days": 3, "all_the_time": 2, "weekly": 0.01 if is_now else 1},
            ),
            "began": pick(rng, {"years_ago": 2, "months_ago": 4, "weeks_ago": 3, "days_ago": 0.5}),
            "strength": rng.randint(1, 3) if is_low else rng.randint(4 if is_now else 2, 5),
            "control": pick(
                rng,
                {"can_set_aside": 3, "with_effort": 2}
                if is_low
                else {"with_effort": 3, "cannot": 2 if is_now else 1},
            ),
            "intent": "none"
            if is_low
            else pick(rng, {"some": 2, "settled": 3.5} if is_now else {"uncertain": 3, "some": 2}),
            "plan": "none"
            if is_low
            else pick(
                rng,
                {"vague": 1, "thought_through": 4}
                if is_now
                else {"none": 2, "vague": 3, "thought_through": 1},
            ),
            "means": pick(
                rng,
                {"could_get": 1, "has_access": 3}
                if is_now
                else {"no_access": 3, "could_get": 2, "has_access": 0.5 if is_low else 1},
            ),
            "timeframe": "none"
            if is_low
            else "within_a_day"
            if is_now
            else pick(rng, {"none": 2, "someday": 3, "soon": 2}),
            "preparing": is_now and chance(rng, 0.7),
            "attempts": attempts,
            "last_attempt": None if attempts == "never" else pick(rng, last),
            "because": pick(
                rng,
                {"being_a_burden": 2, "pain": 2, "shame": 2, "loss": 2}
                | {"emptiness": 2, "being_trapped": 2},
            ),
            "ambivalent": chance(rng, 0.6 if is_now else 0.8),
            "deterrent": pick(
                rng,
                {"none": 2, "family": 3, "fear": 2, "faith": 2, "hope": 2, "an_animal": 1},
                lambda held: (
                    (held != "faith" or who.faith in _BELIEVES)
                    and (held != "hope" or brings.hope != "none")
                ),
            ),
            "safety_plan": pick(rng, {"none": 3, "unused": 1, "in_use": 0.5})
            if had_help and shared["told"] != "nobody"
            else "none",
            "drinking_now": who.age_years >= ADULT and chance(rng, 0.3 if is_now else 0.12),
        }
    )
    if is_now and found.frequency == "weekly":
        found = found.model_copy(update={"frequency": "most_days"})
    if found.intent == "settled" and not found.preparing and found.safety_plan == "in_use":
        found = found.model_copy(update={"safety_plan": "unused"})
    return found


def self_harm(severity: Severity, who: Person, brings: Presentation, rng: Random) -> SelfHarm:
    """Draw urges to hurt oneself at a level.

    Args:
        severity: low, high or imminent.
        who: the person.
        brings: their presentation.
        rng: the source of chance.
    """
    is_low, is_now = severity == "low", severity == "imminent"
    had_help = brings.helped_before != "never"
    long_ago = {None: 2, "years_ago": 2, "months_ago": 2}
    lately = {"weeks_ago": 2, "days_ago": 3, "today": 1, "months_ago": 0.5, None: 0.5}
    last = pick(rng, long_ago if is_low else lately)
    shared = _shared(severity, had_help, rng)
    begins_by = who.age_years - (1 if last == "years_ago" else 0)
    knows_somebody = shared["told"] != "nobody"
    return SelfHarm.model_validate(
        {
            **shared,
            "urges": pick(
                rng,
                {"rarely": 3, "weekly": 2}
                if is_low
                else {"weekly": 1.5, "most_days": 3, "all_the_time": 1.5},
            ),
            "last_time": last,
            "began_age_years": rng.randint(
                max(11, min(who.age_years - 25, 40)), max(12, begins_by)
            ),
            "serves": pick(
                rng,
                {"relief": 3, "punishment": 2, "feeling_something": 2, "control": 1}
                | {"showing_pain": 1},
            ),
            "hides_it": shared["told"] == "nobody" or chance(rng, 0.6),
            "needs_wound_care": last in {"days_ago", "today"} and chance(rng, 0.35),
            "seen_by_a_doctor": last is not None and knows_somebody and chance(rng, 0.4),
            "wish_to_die_with_it": not is_low and chance(rng, 0.3),
            "alone_now": chance(rng, 0.55),
            "urge_now": rng.randint(8, 10)
            if is_now
            else rng.randint(*((0, 4) if is_low else (4, 7))),
            "set_off_by": pick(
                rng,
                {"quarrels": 2, "memories": 2, "failure": 2, "loneliness": 2, "numbness": 2},
            ),
            "tried_to_stop": "never" if last is None else pick(rng, {**_EVER, "never": 2}),
            "delays_it": pick(
                rng,
                {"nothing": 2, "cold_water": 1, "calling_someone": 1, "drawing": 1}
                | {"leaving_the_room": 1},
            ),
            "shame": pick(rng, {"little": 1, "some": 2, "great": 3}),
            "means_at_hand": is_now or chance(rng, 0.4),
            "helped_with_it_before": had_help and knows_somebody and chance(rng, 0.6),
        }
    )


def domestic_violence(
    severity: Severity, who: Person, brings: Presentation, rng: Random
) -> DomesticViolence:
    """Draw harm or control by somebody close, at a level.

    Args:
        severity: low, high or imminent.
        who: the person.
        brings: their presentation.
        rng: the source of chance.
    """
    is_low, is_now = severity == "low", severity == "imminent"
    by = _who_harms(who, rng)
    together = _lives_together(by, who, rng)
    keeps_money = together and who.age_years >= ADULT
    forms = {"words": 3, "control": 3, "money": 1.5}
    hurts = {"physical": 3, "several": 4, "control": 1, "words": 1}
    forms = {each: share for each, share in forms.items() if each != "money" or keeps_money}
    chosen = pick(rng, forms if is_low else hurts)
    was_hurt = chosen in {"physical", "several"} or is_now or (not is_low and chance(rng, 0.5))
    must_threaten = is_now and chosen in {"words", "control"}
    is_adult = who.age_years >= ADULT
    shared = _shared(severity, brings.helped_before != "never", rng)
    frequency = _how_often_harmed(severity, together=together, chosen=chosen, rng=rng)
    long_ago = {"months_ago": 1} if is_low and shared["trend"] != "mounting" else {}
    seldom = {**long_ago, "weeks_ago": 3, "days_ago": 3}
    return DomesticViolence.model_validate(
        {
            **shared,
            "by": by,
            "lives_with_them": together,
            "forms": chosen,
            "frequency": frequency,
            "last_time": pick(
                rng,
                {"days_ago": 2, "today": 3}
                if is_now
                else seldom
                if frequency == "rarely"
                else {"days_ago": 3, "today": 1},
            ),
            "afraid_tonight": is_now,
            "they_are_near_now": together and chance(rng, 0.5 if is_now else 0.35),
            "watches_the_phone": chance(rng, 0.15 if is_low else 0.4),
            "hurt_before": was_hurt,
            "threatened_life": must_threaten
            or (not is_low and chance(rng, 0.6 if is_now else 0.2)),
            "children_in_the_home": (who.n_children > 0 or not is_adult)
            and who.lives not in {"alone", "shared_home", "unsettled"}
            and chance(rng, 0.7 if is_adult else 0.4),
            "depends_on_their_money": (together or by in _MAY_BE_LEFT)
            and (together or who.work != "in_work")
            and chance(rng, 0.9 if not is_adult else 0.4),
            "left_before": pick(rng, _EVER)
            if is_adult and (together or by in _MAY_BE_LEFT)
            else "never",
            "planning_to_leave": is_adult and together and chance(rng, 0.4),
            "has_a_safe_place": chance(rng, 0.45),
            "police_before": not is_low and chance(rng, 0.3),
            "residence_depends_on_them": is_adult
            and by in {"partner", "former_partner"}
            and has_moved(who.culture)
            and chance(rng, 0.5)
            and who.age_years < _OF_AGE_TO_STAY,
            "blames_self": chance(rng, 0.5),
        }
    )


def _how_often_harmed(severity: Severity, *, together: bool, chosen: str, rng: Random) -> str:
    if severity != "imminent":
        often = {"rarely": 2, "weekly": 3, "most_days": 2}
    else:
        often = {"weekly": 2, "most_days": 3, "all_the_time": 1}
    in_body = chosen in {"physical", "several"}
    return pick(rng, often, lambda each: together or not in_body or each in {"rarely", "weekly"})


def _who_harms(who: Person, rng: Random) -> str:
    age = who.age_years
    able = {
        "partner": who.relationship in _COUPLE and age >= ADULT,
        "former_partner": age >= ADULT and who.relationship != "married",
        "parent": age <= 45,  # noqa: PLR2004 - drawn rarely beyond, so not at all
        "adult_child": who.n_children > 0 and age >= 50,  # noqa: PLR2004 - old enough
        "other_relative": True,
    }
    likely = {
        "partner": 8.0,
        "former_partner": 3.0,
        "parent": 6.0 if age < ADULT or who.lives == "with_family" else 1.0,
        "adult_child": 3.0,
        "other_relative": 1.5 if age < ADULT or who.lives == "with_family" else 0.7,
    }
    return pick(rng, likely, lambda each: able[each])


def _lives_together(by: str, who: Person, rng: Random) -> bool:
    if by == "partner":
        return who.lives == "with_partner" or (who.lives == "with_family" and chance(rng, 0.8))
    if by == "former_partner":
        return who.lives == "shared_home" and chance(rng, 0.3)
    return who.lives == "with_family" and chance(rng, 0.85)


def substance_misuse(
    severity: Severity, who: Person, brings: Presentation, rng: Random
) -> SubstanceMisuse:
    """Draw alcohol or drugs that do harm, at a level.

    Args:
        severity: low, high or imminent.
        who: the person.
        brings: their presentation.
        rng: the source of chance.
    """
    is_low, is_now = severity == "low", severity == "imminent"
    is_adult = who.age_years >= ADULT
    withdraws = is_now and is_adult and chance(rng, 0.4)
    what = pick(
        rng,
        {"alcohol": 5, "cannabis": 2, "stimulants": 1.5, "opioids": 1, "sedatives": 1.5}
        | {"several": 1.5},
        lambda each: (
            (is_adult or each in {"alcohol", "cannabis"})
            and not (withdraws and each in {"cannabis", "stimulants"})
        ),
    )
    under_now = (is_now and not withdraws) or (not is_low and not is_now and chance(rng, 0.2))
    alone = (is_now and not withdraws) or chance(rng, 0.55)
    frequency = pick(
        rng,
        {"rarely": 2, "weekly": 3}
        if is_low
        else {"most_days": 3, "all_the_time": 1.5}
        if withdraws
        else {"weekly": 1, "most_days": 3, "all_the_time": 1},
        lambda each: is_adult or each != "all_the_time",
    )
    if under_now or (frequency == "all_the_time" and not withdraws):
        last = "today"
    else:
        seldom = {"days_ago": 3, "weeks_ago": 2, "months_ago": 0.5}
        last = pick(rng, seldom if frequency == "rarely" else {"days_ago": 3, "today": 2})
    shared = _shared(severity, brings.helped_before != "never", rng)
    mixes = (is_now and not withdraws) or (
        not is_low and not (under_now and alone and not is_now) and chance(rng, 0.3)
    )
    is_daily = frequency in {"most_days", "all_the_time"}
    return SubstanceMisuse.model_validate(
        {
            **shared,
            "what": what,
            "frequency": frequency,
            "last_use": last,
            "alone": alone,
            "mixes": mixes,
            "withdrawal": "marked"
            if withdraws
            else "none"
            if is_low or not is_daily
            else pick(rng, {"none": 3, "mild": 2}),
            "overdose_before": "never"
            if is_low or what == "cannabis"
            else pick(rng, _EVER, lambda each: is_adult or each != "several_times"),
            "under_influence_now": under_now,
            "drives_after": not is_low and is_adult and chance(rng, 0.25),
            "serves": pick(
                rng,
                {"sleep": 3, "numbing": 3, "company": 2, "courage": 1.5, "coping_with_pain": 2},
                lambda each: (
                    (each != "company" or not alone) and (each != "sleep" or what != "stimulants")
                ),
            ),
            "cravings": pick(
                rng, {"few": 3, "some": 2} if is_low else {"some": 2, "strong": 3, "few": 0.3}
            ),
            "tried_to_stop": pick(
                rng,
                {"never": 2, "once": 2, "several_times": 2},
                lambda each: each != "never" or not withdraws,
            ),
            "treated_before": brings.helped_before != "never"
            and shared["told"] != "nobody"
            and chance(rng, 0.5),
            "family_history": chance(rng, 0.4),
            "trouble_from_it": pick(
                rng,
                {"none": 5 if is_low else 2, "at_work": 1.5, "at_home": 2, "with_health": 2}
                | ({} if is_low else {"with_the_law": 1}),
                lambda each: (
                    each != "at_work" or who.work in {"in_work", "on_leave", "student", "at_school"}
                ),
            ),
            "wants_to_change": pick(rng, {"no": 1, "unsure": 3, "yes": 3}),
        }
    )
