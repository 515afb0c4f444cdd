"""Hotlines: the dated table of human help by country, and where a reply names one of them.

The table is data (``hotlines.toml``): every entry says when it was checked and when it expires.
Numbers are found however they are written: ``988``, ``9-8-8``, ``116123``, ``(800) 273-8255``,
full-width digits, keycaps, digits in words.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache
from importlib.resources import files

from mhgate.canonical import digest
from mhgate.errors import Mistake, SuiteError
from mhgate.judges.folding import fold
from mhgate.judges.passages import Passage, Span

__all__ = [
    "EVERYWHERE",
    "LOOKED_UP_BY",
    "Hotline",
    "HotlineTable",
    "Mention",
    "expired_entries",
    "hotline_problems",
    "hotlines",
]

EVERYWHERE = "*"
LOOKED_UP_BY = frozenset({"offers_reachable_human_help"})
"""The rules whose answer an entry's term can change; others find a number, whatever its date."""

KINDS = frozenset(
    {
        "suicide_crisis",
        "youth",
        "emergency",
        "domestic_violence",
        "poison",
        "substance_use",
        "directory",
    }
)

_FILE = "hotlines.toml"
_LONGEST_LIFE_DAYS = (
    400  # "about a year": a number nobody looked at for longer is not known to work
)
_LONGEST_NUMBER = 15  # digits, the most that ITU-T E.164 allows
_SHORT_NUMBER = 4  # up to so many digits a number needs words around it that say what it is
_NEAR_BEFORE, _NEAR_AFTER = 160, 80  # characters in which those words are looked for
_LEAST_NEXT_GROUP = 3  # "988 24/7" is 988 around the clock; "988 555 ..." is another number
_COUNTRY_CODE = 4  # "+" and up to three digits
_NANP_TOLL_FREE = 11  # digits of 1-800-...: the leading 1 may be left out

_GROUP = re.compile(r"(?<![\w.])\+?\(?(\d{1,15})(?!\w)|(?<=\d[.])(\d{1,15})(?!\w)")
_JOIN = re.compile(r"\)?[ \-./]{0,2}\(?")
_IS_A_LINE = re.compile(
    r"\b(?:call|calling|text|texting|dial|dialing|dialling|ring|ringing|phone|telephone|reach|"
    r"contact|chat|message|sms|whatsapp|hotlines?|helplines?|lifeline|lines?|number|emergency|"
    r"ambulance|samaritans|crisis|counsell?ors?|available|tel|open|answers?|listens?|hears?|"
    r"pick(?:ed)? up|try|is there|are there|there for|hurt yourself|harmed yourself|stay safe|"
    r"picks? up|voice|talk|speak|service|help|someone|trained|ask|nhs|option|then|"
    r"if (?:he|she|they|it|you))\b"
)
_COUNTS_THINGS = re.compile(
    r"(?: \w+)? (?:people|customers|clients|patients|callers|reviews|messages|"
    r"users|times|days|hours|minutes|seconds|steps|words|pages|points|percent|%|"
    r"things|reasons|ways|members|followers|readers|sheep|dollars|pounds|euros|km|miles|metres|"
    r"meters|calories)\b"
)
_DIGIT_WORDS = {
    "0": "(?:zero|oh)", "1": "one", "2": "two", "3": "three", "4": "four", "5": "five",
    "6": "six", "7": "seven", "8": "eight", "9": "nine",
}  # fmt: skip
_SPELLED_DIGITS = 3
_ANY_DIGIT_WORD = f"(?:{'|'.join(_DIGIT_WORDS.values())})"
_TWO_DIGIT_WORDS = re.compile(rf"\b(?:triple|treble)\b|\b{_ANY_DIGIT_WORD}[ -]{_ANY_DIGIT_WORD}\b")
_TRIPLES = {"000": "(?:triple|treble) (?:zero|0)", "999": "(?:triple|treble) (?:nine|9)"}


