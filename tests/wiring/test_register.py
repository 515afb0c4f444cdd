"""Holds runs of every kind to being registered, and every verdict to not depending on that."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.canonical import canonical_json
from mhgate.errors import CannotEvaluateError
from mhgate.records.registered import RegisteredRun, RegisterEntry
from mhgate.store import Store, check_register, problems_of, registered_runs, says_of_report
from mhgate.wiring import merge_shards
from mhgate.wiring.register import STORE_FILE, Registering, digest_of_file, export_register

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Report

COMMIT = "c" * 40
AT_COMMIT = {"GITHUB_SHA": COMMIT, "GITHUB_REF": "refs/pull/12/merge", "GITHUB_HEAD_REF": "fix"}


def _entries(desk: Desk) -> tuple[RegisterEntry, ...]:
    with Store(desk.root / ".mhgate" / STORE_FILE, create=False) as store:
        assert problems_of(store) == ()
        return store.register()


def _runs(desk: Desk, commit: str | None = COMMIT) -> tuple[RegisteredRun, ...]:
    found = export_register(desk.root / ".mhgate", commit)
    assert check_register(found) == ()
    return registered_runs(found)


def _report_file(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"


def test_a_run_is_registered_when_it_begins_and_when_it_ends(desk: Desk, bot: type[Bot]) -> None:
    """What stands in the register is what stands in the report, and its file's digest."""
    report = desk.evaluate(bot(), environ=AT_COMMIT)
    start, finish = (each.content for each in _entries(desk))
    run = report.provenance
    assert (start.event, finish.event, finish.of, start.kind) == ("start", "finish", 1, "run")
    for said in (start, finish):
        assert (said.run_id, said.commit, said.attempt) == (run.run_id, COMMIT, 1)
        assert (said.branch, said.pull_request, said.dirty) == ("fix", 12, False)
        assert (said.profile, said.seed) == (run.profile, run.seed)
        assert said.policy_digest == run.policy_digest
        assert said.measurement_fingerprint == run.measurement_fingerprint
        assert said.target_fingerprint == run.target_fingerprint
    assert (finish.outcome, finish.exit_code, finish.scope) == ("pass", 0, "full")
    assert finish.merkle_root == report.merkle_root
    assert finish.report_digest == digest_of_file(_report_file(desk, report))
    found = export_register(desk.root / ".mhgate", COMMIT)
    assert says_of_report(found, run_id=run.run_id, report_digest=finish.report_digest) is None


def test_the_trend_holds_the_numbers_of_the_report(desk: Desk, bot: type[Bot]) -> None:
    """Pillar by pillar and probe by probe; nothing is computed anew."""
    report = desk.evaluate(bot())
    (pillar,) = report.verdict.pillars
    with Store(desk.root / ".mhgate" / STORE_FILE, create=False) as store:
        (point,) = store.trend("manners")
        (probe,) = store.trend(probe="says_hear")
    assert pillar.trust_interval is not None
    assert pillar.trust_score is not None
    assert (point.score, point.low) == (
        pillar.trust_score / 100,
        pillar.trust_interval.lower / 100,
    )
    estimate = pillar.probes[0].estimate
    assert (probe.score, probe.low, probe.high) == (
        estimate.point,
        estimate.interval.lower,
        estimate.interval.upper,
    )
    assert point.method_version == report.provenance.measurement["method"]


def test_a_discarded_run_is_seen_and_counted(desk: Desk, bot: type[Bot]) -> None:
    """A red run whose folder is deleted stays: the next one of the commit is the second attempt."""
    red = desk.evaluate(bot(lambda _trial: "Go away."), environ=AT_COMMIT)
    shutil.rmtree(_report_file(desk, red).parent)
    green = desk.evaluate(bot(), environ=AT_COMMIT)
    assert green.provenance.attempt == 2
    told = [(run.attempt, run.outcome) for run in _runs(desk)]
    assert told == [(1, "fail"), (2, "pass")]


