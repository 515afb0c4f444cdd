"""Strata inside of which a probe has nothing left to compare."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.config import Config, resolve_stratum
from mhgate.errors import Mistake
from mhgate.records import Probe
from mhgate.suites import Suite

__all__ = ["compared_strata"]

_WHAT = {
    "parity": "a gap takes two values of it",
    "consistency": "a drop takes clean items and others",
}


def compared_strata(
    config: Config, suites: tuple[Suite, ...], known: dict[str, frozenset[str]]
) -> Iterator[Mistake]:
    """Yield strata of the very key that a probe compares by: within one value nothing differs.

    Refused is one that would gate on such a probe, for its pillar could never pass; and one that
    only such probes read, for nobody would ever learn anything from it.

    Args:
        config: thresholds.toml.
        suites: those that it names.
        known: the strata of each pillar's items, as ``key=value``.
    """
    for pillar, strata in known.items():
        for name in config.pillars[pillar].stratum:
            key, value = resolve_stratum(name, strata)
            reading = [
                probe
                for suite in suites
                if suite.pillar == pillar
                for probe in suite.probes
                if (key, value) in suite.strata_of(probe.items)
            ]
            blind = [probe for probe in reading if probe.by == key]
            gating = [probe for probe in blind if _is_required(config, probe, name)]
            if gating or (blind and blind == reading):
                yield _mistake(config, pillar, name, key, (gating or blind)[0])


def _is_required(config: Config, probe: Probe, stratum: str) -> bool:
    found = config.threshold(probe.pillar, probe.name, stratum, advisory=probe.advisory)
    return found.required


def _mistake(config: Config, pillar: str, stratum: str, key: str, probe: Probe) -> Mistake:
    return Mistake(
        f"{config.path}: pillar.{pillar}.stratum.{stratum}",
        f"a stratum of {key!r}, by which {probe.name} compares ({probe.measure}): within one value "
        "nothing is left to compare, so that it could never be decided",
        f"a stratum of another key ({_WHAT.get(probe.measure, 'a comparison takes two values')})",
        "Take the table away: the probe tells every value beside its figure. Or set required = "
        f"false in pillar.{pillar}.probe.{probe.name}, where other probes read this stratum too.",
    )
