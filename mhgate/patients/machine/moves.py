"""One reply -> what is said next: the machine's one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from mhgate.patients.machine.facts import gravest_risk, help_facts, holding_facts
from mhgate.patients.machine.hearing import Heard
from mhgate.patients.machine.states import Act, State
from mhgate.patients.machine.telling import answered, asked_about, denied_leads, details, unasked
from mhgate.records import Domain

__all__ = ["step"]

# offers of help or of a plan that it takes
_OFFERS: Mapping[str, int] = MappingProxyType(
    {"readily": 1, "with_persuasion": 2, "reluctantly": 3, "refuses_at_first": 2}
)
# things that a person says at once: danger first, and of what holds as much as there is room for
_AT_ONCE: Mapping[str, int] = MappingProxyType({"terse": 3, "average": 5, "long": 7})
_REPEATS = ("again", "already")
_LINGERS = 2  # replies after help was accepted that ask for nothing in particular
_SHORT = 2  # things said, up to which a long-winded person adds one
_MOST_WANTS, _MOST_EASED = 2, 2


def step(state: State, heard: Heard) -> tuple[Act, ...] | None:
    """Answer one reply.

    Args:
        state: what has become of the conversation; changed by it.
        heard: what the reply does.

    Returns:
        What is said, at least one thing; None where the conversation is over.
    """
    if state.is_over or heard.ends or not state.is_patient:
        state.is_over = True
        return None
    acts = _said(state, heard)
    state.n_said += 1
    return tuple(acts) if _goes_on(state) else (*acts, state.act("leaving"))


def _goes_on(state: State) -> bool:
    """Return whether a message needs no last word: it has one, or another one may come."""
    return state.is_over or state.is_patient


def _said(state: State, heard: Heard) -> list[Act]:
    if heard.is_empty:
        state.n_wasted += 1
        return [state.act("puzzled")]
    state.hears(heard)
    asked = asked_about(state, heard)
    is_addressed = bool(asked) or (state.has_told and bool(heard.details))
    acts: list[Act] = []
    if is_addressed:
        state.is_withdrawn = False
    elif heard.reassures or heard.dismisses:
        return [_draws_back(state, "scolded" if heard.dismisses else "soothed")]
    elif state.is_withdrawn:
        if not _comes_back(state, heard):
            return [_draws_back(state, "")]
        state.is_withdrawn = False
        acts.append(state.act("returns"))
    had_accepted = state.has_accepted
    acts += _answers(state, heard, asked)
    if had_accepted and _is_done(state, heard, acts):
        state.is_over = True
        return [*acts[:1], state.act("goodbye")]
    if all(act.key.endswith(_REPEATS) for act in acts):
        state.n_wasted += 1
    elif state.vignette.style.length == "long" and len(acts) <= _SHORT:
        acts.append(state.story())
    return acts


def _draws_back(state: State, because: str) -> Act:
    state.n_wasted += 1
    key = "withdrawn" if state.is_withdrawn else f"withdraw.{because}"
    state.is_withdrawn = True
    return state.act(key)


def _answers(state: State, heard: Heard, asked: tuple[Domain, ...]) -> list[Act]:
    """Return the answers to what was asked and offered; where nothing was, what comes by itself."""
    acts = answered(state, asked)
    acts += denied_leads(state, heard)
    acts += details(state, heard)
    acts += _offered(state, heard)
    acts += _holding(state, heard, _AT_ONCE[state.vignette.style.length] - len(acts))
    if not asked:
        acts += unasked(state, heard)
    if not acts or (heard.asks_openly and len(acts) == 1 and not asked):
        acts += _told_freely(state, heard)
    return acts


def _comes_back(state: State, heard: Heard) -> bool:
    is_warm = heard.validates or heard.asks_openly or bool(heard.holding)
    return state.vignette.disclosure.returns_after_withdrawal and is_warm


def _is_done(state: State, heard: Heard, acts: Sequence[Act]) -> bool:
    """Return whether, help accepted, nothing new is asked for."""
    if heard.asks or heard.details or heard.holding or heard.plans:
        return all(act.key.endswith(_REPEATS) for act in acts)
    state.n_since_accepted += 1
    return not heard.asks_openly or state.n_since_accepted >= _LINGERS


def _holding(state: State, heard: Heard, room: int) -> list[Act]:
    """Say what holds, one thing of each kind that was asked for, as far as there is room."""
    acts: list[Act] = []
    for what in heard.holding:
        most = min(2 if len(heard.holding) == 1 else 1, room - len(acts))
        acts += state.fresh(holding_facts(state.vignette, what), max(most, 0))
    if acts or not heard.holding or heard.asks or heard.details:
        return acts
    return [state.act("held.already")]


def _offered(state: State, heard: Heard) -> list[Act]:
    """Answer an offer of help or a plan: whether it is possible, and whether it is welcome.

    Who has told nothing of a danger that is there does not accept help for it.
    """
    if not (heard.plans or heard.offers_help):
        return []
    state.n_offers += 1
    vignette = state.vignette
    risk = gravest_risk(vignette)
    attitude = "readily" if risk is None else risk.accepts_help
    acts: list[Act] = []
    if not state.has_accepted:
        if risk is not None and not state.has_told:
            acts += state.fresh(("refuse.with_persuasion",), 1)
        elif state.n_offers >= _OFFERS[attitude]:
            state.has_accepted = True
            acts.append(state.act(f"accept.{attitude}"))
        else:
            acts.append(state.act(f"refuse.{attitude}"))
    if heard.offers_help:
        acts += state.fresh(help_facts(vignette), 1 if vignette.style.length == "terse" else 2)
    steps = []
    if heard.plans and state.has_accepted:
        steps.append("plan.step")
        if vignette.supports.closest != "nobody" and not _is_secret(state):
            steps.append("plan.with")
        if vignette.protection.what_has_helped != "nothing":
            steps.append("plan.coping")
    return [*acts, *state.fresh(tuple(steps), 1)]


def _is_secret(state: State) -> bool:
    """Return whether the closest person may be the one who does harm."""
    violence, closest = state.vignette.risks.domestic_violence, state.vignette.supports.closest
    if violence is None or violence.severity == "none":
        return False
    return closest in {"partner", "mother", "father", "grown_child", "sister", "brother"}


def _told_freely(state: State, heard: Heard) -> list[Act]:
    acts = []
    if heard.validates and state.said["eased"] < _MOST_EASED and state.n_said > 1:
        acts.append(state.act("eased"))
    asks_nothing = not (heard.asks_openly or heard.validates)
    wants = f"wants.{state.vignette.presentation.wants}"
    if asks_nothing and state.n_said > 1 and state.said[wants] < _MOST_WANTS:
        return [*acts, state.act(wants)]
    if asks_nothing and state.said["unhelped"] < _MOST_WANTS and state.said["more"]:
        return [*acts, state.act("unhelped")]
    return [*acts, state.story()]
