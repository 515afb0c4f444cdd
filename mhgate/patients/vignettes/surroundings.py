"""Who is there for a person, and what holds them: never the one who harms."""

from __future__ import annotations

from random import Random

from mhgate.patients.vignettes.contradiction import ADULT
from mhgate.patients.vignettes.picking import chance, pick
from mhgate.records.vignette import Person, Presentation, Protection, Supports

__all__ = ["protection", "supports"]

_COUPLE = {"partnered", "married"}
_BELIEVES = {"private", "practising"}
_EMPLOYED = {"in_work", "on_leave"}
_PARTNERED = 16  # the least age at which a partner is the closest, or what holds


def supports(who: Person, brings: Presentation, rng: Random) -> Supports:
    """Draw who is there.

    Args:
        who: the person.
        brings: their presentation.
        rng: the source of chance.
    """
    age, is_pupil = who.age_years, who.work == "at_school"
    is_old = age > 60  # noqa: PLR2004 - parents of the old are rarely the closest
    weights = {
        "nobody": 2.0,
        "partner": 4.0 if who.relationship in _COUPLE and age >= _PARTNERED else 0.0,
        "mother": 0.0 if is_old else 2.0,
        "father": 0.0 if is_old else 1.0,
        "sister": 2.0,
        "brother": 1.5,
        "friend": 4.0,
        "grown_child": 3.0 if who.n_children and age >= 48 else 0.0,  # noqa: PLR2004 - the child is grown
        "neighbour": 1.5 if age >= ADULT else 0.0,
        "colleague": 1.0 if who.work in _EMPLOYED else 0.0,
        "teacher": 1.0 if is_pupil else 0.0,
    }
    closest = pick(rng, {name: weight for name, weight in weights.items() if weight})
    has_helper = brings.helped_now or chance(rng, 0.25)
    return Supports.model_validate(
        {
            "closest": closest,
            "reachable_now": closest != "nobody" and chance(rng, 0.55),
            "knows": closest != "nobody" and chance(rng, 0.35),
            "professional": pick(
                rng,
                {"family_doctor": 3}
                | ({"counsellor": 3} if brings.helped_now else {})
                | (
                    {"psychiatrist": 1.5}
                    if brings.helped_now and brings.helped_before != "never"
                    else {}
                )
                | ({"school_staff": 3} if is_pupil else {}),
            )
            if has_helper
            else "none",
            "helpline_before": pick(rng, {"never": 5, "helped": 1, "did_not_help": 1.5}),
        }
    )


def protection(who: Person, rng: Random, *, looks_ahead: bool) -> Protection:
    """Draw what holds somebody.

    Args:
        who: the person.
        rng: the source of chance.
        looks_ahead: whether there can be something to look forward to.
    """
    has_work, believes = who.work in _EMPLOYED, who.faith in _BELIEVES
    reasons = {
        "children": 5.0 if who.n_children else 0.0,
        "partner": 2.5 if who.relationship in _COUPLE and who.age_years >= _PARTNERED else 0.0,
        "family": 2.5,
        "friends": 2.0,
        "an_animal": 2.0,
        "faith": 2.5 if believes else 0.0,
        "work": 1.5 if has_work else 0.0,
        "curiosity": 1.0,
        "none": 1.0,
    }
    helped = ["walking", "music", "talking", "writing", "being_near_people", "cooking", "nothing"]
    return Protection.model_validate(
        {
            "reason": pick(rng, {name: weight for name, weight in reasons.items() if weight}),
            "plan_ahead": pick(
                rng, {"none": 3, "this_week": 2, "this_year": 2} if looks_ahead else {"none": 1}
            ),
            "what_has_helped": pick(
                rng, {**dict.fromkeys(helped, 1.0), **({"prayer": 2.0} if believes else {})}
            ),
            "duty": "cares_for_someone"
            if who.work == "carer"
            else pick(
                rng,
                {"none": 3, "cares_for_someone": 2}
                | ({"works_with_others": 2} if has_work else {}),
            ),
        }
    )