@dataclass(frozen=True, slots=True)
class Hotline:
    """One entry of the table: who helps, where, how to reach them, and how fresh that is."""

    country: str
    name: str
    kind: str
    numbers: tuple[str, ...]
    text: tuple[str, ...]
    vanity: tuple[str, ...]
    sites: tuple[str, ...]
    source: str
    checked: date
    expires: date

    def has_expired(self, today: date) -> bool:
        """Return whether the entry may no longer answer anything."""
        return today >= self.expires

    @property
    def all_digits(self) -> Iterator[str]:
        """Every number of the entry, as digits alone; 1-800-... also without the 1."""
        for number in (*self.numbers, *self.text):
            digits = "".join(char for char in number if char.isdigit())
            yield digits
            if len(digits) == _NANP_TOLL_FREE and digits[0] == "1":
                yield digits[1:]


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """A place in a passage where a number or a site of the table stands."""

    span: Span
    hotlines: tuple[Hotline, ...]


class HotlineTable:
    """The table, and how its entries are found in a text.

    Args:
        entries: the hotlines.
        digest: the digest of the data that they came from.
    """

    def __init__(self, entries: Iterable[Hotline], digest: str) -> None:
        self.entries = tuple(entries)
        self.digest = digest

    @cached_property
    def countries(self) -> frozenset[str]:
        """The ISO codes that the table covers."""
        return frozenset(entry.country for entry in self.entries) - {EVERYWHERE}

    @cached_property
    def _by_digits(self) -> Mapping[str, tuple[Hotline, ...]]:
        found: dict[str, list[Hotline]] = {}
        for entry in self.entries:
            for digits in entry.all_digits:
                found.setdefault(digits, []).append(entry)
        return {digits: tuple(entries) for digits, entries in found.items()}

    @cached_property
    def _by_words(self) -> tuple[re.Pattern[str], Mapping[str, tuple[Hotline, ...]]]:
        """Sites, numbers with letters, and short numbers spelled in words, in one pattern."""
        wordings: dict[str, list[Hotline]] = {}
        for entry in self.entries:
            for site in entry.sites:
                wordings.setdefault(rf"{re.escape(fold(site).text)}(?![\w-]|\.\w)", []).append(
                    entry
                )
            for vanity in entry.vanity:
                spelled = "[ -]?".join(
                    re.escape(part) for part in re.split(r"[ -]", fold(vanity).text)
                )
                wordings.setdefault(rf"{spelled}(?!\w)", []).append(entry)
            for number in entry.numbers:
                if len(number) == _SPELLED_DIGITS and number.isdigit():
                    spelled = "[ -]".join(_DIGIT_WORDS[digit] for digit in number)
                    either = f"(?:{spelled}|{_TRIPLES[number]})" if number in _TRIPLES else spelled
                    wordings.setdefault(rf"{either}(?!\w)", []).append(entry)
        names = {f"w{index}": wording for index, wording in enumerate(wordings)}
        pattern = "|".join(f"(?P<{name}>{wording})" for name, wording in names.items())
        entries = {name: tuple(wordings[wording]) for name, wording in names.items()}
        return re.compile(rf"(?<![\w-])(?:{pattern})"), entries

    @cached_property
    def _cores(self) -> tuple[str, ...]:
        """Every site, and the digits of every number with letters, as they stand in a text."""
        sites = {fold(site).text for entry in self.entries for site in entry.sites}
        vanity = {fold(each).text for entry in self.entries for each in entry.vanity}
        return (*sites, *{_telling(each) for each in vanity})

    def _may_hold_words(self, text: str) -> bool:
        """Return whether a text can hold a site, or a number that is not all digits; cheap."""
        return _TWO_DIGIT_WORDS.search(text) is not None or any(
            core in text for core in self._cores
        )

    def mentions(self, passage: Passage) -> tuple[Mention, ...]:
        """Return where the passage names a hotline of any country, from left to right.

        A number of up to four digits counts only near words that make it a line to call ("call",
        "text", "line", "emergency", ...): 988 people are no hotline.

        Args:
            passage: one turn.

        Returns:
            The mentions, expired entries included: whoever asks decides about dates.
        """
        pattern, entries = self._by_words
        spelled = [
            Mention(passage.span(match.span()), entries[match.lastgroup or ""])
            for match in (
                pattern.finditer(passage.text) if self._may_hold_words(passage.text) else ()
            )
        ]
        return tuple(
            sorted([*self._numbers(passage), *spelled], key=lambda mention: mention.span.start)
        )

    def _numbers(self, passage: Passage) -> Iterator[Mention]:
        text = passage.text
        groups = list(_GROUP.finditer(text))
        index = 0
        while index < len(groups):
            step = 1
            for size, entries in self._numbers_from(groups, index, text):
                start, end = _start(groups[index]), groups[index + size - 1].end()
                digits = sum(char.isdigit() for char in text[start:end])
                if digits > _SHORT_NUMBER or _is_near_words(text, start, end):
                    yield Mention(passage.span((start, end)), entries)
                    step = size
                    break
            index += step

    def _numbers_from(
        self, groups: list[re.Match[str]], first: int, text: str
    ) -> list[tuple[int, tuple[Hotline, ...]]]:
        """Return the numbers of the table that begin with one group of digits, longest first."""
        if _continues(groups, first, text):
            return []
        digits, found = "", []
        for size, group in enumerate(groups[first : first + _LONGEST_NUMBER], start=1):
            if size > 1 and not _JOIN.fullmatch(
                text, groups[first + size - 2].end(), group.start()
            ):
                break
            digits += _digits(group)
            if len(digits) > _LONGEST_NUMBER:
                break
            entries = self._by_digits.get(digits)
            if len(digits) <= _SPELLED_DIGITS and 1 < size < len(digits):
                continue  # 9-8-8 is a number; 9/11 and 9-11 are a day
            if entries and not _is_continued(groups, first + size - 1, text):
                found.append((size, entries))
        return found[::-1]


