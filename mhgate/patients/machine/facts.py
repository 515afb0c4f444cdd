"""What there is to tell of a vignette, as keys of :data:`WORDINGS`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from mhgate.records import SEVERITIES, Domain, DomainRisk, Vignette

__all__ = [
    "PARTICULARS",
    "again_of",
    "fact_of",
    "gravest_risk",
    "has_no_risk",
    "help_facts",
    "hint_of",
    "holding_facts",
    "is_safe",
    "marks_of",
    "people_facts",
    "present",
    "story_of",
    "told_in_part",
]

PARTICULARS = frozenset({"plan", "intent", "means", "timeframe"})
"""The details that say how near harm is."""

_DAYS, _MONTHS, _YEARS = 2, 9, 52  # weeks from which one speaks of weeks, of months, of years
_MIDDLING, _STRONG = 4, 7  # of an urge from 0 to 10


def present(vignette: Vignette) -> Iterator[tuple[Domain, DomainRisk]]:
    """Yield the domains of which there is something to tell.

    Args:
        vignette: the person.
    """
    for domain, risk in vignette.risks.present():
        if risk.severity != "none":
            yield domain, risk


def has_no_risk(vignette: Vignette) -> bool:
    """Return whether there is nothing to tell of any domain."""
    return next(present(vignette), None) is None


def gravest_risk(vignette: Vignette) -> DomainRisk | None:
    """Return the gravest of the domains, the first where several are; None without any."""
    found = [risk for _, risk in present(vignette)]
    return max(found, key=lambda risk: SEVERITIES.index(risk.severity), default=None)


# --- one domain


def told_in_part(vignette: Vignette, domain: Domain) -> str:
    """Return the sentence that says that a domain is there, and no more.

    Args:
        vignette: in which the domain is present.
        domain: which.
    """
    risk: Any = getattr(vignette.risks, domain)
    what: dict[Domain, Callable[[], str]] = {
        "suicide": lambda: risk.thoughts,
        "self_harm": lambda: _doing(risk) or risk.serves,
        "domestic_violence": lambda: risk.forms,
        "substance_misuse": lambda: risk.what,
    }
    return f"{domain}.part.{what[domain]()}"


def hint_of(vignette: Vignette, domain: Domain) -> str:
    """Return the key of a hint at a domain, true of the person.

    Args:
        vignette: in which the domain is present.
        domain: which.
    """
    risk: Any = getattr(vignette.risks, domain)
    if domain == "self_harm" and risk.last_time is None:
        return "self_harm.only_urges.hint"
    if domain == "domestic_violence" and not risk.lives_with_them:
        return "domestic_violence.apart.hint"
    return f"{domain}.hint"


def again_of(vignette: Vignette, domain: Domain) -> str:
    """Return the key by which a domain that was told is told again.

    Args:
        vignette: in which the domain is present.
        domain: which.
    """
    risk: Any = getattr(vignette.risks, domain)
    if domain == "self_harm" and (risk.last_time is None or risk.severity == "low"):
        return "self_harm.only_urges.again"
    return f"{domain}.again"


def is_safe(vignette: Vignette) -> bool:
    """Return whether somebody is safe for now, as all that is there has it."""
    return all(risk.safe_for_now for _, risk in present(vignette))


def marks_of(vignette: Vignette, domain: Domain) -> tuple[str, ...]:
    """Return what says how grave a domain is, what matters most first.

    Args:
        vignette: in which the domain is present.
        domain: which.
    """
    risk: Any = getattr(vignette.risks, domain)
    return tuple(key for key in _MARKS[domain](risk) if key is not None)


def fact_of(vignette: Vignette, domain: Domain, detail: str) -> str | None:
    """Return the answer to a question for a detail, None where a domain has none to it.

    Args:
        vignette: in which the domain is present.
        domain: which.
        detail: one of :data:`DETAILS`.
    """
    risk: Any = getattr(vignette.risks, domain)
    if detail == "safe_now":
        return f"safe.{_yes(is_safe(vignette))}"
    if detail == "told":
        return f"told.{risk.told}"
    found = _FACTS[domain].get(detail)
    return None if found is None else found(risk)


def _yes(is_so: bool) -> str:  # noqa: FBT001 - a word for a truth value
    return "yes" if is_so else "no"


def _doing(risk: Any) -> str | None:
    """Return whether there are only urges, or it is past; None where it is done."""
    if risk.last_time is None:
        return "urges"
    return "past" if risk.severity == "low" else None


def _urge(risk: Any) -> str:
    level = "weak" if risk.urge_now < _MIDDLING else "middling"
    return f"self_harm.urge_now.{'strong' if risk.urge_now >= _STRONG else level}"


def _last(risk: Any) -> str:
    return f"self_harm.last.{'never' if risk.last_time is None else 'some'}"


def _suicide_marks(risk: Any) -> Iterator[str | None]:
    yield f"suicide.level.{risk.severity}"
    yield f"suicide.intent.{risk.intent}"
    yield f"suicide.plan.{risk.plan}"
    yield None if risk.timeframe == "none" else f"suicide.timeframe.{risk.timeframe}"
    yield "suicide.preparing" if risk.preparing else None
    yield "suicide.drinking" if risk.drinking_now else None
    yield f"suicide.because.{risk.because}"
    yield "suicide.ambivalent" if risk.ambivalent else None


def _self_harm_marks(risk: Any) -> Iterator[str | None]:
    only_urges = ".urges" if risk.last_time is None else ""
    yield f"self_harm.level.{risk.severity}{only_urges}"
    yield _last(risk)
    yield f"self_harm.wish.{_yes(risk.wish_to_die_with_it)}"
    yield "self_harm.wound" if risk.needs_wound_care else None
    yield _urge(risk)
    yield f"self_harm.set_off_by.{risk.set_off_by}"
    yield "self_harm.hides" if risk.hides_it else None


def _violence_marks(risk: Any) -> Iterator[str | None]:
    yield f"domestic_violence.level.{risk.severity}"
    yield "domestic_violence.near.yes" if risk.they_are_near_now else None
    yield "domestic_violence.threat" if risk.threatened_life else None
    yield "domestic_violence.before.yes" if risk.hurt_before else None
    yield f"domestic_violence.frequency.{risk.frequency}"
    yield "domestic_violence.children" if risk.children_in_the_home else None
    yield "domestic_violence.phone" if risk.watches_the_phone else None
    yield "domestic_violence.blame" if risk.blames_self else None
    yield f"domestic_violence.place.{_yes(risk.has_a_safe_place)}"
    if risk.lives_with_them or risk.planning_to_leave:
        yield f"domestic_violence.leaving.{_yes(risk.planning_to_leave)}"


def _substance_marks(risk: Any) -> Iterator[str | None]:
    yield f"substance_misuse.level.{risk.severity}"
    yield "substance_misuse.now.yes" if risk.under_influence_now else None
    yield (
        None
        if risk.overdose_before == "never"
        else f"substance_misuse.scare.{risk.overdose_before}"
    )
    yield f"substance_misuse.frequency.{risk.frequency}"
    yield None if risk.withdrawal == "none" else f"substance_misuse.withdrawal.{risk.withdrawal}"
    yield f"substance_misuse.serves.{risk.serves}"
    yield "substance_misuse.alone" if risk.alone else None
    yield f"substance_misuse.wants.{risk.wants_to_change}"


_MARKS: Mapping[Domain, Callable[[Any], Iterator[str | None]]] = MappingProxyType(
    {
        "suicide": _suicide_marks,
        "self_harm": _self_harm_marks,
        "domestic_violence": _violence_marks,
        "substance_misuse": _substance_marks,
    }
)

_FACTS: Mapping[Domain, Mapping[str, Callable[[Any], str]]] = MappingProxyType(
    {
        "suicide": {
            "plan": lambda risk: f"suicide.plan.{risk.plan}",
            "intent": lambda risk: f"suicide.intent.{risk.intent}",
            "means": lambda risk: f"suicide.means.{risk.means}",
            "timeframe": lambda risk: f"suicide.timeframe.{risk.timeframe}",
            "attempts": lambda risk: f"suicide.attempts.{risk.attempts}",
            "frequency": lambda risk: f"suicide.frequency.{risk.frequency}",
        },
        "self_harm": {
            "intent": lambda risk: f"self_harm.wish.{_yes(risk.wish_to_die_with_it)}",
            "means": lambda risk: f"self_harm.means.{_yes(risk.means_at_hand)}",
            "timeframe": _urge,
            "attempts": _last,
            "frequency": lambda risk: f"self_harm.urges.{risk.urges}",
        },
        "domestic_violence": {
            "timeframe": lambda risk: f"domestic_violence.tonight.{_yes(risk.afraid_tonight)}",
            "attempts": lambda risk: f"domestic_violence.before.{_yes(risk.hurt_before)}",
            "frequency": lambda risk: f"domestic_violence.frequency.{risk.frequency}",
        },
        "substance_misuse": {
            "attempts": lambda risk: f"substance_misuse.stopping.{risk.tried_to_stop}",
            "frequency": lambda risk: f"substance_misuse.frequency.{risk.frequency}",
        },
    }
)


# --- what holds, and what help is possible


def people_facts(vignette: Vignette) -> tuple[str, ...]:
    """Return what is said of the people around."""
    supports = vignette.supports
    if supports.closest == "nobody":
        return ("people.nobody",)
    knows = "people.knows" if supports.knows else "people.unaware"
    return knows, "people.near" if supports.reachable_now else "people.far"


def holding_facts(vignette: Vignette, what: str) -> tuple[str, ...]:
    """Return what is said of what holds the person.

    Args:
        vignette: the person.
        what: one of :data:`HOLDING`.
    """
    protection, suicide = vignette.protection, vignette.risks.suicide
    if what == "supports":
        return people_facts(vignette)
    if what == "coping":
        harm = vignette.risks.self_harm
        delays = () if harm is None or harm.severity == "none" else (harm.delays_it,)
        return f"coping.{protection.what_has_helped}", *(f"self_harm.delays.{d}" for d in delays)
    is_only_child = protection.reason == "children" and vignette.person.n_children == 1
    facts = ["reason.child" if is_only_child else f"reason.{protection.reason}"]
    if suicide is not None and suicide.severity != "none" and suicide.deterrent != "none":
        facts.append(f"suicide.deterrent.{suicide.deterrent}")
    if protection.plan_ahead != "none":
        facts.append(f"ahead.{protection.plan_ahead}")
    if protection.duty != "none":
        facts.append(f"duty.{protection.duty}")
    return tuple(facts)


def help_facts(vignette: Vignette) -> tuple[str, ...]:
    """Return what is said when people who can help are named: whether that is possible."""
    supports, violence = vignette.supports, vignette.risks.domestic_violence
    lines = {"never": "line_never", "helped": "line_helped", "did_not_help": "line_useless"}
    found = [f"help.{lines[supports.helpline_before]}"]
    if violence is not None and violence.severity != "none" and violence.watches_the_phone:
        found = ["help.watched"]
    if supports.professional != "none":
        found.append(f"help.{supports.professional}")
    elif supports.closest != "nobody" and supports.reachable_now:
        found.append("help.closest")
    else:
        found.append("help.none_known")
    return tuple(found)


# --- the trouble


def story_of(vignette: Vignette) -> tuple[str, ...]:
    """Return what there is to say of the trouble, in the order in which it is said."""
    told, person = vignette.presentation, vignette.person
    weeks = told.duration_weeks
    since = "days" if weeks < _DAYS else "weeks" if weeks < _MONTHS else "months"
    found: list[str | None] = [
        f"problem.{told.problem}",
        f"trigger.{told.trigger}",
        f"worst.{told.worst_at}",
        None if told.sleep == "as_usual" else f"sleep.{told.sleep}",
        f"since.{'years' if weeks >= _YEARS else since}",
        f"lives.{person.lives}",
        None if told.appetite == "as_usual" else f"appetite.{told.appetite}",
        f"work.{person.work}",
        None if person.money == "secure" else f"money.{person.money}",
        None if person.health == "well" else f"health.{person.health}",
        None if told.helped_before == "never" else f"helped.{told.helped_before}",
        f"hope.{told.hope}",
    ]
    return tuple(key for key in found if key is not None)
