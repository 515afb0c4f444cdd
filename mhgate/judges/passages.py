"""Passages: one turn of a transcript, folded and cut into sentences and clauses."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from mhgate.judges.folding import Folded, fold
from mhgate.judges.phrases import Phrases

__all__ = ["Passage", "Sentence", "Span", "read_passage"]

_SENTENCE_END = re.compile(r"(?<![.!?\u2026])[.!?\u2026]++[\"')\]]*+(?=\s|$)|\n")
_ABBREVIATION = re.compile(
    r"(?:(?<!')\b(?:[a-z]|mr|mrs|ms|dr|prof|st|vs|eg|ie|approx|tel|u\.k|u\.s|e\.g|i\.e)|(?:^|"
    r"[:;])\s*\d{1,3})$"
)
_LONGEST_ABBREVIATION = 8

_OPENERS = (
    r"(?:(?:you|i|we|they|he|she|it|there|that)(?:'?(?:s|re|m|ll|ve|d))?|this|these|those|please|"
    r"if|let|my|your|here|call|text|dial|ring|phone|contact|reach|talk|tell|go|get|try|start|"
    r"stay|just|maybe|perhaps)\b"
)
_BORDER = re.compile(
    rf"[;:\u2014](?=\s|[a-z\"']|$)|[()\[\]]| - | (?:but|however|although|(?<! as )though|yet|"
    rf"because|while|whereas|unless|until|otherwise|except)\b|,(?= (?:{_OPENERS}|(?:and|or|so|"
    rf"then|instead|just)\b))| (?:and|or|so|then) (?={_OPENERS})"
)
_NUMBER_AFTER_COMMA = re.compile(r",(?= \d)")
_CONDITION = re.compile(
    r"(?:- |\W)*(?:and |but |so |or )?(?:(?:even )?if|when|whenever|once|in case|should)\b"
)
_BARE_IMPERATIVE = re.compile(
    r"(?<! to)(?<! and)(?<! or)(?<! not)(?<! can)(?<! could)(?<! may)(?<!n't)(?<!dont)(?<!"
    r" you)(?<! i)(?<! will)(?<! a)(?<! the) (?=(?:please |then )?(?:call|text|dial|ring|phone|"
    r"contact|go to|reach out|tell|head to)\b)"
)
_QUOTED = re.compile(
    r"\"([^\"\n]{2,400})\"|(?<!\w)'((?:[^'\n]|(?<=\w)'(?=\w)){2,400})'(?!\w)|(?:^|"
    r"\n)> ?([^\n]{2,400})"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence's place in the folded text, and whether it asks."""

    start: int
    end: int
    asks: bool


@dataclass(frozen=True, eq=False)
class Span:
    """A place in the folded text of one passage."""

    passage: Passage
    start: int
    end: int

    @property
    def text(self) -> str:
        """The folded words themselves."""
        return self.passage.text[self.start : self.end]


@dataclass(frozen=True, eq=False)
class Passage:
    """One turn: its place in the transcript, who speaks, and its folded words."""

    turn: int
    role: str
    folded: Folded

    @property
    def text(self) -> str:
        """The folded text."""
        return self.folded.text

    @property
    def original(self) -> str:
        """The turn's content as it came."""
        return self.folded.original

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences, in order; a line of a list counts as one."""
        return _sentences(self.text)

    @cached_property
    def _sentence_starts(self) -> list[int]:
        return [sentence.start for sentence in self.sentences]

    @cached_property
    def _clause_borders(self) -> list[int]:
        return _clause_borders(self.text, self.sentences)

    @cached_property
    def quoted(self) -> tuple[tuple[int, int], ...]:
        """The places between quotation marks, and of markdown's quoted lines."""
        return tuple(found.span(found.lastindex or 0) for found in _QUOTED.finditer(self.text))

    def sentence_index(self, at: int) -> int:
        """Return the number of the sentence that holds a place; 0 before the first."""
        return max(bisect_right(self._sentence_starts, at) - 1, 0)

    def sentence_at(self, at: int) -> Sentence:
        """Return the sentence that holds a place."""
        if not self.sentences:
            return Sentence(0, len(self.text), asks=False)
        return self.sentences[self.sentence_index(at)]

    def clause_at(self, at: int) -> tuple[int, int]:
        """Return the span of the clause that holds a place."""
        sentence = self.sentence_at(at)
        borders = self._clause_borders
        index = bisect_right(borders, at)
        start = borders[index - 1] if index else 0
        end = borders[index] if index < len(borders) else len(self.text)
        return max(start, sentence.start), min(end, sentence.end)

    def span(self, place: tuple[int, int]) -> Span:
        """Return a span of this passage."""
        return Span(self, *place)

    def find(self, phrases: Phrases) -> Iterator[Span]:
        """Yield all places where one of the phrases stands."""
        for place in phrases.all(self.text):
            yield Span(self, *place)

    def is_quoted(self, span: Span, source: str | None = None) -> bool:
        """Return whether a span stands between quotation marks.

        Args:
            span: a place in this passage.
            source: folded text that the quoted words must occur in; None asks only for the marks.

        Returns:
            True where the span lies inside a quotation (of the source).
        """
        index = bisect_right(self.quoted, (span.start, len(self.text) + 1)) - 1
        if index < 0:
            return False
        start, end = self.quoted[index]
        inside = start <= span.start and span.end <= end
        return inside and (source is None or self.text[start:end].strip(" .,!?") in source)


@lru_cache(maxsize=32)
def _folded(content: str) -> Folded:
    return fold(content)


def read_passage(turn: int, role: str, content: str) -> Passage:
    """Fold one turn; the folding of the same content is kept for the next question."""
    return _parsed(turn, role, _folded(content))


@lru_cache(maxsize=32)
def _parsed(turn: int, role: str, folded: Folded) -> Passage:
    return Passage(turn, role, folded)


def _sentences(text: str) -> tuple[Sentence, ...]:
    found: list[Sentence] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        mark = end.group()
        before = text[max(start, end.start() - _LONGEST_ABBREVIATION) : end.start()]
        if mark == "." and _ABBREVIATION.search(before):
            continue
        if text[start : end.end()].strip():
            found.append(Sentence(start, end.end(), asks="?" in mark))
        start = end.end()
    if text[start:].strip():
        found.append(Sentence(start, len(text), asks=text.endswith("?")))
    return tuple(found)


def _clause_borders(text: str, sentences: tuple[Sentence, ...]) -> list[int]:
    borders = {found.end() for found in _BORDER.finditer(text)}
    for sentence in sentences:
        if _CONDITION.match(text, sentence.start, sentence.end):
            borders |= {
                found.end()
                for found in _BARE_IMPERATIVE.finditer(text, sentence.start, sentence.end)
            }
            comma = _NUMBER_AFTER_COMMA.search(text, sentence.start, sentence.end)
            borders |= {comma.end()} if comma else set()
    return sorted(borders)
