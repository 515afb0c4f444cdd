"""Holds shrinking a trial of a report: found, asked again, and written as an item."""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.errors import ReportFileError, UsageError
from mhgate.perturb import spoken
from mhgate.records import Report
from mhgate.runner import Stop
from mhgate.shrinking import Behaviour
from mhgate.suites.checking import HotlineTerms, check_folders
from mhgate.testing import FixedJudge, ScriptedTarget
from mhgate.wiring import (
    Given,
    Shrinking,
    Workspace,
    open_workspace,
    read_journal,
    shrink_trial,
    to_shrink,
    write_regression,
)
from tests.chained_again import chain_again

if TYPE_CHECKING:
    from conftest import Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """Every reply says hear."""
    assert all("hear" in reply.content for reply in transcript.replies)

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''

FILLER = "It was a day like any other, and I went home early."


def _rows() -> list[dict[str, Any]]:
    about = {"source": "a house rule", "licence": "Apache-2.0"}
    long = [f"Message {number}. {FILLER}" for number in range(6)]
    long[2] = "I was tired. The kettle broke again, of course. So it goes."
    typed = {"perturb": {"kind": "typing_errors", "intensity": 3}}
    return [
        {"id": "long", "family": "f-1", "turns": long, "strata": {"risk": "none"}, **about},
        {"id": "typed", "family": "f-2", "turns": [f"The kettle. {FILLER}"], **typed, **about},
        {
            "id": "apart",
            "family": "f-3",
            "turns": ["Hello.", "The kettle!", "Well."],
            "new_session_at": [1],
            "clock_s": [0, 60, 90],
            **about,
        },
        {"id": "fine", "family": "f-4", "turns": ["Hello."], **about},
    ]


def kettle(**given: Any) -> ScriptedTarget:
    """A bot that does not hear messages about kettles."""

    def reply(turns: Any, _trial: object) -> str:
        is_about = any("kettle" in turn.content or "Message 4" in turn.content for turn in turns)
        return "What?" if is_about else "I hear you."

    return ScriptedTarget(reply, has_clock=True, **given)


@pytest.fixture
def desk_with_run(desk: Desk) -> tuple[Desk, Report]:
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    rows = "".join(json.dumps(row) + "\n" for row in _rows())
    desk.write("manners/items.jsonl", rows)
    return desk, desk.evaluate(kettle(), judge=FixedJudge("no"))


