"""Data of others -> ratings and gold labels: nothing dropped silently, every account adds up.

=====================  ==============================================================
``read_ratings``       a file or folder of ratings, and its mapping -> ``RatingSet``
``load_mapping``       the TOML that says what the columns mean
``find_mapping``       the one that lies beside a file of ratings
``RatingsMapping``     what it says
=====================  ==============================================================

CSV, TSV, JSON Lines and XLSX; long, wide, or one JSON object a cell (MentalAlign). A workbook takes
openpyxl, the extra ``xlsx``, which is imported when one is read.
"""

from __future__ import annotations

from mhgate.importers.mapping import RatingsMapping, load_mapping
from mhgate.importers.reading import find_mapping, read_ratings

__all__ = ["RatingsMapping", "find_mapping", "load_mapping", "read_ratings"]
