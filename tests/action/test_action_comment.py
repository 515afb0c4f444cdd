"""One sticky comment, against a stand-in of GitHub's comments API on loopback."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from github_stand_in import TOKEN, GitHub, serving
from reports import failing, holding, passing

from mhgate.action.brain import act
from mhgate.action.comment import MARKER, CommentError, Conversation, post
from mhgate.action.event import Event
from mhgate.action.inputs import Inputs
from mhgate.action.telling import Telling
from mhgate.action.told import Told
from mhgate.report import render_json


def saying(word: str) -> Callable[[Sequence[str]], str]:
    """Return a comment of one word, whatever there was before."""
    return lambda _earlier: f"{MARKER}\n{word}"


@pytest.fixture
def github() -> Iterator[GitHub]:
    with serving() as server:
        yield server


def test_a_first_comment_is_created_and_a_second_updates_it(github: GitHub) -> None:
    """Two runs leave one comment, with the words of the later one."""
    assert post(github.where(), saying("one")) == "created"
    assert post(github.where(), saying("two")) == "updated"
    assert github.ours() == [f"{MARKER}\ntwo"]
    assert github.tokens == {f"Bearer {TOKEN}"}


@pytest.mark.parametrize("position", [0, 120, 249])
def test_the_comment_is_found_on_any_page(github: GitHub, position: int) -> None:
    """Among 250 earlier comments, over three pages, the one of ours is updated, wherever it is."""
    for index in range(250):
        if index == position:
            github.add(f"{MARKER}\nearlier", "Bot")
        else:
            github.add(f"chat {index}, which quotes {MARKER}")
    assert post(github.where(), saying("now")) == "updated"
    assert github.ours() == [f"{MARKER}\nnow"]
    assert len(github.comments) == 250
    assert github.seen.count("GET /repos/o/r/issues/7/comments") == 3


def test_250_comments_of_others_are_left_alone(github: GitHub) -> None:
    """Without one of ours, one is created and no other is touched."""
    for index in range(250):
        github.add(f"chat {index}")
    assert post(github.where(), saying("now")) == "created"
    assert len(github.comments) == 251
    assert not [seen for seen in github.seen if seen.startswith("PATCH")]


def test_a_bots_comment_is_preferred_to_a_persons_that_begins_alike(github: GitHub) -> None:
    """Whoever writes the hidden marker does not draw the gate's words to themselves."""
    github.add(f"{MARKER}\nmine")
    github.add(f"{MARKER}\nthe gate's", "Bot")
    assert post(github.where(), saying("now")) == "updated"
    assert github.ours() == [f"{MARKER}\nmine", f"{MARKER}\nnow"]


def test_a_comment_that_cannot_be_changed_is_replaced_by_a_new_one(github: GitHub) -> None:
    """A marker in somebody else's comment (403 on update) does not keep ours away."""
    github.add(f"{MARKER}\nnot ours")
    github.refuses["PATCH"] = 403
    assert post(github.where(), saying("now")) == "created"


@pytest.mark.parametrize("status", [401, 403, 404, 422, 500, 302])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_refusal_is_an_error_that_says_so_without_the_token(
    github: GitHub, method: str, status: int
) -> None:
    """Every status that is no success is told, and no secret with it."""
    github.refuses[method] = status
    with pytest.raises(CommentError, match=str(status)) as caught:
        post(github.where(), saying("now"))
    assert TOKEN not in str(caught.value)
    assert TOKEN not in repr(github.where())


@pytest.mark.parametrize("status", [403, 422, 500])
@pytest.mark.parametrize("method", ["GET", "POST", "PATCH"])
@pytest.mark.parametrize("bad", [False, True], ids=["a pass", "a fail"])
def test_whatever_github_answers_the_verdict_stays(
    github: GitHub, tmp_path: Path, method: str, status: int, *, bad: bool
) -> None:
    """A comment that is refused is a warning; outputs, summary and verdict are what they were."""
    if method == "PATCH":
        github.add(f"{MARKER}\nearlier", "Bot")
    github.refuses[method] = status
    report = failing() if bad else passing()
    said = io.StringIO()
    environ = {
        "GITHUB_API_URL": f"http://127.0.0.1:{github.server_port}",
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_STEP_SUMMARY": str(tmp_path / "summary"),
    }
    event = Event(name="pull_request", number=7, repository="o/r", head_sha="a" * 40, tried="1.1")
    told = Told(exit_code=report.verdict.exit_code, report=report)
    Telling(Inputs(token=TOKEN), event, environ=environ, out=said).tell(told, root=None)
    is_replaced = (method, status) == ("PATCH", 403)  # somebody else's: a new one is written
    assert ("::warning title=mhgate%3A no comment::" in said.getvalue()) != is_replaced
    word = "fail" if bad else "pass"
    assert said.getvalue().endswith(f"mhgate: {word}, exit code {int(bad)}\n")
    assert f"\n{word}\n" in (tmp_path / "output").read_text(encoding="utf-8")
    assert (tmp_path / "summary").read_text(encoding="utf-8").startswith("## mhgate: ")
    assert TOKEN not in said.getvalue()


