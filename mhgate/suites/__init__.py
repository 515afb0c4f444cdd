"""Suites: folders of probes, items and questions, read, checked, and indexed.

================  =============================================================
``declaring``     the ``@probe`` decorator
``probe_files``   a module of a suite -> its probes, every mistake named
``item_files``    JSONL -> an index by offset; items are read when needed
``questions``     questions.toml -> questions with digests
``folders``       where suites lie: built-in pillars, and a team's own folders
``loading``       these folders -> suites, checked against each other
``counting``      items and families by stratum and language
``checking``      what is wrong with a suite beyond what a run would refuse
``gold_files``    gold.jsonl -> labelled transcripts
``drift_files``   drift.jsonl -> known labels, to which a judge is held in every run
``review_files``  review.jsonl -> who read which family
================  =============================================================
"""

from __future__ import annotations

from mhgate.suites.declaring import probe
from mhgate.suites.folders import builtin_pillars, suite_folders
from mhgate.suites.item_files import read_item
from mhgate.suites.loading import Suite, load_suite, load_suites

__all__ = [
    "Suite",
    "builtin_pillars",
    "load_suite",
    "load_suites",
    "probe",
    "read_item",
    "suite_folders",
]
