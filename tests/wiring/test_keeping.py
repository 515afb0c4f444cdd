"""Holds purging to what is old, never held, and never unsaid; and adopting to what is there."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import StoreError, UsageError
from mhgate.journal import Journal
from mhgate.store import Store, problems_of
from mhgate.wiring.adopting import adopt, check_store
from mhgate.wiring.history import Reports, open_reports, read_history, registered_here
from mhgate.wiring.keeping import hold, holds, plan_purge, purge, release
from mhgate.wiring.register import STORE_FILE

if TYPE_CHECKING:
    from conftest import Bot, Desk

COMMIT = "c" * 40
LATER = datetime.now(UTC) + timedelta(days=100)


@pytest.fixture
def reports(desk: Desk, bot: type[Bot]) -> Reports:
    """Two runs of a commit, registered."""
    for _ in range(2):
        desk.evaluate(bot(), environ={"GITHUB_SHA": COMMIT})
    return open_reports(desk.root / "thresholds.toml", {})


def _ids(reports: Reports) -> list[str]:
    return sorted(path.name for path in (reports.folder / "runs").iterdir())


def _events(reports: Reports, run_id: str) -> list[str]:
    with Store(reports.store) as store:
        assert problems_of(store) == ()
        return [each.content.event for each in store.of_run(run_id)]


def test_a_plan_deletes_nothing_and_an_age_must_be_named(reports: Reports) -> None:
    """Without [store] keep_days, a date or a number of days nothing is old."""
    with pytest.raises(UsageError, match="how old"):
        plan_purge(reports)
    assert plan_purge(reports, days=1).runs == ()
    planned = plan_purge(reports, days=50, now=LATER)
    assert [run.run_id for run in planned.runs] == _ids(reports)
    assert len(_ids(reports)) == 2


def test_keep_days_says_what_is_old(desk: Desk, reports: Reports) -> None:
    """[store] keep_days is the age where none is given."""
    desk.write("thresholds.toml", (desk.root / "thresholds.toml").read_text() + _KEEP)
    known = open_reports(desk.root / "thresholds.toml", {})
    assert plan_purge(known, now=LATER - timedelta(days=20)).runs == ()
    assert len(plan_purge(known, now=LATER + timedelta(days=1)).runs) == 2
    assert reports.folder == known.folder


_KEEP = "\n[store]\nkeep_days = 100\n"


def test_purged_runs_keep_their_entries_and_get_one_more(reports: Reports) -> None:
    """Who, why, and of which commit; the figures of the trend stay, too."""
    first, second = _ids(reports)
    done = purge(reports, plan_purge(reports, days=50, now=LATER), by="Ann", reason="50 days")
    assert [run.run_id for run in done.runs] == [first, second]
    assert _ids(reports) == []
    assert _events(reports, first) == ["start", "finish", "purge"]
    with Store(reports.store) as store:
        said = store.of_run(second)[-1].content
    assert (said.by, said.reason, said.commit) == ("Ann", "50 days", COMMIT)
    assert [each.run.purged for each in registered_here(reports)] == [True, True]
    assert len(read_history(reports, pillar="manners")) == 2
    assert check_store(reports).notes == ()


def test_reports_may_outlive_transcripts(reports: Reports) -> None:
    """The journal goes, report.json stays, and a second purge finds nothing left to do."""
    planned = plan_purge(reports, days=50, now=LATER, keep_reports=True)
    purge(reports, planned, by="Ann", reason="transcripts")
    for run_id in _ids(reports):
        assert [path.name for path in (reports.folder / "runs" / run_id).iterdir()] == [
            "report.json"
        ]
    assert plan_purge(reports, days=50, now=LATER, keep_reports=True).runs == ()
    assert len(plan_purge(reports, days=50, now=LATER).runs) == 2


def test_a_held_run_stays_until_it_is_released(reports: Reports) -> None:
    """Also where it was held after the plan was made."""
    first, second = _ids(reports)
    planned = plan_purge(reports, days=50, now=LATER)
    hold(reports, first, by="A. Counsel", reason="complaint 7")
    done = purge(reports, planned, by="Ann", reason="50 days")
    assert [run.run_id for run in done.runs] == [second]
    assert [each.why for each in done.spared] == ["held meanwhile"]
    (spared,) = plan_purge(reports, days=50, now=LATER).spared
    assert spared.why == "held by A. Counsel: complaint 7"
    assert set(holds(reports)) == {first}
    release(reports, first, by="A. Counsel", reason="closed")
    assert len(plan_purge(reports, days=50, now=LATER).runs) == 1
    assert _events(reports, first) == ["start", "finish", "hold", "release"]


def test_a_hold_is_of_a_run_that_is_there_and_once(reports: Reports) -> None:
    """A misspelt id gets the nearest; a second hold and an idle release are refused."""
    first, second = _ids(reports)
    with pytest.raises(UsageError, match="found no folder of such a run"):
        hold(reports, first[:-1], by="A", reason="x")
    hold(reports, first, by="A", reason="x")
    with pytest.raises(UsageError, match="held already"):
        hold(reports, first, by="B", reason="y")
    with pytest.raises(UsageError, match="is not held"):
        release(reports, second, by="A", reason="x")


def test_a_run_at_work_a_link_and_the_baseline_stay(desk: Desk, reports: Reports) -> None:
    """Each with its reason."""
    first, second = _ids(reports)
    elsewhere = desk.root / "elsewhere"
    elsewhere.mkdir()
    link = reports.folder / "runs" / "20200101T000000.000000-abcdef"
    link.symlink_to(elsewhere, target_is_directory=True)
    text = (desk.root / "thresholds.toml").read_text()
    base = f'[gate]\nbaseline = ".mhgate/runs/{second}/report.json"\n'
    desk.write("thresholds.toml", base + text)
    known = open_reports(desk.root / "thresholds.toml", {})
    with Journal(reports.folder / "runs" / first / "journal.jsonl"):
        planned = plan_purge(known, days=50, now=LATER)
    assert planned.runs == ()
    assert {each.why for each in planned.spared} == {
        "a process is at work on it",
        "a link to elsewhere",
        "the baseline of thresholds.toml",
    }


def test_a_folder_that_no_run_made_is_left_alone(reports: Reports) -> None:
    """Its name says no time at which it began."""
    (reports.folder / "runs" / "my-notes").mkdir()
    planned = plan_purge(reports, days=0, now=LATER)
    assert "my-notes" not in [run.run_id for run in planned.runs]


def test_without_a_register_nothing_is_purged(reports: Reports) -> None:
    """Nobody would know what is held, nor that anything went."""
    planned = plan_purge(reports, days=50, now=LATER)
    reports.store.unlink()
    with pytest.raises(StoreError):
        plan_purge(reports, days=50, now=LATER)
    reports.store.mkdir()
    with pytest.raises(StoreError):
        purge(reports, planned, by="Ann", reason="50 days")
    assert len(_ids(reports)) == 2


def test_older_runs_are_adopted_once_with_their_numbers(reports: Reports) -> None:
    """Marked as adopted: no start is claimed, and nothing of what is gone."""
    first, second = _ids(reports)
    before = read_history(reports)
    shutil.rmtree(reports.folder / "runs" / first)
    reports.store.unlink()
    (reports.folder / "runs" / second / "report.json").rename(reports.folder / "aside")
    assert adopt(reports, note=print) == 1
    (run,) = (each.run for each in registered_here(reports))
    assert (run.run_id, run.state, run.outcome) == (second, "adopted", None)
    reports.store.unlink()
    (reports.folder / "aside").rename(reports.folder / "runs" / second / "report.json")
    assert adopt(reports, note=print) == 1
    assert adopt(reports, note=print) == 0
    (run,) = (each.run for each in registered_here(reports))
    assert (run.state, run.outcome, run.attempt) == ("adopted", "pass", 2)
    (point,) = read_history(reports)
    kept = {"score", "low", "high", "at", "commit", "outcome", "measurement_fingerprint"}
    assert point.model_dump(include=kept) == before[1].model_dump(include=kept)
    assert check_store(reports).problems == ()


def test_what_cannot_be_read_is_said_when_it_is_adopted(reports: Reports) -> None:
    """A changed report is left out of its run's entry, an empty folder altogether."""
    first, _ = _ids(reports)
    reports.store.unlink()
    (reports.folder / "runs" / first / "report.json").write_text("{}")
    (reports.folder / "runs" / "20200101T000000.000000-abcdef").mkdir()
    notes: list[str] = []
    assert adopt(reports, note=notes.append) == 2
    assert any("taken in without it" in each for each in notes)
    assert any("left out" in each for each in notes)


def test_a_changed_report_and_a_deleted_folder_are_told(reports: Reports) -> None:
    """The one is a problem, the other a note: its entries are all there."""
    first, second = _ids(reports)
    path = reports.folder / "runs" / first / "report.json"
    path.write_text(path.read_text().replace('"pass"', '"fail"', 1))
    shutil.rmtree(reports.folder / "runs" / second)
    (reports.folder / "runs" / "20200101T000000.000000-abcdef").mkdir()
    found = check_store(reports)
    assert found.problems == (f"{path}: is not the report that the register holds of its run",)
    assert found.notes[0] == f"run {second} ended, and its report is gone; no purge says so"
    assert "are in no entry" in found.notes[1]
    assert found.count == 4


def test_where_no_thresholds_are_found_the_default_folder_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the one that the environment names."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    assert open_reports(None, {}).store == Path(".mhgate") / STORE_FILE
    assert open_reports(None, {"MHGATE_REPORTS": "kept"}).folder == Path("kept")
