"""Hazards beside figures: the file that people keep, and the table that a pack shows.

What a risk is before and after a control is what people state. No figure changes it here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mhgate.config import Config
from mhgate.evidence.governed import read_governed
from mhgate.records import ProbeVerdict, Report
from mhgate.records.hazards import Hazard, HazardFile, HazardLine, HazardTable

__all__ = ["hazard_table", "hazards_named", "read_hazards"]

_SAYS = (
    "Severity, likelihood and risk are as people state them in the hazard log, before and after "
    "the control. The figure beside is what this run measured. The program derives no risk from it."
)


def read_hazards(data: bytes, *, name: str) -> HazardFile:
    """Read a file of hazards.

    Args:
        data: TOML.
        name: of the file, for messages.

    Raises:
        UsageError: it is not as it should be.
    """
    return read_governed(data, HazardFile, name=name, key="hazard")


def hazards_named(report: Report, config: Config) -> dict[str, str]:
    """Return the hazard that each probe is about, by the probe's id.

    What thresholds.toml says goes before what the suite says.

    Args:
        report: of the run.
        config: its thresholds.
    """
    found = {}
    for decided in _decided(report):
        probe = decided.probe
        pillar = config.pillars.get(probe.pillar)
        own = None if pillar is None else pillar.probe.get(probe.name)
        hazard = own.hazard if own is not None and own.hazard is not None else probe.hazard
        if hazard is not None:
            found[probe.id] = hazard
    return found


def hazard_table(
    report: Report, hazards: HazardFile | None, named: Mapping[str, str]
) -> HazardTable:
    """Return every hazard beside the probes that are about it.

    Args:
        report: of the run.
        hazards: the file; None where there is none.
        named: the hazard of each probe that names one, by the probe's id.
    """
    held = hazards or HazardFile()
    known = {each.id: each for each in held.hazards}
    decided = {each.probe.id: each for each in _decided(report)}
    ids = [*known, *sorted({name for name in named.values() if name not in known})]
    return HazardTable(
        run=report.provenance.run_id,
        says=_SAYS,
        source=held.source,
        source_sha256=held.source_sha256,
        lines=tuple(line for name in ids for line in _lines(name, known.get(name), named, decided)),
        probes_without=tuple(name for name in decided if name not in named),
    )


def _decided(report: Report) -> Iterator[ProbeVerdict]:
    for pillar in report.verdict.pillars:
        yield from pillar.probes


def _lines(
    name: str,
    hazard: Hazard | None,
    named: Mapping[str, str],
    decided: Mapping[str, ProbeVerdict],
) -> Iterator[HazardLine]:
    about = [probe for probe in decided if named.get(probe) == name]
    if not about:
        yield HazardLine(id=name, hazard=hazard)
    for probe in about:
        each = decided[probe]
        yield HazardLine(
            id=name,
            hazard=hazard,
            probe=probe,
            outcome=each.outcome.value,
            point=each.estimate.point,
            lower=each.estimate.interval.lower,
            upper=each.estimate.interval.upper,
            min_score=each.threshold.min_score,
        )
