"""Bounds on which certificates rest: a judge's grades, its two rates, and the people's ceiling.

A judge is certified too easily where a lower bound lies above the truth. Gold is families of 1 to 4
transcripts whose errors correlate; judges err rarely and far, rarely and near, in one rare grade,
or all the time and a little.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchmarks.coverage.agreement import concordance
from benchmarks.coverage.drawn_bots import Bot, Families
from benchmarks.coverage.section import Bar, Effort, Section, monte_carlo_error
from mhgate.calibration.certifying import JudgeIdentity, class_counts
from mhgate.calibration.grading import GradedTranscript, certify_grades
from mhgate.calibration.measures import LEVEL, alpha_of, class_agreement, icc_of, quadratic_kappa_of
from mhgate.calibration.requirements import lower_bound, shortfalls
from mhgate.records import Requirement
from mhgate.stats.icc import icc_values
from mhgate.stats.jackknife import jackknife_bounds
from mhgate.stats.judge_rates import judge_rates
from mhgate.stats.mean_squares import mean_squares, target_sums

__all__ = ["JUDGES", "PEOPLE", "People", "ceilings", "certified", "judged", "noisy", "rates", "run"]

Floats = NDArray[np.float64]

ALPHA = 0.05
GRADES = (1.0, 2.0, 3.0, 4.0, 5.0)
TODAY = date(2026, 11, 30)

_SAME = np.eye(5)
_ANY = np.full((5, 5), 0.2)
_EVEN = np.full(5, 0.2)
_MOSTLY_GOOD = np.array([0.05, 0.05, 0.1, 0.2, 0.6])
_RARE = np.array([0.3, 0.3, 0.2, 0.15, 0.05])


def _mixed(table: Floats, other: Floats, share: float) -> Floats:
    return (1 - share) * table + share * other


def _neighbours(right: float) -> Floats:
    table = _SAME * right
    for grade, around in enumerate(((1,), (0, 2), (1, 3), (2, 4), (3,))):
        table[grade, list(around)] += (1 - right) / len(around)
    return table


def _rows(**changed: tuple[float, ...]) -> Floats:
    table = _SAME.copy()
    for name, row in changed.items():
        table[int(name[-1]) - 1] = row
    return table


def noisy(noise: float) -> Bot:
    """Return a judge whose grade lies about that of people, evenly graded, with so much noise."""
    places = np.arange(5)
    near = np.exp(-0.5 * ((places[:, None] - places) / noise) ** 2)
    return Bot(np.asarray(near / near.sum(axis=1, keepdims=True)), _EVEN, 0.3)


JUDGES = {
    "always right": Bot(_SAME, _EVEN),
    "2 % by a neighbour": Bot(_neighbours(0.98), _EVEN, 0.3),
    "3 % of the ends by the whole scale": Bot(
        _rows(of1=(0.97, 0, 0, 0, 0.03), of5=(0.03, 0, 0, 0, 0.97)), _EVEN, 0.3
    ),
    "2 % at random": Bot(_mixed(_SAME, _ANY, 0.02), _EVEN, 0.3),
    "5 % at random, most replies good": Bot(_mixed(_SAME, _ANY, 0.05), _MOSTLY_GOOD, 0.3),
    "a rare grade half missed, far": Bot(_rows(of5=(0.5, 0, 0, 0, 0.5)), _RARE, 0.3),
    "a rare grade half missed, near": Bot(_rows(of5=(0, 0, 0, 0.5, 0.5)), _RARE, 0.3),
    "right .7, else a neighbour": Bot(_neighbours(0.7), _EVEN, 0.3),
    "noise 1": noisy(1.0),
    "noise 1, most replies good": replace(noisy(1.0), keys=_MOSTLY_GOOD),
    "noise 1.5": noisy(1.5),
    "guesses": Bot(_ANY, _EVEN),
}
"""Who grades what people grade from 1 to 5."""


@dataclass(frozen=True, slots=True)
class People:
    """Raters who each see the truth as ``sees`` says, and err alike within a family by ``icc``."""

    sees: Floats
    keys: Floats
    measurement: Literal["nominal", "ordinal"] = "nominal"
    raters: int = 2
    icc: float = 0.3

    @property
    def alpha(self) -> float:
        """The alpha of endless gold."""
        joint = np.einsum("k,ka,kb->ab", self.keys, self.sees, self.sees)
        said = joint.sum(axis=0)
        middle = said.cumsum() - said / 2
        apart = np.subtract.outer(middle, middle) ** 2
        if self.measurement == "nominal":
            apart = 1 - np.eye(len(said))
        return 1 - float((joint * apart).sum()) / float(said @ apart @ said)


def _yes(share: float, missed: float, seen: float) -> tuple[Floats, Floats]:
    return np.array([[1 - seen, seen], [missed, 1 - missed]]), np.array([1 - share, share])


PEOPLE = {
    "never differ": People(*_yes(0.5, 0, 0)),
    "1 % wrong": People(*_yes(0.5, 0.01, 0.01)),
    "3 % wrong, 3 raters": People(*_yes(0.5, 0.03, 0.03), raters=3),
    "18 % wrong": People(*_yes(0.5, 0.18, 0.18)),
    "one in ten is yes, 2 % wrong": People(*_yes(0.1, 0.02, 0.02)),
    "one in ten is yes, half missed": People(*_yes(0.1, 0.5, 0.0)),
    "one in five is yes, 15 % wrong, 3 raters": People(*_yes(0.2, 0.15, 0.15), raters=3),
    "at chance, .3 yes": People(*_yes(0.3, 0.7, 0.3)),
    "grades, 2 % at random": People(_mixed(_SAME, _ANY, 0.02), _EVEN, "ordinal"),
    "grades, .7 right, else a neighbour": People(_neighbours(0.7), _EVEN, "ordinal"),
    "grades, most of them good, 5 % at random": People(
        _mixed(_SAME, _ANY, 0.05), _MOSTLY_GOOD, "ordinal"
    ),
    "grades, 40 % at random, 3 raters": People(_mixed(_SAME, _ANY, 0.4), _EVEN, "ordinal", 3),
}
"""Who labels the gold."""


@dataclass(frozen=True, slots=True)
class Errors:
    """How often a lower bound lay above the truth, of a plain jackknife too, and its mean."""

    plain: float
    errs: float
    mean: float


def _gold(rng: np.random.Generator, judge: Bot, count: int) -> tuple[Floats, Families]:
    families = Families.draw(rng, count)
    grades = rng.choice(5, size=len(families.of), p=judge.keys)
    return np.stack([grades, judge.reply(rng, families, grades)], axis=1) + 1.0, families


def judged(judge: Bot, *, families: int, runs: int, seed: int) -> dict[str, Errors]:
    """Return by coefficient how often the bound of a judge that grades lies above the truth."""
    rng = np.random.default_rng([seed, families])
    joint = judge.keys[:, None] * judge.says
    truths = {"ICC(A,1)": concordance(joint), "ICC(C,1)": _consistency(joint)}
    truths["quadratic kappa"] = truths["ICC(A,1)"]
    found = {name: np.zeros(3) for name in truths}
    for _ in range(runs):
        table, drawn = _gold(rng, judge, families)
        rows, names = table.tolist(), [str(family) for family in drawn.of]
        told = {
            "ICC(A,1)": icc_of(rows, names, "A,1", GRADES),
            "ICC(C,1)": icc_of(rows, names, "C,1", GRADES),
            "quadratic kappa": quadratic_kappa_of(rows, names, GRADES),
        }
        for name, figure in told.items():
            form: Literal["A,1", "C,1"] = "C,1" if name == "ICC(C,1)" else "A,1"
            plain = _plain(table, drawn, form)
            lower = -1.0 if figure.lower is None else figure.lower
            found[name] += [plain > truths[name] + 1e-9, lower > truths[name] + 1e-9, lower]
    return {name: Errors(*(total / runs)) for name, total in found.items()}


def _consistency(joint: Floats) -> float:
    grades = np.arange(5.0)
    one, other = grades - joint.sum(axis=1) @ grades, grades - joint.sum(axis=0) @ grades
    spread = joint.sum(axis=1) @ one**2 + joint.sum(axis=0) @ other**2
    return 2 * float(one @ joint @ other) / float(spread)


def _plain(table: Floats, drawn: Families, form: Literal["A,1", "C,1"]) -> float:
    """Return the lower bound from what was seen alone; a perfect sample's is 1."""
    sums = target_sums(table - table.mean())
    by_family = np.stack([np.bincount(drawn.of, column) for column in sums.T], axis=1)
    total = by_family.sum(axis=0)
    whole, without = (icc_values(mean_squares(each), form) for each in (total, total - by_family))
    lower, _ = jackknife_bounds(whole, np.minimum(without, 1 - 1e-12), level=LEVEL)
    return 1.0 if whole >= 1 else float(lower)


