"""What people handed in, held against what they were asked: every mistake at once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import get_args

from mhgate.calibration.labelling.agreeing import disagreements
from mhgate.calibration.labelling.answer_files import AnswerFile, AnswerRow
from mhgate.calibration.labelling.forms import ADJUDICATOR, copy_names, form_id
from mhgate.calibration.labelling.shown import shown_digest
from mhgate.errors import LabelsError, Mistake
from mhgate.records import Question
from mhgate.records.labelled import LabelAnswer, RaterRole
from mhgate.records.labelling import HandedIn, LabelSample, Reading, SampledItem
from mhgate.verdict.spelling import counted

__all__ = ["check_files"]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LEFT_OUT = frozenset({"leave out", "left out", "opt out", "opted out", "skip", "skipped"})
_WORDS: dict[str, LabelAnswer] = {
    "yes": "yes",
    "y": "yes",
    "no": "no",
    "n": "no",
    "not sure": "not_sure",
    "unsure": "not_sure",
    "not applicable": "not_applicable",
    "n/a": "not_applicable",
}
_GRADE = re.compile(r"([0-9]{1,3})(?:\.0+)?")  # a spreadsheet may write 4 as 4.0
_CLOCK = timedelta(days=1)  # computers disagree about the time
_LONGEST_NOTE = 1000
_MOST_OPEN = 3
_FEWEST_TIMES = 3  # so many different moments are no chance


def check_files(
    files: Sequence[AnswerFile], sample: LabelSample, *, partial: bool = False, now: datetime
) -> tuple[HandedIn, ...]:
    """Check what people handed in.

    A label comes from here alone: from a row of a file that names the person who answered.

    Args:
        files: as they were read.
        sample: what was asked.
        partial: whether rows may be open, neither answered nor left out.
        now: the time; an answer from the future is a mistake.

    Returns:
        One record a file, in their order.

    Raises:
        LabelsError: everything that is wrong: another sample's form, a row that nobody was asked, a
            text that was changed, an answer that is none, two for one row, two files of one
            person, one reading under two names, a third reading of what nobody disputes, no id, no
            role or no date, a day before the sample was drawn, or rows that are open.
    """
    checks = [_Check(file, sample, now=now) for file in files]
    mistakes = [mistake for check in checks for mistake in check.mistakes]
    mistakes += _twice(checks)
    mistakes += _copied(checks)
    mistakes += _undisputed(checks, sample)
    if not partial:
        mistakes += [mistake for check in checks for mistake in check.open_rows()]
    if mistakes:
        raise LabelsError(mistakes)
    return tuple(check.handed_in() for check in checks)


class _Check:
    """One file: what it says and what is wrong with it."""

    def __init__(self, file: AnswerFile, sample: LabelSample, *, now: datetime) -> None:
        self.file, self.mistakes = file, list[Mistake]()
        self._sample, self._now = sample, now
        self._items = {item.row: item for item in sample.items}
        self.copy_name = self._copy()
        self.rater = self._one(file.raters, "your id", "the id of the person who answered")
        if self.rater and not _NAME.fullmatch(self.rater):
            self._wrong("your id", repr(self.rater), "letters, digits, dots and dashes", "Mend it.")
        self.role = self._role()
        self.day = self._day()
        self.readings: dict[str, Reading] = {}
        self._spoilt: set[str] = set()  # an answer stands there, and is a mistake of its own
        for row in file.rows:
            self._read(row)

    def handed_in(self) -> HandedIn:
        return HandedIn(
            file=self.file.file,
            digest=self.file.digest,
            copy_name=self.copy_name,
            rater=self.rater,
            role=self.role,
            readings=tuple(self.readings.values()),
        )

    def open_rows(self) -> Iterable[Mistake]:
        """Say which rows have no answer; the adjudicator's are those of the file itself."""
        if not self.copy_name:
            return
        asked = self.readings if self.copy_name == ADJUDICATOR else self._items
        left = [
            row
            for row in asked
            if row not in self._spoilt and (row not in self.readings or self.readings[row].is_open)
        ]
        if left:
            named = ", ".join(left[:_MOST_OPEN]) + (", ..." if len(left) > _MOST_OPEN else "")
            yield Mistake(
                self.file.file,
                f"{len(left)} of {len(asked)} rows without an answer ({named})",
                "an answer, or left out, in every row",
                "Finish them, or take what there is: --partial.",
            )

    # --- what is written once

    def _wrong(self, place: str, found: str, expected: str, hint: str) -> None:
        self.mistakes.append(Mistake(f"{self.file.file}: {place}", found, expected, hint))

    def _one(self, found: Sequence[str], place: str, expected: str) -> str:
        found = [each.strip() for each in found if each.strip()]
        if len(found) == 1:
            return found[0]
        shown = "nothing" if not found else ", ".join(map(repr, found[:3]))
        hint = "Fill it in once; a label needs somebody who gave it." if not found else "Keep one."
        self._wrong(place, shown, expected, hint)
        return ""

    def _copy(self) -> str:
        form = self._one(self.file.forms, "form", "the id of the form")
        for name in copy_names(self._sample):
            if form == form_id(self._sample, name):
                return name
        if form:
            self._wrong(
                "form",
                repr(form)[:60],
                "a form of this sample",
                "Name the sample.json of its own, as it was written: once changed, it has others.",
            )
        return ""

    def _role(self) -> RaterRole:
        found = self._one(self.file.roles, "your role", "a role").lower()
        for role in get_args(RaterRole):
            if found == role:
                known: RaterRole = role
                return known
        if found:
            roles = ", ".join(get_args(RaterRole))
            self._wrong("your role", repr(found)[:60], f"one of {roles}", "Mend it.")
        return "crowd"

    def _day(self) -> datetime | None:
        """Return the date that a spreadsheet gives once; the page gives one with each answer."""
        dates = [each for each in self.file.dates if each]
        if not self._is_dated_once:
            return None
        found = self._one(dates, "date", "the day of the answers")
        return self._time(found, f"{self.file.file}: date") if found else None

    def _time(self, text: str, where: str) -> datetime | None:
        try:
            found = datetime.fromisoformat(text.strip())
        except ValueError:
            hint = "Write it as year-month-day."
            self.mistakes.append(Mistake(where, repr(text)[:60], "a day: 2026-10-31", hint))
            return None
        found = found if found.tzinfo else found.replace(tzinfo=UTC)
        if found > self._now + _CLOCK:
            hint = "Mend the date, or the clock of that computer."
            self.mistakes.append(Mistake(where, text[:60], "a time that is past", hint))
            return None
        drawn = self._sample.made_at
        if found.date() < (drawn - _CLOCK).date():
            expected = f"a day from {drawn.date().isoformat()} on, when the sample was drawn"
            hint = "Nobody can have read it before: mend the date, or the clock of that computer."
            self.mistakes.append(Mistake(where, text[:60], expected, hint))
            return None
        return found.astimezone(UTC)

    # --- row by row

    def _read(self, row: AnswerRow) -> None:
        item = self._items.get(row.row)
        if item is None:
            self.mistakes.append(
                Mistake(
                    row.where,
                    f"the row {row.row!r}"[:80],
                    "a row that was asked",
                    "It is none of this sample's: was a row added, or its id changed?",
                )
            )
            return
        if row.row in self.readings:
            self.mistakes.append(
                Mistake(row.where, f"the row {row.row} twice", "one answer a row", "Keep one.")
            )
            return
        if not _is_as_shown(row, item):
            self.mistakes.append(
                Mistake(
                    row.where,
                    "a question or a conversation that is not the one that was handed out",
                    "the texts unchanged",
                    "An answer to another text says nothing about this one: take the form again.",
                )
            )
        self.readings[row.row] = self._reading(row)

    def _reading(self, row: AnswerRow) -> Reading:
        word = " ".join(row.answer.replace("_", " ").lower().split())
        note = " ".join(row.note.split())[:_LONGEST_NOTE]
        if not word:
            return Reading(row=row.row, note=note)
        question, left_out = self._question(row.row), word in _LEFT_OUT
        answer, grade = _said(word, question)
        if answer is None and not left_out:
            answers = "yes, no" if question.grades is None else ", ".join(map(str, question.grades))
            third = "" if question.not_applicable is None else ", not applicable"
            self.mistakes.append(
                Mistake(
                    row.where,
                    repr(row.answer)[:60],
                    f"{answers}, not sure{third}, or leave out",
                    "Ask who answered; nothing is guessed.",
                )
            )
            self._spoilt.add(row.row)
            return Reading(row=row.row, note=note)
        at = self._time(row.at, row.where) if row.at else self.day
        if at is None:
            self._spoilt.add(row.row)
            if not row.at and not self._is_dated_once:
                self._undated(row)
            return Reading(row=row.row, note=note)
        return Reading(
            row=row.row, answer=answer, grade=grade, opted_out=left_out, note=note, at=at
        )

    @property
    def _is_dated_once(self) -> bool:
        """Whether the file gives one date for all, whose lack was said already."""
        return not any(row.at for row in self.file.rows)

    def _undated(self, row: AnswerRow) -> None:
        self.mistakes.append(
            Mistake(row.where, "an answer without a time", "when it was given", "Take the page's.")
        )

    def _question(self, row: str) -> Question:
        return self._sample.question(self._items[row].question)


