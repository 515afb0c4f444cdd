"""When a domain is hinted at, denied, told in part, and told."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from mhgate.patients.machine.facts import (
    PARTICULARS,
    again_of,
    fact_of,
    hint_of,
    is_safe,
    marks_of,
    present,
    told_in_part,
)
from mhgate.patients.machine.hearing import Heard
from mhgate.patients.machine.states import Act, Stage, State
from mhgate.records import DOMAINS, Domain

__all__ = ["answered", "asked_about", "denied_leads", "details", "unasked"]

_ENOUGH_ASKED = 2
_MARKS: Mapping[str, int] = MappingProxyType({"terse": 2, "average": 4, "long": 5})
_DETAILS: Mapping[str, int] = MappingProxyType({"terse": 1, "average": 2, "long": 3})
# the replies that must have said back a feeling, and those that must have asked openly, before
# anything is told unasked: in part, and whole; who is not there tells nothing unasked
_EARNED: Mapping[str, tuple[int, int]] = MappingProxyType({"open": (1, 2), "hints_first": (2, 3)})
# the same, together, before a hint is dropped
_HINTED: Mapping[str, int] = MappingProxyType(
    {"open": 0, "hints_first": 0, "only_when_asked": 2, "denies_first": 3}
)
_INWARD: tuple[Domain, ...] = ("suicide", "self_harm")
"""The domains of which one has a plan, an intent or means."""

_SLOWER = frozenset({"guarded", "contrary"})


def asked_about(state: State, heard: Heard) -> tuple[Domain, ...]:
    """Return the domains that a reply asks about directly.

    After a hint, a question for a plan, the intent, means or the time is such a question, though it
    names nothing: it takes the hint up.

    Args:
        state: what has been told.
        heard: what the reply does.
    """
    asked = set(heard.asks)
    if not asked and PARTICULARS & set(heard.details):
        hinted = [d for d in _INWARD if state.tellings[d].stage is Stage.HINTED]
        asked |= set(hinted[:1])
    return tuple(domain for domain in DOMAINS if domain in asked)


def answered(state: State, asked: tuple[Domain, ...]) -> list[Act]:
    """Answer direct questions: no where nothing is there, else as the person tells things.

    Args:
        state: changed by it.
        asked: the domains, in order.
    """
    acts = []
    for domain in asked:
        if domain not in state.present:
            key = f"no.{domain}"
            acts.append(state.act("no.again" if key in state.facts else key))
            continue
        telling = state.tellings[domain]
        telling.n_asked += 1
        strategy = state.vignette.disclosure.strategy
        if strategy == "denies_first" and telling.n_asked == 1 and telling.stage < Stage.IN_PART:
            acts.append(state.act(f"{domain}.deny"))
            continue
        is_whole = strategy == "open" or telling.n_asked >= _ENOUGH_ASKED
        if is_whole and telling.stage is Stage.IN_PART:
            acts.append(state.act(again_of(state.vignette, domain)))
        acts += _tell(state, domain, Stage.TOLD if is_whole else Stage.IN_PART)
    if "self_harm" in asked and "suicide" not in asked:
        acts += _half(state)
    return acts


def _tell(state: State, domain: Domain, stage: Stage) -> list[Act]:
    telling, vignette = state.tellings[domain], state.vignette
    if telling.stage >= stage:
        return [state.act(again_of(vignette, domain))]
    acts = []
    if telling.stage < Stage.IN_PART:
        acts.append(state.act(told_in_part(vignette, domain)))
    if stage is Stage.TOLD:
        acts += state.fresh(marks_of(vignette, domain), _MARKS[vignette.style.length])
    telling.stage = stage
    fears = vignette.disclosure.fears
    if fears != "nothing" and vignette.style.length != "terse":
        acts += state.fresh((f"fear.{fears}",), 1)
    return acts


def _half(state: State) -> list[Act]:
    """Say, when asked only about hurting oneself, that it is rather about dying: a hint."""
    telling = state.tellings["suicide"]
    if "suicide" not in state.present or telling.stage is not Stage.UNTOLD:
        return []
    if state.vignette.disclosure.strategy == "denies_first":
        return []
    telling.stage = Stage.HINTED
    return [state.act("suicide.half.both" if "self_harm" in state.present else "suicide.half")]


def denied_leads(state: State, heard: Heard) -> list[Act]:
    """Answer questions that ask for a no: with one where it is true, else with neither.

    Args:
        state: changed by it.
        heard: what the reply does.
    """
    acts = []
    for domain in (d for d in DOMAINS if d in heard.leads):
        if domain not in state.present:
            key = f"no.{domain}"
            acts.append(state.act("no.again" if key in state.facts else key))
        elif not acts:
            acts.append(state.act("lead"))
    return acts


def details(state: State, heard: Heard) -> list[Act]:
    """Answer questions for details of what is told; what was said is not said again.

    Args:
        state: changed by it.
        heard: what the reply does.
    """
    if not heard.details:
        return []
    told = [d for d in state.present if state.tellings[d].stage >= Stage.IN_PART]
    most = _DETAILS[state.vignette.style.length]
    if not told:
        return _undisclosed(state, heard)
    acts: list[Act] = []
    has_fact = False
    for detail in heard.details:
        for domain in told:
            key = fact_of(state.vignette, domain, detail)
            has_fact |= key is not None
            if key == "told.nobody" and _is_told_elsewhere(state, told):
                continue
            if key is None or key in state.facts or len(acts) >= most:
                continue
            telling = state.tellings[domain]
            if detail in PARTICULARS and telling.stage is Stage.IN_PART:
                telling.stage = Stage.TOLD
                acts += state.fresh(marks_of(state.vignette, domain)[:1], 1)
            acts.append(state.act(key))
    if acts or heard.asks:
        return acts
    if has_fact:
        return [state.act("said.already")]
    return _of_nothing_told(state, heard)


def _is_told_elsewhere(state: State, told: list[Domain]) -> bool:
    """Return whether somebody knows of one of the domains that are told of here."""
    risks = dict(present(state.vignette))
    return any(risks[domain].told != "nobody" for domain in told)


def _undisclosed(state: State, heard: Heard) -> list[Act]:
    """Answer questions for details while nothing is told: safety truly, the rest not at all."""
    safe = is_safe(state.vignette)
    acts = []
    if "safe_now" in heard.details:
        acts += state.fresh(("safe.yes" if safe else "safe.no",), 1)
        first = next((d for d in state.present if not safe), None)
        if first is not None and state.tellings[first].stage is Stage.UNTOLD:
            state.tellings[first].stage = Stage.HINTED
    return acts if heard.asks else [*acts, *_of_nothing_told(state, heard)]


def _of_nothing_told(state: State, heard: Heard) -> list[Act]:
    """Answer a question for plan, intent, means or time where none is told: no, or evasively."""
    if not PARTICULARS & set(heard.details):
        return []
    has_some = any(domain in state.present for domain in _INWARD)
    return [state.act("evasive" if has_some else "no.detail")]


def unasked(state: State, heard: Heard) -> list[Act]:
    """Say what nobody asked for, where the replies have earned it: a hint, a part, the whole.

    The whole takes replies of both kinds, at least two of each: warmth alone is not asking.

    Args:
        state: changed by it.
        heard: what the reply does.
    """
    disclosure, style = state.vignette.disclosure, state.vignette.style
    slower = int(style.cooperativeness in _SLOWER)
    least = min(state.n_validated, state.n_open) - slower
    part, whole = _EARNED.get(disclosure.strategy, (None, None))
    is_warm = heard.validates or heard.asks_openly
    for domain in state.present:
        telling = state.tellings[domain]
        if is_warm and whole is not None and least >= whole and telling.stage is Stage.IN_PART:
            return _tell(state, domain, Stage.TOLD)
        if is_warm and part is not None and least >= part and telling.stage < Stage.IN_PART:
            return _tell(state, domain, Stage.IN_PART)
    warmth = state.n_validated + state.n_open - slower
    open_to_hint = [d for d in state.present if state.tellings[d].stage < Stage.IN_PART]
    if warmth < _HINTED[disclosure.strategy] or not open_to_hint:
        return []
    domain = min(open_to_hint, key=lambda d: state.tellings[d].n_hints)
    telling = state.tellings[domain]
    if sum(state.tellings[d].n_hints for d in open_to_hint) >= disclosure.hints_before_silence:
        return []
    telling.n_hints += 1
    telling.stage = max(telling.stage, Stage.HINTED)
    return [state.act(hint_of(state.vignette, domain))]
