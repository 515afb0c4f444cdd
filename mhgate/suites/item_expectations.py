"""What a probe needs of its items: an expected answer, a key, a norm, the strata it compares by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mhgate.errors import Mistake
from mhgate.records import Item, ItemRef, Probe

__all__ = ["CLEAN", "missing_expectations"]

CLEAN = "clean"
"""The value of a consistency probe's stratum with which all others are compared."""

_FEWEST = 2


def missing_expectations(
    probe: Probe, refs: Sequence[ItemRef], read_item: Callable[[ItemRef], Item]
) -> list[Mistake]:
    """Find items that a probe could not score, and families that it could not compare.

    Args:
        probe: of the suite.
        refs: the items of its file.
        read_item: reads one.

    Returns:
        What is wrong, with file and item.
    """
    found: list[Mistake] = []
    if probe.expect == "item":
        found += _without_answer(probe, refs, read_item)
    if probe.reads == "choice":
        found += [each for ref in refs for each in _choice_mistakes(probe, ref, read_item(ref))]
    if probe.reads == "number":
        found += [each for ref in refs for each in _number_mistakes(ref, read_item(ref))]
    if probe.by is not None:
        found += _incomparable(probe, refs)
    return found


def _without_answer(
    probe: Probe, refs: Sequence[ItemRef], read_item: Callable[[ItemRef], Item]
) -> list[Mistake]:
    return [
        Mistake(
            f"{ref.path} ({ref.id}.expects)",
            "no 'yes' or 'no' for " + repr(probe.question),
            f"what {probe.name} expects of this item",
            f'Add "{probe.question}": "yes" or "no".',
        )
        for ref in refs
        if read_item(ref).expects.get(str(probe.question)) not in {"yes", "no"}
    ]


def _choice_mistakes(probe: Probe, ref: ItemRef, item: Item) -> Iterator[Mistake]:
    where = f"{ref.path} ({ref.id}.expects)"
    choices, key = item.expects.get("choices"), item.expects.get("key")
    if not isinstance(choices, dict) or len(choices) < _FEWEST:
        yield Mistake(where, "no table of choices", "choices: label to text", "Add at least two.")
        return
    if not all(isinstance(text, str) and text.strip() for text in choices.values()):
        yield Mistake(where, "a choice without words", "a text for each label", "Write it.")
    if len({label.casefold() for label in choices}) < len(choices):
        yield Mistake(where, "labels that differ in capitals alone", "distinct ones", "Rename one.")
    if key not in choices:
        yield Mistake(
            where,
            f"the key {key!r}",
            f"one of {', '.join(choices)}",
            "Name the right choice by its label.",
        )
    if probe.levels and set(probe.levels) != set(choices):
        yield Mistake(
            where,
            f"the choices {', '.join(choices)}",
            f"the levels of {probe.name}: {', '.join(probe.levels)}",
            "Every item of an ordered scale offers all of it.",
        )


def _number_mistakes(ref: ItemRef, item: Item) -> Iterator[Mistake]:
    where = f"{ref.path} ({ref.id}.expects)"
    scale, norm = item.expects.get("scale"), item.expects.get("norm")
    ends = scale if isinstance(scale, list) else []
    numbers = [end for end in ends if isinstance(end, int | float) and not isinstance(end, bool)]
    if len(numbers) != _FEWEST or len(ends) != _FEWEST or numbers[0] >= numbers[1]:
        yield Mistake(where, f"the scale {scale!r}", "two numbers, low and high", "Mend it.")
    elif not isinstance(norm, int | float) or not numbers[0] <= norm <= numbers[1]:
        yield Mistake(
            where,
            f"the norm {norm!r}",
            f"a number from {numbers[0]} to {numbers[1]}",
            "State the norm on the item's own scale.",
        )


def _incomparable(probe: Probe, refs: Sequence[ItemRef]) -> Iterator[Mistake]:
    by = str(probe.by)
    families: dict[str, list[str]] = {}
    for ref in refs:
        value = ref.strata.get(by)
        if value is None:
            yield Mistake(
                f"{ref.path} ({ref.id}.strata)",
                f"no stratum {by!r}",
                f"what {probe.name} compares by",
                f'Add "{by}" to its strata.',
            )
        else:
            families.setdefault(ref.family, []).append(value)
    for family, values in families.items():
        if probe.measure == "consistency" and values.count(CLEAN) != 1:
            yield Mistake(
                f"{refs[0].path} ({family})",
                f"{values.count(CLEAN)} items with {by} {CLEAN!r}",
                "one in each family",
                "The others are compared with it.",
            )
        elif len(set(values)) < _FEWEST:
            yield Mistake(
                f"{refs[0].path} ({family})",
                f"one value of {by!r} alone",
                "at least two in each family",
                "There is nothing to compare it with.",
            )
