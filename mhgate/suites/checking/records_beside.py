"""What lies beside the items: gold labels and reviews, held to the questions and families there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mhgate.errors import Mistake
from mhgate.records import GoldTranscript
from mhgate.suites.checking.checked import Checked
from mhgate.suites.checking.finding import Finding
from mhgate.suites.checking.texts import words_of
from mhgate.suites.folders import builtin_folder
from mhgate.suites.gold_files import GOLD_FILE, read_gold
from mhgate.suites.review_files import REVIEW_FILE, not_reviewed, read_reviews

__all__ = ["records_beside"]

_SHOWN = 4
_WORDS = 8  # shorter messages are said by many


def records_beside(checked: Checked) -> Iterator[Finding]:
    """Find gold and reviews that do not fit the suite, and families that nobody has read.

    Args:
        checked: the suite.

    Yields:
        One finding a mistake; one for all families that nobody has read.
    """
    suite = checked.suite
    gold = suite.folder / GOLD_FILE
    if gold.is_file():
        rows, mistakes = read_gold(gold, suite=suite.name, questions=suite.questions)
        yield from (_said(checked, "gold", each) for each in mistakes)
        yield from _copied(checked, rows)
    reviews, mistakes = read_reviews(suite)
    yield from (_said(checked, "review", each) for each in mistakes)
    waiting = not_reviewed(suite, reviews)
    if not waiting:
        return
    path = suite.folder / REVIEW_FILE
    named = ", ".join(list(waiting)[:_SHOWN]) + (", ..." if len(waiting) > _SHOWN else "")
    changed = sum(day is not None for day in waiting.values())
    since = f", {changed} of which changed since they were read" if changed else ""
    is_kept = path.is_file() or suite.folder.parent.resolve() == builtin_folder()
    texts = [
        text for text in checked.texts if text.item.family.removeprefix(f"{suite.name}/") in waiting
    ]
    yield checked.finding(
        "not-reviewed" if is_kept else "no-reviews",
        str(path),
        found=f"{len(waiting)} families that nobody has read as they are{since}: {named}",
        expected="a line for each, by somebody who read it",
        hint=f"mhgate suites review {suite.folder} --export FILE writes what is to be read.",
        texts=texts,
    )


def _copied(checked: Checked, rows: Sequence[GoldTranscript]) -> Iterator[Finding]:
    """Find gold that a judge, or whoever wrote its rules, has seen in another place."""
    suite = checked.suite
    known = {words_of(turn): text.item.id for text in checked.texts for turn in text.item.turns}
    known |= {
        words_of(example.reply): f"an example of {name}"
        for name, question in suite.questions.items()
        for example in question.examples
    }
    for row in rows:
        said = {words_of(turn.content) for turn in row.turns}
        homes = sorted(known[each] for each in said & known.keys() if len(each) >= _WORDS)
        if homes:
            yield checked.finding(
                "gold-copy",
                str(suite.folder / GOLD_FILE),
                found=f"a message of {homes[0]} in {row.id}",
                expected="messages of its own",
                hint="What a judge was tuned on proves nothing about it: write another transcript.",
            )


def _said(checked: Checked, rule: str, mistake: Mistake) -> Finding:
    return checked.finding(
        rule, mistake.where, found=mistake.found, expected=mistake.expected, hint=mistake.hint
    )
