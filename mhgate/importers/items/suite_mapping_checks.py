"""What a mapping of a suite must say once, and not twice, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mhgate.config.mistakes import dotted, near
from mhgate.errors import Mistake

if TYPE_CHECKING:
    from mhgate.importers.items.suite_mapping import ProbeTable, SuiteMapping

__all__ = ["contradictions"]

_KEYED_EXPECTS = ("choices", "key", "norm", "scale")


def contradictions(mapping: SuiteMapping, file: str) -> Iterator[Mistake]:
    """Find everything in which a mapping does not fit itself.

    Args:
        mapping: the mapping, each key of which is well formed.
        file: how the file is named.

    Yields:
        Mistakes.
    """
    yield from _values(mapping, file)
    yield from _keyed(mapping, file)
    if not mapping.probe and mapping.choices is None and mapping.number is None:
        yield Mistake(
            f"{file}: probe",
            "no [[probe]], no [choices] and no [number]",
            "what is asked of the items",
            "Add a [[probe]] with a question, [choices] with a key, or [number] with a norm.",
        )
    yield from _two_of_one_name(mapping, file)
    seen: set[str] = set()
    for at, probe in enumerate(mapping.probe):
        where = f"{file}: probe[{at}]"
        if probe.name in seen:
            yield Mistake(f"{where}.name", repr(probe.name), "a name of its own", "Rename one.")
        seen.add(probe.name)
        yield from _probe(mapping, probe, where)


def _two_of_one_name(mapping: SuiteMapping, file: str) -> Iterator[Mistake]:
    """Find two questions of one id: a suite has room for one."""
    homes: dict[str, str] = dict.fromkeys(mapping.question, "this mapping")
    for at, probe in enumerate(mapping.probe):
        suite, stroke, name = (probe.question or "").rpartition("/")
        if stroke and homes.setdefault(name, suite) != suite:
            yield Mistake(
                f"{file}: probe[{at}].question",
                f"{name!r} of {suite}, and one of {homes[name]} besides",
                "one question of a name",
                "Make two suites of it, or write one of them anew under another id.",
            )


def _values(mapping: SuiteMapping, file: str) -> Iterator[Mistake]:
    for column in mapping.words:
        if column not in mapping.named().values():
            guess = near(column, mapping.named().values())
            yield Mistake(
                f"{file}: {dotted(('words', column))}",
                "words for a column that nothing reads",
                "a column that [columns], [choices] or [number] names",
                f"Did you mean {guess!r}?" if guess else "Take it out.",
            )
    for kind in ("expects", "strata"):
        for key in getattr(mapping.fixed, kind):
            if key in getattr(mapping.columns, kind):
                yield Mistake(
                    f"{file}: {dotted(('fixed', kind, key))}",
                    "a value for all items, and a column besides",
                    "one of the two",
                    "Take one out.",
                )
    for name, table in mapping.question.items():
        try:
            json.dumps(table)
        except (TypeError, ValueError):
            yield Mistake(
                f"{file}: question.{name}",
                "a date or a time",
                "text, numbers, arrays and tables, as in questions.toml",
                "Put it in quotes.",
            )


def _keyed(mapping: SuiteMapping, file: str) -> Iterator[Mistake]:
    choices = mapping.choices
    if choices is not None and (choices.columns is None) == (choices.column is None):
        yield Mistake(
            f"{file}: choices",
            "neither `columns` nor `column`" if choices.column is None else "both",
            "`columns`, a column an option, or `column`, all options in one cell",
            'Write columns = { A = "option_a", B = "option_b" }, say.',
        )
    if choices is not None and mapping.number is not None:
        yield Mistake(
            f"{file}: number",
            "[number], and [choices] besides",
            "one of the two",
            "An item asks for an option or for a number; make two suites of the two.",
        )
    if mapping.number is not None and not mapping.number.scale[0] < mapping.number.scale[1]:
        yield Mistake(
            f"{file}: number.scale",
            repr(list(mapping.number.scale)),
            "the lowest number, then the highest",
            "Mend it.",
        )
    if choices is None and mapping.number is None:
        return
    for kind in ("columns", "fixed"):
        for key in getattr(mapping, kind).expects:
            if key in _KEYED_EXPECTS:
                yield Mistake(
                    f"{file}: {kind}.expects.{key}",
                    "a key that [choices] or [number] writes",
                    "one of the two",
                    "Take it out here.",
                )


def _probe(mapping: SuiteMapping, probe: ProbeTable, where: str) -> Iterator[Mistake]:
    n_ways = sum((probe.question is not None, probe.choice, probe.number))
    if n_ways != 1:
        yield Mistake(
            where,
            "nothing that decides it" if not n_ways else "several things that decide it",
            "one of question, choice = true and number = true",
            "Say how the reply is scored.",
        )
    for kind, table in (("choice", mapping.choices), ("number", mapping.number)):
        if getattr(probe, kind) and table is None:
            yield Mistake(
                f"{where}.{kind}",
                f"true, without a table [{kind}{'s' if kind == 'choice' else ''}]",
                "the columns that hold what is right",
                "Add the table.",
            )
    if probe.question is None:
        return
    if "/" not in probe.question and probe.question not in mapping.question:
        guess = near(probe.question, mapping.question)
        yield Mistake(
            f"{where}.question",
            repr(probe.question),
            "suite/question of a built-in suite, or one of [question.*] here",
            f"Did you mean {guess!r}?" if guess else "`mhgate suites show NAME` shows questions.",
        )
    if probe.expect == "item":
        bare = probe.question.rpartition("/")[2]
        if bare not in mapping.columns.expects and bare not in mapping.fixed.expects:
            yield Mistake(
                f"{where}.expect",
                '"item", and no column that says what each item expects',
                f"`{bare}` under [columns.expects], yes or no in its cells",
                "Name the column; [words.<column>] translates its cells.",
            )
