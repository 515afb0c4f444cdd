"""All checks of suites, in one walk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mhgate.errors import Mistake
from mhgate.records.sealed import Opener
from mhgate.suites.checking.allowing import read_allowances
from mhgate.suites.checking.checked import Checked
from mhgate.suites.checking.contents import contents
from mhgate.suites.checking.copies import copies
from mhgate.suites.checking.finding import RULES, Finding
from mhgate.suites.checking.hotlines import HotlineTerms, hotlines
from mhgate.suites.checking.keys import keys
from mhgate.suites.checking.likeness import likenesses
from mhgate.suites.checking.records_beside import records_beside
from mhgate.suites.checking.rubrics import rubrics
from mhgate.suites.checking.texts import texts_of
from mhgate.suites.loading import Suite, load_suite, shared_names

__all__ = ["check_folders"]


def check_folders(
    folders: Sequence[Path], terms: HotlineTerms, opener: Opener | None = None
) -> tuple[list[Suite], list[Finding]]:
    """Check suites: all that loading checks, and what a reader would look for.

    Args:
        folders: of the suites; families are compared across all of them.
        terms: of the hotline table.
        opener: opens packs of protected items; what it leaves closed is not looked at.

    Returns:
        The suites that load, and what was found, in the order of the rules, errors first.
    """
    found: list[Finding] = []
    suites: list[Checked] = []
    for folder in folders:
        suite, mistakes = load_suite(folder, opener=opener)
        if mistakes:
            found += [_unloadable(suite.name, each) for each in mistakes]
            continue
        allowances, wrong = read_allowances(suite)
        found += wrong
        suites.append(Checked(suite, tuple(texts_of(suite)), allowances))
    names = Counter(folder.resolve().name for folder in folders)
    found += [
        _unloadable(checked.suite.name, _second_name(checked.suite))
        for checked in suites
        if names[checked.suite.name] > 1
    ]
    found += [_unloadable("", each) for each in shared_names([checked.suite for checked in suites])]
    found += _checks(suites, terms)
    for checked in suites:  # after all others: what they needed is known then
        found += checked.allowances.unneeded()
    return [checked.suite for checked in suites], _in_order(found)


def _checks(suites: Sequence[Checked], terms: HotlineTerms) -> Iterator[Finding]:
    yield from copies(suites)
    yield from likenesses(suites)
    for checked in suites:
        yield from contents(checked)
        yield from hotlines(checked, terms)
        yield from rubrics(checked)
        yield from keys(checked)
        yield from records_beside(checked)


def _second_name(suite: Suite) -> Mistake:
    return Mistake(
        str(suite.folder),
        f"one of several suites named {suite.name!r}",
        "one folder a name",
        f'Rename yours; its questions.toml may still say pillar = "{suite.name}".',
    )


def _unloadable(name: str, mistake: Mistake) -> Finding:
    return Finding(
        rule="loading",
        suite=name,
        where=mistake.where,
        found=mistake.found,
        expected=mistake.expected,
        hint=mistake.hint,
    )


def _in_order(found: Iterable[Finding]) -> list[Finding]:
    order = {rule: number for number, rule in enumerate(RULES)}
    return sorted(found, key=lambda each: (each.level != "error", order[each.rule]))
