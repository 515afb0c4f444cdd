"""Data of others -> ratings, labels, transcripts: nothing dropped silently, accounts add up.

=====================  ==============================================================
``read_ratings``       a file or folder of ratings, and its mapping -> ``RatingSet``
``load_mapping``       the TOML that says what the columns mean
``find_mapping``       the one that lies beside a file of ratings
``RatingsMapping``     what it says
``read_transcripts``   a file of conversations that are to be judged -> ``TranscriptSet``
``load_columns``       the TOML that says what the columns of a table of replies mean
``TranscriptColumns``  what it says
=====================  ==============================================================

Published sets and tables of items are read by the room's folder ``items``.

CSV, TSV, JSON Lines and XLSX; long, wide, or one JSON object a cell (MentalAlign). A workbook takes
openpyxl, the extra ``xlsx``, which is imported when one is read.
"""

from __future__ import annotations

from mhgate.importers.mapping import RatingsMapping, load_mapping
from mhgate.importers.reading import find_mapping, read_ratings
from mhgate.importers.transcript_columns import TranscriptColumns, load_columns
from mhgate.importers.transcripts import read_transcripts

__all__ = [
    "RatingsMapping",
    "TranscriptColumns",
    "find_mapping",
    "load_columns",
    "load_mapping",
    "read_ratings",
    "read_transcripts",
]
