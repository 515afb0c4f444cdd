r"""Items as their words: what is compared between families, and what is left out of it.

Words are folded in case, with an apostrophe inside; an ideograph is a word by itself. **What a
keyed item asks with is not its scenario** and is stripped before families are compared:

* lines that begin with a choice's label (``A) ...``), and whatever follows the last of them ("The
  letter first, please.");
* the question right before them, where it stands word for word in three families of the file or
  more ("What should a trainee do here?");
* where a choice or a number is asked for without such lines, the last paragraph (the last sentence
  where there is one paragraph).

Everything else counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from mhgate.records import Item
from mhgate.suites.checking.spellings import unmasked
from mhgate.suites.loading import Suite

__all__ = ["Text", "texts_of", "words_of"]

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_IDEOGRAPHS}]|[^\W_{_IDEOGRAPHS}]+(?:'[^\W_{_IDEOGRAPHS}]+)*")
_SENTENCE_END = re.compile(r"(?<=[.!?:\"'\u2019\u201d])\s+")
_STOCK_FAMILIES = 3
_MOSTLY = 0.5


def words_of(text: str) -> tuple[str, ...]:
    """Return a text's words, folded, with letters where digits or signs stand for them.

    Args:
        text: any.

    Example:
        >>> words_of("Don't S4Y so")
        ("don't", 'say', 'so')
    """
    folded = unmasked(text).casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return tuple(_WORD.findall(folded))


@dataclass(eq=False, slots=True)
class Text:
    """An item with the words of its scenario.

    Args:
        suite: the suite's name.
        path: the item's file.
        item: the item itself.
        words: of its scenario, as the module says.
    """

    suite: str
    path: str
    item: Item
    words: tuple[str, ...]
    _runs: dict[int, frozenset[tuple[str, ...]]] = field(default_factory=dict)

    @property
    def is_ideographic(self) -> bool:
        """Whether most of its words are ideographs, of which one or two make a word elsewhere."""
        single = sum(len(word) == 1 and not word.isascii() for word in self.words)
        return single > _MOSTLY * len(self.words)

    def runs(self, size: int) -> frozenset[tuple[str, ...]]:
        """Return the runs of so many words of its scenario, each once.

        Args:
            size: words a run, at least 1.
        """
        if size not in self._runs:
            ends = len(self.words) - size + 1
            self._runs[size] = frozenset(self.words[at : at + size] for at in range(ends))
        return self._runs[size]

    @property
    def where(self) -> str:
        """The place for messages: file and item."""
        return f"{self.path} ({self.item.id})"


def texts_of(suite: Suite) -> list[Text]:
    """Read every item of a suite, in the order of its files.

    Args:
        suite: one that loads.

    Returns:
        The items with the words of their scenarios.
    """
    found = []
    for refs in suite.items.values():
        items = [suite.read_item(ref) for ref in refs]
        stock = _stock(items)
        found += [
            Text(suite.name, ref.path, item, words_of(_scenario(item, stock)))
            for ref, item in zip(refs, items, strict=True)
        ]
    return found


def _stock(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the questions before the options that end so in several families of a file."""
    told = [(item.family, before) for item in items if (before := _before_options(item))]
    asked = {_last_sentence(before)[1].casefold() for _, before in told}
    endings = {
        each: {family for family, before in told if before.casefold().endswith(each)}
        for each in asked
    }
    found = (each for each, families in endings.items() if len(families) >= _STOCK_FAMILIES)
    return tuple(sorted(found, key=len, reverse=True))


def _scenario(item: Item, stock: tuple[str, ...]) -> str:
    if "choices" not in item.expects and "norm" not in item.expects:
        return "\n".join(item.turns)
    told = _before_options(item)
    if told is None:
        told, gap, _ = item.turns[-1].rpartition("\n\n")
        told = told if gap else _last_sentence(item.turns[-1])[0]
    else:
        asked = next((each for each in stock if told.casefold().endswith(each)), "")
        told = told[: len(told) - len(asked)]
    return "\n".join([*item.turns[:-1], told])


def _before_options(item: Item) -> str | None:
    """Return what stands before the options of the last message; None where none are listed."""
    choices = item.expects.get("choices")
    if not isinstance(choices, dict):
        return None
    labels = "|".join(map(re.escape, choices))
    marked = re.compile(rf"\s*[(\[]?(?:{labels})[)\].:]\s", re.IGNORECASE)
    lines = item.turns[-1].split("\n")
    first = next((at for at, line in enumerate(lines) if marked.match(f"{line} ")), None)
    return None if first is None else "\n".join(lines[:first]).strip()


def _last_sentence(text: str) -> tuple[str, str]:
    """Return what comes before the last sentence, and that sentence."""
    last = max((end.end() for end in _SENTENCE_END.finditer(text.strip())), default=0)
    return text.strip()[:last].strip(), text.strip()[last:]
