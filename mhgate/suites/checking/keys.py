"""Right choices: spread over the labels, and not to be guessed from the length of the options.

Both are held to chance: a label, or a length, is told when it is right so often (or so seldom) as
an even draw would have it once in a hundred times. Variants of one question count once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

from mhgate.suites.checking.checked import Checked
from mhgate.suites.checking.finding import Finding
from mhgate.suites.checking.texts import Text

__all__ = ["keys"]

_RARE = 2.576  # standard errors: beyond them once in a hundred times, both sides together

_Choices = Mapping[str, str]


def keys(checked: Checked) -> Iterator[Finding]:
    """Find files whose right choices can be guessed.

    Args:
        checked: the suite.

    Yields:
        One finding a label that is right too often or too seldom, one for lengths.
    """
    suite = checked.suite
    files = dict.fromkeys(probe.items for probe in suite.probes if probe.reads == "choice")
    for name in files:
        path = str(suite.folder / name)
        texts = _once([text for text in checked.texts if text.path == path])
        if not checked.lets("uneven-keys", texts):
            yield from _labels(checked, path, texts)
        if not checked.lets("longest-right", texts):
            yield from _lengths(checked, path, texts)


def _once(texts: Sequence[Text]) -> list[Text]:
    """Return one item for each family, key and options: their variants repeat the same draw."""
    found: dict[object, Text] = {}
    for text in texts:
        options = tuple(sorted(_choices(text).items()))
        found.setdefault((text.item.family, _key(text), options), text)
    return list(found.values())


def _choices(text: Text) -> _Choices:
    choices = text.item.expects["choices"]
    return {str(label): str(words) for label, words in dict(choices).items()}  # type: ignore[arg-type]


def _key(text: Text) -> str:
    return str(text.item.expects["key"])


def _labels(checked: Checked, path: str, texts: Sequence[Text]) -> Iterator[Finding]:
    chances: dict[str, list[float]] = defaultdict(list)
    for text in texts:
        choices = _choices(text)
        for label in choices:
            chances[label].append(1 / len(choices))
    for label, even in chances.items():
        right = [text for text in texts if _key(text) == label]
        if abs(_deviation(len(right), even)) > _RARE:
            yield checked.finding(
                "uneven-keys",
                path,
                found=f"{label!r} right in {len(right)} of {len(even)} items",
                expected=f"about {sum(even):.0f}",
                hint="A product that always says the same should be right by chance alone.",
                texts=right,
            )


def _lengths(checked: Checked, path: str, texts: Sequence[Text]) -> Iterator[Finding]:
    """Say whether the longest, or the shortest, option is right more often than one in all."""
    worded = [text for text in texts if len({len(each) for each in _choices(text).values()}) > 1]
    if len({tuple(sorted(_choices(text).items())) for text in worded}) <= 1:
        return  # one scale for all: its words tell nothing
    even = [1 / len(_choices(text)) for text in worded]
    for extreme, name in ((max, "longest"), (min, "shortest")):
        right = [text for text in worded if _is_alone(text, extreme(_sizes(text)))]
        if _deviation(len(right), even) > _RARE:
            yield checked.finding(
                "longest-right",
                path,
                found=f"the {name} option right in {len(right)} of {len(worded)} items",
                expected=f"about {sum(even):.0f}, as by chance",
                hint="Make options alike in length, or wrong ones longer as often as right ones.",
                texts=right,
            )


def _sizes(text: Text) -> list[int]:
    return [len(words) for words in _choices(text).values()]


def _is_alone(text: Text, size: int) -> bool:
    """Return whether the right option has this length, and no other option has."""
    return _sizes(text).count(size) == 1 and len(_choices(text)[_key(text)]) == size


def _deviation(count: int, chances: Sequence[float]) -> float:
    """Return how far a count lies from what is expected, in standard errors."""
    error = sqrt(sum(chance * (1 - chance) for chance in chances))
    return (count - sum(chances)) / error if error else 0.0
