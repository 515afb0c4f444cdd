"""What a verdict was taken under beside its thresholds, held to thresholds.toml.

A report whose conditions are milder than the file's ("nothing more blocks", "two items were to be
asked", "the judge is certified") decides a pass by rules that nobody set, and holds together.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from mhgate.canonical import digest
from mhgate.config import Config
from mhgate.records import Report, Waivers

__all__ = ["unlike_conditions"]

_SAMPLED = ("seed", "max_items", "epochs")


def unlike_conditions(config: Config, report: Report) -> list[str]:
    """Return where thresholds and the conditions of a verdict say different things.

    Args:
        config: the thresholds in the pack, under what decides of what the run was given beside.
        report: of the pack.

    Returns:
        One clause a place; none where the verdict was taken under what the file says.
    """
    bare = _uncertified(report) if config.judge.trust != "off" else []
    return [
        *(
            f"{what}: {there!r} there and {here!r} here"
            for what, there, here in (*_decided(config, report), *_played(config, report))
            if there != here
        ),
        *(f"judge.trust: 'certified' there, and nothing certifies the judge on {x}" for x in bare),
    ]


def _uncertified(report: Report) -> list[str]:
    """Return the judged probes that gate by no certificate, where the judge is called certified."""
    conditions = report.conditions
    if conditions is None or not report.provenance.judge_certified:
        return []
    return [
        probe.probe.id
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if probe.probe.is_judged
        and probe.estimate.accounts.asked
        and probe.probe.id not in conditions.not_gating
        and probe.estimate.certificate not in conditions.certificates
    ]


def _decided(config: Config, report: Report) -> Iterator[tuple[str, object, object]]:
    """Yield what is decided by: also of a report that was decided or judged again."""
    conditions = report.conditions
    if config.judge.trust == "off":
        yield "judge.trust", "off", "certified" if report.provenance.judge_certified else "off"
    if conditions is None:
        return
    yield "gate.new_items", config.gate.new_items, conditions.new_items
    yield "gate.fail_on", sorted(set(config.gate.fail_on)), sorted(set(conditions.fail_on))
    there, here = config.waivers, conditions.waivers
    yield "waivers", _listed(there), _listed(here)
    if (
        here is not None
    ):  # the day is that of a clock, which may stand on the other side of midnight
        first = report.provenance.started_at.date() - timedelta(days=1)
        yield "waivers hold on", max(here.on, first).isoformat(), here.on.isoformat()
    if conditions.confirm != "off":
        yield "gate.confirm", config.gate.confirm, conditions.confirm
        yield "gate.confirm_trials", config.gate.confirm_trials, conditions.confirm_trials


def _listed(waivers: Waivers | None) -> tuple[str, ...]:
    """Say every waiver whole, so that neither a term nor a probe of one can be another."""
    held = () if waivers is None else waivers.held
    return tuple(f"{each.id} ({digest(each.model_dump(mode='json'))[:15]})" for each in held)


def _played(config: Config, report: Report) -> Iterator[tuple[str, object, object]]:
    """Yield what is played by; whoever decides or judges again keeps that of the first run."""
    run, conditions = report.provenance, report.conditions
    if run.derived or conditions is None:
        return
    given = {each.key: each.value for each in run.overrides}
    here = {
        "seed": run.seed,
        "max_items": conditions.max_items,
        "epochs": conditions.epochs,
    }
    for name in _SAMPLED:
        key = f"sampling.{name}"
        yield key, given.get(key, getattr(config.sampling, name)), here[name]
    is_configured = not run.configuration and not any(key.startswith("target") for key in given)
    if is_configured:
        yield "target.kind", config.target.kind, run.target_kind
    if given.get("gate.baseline", config.gate.baseline) is not None and report.live is None:
        is_compared = run.baseline is not None
        yield "gate.baseline", "a baseline", "a baseline" if is_compared else "none"
