"""The append-only record of what happened, one JSON object a line, flushed as it happens.

A run that was killed is resumed from its journal: what the target has already answered is not
asked again. A torn last line, the mark of a killed writer, is cut off and said; any other line that
cannot be read is an error, and so is one that does not fit the chain of hashes
(:mod:`mhgate.journal.chain`). The journal holds transcripts, so that it stays on this machine.
Of a run in shards it also holds what each trial came to, from which the shards are merged: outcomes
and a hash, and no word of what was said.

Of a protected item it holds nothing in clear: wiring hands in what seals a line, and what opens it.
"""

from __future__ import annotations

from mhgate.journal.chain import Chain, chained, check_chain, links
from mhgate.journal.copies import with_words_changed, without_words
from mhgate.journal.entries import Booked, Kept
from mhgate.journal.reading import parse_journal, read_journal
from mhgate.journal.writing import JOURNAL_VERSION, Journal

__all__ = [
    "JOURNAL_VERSION",
    "Booked",
    "Chain",
    "Journal",
    "Kept",
    "chained",
    "check_chain",
    "links",
    "parse_journal",
    "read_journal",
    "with_words_changed",
    "without_words",
]
