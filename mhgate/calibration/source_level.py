"""Agreement on the means of sources: may a judge rank systems as people do?"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from mhgate.calibration.pairing import Pairs
from mhgate.canonical import seed_from
from mhgate.records import Bounds, Category, Coefficient, SourceLevel, SourceMeans
from mhgate.stats.icc import icc
from mhgate.stats.icc_bootstrap import IccBootstrap, icc_bootstrap
from mhgate.stats.icc_of_means import IccOfMeans, icc_of_means
from mhgate.stats.koo_li import koo_li_category
from mhgate.stats.published_interval import (
    PublishedInterval,
    published_category,
    published_interval,
)
from mhgate.stats.reseeding import Reseeded, reseeded_bounds
from mhgate.stats.seeded import seeded

__all__ = ["Resampling", "agreement_of_sources"]

_FEWEST_SOURCES = 2


@dataclass(frozen=True, slots=True)
class Resampling:
    """How often is resampled, at which level, and from which seed; ``place`` names the cell."""

    level: float
    resamples: int
    reseeds: int
    seed: int
    place: tuple[str, ...] = ()

    def seed_for(self, *what: str) -> int:
        """Return a seed of its own for one use, the same whatever else is measured."""
        return seed_from(self.seed, *self.place, *what)

    def bounds(
        self,
        drawn: IccBootstrap | IccOfMeans,
        unit: Literal["source", "conversation"],
        method: str,
    ) -> Bounds:
        """Return the bounds of a coefficient that was resampled by units."""
        return Bounds(
            lower=drawn.lower,
            upper=drawn.upper,
            level=self.level,
            unit=unit,
            n_units=drawn.clusters,
            resamples=self.resamples,
            n_without=drawn.undefined,
            method=method,
        )


def agreement_of_sources(pairs: Pairs, how: Resampling) -> SourceLevel | str:
    """Measure agreement on the sources' means.

    Args:
        pairs: the replies that both rated.
        how: how to resample.

    Returns:
        The coefficients with intervals over sources and over conversations, or why there are none.
    """
    means = _means(pairs)
    if any(reply.source is None for reply in pairs.replies):
        return "no column says whose replies they are"
    if len(means) < _FEWEST_SOURCES:
        return f"{len(means)} source{'' if len(means) == 1 else 's'}: two are the least"
    table = [[each.human, each.judge] for each in means]
    published = published_interval(
        table,
        generator=seeded(how.seed_for("published")),
        level=how.level,
        resamples=how.resamples,
    )
    absolute = _coefficient(table, pairs, "A,1", how)
    again_published, again_absolute = reseeded_bounds(
        table,
        generator=seeded(how.seed_for("again")),
        forms=[("C,1", True), ("A,1", False)],
        level=how.level,
        resamples=how.resamples,
        reseeds=how.reseeds,
    )
    return SourceLevel(
        n_sources=len(means),
        means=tuple(means),
        consistency=_coefficient(table, pairs, "C,1", how),
        absolute=absolute,
        published_interval=_published_bounds(published),
        published=_published(published, again_published),
        koo_li=_koo_li(absolute, again_absolute),
    )


def _means(pairs: Pairs) -> list[SourceMeans]:
    people: dict[str, list[float]] = {}
    judge: dict[str, list[float]] = {}
    for reply, by_people, by_judge in zip(pairs.replies, pairs.human, pairs.judge, strict=True):
        people.setdefault(reply.source or "", []).append(by_people)
        judge.setdefault(reply.source or "", []).append(by_judge)
    return [
        SourceMeans(
            source=source,
            n_replies=len(given),
            human=math.fsum(given) / len(given),
            judge=math.fsum(judge[source]) / len(given),
        )
        for source, given in people.items()
    ]


def _coefficient(
    table: list[list[float]], pairs: Pairs, form: Literal["A,1", "C,1"], how: Resampling
) -> Coefficient:
    whole = icc(table, form=form, level=how.level)
    sources = icc_bootstrap(
        table,
        generator=seeded(how.seed_for("sources", form)),
        form=form,
        level=how.level,
        resamples=how.resamples,
    )
    conversations = icc_of_means(
        pairs.table,
        pairs.sources,
        clusters=pairs.conversations,
        generator=seeded(how.seed_for("conversations", form)),
        form=form,
        level=how.level,
        resamples=how.resamples,
    )
    return Coefficient(
        value=whole.value,
        over_sources=how.bounds(sources, "source", "percentile bootstrap of sources"),
        over_conversations=how.bounds(
            conversations,
            "conversation",
            "percentile bootstrap of conversations, sources as they are",
        ),
        reason=whole.reason,
    )


def _published_bounds(found: PublishedInterval) -> Bounds:
    return Bounds(
        lower=found.lower,
        upper=found.upper,
        level=found.level,
        unit="source",
        n_units=found.targets,
        resamples=found.resamples,
        n_without=found.left_out,
        method="as published: percentile bootstrap of sources, ICC(C,1) outside [0, 1] left out",
    )


def _published(found: PublishedInterval, again: Reseeded) -> Category:
    words = [published_category(*bounds) for bounds in again]
    return Category(
        scheme="published",
        category=found.category,
        reseeds=len(again),
        tally=_tally(words),
        stability=_share(found.category, words),
    )


def _koo_li(absolute: Coefficient, again: Reseeded) -> Category:
    bounds = absolute.over_sources
    at_lower = koo_li_category(None if bounds is None else bounds.lower)
    words = [koo_li_category(lower) for lower, _ in again]
    return Category(
        scheme="koo_li",
        category=koo_li_category(absolute.value),
        at_lower=at_lower,
        at_upper=koo_li_category(None if bounds is None else bounds.upper),
        reseeds=len(again),
        tally=_tally(words),
        stability=_share(at_lower, words),
    )


def _tally(words: Sequence[str | None]) -> dict[str, int]:
    return dict(Counter(word or "none" for word in words).most_common())


def _share(word: str | None, words: Sequence[str | None]) -> float | None:
    return words.count(word) / len(words) if words else None
