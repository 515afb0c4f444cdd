"""What suites hold, in numbers: what ``mhgate suites list --json`` prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from mhgate.records import GoldTranscript, ItemRef, Probe
from mhgate.suites import Suite
from mhgate.suites.counting import Count, by_language, by_stratum, counted
from mhgate.suites.folders import builtin_folder
from mhgate.suites.gold_files import GOLD_FILE, read_gold
from mhgate.suites.review_files import family_digests, not_reviewed, read_reviews
from mhgate.wiring.suites_at_hand import SuitesAtHand, load_folders

__all__ = [
    "GoldCount",
    "PillarCounts",
    "ProbeCounts",
    "ReviewCounts",
    "SuiteCounts",
    "SuitesListed",
    "count_suites",
    "wanted_of",
]

_Strata = Mapping[str, Mapping[str, Count]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeCounts:
    """One probe: what it reads, and what decides it.

    Args:
        probe: its id.
        file: its items.
        decided_by: a question, the item's key (``choice``), its norm (``number``), or asserts.
        question: the question that a judge answers.
        wanted: the answer that meets the criterion, in words.
        advisory: whether its suite declares that it gates only where its own table says so.
        required: by the thresholds in force, or the shipped ones; None where neither has a table
            for its pillar.
    """

    probe: str
    file: str
    items: int
    families: int
    languages: Mapping[str, Count]
    decided_by: Literal["question", "choice", "number", "asserts"]
    question: str | None
    wanted: str
    measure: str
    statistic: str | None
    by: str | None
    never: bool
    advisory: bool
    required: bool | None
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldCount:
    """The gold of one question, by what most labels of a row say.

    ``other`` is not applicable, not sure, or no majority; ``divided`` are rows on which readers
    differ, whoever settled them.
    """

    question: str
    rows: int
    families: int
    yes: int
    no: int
    graded: int
    other: int
    divided: int
    raters: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewCounts:
    """How many families somebody has read as they are, and how many readings there are by role."""

    read: int
    waiting: int
    readings: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteCounts:
    """One suite; ``in_force`` says whether the thresholds in force name it (None: there are none).

    ``files`` counts by item file, ``strata`` by key and value; ``sealed`` what the packs of
    protected items hold, which is counted nowhere else.
    """

    suite: str
    pillar: str
    folder: str
    builtin: bool
    in_force: bool | None
    version: str
    digest: str
    items: int
    families: int
    files: Mapping[str, Count]
    languages: Mapping[str, Count]
    strata: _Strata
    probes: tuple[ProbeCounts, ...]
    gold: tuple[GoldCount, ...]
    reviews: ReviewCounts
    sealed: Mapping[str, Count]


@dataclass(frozen=True, slots=True, kw_only=True)
class PillarCounts:
    """One pillar, over its suites; ``required`` counts probes that gate."""

    pillar: str
    suites: tuple[str, ...]
    items: int
    families: int
    probes: int
    required: int
    languages: Mapping[str, Count]
    strata: _Strata


@dataclass(frozen=True, slots=True, kw_only=True)
class SuitesListed:
    """All of it; ``thresholds`` is the file by which probes are required first."""

    schema_version: str
    thresholds: str | None
    pillars: tuple[PillarCounts, ...]
    suites: tuple[SuiteCounts, ...]


def count_suites(at_hand: SuitesAtHand) -> SuitesListed:
    """Count what suites hold.

    Args:
        at_hand: the suites and thresholds that are meant.

    Raises:
        SuiteError: everything that is wrong with the suites.
    """
    suites = load_folders(at_hand.folders)
    listed = tuple(_suite(suite, at_hand) for suite in suites)
    names = dict.fromkeys(suite.pillar for suite in suites)
    config = at_hand.in_force or at_hand.shipped
    return SuitesListed(
        schema_version="1",
        thresholds=None if config is None else config.file,
        pillars=tuple(_pillar(name, suites, listed) for name in names),
        suites=listed,
    )


def wanted_of(probe: Probe) -> str:
    """Return what meets a probe's criterion, in words.

    Args:
        probe: of a suite.
    """
    if probe.reads is not None:
        return "the key" if probe.reads == "choice" else "the norm"
    if probe.rubric is not None:
        return f"{probe.dimension} of {probe.rubric}"
    if probe.question is None:
        return "its asserts"
    if probe.at_least is not None:
        return f"at least {probe.at_least}"
    return "what each item expects" if probe.expect == "item" else str(probe.expect)


def _pillar(name: str, suites: Sequence[Suite], listed: Sequence[SuiteCounts]) -> PillarCounts:
    own = [suite for suite in suites if suite.pillar == name]
    probes = [probe for each in listed if each.pillar == name for probe in each.probes]
    refs = [ref for suite in own for ref in _refs(suite)]
    total = counted(refs)
    return PillarCounts(
        pillar=name,
        suites=tuple(suite.name for suite in own),
        items=total.items,
        families=total.families,
        probes=len(probes),
        required=sum(probe.required is True for probe in probes),
        languages=by_language(refs),
        strata=by_stratum(refs),
    )


def _refs(suite: Suite) -> list[ItemRef]:
    return [ref for refs in suite.items.values() for ref in refs]


def _suite(suite: Suite, at_hand: SuitesAtHand) -> SuiteCounts:
    refs = _refs(suite)
    total = counted(refs)
    reviews, _ = read_reviews(suite)
    waiting = not_reviewed(suite, reviews)
    return SuiteCounts(
        suite=suite.name,
        pillar=suite.pillar,
        folder=str(suite.folder),
        builtin=suite.folder.resolve().parent == builtin_folder(),
        in_force=at_hand.is_in_force(suite.folder),
        version=suite.version,
        digest=suite.digest,
        items=total.items,
        families=total.families,
        files={name: counted(refs) for name, refs in suite.items.items()},
        languages=by_language(refs),
        strata=by_stratum(refs),
        probes=tuple(_probe(probe, suite, at_hand) for probe in suite.probes),
        gold=tuple(_gold(suite)),
        reviews=ReviewCounts(
            read=len(family_digests(suite)) - len(waiting),
            waiting=len(waiting),
            readings=dict(sorted(Counter(each.role for each in reviews).items())),
        ),
        sealed={
            name: Count(pack.terms.n_items, pack.terms.n_families)
            for name, pack in suite.packs.items()
        },
    )


def _probe(probe: Probe, suite: Suite, at_hand: SuitesAtHand) -> ProbeCounts:
    total = counted(suite.items[probe.items])
    return ProbeCounts(
        probe=probe.id,
        file=probe.items,
        items=total.items,
        families=total.families,
        languages=by_language(suite.items[probe.items]),
        decided_by=probe.reads or ("asserts" if probe.question is None else "question"),
        question=probe.question,
        wanted=wanted_of(probe),
        measure=probe.measure,
        statistic=probe.statistic,
        by=probe.by,
        never=probe.never,
        advisory=probe.advisory,
        required=at_hand.requires(probe),
        about=probe.doc,
    )


def _gold(suite: Suite) -> Iterable[GoldCount]:
    path = suite.folder / GOLD_FILE
    if not path.is_file():
        return
    rows, _ = read_gold(path, suite=suite.name, questions=suite.questions)
    for question in suite.questions:
        own = [row for row in rows if row.question == question]
        if own:
            yield _gold_of(question, own)


def _gold_of(question: str, rows: Sequence[GoldTranscript]) -> GoldCount:
    settled = Counter(_most_say(row) for row in rows)
    return GoldCount(
        question=question,
        rows=len(rows),
        families=len({row.family for row in rows}),
        yes=settled["yes"],
        no=settled["no"],
        graded=settled["graded"],
        other=settled["not_applicable"] + settled["not_sure"] + settled[""],
        divided=sum(
            len({(each.answer, each.grade) for each in row.labels if not each.adjudicates}) > 1
            for row in rows
        ),
        raters=dict(sorted(Counter(label.role for row in rows for label in row.labels).items())),
    )


def _most_say(row: GoldTranscript) -> str:
    """Return the answer of more than half of a row's labels; nothing where there is none."""
    answer, count = Counter(label.answer for label in row.labels).most_common(1)[0]
    return answer if 2 * count > len(row.labels) else ""
