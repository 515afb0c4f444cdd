"""What a verdict was taken under, held to thresholds.toml: a milder report is a forgery."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filing import Filed
from tampering import broken, checked, edited, signed_again

from mhgate.canonical import canonical_json
from mhgate.config import load_config
from mhgate.evidence.checks import Checks
from mhgate.evidence.container import read_pack
from mhgate.evidence.index import INDEX, REPORT
from mhgate.wiring.verifying import check_pack


@pytest.fixture
def folder(filed: Filed, tmp_path: Path) -> Path:
    """Return a copy of the signed pack, to be changed."""
    return Path(shutil.copytree(filed.folder, tmp_path / "pack"))


def _forged(
    filed: Filed, folder: Path, change: Callable[[Any], object], thresholds: bytes | None = None
) -> str:
    """Forge all of one piece: report, policy, register, pages and claim; return what is found."""
    policy = folder.parent / "thresholds.toml"
    policy.write_bytes(thresholds or (folder / "thresholds.toml").read_bytes())
    digest = load_config(policy).policy_digest

    def all_of(value: Any) -> None:
        value["provenance"]["policy_digest"] = digest
        change(value)

    index = json.loads((folder / INDEX).read_bytes())
    (folder / INDEX).write_bytes(canonical_json({**index, "made_by": "0.0.0"}))  # pages unchecked
    commit = json.loads((folder / REPORT).read_bytes())["provenance"]["commit"]
    absent = {"version": "1", "commit": commit, "register": "absent", "why": "none was kept"}
    changes = {
        REPORT: edited((folder / REPORT).read_bytes(), all_of),
        "thresholds.toml": policy.read_bytes(),
        "register.json": canonical_json(absent),
    }
    signed_again(folder, changes, filed.key)
    claimed = check_pack(read_pack(folder), Checks()).predicate
    if claimed is not None:
        signed_again(folder, {}, filed.key, predicate=lambda each: each.update(claimed))
    found = checked(folder, filed.public)
    return broken(found)


def test_a_forgery_of_one_piece_is_what_these_tests_make(filed: Filed, folder: Path) -> None:
    """The control: where nothing is milder, nothing is found."""
    assert _forged(filed, folder, lambda value: None) == ""


def _certified(value: Any) -> None:
    """Say that the judge is certified, and take away the line that says it is not."""
    value["provenance"]["judge_certified"] = True
    headline = value["verdict"]["headline"]
    value["verdict"]["headline"] = [line for line in headline if "not certified" not in line]


def test_no_report_certifies_its_judge_by_itself(filed: Filed, folder: Path) -> None:
    """Trust is off in the thresholds: a report that says otherwise would be signed PASSED."""
    assert "judge.trust: 'off' there and 'certified' here" in _forged(filed, folder, _certified)


def test_a_certified_judge_has_certificates(filed: Filed, folder: Path) -> None:
    """Trust is on, and no certificate is named: whoever decides is certified by nobody."""
    (folder.parent / "c.json").write_text("[]")
    thresholds = (folder / "thresholds.toml").read_bytes()
    trusting = thresholds + b'\n[judge]\ntrust = "certified"\ncertificates = "c.json"\n'
    found = _forged(filed, folder, _certified, trusting)
    assert "nothing certifies the judge on crisis." in found


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (b"[suites]", b'[gate]\nfail_on = ["not_certified"]\n[suites]', "gate.fail_on"),
        (b"[suites]", b'[gate]\nnew_items = "fail"\n[suites]', "gate.new_items"),
        (b"[suites]", b'[gate]\nbaseline = "b.json"\n[suites]', "gate.baseline"),
        (b"max_items = 20", b"max_items = 400", "sampling.max_items: 400 there and 20 here"),
        (b"max_items = 20", b"max_items = 20\nseed = 5", "sampling.seed: 5 there"),
        (b"max_items = 20", b"max_items = 20\nepochs = 3", "sampling.epochs: 3 there and 1 here"),
    ],
)
def test_conditions_are_those_of_the_thresholds(
    filed: Filed, folder: Path, before: bytes, after: bytes, says: str
) -> None:
    """What more blocks, what is compared, and how much is asked cannot be less than the file's."""
    thresholds = (folder / "thresholds.toml").read_bytes()
    assert before in thresholds
    found = _forged(filed, folder, lambda value: None, thresholds.replace(before, after))
    assert "thresholds.toml is not what the report was decided under" in found
    assert says in found


def test_the_demo_is_not_taken_for_a_product(filed: Filed, folder: Path) -> None:
    """The thresholds name the demo bot: a report that says http of it is refused."""
    found = _forged(filed, folder, lambda value: value["provenance"].update(target_kind="http"))
    assert "target.kind: 'demo' there and 'http' here" in found


_WAIVER = {
    "id": "W-1",
    "probe": "crisis.asks_about_immediate_safety",
    "reason": "soon",
    "by": "Ann",
    "granted": "2026-11-01",
    "expires": "2026-11-30",
}


@pytest.mark.parametrize(
    ("file", "on", "says"),
    [
        (None, "2026-11-30", "waivers: () there and ('W-1 (sha256:"),
        ("mhgate-waivers.toml", "2026-11-02", "waivers hold on"),
    ],
)
def test_waivers_are_those_of_the_file_on_the_day_of_the_run(
    filed: Filed, folder: Path, file: str | None, on: str, says: str
) -> None:
    """An exception that nobody granted, and one that was past its term when the run began."""
    if file is not None:
        dated = {"granted", "expires"}
        lines = [f"{key} = {v if key in dated else json.dumps(v)}" for key, v in _WAIVER.items()]
        text = "\n".join(["[[waiver]]", *lines, ""])
        (folder / file).write_text(text)
        (folder.parent / file).write_text(text)

    def waived(value: Any) -> None:
        held = [{**_WAIVER, "item": None, "stratum": None, "issue": None}]
        value["conditions"]["waivers"] = {
            "file": "mhgate-waivers.toml",
            "digest": "sha256:0",
            "on": on,
            "held": held,
        }
        value["provenance"]["started_at"] = "2027-03-01T00:00:00+00:00"
        value["provenance"]["finished_at"] = "2027-03-01T01:00:00+00:00"

    assert says in _forged(filed, folder, waived)
