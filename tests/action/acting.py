"""Runs workflows with act, without Docker and without GitHub: actions of others have stand-ins."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from scratch import Repository

__all__ = ["PLACEHOLDER", "ROOT", "WORKFLOWS", "Acted", "Stage", "tool"]

ROOT = Path(__file__).parents[2]
WORKFLOWS = ROOT / "examples" / "workflows"
PLACEHOLDER = "0" * 40
_UPLOAD = "actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02"
_DOWNLOAD = "actions/download-artifact@d3f86a106a0bac45b974a628896c90dbdf5c8093"

_STUBS = {
    _UPLOAD: """\
name: upload
description: Copies into a folder, in place of the one that needs GitHub.
inputs:
  name: {description: name, default: ""}
  path: {description: path, default: ""}
  overwrite: {description: overwrite, default: ""}
runs:
  using: composite
  steps:
    - shell: bash
      env: {NAMED: "${{ inputs.name }}", KEPT: "${{ inputs.path }}"}
      run: mkdir -p "$ARTIFACTS/$NAMED" && cp $KEPT "$ARTIFACTS/$NAMED/"
""",
    _DOWNLOAD: """\
name: download
description: Copies out of that folder.
inputs:
  pattern: {description: pattern, default: ""}
  path: {description: path, default: ""}
runs:
  using: composite
  steps:
    - shell: bash
      env: {PATTERN: "${{ inputs.pattern }}", INTO: "${{ inputs.path }}"}
      run: mkdir -p "$INTO" && cp -r "$ARTIFACTS"/$PATTERN "$INTO/"
""",
}


# the first line of action.yml that takes seconds is done once, and then copied
_PYTHON = """\
#!/bin/sh
if [ "$1 $2 $3 $4" = "-I -m venv --system-site-packages" ]; then
  exec cp -a "{venv}/." "$5"
fi
exec "{python}" "$@"
"""


def tool(name: str) -> str:
    """Return a program of the extra dev; without it, the test is skipped."""
    beside = Path(sys.executable).with_name(name)
    found = str(beside) if beside.exists() else shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (extra dev)")
    return found


@dataclass
class Acted:
    """How a workflow ended."""

    code: int
    log: str
    artifacts: Path

    @property
    def verdicts(self) -> list[str]:
        """What each step of the gate gave as its verdict."""
        return sorted(set(re.findall(r"::set-output:: verdict=(\w+)", self.log)))


@dataclass
class Stage:
    """A place for workflows: the action as it is here, and stand-ins for what needs GitHub."""

    folder: Path
    words: list[str] = field(default_factory=list)

    @classmethod
    def set_up(cls, folder: Path) -> Stage:
        """Lay the action and its stand-ins out."""
        stage = cls(folder)
        action = folder / "mhgate"
        shutil.copytree(
            ROOT / "mhgate", action / "mhgate", ignore=shutil.ignore_patterns("__pycache__")
        )
        shutil.copytree(ROOT / "suites", action / "suites")
        for name in ("action.yml", "pyproject.toml", "thresholds.toml", "README.md", "LICENSE"):
            shutil.copy(ROOT / name, action)
        stage._offer(f"mhgate/mhgate@{PLACEHOLDER}", action)
        for number, (name, text) in enumerate(_STUBS.items()):
            stub = folder / f"stub-{number}"
            stub.mkdir()
            (stub / "action.yml").write_text(text, encoding="utf-8")
            stage._offer(name, stub)
        stage._lend_a_python()
        return stage

    def _lend_a_python(self) -> None:
        python, venv = getattr(sys, "_base_executable", sys.executable), self.folder / "venv"
        words = ["-I", "-m", "venv", "--system-site-packages"]
        if importlib.util.find_spec("pip") is not None:
            words.append("--without-pip")  # what is lent below is seen there, and pip with it
        subprocess.run([python, *words, venv], check=True)
        lent = self.folder / "bin" / "python3"
        lent.parent.mkdir()
        lent.write_text(_PYTHON.format(python=python, venv=venv), encoding="utf-8")
        lent.chmod(0o755)

    def _offer(self, name: str, folder: Path) -> None:
        made = Repository(folder)
        made.git("init", "-q")
        made.commit()
        self.words.append(f"--local-repository={name}={folder}")

    def play(self, made: Repository, name: str) -> Acted:
        """Run a workflow of the repository on its pull request."""
        artifacts = made.root.parent / f"artifacts-{len(list(made.root.parent.iterdir()))}"
        artifacts.mkdir()
        path = made.root.parent / "event.json"
        given = {
            "ARTIFACTS": str(artifacts),
            "PATH": f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
            # what mhgate needs is here already, and nothing is asked of a package index
            "PYTHONPATH": sysconfig.get_path("purelib"),
            "PIP_NO_BUILD_ISOLATION": "false",
            "PIP_NO_INDEX": "1",
        }
        ran = subprocess.run(
            [
                *(
                    tool("act"),
                    "pull_request",
                    f"--workflows=.github/workflows/{name}",
                    "--no-cache-server",
                ),
                *(f"--eventpath={path}", "--platform=ubuntu-latest=-self-hosted", *self.words),
                *(f"--env={key}={value}" for key, value in given.items()),
            ],
            cwd=made.root,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        return Acted(ran.returncode, ran.stdout + ran.stderr, artifacts)