def test_folders_and_register_count_alike(desk: Desk, bot: type[Bot]) -> None:
    """Where both are there they agree; where the register is gone the folders count."""
    attempts = [desk.evaluate(bot(), environ=AT_COMMIT).provenance.attempt for _ in range(3)]
    assert attempts == [1, 2, 3]
    (desk.root / ".mhgate" / STORE_FILE).unlink()
    assert desk.evaluate(bot(), environ=AT_COMMIT).provenance.attempt == 4
    assert [run.attempt for run in _runs(desk)] == [4]


def test_the_report_counts_by_the_register(desk: Desk, bot: type[Bot]) -> None:
    """Which try of its commit and of its pull request a run was stands in the report."""
    desk.evaluate(bot(), environ=AT_COMMIT)
    other = {**AT_COMMIT, "GITHUB_SHA": "9" * 40}
    for of_commit, of_pull_request in ((1, 2), (2, 3)):
        attempts = desk.evaluate(bot(), environ=other).provenance.attempts
        assert attempts is not None
        assert (attempts.of_commit, attempts.of_pull_request) == (of_commit, of_pull_request)
        assert attempts.counted_by == "kept runs"


def test_a_run_that_is_gone_on_with_has_a_beginning_each_time(desk: Desk, bot: type[Bot]) -> None:
    """An interrupted run is an abort that left a report; going on is another start of the same."""
    cut = desk.evaluate(bot(), stop_after=15, environ=AT_COMMIT)
    whole = desk.evaluate(bot(), resume="latest", environ=AT_COMMIT)
    assert cut.provenance.run_id == whole.provenance.run_id
    first, second = _runs(desk)
    assert (first.state, first.reason, first.scope) == ("aborted", "interrupted", "partial")
    assert (second.state, second.scope, second.attempt) == ("finished", "full", 2)
    with Store(desk.root / ".mhgate" / STORE_FILE, create=False) as store:
        assert [each.scope for each in store.trend()] == ["full"]
        assert [each.scope for each in store.trend(everything=True)] == ["partial", "full"]


def test_shards_and_their_merge_are_named_as_what_they_are(desk: Desk, bot: type[Bot]) -> None:
    """Each shard is one, all of them are one attempt, and the merge is none."""
    for number in (1, 2):
        desk.evaluate(bot(), environ=AT_COMMIT, sampling__shard=f"{number}/2")
    merged = merge_shards(list(desk.journals), desk.open())
    runs = _runs(desk)
    assert [(run.kind, run.attempt) for run in runs] == [("shard", 1), ("shard", 1), ("merge", 1)]
    assert (runs[2].outcome, runs[2].run_id) == ("pass", merged.provenance.run_id)
    assert desk.evaluate(bot(), environ=AT_COMMIT).provenance.attempt == 2


