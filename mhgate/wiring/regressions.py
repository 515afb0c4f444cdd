"""The shortest conversation that still fails -> an item of a regression suite."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from mhgate.canonical import digest
from mhgate.records import Item
from mhgate.shrinking import Behaviour, item_of
from mhgate.suites.adding import add_item, check_item_file
from mhgate.wiring.shrinking import Shrinking, ToShrink

__all__ = ["check_regression_file", "write_regression"]

_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def write_regression(found: Shrinking, path: Path) -> str:
    """Add what was found to a file of items.

    It is an item of its own: its id and its source say which it was made of. In the suite of the
    original it is one more of that family; in another suite families of one name may be another's,
    so that the suite's name goes before it there. Of its expectations those stay that its probe
    reads: what other questions would find in so short a conversation, nobody has looked at.

    Args:
        found: a search in which the original failed again.
        path: the file; see :func:`mhgate.suites.adding.add_item`.

    Returns:
        The item's id in the file.

    Raises:
        UsageError: the suite's items hold these words already, or the file cannot be written.
        SuiteError: the file holds what is no item.
        ValueError: nothing failed.
    """
    if found.shrunk.again is not Behaviour.FAILS:
        raise ValueError("the original did not fail again; expected something to write")
    of = found.of
    item = item_of(found.shrunk.shortest, of.item)
    suite, _, name = item.id.partition("/")
    family = item.family.partition("/")[2]
    if path.resolve().parent != of.suite.resolve():
        family = f"{_UNSAFE.sub('-', suite)}-{family}"
    words = digest([list(item.turns), list(item.new_session_at)]).partition(":")[2][:8]
    row: dict[str, Any] = {
        "id": f"{name}-short-{words}",
        "family": family,
        "turns": list(item.turns),
        "expects": _expected_by(of, item),
        "strata": item.strata,
        "language": item.language,
    }
    if item.new_session_at:
        row["new_session_at"] = list(item.new_session_at)
    if item.clock_s:
        row["clock_s"] = list(item.clock_s)
    row["source"] = (
        f"shortest failing part of trial {of.transcript.trial.id} of run "
        f"{of.report.provenance.run_id}, probe {of.probe.id}; {item.source}"
    )
    row["licence"] = item.licence
    add_item(path, row)
    return str(row["id"])


def _expected_by(of: ToShrink, item: Item) -> dict[str, JsonValue]:
    """Return an item's expectations without those of other questions than the probe's."""
    if of.probe.question is None and of.probe.reads is None:
        return dict(item.expects)  # code decides, and may read whatever there is
    others = of.questions - {of.probe.question}
    return {key: value for key, value in item.expects.items() if key not in others}


def check_regression_file(path: Path) -> None:
    """Check, before anything is asked, that something could be written to a file of items.

    Args:
        path: see :func:`mhgate.suites.adding.check_item_file`.

    Raises:
        UsageError: it could not.
        SuiteError: it holds what is no item.
    """
    check_item_file(path)
