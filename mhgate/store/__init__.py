"""The register of runs: one SQLite file that keeps every start, abort and finish, chained.

==============  ==================================================================
``chain``       what binds an entry to those before it; an export, and what is wrong with it
``tables``      the tables, and the migrations that make them
``connection``  one opened file: locks, write-ahead log, and what can go wrong in words
``rows``        entries and figures as rows; one is appended, attempts are counted
``database``    ``Store``: entries are appended, attempts counted, trends and holds read
``inspection``  a store held to itself: changed and removed rows by their numbers
``answers``     another file: answers that judges gave, kept by what they were asked
==============  ==================================================================

``chain`` needs no database, so that whoever checks an export loads none.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from mhgate.store.chain import (
    absent_register,
    check_register,
    continues,
    registered_runs,
    says_of_report,
)

if TYPE_CHECKING:
    from mhgate.store.answers import AnswerStore
    from mhgate.store.database import Store
    from mhgate.store.inspection import problems_of

__all__ = [
    "AnswerStore",
    "Store",
    "absent_register",
    "check_register",
    "continues",
    "problems_of",
    "registered_runs",
    "says_of_report",
]

_HOMES = {
    "AnswerStore": "mhgate.store.answers",
    "Store": "mhgate.store.database",
    "problems_of": "mhgate.store.inspection",
}


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'mhgate.store' has no attribute {name!r}")
