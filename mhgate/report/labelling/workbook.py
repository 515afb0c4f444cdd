"""A form as a workbook: what is not to be filled in is locked, answers are chosen from a list."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from itertools import groupby
from typing import Any

from mhgate.records.labelling import FormQuestion, LabelForm
from mhgate.report.labelling.columns import (
    ANSWER,
    CONVERSATION,
    FILLED_IN,
    GRADES,
    NO,
    QUESTION,
    ROLE,
    SHEET,
    YES,
    table_of,
)
from mhgate.report.labelling.words import read_first

__all__ = ["label_workbook"]

_WIDTHS = {QUESTION: 38, YES: 38, NO: 38, GRADES: 38, CONVERSATION: 80}
_WIDTH = 14
_ROLES = "clinician,author,crowd"


def label_workbook(form: LabelForm) -> bytes | None:
    """Return a form as a workbook.

    Args:
        form: what one reader gets.

    Returns:
        The bytes of an .xlsx file; None where openpyxl is not installed.
    """
    try:
        openpyxl = import_module("openpyxl")
    except ImportError:
        return None
    book = openpyxl.Workbook()
    _write_first(book.active, form)
    sheet = book.create_sheet(SHEET)
    table = table_of(form)
    for row in table:
        sheet.append(row)
    _shape(sheet, table, form)
    page = io.BytesIO()
    book.save(page)
    return page.getvalue()


def _write_first(sheet: Any, form: LabelForm) -> None:
    styles = import_module("openpyxl.styles")
    sheet.title = "read first"
    sheet.column_dimensions["A"].width = 110
    text = read_first(form.support, break_every=form.break_every, grading=form.grading)
    lines = text.split("\n\n")
    for question in form.questions:
        lines += ["", question.text]
        if question.grades is None:
            lines += [f"Yes: {question.yes}", f"No: {question.no}"]
        else:
            lines += question.grades_text.split("\n")
        if question.not_applicable is not None:
            lines.append(f"Not applicable: {question.not_applicable}")
        for example in question.examples:
            lines.append(
                f"Example: {example['reply']} Answer: {example['answer']}. {example['because']}"
            )
    for line in lines:
        sheet.append([line.strip()])
        cell = sheet.cell(row=sheet.max_row, column=1)
        cell.data_type = "s"  # whatever it begins with, it is no formula
        cell.alignment = styles.Alignment(wrap_text=True, vertical="top")


def _shape(sheet: Any, table: list[list[str]], form: LabelForm) -> None:
    styles = import_module("openpyxl.styles")
    letter = import_module("openpyxl.utils").get_column_letter
    validation = import_module("openpyxl.worksheet.datavalidation").DataValidation
    headers, n_rows = table[0], len(table)
    for number, name in enumerate(headers, 1):
        kind = CONVERSATION if name.startswith(CONVERSATION) else name
        sheet.column_dimensions[letter(number)].width = _WIDTHS.get(kind, _WIDTH)
        sheet.cell(row=1, column=number).font = styles.Font(bold=True)
        for row in range(2, n_rows + 1):
            cell = sheet.cell(row=row, column=number)
            cell.alignment = styles.Alignment(wrap_text=True, vertical="top")
            cell.protection = styles.Protection(locked=name not in FILLED_IN)
            if cell.value:
                cell.data_type = "s"
        for choices, first, last in _chosen(name, form) if n_rows > 1 else ():
            rule = validation(type="list", formula1=f'"{choices}"', allow_blank=True)
            sheet.add_data_validation(rule)
            rule.add(f"{letter(number)}{first}:{letter(number)}{last}")
    sheet.freeze_panes = "B2"
    sheet.protection.sheet = True  # without a password: against a slip, not against a will
    sheet.protection.formatColumns = sheet.protection.formatRows = False


def _chosen(name: str, form: LabelForm) -> Iterator[tuple[str, int, int]]:
    """Yield what may be chosen in a column, with the first and the last row of the sheet."""
    if name == ROLE:
        yield _ROLES, 2, len(form.rows) + 1
    if name != ANSWER:
        return
    first = 2  # below the headers
    for number, rows in groupby(form.rows, key=lambda row: row.question):
        last = first + len(list(rows)) - 1
        yield _answers(form.questions[number]), first, last
        first = last + 1


def _answers(question: FormQuestion) -> str:
    answers = ["yes", "no"] if question.grades is None else [str(each) for each in question.grades]
    third = [] if question.not_applicable is None else ["not applicable"]
    return ",".join([*answers, "not sure", *third, "leave out"])