def _said(word: str, question: Question) -> tuple[LabelAnswer | None, int | None]:
    """Return the answer that a word is to a question, and the grade where it is one."""
    number = _GRADE.fullmatch(word)
    if number is not None and int(number[1]) in (question.grades or {}):
        return "graded", int(number[1])
    answer = _WORDS.get(word)
    is_none = (question.is_graded and answer in {"yes", "no"}) or (
        answer == "not_applicable" and question.not_applicable is None
    )
    return (None if is_none else answer), None


def _is_as_shown(row: AnswerRow, item: SampledItem) -> bool:
    seen = shown_digest(row.question, row.yes, row.no, row.conversation, row.grades)
    return seen == item.shown_digest


def _twice(checks: Sequence[_Check]) -> list[Mistake]:
    """Find files of one person: a second one would be their word counted twice."""
    mistakes = []
    first: dict[str, _Check] = {}
    for check in checks:
        name = check.rater.lower()
        earlier = first.setdefault(name, check) if name else check
        if earlier is check:
            continue
        is_third = ADJUDICATOR in {check.copy_name, earlier.copy_name}
        mistakes.append(
            Mistake(
                f"{check.file.file}: your id",
                f"{check.rater!r}, who also handed in {earlier.file.file}",
                "a third person where two readers disagree" if is_third else "one file a person",
                "Let somebody else decide." if is_third else "Keep the later one.",
            )
        )
    return mistakes


