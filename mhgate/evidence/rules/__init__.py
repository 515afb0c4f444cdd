"""Rules of decision by method version: a report's stored numbers -> what they decide.

A pack is read years later, by a program whose statistics have gone on. So the rule by which each
version of the method went from intervals and thresholds to outcomes and an exit code is kept here,
by the number that a report names (``provenance.measurement["method"]``). An entry is written once
and never changed: a later method adds one. It is pure, takes nothing but the report, and shares no
code with the room that decides today, so that each holds the other to its word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mhgate.evidence.rules import method_3
from mhgate.evidence.rules.decided import Decided
from mhgate.records import Outcome, Report

__all__ = ["RULES", "Decided", "rule_of", "undecided_by"]

RULES: Mapping[str, Callable[[Report], Decided]] = {"3": method_3.decided}
"""The rule of each method version."""


def rule_of(report: Report) -> Callable[[Report], Decided] | None:
    """Return the rule of the method that a report names, None where it is not known here.

    Args:
        report: any.
    """
    return RULES.get(report.provenance.measurement.get("method", ""))


def undecided_by(found: Decided, report: Report) -> list[str]:
    """Return where a report's verdict is not what a rule decides from the report's own numbers.

    Args:
        found: what the rule decides.
        report: the report.

    Returns:
        One clause a place, with both values; none where the verdict is the rule's.
    """
    return [
        f"{where} is {_shown(stored)} and its numbers decide {_shown(decided)}"
        for where, stored, decided in _pairs(found, report)
        if stored != decided
    ]


def _pairs(found: Decided, report: Report) -> Iterator[tuple[str, object, object]]:
    verdict = report.verdict
    yield "the outcome", verdict.outcome, found.outcome
    yield "the exit code", verdict.exit_code, found.exit_code
    yield "whether the gate is closed", verdict.blocks, found.exit_code != 0
    yield "whether it rests on a waiver", verdict.waived, found.is_waived
    for pillar in verdict.pillars:
        yield f"pillar {pillar.pillar}", pillar.outcome, found.pillars[pillar.pillar]
        for probe in pillar.probes:
            name = probe.probe.id
            yield name, probe.outcome, found.parts[name, None]
            yield f"{name}, its regression", probe.regression, found.regressions[name, None]
            yield f"{name}, its alarms", probe.n_alarms, found.n_alarms[name]
            yield f"{name}, its waiver", probe.waived, found.waived.get((name, None))
            for part in probe.strata:
                key = (name, part.stratum)
                where = f"{name} [{part.stratum}]"
                yield where, part.outcome, found.parts[key]
                yield f"{where}, its regression", part.regression, found.regressions[key]
                yield f"{where}, its waiver", part.waived, found.waived.get(key)


def _shown(value: object) -> str:
    return value.value if isinstance(value, Outcome) else str(value)
