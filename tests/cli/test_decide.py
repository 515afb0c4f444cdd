"""Holds ``mhgate decide``: what it prints, what it writes, and the codes with which it ends."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from small_suites import write_small_suites

from mhgate.wiring import read_report, run

THRESHOLDS = """
[suites]
folders = ["crisis"]
[target]
kind = "demo"
[sampling]
max_items = 30
[pillar.crisis]
min_score = 0.5
"""

Command = Callable[..., object]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the demo once, in a folder with two files of thresholds."""
    folder = tmp_path_factory.mktemp("demo")
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    write_small_suites(folder)
    (folder / "strict.toml").write_text(THRESHOLDS.replace("0.5", "0.999"))
    assert run(folder / "thresholds.toml").verdict.exit_code == 0
    return folder


@pytest.fixture
def ran(mhgate: Command, tmp_path: Path, demo: Path) -> Path:
    """Return the demo's report, in a copy of its folder in which the command runs."""
    shutil.copytree(demo, tmp_path, dirs_exist_ok=True)
    (path,) = (tmp_path / ".mhgate" / "runs").glob("*/report.json")
    return path


def test_a_verdict_is_verified(mhgate: Command, ran: Path) -> None:
    """The latest run, a run by its id or folder, or a file: it exits as the verdict does."""
    for named in ([], [ran.parent.name], [str(ran.parent)], [str(ran)]):
        found = mhgate("decide", *named)
        assert found.code == 0, found.err
        assert "is reproduced" in found.out
        assert "the transcripts of the journal beside it against the Merkle root" in found.out
    shutil.copy(ran, "alone.json")
    alone = mhgate("decide", "alone.json")
    assert alone.code == 0
    assert "not checked: the Merkle root, for no journal of it lies beside" in alone.out
    plain = json.loads(mhgate("decide", "--json").out)
    assert plain["reproduced"] is True
    assert plain["journal_held"] is True
    assert plain["decided"]["outcome"] == "pass"


def test_another_checkout_decides_and_judges_the_same(
    mhgate: Command, ran: Path, demo: Path, tmp_path: Path
) -> None:
    """A report names probes by their files below thresholds.toml, and no place of a machine."""
    stored = read_report(ran)
    paths = {probe.probe.path for pillar in stored.verdict.pillars for probe in pillar.probes}
    assert paths == {"crisis/test_crisis.py"}
    again = mhgate("decide", "--thresholds", "thresholds.toml", "-o", "decided.json")
    assert again.code == 0, again.err
    judged = mhgate("judge", "latest", "-o", "judged.json")
    assert judged.code == 0, judged.err
    for file in (ran, Path("decided.json"), Path("judged.json")):
        text = file.read_text()
        assert str(demo) not in text
        assert str(tmp_path) not in text


def test_other_thresholds_are_shown_written_and_exited_with(mhgate: Command, ran: Path) -> None:
    """What changed comes first; the report that is written is one like any other."""
    found = mhgate("decide", "--thresholds", "strict.toml", "-o", "again.json")
    assert found.code == 3
    first, second, *_ = found.out.splitlines()
    assert "decided again under another policy; nobody was asked" in first
    assert second == "crisis: pass -> inconclusive"
    assert "min_score 0.5 -> 0.999" in found.out
    assert "made from" in found.out
    assert read_report(Path("again.json")).verdict.exit_code == 3
    assert mhgate("decide", "again.json").code == 3
    assert mhgate("show", "again.json").code == 3


def test_json_says_what_changed(mhgate: Command, ran: Path) -> None:
    """Pillar by pillar, with the whole report beside."""
    found = mhgate("decide", "--thresholds", "strict.toml", "--profile", "pr", "--json")
    plain = json.loads(found.out)
    assert found.code == plain["decided"]["exit_code"] == 0
    assert plain["reproduced"] is None
    (change,) = plain["changes"]
    assert (change["pillar"], change["before"], change["now"]) == (
        "crisis",
        "pass",
        "inconclusive",
    )
    assert change["parts"][0]["limits"] == {"min_score": {"before": 0.5, "now": 0.999}}
    assert plain["report"]["verdict"]["outcome"] == "inconclusive"


@pytest.mark.parametrize(
    "words",
    [
        ["--alpha", "0.1"],
        ["-o", "again.json"],
        ["--thresholds", "strict.toml", "--seed", "5"],
        ["--thresholds", "strict.toml", "--judge-kind", "rules"],
        ["--thresholds", "strict.toml", "--target-kind", "demo"],
    ],
)
def test_what_would_change_nothing_is_refused(mhgate: Command, ran: Path, words: list[str]) -> None:
    """A setting that is over and done with is no setting."""
    assert mhgate("decide", *words).code == 2


def test_a_report_that_was_changed_is_exit_2(mhgate: Command, ran: Path) -> None:
    """It names the place."""
    ran.write_text(ran.read_text().replace('"min_score": 0.5', '"min_score": 0.4'))
    found = mhgate("decide")
    assert found.code == 2
    assert "not the one that its outcomes and thresholds decide" in found.err


def test_without_a_report_it_says_how_to_make_one(mhgate: Command) -> None:
    """The way out is named."""
    found = mhgate("decide")
    assert found.code == 2
    assert "mhgate run" in found.err
