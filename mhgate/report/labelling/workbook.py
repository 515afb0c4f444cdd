"""A form as a workbook: what is not to be filled in is locked, answers are chosen from a list."""

from __future__ import annotations

import io
from importlib import import_module
from typing import Any

from mhgate.records.labelling import LabelForm
from mhgate.report.labelling.columns import (
    ANSWER,
    CONVERSATION,
    FILLED_IN,
    NO,
    QUESTION,
    ROLE,
    SHEET,
    YES,
    table_of,
)
from mhgate.report.labelling.words import read_first

__all__ = ["label_workbook"]

_WIDTHS = {QUESTION: 38, YES: 38, NO: 38, CONVERSATION: 80}
_WIDTH = 14
_CHOICES = {
    ANSWER: "yes,no,not sure,leave out",
    ROLE: "clinician,author,crowd",
}
_WITH_THIRD = "yes,no,not sure,not applicable,leave out"


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
    lines = read_first(form.support, break_every=form.break_every).split("\n\n")
    for question in form.questions:
        lines += ["", question.text, f"Yes: {question.yes}", f"No: {question.no}"]
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
    has_third = any(question.not_applicable is not None for question in form.questions)
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
        if name in _CHOICES and n_rows > 1:
            choices = _WITH_THIRD if name == ANSWER and has_third else _CHOICES[name]
            rule = validation(type="list", formula1=f'"{choices}"', allow_blank=True)
            sheet.add_data_validation(rule)
            rule.add(f"{letter(number)}2:{letter(number)}{n_rows}")
    sheet.freeze_panes = "B2"
    sheet.protection.sheet = True  # without a password: against a slip, not against a will
    sheet.protection.formatColumns = sheet.protection.formatRows = False
