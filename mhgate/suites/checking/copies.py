"""Copies: items that ask the same, and one message that stands in several families."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

from mhgate.canonical import canonical_json
from mhgate.suites.checking.checked import Checked
from mhgate.suites.checking.finding import Finding
from mhgate.suites.checking.texts import Text, words_of

__all__ = ["copies"]

_WORDS_OF_A_MESSAGE = 8  # shorter messages ("ok, go on") are said by many
_SHOWN = 4


def copies(suites: Sequence[Checked]) -> Iterator[Finding]:
    """Find items and messages that are there more than once.

    Args:
        suites: what is looked through, each against all.

    Yields:
        One finding a text, with all that hold it.
    """
    by_name = {checked.suite.name: checked for checked in suites}
    texts = [text for checked in suites for text in checked.texts]
    told = set()
    for group in _alike(texts, lambda text: [tuple(words_of(turn) for turn in text.item.turns)]):
        within = _same_trials(group)
        if len(_families(group)) > 1:
            told.add(frozenset(_families(group)))
            yield from _found("same-text", group, by_name, "in several families")
        for same in within:
            yield from _found("same-text", same, by_name, "with nothing that tells them apart")
    for group in _alike(texts, _long_messages):
        families = _families(group)
        is_new = len(families) > 1 and frozenset(families) not in told
        if is_new and not _are_twins(families, by_name[group[0].suite]):
            yield from _found("same-message", group, by_name, "in several families")


def _alike(
    texts: Iterable[Text], keys: Callable[[Text], Iterable[Hashable]]
) -> Iterator[list[Text]]:
    found: dict[Hashable, list[Text]] = defaultdict(list)
    for text in texts:
        for key in keys(text):
            found[key].append(text)
    return (group for group in found.values() if len(group) > 1)


def _long_messages(text: Text) -> list[tuple[str, ...]]:
    said = {words_of(turn) for turn in text.item.turns}
    return [words for words in said if len(words) >= _WORDS_OF_A_MESSAGE]


def _same_trials(group: Sequence[Text]) -> Iterator[list[Text]]:
    """Yield items of one family that the program changes, interrupts and times in the same way."""
    found: dict[tuple[str, bytes], list[Text]] = defaultdict(list)
    for text in group:
        item = text.item
        told_apart = canonical_json(
            {
                "turns": list(item.turns),  # punctuation and capitals may be what is tried
                "perturb": None if item.perturb is None else item.perturb.model_dump(),
                "new_session_at": list(item.new_session_at),
                "clock_s": list(item.clock_s),
            }
        )
        found[item.family, told_apart].append(text)
    return (same for same in found.values() if len(same) > 1)


def _are_twins(families: Sequence[str], home: Checked) -> bool:
    """Return whether two families mirror one another on purpose, and may share a message."""
    return len(families) == 2 and home.allowances.twin_limit(*families) is not None  # noqa: PLR2004 - a pair


def _families(group: Iterable[Text]) -> list[str]:
    return list(dict.fromkeys(text.item.family for text in group))


def _found(
    rule: str, group: Sequence[Text], by_name: dict[str, Checked], how: str
) -> Iterator[Finding]:
    homes = [by_name[name] for name in dict.fromkeys(text.suite for text in group)]
    if any(home.lets(rule, group) for home in homes):
        return
    named = ", ".join(text.item.id for text in group[:_SHOWN])
    more = ", ..." if len(group) > _SHOWN else ""
    yield homes[0].finding(
        rule,
        group[0].where,
        found=f"one text {len(group)} times, {how}: {named}{more}",
        expected="each text once",
        hint="Copies count as evidence twice: write another scenario, or put them into one family.",
        texts=group,
    )
