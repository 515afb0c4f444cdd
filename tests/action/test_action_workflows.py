"""action.yml and the example workflows: held by three linters."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from acting import PLACEHOLDER, ROOT, WORKFLOWS, tool


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
    assert len(files) >= 6
    given = [each for word in words[1:] for each in (files if word == "*" else [word])]
    ran = subprocess.run(
        [tool(words[0]), *given], cwd=project, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_input_is_handed_over_as_a_variable_and_nothing_is_spliced() -> None:
    """Expressions stand in env, defaults and outputs alone; each input has its variable."""
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    inputs = re.findall(
        r'^  "?([a-z-]+)"?:\n    description', text.split("\noutputs:")[0], re.MULTILINE
    )
    variables = dict(re.findall(r"MHGATE_ACTION_([A-Z_]+): \$\{\{ inputs\.([a-z-]+) \}\}", text))
    assert sorted(variables.values()) == sorted(inputs)
    assert "${{" not in text.split("run: |")[1]
    documented = (ROOT / "docs/github_action.md").read_text(encoding="utf-8")
    outputs = re.findall(r"steps\.gate\.outputs\.([a-z0-9-]+)", text)
    assert all(f"`{name}`" in documented for name in [*inputs, *outputs])
    assert outputs == [
        *("verdict", "exit-code", "report-json", "report-html", "junit", "sarif"),
        *("report-sha256", "attestation", "shard-artifact", "baseline"),
    ]


@pytest.mark.parametrize("path", sorted(WORKFLOWS.glob("*.yml")), ids=lambda path: path.stem)
def test_a_workflow_keeps_to_what_is_safe(path: Path) -> None:
    """Actions are named by commit, nothing is spliced into a shell, the default token reads."""
    text = path.read_text(encoding="utf-8")
    for name, ref, comment in re.findall(r"uses: ([\w/.-]+)@(\S+)(.*)", text):
        assert re.fullmatch(r"[0-9a-f]{40}", ref), name
        assert (ref == PLACEHOLDER) == (name == "mhgate/mhgate")
        assert " # " in comment
    for script in re.findall(r"run: \|\n((?:          .*\n|\n)+)", text):
        assert "${{" not in script
    top = text.split("\njobs:")[0]
    assert "permissions: {}" in top or "permissions:\n  contents: read\n" in top
    assert "pull_request_target" not in text


def test_a_baseline_is_never_made_on_a_pull_request() -> None:
    """The workflow that promotes one is started by a person alone, on the main branch."""
    text = (WORKFLOWS / "baseline.yml").read_text(encoding="utf-8")
    assert re.search(r"^on:\n  workflow_dispatch:\n    inputs:\n      reason:", text, re.MULTILINE)
    assert "default_branch" in text
    for other in ("pull_request.yml", "fork_pull_request.yml", "matrix.yml", "nightly.yml"):
        assert "bless:" not in (WORKFLOWS / other).read_text(encoding="utf-8")
