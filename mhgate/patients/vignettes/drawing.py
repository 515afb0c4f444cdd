"""A cohort from a seed: laid out over the design, drawn, and drawn again where it contradicts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from mhgate.canonical import digest, seed_from
from mhgate.patients.vignettes.dealing import Dealer
from mhgate.patients.vignettes.design import Planned, plan
from mhgate.patients.vignettes.domains import (
    domestic_violence,
    self_harm,
    substance_misuse,
    suicide,
)
from mhgate.patients.vignettes.opening import Openings
from mhgate.patients.vignettes.people import (
    Dealt,
    deal,
    disclosure,
    person,
    presentation,
    style,
)
from mhgate.patients.vignettes.rules import contradictions
from mhgate.patients.vignettes.surroundings import protection, supports
from mhgate.records.vignette import Domain, Risks, Vignette

__all__ = ["draw_vignettes"]

_ATTEMPTS = 2000
_VOICES = 1_000_000
_OF = {
    "suicide": suicide,
    "self_harm": self_harm,
    "domestic_violence": domestic_violence,
    "substance_misuse": substance_misuse,
}
_UNSAID = "(not said yet)"


def draw_vignettes(n: int, seed: int) -> tuple[Vignette, ...]:
    """Draw a cohort.

    The cells are filled evenly, the severities evenly within each combination of domains, and
    countries, ages, problems, registers and strategies evenly over the cohort. The same arguments
    give the same vignettes everywhere.

    Args:
        n: how many, at least 1; from 48 on every cell is filled.
        seed: any whole number.

    Returns:
        The vignettes, free of contradictions, in an order that tells nothing.

    Raises:
        ValueError: ``n`` is less than 1.
    """
    if n < 1:
        raise ValueError(f"{n} vignettes; expected at least 1")
    rng = Random(seed_from("vignettes", seed))  # noqa: S311 - a cohort is no secret
    dealer = Dealer(rng)
    openings = Openings(seed)
    drawn: list[Vignette] = []
    for place in plan(n, rng):
        unsaid = _draw(place, deal(place, dealer), rng)
        drawn.append(unsaid.model_copy(update={"opening": openings.compose(unsaid)}))
    return tuple(drawn)


def _draw(place: Planned, dealt: Dealt, rng: Random) -> Vignette:
    for _ in range(_ATTEMPTS):
        found = _attempt(place, dealt, rng)
        if not contradictions(found):
            return found
    raise AssertionError(f"no vignette fits {place} and {dealt}")  # pragma: no cover - a bug


def _is_settled(drawn: Mapping[Domain, Any]) -> bool:
    suicide = drawn.get("suicide")
    return suicide is not None and suicide.intent == "settled"


def _attempt(place: Planned, dealt: Dealt, rng: Random) -> Vignette:
    who = person(dealt, rng)
    grave = bool({"high", "imminent"} & set(place.severities.values()))
    brings = presentation(dealt, who, grave=grave, rng=rng)
    drawn = {
        domain: _OF[domain](severity, who, brings, rng)
        for domain, severity in place.severities.items()
    }
    blocks = {
        "cell": place.cell.name,
        "voice": rng.randrange(_VOICES),
        "person": who,
        "presentation": brings,
        "style": style(dealt, place, rng),
        "disclosure": disclosure(dealt, rng),
        "supports": supports(who, brings, rng),
        "protection": protection(who, rng, looks_ahead=not _is_settled(drawn)),
        "risks": Risks.model_validate(drawn),
    }
    unnamed = Vignette.model_validate({**blocks, "id": "unnamed", "opening": _UNSAID})
    told = unnamed.model_dump(mode="json", exclude={"id", "opening"})
    return unnamed.model_copy(update={"id": f"v-{digest(told).removeprefix('sha256:')[:10]}"})
