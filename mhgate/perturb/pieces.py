"""A text, cut into words, gaps and marks, with everything set aside that no slip may touch.

Kept as they are: the letter and mark of an option (``A) text``), words that an answer has to name,
numbers with what belongs to them (a time, a telephone number), addresses of the web and of mail,
names behind ``@`` and ``#``, and emoticons. The pieces put together are the text again.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import accumulate

__all__ = [
    "ASKING",
    "SENTENCE_ENDS",
    "Piece",
    "What",
    "cut",
    "is_latin",
    "put_together",
    "starts_sentence",
    "words_in",
]

_OPTION = re.compile(r"[ \t]*(?:[-*•][ \t]*)?(?:\(?(?:[A-Za-z]|\d{1,2})[).:]|\[[A-Za-z]\])[ \t]+")
_FEWEST_OPTIONS = 2  # one line alone that begins so is a sentence: "I. and he never spoke."
_OPTION_LETTER = re.compile(r"[A-Z]")
_TOKEN = re.compile(r"\s+|\S+")
_EMOTICON = re.compile(r"[:;=]['\u2019]?-?[()\[\]/\\|DPpOo3]+|<3+")
_WEB = ("http://", "https://", "www.")
_ENDS = frozenset(
    {"com", "org", "net", "edu", "gov", "info", "app", "ai", "io", "health"}
    | {"uk", "ie", "au", "nz", "de", "ch", "mx", "cn"}
)
_LATIN_ENDS = ((0x0000, 0x024F), (0x1E00, 0x1EFF))
_ATTACHED = frozenset("\u200c\u200d")  # joiners of scripts and of emoji
_APOSTROPHES = frozenset("'\u2019")

ASKING = frozenset("?\uff1f\u061f")
"""Question marks: the usual, the wide, the Arabic one."""

SENTENCE_ENDS = ASKING | frozenset(".!\u2026\u3002\uff01\u0964")
"""What ends a sentence in Latin, Chinese, Hindi and Arabic writing."""


class What(Enum):
    """What a piece is."""

    WORD = auto()
    GAP = auto()
    MARK = auto()
    KEPT = auto()


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text.

    Args:
        text: as it stands there.
        what: what it is; a ``MARK`` is one character with what is attached to it.
        in_option: whether it stands in the text of an option.
    """

    text: str
    what: What
    in_option: bool = False

    def spelt(self, text: str) -> Piece:
        """Return the piece with another text."""
        return replace(self, text=text)


def cut(text: str, keep: Sequence[str] = ()) -> list[Piece]:
    """Cut a text.

    Args:
        text: in any language.
        keep: words, or runs of them, that stay wherever they stand as whole words, whatever their
            capitals; a lone letter only as it is written.

    Returns:
        Pieces that are the text, one after the other.

    Example:
        >>> [piece.text for piece in cut("Call 988, please.")]
        ['Call', ' ', '988', ',', ' ', 'please', '.']
    """
    lines = list(_lines(text))
    has_options = sum(_OPTION.match(line) is not None for line in lines) >= _FEWEST_OPTIONS
    pieces = [piece for line in lines for piece in _pieces_of(line, may_be_option=has_options)]
    letters = {
        found[0]
        for piece in pieces
        if piece.in_option and piece.what is What.KEPT and (found := _letter(piece))
    }
    lettered = [
        replace(piece, what=What.KEPT) if piece.text in letters else piece
        for piece in _without_split_numbers(pieces)
    ]
    return _in_one(lettered, _spans(text, keep)) if keep else lettered


def words_in(text: str) -> frozenset[str]:
    """Return the words of a list that is written as one text."""
    return frozenset(text.split())


def put_together(pieces: Iterable[Piece]) -> str:
    """Return the text that pieces are."""
    return "".join(piece.text for piece in pieces)


def is_latin(word: str) -> bool:
    """Return whether a word is written in Latin letters alone."""
    return all(
        any(low <= ord(char) <= high for low, high in _LATIN_ENDS)
        for char in word
        if char not in _APOSTROPHES and not unicodedata.combining(char)
    )


def starts_sentence(pieces: Sequence[Piece], index: int) -> bool:
    """Return whether a word is the first of a sentence, a line, or an option."""
    for before in reversed(pieces[:index]):
        if before.what is What.WORD:
            return False
        if before.what is What.KEPT:
            return before.text[-1:].isspace()  # the mark of an option
        if "\n" in before.text or before.text[:1] in SENTENCE_ENDS:
            return True
    return True


def _lines(text: str) -> Iterator[str]:
    """Yield lines with their ends; only a line feed ends one."""
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin) + 1 or len(text)
        yield text[begin:end]
        begin = end