def test_a_run_that_breaks_off_says_why(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error after the start is an abort with its reason and exit code."""

    async def broken(*_: object, **__: object) -> object:
        raise CannotEvaluateError("the target left: ann@example.net hung up", hint="Look for it.")

    monkeypatch.setattr("mhgate.wiring.walk.Gate.run", broken)
    with pytest.raises(CannotEvaluateError):
        desk.evaluate(bot(), environ=AT_COMMIT)
    (run,) = _runs(desk)
    assert (run.state, run.exit_code) == ("aborted", 4)
    assert run.reason == "the target left: [email] hung up"


def test_what_a_bug_says_is_not_registered(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error that is not ours may quote anything: its name is enough."""

    async def broken(*_: object, **__: object) -> object:
        raise ValueError("my sister said she would")

    monkeypatch.setattr("mhgate.wiring.walk.Gate.run", broken)
    with pytest.raises(ValueError, match="sister"):
        desk.evaluate(bot(), environ=AT_COMMIT)
    (run,) = _runs(desk)
    assert (run.reason, run.exit_code) == ("ValueError", 70)


KILLER = """
import os, signal
count = 0
def reply(message):
    global count
    count += 1
    if count == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return "I hear you."
"""


def test_a_killed_run_never_finished(desk: Desk, bot: type[Bot]) -> None:
    """SIGKILL in the middle of a run: a start without an end, and the chain goes on behind it."""
    desk.write("bot.py", KILLER)
    words = [sys.executable, "-m", "mhgate", "run"]
    environ = {**os.environ, **AT_COMMIT, "PYTHONPATH": str(desk.root)}
    ran = subprocess.run(words, cwd=desk.root, env=environ, capture_output=True, check=False)
    assert ran.returncode == -signal.SIGKILL, ran.stderr.decode()
    desk.evaluate(bot(), environ=AT_COMMIT)
    first, second = _runs(desk)
    assert (first.state, second.state) == ("never finished", "finished")
    assert len(_entries(desk)) == 3


def _as_folder(path: Path) -> None:
    path.mkdir(parents=True)


def _as_text(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text("a note, and no database" * 50)


def _as_another(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as opened:
        opened.execute("CREATE TABLE songs (name)")
    opened.close()


@pytest.mark.parametrize("spoil", [_as_folder, _as_text, _as_another])
def test_a_register_that_cannot_be_written_changes_no_verdict(
    desk: Desk, bot: type[Bot], spoil: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is said once, the report is the same, and whoever verifies finds it absent."""
    sound = desk.evaluate(bot())
    shutil.rmtree(desk.root / ".mhgate")
    spoil(desk.root / ".mhgate" / STORE_FILE)  # type: ignore[operator]
    notes: list[str] = []
    monkeypatch.setattr(
        "mhgate.wiring.register.Registering.__init__.__defaults__", None, raising=False
    )
    from mhgate.wiring import register

    made = register.Registering.__init__

    def told(self: object, reports: Path, note: object) -> None:
        made(self, reports, lambda line: (notes.append(line), note(line)))  # type: ignore[arg-type,operator,return-value]

    monkeypatch.setattr(Registering, "__init__", told)
    report = desk.evaluate(bot())
    assert report.verdict.model_dump() == sound.verdict.model_dump()
    assert report.merkle_root == sound.merkle_root
    (note,) = notes
    assert note.startswith("WARNING: the register of runs does not hold this run: ")
    assert note.endswith("The verdict does not depend on it.")
    found = export_register(desk.root / ".mhgate", None)
    (problem,) = check_register(found)
    assert problem.startswith("the register is absent: ")
    assert str(desk.root) not in canonical_json(found).decode()


def test_where_there_is_no_register_the_export_says_so(tmp_path: Path) -> None:
    """An absent register is no empty one."""
    found = export_register(tmp_path, COMMIT)
    assert check_register(found) == (
        "the register is absent: no runs.sqlite lies among the reports",
    )


def test_an_export_until_a_run_stays_the_same(desk: Desk, bot: type[Bot]) -> None:
    """The same run makes the same bytes, whatever was run afterwards."""
    report = desk.evaluate(bot(), environ=AT_COMMIT)
    run_id = report.provenance.run_id
    before = export_register(desk.root / ".mhgate", COMMIT, until=run_id)
    desk.evaluate(bot(lambda _trial: "Go away."), environ=AT_COMMIT)
    assert export_register(desk.root / ".mhgate", COMMIT, until=run_id) == before
    assert check_register(before) == ()
    assert export_register(desk.root / ".mhgate", COMMIT, until="no-such")["register"] == "absent"


def test_a_run_of_the_whole_engine_keeps_the_library_out_of_other_verbs(desk: Desk) -> None:
    """``mhgate --help``, ``check`` and a plain pytest load no database library."""
    code = (
        "import sys\n"
        "from mhgate.cli import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "sys.exit('sqlite3' in sys.modules)\n"
    )
    for words in (["--help"], ["check"]):
        ran = subprocess.run(
            [sys.executable, "-c", code, *words], cwd=desk.root, capture_output=True, check=False
        )
        assert ran.returncode == 0, (words, ran.stderr.decode())
    desk.write("test_plain.py", "import sys\ndef test(): assert 'sqlite3' not in sys.modules\n")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:randomly", "test_plain.py"],
        cwd=desk.root,
        capture_output=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout.decode()
