"""The shortest conversation that still fails: delta debugging over turns, sentences, words.

==============  ==========================================================================
``versions``    a conversation's messages, and what is left when parts of them are dropped
``reducing``    ever smaller chunks are left out while what is left still fails
``attempts``    a version is asked and judged, within so many calls
``searching``   the search: turns first, then sentences, then words
==============  ==========================================================================
"""

from __future__ import annotations

from mhgate.shrinking.attempts import Attempts, Behaviour
from mhgate.shrinking.searching import Shrunk, shrink, wants_something
from mhgate.shrinking.versions import Message, Version, item_of, version_of

__all__ = [
    "Attempts",
    "Behaviour",
    "Message",
    "Shrunk",
    "Version",
    "item_of",
    "shrink",
    "version_of",
    "wants_something",
]
