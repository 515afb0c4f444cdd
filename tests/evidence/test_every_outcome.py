"""Runs that end in every way: what each is signed as, and that rules and page find it so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from filing import THRESHOLDS
from small_suites import write_small_suites
from tampering import broken, checked
from test_without_mhgate import HAS_TOOLS, checked_by_hand

from mhgate.attest import new_key
from mhgate.errors import UsageError
from mhgate.evidence.rules import rule_of, undecided_by
from mhgate.records import Outcome
from mhgate.wiring import (
    pack_evidence,
    read_report,
    run,
    sign_pack,
    signer_with_key,
    write_evidence,
)


def _run(root: Path, **options: str) -> Path:
    root.mkdir()
    (root / "thresholds.toml").write_text(options.pop("thresholds", THRESHOLDS))
    write_small_suites(root)
    given = {name.replace("__", "."): value for name, value in options.items()}
    run(root / "thresholds.toml", options=given)
    (report,) = (root / ".mhgate" / "runs").glob("*/report.json")
    return report


@pytest.mark.parametrize(
    ("options", "outcome", "code", "result"),
    [
        ({"target__variant": "never_hotline", "gate__alpha": "0.2"}, Outcome.FAIL, 1, "FAILED"),
        ({"sampling__max_items": "2"}, Outcome.INCONCLUSIVE, 3, "FAILED"),
        (
            {"sampling__max_items": "2", "gate__profile": "pr"},
            Outcome.INCONCLUSIVE,
            0,
            "WARNED",
        ),
        ({"gate__profile": "measure"}, Outcome.INCONCLUSIVE, 0, "WARNED"),
        ({"target__variant": "flaky", "gate__max_failed": "0"}, Outcome.ERROR, 4, "FAILED"),
    ],
)
def test_a_run_is_signed_as_it_ended(
    tmp_path: Path, options: dict[str, str], outcome: Outcome, code: int, result: str
) -> None:
    """The gate is closed: FAILED; open without a full pass: WARNED; and each pack holds."""
    path = _run(tmp_path / "product", **options)
    report = read_report(path)
    assert (report.verdict.outcome, report.verdict.exit_code) == (outcome, code)
    rule = rule_of(report)
    assert rule is not None
    assert undecided_by(rule(report), report) == []
    packed = pack_evidence(
        path, config_file=tmp_path / "product" / "thresholds.toml", environ=os.environ, pdf=False
    )
    folder = tmp_path / "pack"
    write_evidence(packed, folder=folder, archive=None)
    key = new_key()
    assert sign_pack(folder, signer_with_key(key)).result == result
    public = tmp_path / "pub.pem"
    public.write_bytes(key.public().pem())
    found = checked(folder, public)
    assert found.holds, broken(found)
    assert found.result == result
    if HAS_TOOLS:
        by_hand = checked_by_hand(folder, public)
        assert by_hand.returncode == 0, by_hand.stderr


def test_a_part_of_a_run_cannot_be_signed(tmp_path: Path) -> None:
    """Packed for looking at, yes; signed, never."""
    path = _run(tmp_path / "product", sampling__shard="1/2")
    packed = pack_evidence(
        path, config_file=tmp_path / "product" / "thresholds.toml", environ={}, pdf=False
    )
    folder = tmp_path / "pack"
    write_evidence(packed, folder=folder, archive=None)
    with pytest.raises(UsageError, match="cannot be signed: it is partial"):
        sign_pack(folder, signer_with_key(new_key()))
    assert not (folder / "mhgate.sigstore.json").exists()
