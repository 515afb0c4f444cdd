"""Holds the input ``on``: which cluster is asked, and that no pull request names it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from scratch import THRESHOLDS, Repository

from mhgate.action.gate_run import GateRun
from mhgate.action.refusals import refuse_what_does_not_go_together
from mhgate.errors import UsageError

ON = "dask://127.0.0.1:8786"
WORKFLOW = ".github/workflows/gate.yml"
HERE = {"GITHUB_WORKFLOW_REF": f"o/r/{WORKFLOW}@refs/pull/7/merge"}
ENDPOINT = THRESHOLDS.replace(
    'kind = "function"\ncall = "bot:reply"',
    'kind = "http"\nurl = "http://127.0.0.1:9/"\nbody = { text = "{message}" }\nreply = "$.reply"',
)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    files = {"thresholds.toml": ENDPOINT, WORKFLOW: "on: pull_request\n"}
    return Repository.begun(tmp_path / "r", files)


class Gates:
    """What stands in the place of the gate's process."""

    def __init__(self, report: Path | None = None) -> None:
        self.said: list[Sequence[str]] = []
        self._report = report

    def __call__(self, words: Sequence[str], **_more: Any) -> GateRun:
        self.said.append(words)
        given = dict(word.partition("=")[::2] for word in words)
        if words[0] == "run" and self._report is not None:
            shutil.copy(self._report, given["--output"])
        if words[0] == "show":
            Path(given["--output"]).write_text("<!doctype html>", encoding="utf-8")
        return GateRun(0)


def test_a_whole_run_is_asked_there_and_its_page_is_written_after(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The gate is given the cluster, and no word that it does not know there."""
    plain = Repository.begun(tmp_path / "plain").act({"GITHUB_EVENT_NAME": "push"})
    gates = Gates(Path(plain.outputs["report-json"]))
    monkeypatch.setattr("mhgate.action.step.run_gate", gates)
    event = {**repository.propose({"README.md": "x"}), **HERE}
    ran = repository.act(event, on=ON)
    (run, show) = gates.said
    assert (run[0], show[0]) == ("run", "show")
    assert f"--on={ON}" in run
    assert not [word for word in run if word.startswith(("--html", "-p"))]
    assert any("/policy/thresholds.toml" in word for word in run)
    assert ran.outputs["report-html"].endswith("report.html"), ran.log


@pytest.mark.parametrize("path", [WORKFLOW, ".github/actions/gate/action.yml"])
def test_a_pull_request_does_not_name_it(repository: Repository, path: str) -> None:
    """Where it changes what names the cluster, nothing is run, whoever's policy is chosen."""
    event = {**repository.propose({path: "on: push\n"}), **HERE}
    for policy in ("base", "head"):
        ran = repository.act(event, on=ON, policy_from=policy)
        assert (ran.code, ran.outputs["verdict"]) == (2, "error")
        assert "a pull request must not name it" in ran.summary.replace("\u2060", "")
        assert "stop-commands" not in ran.log


def test_a_workflow_that_nobody_knows_is_none_of_the_bases(repository: Repository) -> None:
    """One of another repository, or where GitHub names none."""
    event = repository.propose({"README.md": "x"})
    for where in ({}, {"GITHUB_WORKFLOW_REF": "other/repo/x.yml@main"}):
        ran = repository.act({**event, **where}, on=ON)
        assert ran.code == 2
        assert "where no workflow is known" in ran.summary


def test_code_of_the_pull_request_is_not_asked_there(tmp_path: Path) -> None:
    """A worker has no checkout of it: it says so before anything runs."""
    made = Repository.begun(tmp_path / "r", {WORKFLOW: "on: pull_request\n"})
    ran = made.act({**made.propose({"README.md": "x"}), **HERE}, on=ON)
    assert ran.code == 2
    assert "workers of a cluster have no checkout of the pull request" in ran.summary
    assert "stop-commands" not in ran.log


@pytest.mark.parametrize("beside", ["shard", "resume", "shards"])
def test_a_cluster_is_asked_a_whole_run(beside: str) -> None:
    """No part, no run that began elsewhere, and nothing where shards are merged."""
    from mhgate.action.event import Event
    from mhgate.action.inputs import Inputs

    inputs = Inputs(on=ON, **{beside: "1/2"})  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"input (on|shards): found beside"):
        refuse_what_does_not_go_together(inputs, Event(name="push"))


def test_words_do_not_name_it_either(repository: Repository) -> None:
    """extra-args is no way around."""
    ran = repository.act(
        {**repository.propose({"README.md": "x"}), **HERE}, extra_args=f"--on={ON}"
    )
    assert ran.code == 2
    assert "--on (extra-args)" in ran.summary.replace("\\", "")