def _pieces_of(line: str, *, may_be_option: bool) -> Iterator[Piece]:
    option = _OPTION.match(line) if may_be_option else None
    if option is not None:
        yield Piece(option[0], What.KEPT, in_option=True)
    for token in _TOKEN.finditer(line, 0 if option is None else option.end()):
        for piece in _pieces_in(token[0]):
            yield piece if option is None else replace(piece, in_option=True)


def _pieces_in(token: str) -> Iterator[Piece]:
    if token.isspace():
        yield Piece(token, What.GAP)
        return
    if _EMOTICON.fullmatch(token):
        yield Piece(token, What.KEPT)
        return
    begin, end = _core(token)
    core = token[begin:end]
    yield from _words_and_marks(token[:begin])
    if core and _must_stay(core):
        yield Piece(core, What.KEPT)
    else:
        yield from _words_and_marks(core)
    yield from _words_and_marks(token[end:])


def _core(token: str) -> tuple[int, int]:
    """Return where the token begins and ends without quotes, brackets and stops around it."""
    begin, end = 0, len(token)
    while begin < end and not (token[begin].isalnum() or token[begin] in "@#+£$€₹¥"):
        begin += 1
    while end > begin and not (_is_of_word(token[end - 1]) or token[end - 1] in "%/"):
        end -= 1
    return begin, end


def _is_of_word(char: str) -> bool:
    return char.isalnum() or _is_attached(char)


def _is_attached(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _must_stay(core: str) -> bool:
    lowered = core.lower()
    if any(char.isdigit() for char in core) or core[0] in "@#" or lowered.startswith(_WEB):
        return True
    host = lowered.partition("/")[0]
    name, at, domain = host.partition("@")
    if at:
        return bool(name) and "." in domain
    return "." in host and ".." not in host and host.rpartition(".")[2] in _ENDS


def _words_and_marks(text: str) -> Iterator[Piece]:
    """Yield runs of letters as words and every other character as a mark."""
    piece, what = "", What.MARK
    for index, char in enumerate(text):
        is_letter = char.isalpha()
        following = text[index + 1 : index + 2]
        if (is_letter and what is What.WORD) or _goes_on(piece, what, char, following):
            piece += char
        else:
            if piece:
                yield Piece(piece, what)
            piece, what = char, What.WORD if is_letter else What.MARK
    if piece:
        yield Piece(piece, what)


def _goes_on(piece: str, what: What, char: str, following: str) -> bool:
    """Return whether a character that is no letter belongs to the piece before it."""
    if piece and (char in _ATTACHED or _is_attached(char)):
        return True
    return what is What.WORD and char in _APOSTROPHES and following.isalpha()


def _without_split_numbers(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces; what stands between two parts of a number is kept as they are."""
    kept = [piece.what is What.KEPT and any(map(str.isdigit, piece.text)) for piece in pieces]
    last: int | None = None  # the number that only gaps and marks have followed so far
    between: set[int] = set()
    for index, piece in enumerate(pieces):
        if kept[index]:
            if last is not None:
                between |= set(range(last + 1, index))
            last = index
        elif (
            piece.what in {What.WORD, What.KEPT}
            or "\n" in piece.text
            or piece.text[:1] in SENTENCE_ENDS
        ):
            last = None
    for index, piece in enumerate(pieces):
        yield replace(piece, what=What.KEPT) if index in between else piece


def _spans(text: str, keep: Sequence[str]) -> list[tuple[int, int]]:
    """Return where what has to stay stands, the longer before what it holds."""
    named = sorted({each.strip() for each in keep} - {""}, key=lambda each: (-len(each), each))
    forms = "|".join(
        re.escape(each) if len(each) == 1 else f"(?i:{re.escape(each)})" for each in named
    )
    if not forms:
        return []
    # where words are not spaced, one begins anywhere
    whole = re.compile(rf"(?<![a-zA-Z\u00c0-\u024f\d])(?:{forms})(?![a-zA-Z\u00c0-\u024f\d])")
    return [found.span() for found in whole.finditer(text)]


def _in_one(pieces: Sequence[Piece], spans: Sequence[tuple[int, int]]) -> list[Piece]:
    """Return the pieces with all that a span touches as one that is kept."""
    ends = list(accumulate(len(piece.text) for piece in pieces))
    found: list[Piece] = []
    done = 0
    for begin, end in spans:
        first, last = max(done, bisect_right(ends, begin)), bisect_left(ends, end)
        if first <= last:
            touched = pieces[first : last + 1]
            one = replace(touched[0], text=put_together(touched), what=What.KEPT)
            found += [*pieces[done:first], one]
            done = last + 1
    return [*found, *pieces[done:]]


def _letter(piece: Piece) -> str | None:
    found = _OPTION_LETTER.search(piece.text)
    return None if found is None else found[0]
