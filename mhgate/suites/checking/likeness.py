"""Families that are alike: too many shared runs of three words, or one long run word for word.

Two families of one scenario under two names look like two pieces of evidence and are one. Whether
they are is asked of their words alone (``texts`` says which): the likeness of two families is that
of their two likest items, shared runs of three words as a share of all of both. Families that
share a tenth are alike. A shared run of seven words is a stock phrase that a rule could be fitted
to, and is told as a warning.

What is compared is what shares rare runs, so that thousands of items take a second: a run that
stands in many families points from each only to the next.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mhgate.suites.checking.checked import Checked
from mhgate.suites.checking.finding import Finding
from mhgate.suites.checking.texts import Text

__all__ = ["ALIKE", "RUN", "likeness", "likenesses"]

ALIKE = 0.10
"""Share of common runs of three words from which two families are alike."""

RUN = 7
"""Words in a row that two families may not have in common."""

_GRAM = 3
_IDEOGRAPHIC = 2  # ideographs make about half a word each
_RARE = 12  # families: a run in more of them points only to its neighbours
_FEWEST_SHARED = 3
_SHOWN = 4

_Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Likest:
    """Two families' likest items."""

    value: float
    one: Text
    other: Text


def likeness(one: Text, other: Text) -> float:
    """Return the share of runs of three words that two items have in common.

    Args:
        one: an item.
        other: another.

    Returns:
        0 to 1; 0 where either has no three words.
    """
    left, right = one.runs(_GRAM), other.runs(_GRAM)
    shared = len(left & right)
    return shared / (len(left) + len(right) - shared) if shared else 0.0


def likenesses(suites: Sequence[Checked]) -> Iterator[Finding]:
    """Find families that are alike, and long runs of words that two of them share.

    Args:
        suites: what is looked through, each family against all.

    Yields:
        One finding for families that are alike among themselves, one for each shared run.
    """
    by_name = {checked.suite.name: checked for checked in suites}
    families: dict[str, list[Text]] = defaultdict(list)
    for checked in suites:
        for text in checked.texts:
            families[text.item.family].append(text)
    alike: dict[_Pair, _Likest] = {}
    for pair in _candidates(families):
        likest = _likest(families[pair[0]], families[pair[1]])
        if likest.value > _limit(pair, likest, by_name) and not _is_let(
            "alike-families", (likest.one, likest.other), by_name
        ):
            alike[pair] = likest
    yield from _grouped(alike, by_name)
    yield from _shared_runs(families, alike, by_name)


def _candidates(families: Mapping[str, Sequence[Text]]) -> list[_Pair]:
    owners: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for family, texts in families.items():
        for gram in frozenset().union(*(text.runs(_GRAM) for text in texts)):
            owners[gram].append(family)
    shared: Counter[_Pair] = Counter()
    for names in owners.values():
        if len(names) <= _RARE:
            shared.update((one, other) for at, one in enumerate(names) for other in names[at + 1 :])
        else:
            shared.update(pairwise(names))
    return [pair for pair, count in shared.items() if count >= _FEWEST_SHARED]


def _likest(ones: Iterable[Text], others: Sequence[Text]) -> _Likest:
    pairs = (_Likest(likeness(one, other), one, other) for one in ones for other in others)
    return max(pairs, key=lambda pair: pair.value)


def _limit(pair: _Pair, likest: _Likest, by_name: Mapping[str, Checked]) -> float:
    """Return how alike two families may be: more where they mirror one another on purpose."""
    if likest.one.suite != likest.other.suite:
        return ALIKE
    return by_name[likest.one.suite].allowances.twin_limit(*pair) or ALIKE


def _is_let(rule: str, texts: Sequence[Text], by_name: Mapping[str, Checked]) -> bool:
    names = dict.fromkeys(text.suite for text in texts)
    return any(by_name[name].lets(rule, texts) for name in names)


def _grouped(alike: Mapping[_Pair, _Likest], by_name: Mapping[str, Checked]) -> Iterator[Finding]:
    """Yield one finding for families that hang together, whichever of them are the likest."""
    groups: dict[str, set[str]] = {}
    for one, other in alike:
        merged = groups.get(one, {one}) | groups.get(other, {other})
        groups |= dict.fromkeys(merged, merged)
    for group in {id(each): each for each in groups.values()}.values():
        pairs = {pair: likest for pair, likest in alike.items() if pair[0] in group}
        (one, other), likest = max(pairs.items(), key=lambda each: each[1].value)
        texts = list(
            {
                text.item.family: text for each in pairs.values() for text in (each.one, each.other)
            }.values()
        )
        what = (
            f"{likest.one.item.id} and {likest.other.item.id}, which share {likest.value:.2f} of "
            "their runs of three words"
        )
        if len(group) > len((one, other)):
            what = f"{len(group)} families that are alike; likest are {what}"
        yield by_name[likest.one.suite].finding(
            "alike-families",
            likest.one.where,
            found=what,
            expected=f"at most {ALIKE:.2f} between families",
            hint="Write another scenario, not another name; or make them one family.",
            texts=texts,
        )


def _shared_runs(
    families: Mapping[str, Sequence[Text]],
    alike: Mapping[_Pair, _Likest],
    by_name: Mapping[str, Checked],
) -> Iterator[Finding]:
    owners: dict[tuple[str, ...], list[Text]] = defaultdict(list)
    for texts in families.values():
        seen: set[tuple[str, ...]] = set()
        for text in texts:
            for run in text.runs(RUN * (_IDEOGRAPHIC if text.is_ideographic else 1)):
                if run not in seen:
                    seen.add(run)
                    owners[run].append(text)
    told: set[frozenset[str]] = set()
    for run, texts in owners.items():
        names = frozenset(text.item.family for text in texts)
        if len(names) == 1 or names in told or _are_told(texts, alike, by_name):
            continue
        told.add(names)
        if _is_let("shared-run", texts, by_name):
            continue
        named = ", ".join(text.item.id for text in texts[:_SHOWN])
        more = ", ..." if len(texts) > _SHOWN else ""
        words = ("" if texts[0].is_ideographic else " ").join(run)
        yield by_name[texts[0].suite].finding(
            "shared-run",
            texts[0].where,
            found=f"the words {words!r} in {named}{more}",
            expected=f"fewer than {RUN} words in a row",
            hint="Say it otherwise in one of them: a rule could be fitted to the phrase.",
            texts=texts,
        )


def _are_told(
    texts: Sequence[Text], alike: Mapping[_Pair, _Likest], by_name: Mapping[str, Checked]
) -> bool:
    """Return whether two families that share a run are known to be alike, or mirror one another."""
    if len(texts) != 2:  # noqa: PLR2004 - a pair
        return False
    one, other = texts
    pair = (one.item.family, other.item.family)
    if pair in alike or pair[::-1] in alike:
        return True
    return one.suite == other.suite and (
        by_name[one.suite].allowances.twin_limit(*pair) is not None
    )
