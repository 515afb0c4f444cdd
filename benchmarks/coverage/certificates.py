"""Certificates at work: a poor judge's error stays in the level, raters at chance certify nobody.

A judge that says yes to three in four of the true yes (sensitivity .75) and no to nineteen in
twenty of the true no (specificity .95) sees a pillar whose true rate is the threshold itself:
whatever is claimed then, a pass or a fail, is on the edge of being wrong, and may be claimed in one
run of twenty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.calibration.certifying import JudgeIdentity, certify
from mhgate.calibration.requirements import shortfalls
from mhgate.calibration.truths import truths_of
from mhgate.records import (
    Answer,
    GoldLabel,
    GoldTranscript,
    LabelAnswer,
    Question,
    Requirement,
    Turn,
)
from mhgate.stats.clopper_pearson import clopper_pearson
from mhgate.stats.melded import JudgeCounts, melded_p_at_least, melded_p_at_most

__all__ = ["Cell", "ChanceGold", "Claims", "certified_shares", "claims", "run"]

_Ints = NDArray[np.int64]

ALPHA = 0.05
SENSITIVITY, SPECIFICITY = 0.75, 0.95
TODAY = date(2026, 11, 30)


@dataclass(frozen=True, slots=True)
class Cell:
    """A pillar at its threshold, seen through the judge.

    Args:
        threshold: what must be reached, and what is true.
        expect: which of the two answers is the good one.
        items: independent items of the run.
        yes: transcripts to which people say yes, behind the certificate.
        no: those to which they say no.
    """

    threshold: float
    expect: str = "yes"
    items: int = 240
    yes: int = 100
    no: int = 50

    @property
    def accepts(self) -> float:
        """How probably the judge calls a good reply good."""
        return SENSITIVITY if self.expect == "yes" else SPECIFICITY

    @property
    def catches(self) -> float:
        """How probably it calls a bad reply bad."""
        return SPECIFICITY if self.expect == "yes" else SENSITIVITY

    @property
    def gold(self) -> tuple[int, int]:
        """Labelled transcripts of good and of bad replies."""
        return (self.yes, self.no) if self.expect == "yes" else (self.no, self.yes)


@dataclass(frozen=True, slots=True)
class Claims:
    """Shares of runs in which a pillar at its threshold was claimed to pass, and to fail."""

    passes: float
    fails: float


def claims(cell: Cell, *, runs: int, seed: int) -> tuple[Claims, Claims]:
    """Play a cell many times: a certificate and a run are drawn each time.

    The claims are those of the verdict with one required probe: a lower bound that reaches the
    threshold is a p-value below alpha, and so is an upper bound that stays below it.

    Args:
        cell: what is played.
        runs: how often.
        seed: of the draws.

    Returns:
        With the certificate, and as the gate would decide without one.
    """
    rng = np.random.default_rng([seed, *repr(cell).encode()])
    good, bad = cell.gold
    accepted = rng.binomial(good, cell.accepts, runs)
    caught = rng.binomial(bad, cell.catches, runs)
    shown = cell.threshold * cell.accepts + (1 - cell.threshold) * (1 - cell.catches)
    x = rng.binomial(cell.items, shown, runs)
    passes = fails = 0
    for (a, b), mine in _grouped(accepted, caught):
        judge = JudgeCounts(float(a), good, float(b), bad)
        seen, counts = np.unique(x[mine], return_counts=True)
        at_least = melded_p_at_least(seen, cell.items, cell.threshold, judge)
        at_most = melded_p_at_most(seen, cell.items, cell.threshold, judge)
        passes += int(counts[at_least < ALPHA].sum())
        fails += int(counts[at_most < ALPHA].sum())
    plain = [clopper_pearson(k, cell.items, level=1 - 2 * ALPHA) for k in range(cell.items + 1)]
    naive_passes = sum(plain[k].lower >= cell.threshold for k in x)
    naive_fails = sum(plain[k].upper < cell.threshold for k in x)
    return (
        Claims(passes / runs, fails / runs),
        Claims(naive_passes / runs, naive_fails / runs),
    )


def _grouped(first: _Ints, second: _Ints) -> Iterator[tuple[tuple[int, int], NDArray[np.bool_]]]:
    """Yield each pair of counts that was drawn, and the runs that drew it."""
    pairs = np.stack([first, second], axis=1)
    found, codes = np.unique(pairs, axis=0, return_inverse=True)
    for place, (one, other) in enumerate(found):
        yield (int(one), int(other)), codes.ravel() == place


@dataclass(frozen=True, slots=True)
class ChanceGold:
    """A gold set: how many transcripts, in families, labelled by how many raters of which skill.

    Args:
        right: how probably a rater gives the true answer; None for raters who say yes at the same
            rate whatever is true.
        raters: how many label each transcript.
        share: of the true (or, at chance, of the said) yes.
    """

    right: float | None
    raters: int
    share: float = 0.5
    families: int = 30
    per_family: int = 4

    def draw(self, rng: np.random.Generator) -> list[GoldTranscript]:
        """Return one gold set."""
        items = self.families * self.per_family
        truth = rng.random(items) < self.share
        if self.right is None:
            said = rng.random((items, self.raters)) < self.share
        else:
            is_right = rng.random((items, self.raters)) < self.right
            said = np.where(is_right, truth[:, None], ~truth[:, None])
        return [
            GoldTranscript.model_construct(
                id=f"t{place}",
                family=f"f{place // self.per_family}",
                question=QUESTION.id,
                question_digest=None,
                language="en",
                turns=_TURNS,
                labels=tuple(_LABELS[rater][bool(each)] for rater, each in enumerate(answers)),
                system=None,
                source="simulated",
                licence="none",
                digest=f"d{place}",
            )
            for place, answers in enumerate(said)
        ]


QUESTION = Question(
    id="simulated", text="Is it so?", yes="It is.", no="It is not.", rule="none", digest="sha256:0"
)
_TURNS = (Turn(role="user", content="Hello."), Turn(role="assistant", content="Hello to you."))
_SAID: dict[bool, LabelAnswer] = {True: "yes", False: "no"}
_LABELS = [
    {
        is_yes: GoldLabel(rater=f"r{number}", role="clinician", answer=answer, at=TODAY)
        for is_yes, answer in _SAID.items()
    }
    for number in range(5)
]


def certified_shares(gold: ChanceGold, *, sets: int, seed: int) -> tuple[float, float]:
    """Return how often a judge that says what most raters say is certified.

    No judge can look better than that one: where it is not certified, none is.

    Args:
        gold: the gold sets.
        sets: how many are drawn.
        seed: of the draws.

    Returns:
        The share, and what it would be were the raters' own agreement not compared first.
    """
    rng = np.random.default_rng([seed, *repr(gold).encode()])
    requirement = Requirement(held_out=False)
    certified = without = 0
    for _ in range(sets):
        truths = truths_of(gold.draw(rng), QUESTION, whole=True)
        certificate = certify(
            truths,
            {
                truth.transcript.id: Answer(value=truth.answer, judge="majority")  # type: ignore[arg-type]
                for truth in truths.settled
            },
            question=QUESTION,
            language="en",
            judge=JudgeIdentity("majority", "majority"),
            gold_digest="sha256:0",
            today=TODAY,
        )
        if certificate is None:
            continue
        certified += not shortfalls(certificate, requirement, today=TODAY)
        alone = certificate.model_copy(update={"ceiling": None})
        without += not shortfalls(alone, requirement, today=TODAY)
    return certified / sets, without / sets


def run(*, effort: Effort, seed: int) -> Section:
    """Play pillars at their thresholds, and gold whose raters agree at chance."""
    is_full = effort is Effort.FULL
    runs, sets = (10_000, 400) if is_full else (400, 10)
    thresholds = (0.8, 0.9, 0.95) if is_full else (0.9,)
    cells = [Cell(threshold, expect) for expect in ("yes", "no") for threshold in thresholds]
    cells += [Cell(0.6, "no"), Cell(0.9, "yes", items=500, yes=300, no=100)] if is_full else []
    bars: list[Bar] = []
    rows, worst = [], 0.0
    for cell in cells:
        found, naive = claims(cell, runs=runs, seed=seed)
        name = f"{cell.threshold}, {cell.expect} is good, {cell.items} items, {cell.yes}/{cell.no}"
        rows.append(
            f"| {cell.threshold} | {cell.expect} | {cell.items} | {cell.yes} / {cell.no} | "
            f"{found.passes:.4f} | {found.fails:.4f} | {naive.passes:.4f} | {naive.fails:.4f} |"
        )
        for what, share in (("pass", found.passes), ("fail", found.fails)):
            error = monte_carlo_error(share, runs)
            bars.append(Bar(f"false {what}, {name}", share, ALPHA, "at most", error))
        worst = max(worst, naive.passes, naive.fails)
    bars.append(Bar("worst error without a certificate", worst, 0.5, "at least"))
    people, of_people = _people(_GOLD if is_full else (_GOLD[0], _GOLD[-1]), sets, seed)
    return Section(
        "Certificates",
        f"A judge of sensitivity {SENSITIVITY} and specificity {SPECIFICITY}; the true rate is the "
        f"threshold; alpha {ALPHA}; {runs} runs a row, each with a certificate of its own from so "
        "many transcripts of yes / no; alone: as the gate would decide without a certificate. "
        "Below, gold of 120 transcripts in 30 families, and a judge that says what most raters "
        f"say: {sets} gold sets a row.",
        (
            "\n".join(
                [
                    "| true rate | good | items | gold | pass | fail | pass alone | fail alone |",
                    "|---|---|---|---|---|---|---|---|",
                    *rows,
                ]
            ),
            people,
        ),
        (*bars, *of_people),
    )


_GOLD = (
    (ChanceGold(None, 3), "3 at chance, half yes"),
    (ChanceGold(None, 2), "2 at chance, half yes"),
    (ChanceGold(None, 2, share=0.3), "2 at chance, .3 yes"),
    (ChanceGold(None, 5, share=0.3), "5 at chance, .3 yes"),
    (ChanceGold(0.7, 2), "2, right 7 times in 10"),
    (ChanceGold(0.95, 2), "2, right 19 times in 20"),
)


def _people(kinds: Sequence[tuple[ChanceGold, str]], sets: int, seed: int) -> tuple[str, list[Bar]]:
    rows, bars = [], []
    for gold, words in kinds:
        share, without = certified_shares(gold, sets=sets, seed=seed)
        rows.append(f"| {words} | {share:.3f} | {without:.3f} |")
        error = monte_carlo_error(share, sets)
        if gold.right is None:
            bars.append(Bar(f"certified, raters {words}", share, 0.05, "at most", error))
        elif gold.right > 0.9:
            bars.append(Bar(f"certified, raters {words}", share, 0.95, "at least", error))
    table = "\n".join(
        [
            "| raters | certified | were the raters' agreement not compared |",
            "|---|---|---|",
            *rows,
        ]
    )
    return table, bars
