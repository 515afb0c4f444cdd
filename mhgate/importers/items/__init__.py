"""Published sets and tables of one's own -> items of a suite, each row accounted for.

======================  ===========================================================
``reading``             a file and the word for its format -> items, accounts
``tables``              CSV, TSV, JSON Lines, XLSX, row by row
``encodings``           what text a file is; nothing is guessed silently
``cells``, ``choices``  cells -> texts, turns, values, options
``names``               ids that a suite takes
``gathering``           items and replies: named, counted, each once
``drafts``              what a suite is made of besides its items
``origins``             where the known sets come from, under which licence
``mentalbench`` ...     a module a format
``suite_mapping``       the TOML that says what a table's columns mean
======================  ===========================================================
"""

from __future__ import annotations

from mhgate.importers.items.drafts import Origin, ProbeDraft, SuiteDraft
from mhgate.importers.items.gathering import REPLIES
from mhgate.importers.items.reading import FORMATS, ItemsRead, read_items

__all__ = [
    "FORMATS",
    "REPLIES",
    "ItemsRead",
    "Origin",
    "ProbeDraft",
    "SuiteDraft",
    "read_items",
]
