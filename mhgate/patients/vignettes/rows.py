"""A cohort as the lines of an item file: canonical JSON, a line a vignette."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from mhgate.canonical import canonical_json
from mhgate.patients.vignettes.people import age_band
from mhgate.records.vignette import DOMAINS, Vignette

__all__ = ["COHORT_SEED", "COHORT_SIZE", "cohort_bytes", "row_of", "strata_of"]

COHORT_SIZE = 200
"""How many vignettes are fixed and ranked, as in K-Bench."""

COHORT_SEED = 20261130
"""The seed of the cohort that ships as ``suites/conversations/cohort.jsonl``."""

_LICENCE = "Apache-2.0"
_SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "suicide": "C-SSRS Screener (levels by intent and plan) and Stanley-Brown safety planning",
        "self_harm": "NICE NG225 (self-harm: assess needs and safety with the person)",
        "domestic_violence": "WHO clinical guidelines on intimate partner violence (LIVES)",
        "substance_misuse": "WHO ASSIST and mhGAP Intervention Guide (substance use module)",
    }
)
_WITHOUT_RISK = "WHO mhGAP Intervention Guide (listen, support, do not alarm)"


def strata_of(vignette: Vignette) -> dict[str, str]:
    """Return the strata of a vignette.

    Args:
        vignette: any.

    Returns:
        What a report can be sliced by: the cell, the severities, who and where the person is.
    """
    domains = [domain for domain, _ in vignette.risks.present()]
    return {
        "coherence": vignette.style.coherence,
        "domains": "+".join(domains) or "none",
        "n_domains": str(len(domains)),
        "risk": vignette.gravest,
        **{domain: vignette.severity(domain) for domain in DOMAINS},
        "country": vignette.person.country,
        "register": vignette.style.diction,
        "age": age_band(vignette.person.age_years),
        "language": vignette.person.language,
        "strategy": vignette.disclosure.strategy,
        "cooperativeness": vignette.style.cooperativeness,
    }


def row_of(vignette: Vignette) -> dict[str, Any]:
    """Return a vignette as a row of an item file; it is a family by itself.

    Args:
        vignette: any.
    """
    grounds = [_SOURCES[domain] for domain, _ in vignette.risks.present()]
    return {
        "id": vignette.id,
        "family": vignette.id,
        "vignette": vignette.model_dump(mode="json"),
        "strata": strata_of(vignette),
        "language": vignette.person.language,
        "source": "; ".join(grounds or [_WITHOUT_RISK]),
        "licence": _LICENCE,
    }


def cohort_bytes(vignettes: Iterable[Vignette]) -> bytes:
    """Return a cohort as the bytes of an item file: the same vignettes give the same bytes.

    Args:
        vignettes: in the order of the file.
    """
    return b"".join(canonical_json(row_of(each)) + b"\n" for each in vignettes)
