"""The brain as a step: exit codes, secrets, forks, hostile products, and a comment that fails."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from scratch import BOT, DEMO, REGRESSED_BOT, THRESHOLDS, Repository

from mhgate.action.inputs import read_inputs
from mhgate.errors import UsageError

_HTTP = """\
[suites]
folders = ["gate_suites"]
[target]
kind = "http"
url = "http://127.0.0.1:9/chat"
reply = "$.reply"
bearer_env = "PRODUCT_KEY"
escalation = "stubbed"
[target.body]
message = "{message}"
[judge]
trust = "off"
[pillar.opening_hours]
min_score = 0.7
"""

_HOSTILE = """\
import os, subprocess, sys

SAID = "\\n".join([
    "::error title=x::y", "::add-mask::fail", "verdict=pass", "a | b |", "# PASS", "<script>",
])
for name in ("GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_STEP_SUMMARY", "MHGATE_ACTION_TOKEN"):
    if name in os.environ:
        open(os.environ[name], "a").write("verdict=pass\\n")
        sys.stderr.write("REACHED " + name + "\\n")


def reply(message):
    print("\\r::error title=printed::y")
    sys.__stdout__.write("::error title=raw::y\\n::add-mask::fail\\n::stop-commands::x\\n::x::\\n")
    sys.__stdout__.flush()
    os.write(2, b"::error title=written::y\\n")
    return SAID
"""

_LEAVES_A_CHILD = BOT.replace(
    '"""A bot that says when people are there."""',
    "import subprocess, sys\n"
    "subprocess.Popen([sys.executable, '-c', "
    "\"import time; time.sleep(4); print('::error title=late::y', flush=True)\"])\n",
)


def _commands(log: str) -> list[str]:
    """Return the commands that a runner obeys, as one reads them."""
    stop, found = "", []
    for line in re.split(r"\r\n|\r|\n", log):
        if stop:
            stop = "" if line.strip() == f"::{stop}::" else stop
        elif line.lstrip().startswith("::stop-commands::"):
            stop = line.strip().removeprefix("::stop-commands::")
        elif line.lstrip().startswith(("::", "##[")):
            found.append(line)
    assert not stop
    return found


@pytest.mark.parametrize(("variant", "bar", "code"), [("good", 0.4, 0), ("sycophantic", 0.9, 1)])
def test_the_exit_code_is_that_of_the_command(
    tmp_path: Path, variant: str, bar: float, code: int
) -> None:
    """On a push, the demo bots end as they do with mhgate run, by what is checked out."""
    made = Repository.begun(
        tmp_path / "r", {"thresholds.toml": DEMO.format(variant=variant, bar=bar)}
    )
    ran = made.act({"GITHUB_EVENT_NAME": "push"})
    assert (ran.code, ran.outputs["exit-code"]) == (code, str(code))
    assert ran.outputs["verdict"] == ("fail" if code else "pass")
    assert ran.outputs["shard-artifact"] == ran.outputs["baseline"] == ""
    assert len(ran.outputs["report-sha256"]) == 64
    assert Path(ran.outputs["junit"]).read_text(encoding="utf-8").startswith("<?xml")
    sarif = json.loads(Path(ran.outputs["sarif"]).read_text(encoding="utf-8"))
    levels = {each["level"] for each in sarif["runs"][0]["results"]}
    assert ("error" in levels) == bool(code)
    errors = [line for line in _commands(ran.log) if line.startswith("::error ")]
    assert len(errors) <= 10
    assert bool(errors) == bool(code)


def test_a_missing_secret_is_not_evaluated(tmp_path: Path) -> None:
    """A fork's run without secrets ends as an error that says so, never green."""
    made = Repository.begun(tmp_path / "r", {"thresholds.toml": _HTTP})
    event = made.event(made.git("rev-parse", "HEAD"), made.git("rev-parse", "HEAD"), fork=True)
    ran = made.act(event)
    assert (ran.code, ran.outputs["verdict"], ran.outputs["exit-code"]) == (4, "error", "4")
    assert ran.summary.startswith("## mhgate: ERROR: not evaluated\n")
    assert "PRODUCT_KEY" in ran.summary
    assert "comes from a fork, whose runs get no secrets" in ran.summary
    assert ran.outputs["report-json"] == ""


def test_a_hostile_product_changes_nothing(tmp_path: Path) -> None:
    """What it replies, prints, writes and looks for reaches no command, output or layout."""
    made = Repository.begun(tmp_path / "r", {"bot.py": _HOSTILE})
    ran = made.act({"GITHUB_EVENT_NAME": "push"}, apart=True, token="ghs_canary")  # noqa: S106 - a canary
    assert (ran.code, ran.outputs["verdict"], ran.outputs["exit-code"]) == (1, "fail", "1")
    assert "REACHED" not in ran.log
    assert "ghs_canary" not in ran.log + ran.summary
    commands = _commands(ran.log)
    assert commands[0] == "::remove-matcher owner=python::"
    assert len(commands) == 2
    assert commands[1].startswith("::error file=gate_suites/opening_hours/")
    assert "<script>" not in ran.summary
    assert [line for line in ran.summary.split("\n") if line.startswith("#")] == [
        "## mhgate: FAIL",
        "### Not a pass",
        "### The worst items",
        "### What to do next",
    ]


