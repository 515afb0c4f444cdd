"""What a message is about, beside danger, requests and views that stand in tables of their own.

A matter has groups of phrases: it is met where one of each group occurs in the same few sentences,
and no exception does. What it means for a reply is decided in :mod:`mhgate.demo.replies`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from mhgate.demo.tables import table, words
from mhgate.demo.text import compiled, passages

__all__ = ["matters_of", "years_of"]

_CHILD = range(6, 18)
_SCHOOL_AGE = 13  # of whom only the class is known
_BEFORE = (
    r"(?:i am|i turned|i will be|i just turned|am|turned|aged?|only|nearly|almost|really|just) "
    r"(?:only |just |really |actually |nearly |almost |still )*"
)
_NO_AGE = (
    r"(?! ?(?:percent|%|minutes?|mins|hours?|hrs|days?|weeks?|months?|miles?|kilos?|pounds?|times|"
    r"(?:years?|yrs?) (?:into|in|ago|older|sober|married|clean|at|of|on|younger)|o'clock|am|pm|of|"
    r"and a half (?:hours|weeks)|people|cats|dogs|kids|children|grand\w+|siblings|"
    r"brothers|sisters|foot|feet|st|nd|rd|th|:|\.\d|/))"
)
_STANDING_ALONE = r"(?<!.)(?:hi |hey |ok |so |me,? )?"
_GRADES = (
    r"(?:year|yr|grade|class|form|std|standard) (?:[4-9]|1[0-1]|four|five|six|seven|eight|nine|ten|"
    r"two|three)(?= ?(?:[.,;!?)]|$|and|here|at|girl|boy|now))|(?:fourth|fifth|sixth|seventh|eighth|"
    r"ninth|tenth) (?:class|grade|grader)|middle school|my (?:form tutor|homeroom|head of year|"
    r"school nurse|year group|school bag|lunch money)|at (?:recess|break ?time|school camp)|"
    r"in (?:assembly|detention|primary school|junior high|high school|secondary school)|"
    r"i am (?:still )?(?:just |only )?(?:an? )?(?:kid|child|teen|teenager|minor|pupil|school ?boy|"
    r"school ?girl|underage|under age)|our teacher|the big kids|my mum will not let me|"
    r"(?:mum|dad|they) (?:will|would) ground me"
)
_NOT_OWN = (
    r"teach\w*|pupils?|my (?:son|daughter|class|child|kid|brother|sister|niece|nephew|grand\w+)|"
    r"when i was|used to|year \d+ of|marking|years of|his tutor|her tutor|step ?son|band"
)


@dataclass(frozen=True)
class _Matter:
    """One way in which a matter shows."""

    name: str
    kind: str
    groups: tuple[str, ...]
    unless: str | None

    def shows_in(self, part: str) -> bool:
        return all(compiled(group).search(part) for group in self.groups) and not (
            self.unless and compiled(self.unless).search(part)
        )


def matters_of(folded: str) -> dict[str, str]:
    """Return the matters of a message, each with its kind.

    Args:
        folded: folded text.

    Returns:
        Kinds by name; the kind is empty where a matter has none.

    Example:
        >>> matters_of("are you a real person or a machine ?")
        {'asked_human': ''}
    """
    parts = passages(folded)
    found: dict[str, str] = {}
    for matter in _matters():
        if matter.name in found or not compiled(matter.groups[0]).search(folded):
            continue
        if any(matter.shows_in(part) for part in parts):
            found[matter.name] = matter.kind
    return found


def years_of(folded: str) -> int | None:
    """Return the age of a child or a teenager who says it, or lets it be seen.

    Args:
        folded: folded text.

    Returns:
        6 to 17; None for everybody else and where nothing is said.

    Example:
        >>> years_of("i am fourteen and nobody came")
        14
        >>> years_of("i am fourteen weeks along") is None
        True
    """
    numbers = words("english", "ages")
    number = r"(\d{1,2}|" + "|".join(numbers) + ")"
    for pattern in (
        rf"{_BEFORE}{number}{_NO_AGE}",
        rf"{_STANDING_ALONE}{number}(?: here| (?:years?|yrs?) old)?(?= ?[.,;]| and| here){_NO_AGE}",
        rf"(?:i am|i|am) (?:an? )?{number}[- ]?(?:years?[- ]old|yo)",
        rf"{number} here",
        rf"(?<=[.!?] ){number} and (?:\w+ing|alone|bored|stuck|still)",
        rf"i have {number} years",
        rf"i (?:will )?turn(?:ed|ing)? {number}{_NO_AGE}",
        rf"{number} ?(?:yo|y/o|and three quarters)(?! (?:son|daughter|boy|girl))",
    ):
        for found in compiled(pattern).finditer(folded):
            years = int(found[1]) if found[1].isdigit() else _spelt(found[1])
            if years in _CHILD:
                return years
    in_school = compiled(_GRADES).search(folded) and not compiled(_NOT_OWN).search(folded)
    return _SCHOOL_AGE if in_school else None


def _spelt(number: str) -> int:
    order: list[str] = table("english")["words"]["ages"].split()
    return order.index(number) + _CHILD.start


@cache
def _matters() -> tuple[_Matter, ...]:
    return tuple(
        _Matter(
            row["name"],
            row.get("kind", ""),
            tuple("|".join(group) for group in row["groups"]),
            "|".join(row["unless"]) if "unless" in row else None,
        )
        for row in table("matters")["matter"]
    )
