"""Blind labelling: transcripts -> forms for readers, and what they hand in -> gold.

=====================  ============================================================
``draw``               conversations, spread over families and strata
``make_form``          what one reader gets, in an order of their own
``read_answer_file``   what a reader hands in, as it stands
``check_files``        the same, held against what was asked
``agreement_between``  how far readers agree
``disagreements``      what a third person should read
``gold_rows``          labelled transcripts
=====================  ============================================================

A label is made from a file that names who answered, and from nothing else: no other code of the
project makes one. No judge is asked or heard anywhere here.
"""

from __future__ import annotations

from mhgate.calibration.labelling.agreeing import agreement_between, answers_to, disagreements
from mhgate.calibration.labelling.answer_files import AnswerFile, AnswerRow, read_answer_file
from mhgate.calibration.labelling.checking import check_files
from mhgate.calibration.labelling.drawing import Conversation, draw
from mhgate.calibration.labelling.forms import (
    ADJUDICATOR,
    copy_names,
    form_id,
    make_form,
    sampled_item,
)
from mhgate.calibration.labelling.gold_rows import gold_rows

__all__ = [
    "ADJUDICATOR",
    "AnswerFile",
    "AnswerRow",
    "Conversation",
    "agreement_between",
    "answers_to",
    "check_files",
    "copy_names",
    "disagreements",
    "draw",
    "form_id",
    "gold_rows",
    "make_form",
    "read_answer_file",
    "sampled_item",
]
