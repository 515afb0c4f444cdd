"""A file that a person filled in -> what stands in it, uninterpreted: JSON, CSV or a workbook."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from mhgate.canonical import digest
from mhgate.errors import LabelsError, Mistake, RatingsError
from mhgate.importers.csv_sheet import read_csv
from mhgate.importers.sheet import Sheet
from mhgate.importers.xlsx_sheet import read_xlsx
from mhgate.report.labelling.columns import (
    ANSWER,
    CONVERSATION,
    DATE,
    FORM,
    GRADES,
    NO,
    NOTE,
    QUESTION,
    RATER,
    ROLE,
    ROW,
    SHEET,
    YES,
)
from mhgate.suites.json_lines import json_object

__all__ = ["AnswerFile", "AnswerRow", "read_answer_file"]

_ENDINGS = (".json", ".csv", ".xlsx")
_LARGEST = 1 << 28  # bytes: beyond lies no file of answers


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """One row as it stands in a file; ``where`` is its place, for a mistake."""

    where: str
    row: str
    answer: str
    note: str
    at: str
    question: str
    yes: str
    no: str
    conversation: str
    grades: str = ""


@dataclass(frozen=True, slots=True)
class AnswerFile:
    """A file as it stands; what one person writes once (name, role) may stand in any row."""

    file: str
    digest: str
    forms: tuple[str, ...]
    raters: tuple[str, ...]
    roles: tuple[str, ...]
    dates: tuple[str, ...]
    rows: tuple[AnswerRow, ...]


class _Saved(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _SavedRow(_Saved):
    row: str
    answer: str
    note: str = ""
    at: str = ""
    question: str
    yes: str
    no: str
    grades: str = ""
    conversation: str


class _SavedFile(_Saved):
    mhgate_labels: str
    form: str
    rater: str
    role: str
    saved_at: str = ""
    readings: list[_SavedRow]


def read_answer_file(path: Path) -> AnswerFile:
    """Read a file that a person filled in.

    Args:
        path: what the page saved (.json), or a spreadsheet that was filled in (.csv, .xlsx).

    Returns:
        What stands in it; nothing is judged yet.

    Raises:
        LabelsError: it cannot be read, or is no such file.
        UsageError: it is a workbook, and openpyxl is not installed.
    """
    name, ending = path.name, path.suffix.lower()
    if ending not in _ENDINGS:
        raise _mistake(name, f"a name that ends in {ending or 'nothing'!r}", ", ".join(_ENDINGS))
    try:
        if path.stat().st_size > _LARGEST:
            raise _mistake(name, "a file of more than 256 MiB", "a file of answers")
        data = path.read_bytes()
    except OSError as error:
        raise _mistake(
            name, error.strerror or type(error).__name__, "a file that can be read"
        ) from error
    if ending == ".json":
        return _from_json(data, name)
    try:
        sheet = (
            read_xlsx(data, name, sheet=SHEET)
            if ending == ".xlsx"
            else read_csv(data, name, delimiter=None)
        )
        anchors = () if GRADES in sheet.columns else (YES, NO)
        for column in (ROW, FORM, QUESTION, *anchors, CONVERSATION, ANSWER, RATER, ROLE, DATE):
            sheet.require(column, name)
    except RatingsError as error:
        raise LabelsError(error.mistakes) from error
    return _from_sheet(sheet, digest(data))


def _from_json(data: bytes, name: str) -> AnswerFile:
    try:
        saved = _SavedFile.model_validate(json_object(data.removeprefix(b"\xef\xbb\xbf")))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        raise _mistake(f"{name}: {place}", str(first["msg"]), "what the page saved") from error
    except (ValueError, RecursionError) as error:
        raise _mistake(name, f"no JSON ({error})"[:200], "what the page saved") from error
    if saved.mhgate_labels != "1":
        found = f"version {saved.mhgate_labels!r}"[:80]
        raise _mistake(f"{name}: mhgate_labels", found, "version '1'")
    return AnswerFile(
        file=name,
        digest=digest(data),
        forms=(saved.form,),
        raters=(saved.rater,),
        roles=(saved.role,),
        dates=(saved.saved_at,),
        rows=tuple(
            AnswerRow(where=f"{name}: row {each.row}"[:120], **each.model_dump())
            for each in saved.readings
        ),
    )


def _from_sheet(sheet: Sheet, file_digest: str) -> AnswerFile:
    longer = [name for name in sheet.columns if name.startswith(f"{CONVERSATION} ")]
    rows = tuple(
        AnswerRow(
            where=f"{sheet.file}: line {each.number}",
            row=_cell(each.cells, ROW),
            answer=_cell(each.cells, ANSWER),
            note=_cell(each.cells, NOTE),
            at="",
            question=_cell(each.cells, QUESTION),
            yes=_cell(each.cells, YES),
            no=_cell(each.cells, NO),
            grades=_cell(each.cells, GRADES),
            conversation="".join(
                _text(each.cells.get(column)) for column in (CONVERSATION, *longer)
            ),
        )
        for each in sheet.rows
    )
    return AnswerFile(
        file=sheet.file,
        digest=file_digest,
        forms=_once(sheet, FORM),
        raters=_once(sheet, RATER),
        roles=_once(sheet, ROLE),
        dates=_once(sheet, DATE),
        rows=rows,
    )


def _once(sheet: Sheet, column: str) -> tuple[str, ...]:
    """Return what stands in a column, each once: a name may be written in one row or in all."""
    found = [_cell(each.cells, column) for each in sheet.rows]
    return tuple(dict.fromkeys(each for each in found if each))


def _cell(cells: Mapping[str, Any], column: str) -> str:
    return _text(cells.get(column)).strip()


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _mistake(where: str, found: str, expected: str) -> LabelsError:
    hint = "Hand in the file that the page saved, or the spreadsheet that was filled in."
    return LabelsError([Mistake(where, found, expected, hint)])
