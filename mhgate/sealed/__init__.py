"""Protected items: packs that nobody reads without a key, and what can be proved of them.

================  ===================================================================
``age``           encryption to several recipients, and back, in memory
``commitments``   rows -> salts, leaves, opaque names, and the root that binds them all
``packing``       rows -> a pack and its seal
``opening``       a pack, its seal and a key -> its rows, in memory
``proving``       one row -> what proves that it was in a pack, checked without a key
``journal_lines``  what happened to a sealed trial -> a line that only a key holder reads
================  ===================================================================

See docs/reference/sealed_items.md for what this protects against, and what not.
"""

from __future__ import annotations