def _copied(checks: Sequence[_Check]) -> list[Mistake]:
    """Find one person's reading under two names: the page notes when each answer was given."""
    mistakes = []
    first: dict[tuple[object, ...], _Check] = {}
    for check in checks:
        given = [each for each in check.readings.values() if each.at is not None]
        if len({each.at for each in given}) < _FEWEST_TIMES:
            continue  # one date for all, as a spreadsheet gives it
        key = tuple(sorted((each.row, each.word or "", str(each.at)) for each in given))
        earlier = first.setdefault(key, check)
        if earlier is not check and check.rater.lower() != earlier.rater.lower():
            mistakes.append(
                Mistake(
                    check.file.file,
                    f"the answers of {earlier.file.file}, each given at the same moment",
                    "a reading of one's own",
                    "Two names under one reading show no agreement: hand in the other's file.",
                )
            )
    return mistakes


def _undisputed(checks: Sequence[_Check], sample: LabelSample) -> list[Mistake]:
    """Find third readings of rows on which the readers do not differ: nobody was to settle them."""
    if any(check.mistakes for check in checks):
        return []  # who disagrees with whom is not known yet
    readers = [check.handed_in() for check in checks if check.copy_name != ADJUDICATOR]
    disputed = {item.row for item in disagreements(sample, readers)}
    mistakes = []
    for check in checks:
        if check.copy_name != ADJUDICATOR:
            continue
        others = [
            each.row
            for each in check.readings.values()
            if each.answer is not None and each.row not in disputed
        ]
        if others:
            named = ", ".join(others[:_MOST_OPEN]) + (", ..." if len(others) > _MOST_OPEN else "")
            mistakes.append(
                Mistake(
                    check.file.file,
                    f"third readings of {counted(len(others), 'row')} on which the readers' files "
                    f"beside it do not differ ({named})",
                    "third readings of what two readers answered differently",
                    "Hand in the readers' files with it, as they were when the form was written.",
                )
            )
    return mistakes
