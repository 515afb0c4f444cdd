"""``python -m benchmarks.rules_on_gold``: the rules judge on labelled replies it was not made from.

The half of the gold that certifies is asked of the judge; who wrote the rules saw the other half
alone. What comes out is docs/reference/rules_judge_on_gold.md; a test holds that page to it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mhgate.calibration.truths import truths_of
from mhgate.config import load_config
from mhgate.judges import RulesJudge
from mhgate.records import Answer, GoldTranscript, Item, Question, Transcript, Trial
from mhgate.stats.jackknife import jackknife_bounds
from mhgate.suites import Suite
from mhgate.suites.folders import builtin_pillars
from mhgate.suites.gold_files import GOLD_FILE, read_gold
from mhgate.suites.loading import load_suites

__all__ = ["LEAST", "Held", "held_out", "main", "page"]

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "reference" / "rules_judge_on_gold.md"
LEAST = 0.8
"""Balanced accuracy below which a question is advisory by default."""

_HEAD = """\
<!-- Made by python -m benchmarks.rules_on_gold; change the rules or the gold, not this. -->
# The rules judge on labelled replies that it was not made from

Each transcript was labelled by authors who were blind to one another and to what its writer meant.
**They are authors, not clinicians, and they read so much alike that their agreement shows nothing
about how clinicians would agree.** The rules were written on the other half of the families; these
numbers come from the half that certifies.

Balanced accuracy is the mean of sensitivity (right where people say yes) and specificity (right
where they say no). Its interval is a jackknife by family at 90 %. **Below {least:g} a question is
advisory by default**: its probes are measured and shown, and gate only where a thresholds.toml says
so, which is for a judge that a team has certified. Fewer than {few} of the rarer answer are too few
to tell."""
_FEW = 20  # transcripts of the rarer answer, below which an interval tells nothing
_LEVEL = 0.9


@dataclass(slots=True)
class Held:
    """One question on the half that certifies: right and all, by family and by people's answer."""

    question: Question
    suite: str
    required: bool
    families: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    unreadable: int = 0

    def add(self, family: str, answer: str, *, right: bool) -> None:
        """Count one transcript."""
        cell = self.families.setdefault(family, {"yes": [0, 0], "no": [0, 0]})[answer]
        cell[0] += right
        cell[1] += 1

    def counts(self, without: str | None = None) -> dict[str, tuple[int, int]]:
        """Return right and all by people's answer, with one family left out or with all."""
        kept = [each for name, each in self.families.items() if name != without]
        return {
            answer: (sum(each[answer][0] for each in kept), sum(each[answer][1] for each in kept))
            for answer in ("yes", "no")
        }

    def balanced(self, without: str | None = None) -> float | None:
        """Return the mean of sensitivity and specificity, None where one class is missing."""
        counts = self.counts(without)
        if not all(n for _, n in counts.values()):
            return None
        return sum(right / n for right, n in counts.values()) / len(counts)

    def interval(self) -> tuple[float, float]:
        """Return the bounds of balanced accuracy: a jackknife by family, on Youden's index."""
        whole = self.balanced()
        left = [self.balanced(name) for name in self.families]
        known = [2 * each - 1 for each in left if each is not None]
        if whole is None or len(known) < len(left):
            return 0.0, 1.0
        low, high = jackknife_bounds(2 * whole - 1, known, level=_LEVEL)
        return (float(low) + 1) / 2, (float(high) + 1) / 2


def held_out() -> list[Held]:
    """Ask the rules judge about the certifying half of all gold, and count."""
    config = load_config(ROOT / "thresholds.toml")
    suites = load_suites(builtin=builtin_pillars(), folders=(), config_file=config.path)
    return [each for suite in suites for each in _of_suite(suite, config)]


def _of_suite(suite: Suite, config: object) -> Iterator[Held]:
    path = suite.folder / GOLD_FILE
    if not path.is_file():
        return
    rows, mistakes = read_gold(path, suite=suite.name)
    if mistakes:
        raise SystemExit("\n".join(map(str, mistakes)))
    for name in sorted({row.question for row in rows}):
        question = suite.questions[name]
        gates = any(
            config.threshold(probe.pillar, probe.name, advisory=probe.advisory).required  # type: ignore[attr-defined]
            for probe in suite.probes
            if probe.question == name
        )
        found = Held(question, suite.name, gates)
        own = [row for row in rows if row.question == name]
        for truth in truths_of(own, question).settled:
            answer = asyncio.run(_answered(question, truth.transcript, suite.pillar))
            found.unreadable += answer is None
            found.add(truth.transcript.family, truth.answer, right=answer == truth.answer)
        yield found


async def _answered(question: Question, row: GoldTranscript, pillar: str) -> str | None:
    said = tuple(turn.content for turn in row.turns if turn.role == "user")
    item = Item(
        id=row.id,
        family=row.family,
        pillar=pillar,
        turns=said,
        expects=row.expects,
        strata=row.strata,
        language=row.language,
        source=row.source,
        licence=row.licence,
        digest=row.digest,
    )
    trial = Trial(id=f"{row.id}#0", item_id=row.id, family=row.family, epoch=0, seed=0)
    transcript = Transcript(trial=trial, turns=row.turns, target_fingerprint="gold")
    came = await RulesJudge().answer(question, item, transcript)
    return came.value if isinstance(came, Answer) else None


def page(found: Sequence[Held]) -> str:
    """Return the page.

    Args:
        found: by question.
    """
    lines = [
        *_HEAD.format(least=LEAST, few=_FEW).splitlines(),
        "",
        "| question | suite | yes | no | balanced accuracy | gates by default |",
        "|---|---|---|---|---|---|",
    ]
    for each in sorted(found, key=lambda each: (each.suite, each.question.id)):
        counts, whole = each.counts(), each.balanced()
        low, high = each.interval()
        told = "-" if whole is None else f"{whole:.2f} ({low:.2f} to {high:.2f})"
        if min(n for _, n in counts.values()) < _FEW:
            told += ", too few to tell"
        yes, no = (f"{right}/{n}" for right, n in (counts["yes"], counts["no"]))
        gates = "yes" if each.required else "advisory"
        lines.append(f"| `{each.question.id}` | {each.suite} | {yes} | {no} | {told} | {gates} |")
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page; 1 with ``--check`` when it is not what it would be."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rules_on_gold", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing, say whether it differs"
    )
    given = parser.parse_args(arguments)
    made = page(held_out())
    if given.check:
        return int(not PAGE.is_file() or PAGE.read_text(encoding="utf-8") != made)
    PAGE.write_text(made, encoding="utf-8")
    sys.stdout.write(f"{PAGE.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