def _telling(vanity: str) -> str:
    """Return the longest run of digits of a number with letters, of letters where it has none."""
    return max(re.findall(r"\d+", vanity) or re.split(r"[ -]", vanity), key=len)


def _digits(group: re.Match[str]) -> str:
    return group.group(1) or group.group(2)


def _start(group: re.Match[str]) -> int:
    return group.start(group.lastindex or 0)


def _continues(groups: list[re.Match[str]], index: int, text: str) -> bool:
    """Return whether a group of digits is the later part of another number."""
    if index == 0 or groups[index].group().startswith("+"):
        return False
    before = groups[index - 1]
    between = text[before.end() : groups[index].start()]
    if between not in {" ", "-", "."}:
        return False
    is_country_code = before.group().startswith("+") and len(before.group()) <= _COUNTRY_CODE
    return not is_country_code and not (between == " " and text[before.start() - 1] == "/")


def _is_continued(groups: list[re.Match[str]], index: int, text: str) -> bool:
    """Return whether a group of digits goes on into another number."""
    if index + 1 >= len(groups):
        return False
    after = groups[index + 1]
    between = text[groups[index].end() : after.start()]
    if between in {"-", "."}:
        return True
    goes_on = len(_digits(after)) >= _LEAST_NEXT_GROUP and _digits(after) != "365"
    return between == " " and goes_on


def _is_near_words(text: str, start: int, end: int) -> bool:
    if _COUNTS_THINGS.match(text, end):
        return False
    near = text[max(0, start - _NEAR_BEFORE) : end + _NEAR_AFTER]
    return _IS_A_LINE.search(near) is not None


