"""Two verdicts on the same outcomes: what changed, pillar by pillar, or whether nothing did."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isclose
from typing import Any

from mhgate.records import Outcome, PillarVerdict, ProbeVerdict, StratumVerdict, Verdict

__all__ = ["PartChange", "PillarChange", "changes", "differences"]

_MOST_DIFFERENCES = 5
_TEXTS = ("headline", "sentence", "exit_meaning", "method")
_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class PartChange:
    """A probe, or a stratum of one: its outcome before and now, and what it must reach.

    ``limits`` holds the keys of the threshold that changed, each with the old and the new value.
    An outcome is None where the part was not decided then, or is not any more.
    """

    name: str
    before: Outcome | None
    now: Outcome | None
    limits: Mapping[str, tuple[Any, Any]]

    @property
    def is_changed(self) -> bool:
        """Whether anything of it changed."""
        return self.before is not self.now or bool(self.limits)


@dataclass(frozen=True, slots=True)
class PillarChange:
    """A pillar's outcome before and now, and what changed in it."""

    pillar: str
    before: Outcome | None
    now: Outcome | None
    parts: tuple[PartChange, ...]


def changes(before: Verdict, now: Verdict) -> tuple[PillarChange, ...]:
    """Say what changed between two verdicts on the same outcomes.

    Args:
        before: the stored one.
        now: the new one.

    Returns:
        One entry a pillar, in the order of the new verdict; the parts that changed in each.
    """
    old = {pillar.pillar: pillar for pillar in before.pillars}
    new = {pillar.pillar: pillar for pillar in now.pillars}
    return tuple(_of_pillar(name, old.get(name), new.get(name)) for name in {**new, **old})


def _of_pillar(name: str, old: PillarVerdict | None, new: PillarVerdict | None) -> PillarChange:
    before, now = dict(_parts(old)), dict(_parts(new))
    parts = [_of_part(part, before.get(part), now.get(part)) for part in {**now, **before}]
    return PillarChange(
        pillar=name,
        before=None if old is None else old.outcome,
        now=None if new is None else new.outcome,
        parts=tuple(part for part in parts if part.is_changed),
    )


def _parts(pillar: PillarVerdict | None) -> Iterator[tuple[str, ProbeVerdict | StratumVerdict]]:
    for probe in () if pillar is None else pillar.probes:
        yield probe.probe.name, probe
        for stratum in probe.strata:
            yield f"{probe.probe.name} [{stratum.stratum}]", stratum


def _of_part(
    name: str,
    old: ProbeVerdict | StratumVerdict | None,
    new: ProbeVerdict | StratumVerdict | None,
) -> PartChange:
    limits = {}
    if old is not None and new is not None:
        ours, theirs = new.threshold.model_dump(), old.threshold.model_dump()
        limits = {key: (theirs[key], ours[key]) for key in ours if theirs[key] != ours[key]}
    return PartChange(
        name=name,
        before=None if old is None else old.outcome,
        now=None if new is None else new.outcome,
        limits=limits,
    )


def differences(stored: Verdict, found: Verdict, *, with_texts: bool) -> list[str]:
    """Return where two verdicts differ that should be the same; numbers may differ by rounding.

    Args:
        stored: as a report holds it.
        found: as its outcomes decide it.
        with_texts: whether sentences count too: another version may word them otherwise.

    Returns:
        The first few places, each with both values; none where nothing differs.
    """
    places = _differences("verdict", stored.model_dump(), found.model_dump(), with_texts=with_texts)
    return [
        f"{where} is {_shown(old)} and decided as {_shown(new)}"
        for where, old, new in places[:_MOST_DIFFERENCES]
    ]


def _differences(where: str, old: Any, new: Any, *, with_texts: bool) -> list[tuple[str, Any, Any]]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        keys = [key for key in {**old, **new} if with_texts or key not in _TEXTS]
        found = [
            _differences(f"{where}.{key}", old.get(key), new.get(key), with_texts=with_texts)
            for key in keys
        ]
        return [each for inner in found for each in inner]
    if isinstance(old, list | tuple) and isinstance(new, list | tuple) and len(old) == len(new):
        pairs = zip(old, new, strict=True)
        found = [
            _differences(f"{where}[{index}]", one, other, with_texts=with_texts)
            for index, (one, other) in enumerate(pairs)
        ]
        return [each for inner in found for each in inner]
    if isinstance(old, float) and isinstance(new, float):
        return [] if isclose(old, new, rel_tol=_CLOSE, abs_tol=_CLOSE) else [(where, old, new)]
    return [] if old == new else [(where, old, new)]


def _shown(value: Any) -> str:
    text = value.value if isinstance(value, Outcome) else repr(value)
    return text if len(text) <= 80 else f"{text[:80]}..."  # noqa: PLR2004 - what a line can hold
