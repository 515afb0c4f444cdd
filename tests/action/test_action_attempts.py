"""How often a pull request was tried: counted in the comment, told honestly, kept in the report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from github_stand_in import TOKEN, GitHub, serving
from scratch import Repository

from mhgate.action.attempts import Tally, read_tally
from mhgate.action.comment import MARKER
from mhgate.action.event import Event
from mhgate.errors import UsageError
from mhgate.wiring import EARLIER_ATTEMPTS, attempts_of

A, B = "a" * 40, "b" * 40


@pytest.fixture
def github() -> Iterator[GitHub]:
    with serving() as server:
        yield server


def _event(sha: str, tried: str) -> Event:
    return Event(name="pull_request", number=7, head_sha=sha, repository="o/r", tried=tried)


def test_tries_are_counted_by_commit_and_by_pull_request() -> None:
    """A try of another commit is one of the pull request; the same try is counted once."""
    tally = Tally()
    for sha, tried in ((A, "1.1"), (A, "1.2"), (A, "1.2"), (B, "2.1")):
        tally = read_tally([f"{MARKER}\n{tally.and_this(_event(sha, tried)).line}\n## x"])
    assert (tally.before(_event(A, "3.1")), tally.before(_event(B, "2.1"))) == ((2, 3), (0, 2))
    found = tally.attempts(_event(A, "3.1"))
    assert (found.of_commit, found.of_pull_request) == (3, 4)


def test_a_list_that_is_long_is_cut_and_still_counts() -> None:
    """A thousand tries fit a comment, and none is forgotten in the number."""
    tally = Tally()
    for number in range(1000):
        tally = read_tally([tally.and_this(_event(A, f"{number}.1")).line])
    assert tally.before(_event(B, "9.1"))[1] == 1000
    assert len(tally.line) < 15_000


@pytest.mark.parametrize(
    "line",
    [
        "<!-- mhgate-attempts aaaaaaaaaaaa:1.1 --> -->",
        "x <!-- mhgate-attempts aaaaaaaaaaaa:1.1 -->",
        "<!-- mhgate-attempts aaaaaaaaaaaa:1.1\n -->",
        "<!-- mhgate-attempts <b>:1.1 -->",
        "<!-- mhgate-attempts +99999999 -->",
    ],
)
def test_what_is_no_such_list_counts_nothing(line: str) -> None:
    """A comment that somebody wrote otherwise is not half believed."""
    assert read_tally([line]) == Tally()


def test_where_nobody_counts_it_is_said() -> None:
    """GitHub counts the tries of one workflow run; kept runs count on a machine that stays."""
    alone = attempts_of({"GITHUB_RUN_ATTEMPT": "2"}, kept=1, commit=A)
    assert alone is not None
    assert alone.words.startswith("attempt 2 of this workflow run; how often the commit and its")
    assert "is not known" in alone.words
    kept = attempts_of({}, kept=3, commit=A)
    assert kept is not None
    assert kept.words == "attempt 3 of this commit among the runs that are kept here"
    both = attempts_of({"GITHUB_RUN_ATTEMPT": "1"}, kept=2, commit=A, of_pull_request=5)
    assert both is not None
    assert both.words.startswith("attempt 2 of this commit and 5 of its pull request among the")
    assert attempts_of({}, kept=1, commit=None) is None
    with pytest.raises(UsageError, match="two counts"):
        attempts_of({EARLIER_ATTEMPTS: "2"}, kept=1, commit=A)


def test_a_second_try_is_told_everywhere(tmp_path: Path, github: GitHub) -> None:
    """Summary, comment and the report's provenance say which try it was."""
    made = Repository.begun(tmp_path / "r")
    event = made.propose({"README.md": "x"})
    for attempt in ("1", "2"):
        ran = made.act(
            {
                **event,
                "GITHUB_API_URL": f"http://127.0.0.1:{github.server_port}",
                "GITHUB_RUN_ID": "31",
                "GITHUB_RUN_ATTEMPT": attempt,
            },
            comment="auto",
            token=TOKEN,
        )
    assert ran.code == 0, ran.log
    words = "ttempt 2 of this commit and 2 of its pull request"
    assert words in ran.summary
    (body,) = github.ours()
    assert words in body
    assert body.split("\n")[1].startswith("<!-- mhgate-attempts")
    attempts = ran.report["provenance"]["attempts"]
    assert (attempts["counted_by"], attempts["of_commit"]) == ("comment", 2)
    assert attempts["of_workflow_run"] == 2


def test_a_comment_that_cannot_be_read_counts_nothing(tmp_path: Path) -> None:
    """Where the API is not there, GitHub's own number stands, with what it does not say."""
    made = Repository.begun(tmp_path / "r", {"thresholds.toml": ""})
    ran = made.act(
        {
            **made.event(A, A),
            "GITHUB_API_URL": "http://127.0.0.1:1",
            "GITHUB_RUN_ID": "31",
            "GITHUB_RUN_ATTEMPT": "4",
        },
        comment="auto",
        token=TOKEN,
    )
    assert ran.code == 4
    assert "Attempt 4 of this workflow run; how often the commit" in ran.summary
