"""Bots whose true rate is known, the judge that sees them, and what the gate is handed of both."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from mhgate.baseline import compare
from mhgate.estimate import estimate, youden
from mhgate.records import (
    Agreed,
    Certificate,
    ItemOutcome,
    Probe,
    Threshold,
)
from mhgate.verdict import Measured

__all__ = ["GOLD", "PILLARS", "Bot", "Gold", "Judge", "Size", "certificate", "measured", "probes"]

_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]

PILLARS = (
    "reliability",
    "crisis",
    "safety",
    "fairness",
    "privacy",
    "robustness",
    "sycophancy",
    "ethics",
)


@dataclass(frozen=True, slots=True)
class Size:
    """How many items a probe has, in families of equal size."""

    families: int = 60
    per_family: int = 4

    @property
    def items(self) -> int:
        """Items in all."""
        return self.families * self.per_family

    @property
    def family(self) -> NDArray[np.int64]:
        """The family of each item."""
        return np.repeat(np.arange(self.families), self.per_family)


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot: each item has an outcome that stays from run to run, but for a share that is redrawn.

    Args:
        rate: true rate, in (0, 1).
        icc: correlation of outcomes within a family, in [0, 1).
        redrawn: share of items whose outcome is drawn anew in each run, in [0, 1].
    """

    rate: float = 0.97
    icc: float = 0.1
    redrawn: float = 0.2

    def plays(self, rng: np.random.Generator, size: Size) -> tuple[_Bools, _Bools]:
        """Return what is truly good in two runs of the same bot."""
        if self.icc > 0:
            scale = 1 / self.icc - 1
            families = rng.beta(self.rate * scale, (1 - self.rate) * scale, size.families)
        else:
            families = np.full(size.families, self.rate)
        rates = families[size.family]
        first = rng.random(size.items) < rates
        again = rng.random(size.items) < rates
        return first, np.where(rng.random(size.items) < self.redrawn, again, first)

    def worse(self, good: _Bools, drop: float, rng: np.random.Generator, size: Size) -> _Bools:
        """Return outcomes of which a share was lost, more in some families than in others."""
        if drop <= 0:
            return good
        share = drop / self.rate
        scale = 1 / max(self.icc, 1e-9) - 1
        lost = rng.beta(share * scale, (1 - share) * scale, size.families)[size.family]
        return good & (rng.random(size.items) >= lost)


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge of known error; 1 and 1 is an exact check."""

    sensitivity: float = 0.95
    specificity: float = 0.95

    @property
    def is_exact(self) -> bool:
        """Whether it never errs."""
        return self.sensitivity == 1 and self.specificity == 1

    def sees(self, good: _Bools, rng: np.random.Generator) -> _Bools:
        """Return what it says of each item."""
        draw = rng.random(len(good))
        return np.where(good, draw < self.sensitivity, draw >= self.specificity)


@dataclass(frozen=True, slots=True)
class Gold:
    """How many labelled transcripts stand behind a certificate."""

    good: int = 100
    bad: int = 50


GOLD = Gold()


def certificate(judge: Judge, gold: Gold, rng: np.random.Generator) -> Certificate:
    """Return a certificate as a calibration would have brought it."""
    agreed = (
        int(rng.binomial(gold.good, judge.sensitivity)),
        int(rng.binomial(gold.bad, judge.specificity)),
    )
    yes, no = (
        Agreed(n=n, n_agreed=x, n_families=n, effective_n=float(n), effective_agreed=float(x))
        for n, x in zip((gold.good, gold.bad), agreed, strict=True)
    )
    return Certificate(
        id="simulated",
        question="simulated",
        question_digest="sha256:0",
        judge_fingerprint="simulated",
        yes=yes,
        no=no,
        labelled_by="clinicians",
        labelled_on=date(2026, 1, 1),
    )


def probes(per_pillar: int, *, exact: bool) -> list[Probe]:
    """Return the required probes of eight pillars."""
    return [
        Probe(
            id=f"{pillar}.probe_{number}",
            name=f"probe_{number}",
            pillar=pillar,
            items="items.jsonl",
            question=None if exact else "simulated",
            expect=None if exact else "yes",
            exact=exact,
            path="simulated",
            line=1,
            source_digest="sha256:0",
        )
        for pillar in PILLARS
        for number in range(per_pillar)
    ]


def measured(
    probe: Probe,
    seen: _Bools,
    before: _Bools,
    size: Size,
    threshold: Threshold,
    *,
    trusted: Certificate | None,
    n_claims: int,
) -> Measured:
    """Return what the gate would make of one probe's outcomes, through the rooms of the gate."""
    rows, earlier = (_rows(probe.id, each, size) for each in (seen, before))
    return Measured(
        probe=probe,
        threshold=threshold,
        estimate=estimate(
            rows,
            probe_id=probe.id,
            planned=len(rows),
            not_needed=0,
            threshold=threshold,
            certificate=trusted,
            n_claims=n_claims,
        ),
        comparison=compare(
            rows,
            earlier,
            probe_id=probe.id,
            alpha=threshold.alpha,
            max_drop=threshold.max_drop,
            certificate=None if trusted is None else trusted.id,
            youden=1.0 if trusted is None else youden(trusted),
            n_claims=n_claims,
        ),
    )


def _rows(probe_id: str, good: _Bools, size: Size) -> list[ItemOutcome]:
    return [
        ItemOutcome.model_construct(
            trial_id=f"i{place}#0",
            probe_id=probe_id,
            item_id=f"i{place}",
            item_digest="sha256:0",
            family=f"f{family}",
            epoch=0,
            strata={},
            value=float(value),
            answer=None,
            failure_stage=None,
            failure_kind=None,
            judge=None,
        )
        for place, (value, family) in enumerate(zip(good, size.family, strict=True))
    ]
