"""A form as CSV, which every spreadsheet opens."""

from __future__ import annotations

import csv
import io

from mhgate.records.labelling import LabelForm
from mhgate.report.labelling.columns import table_of

__all__ = ["render_label_csv"]

_BYTE_ORDER_MARK = "\ufeff"  # without it some spreadsheets take UTF-8 for something else


def render_label_csv(form: LabelForm) -> str:
    """Return a form as CSV.

    No cell begins with what a spreadsheet takes for a formula: a conversation begins with who
    spoke, ids with a letter.

    Args:
        form: what one reader gets.

    Returns:
        The text, with a byte order mark in front.
    """
    page = io.StringIO()
    csv.writer(page, lineterminator="\r\n").writerows(table_of(form))
    return _BYTE_ORDER_MARK + page.getvalue()