@pytest.mark.usefixtures("afresh")
def test_what_a_product_leaves_running_is_not_heard(tmp_path: Path) -> None:
    """A process that outlives the gate holds the step up no longer than a moment, and is mute."""
    made = Repository.begun(tmp_path / "r", {"bot.py": _LEAVES_A_CHILD})
    ran = made.act({"GITHUB_EVENT_NAME": "push"})
    assert ran.code == 0, ran.log
    assert not [line for line in _commands(ran.log) if "late" in line]


@pytest.mark.parametrize("how", ["head", "merge"])
def test_a_forks_checkout_beside_secrets_is_refused(tmp_path: Path, how: str) -> None:
    """Under pull_request_target the fork's code is never run, checked out alone or merged."""
    made = Repository.begun(tmp_path / "r")
    base = made.git("rev-parse", "HEAD")
    made.propose({"bot.py": "raise SystemExit(0)\n"})
    head = made.git("rev-parse", "HEAD")
    if how == "merge":
        made.git("checkout", "-q", "main")
        made.git("merge", "-q", "--no-ff", "-m", "merge", "change")
    ran = made.act(made.event(base, head, name="pull_request_target", fork=True))
    assert (ran.code, ran.outputs["verdict"]) == (2, "error")
    assert "stop-commands" not in ran.log
    assert "recipe for forks with two workflows" in ran.summary


def test_a_forks_checkout_in_the_workflow_after_is_refused(tmp_path: Path) -> None:
    """On workflow_run, too, a fork's code would have the secrets, and judge itself."""
    made = Repository.begun(tmp_path / "r")
    made.propose({"bot.py": REGRESSED_BOT, "thresholds.toml": THRESHOLDS.replace("0.7", "0.0")})
    where = tmp_path / "event.json"
    run = {
        "id": 31,
        "run_attempt": 1,
        "head_sha": made.git("rev-parse", "HEAD"),
        "head_branch": "change",
        "head_repository": {"full_name": "someone/r", "owner": {"login": "someone"}},
    }
    where.write_text(json.dumps({"workflow_run": run}), encoding="utf-8")
    event = {"GITHUB_EVENT_NAME": "workflow_run", "GITHUB_EVENT_PATH": str(where)}
    ran = made.act(event)
    assert (ran.code, ran.outputs["verdict"]) == (2, "error")
    assert "stop-commands" not in ran.log
    assert "event workflow\\_run: the fork's code is checked out" in ran.summary
    made.git("checkout", "-q", "main")
    assert made.act(event).code == 0  # the base's own code may be measured there


def test_a_comment_that_cannot_be_written_is_a_warning(tmp_path: Path) -> None:
    """With nobody at the API, verdict, outputs and summary are there all the same."""
    made = Repository.begun(tmp_path / "r")
    event = made.propose({"README.md": "x"})
    ran = made.act(
        {**event, "GITHUB_API_URL": "http://127.0.0.1:1"},
        comment="auto",
        token="ghs_canary",  # noqa: S106 - a canary
    )
    assert (ran.code, ran.outputs["verdict"]) == (0, "pass")
    assert "::warning title=mhgate%3A no comment::" in ran.log
    assert "ghs_canary" not in ran.log + ran.summary
    assert ran.summary.startswith("## mhgate: pass\n")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"COMMENT": "sometimes"}, "input comment: found 'sometimes'"),
        ({"POLICY_FROM": "heads"}, "Did you mean head?"),
        ({"MAX_CONCURRENCY": "0"}, "a whole number from 1"),
        ({"TIMEOUT_MINUTES": "nan"}, "minutes, more than 0"),
        ({"SHARD": "2of8"}, "2/8"),
        ({"ON": "scheduler:8786"}, "input on: found 'scheduler:8786'; expected a cluster such as"),
        ({"ON": "dask://h"}, "dask://scheduler:8786"),
        ({"ON": "dask://u:s3cret@h:1"}, "found 'an address with a user in it'"),
        ({"EXTRA_ARGS": "-k 'x"}, "words as a shell writes them"),
    ],
)
def test_an_input_that_is_wrong_is_named(given: dict[str, str], expected: str) -> None:
    """Each input is held to its form, and the message says what was found and expected."""
    with pytest.raises(UsageError) as caught:
        read_inputs({f"MHGATE_ACTION_{name}": value for name, value in given.items()})
    assert expected in str(caught.value)


def test_inputs_are_read_as_a_runner_names_them() -> None:
    """INPUT_ variables count too, and no repr shows the token."""
    found = read_inputs({"INPUT_MAX-CONCURRENCY": "4", "INPUT_FAIL_ON": "a, b", "INPUT_TOKEN": "t"})
    assert (found.max_concurrency, found.fail_on, found.token) == (4, ("a", "b"), "t")
    assert "'t'" not in repr(found)
    assert read_inputs({"INPUT_ON": "dask://h:1"}).on == "dask://h:1"
    assert read_inputs({}).config == "thresholds.toml"


def test_an_event_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """Without the event's file nobody knows whose policy counts: nothing is run."""
    made = Repository.begun(tmp_path / "r", {"thresholds.toml": THRESHOLDS})
    missing = {"GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": os.devnull}
    ran = made.act(missing)
    assert (ran.code, ran.outputs["verdict"]) == (2, "error")
    assert json.dumps(ran.outputs)
