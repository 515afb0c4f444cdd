"""The shell that example workflows run themselves, with a stand-in of gh."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import textwrap
from collections.abc import Mapping
from pathlib import Path

import pytest
from acting import WORKFLOWS, tool
from scratch import Repository

TITLE = "mhgate: the nightly gate is not a pass"
_GH = """\
#!/bin/sh
echo "$*" >> "$LOG/gh.log"
if [ "$1 $2" = "issue list" ]; then cat "$LOG/issues.json"; fi
for word in "$@"; do
  if [ "$last" = "--input" ]; then cp "$word" "$LOG/body.json"; fi
  last="$word"
done
"""


def _ran(workflow: str, step: str, folder: Path, environ: Mapping[str, str]) -> list[str]:
    """Run a step's script and return what gh was asked."""
    tool("jq")
    text = (WORKFLOWS / workflow).read_text(encoding="utf-8").split(f"- name: {step}\n")[1]
    script = textwrap.dedent(text.split("run: |\n")[1])
    log = folder.parent / "log"
    log.mkdir(exist_ok=True)
    (log / "gh").write_text(_GH, encoding="utf-8")
    (log / "gh").chmod(0o755)
    if not (log / "issues.json").exists():
        (log / "issues.json").write_text("[]", encoding="utf-8")
    path = f"{log}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={"PATH": path, "LOG": str(log), "RUNNER_TEMP": str(log), **environ},
        check=True,
        capture_output=True,
    )
    return (log / "gh.log").read_text(encoding="utf-8").splitlines()


def test_a_night_that_is_no_pass_opens_one_issue(tmp_path: Path) -> None:
    """The first such night opens an issue; while it is open, the next ones comment on it."""
    folder = tmp_path / "r"
    folder.mkdir()
    environ = {"VERDICT": "", "RUN": "https://github.com/o/r/actions/runs/1"}
    _, opened = _ran("nightly.yml", "Tell", folder, environ)
    assert opened == (
        f"issue create --title {TITLE} --body Verdict: not evaluated. Report: {environ['RUN']}"
    )
    issues = [
        {"number": 9, "title": TITLE},
        {"number": 7, "title": TITLE},
        {"number": 3, "title": f"{TITLE}: why?"},
    ]
    (tmp_path / "log" / "issues.json").write_text(json.dumps(issues), encoding="utf-8")
    *_, commented = _ran("nightly.yml", "Tell", folder, {**environ, "VERDICT": "fail"})
    assert commented.startswith("issue comment 7 --body Verdict: fail. Report: https://")


@pytest.mark.parametrize("is_there", [False, True], ids=["the first", "a later one"])
def test_a_baseline_goes_to_github_as_one_commit(tmp_path: Path, *, is_there: bool) -> None:
    """Who, why and the file, whatever stands in the reason; a later one names what it replaces."""
    files = {"app/mhgate-baseline.json": "{}\n"} if is_there else {"app/x": ""}
    made = Repository.begun(tmp_path / "r", files)
    made.write({"app/mhgate-baseline.json": '{"new": true}\n'})
    (call,) = _ran(
        "baseline.yml",
        "Commit",
        made.root,
        {
            "GITHUB_WORKSPACE": str(made.root),
            "REPOSITORY": "o/r",
            "BRANCH": "main",
            "BASELINE": str(made.root / "app" / "mhgate-baseline.json"),
            "REASON": 'the "state" of $(June)',
            "ACTOR": "ann",
        },
    )
    assert re.match(r"api --method PUT repos/o/r/contents/app/mhgate-baseline\.json --input ", call)
    body = json.loads((tmp_path / "log" / "body.json").read_text(encoding="utf-8"))
    assert body["branch"] == "main"
    assert body["message"] == 'Bless a baseline of mhgate, by ann: the "state" of $(June)'
    assert base64.b64decode(body["content"]) == b'{"new": true}\n'
    assert ("sha" in body) == is_there