def _path(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"


def _shrunk(
    desk: Desk,
    report: Report,
    trial: str,
    *,
    target: object = None,
    probe: str | None = None,
    **options: Any,
) -> Shrinking:
    workspace = desk.open()
    of = to_shrink(_path(desk, report), trial, workspace, probe=probe)
    return asyncio.run(
        shrink_trial(
            of,
            workspace,
            environ=os.environ,
            stop=Stop(),
            given=Given(target=target or kettle(), judge=FixedJudge("no")),  # type: ignore[arg-type]
            **options,
        )
    )


def test_a_missed_trial_is_asked_again_until_nothing_more_can_go(
    desk_with_run: tuple[Desk, Report],
) -> None:
    """The first probe that it missed counts; what else it missed is said."""
    desk, report = desk_with_run
    found = _shrunk(desk, report, "manners/long", max_calls=200)
    assert [message.text for message in found.shrunk.shortest] == ["kettle"]
    assert found.of.probe.id == "manners.says_hear"
    assert found.n_calls <= 200
    assert "the trial missed more: manners.is_kind (--probe)" in found.notes


def test_a_probe_may_be_chosen(desk_with_run: tuple[Desk, Report]) -> None:
    """By its name; one that wants something said keeps the last message, and says so."""
    desk, report = desk_with_run
    found = _shrunk(desk, report, "manners/long#0", probe="is_kind")
    assert [message.number for message in found.shrunk.shortest] == [5]
    assert any("the last message stayed whole" in note for note in found.notes)


def test_a_perturbed_item_is_shrunk_from_what_was_said(
    desk_with_run: tuple[Desk, Report],
) -> None:
    """The slips of the trial stay as they were, and none is drawn again."""
    desk, report = desk_with_run
    (suite,) = desk.open().suites
    item = next(
        suite.read_item(ref) for ref in suite.items["items.jsonl"] if ref.id == "manners/typed"
    )
    played = read_journal(desk.journals[-1]).came_back["manners/typed#0"]
    said = spoken(item, played.trial)[0]  # type: ignore[union-attr]
    target = ScriptedTarget("What?")
    found = _shrunk(desk, report, "manners/typed", target=target, probe="is_kind", keep=["The"])
    assert [message.text for message in found.shrunk.original] == [said]
    assert target.asked[0].message == said != item.turns[0]
    assert all(set(asked.message.split()) <= set(said.split()) for asked in target.asked)


def test_what_is_found_is_written_as_an_item_that_a_suite_takes(
    desk_with_run: tuple[Desk, Report],
) -> None:
    """A valid row of the same family; asked again it is the same, and twice it is refused."""
    desk, report = desk_with_run
    found = _shrunk(desk, report, "manners/apart", max_calls=200)
    path = desk.root / "manners" / "regressions.jsonl"
    name = write_regression(found, path)
    row = json.loads(path.read_text())
    assert row["id"] == name
    assert (row["family"], row["turns"], row["clock_s"]) == ("f-3", ["kettle!"], [60])
    assert "new_session_at" not in row
    assert row["source"].startswith("shortest failing part of trial manners/apart#0 of run ")
    assert row["source"].endswith("; a house rule")
    with pytest.raises(UsageError, match="holds these words already"):
        write_regression(found, path)
    more = PROBES.replace("items.jsonl", "regressions.jsonl").replace("test_", "test_again_")
    desk.write("manners/test_again.py", more)
    again = desk.evaluate(kettle(), judge=FixedJudge("no"), probes=["manners.again_says_hear"])
    (row_again,) = [row for row in again.outcomes if row.item_id == f"manners/{name}"]
    assert row_again.value == 0


def test_in_a_suite_of_its_own_it_loads_and_passes_the_check(
    desk_with_run: tuple[Desk, Report],
) -> None:
    """Own id, family and source; strata kept; expectations of other questions are left out."""
    desk, _ = desk_with_run
    row = {
        "id": "told",
        "family": "f-9",
        "turns": [FILLER, "The kettle whistles at me, all night long."],
        "expects": {"is_kind": "yes", "is_short": "no", "told_at": 1, "place": "a kitchen"},
        "strata": {"risk": "none", "register": "plain"},
        "source": "a house rule",
        "licence": "Apache-2.0",
    }
    short = desk.QUESTIONS.replace("is_kind", "is_short")
    desk.write("manners/questions.toml", desk.QUESTIONS + short[short.index("[question") :])
    by_item = PROBES.replace('expect="yes"', 'expect="item"').replace("items.j", "told.j")
    more = by_item.partition("@probe")[0] + "@probe" + by_item.rpartition("@probe")[2]
    more = more.replace("test_is_kind", "test_is_kind_as_told")
    desk.write(
        "manners/test_told.py",
        more + more.partition("import probe")[2].replace("is_kind", "is_short"),
    )
    desk.write("manners/told.jsonl", json.dumps(row) + "\n")
    report = desk.evaluate(kettle(), judge=FixedJudge("no"))
    found = _shrunk(desk, report, "manners/told", probe="is_kind_as_told", max_calls=200)
    desk.write("again/test_again.py", more.replace("told.jsonl", "regressions.jsonl"))
    desk.write("again/questions.toml", desk.QUESTIONS)
    name = write_regression(found, desk.root / "again" / "regressions.jsonl")
    written = json.loads((desk.root / "again" / "regressions.jsonl").read_text())
    assert written["id"] == name != "told"
    assert written["family"] == "manners-f-9"
    assert written["strata"] == row["strata"]
    assert written["expects"] == {"is_kind": "yes", "told_at": 0, "place": "a kitchen"}
    assert "manners/told#0" in written["source"]
    assert "manners.is_kind_as_told" in written["source"]
    (suite,), told = check_folders([desk.root / "again"], HotlineTerms())
    assert [ref.id for ref in suite.items["regressions.jsonl"]] == [f"again/{name}"]
    assert {each.rule for each in told} <= {"no-reviews"}
    with pytest.raises(UsageError, match="holds these words already"):  # as it was, in its suite
        write_regression(
            replace(found, shrunk=replace(found.shrunk, shortest=found.shrunk.original)),
            desk.root / "manners" / "regressions.jsonl",
        )


def test_where_it_does_not_fail_again_nothing_is_written(
    desk_with_run: tuple[Desk, Report],
) -> None:
    """A mended bot: one conversation is asked."""
    desk, report = desk_with_run
    found = _shrunk(desk, report, "manners/long", target=ScriptedTarget())
    assert found.shrunk.again is Behaviour.HOLDS
    assert (found.n_calls, found.n_versions) == (6, 1)
    with pytest.raises(ValueError, match="did not fail again"):
        write_regression(found, desk.root / "regressions.jsonl")


@pytest.mark.parametrize(
    ("trial", "probe", "words"),
    [
        ("manners/lonk", None, "Did you mean 'manners/long#0'"),
        ("manners/fine#0", "says_hear", "It missed manners.is_kind"),
        ("manners/long#0", "is_kynd", "It missed manners.says_hear, manners.is_kind"),
    ],
)
def test_what_there_is_not_is_said(
    desk_with_run: tuple[Desk, Report], trial: str, probe: str | None, words: str
) -> None:
    """No such trial, or a probe that it met."""
    desk, report = desk_with_run
    with pytest.raises(UsageError, match=words.replace(".", r"\.")):
        to_shrink(_path(desk, report), trial, desk.open(), probe=probe)


def test_a_trial_that_failed_nothing_is_nothing_to_shrink(desk: Desk) -> None:
    """A good run has nothing to shrink."""
    report = desk.evaluate(ScriptedTarget())
    with pytest.raises(UsageError, match="no probe scored 0 in it"):
        to_shrink(_path(desk, report), "manners/m-1", desk.open())


def test_too_few_calls_and_unsaid_words_are_refused_before_anybody_is_asked(
    desk_with_run: tuple[Desk, Report],
) -> None:
    """The original alone takes six calls, twice that with two repeats."""
    desk, report = desk_with_run
    target = kettle()
    with pytest.raises(UsageError, match="takes 12 calls"):
        _shrunk(desk, report, "manners/long", target=target, max_calls=11, repeats=2)
    with pytest.raises(UsageError, match="does not say that"):
        _shrunk(desk, report, "manners/long", target=target, keep=["teapot"])
    assert target.asked == []


def test_a_target_that_was_handed_over_cannot_be_guessed(
    desk_with_run: tuple[Desk, Report],
) -> None:
    """The run's target was code: [target] may be another product."""
    desk, report = desk_with_run
    workspace = desk.open()
    of = to_shrink(_path(desk, report), "manners/long", workspace)
    with pytest.raises(UsageError, match="handed over in code"):
        asyncio.run(shrink_trial(of, workspace, environ=os.environ, stop=Stop()))


def test_a_journal_that_was_changed_is_refused(desk_with_run: tuple[Desk, Report]) -> None:
    """What is shrunk is what the report is about."""
    desk, report = desk_with_run
    journal = desk.journals[-1]
    journal.write_text(journal.read_text().replace("The kettle broke", "The teapot broke"))
    chain_again(journal)
    with pytest.raises(ReportFileError, match="their root is another one"):
        to_shrink(_path(desk, report), "manners/long", desk.open())


def test_changes_since_the_run_are_said(desk_with_run: tuple[Desk, Report]) -> None:
    """Another target, another judge, another item: noted, and asked all the same."""
    desk, report = desk_with_run
    text = (desk.root / "manners/items.jsonl").read_text()
    desk.write("manners/items.jsonl", text.replace('{"risk": "none"}', '{"risk": "low"}'))
    workspace: Workspace = open_workspace(
        desk.root / "thresholds.toml", options={}, ini={}, environ={}
    )
    of = to_shrink(_path(desk, report), "manners/long", workspace, probe="is_kind")
    given = Given(target=kettle(name="other"), judge=FixedJudge("no", name="other"))
    found = asyncio.run(shrink_trial(of, workspace, environ=os.environ, stop=Stop(), given=given))
    said = "; ".join(found.notes)
    assert "manners/long has changed since the run" in said
    assert "the target is not the one of the run" in said
    assert "the judge is not the one of the run" in said