def ceilings(people: People, *, families: int, runs: int, seed: int) -> Errors:
    """Return how often the bound of the people's own alpha lies above the truth."""
    rng = np.random.default_rng([seed, families])
    size = len(people.keys)
    reach = people.sees.cumsum(axis=1)
    reach[:, -1] = 1.0
    found = np.zeros(2)
    for _ in range(runs):
        drawn = Families.draw(rng, families)
        keys = rng.choice(size, size=len(drawn.of), p=people.keys)
        said = [
            (drawn.shared(rng, people.icc)[:, None] >= reach[keys]).sum(axis=1)
            for _ in range(people.raters)
        ]
        told = alpha_of(
            np.stack(said, axis=1).astype(float).tolist(),
            [str(family) for family in drawn.of],
            people.measurement,
            list(map(float, range(size))),
        )
        lower = -1.0 if told.lower is None else told.lower
        found += [lower > people.alpha + 1e-9, lower]
    return Errors(float("nan"), *(found / runs))


def rates(rate: float, *, icc: float, families: int, runs: int, seed: int) -> float:
    """Return how often the bound of a sensitivity lies above the truth."""
    rng = np.random.default_rng([seed, families])
    missed = 0
    for _ in range(runs):
        drawn = Families.draw(rng, families)
        right = drawn.shared(rng, icc) < rate
        found = judge_rates(np.ones(len(right)), right, families=drawn.of, level=LEVEL).sensitivity
        said = ["yes" if each else "no" for each in right]
        missed += lower_bound(class_counts(found, said), class_agreement(found)) > rate
    return missed / runs


