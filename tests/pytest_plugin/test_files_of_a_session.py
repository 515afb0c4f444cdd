"""The files beside the report: asked for by option, variable or ini value, and never an old one."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from junitparser import JUnitXml

from tests import warm_process

THRESHOLDS = """
[suites]
folders = ["manners"]
[target]
kind = "function"
call = "bot:reply"
escalation = "none"
preflight = false
[judge]
kind = "rules"
trust = "off"
[pillar.manners]
min_score = 0.8
"""

PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content
'''


@pytest.fixture
def product(tmp_path: Path) -> Path:
    """A product in a folder of a repository, whose bot is bad."""
    (tmp_path / ".git").mkdir()
    folder = tmp_path / "bots"
    (folder / "manners").mkdir(parents=True)
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    (folder / "bot.py").write_text("def reply(message):\n    return 'Go away, SECRETWORD.'\n")
    (folder / "manners" / "test_manners.py").write_text(PROBE)
    row = {"turns": ["CANARYWORD"], "source": "s", "licence": "l"}
    rows = [{"id": f"m-{n}", "family": f"f-{n}", **row} for n in range(30)]
    (folder / "manners" / "items.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return folder


def ran(
    folder: Path, *words: str, command: str = "mhgate run", **environ: str
) -> subprocess.CompletedProcess[str]:
    return warm_process.run(*command.split(), *words, cwd=folder, env={**os.environ, **environ})


def sarif(path: Path) -> dict[str, object]:
    (run,) = json.loads(path.read_text())["runs"]
    result = run["results"][0]
    place = result["locations"][0]["physicalLocation"]
    return {
        "rule": result["ruleId"],
        "level": result["level"],
        "uri": place["artifactLocation"]["uri"],
        "line": place["region"]["startLine"],
        "exit": run["invocations"][0]["exitCode"],
    }


FOUND = {
    "rule": "manners.says_hear",
    "level": "error",
    "uri": "bots/manners/test_manners.py",
    "line": 5,
    "exit": 1,
}


def test_run_writes_them_all(product: Path) -> None:
    """``mhgate run --sarif --junit --html``: the place in the repository, and no word that fell."""
    words = ("--sarif", "out/gate.sarif", "--junit", "out/gate.xml", "--html", "out/gate.html")
    done = ran(product, *words)
    assert done.returncode == 1, done.stderr
    assert f"sarif: {product / 'out' / 'gate.sarif'}" in done.stderr
    assert sarif(product / "out" / "gate.sarif") == FOUND
    root = JUnitXml.fromfile(str(product / "out" / "gate.xml"))
    assert (root.failures, root.errors) == (2, 0)
    assert "manners.says_hear" in (product / "out" / "gate.html").read_text()
    for file in (product / "out").iterdir():
        assert not any(word in file.read_text() for word in ("SECRETWORD", "CANARYWORD"))


def test_variables_and_ini_ask_for_them_too(product: Path) -> None:
    """Pytest takes the variable before the ini value."""
    asked = ("[pytest]", "mhgate_junit = ini.xml", "mhgate_html = ini.html", "mhgate_sarif = no.s")
    (product / "pytest.ini").write_text("\n".join(asked))
    done = ran(product, "--mhgate", command="pytest", MHGATE_SARIF="variable.sarif")
    assert done.returncode == 1, done.stdout
    assert sarif(product / "variable.sarif") == FOUND
    assert (product / "ini.xml").is_file()
    assert (product / "ini.html").is_file()
    assert not (product / "no.s").exists()


@pytest.mark.parametrize("broken", ["bot.py", "thresholds.toml"])
def test_an_old_file_does_not_stay(product: Path, broken: str) -> None:
    """Where nothing could be evaluated, or not even begun, yesterday's green file is gone."""
    (product / broken).write_text("=")
    for name in ("gate.xml", "gate.sarif", "gate.html"):
        (product / name).write_text("yesterday")
    words = ("--sarif", "gate.sarif", "--junit", "gate.xml", "--html", "gate.html")
    done = ran(product, *words)
    assert done.returncode not in {0, 1}, done.stderr
    assert not (product / "gate.xml").exists()
    assert not (product / "gate.sarif").exists()
    assert not (product / "gate.html").exists()


def test_listing_leaves_files_alone(product: Path) -> None:
    """--collect-only measures nothing and takes nothing away."""
    (product / "gate.xml").write_text("yesterday")
    ran(product, "--junit", "gate.xml", "--collect-only")
    assert (product / "gate.xml").read_text() == "yesterday"


def test_a_file_that_cannot_be_written_is_no_pass(product: Path) -> None:
    """Whoever asked for a file and gets none must not see green; the other file is written."""
    (product / "bot.py").write_text("def reply(message):\n    return 'I hear you.'\n")
    (product / "taken").write_text("a file")
    words = ("--sarif", "gate.sarif", "--junit", "taken/gate.xml")
    done = ran(product, *words)
    assert done.returncode == 2, done.stderr
    assert "taken/gate.xml" in done.stderr
    assert (product / "gate.sarif").is_file()
    options = [word.replace("--", "--mhgate-") for word in words]
    assert ran(product, "--mhgate", *options, command="pytest").returncode == 1


def test_show_gives_them_again(product: Path) -> None:
    """``mhgate show --format sarif`` of a stored report, with the report's own exit code."""
    ran(product)
    done = ran(product, "latest", "--format", "sarif", "--output", "s", command="mhgate show")
    assert done.returncode == 1, done.stderr
    assert sarif(product / "s")["rule"] == "manners.says_hear"
