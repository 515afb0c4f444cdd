"""Holds an exported register to showing every entry of its commit, and every change."""

from __future__ import annotations

import copy
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.canonical import canonical_json, digest
from mhgate.records.registered import Registered
from mhgate.store import (
    absent_register,
    check_register,
    continues,
    registered_runs,
    says_of_report,
)
from mhgate.store.chain import GENESIS, content_of, link_digest

AT = datetime(2026, 11, 30, 12, tzinfo=UTC)
OURS, THEIRS = "a" * 40, "b" * 40
REPORT = digest(b"report")


def _said(event: str, run_id: str, commit: str | None = OURS, **more: Any) -> Registered:
    return Registered.model_validate(
        {"event": event, "kind": "run", "run_id": run_id, "commit": commit, "at": AT, **more}
    )


STORY = (
    _said("start", "r1", attempt=1),
    _said("start", "r2", attempt=2),
    _said("finish", "r1", of=1, outcome="fail", exit_code=1, report_digest=digest(b"red")),
    _said("start", "other", THEIRS),
    _said("start", "r3", attempt=3),
    _said("finish", "r3", of=5, outcome="pass", exit_code=0, report_digest=REPORT),
    _said("finish", "other", THEIRS, of=4, outcome="pass", exit_code=0),
)


def _exported(*story: Registered, commit: str | None = OURS) -> dict[str, Any]:
    head, links = GENESIS, []
    for number, said in enumerate(story, start=1):
        content = digest(content_of(said))
        head = link_digest(number, head, said.commit, content)
        links.append({"commit": said.commit, "content": content})
    entries = [
        {"number": number, "content": content_of(said)}
        for number, said in enumerate(story, start=1)
        if said.commit == commit
    ]
    found = {
        "version": "1",
        "commit": commit,
        "count": len(links),
        "head": head,
        "links": links,
        "entries": entries,
    }
    return json.loads(canonical_json(found))


def test_a_true_export_holds_and_tells_of_every_beginning() -> None:
    """A red run, one that was killed, and a green one: all three are told, in their order."""
    found = _exported(*STORY)
    assert check_register(found) == ()
    told = [(run.run_id, run.state, run.outcome) for run in registered_runs(found)]
    assert told == [
        ("r1", "finished", "fail"),
        ("r2", "never finished", None),
        ("r3", "finished", "pass"),
    ]


def test_a_commit_without_entries_is_no_mistake() -> None:
    """The chain is checked, and there is nothing to tell."""
    found = _exported(*STORY, commit="c" * 40)
    assert (check_register(found), registered_runs(found)) == ((), ())


def test_runs_of_an_unknown_commit_are_a_register_of_their_own() -> None:
    """No commit is a commit, too."""
    found = _exported(*STORY, _said("start", "loose", None), commit=None)
    assert check_register(found) == ()
    assert [run.run_id for run in registered_runs(found)] == ["loose"]


@pytest.mark.parametrize("number", [1, 2, 3, 5, 6])
def test_an_entry_that_is_left_out_is_missed(number: int) -> None:
    """The links say that the commit has it: a discarded run cannot be kept from who verifies."""
    found = _exported(*STORY)
    found["entries"] = [each for each in found["entries"] if each["number"] != number]
    assert f"entry {number} of this commit is left out of the register" in check_register(found)


@pytest.mark.parametrize("number", range(1, 8))
def test_a_link_that_is_taken_out_breaks_the_chain(number: int) -> None:
    """Whichever, with its entry or without, and with the count mended."""
    found = _exported(*STORY)
    del found["links"][number - 1]
    found["count"] -= 1
    found["entries"] = [
        {**each, "number": each["number"] - (each["number"] > number)}
        for each in found["entries"]
        if each["number"] != number
    ]
    assert any("do not lead to its head" in each for each in check_register(found))


def test_an_entry_that_is_changed_is_named() -> None:
    """A fail that becomes a pass is said with its number and its run."""
    found = _exported(*STORY)
    found["entries"][2]["content"]["outcome"] = "pass"
    (problem,) = check_register(found)
    assert problem == "entry 3 of the register (r1) was changed after it was written"


def test_an_entry_that_is_given_to_another_commit_breaks_the_chain() -> None:
    """The link binds whose it is."""
    found = _exported(*STORY)
    found["links"][2]["commit"] = THEIRS
    del found["entries"][2]
    assert any("do not lead to its head" in each for each in check_register(found))


def test_an_end_belongs_to_one_beginning() -> None:
    """Ends without their start, of another run, or twice are said."""
    start, end = _said("start", "r1"), _said("finish", "r1", of=1)
    assert "ends a run (r1) that never began" in check_register(_exported(end))[0]
    assert "end the same beginning" in check_register(_exported(start, end, end))[0]
    foreign = _said("finish", "r2", of=1)
    assert "never began" in check_register(_exported(start, foreign))[0]


def test_an_absent_register_is_a_problem_with_its_reason() -> None:
    """Nobody mistakes it for an empty one."""
    found = absent_register(OURS, "the folder cannot be written")
    assert check_register(found) == ("the register is absent: the folder cannot be written",)
    assert registered_runs(found) == ()


def test_a_report_is_held_to_the_register() -> None:
    """Known as ended, unknown, another one than was registered, or of a run that never ended."""
    found = _exported(*STORY)

    def says(run_id: str, report: str) -> str | None:
        return says_of_report(found, run_id=run_id, report_digest=report)

    assert says("r3", REPORT) is None
    assert says("r9", REPORT) == "the register knows no run r9"
    assert "another report of run r1" in str(says("r1", REPORT))
    assert "never finished" in str(says("r2", REPORT))


def test_a_run_that_was_purged_or_adopted_says_so() -> None:
    """What was deleted stays told; what was found afterwards claims nothing of what is gone."""
    adopted = _said("adopt", "r0", outcome="pass", exit_code=0, report_digest=REPORT)
    found = _exported(adopted, *STORY[1:2], _said("purge", "r0", by="A", reason="kept 200 days"))
    assert check_register(found) == ()
    first, second = registered_runs(found)
    assert (first.state, first.purged, second.purged) == ("adopted", True, False)


def test_a_later_export_goes_on_with_an_earlier_one() -> None:
    """A chain that was written anew, or cut, is told from one that grew."""
    earlier, later = _exported(*STORY[:4]), _exported(*STORY, commit=THEIRS)
    assert continues(earlier, later) is None
    assert "are gone" in str(continues(later, earlier))
    anew = _exported(STORY[0], *STORY[2:])
    assert check_register(_exported(STORY[1], *STORY[:1])) == ()  # each for itself holds
    assert "written anew" in str(continues(earlier, anew))


@given(st.data())
def test_any_change_of_an_export_is_noticed(data: st.DataObject) -> None:
    """Any value anywhere in it, replaced by any other: there is a problem, and never a crash."""
    found = _exported(*STORY)
    changed = copy.deepcopy(found)
    at: Any = changed
    while True:
        key = data.draw(st.sampled_from(sorted(at) if isinstance(at, dict) else range(len(at))))
        inner = at[key]
        if not isinstance(inner, dict | list) or not inner or data.draw(st.booleans()):
            break
        at = inner
    numbers = st.integers(-5, 9)
    values = st.none() | st.booleans() | numbers | st.floats(-1, 1) | st.text(max_size=5)
    values |= st.just(2**70) | st.lists(numbers, max_size=2) | st.just({"x": None})
    at[key] = data.draw(values)
    if changed != found or repr(changed) != repr(found):
        assert check_register(changed)
