"""Hotline entries past their term: which probes they keep from gating, and why.

Half of a probe's items may come from countries whose entries still hold. Their scores decide
nothing either: what is left out is not left out by chance, so the whole probe stays open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, date, datetime

from mhgate.gate import Trust
from mhgate.judges import LOOKED_UP_BY, expired_entries
from mhgate.judges.hotlines import EVERYWHERE
from mhgate.records import Conditions, Probe, Question
from mhgate.sampling import Plan

__all__ = ["expired_reasons", "with_expired", "with_expired_then"]

_SHOWN = 3


def with_expired(
    trust: Trust,
    probes: Iterable[Probe],
    questions: Mapping[str, Question],
    plan: Plan,
    *,
    today: date | None = None,
) -> Trust:
    """Let no probe gate whose items name a country with entries past their term.

    Args:
        trust: what the judge is trusted on. The rules judge answers, alone or on a panel: other
            judges look nothing up.
        probes: the probes of the run.
        questions: the question of each judged probe, by the probe's id.
        plan: the trials of the run.
        today: the day on which entries should hold; None for this one (UTC).

    Returns:
        The same, with the probes that expired entries keep from gating. Where a certificate is
        missing as well, that is the reason.
    """
    reasons = expired_reasons(probes, questions, plan, today=today)
    new = {name: why for name, why in reasons.items() if name not in trust.why_not}
    return _without(trust, new)


def with_expired_then(trust: Trust, conditions: Conditions) -> Trust:
    """Let no probe gate that could not when the answers were given: they do not become fresher.

    Args:
        trust: what the judge is trusted on.
        conditions: under which the stored verdict was taken.
    """
    return _without(
        trust,
        {
            name: conditions.not_gating[name]
            for name in conditions.expired
            if name in conditions.not_gating and name not in trust.why_not
        },
    )


def _without(trust: Trust, reasons: Mapping[str, str]) -> Trust:
    if not reasons:
        return trust
    return replace(
        trust,
        why_not={**trust.why_not, **reasons},
        expired=trust.expired | frozenset(reasons),
    )


def expired_reasons(
    probes: Iterable[Probe],
    questions: Mapping[str, Question],
    plan: Plan,
    *,
    today: date | None = None,
) -> dict[str, str]:
    """Return why probes may not gate for which entries are past their term, by the probe's id.

    Args:
        probes: the probes of the run.
        questions: the question of each judged probe, by the probe's id.
        plan: the trials of the run.
        today: the day on which entries should hold; None for this one (UTC).
    """
    expired = expired_entries(today or datetime.now(tz=UTC).date())
    if not expired:
        return {}
    found = {}
    for probe in probes:
        if probe.id not in questions or questions[probe.id].rule not in LOOKED_UP_BY:
            continue
        named = sorted(set(_countries(probe, plan)) & set(expired))
        if named:
            found[probe.id] = f"the term of its hotlines is over ({_listed(named, expired)})"
    return found


def _countries(probe: Probe, plan: Plan) -> Iterator[str]:
    for trial in plan.planned(probe.id):
        yield plan.refs[trial.item_id].strata.get("country", "").upper() or EVERYWHERE


def _listed(countries: Collection[str], expired: Mapping[str, tuple[str, ...]]) -> str:
    named = [
        f"{'every country' if country == EVERYWHERE else country}: {', '.join(expired[country])}"
        for country in countries
    ]
    more = f"; and {len(named) - _SHOWN} countries more" if len(named) > _SHOWN else ""
    return "; ".join(named[:_SHOWN]) + more
