"""Suites: folders of probes, items and questions, read, checked, and indexed.

==============  =============================================================
``declaring``   the ``@probe`` decorator
``probe_files`` a module of a suite -> its probes, every mistake named
``item_files``  JSONL -> an index by offset; items are read when needed
``questions``   questions.toml -> questions with digests
``loading``     built-in pillars and a team's own folders -> suites
==============  =============================================================
"""

from __future__ import annotations

from mhgate.suites.declaring import probe
from mhgate.suites.item_files import read_item
from mhgate.suites.loading import Suite, builtin_pillars, load_suites

__all__ = ["Suite", "builtin_pillars", "load_suites", "probe", "read_item"]
