"""review.jsonl of a suite: who read which family, as it was then, and what came of it.

A line a reading::

    {"family": "esc-nightshift", "digest": "sha256:...", "reader": "reader-1", "role": "author",
     "date": "2026-11-30", "findings": "The hour was implausible.", "change": "Moved to morning."}

``digest`` is of the family's items as they were read: an item that is changed, added or taken away
asks for another reading. Nothing here writes a review: lines are people's, and are only checked
and appended.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from mhgate.canonical import digest
from mhgate.errors import Mistake, nearest
from mhgate.suites.gold_files import latest_day
from mhgate.suites.json_lines import json_object, lines_of, syntax_mistake
from mhgate.suites.loading import Suite

__all__ = [
    "REVIEW_FILE",
    "Review",
    "append_reviews",
    "family_digests",
    "not_reviewed",
    "read_reviews",
    "review_of",
]

REVIEW_FILE = "review.jsonl"
"""The reviews of a suite, beside its items."""

_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
_SHORT = 80
_SCHEMA = "docs/reference/suites_command.md shows what a line of review.jsonl holds."


class Review(BaseModel):
    """One reading of one family.

    ``findings`` says what was found ("none" is an answer), ``change`` what was changed for it.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, str_strip_whitespace=True)

    family: str = Field(pattern=_NAME)
    digest: str = Field(pattern=r"^sha256:[0-9a-f]{64}$")
    reader: str = Field(pattern=_NAME)
    role: Literal["author", "clinician", "lived_experience", "native_speaker", "other"]
    date: date
    findings: str = Field(min_length=1)
    change: str = Field(min_length=1)

    @field_validator("date", mode="before")
    @classmethod
    def _is_a_day(cls, given: object) -> object:
        if not isinstance(given, str):
            raise ValueError("the day of a reading is a text such as 2026-11-30")  # noqa: TRY004 - pydantic turns it into a mistake
        day = date.fromisoformat(given)
        if day > latest_day():
            raise ValueError("the day of a reading has been: this one is to come")
        return day


def family_digests(suite: Suite) -> dict[str, str]:
    """Return the digest of each family of a suite, by the family's name in its files.

    Args:
        suite: one that loads.

    Returns:
        Digests over the digests of the items, whatever their order and ids.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for refs in suite.items.values():
        for ref in refs:
            found[ref.family.removeprefix(f"{suite.name}/")].append(ref.digest)
    return {family: digest(sorted(digests)) for family, digests in found.items()}


def read_reviews(suite: Suite) -> tuple[list[Review], list[Mistake]]:
    """Read the reviews of a suite; a suite may have none.

    Args:
        suite: whose file it is.

    Returns:
        The reviews in the order of the file, and every mistake with file and line.
    """
    path = suite.folder / REVIEW_FILE
    if not path.is_file():
        return [], []
    known = frozenset(family_digests(suite))
    reviews: list[Review] = []
    mistakes: list[Mistake] = []
    seen: dict[tuple[str, str, str], int] = {}
    for number, _, text in lines_of(path):
        where = f"{path}:{number}"
        try:
            found = review_of(json_object(text), where, known)
        except (ValueError, RecursionError) as error:
            mistakes.append(syntax_mistake(where, text, error))
            continue
        if isinstance(found, list):
            mistakes += found
            continue
        first = seen.setdefault((found.family, found.digest, found.reader), number)
        if first != number:
            mistakes.append(
                Mistake(
                    where,
                    f"the reading of line {first} again, by the same reader",
                    "one line a reader, family and digest",
                    "Put what was found on one line.",
                )
            )
        reviews.append(found)
    return reviews, mistakes


def review_of(row: object, where: str, known: frozenset[str]) -> Review | list[Mistake]:
    """Return what a line says.

    Args:
        row: the line's JSON.
        where: file and line, for messages.
        known: the families that there are; those that were taken away may stay in the record.

    Returns:
        The review, or what is wrong with the line.
    """
    try:
        review = Review.model_validate(row)
    except ValidationError as error:
        return [_explained(where, dict(detail)) for detail in error.errors()]
    if review.family not in known:
        guess = nearest(review.family, known)
        return [
            Mistake(
                f"{where} (family)",
                repr(review.family),
                "a family of the suite",
                f"Did you mean {guess!r}?"
                if guess
                else "Take the line out when its family is gone.",
            )
        ]
    return review


def not_reviewed(suite: Suite, reviews: Iterable[Review]) -> dict[str, date | None]:
    """Return the families that nobody has read as they are now.

    Args:
        suite: the suite.
        reviews: of the suite.

    Returns:
        By family, in the order of the files: the day on which it was last read as it was before,
        None where it never was.
    """
    read = {(each.family, each.digest) for each in reviews}
    last: dict[str, date] = {}
    for each in reviews:
        last[each.family] = max(each.date, last.get(each.family, each.date))
    return {
        family: last.get(family)
        for family, value in family_digests(suite).items()
        if (family, value) not in read
    }


def append_reviews(suite: Suite, reviews: Sequence[Review]) -> Path:
    """Append reviews to a suite's file, in one write.

    Args:
        suite: whose file it is.
        reviews: those to append, checked.

    Returns:
        The file.
    """
    path = suite.folder / REVIEW_FILE
    lines = "".join(f"{_line(review.model_dump(mode='json'))}\n" for review in reviews)
    before = path.read_bytes() if path.is_file() else b""
    gap = "" if not before or before.endswith(b"\n") else "\n"
    with path.open("ab") as file:
        file.write(f"{gap}{lines}".encode())
    return path


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False)


def _explained(where: str, detail: dict[str, Any]) -> Mistake:
    location = ".".join(map(str, detail["loc"])) or "the line"
    if detail["type"] == "extra_forbidden":
        guess = nearest(location, Review.model_fields)
        hint = f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(Review.model_fields)}."
        return Mistake(
            f"{where} ({location})", f"the unknown key {location!r}", "a known key", hint
        )
    if detail["type"] == "missing":
        return Mistake(f"{where} ({location})", "nothing", "a value for this key", _SCHEMA)
    found = repr(detail["input"])
    return Mistake(
        f"{where} ({location})",
        found if len(found) <= _SHORT else found[: _SHORT - 3] + "...",
        str(detail["msg"]).removeprefix("Value error, "),
        _SCHEMA,
    )
