"""Holds going on with a run: only what is missing is asked, and only by the run that it was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import ReportFileError, UsageError
from mhgate.journal import Journal

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial


def test_what_was_answered_is_not_asked_again_and_the_root_is_the_same(
    desk: Desk, bot: type[Bot]
) -> None:
    """A run in two parts has the trials, the verdict and the Merkle root of one in one part."""
    whole = desk.evaluate(bot())
    first, second = bot(), bot()
    cut = desk.evaluate(first, stop_after=15)
    assert cut.scope == "partial"
    rest = desk.evaluate(second, resume="latest", target__concurrency="1")
    assert rest.provenance.run_id == cut.provenance.run_id
    n_kept = cut.accounts.asked
    assert len(second.asked) == 40 - n_kept
    assert rest.merkle_root == whole.merkle_root != cut.merkle_root
    assert rest.verdict.model_dump() == whole.verdict.model_dump()


def test_the_root_knows_no_concurrency(desk: Desk, bot: type[Bot]) -> None:
    """Same seed, same plan: 1 and 64 conversations at once give the same trials and root."""
    reports = [desk.evaluate(bot(), target__concurrency=count) for count in ("1", "64")]
    assert reports[0].merkle_root == reports[1].merkle_root
    assert reports[0].outcomes == reports[1].outcomes


def test_failures_are_kept_as_failures(desk: Desk, bot: type[Bot]) -> None:
    """Going on is no second chance for what had failed."""

    def fail(trial: Trial) -> object:
        return RuntimeError("down") if trial.item_id.endswith("0") else "I hear you."

    cut = desk.evaluate(bot(fail), stop_after=30)
    rest = desk.evaluate(bot(), resume="latest")
    assert rest.accounts.failed == cut.accounts.failed > 0


def _other_items(desk: Desk) -> None:
    desk.items(40, salt="!")


def _other_probe(desk: Desk) -> None:
    desk.edit("manners/test_manners.py", '"hear"', '"he"')


@pytest.mark.parametrize(
    ("change", "words"), [(_other_items, "other trials"), (_other_probe, "other questions, probes")]
)
def test_another_plan_or_measurement_is_refused(
    desk: Desk, bot: type[Bot], change: object, words: str
) -> None:
    """Old answers do not stand for changed items or probes; nothing is asked."""
    desk.evaluate(bot(), stop_after=15)
    change(desk)  # type: ignore[operator]
    asked = bot()
    with pytest.raises(UsageError, match=words):
        desk.evaluate(asked, resume="latest")
    assert not asked.asked


def test_another_target_commit_or_build_is_refused(desk: Desk, bot: type[Bot]) -> None:
    """Replies of one product are no evidence for another, though it has the same name."""
    at = {"GITHUB_SHA": "a" * 40, "MHGATE_TARGET_BUILD": "7"}
    desk.evaluate(bot(), stop_after=15, environ=at)
    other = bot()
    other.fingerprint = "sha256:other"
    for asked, environ, words in (
        (other, at, "another target"),
        (bot(), {**at, "GITHUB_SHA": "b" * 40}, "another commit"),
        (bot(), {**at, "MHGATE_TARGET_BUILD": "8"}, "another build"),
    ):
        with pytest.raises(UsageError, match=words):
            desk.evaluate(asked, resume="latest", environ=environ)
        assert not asked.asked
    assert desk.evaluate(bot(), resume="latest", environ=at).scope == "full"


def test_two_processes_do_not_go_on_with_one_run(desk: Desk, bot: type[Bot]) -> None:
    """The second is refused while the first writes; lines of both would mix."""
    desk.evaluate(bot(), stop_after=15)
    (path,) = desk.journals
    with Journal(path), pytest.raises(ReportFileError, match="another process"):
        desk.evaluate(bot(), resume="latest")


def test_attempts_of_one_commit_are_counted(desk: Desk, bot: type[Bot]) -> None:
    """A third try says that it is one; another commit begins anew."""
    at = {"GITHUB_SHA": "a" * 40}
    attempts = [desk.evaluate(bot(), environ=at).provenance.attempt for _ in range(3)]
    assert attempts == [1, 2, 3]
    assert desk.evaluate(bot(), environ={"GITHUB_SHA": "b" * 40}).provenance.attempt == 1


def test_a_journal_that_was_changed_is_refused(desk: Desk, bot: type[Bot]) -> None:
    """A line that is no event, or a trial that the plan does not name so, is not evidence."""
    desk.evaluate(bot(), stop_after=15)
    (path,) = desk.journals
    lines = path.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"event": "transcript"' in line)
    event = json.loads(lines[at])
    event["transcript"]["trial"]["seed"] += 1
    path.write_text("\n".join([*lines[:at], json.dumps(event), *lines[at + 1 :], ""]))
    with pytest.raises(ReportFileError, match="changed after it was written"):
        desk.evaluate(bot(), resume="latest")


def test_a_folder_that_cannot_be_made_is_said(desk: Desk, bot: type[Bot]) -> None:
    """A file in the place of the folder of reports is a mistake of use, and named."""
    desk.write(".mhgate", "a file")
    with pytest.raises(UsageError, match=r"gate\.reports names a folder"):
        desk.evaluate(bot())