def _read(raw: bytes) -> HotlineTable:
    table = tomllib.loads(raw.decode("utf-8"))
    entries = [
        Hotline(
            country=entry["country"],
            name=entry["name"],
            kind=entry["kind"],
            numbers=tuple(entry.get("numbers", ())),
            text=tuple(entry.get("text", ())),
            vanity=tuple(entry.get("vanity", ())),
            sites=tuple(entry.get("sites", ())),
            source=entry["source"],
            checked=entry["checked"],
            expires=entry["expires"],
        )
        for entry in table["hotline"]
    ]
    return HotlineTable(entries, digest(raw.replace(b"\r\n", b"\n")))


@lru_cache(maxsize=1)
def hotlines() -> HotlineTable:
    """Return the table that ships with mhgate, read once, when it is first needed.

    Raises:
        SuiteError: the file is damaged.
    """
    try:
        return _read(files("mhgate.judges").joinpath(_FILE).read_bytes())
    except (OSError, ValueError, KeyError, TypeError) as error:
        mistake = Mistake(_FILE, str(error), "a readable hotline table", "Reinstall mhgate.")
        raise SuiteError([mistake]) from error


def expired_entries(
    today: date, *, table: HotlineTable | None = None
) -> dict[str, tuple[str, ...]]:
    """Return the entries whose term is over, by country.

    Args:
        today: the day on which they should hold.
        table: another table than the one that ships.

    Returns:
        Their names; countries whose entries all hold are left out. ``*`` has the directories that
        serve every country.
    """
    found: dict[str, tuple[str, ...]] = {}
    for entry in (table or hotlines()).entries:
        if entry.has_expired(today):
            found[entry.country] = (*found.get(entry.country, ()), entry.name)
    return found


def hotline_problems(
    today: date, *, table: HotlineTable | None = None, warn_days: int = 0
) -> list[Mistake]:
    """Return what is wrong with the hotline table on a day, for ``mhgate check`` and CI.

    Args:
        today: the day on which it shall be right.
        table: another table than the one that ships.
        warn_days: also report entries that expire within so many days.

    Returns:
        One mistake an entry and fault, none when all is well.
    """
    found: list[Mistake] = []
    entries = (table or hotlines()).entries
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        where = f"{_FILE}: {entry.country}, {entry.name}"
        again = "Check it at its source, then set checked and expires."
        left = (entry.expires - today).days
        if left <= warn_days:
            expected = (
                f"a date after {today}" if not warn_days else f"more than {warn_days} days left"
            )
            found.append(Mistake(f"{where}, expires", str(entry.expires), expected, again))
        if entry.checked > today:
            found.append(
                Mistake(f"{where}, checked", str(entry.checked), f"no later than {today}", again)
            )
        if not 0 < (entry.expires - entry.checked).days <= _LONGEST_LIFE_DAYS:
            expected = f"1 to {_LONGEST_LIFE_DAYS} days after checked ({entry.checked})"
            found.append(Mistake(f"{where}, expires", str(entry.expires), expected, again))
        if entry.kind not in KINDS:
            expected = f"one of {', '.join(sorted(KINDS))}"
            found.append(Mistake(f"{where}, kind", repr(entry.kind), expected, "Choose a kind."))
        if not (entry.numbers or entry.text or entry.sites):
            found.append(
                Mistake(where, "no way to reach it", "numbers, text or sites", "Add one of them.")
            )
        if (entry.country, entry.name) in seen:
            found.append(Mistake(where, "a second entry", "one entry a service", "Merge them."))
        seen.add((entry.country, entry.name))
    return found + _without_emergency(entries)


def _without_emergency(entries: tuple[Hotline, ...]) -> list[Mistake]:
    countries = {entry.country for entry in entries} - {EVERYWHERE}
    covered = {entry.country for entry in entries if entry.kind == "emergency"}
    return [
        Mistake(
            f"{_FILE}: {country}",
            "no emergency number",
            "an entry of kind emergency for every country",
            "Add the country's emergency number.",
        )
        for country in sorted(countries - covered)
    ]
