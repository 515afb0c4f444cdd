"""Vignettes for tests: one made by hand with overrides, and any at all from hypothesis."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st
from pydantic import BaseModel

from mhgate.records import Vignette
from mhgate.records.vignette import DomesticViolence, SelfHarm, SubstanceMisuse, Suicide

SUICIDE: dict[str, Any] = {
    "severity": "imminent",
    "told": "nobody",
    "accepts_help": "with_persuasion",
    "trend": "mounting",
    "safe_for_now": False,
    "thoughts": "active",
    "frequency": "most_days",
    "began": "weeks_ago",
    "strength": 4,
    "control": "with_effort",
    "intent": "settled",
    "plan": "thought_through",
    "means": "has_access",
    "timeframe": "within_a_day",
    "preparing": True,
    "attempts": "once",
    "last_attempt": "years_ago",
    "because": "being_a_burden",
    "ambivalent": True,
    "deterrent": "family",
    "safety_plan": "none",
    "drinking_now": False,
}
SELF_HARM: dict[str, Any] = {
    "severity": "high",
    "told": "nobody",
    "accepts_help": "readily",
    "trend": "steady",
    "safe_for_now": True,
    "urges": "most_days",
    "last_time": "days_ago",
    "began_age_years": 15,
    "serves": "relief",
    "hides_it": True,
    "needs_wound_care": False,
    "seen_by_a_doctor": False,
    "wish_to_die_with_it": False,
    "alone_now": True,
    "urge_now": 5,
    "set_off_by": "quarrels",
    "tried_to_stop": "once",
    "delays_it": "drawing",
    "shame": "great",
    "means_at_hand": True,
    "helped_with_it_before": False,
}
VIOLENCE: dict[str, Any] = {
    "severity": "high",
    "told": "nobody",
    "accepts_help": "reluctantly",
    "trend": "mounting",
    "safe_for_now": True,
    "by": "partner",
    "lives_with_them": True,
    "forms": "several",
    "frequency": "weekly",
    "last_time": "days_ago",
    "afraid_tonight": False,
    "they_are_near_now": False,
    "watches_the_phone": True,
    "hurt_before": True,
    "threatened_life": False,
    "children_in_the_home": False,
    "depends_on_their_money": True,
    "left_before": "once",
    "planning_to_leave": False,
    "has_a_safe_place": False,
    "police_before": False,
    "residence_depends_on_them": False,
    "blames_self": True,
}
SUBSTANCES: dict[str, Any] = {
    "severity": "low",
    "told": "a_friend",
    "accepts_help": "refuses_at_first",
    "trend": "steady",
    "safe_for_now": True,
    "what": "alcohol",
    "frequency": "weekly",
    "last_use": "days_ago",
    "alone": True,
    "mixes": False,
    "withdrawal": "none",
    "overdose_before": "never",
    "under_influence_now": False,
    "drives_after": False,
    "serves": "sleep",
    "cravings": "some",
    "tried_to_stop": "never",
    "treated_before": False,
    "family_history": False,
    "trouble_from_it": "none",
    "wants_to_change": "unsure",
}
_BY_HAND: dict[str, Any] = {
    "id": "v-1",
    "cell": "suicide/clear",
    "voice": 1,
    "opening": "I haven't been myself since the move, and I don't know where to begin.",
    "person": {
        "age_years": 34,
        "gender": "woman",
        "pronouns": "she/her",
        "orientation": "heterosexual",
        "culture": "English",
        "country": "GB",
        "language": "en",
        "second_language": False,
        "faith": "none",
        "relationship": "single",
        "n_children": 0,
        "lives": "alone",
        "work": "in_work",
        "money": "tight",
        "health": "well",
    },
    "presentation": {
        "problem": "low_mood",
        "trigger": "a_change",
        "duration_weeks": 12,
        "worst_at": "nights",
        "sleep": "little",
        "appetite": "less",
        "hope": "little",
        "helped_before": "counselling",
        "helped_now": False,
        "wants": "to_be_heard",
    },
    "style": {
        "diction": "plain",
        "length": "average",
        "tone": "matter_of_fact",
        "cooperativeness": "hesitant",
        "coherence": "clear",
        "typing": "careful",
        "emoji": False,
        "hour": 23,
    },
    "disclosure": {
        "strategy": "only_when_asked",
        "leads_with": "the_problem",
        "fears": "nothing",
        "hints_before_silence": 2,
        "returns_after_withdrawal": True,
        "patience_turns": 14,
    },
    "supports": {
        "closest": "sister",
        "reachable_now": True,
        "knows": False,
        "professional": "family_doctor",
        "helpline_before": "never",
    },
    "protection": {
        "reason": "an_animal",
        "plan_ahead": "this_week",
        "what_has_helped": "walking",
        "duty": "none",
    },
}


def raw_vignette(
    *, risks: Mapping[str, Any] | None = None, **changed: Mapping[str, Any] | str | int
) -> dict[str, Any]:
    """Return a vignette as JSON holds it; blocks are changed key by key."""
    made = {**_BY_HAND, "risks": {"suicide": SUICIDE} if risks is None else dict(risks)}
    for name, value in changed.items():
        made[name] = {**made[name], **value} if isinstance(value, Mapping) else value
    return made


def made_vignette(
    *, risks: Mapping[str, Any] | None = None, **changed: Mapping[str, Any] | str | int
) -> Vignette:
    """Return a vignette that is made by hand, with changes."""
    return Vignette.model_validate(raw_vignette(risks=risks, **changed))


def any_vignette() -> st.SearchStrategy[Vignette]:
    """Draw a vignette of any values: more than a real cohort holds, contradictions included."""
    blocks = {"suicide": Suicide, "self_harm": SelfHarm}
    blocks |= {"domestic_violence": DomesticViolence, "substance_misuse": SubstanceMisuse}
    risks = st.fixed_dictionaries(
        {name: st.none() | _of_model(block) for name, block in blocks.items()}
    )
    fixed = {"id": st.just("v"), "cell": st.just("c"), "opening": st.just("It has been a week.")}
    rest = {
        name: _of_model(info.annotation)
        for name, info in Vignette.model_fields.items()
        if name not in fixed and name not in {"voice", "risks"}
    }
    whole = {**fixed, **rest, "risks": risks, "voice": st.integers(0, 40)}
    return st.fixed_dictionaries(whole).map(Vignette.model_validate)


def _of_model(model: Any) -> st.SearchStrategy[dict[str, Any]]:
    assert issubclass(model, BaseModel)
    texts = {"culture": st.just("English"), "country": st.just("GB"), "language": st.just("en")}
    return st.fixed_dictionaries(
        {
            name: texts[name] if name in texts else _of(info.annotation, info.metadata)
            for name, info in model.model_fields.items()
        }
    )


def _of(annotation: Any, metadata: list[Any]) -> st.SearchStrategy[Any]:
    if get_origin(annotation) is Literal:
        return st.sampled_from(get_args(annotation))
    if get_origin(annotation) in {Union, UnionType}:
        kinds = [kind for kind in get_args(annotation) if kind is not NoneType]
        return st.none() | st.one_of(*(_of(kind, metadata) for kind in kinds))
    if annotation is bool:
        return st.booleans()
    assert annotation is int, annotation
    bounds = {name: getattr(m, name) for m in metadata for name in ("ge", "le") if hasattr(m, name)}
    return st.integers(bounds["ge"], bounds["le"])
