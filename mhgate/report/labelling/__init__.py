"""What a reader gets: one page that works offline, or a spreadsheet; the same words in both.

=======================  ===========================================================
``render_label_page``    a form as one self-contained HTML page
``render_label_csv``     the same as CSV
``label_workbook``       the same as a workbook, where openpyxl is installed
``read_first``           what everybody should read before the first conversation
=======================  ===========================================================
"""

from __future__ import annotations

from mhgate.report.labelling.page import render_label_page
from mhgate.report.labelling.spreadsheet import render_label_csv
from mhgate.report.labelling.summary import (
    agreement_lines,
    disagreement_lines,
    reader_lines,
)
from mhgate.report.labelling.words import read_first
from mhgate.report.labelling.workbook import label_workbook

__all__ = [
    "agreement_lines",
    "disagreement_lines",
    "label_workbook",
    "read_first",
    "reader_lines",
    "render_label_csv",
    "render_label_page",
]
