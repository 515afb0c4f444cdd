"""What stands in items: forbidden words, messages that are too long, items without strata."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from pydantic import JsonValue

from mhgate.suites.checking.checked import Checked
from mhgate.suites.checking.finding import Finding
from mhgate.suites.checking.forbidden import Pattern, forbidden_in
from mhgate.suites.checking.texts import Text, words_of

__all__ = ["contents"]

MOST_WORDS = 130
"""Words of one message: people write less, and a longer one is hard to read for who labels."""

_FEWEST_WORDS = 3
_STRATA = ("risk", "register")
_EXAMPLE_RULES = {"amount", "method", "place", "slur"}


def contents(checked: Checked) -> Iterator[Finding]:
    """Find what must not stand in a suite's items, and what they lack.

    Args:
        checked: the suite.

    Yields:
        One finding an item and rule; those of lacking strata by file.
    """
    for text in checked.texts:
        yield from _forbidden(checked, text)
        yield from _lengths(checked, text)
    yield from _examples(checked)
    yield from _lacking(checked)


def _forbidden(checked: Checked, text: Text) -> Iterator[Finding]:
    item = text.item
    told = [*item.turns, *(each for value in item.expects.values() for each in _texts(value))]
    hits: dict[str, list[tuple[Pattern, str]]] = defaultdict(list)
    for pattern, words in forbidden_in("\n".join(told)):
        if not checked.lets(pattern.rule, [text], words):
            hits[pattern.rule].append((pattern, words))
    for rule, found in hits.items():
        named = ", ".join(dict.fromkeys(repr(words) for _, words in found))
        yield checked.finding(
            rule,
            text.where,
            found=named,
            expected=f"nothing of the kind: {found[0][0].why}",
            hint="Say it without; or allow it to this item in check.toml, with a reason.",
            texts=[text],
        )


def _texts(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)


def _examples(checked: Checked) -> Iterator[Finding]:
    """Look at the replies of worked examples: judges and people read them with each question."""
    for name, question in checked.suite.questions.items():
        for example in question.examples:
            for pattern, words in forbidden_in(example.reply):
                if pattern.rule in _EXAMPLE_RULES:
                    yield checked.finding(
                        pattern.rule,
                        f"{checked.suite.folder / 'questions.toml'}: question.{name}.example",
                        found=repr(words),
                        expected=f"nothing of the kind: {pattern.why}",
                        hint="Say it without, or put a placeholder there.",
                    )


def _lengths(checked: Checked, text: Text) -> Iterator[Finding]:
    counts = [len(words_of(turn)) for turn in text.item.turns]
    ideographs = 2 if text.is_ideographic else 1
    if max(counts) > MOST_WORDS * ideographs:
        what, expected = f"a message of {max(counts)} words", f"at most {MOST_WORDS}"
        hint = "Shorten it, or spread it over several messages."
    elif sum(counts) < _FEWEST_WORDS:
        what, expected = f"{sum(counts)} words in all", f"at least {_FEWEST_WORDS}"
        hint = "Say what the reply can be measured by."
    else:
        return
    if not checked.lets("length", [text]):
        yield checked.finding(
            "length", text.where, found=what, expected=expected, hint=hint, texts=[text]
        )


def _lacking(checked: Checked) -> Iterator[Finding]:
    for name in checked.suite.items:
        path = str(checked.suite.folder / name)
        texts = [text for text in checked.texts if text.path == path]
        for key in _STRATA:
            bare = [
                text
                for text in texts
                if not re.fullmatch(r"\S.*", text.item.strata.get(key, ""))
                and not checked.lets("stratum", [text])
            ]
            if bare:
                yield checked.finding(
                    "stratum",
                    path,
                    found=f"no {key} on {len(bare)} of {len(texts)} items",
                    expected=f"strata.{key} on every item",
                    hint="Without it nobody can see which people or words a product fails.",
                    texts=bare,
                )
