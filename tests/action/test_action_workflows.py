"""action.yml and the example workflows: held by three linters, and run by act without Docker."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scratch import REGRESSED_BOT, THRESHOLDS, Repository

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / "examples" / "workflows"
PLACEHOLDER = "0" * 40
UPLOAD = "actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02"

_STUB = """\
name: upload
description: In place of the one that needs GitHub.
inputs:
  name: {description: name, default: ""}
  path: {description: path, default: ""}
runs:
  using: composite
  steps:
    - shell: bash
      env: {KEPT: "${{ inputs.path }}"}
      run: cat $KEPT > /dev/null
"""

_HTTP = re.sub(
    r'kind = "function"\ncall = "bot:reply"',
    'kind = "http"\\nurl = "http://127.0.0.1:9/"\\nreply = "$.reply"\\nbearer_env = "PRODUCT_KEY"'
    '\\nbody = { message = "{message}" }',
    THRESHOLDS,
)


def _tool(name: str) -> str:
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (extra dev)")
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Lay the action and the workflows out as they lie in a repository that uses them."""
    folder = tmp_path / "project"
    shutil.copytree(WORKFLOWS, folder / ".github" / "workflows")
    shutil.copy(ROOT / "action.yml", folder)
    return folder


@pytest.mark.parametrize(
    "words",
    [
        ["check-jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows", "*"],
        ["zizmor", "--offline", "--strict-collection", "action.yml", ".github/workflows"],
        ["jactionlint", "--shellcheck=", "action.yml", "*"],
    ],
    ids=["schema of actions", "schema of workflows", "zizmor", "jactionlint"],
)
def test_a_linter_finds_nothing(project: Path, words: list[str]) -> None:
    """Schemas, zizmor and jactionlint are clean on action.yml and every workflow."""
    files = sorted(str(path) for path in project.glob(".github/workflows/*.yml"))
    given = [each for word in words[1:] for each in (files if word == "*" else [word])]
    ran = subprocess.run(
        [_tool(words[0]), *given], cwd=project, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_input_is_handed_over_as_a_variable_and_nothing_is_spliced() -> None:
    """Expressions stand in env, defaults and outputs alone; each input has its variable."""
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    inputs = re.findall(
        r"^  ([a-z-]+):\n    description", text.split("\noutputs:")[0], re.MULTILINE
    )
    variables = dict(re.findall(r"MHGATE_ACTION_([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}", text))
    assert sorted(variables.values()) == sorted(inputs)
    assert "${{" not in text.split("run: |")[1]
    documented = (ROOT / "docs/github_action.md").read_text(encoding="utf-8")
    outputs = re.findall(r"steps\.gate\.outputs\.([a-z0-9-]+)", text)
    assert all(f"`{name}`" in documented for name in [*inputs, *outputs])
    assert outputs == [
        *("verdict", "exit-code", "report-json", "report-html", "junit", "sarif"),
        *("report-sha256", "attestation"),
    ]


@pytest.fixture(scope="module")
def stand_ins(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return act's words for the action as it is here, and for what only GitHub can do."""
    action = tmp_path_factory.mktemp("action") / "mhgate"
    shutil.copytree(
        ROOT / "mhgate", action / "mhgate", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copytree(ROOT / "suites", action / "suites")
    for name in ("action.yml", "pyproject.toml", "thresholds.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, action)
    upload = tmp_path_factory.mktemp("upload") / "upload"
    upload.mkdir()
    (upload / "action.yml").write_text(_STUB, encoding="utf-8")
    words = []
    for folder, name in ((action, f"mhgate/mhgate@{PLACEHOLDER}"), (upload, UPLOAD)):
        made = Repository(folder)
        made.git("init", "-q")
        made.commit()
        words.append(f"--local-repository={name}={folder}")
    return words


@pytest.mark.slow
@pytest.mark.parametrize(
    ("files", "change", "code", "verdict"),
    [
        ({}, {"README.md": "words\n"}, 0, "pass"),
        ({}, {"bot.py": REGRESSED_BOT}, 1, "fail"),
        ({"thresholds.toml": _HTTP}, {"README.md": "words\n"}, 1, "error"),
    ],
    ids=["a harmless change", "a bot that regresses", "a missing secret"],
)
def test_act_runs_the_workflow_of_pull_requests(
    tmp_path: Path,
    stand_ins: list[str],
    *,
    files: dict[str, str],
    change: dict[str, str | None],
    code: int,
    verdict: str,
) -> None:
    """The job is green on a harmless change, red on harm and on a missing secret."""
    act = _tool("act")
    workflow = (WORKFLOWS / "pull_request.yml").read_text(encoding="utf-8")
    made = Repository.begun(tmp_path / "r", {**files, ".github/workflows/gate.yml": workflow})
    made.propose(change)
    ran = subprocess.run(
        [
            *(act, "pull_request", "--workflows=.github/workflows/gate.yml", "--no-cache-server"),
            *("--eventpath=../event.json", "--platform=ubuntu-latest=-self-hosted", *stand_ins),
        ],
        cwd=made.root,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    log = ran.stdout + ran.stderr
    if "::set-output:: verdict=" not in log and "mhgate could not be installed" in log:
        pytest.skip("what mhgate needs cannot be installed here: no package index")
    assert ran.returncode == code, log
    assert f"::set-output:: verdict={verdict}" in log
    assert "Judged by the policy of the base commit" in log
    assert ("## mhgate: ERROR: not evaluated" in log) == (verdict == "error")
    assert ("No baseline: regressions were not asked about" in log) == (verdict != "error")
    assert json.loads((tmp_path / "event.json").read_text(encoding="utf-8"))["number"] == 7
