"""A vignette in plain sentences, so that a reader can judge it in a minute."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mhgate.patients.vignettes.facts import duration, using, who_harms
from mhgate.records.vignette import (
    DomainRisk,
    DomesticViolence,
    SelfHarm,
    SubstanceMisuse,
    Suicide,
    Vignette,
)

__all__ = ["summary"]

_GENDER = {"woman": "woman", "man": "man", "non_binary": "non-binary person"}


def summary(vignette: Vignette) -> Iterator[str]:
    """Yield a vignette in sentences: who, what brings them, how it is told, risks, what holds.

    Args:
        vignette: any.

    Yields:
        A labelled line each.
    """
    yield f"who       {_who(vignette)}"
    yield f"brings    {_brings(vignette)}"
    yield f"writes    {_writes(vignette)}"
    yield f"tells     {_tells(vignette)}"
    for domain, risk in vignette.risks.present():
        yield f"{_said(domain)}: {risk.severity}. {_shared(risk)} {_risk(risk, vignette)}"
    if not any(vignette.risks.present()):
        yield "risk      None of the four domains."
    yield f"holds     {_holds(vignette)}"


def _said(level: object) -> str:
    return str(level).replace("_", " ")


def _and(holds: dict[str, bool]) -> str:
    """Return the sentences that hold."""
    return " ".join(f"{text[:1].upper()}{text[1:]}." for text, is_so in holds.items() if is_so)


def _who(v: Vignette) -> str:
    p = v.person
    second = ", writes in a second language" if p.second_language else ""
    children = {0: "no children", 1: "one child"}.get(p.n_children, f"{p.n_children} children")
    return (
        f"A {_GENDER[p.gender]} of {p.age_years} ({p.pronouns}; {_said(p.orientation)}), "
        f"{p.culture}, {p.country}{second}. {_said(p.relationship).capitalize()}, {children}, "
        f"lives {_home(p.lives)}; {_said(p.work)}; money {_said(p.money)}; faith {_said(p.faith)}; "
        f"health: {_said(p.health)}."
    )


def _home(lives: str) -> str:
    return {"shared_home": "in a shared home", "unsettled": "nowhere settled"}.get(
        lives, _said(lives)
    )


def _brings(v: Vignette) -> str:
    b = v.presentation
    help_now = "is helped now" if b.helped_now else "is not helped now"
    return (
        f"{_said(b.problem).capitalize()} for {duration(b.duration_weeks)}, set off by "
        f"{_said(b.trigger)}; worst: {_said(b.worst_at)}. Sleep {_said(b.sleep)}, appetite "
        f"{_said(b.appetite)}, hope: {b.hope}. Helped before: {_said(b.helped_before)}; "
        f"{help_now}. Wants: {_said(b.wants)}."
    )


def _writes(v: Vignette) -> str:
    s = v.style
    emoji = ", with emoji" if s.emoji else ""
    return (
        f"{_said(s.diction).capitalize()} and {s.length}, {_said(s.tone)}, "
        f"{_said(s.cooperativeness)}; {s.coherence}; typing {_said(s.typing)}{emoji}; "
        f"at {s.hour:02}:00."
    )


def _tells(v: Vignette) -> str:
    d = v.disclosure
    hints = f" ({d.hints_before_silence} hints before silence)" if d.hints_before_silence else ""
    back = "comes back" if d.returns_after_withdrawal else "does not come back"
    return (
        f"{_said(d.strategy).capitalize()}{hints}; leads with {_said(d.leads_with)}; fears "
        f"{_said(d.fears)}; {back} after withdrawing; stays {d.patience_turns} turns."
    )


def _shared(risk: DomainRisk) -> str:
    safe = "Safe for now" if risk.safe_for_now else "Not safe for now"
    return f"{safe}, {risk.trend}. Told: {_said(risk.told)}. Help: {_said(risk.accepts_help)}."


def _risk(risk: DomainRisk, v: Vignette) -> str:
    tell: dict[type[DomainRisk], Any] = {
        Suicide: _suicide,
        SelfHarm: _self_harm,
        DomesticViolence: _violence,
        SubstanceMisuse: _substance,
    }
    text: str = tell[type(risk)](risk, v)
    return text


def _suicide(s: Suicide, _v: Vignette) -> str:
    last = "" if s.last_attempt is None else f", the last {_said(s.last_attempt)}"
    flags = _and(
        {
            "is preparing": s.preparing,
            "is of two minds": s.ambivalent,
            "is drinking now": s.drinking_now,
        }
    )
    return (
        f"{s.thoughts.capitalize()} thoughts, {_said(s.frequency)}, since {_said(s.began)}, "
        f"strength {s.strength} of 5, {_said(s.control)}. Intent {s.intent}, "
        f"plan {_said(s.plan)}, means {_said(s.means)}, when: {_said(s.timeframe)}. "
        f"Attempts: {_said(s.attempts)}{last}. Because of {_said(s.because)}; "
        f"deterred by {_said(s.deterrent)}; safety plan {_said(s.safety_plan)}. {flags}"
    ).strip()


def _self_harm(h: SelfHarm, _v: Vignette) -> str:
    last = "never done" if h.last_time is None else f"last {_said(h.last_time)}"
    flags = _and(
        {
            "hides it": h.hides_it,
            "a wound needs care": h.needs_wound_care,
            "a doctor saw it": h.seen_by_a_doctor,
            "a wish to die goes with it": h.wish_to_die_with_it,
            "is alone now": h.alone_now,
            "what it needs is at hand": h.means_at_hand,
            "was helped with it": h.helped_with_it_before,
        }
    )
    return (
        f"Urges {_said(h.urges)}, now {h.urge_now} of 10; {last}; since the age of "
        f"{h.began_age_years}. Serves {_said(h.serves)}, set off by {_said(h.set_off_by)}, "
        f"delayed by {_said(h.delays_it)}; tried to stop: {_said(h.tried_to_stop)}; shame: "
        f"{h.shame}. {flags}"
    ).strip()


def _violence(d: DomesticViolence, v: Vignette) -> str:
    flags = _and(
        {
            "lives with them": d.lives_with_them,
            "is afraid tonight": d.afraid_tonight,
            "they are near now": d.they_are_near_now,
            "the phone is watched": d.watches_the_phone,
            "was hurt before": d.hurt_before,
            "their life was threatened": d.threatened_life,
            "children are in the home": d.children_in_the_home,
            "depends on their money": d.depends_on_their_money,
            "plans to leave": d.planning_to_leave,
            "has a safe place": d.has_a_safe_place,
            "the police came before": d.police_before,
            "residence depends on them": d.residence_depends_on_them,
            "blames themself": d.blames_self,
        }
    )
    return (
        f"By {who_harms(v).replace('my ', 'their ')} ({_said(d.by)}): {_said(d.forms)}, "
        f"{_said(d.frequency)}, last {_said(d.last_time)}; left before: {_said(d.left_before)}. "
        f"{flags}"
    ).strip()


def _substance(s: SubstanceMisuse, v: Vignette) -> str:
    flags = _and(
        {
            "alone": s.alone,
            "mixes": s.mixes,
            "is under the influence now": s.under_influence_now,
            "drives after": s.drives_after,
            "was treated": s.treated_before,
            "runs in the family": s.family_history,
        }
    )
    return (
        f"{using(v).capitalize()} {_said(s.frequency)}, last {_said(s.last_use)}; withdrawal: "
        f"{s.withdrawal}; overdose before: {_said(s.overdose_before)}. Serves {_said(s.serves)}; "
        f"cravings: {s.cravings}; tried to stop: {_said(s.tried_to_stop)}; trouble: "
        f"{_said(s.trouble_from_it)}; wants to change: {s.wants_to_change}. {flags}"
    ).strip()


def _holds(v: Vignette) -> str:
    near, held = v.supports, v.protection
    reach = "within reach" if near.reachable_now else "not within reach"
    knows = "knows" if near.knows else "does not know"
    closest = (
        "Nobody is close"
        if near.closest == "nobody"
        else (f"Closest: {_said(near.closest)}, {reach}, {knows}")
    )
    return (
        f"{closest}. Professional: {_said(near.professional)}; helpline before: "
        f"{_said(near.helpline_before)}. Reason: {_said(held.reason)}; ahead: "
        f"{_said(held.plan_ahead)}; has helped: {_said(held.what_has_helped)}; duty: "
        f"{_said(held.duty)}."
    )