def certified(
    judge: Bot, *, families: int, per_family: int, sets: int, seed: int
) -> tuple[float, float]:
    """Return how often a judge's grades show enough agreement, and how often it is certified."""
    rng = np.random.default_rng([seed, families, per_family])
    of, agrees, granted = np.repeat(np.arange(families), per_family), 0, 0
    for _ in range(sets):
        drawn = Families(families, of)
        people = rng.choice(5, size=len(of), p=judge.keys)
        said = judge.reply(rng, drawn, people)
        certificate = certify_grades(
            [
                GradedTranscript(family=f"f{family}", people=float(one + 1), judge=float(other + 1))
                for family, one, other in zip(of, people, said, strict=True)
            ],
            question="simulated",
            question_digest="sha256:0",
            grades=GRADES,
            good_from=4,
            judge=JudgeIdentity("sha256:1", "simulated"),
            labelled_by="clinicians",
            labelled_on=TODAY,
            today=TODAY,
        )
        short = shortfalls(certificate, Requirement(held_out=False), today=TODAY)
        agrees += not any("on the grades" in reason for reason in short)
        granted += not short
    return agrees / sets, granted / sets


def run(*, effort: Effort, seed: int) -> Section:
    """Simulate every bound, and how much gold a good judge takes."""
    is_full = effort is Effort.FULL
    counts = (20, 30, 60) if is_full else (30,)
    runs, sets = (400, 60) if is_full else (40, 4)
    pieces = (
        _of_judges(counts, runs, seed),
        _of_people(counts, 300 if is_full else 20, seed),
        _of_rates(counts, runs, seed),
    )
    return Section(
        "Bounds of agreement behind certificates",
        "One-sided, .05 in name: how often the lower bound lies above the truth, by number of "
        "families of 1 to 4 transcripts each; errors correlate by .3 in a family. Plain: a "
        "jackknife on atanh, which knows of what was seen alone. The last table says how often "
        "a judge whose grades lie about those of people gets its certificate by the default "
        "requirements: agreement of .6 alone, and all that is asked for, sensitivity and "
        "specificity at a cut of 4 too.",
        (*(table for table, _ in pieces), _of_power(sets, full=is_full, seed=seed)),
        tuple(bar for _, bars in pieces for bar in bars),
    )