def test_a_slow_api_is_given_up(github: GitHub) -> None:
    """An API that does not answer in time is told, not waited for."""
    github.slow_s = 0.5
    with pytest.raises(CommentError, match="could not be reached: ReadTimeout"):
        post(github.where(timeout_s=0.05), saying("now"))


def test_many_slow_answers_are_given_up_together(github: GitHub) -> None:
    """Pages that each come just in time end at one deadline all the same."""
    for index in range(250):
        github.add(f"chat {index}")
    github.slow_s = 0.05
    with pytest.raises(CommentError, match=r"too long|could not be reached"):
        post(github.where(patience_s=0.07), saying("now"))


def test_nobody_there_is_told() -> None:
    """A refused connection is told by its kind."""
    where = Conversation(api="http://127.0.0.1:1", repository="o/r", number=7, token=TOKEN)
    with pytest.raises(CommentError, match="ConnectError"):
        post(where, saying("now"))


def _second_workflow(github: GitHub, folder: Path, sha: str) -> dict[str, str]:
    run = {
        "id": 31,
        "run_attempt": 2,
        "head_sha": sha,
        "head_branch": "change",
        "head_repository": {"full_name": "someone/r", "owner": {"login": "someone"}},
    }
    (folder / "event.json").write_text(json.dumps({"workflow_run": run}), encoding="utf-8")
    return {
        "GITHUB_EVENT_NAME": "workflow_run",
        "GITHUB_EVENT_PATH": str(folder / "event.json"),
        "GITHUB_REPOSITORY": "o/r",
        "GITHUB_WORKSPACE": str(folder),
        "GITHUB_API_URL": f"http://127.0.0.1:{github.server_port}",
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary"),
        "MHGATE_ACTION_REPORT": "report.json",
        "MHGATE_ACTION_TOKEN": TOKEN,
    }


@pytest.mark.parametrize("text", ["word", "::error::x\n# PASS\n| x |\nverdict=pass"])
def test_the_second_workflow_tells_what_a_forks_run_reports(
    github: GitHub, tmp_path: Path, text: str
) -> None:
    """It comments where GitHub knows the commit from, believes nothing, and ends well."""
    github.pulls = [
        {"number": 3, "head": {"sha": "b" * 40}},
        {"number": 7, "head": {"sha": "a" * 40}},
    ]
    (tmp_path / "report.json").write_text(render_json(holding(text, failing)), encoding="utf-8")
    said = io.StringIO()
    assert act(_second_workflow(github, tmp_path, "a" * 40), stream=said) == 0
    assert "POST /repos/o/r/issues/7/comments" in github.seen
    (body,) = github.ours()
    assert body.startswith(f"{MARKER}\n<!-- mhgate-attempts aaaaaaaaaaaa:31.2 -->\n## mhgate, as ")
    assert "\n## mhgate, as another run reports: FAIL\n" in body
    assert "Attempt 1 of this commit and 1 of its pull request" in body
    assert "nothing is\n> decided by this comment" in body
    assert "::error" not in said.getvalue()
    assert "verdict<<" in (tmp_path / "output").read_text(encoding="utf-8")
    assert "\npass\n" not in (tmp_path / "output").read_text(encoding="utf-8")


def test_the_second_workflow_comments_on_no_other_pull_request(
    github: GitHub, tmp_path: Path
) -> None:
    """A commit that no open pull request proposes any more gets a warning and no comment."""
    github.pulls = [{"number": 3, "head": {"sha": "b" * 40}}]
    said = io.StringIO()
    assert act(_second_workflow(github, tmp_path, "a" * 40), stream=said) == 0
    assert not github.comments
    assert "::warning title=mhgate%3A no comment::no open pull request" in said.getvalue()


def test_the_second_workflow_says_where_nothing_was_evaluated(
    github: GitHub, tmp_path: Path
) -> None:
    """Where the first run left no report, the comment says that it was not evaluated."""
    github.pulls = [{"number": 7, "head": {"sha": "a" * 40}}]
    assert act(_second_workflow(github, tmp_path, "a" * 40), stream=io.StringIO()) == 0
    assert "as another run reports: ERROR: not evaluated" in github.ours()[0]
