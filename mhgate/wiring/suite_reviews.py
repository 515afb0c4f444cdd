"""What is to be read of suites, written out for readers, and their records taken back.

Nothing here judges or writes a review: a record is a person's, and is checked and appended.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mhgate.errors import Mistake, SuiteError, nearest
from mhgate.patients.vignettes.summary import summary
from mhgate.records import Item
from mhgate.suites import Suite
from mhgate.suites.json_lines import json_object, lines_of, syntax_mistake
from mhgate.suites.review_files import (
    Review,
    append_reviews,
    family_digests,
    not_reviewed,
    read_reviews,
    review_of,
)

__all__ = ["Readings", "export_families", "import_reviews", "readings_of"]


@dataclass(frozen=True, slots=True)
class Readings:
    """What was read of a suite.

    Args:
        suite: its name.
        families: how many it has.
        waiting: how many nobody has read as they are.
        changed: how many of these were read before they changed.
        roles: how many readings there are, by the reader's role.
    """

    suite: str
    families: int
    waiting: int
    changed: int
    roles: Mapping[str, int]


def readings_of(suites: Sequence[Suite]) -> list[Readings]:
    """Say what was read of suites.

    Args:
        suites: that load.

    Raises:
        SuiteError: a file of reviews cannot be read.
    """
    found = []
    for suite in suites:
        reviews = _reviews(suite)
        waiting = not_reviewed(suite, reviews)
        found.append(
            Readings(
                suite=suite.name,
                families=len(family_digests(suite)),
                waiting=len(waiting),
                changed=sum(day is not None for day in waiting.values()),
                roles=dict(sorted(Counter(each.role for each in reviews).items())),
            )
        )
    return found


def export_families(suites: Sequence[Suite], file: Path, *, everything: bool = False) -> int:
    """Write the families that are to be read, a line each, with their texts.

    Args:
        suites: that load.
        file: where to; it is replaced.
        everything: families that were read as they are, too.

    Returns:
        How many were written.

    Raises:
        SuiteError: a file of reviews cannot be read.
    """
    lines = [
        json.dumps(each, ensure_ascii=False)
        for suite in suites
        for each in _families(suite, everything=everything)
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return len(lines)


def import_reviews(suites: Sequence[Suite], file: Path) -> dict[str, int]:
    """Append people's records to the suites' files, all of them or none.

    Args:
        suites: that load.
        file: JSON Lines; each holds what a line of review.jsonl does, and names its ``suite`` where
            there are several.

    Returns:
        How many were appended, by suite.

    Raises:
        SuiteError: everything that is wrong with the records: a family or digest that is not there
            (any more), a reading that is there already.
    """
    by_name = {suite.name: suite for suite in suites}
    digests = {name: family_digests(suite) for name, suite in by_name.items()}
    there = {
        (name, each.family, each.digest, each.reader)
        for name, suite in by_name.items()
        for each in _reviews(suite)
    }
    new: dict[str, list[Review]] = {name: [] for name in by_name}
    mistakes: list[Mistake] = []
    for where, row in _rows(file, mistakes):
        name = _suite_of(row, where, by_name, mistakes)
        if name is None:
            continue
        found = review_of(row, where, frozenset(digests[name]))
        if isinstance(found, list):
            mistakes += found
            continue
        key = (name, found.family, found.digest, found.reader)
        if found.digest != digests[name][found.family]:
            mistakes.append(_another_family(where, found, digests[name][found.family]))
        elif key in there:
            mistakes.append(
                Mistake(
                    where,
                    f"a reading of {found.family} by {found.reader} that is there already",
                    "one a reader, family and digest",
                    "Leave it out.",
                )
            )
        else:
            there.add(key)
            new[name].append(found)
    if mistakes:
        raise SuiteError(mistakes)
    for name, reviews in new.items():
        if reviews:
            append_reviews(by_name[name], reviews)
    return {name: len(reviews) for name, reviews in new.items()}


def _reviews(suite: Suite) -> list[Review]:
    reviews, mistakes = read_reviews(suite)
    if mistakes:
        raise SuiteError(mistakes)
    return reviews


def _families(suite: Suite, *, everything: bool) -> Iterator[dict[str, Any]]:
    digests = family_digests(suite)
    waiting = not_reviewed(suite, _reviews(suite))
    items: dict[str, list[dict[str, Any]]] = {}
    questions: dict[str, list[str]] = {}
    for name, refs in suite.items.items():
        asked = [probe for probe in suite.probes if probe.items == name]
        for ref in refs:
            family = ref.family.removeprefix(f"{suite.name}/")
            items.setdefault(family, []).append(_told(suite.read_item(ref), suite, name))
            questions[family] = [probe.question or probe.doc for probe in asked]
    for family, value in digests.items():
        if everything or family in waiting:
            read = waiting.get(family)
            yield {
                "suite": suite.name,
                "family": family,
                "digest": value,
                "last_read": None if read is None else read.isoformat(),
                "asked": questions[family],
                "items": items[family],
            }


def _told(item: Item, suite: Suite, file: str) -> dict[str, Any]:
    """Return what a reader needs of an item: all of it but what repeats the family."""
    shown = item.model_dump(mode="json", exclude={"family", "pillar", "digest", "licence"})
    shown["id"] = item.id.removeprefix(f"{suite.name}/")
    kept = {key: value for key, value in shown.items() if value not in ({}, [], None)}
    in_words = {} if item.vignette is None else {"in_words": list(summary(item.vignette))}
    return {"file": file, **in_words, **kept}


def _rows(file: Path, mistakes: list[Mistake]) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        lines = list(lines_of(file))
    except OSError as error:
        what = error.strerror or str(error)
        mistakes.append(Mistake(str(file), what, "a file of records", "Name one that exists."))
        return
    if not lines:
        mistakes.append(Mistake(str(file), "no lines", "records of readings", "Add some."))
    for number, _, text in lines:
        where = f"{file}:{number}"
        try:
            row = json_object(text)
        except (ValueError, RecursionError) as error:
            mistakes.append(syntax_mistake(where, text, error))
            continue
        if isinstance(row, dict):
            yield where, row
        else:
            mistakes.append(Mistake(where, repr(row)[:80], "a JSON object", "Mend the line."))


def _suite_of(
    row: dict[str, Any], where: str, by_name: Mapping[str, Suite], mistakes: list[Mistake]
) -> str | None:
    """Take the suite's name out of a record, and return it where there is such a suite."""
    named = row.pop("suite", None)
    if named is None and len(by_name) == 1:
        return next(iter(by_name))
    if isinstance(named, str) and named in by_name:
        return named
    guess = nearest(str(named), by_name)
    mistakes.append(
        Mistake(
            f"{where} (suite)",
            "nothing" if named is None else repr(named),
            f"one of {', '.join(by_name)}",
            f"Did you mean {guess!r}?" if guess else "Say of which suite the family is.",
        )
    )
    return None


def _another_family(where: str, found: Review, now: str) -> Mistake:
    return Mistake(
        f"{where} (digest)",
        f"{found.digest[:19]}...",
        f"{now[:19]}..., the family {found.family} as it is now",
        "It has changed since it was read: export it again, and let it be read again.",
    )