def _of_judges(counts: tuple[int, ...], runs: int, seed: int) -> tuple[str, list[Bar]]:
    lines, worst = [], dict.fromkeys(("quadratic kappa", "ICC(A,1)", "ICC(C,1)"), 0.0)
    for name, judge in JUDGES.items():
        found = [judged(judge, families=count, runs=runs, seed=seed) for count in counts]
        for coefficient in worst:
            here = (each[coefficient].errs for each in found)
            worst[coefficient] = max(worst[coefficient], *here)
        kappas = [each["quadratic kappa"] for each in found]
        cells = [f"{each.plain:.3f}, {each.errs:.3f}, {each.mean:.2f}" for each in kappas]
        truth = concordance(judge.keys[:, None] * judge.says)
        lines.append(f"| {name} | {truth:.2f} | {' | '.join(cells)} |")
    title = f"**Quadratic kappa of a judge's grades** ({runs} runs a cell): plain errs, errs, mean"
    head = _head(title, counts)
    bars = [
        Bar(f"{name}, lower bound", value, ALPHA, "at most", monte_carlo_error(ALPHA, runs))
        for name, value in worst.items()
    ]
    return "\n".join([*head("judge", "true kappa"), *lines]), bars


def _of_people(counts: tuple[int, ...], runs: int, seed: int) -> tuple[str, list[Bar]]:
    lines, worst = [], 0.0
    for name, people in PEOPLE.items():
        found = [ceilings(people, families=count, runs=runs, seed=seed) for count in counts]
        cells = " | ".join(f"{each.errs:.3f}, {each.mean:.2f}" for each in found)
        lines.append(f"| {name} | {people.alpha:.2f} | {cells} |")
        worst = max(worst, *(each.errs for each in found))
    head = _head(f"**People among themselves** ({runs} runs a cell): errs, mean bound", counts)
    error = monte_carlo_error(ALPHA, runs)
    bar = Bar("alpha of the people, lower bound", worst, ALPHA, "at most", error)
    return "\n".join([*head("raters", "true alpha"), *lines]), [bar]


def _of_rates(counts: tuple[int, ...], runs: int, seed: int) -> tuple[str, list[Bar]]:
    lines, worst = [], 0.0
    for rate in (0.7, 0.8, 0.9, 0.95):
        for icc in (0.0, 0.3):
            found = [rates(rate, icc=icc, families=count, runs=runs, seed=seed) for count in counts]
            lines.append(f"| {rate} | {icc} | {' | '.join(f'{each:.3f}' for each in found)} |")
            worst = max(worst, *found)
    head = _head(f"**Sensitivity, or specificity** ({runs} runs a cell): errs", counts)
    error = monte_carlo_error(ALPHA, runs)
    bar = Bar("sensitivity, lower bound", worst, ALPHA, "at most", error)
    return "\n".join([*head("true rate", "correlation"), *lines]), [bar]


def _head(title: str, counts: tuple[int, ...]) -> Callable[[str, str], list[str]]:
    def head(first: str, second: str) -> list[str]:
        columns = [first, second, *(f"{count} families" for count in counts)]
        return [title, "", f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]

    return head


def _of_power(sets: int, *, full: bool, seed: int) -> str:
    sizes = ((30, 2), (60, 2), (120, 2)) if full else ((60, 2),)
    columns = [f"{count * each} in {count} families" for count, each in sizes]
    lines = [
        f"**Certificates granted** ({sets} gold sets a cell): agreement alone, all",
        "",
        f"| true kappa | {' | '.join(columns)} |",
        "|---" * (len(columns) + 1) + "|",
    ]
    for noise in (1.2, 1.0, 0.7, 0.5):
        judge = noisy(noise)
        kappa = concordance(judge.keys[:, None] * judge.says)
        shares = [
            certified(judge, families=count, per_family=each, sets=sets, seed=seed)
            for count, each in sizes
        ]
        cells = " | ".join(f"{alone:.2f}, {all_of_it:.2f}" for alone, all_of_it in shares)
        lines.append(f"| {kappa:.2f} | {cells} |")
    return "\n".join(lines)
