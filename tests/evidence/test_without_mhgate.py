"""docs/verify-without-mhgate.md: its own shell, run on real packs and on forged ones."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from filing import Filed
from tampering import edited, signed_again

from mhgate.attest import new_key
from mhgate.evidence.index import REPORT, SIGNATURE
from mhgate.wiring import sign_off_pack, signer_with_key

PAGE = Path(__file__).resolve().parents[2] / "docs" / "verify-without-mhgate.md"
TOOLS = ("bash", "openssl", "jq", "sha256sum", "base64")

HAS_TOOLS = all(shutil.which(tool) is not None for tool in TOOLS)

pytestmark = pytest.mark.skipif(not HAS_TOOLS, reason=f"needs {', '.join(TOOLS)}")


def checked_by_hand(folder: Path, public: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the shell of the page, box after box, as a reader would."""
    boxes = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    assert len(boxes) == 7
    return subprocess.run(
        ["bash", "-c", "\n".join(boxes)],
        cwd=folder.parent,
        env={"PATH": os.environ["PATH"], "PACK": folder.name, "KEY": str(public), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(filed: Filed, tmp_path: Path) -> Path:
    """Return a copy of the signed pack, to be changed."""
    return Path(shutil.copytree(filed.folder, tmp_path / "pack"))


def test_the_page_accepts_a_pack_and_its_sign_offs(
    filed: Filed, folder: Path, tmp_path: Path
) -> None:
    """Signature, bytes, claim, verdict, journal and a sign-off, by tools that are not ours."""
    person = new_key("ed25519")
    sign_off_pack(
        folder,
        name="Ada Example",
        role="clinical",
        meaning="review",
        signer=signer_with_key(person),
        confirm=lambda _told: "typed",
    )
    pem = tmp_path / "person.pem"
    pem.write_bytes(person.public().pem())
    done = checked_by_hand(folder, filed.public, SIGNOFF_KEYS=str(pem))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "signed off: Ada Example (clinical)" in done.stdout
    assert "HOLDS: WARNED, outcome pass, run" in done.stdout
    (tmp_path / "other.pem").write_bytes(new_key("ed25519").public().pem())
    other = checked_by_hand(folder, filed.public, SIGNOFF_KEYS=str(tmp_path / "other.pem"))
    assert other.returncode != 0
    assert "sign-off-1.sigstore.json: is not signed by" in other.stderr


@pytest.mark.parametrize(
    "name",
    [
        "report.json",
        "index.json",
        "journal.jsonl",
        "thresholds.toml",
        "suites/crisis/over_alarm.jsonl",
    ],
)
def test_the_page_refuses_a_changed_file(filed: Filed, folder: Path, name: str) -> None:
    """One byte is enough, whichever file it is in."""
    path = folder / name
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))
    done = checked_by_hand(folder, filed.public)
    assert done.returncode != 0
    assert "DOES NOT HOLD" in done.stderr


def test_the_page_refuses_what_is_extra_missing_or_a_strangers(
    filed: Filed, folder: Path, tmp_path: Path
) -> None:
    """A file more, a file less, another key, another statement."""
    (folder / "note.txt").write_text("trust me")
    assert "extra" in checked_by_hand(folder, filed.public).stderr
    (folder / "note.txt").unlink()
    other = tmp_path / "other.pem"
    other.write_bytes(new_key().public().pem())
    assert "is not signed by" in checked_by_hand(folder, other).stderr
    (folder / "trend.json").unlink()
    assert "a file was changed or is missing" in checked_by_hand(folder, filed.public).stderr


def _pass(value: Any) -> None:
    value["verdict"]["pillars"][0]["probes"][0]["threshold"]["min_score"] = 0.999


def _certified(claim: Any) -> None:
    claim["result"] = "PASSED"


def test_the_page_asks_for_certificates(filed: Filed, folder: Path) -> None:
    """A report that calls its judge certified, and has nothing that certifies it, is not PASSED."""

    def certified(value: Any) -> None:
        value["provenance"]["judge_certified"] = True

    report = edited((folder / REPORT).read_bytes(), certified)

    def passed(claim: Any) -> None:
        _certified(claim)
        claim["urn:mhgate:run:v1"]["report"] = hashlib.sha256(report).hexdigest()

    signed_again(folder, {REPORT: report}, filed.key, predicate=passed)
    done = checked_by_hand(folder, filed.public)
    assert "PASSED, by a judge that is not certified" in done.stderr


def test_the_page_refuses_a_forgery_that_is_signed(filed: Filed, folder: Path) -> None:
    """A pass over numbers that are none; and a better word than the report allows."""
    report = edited((folder / REPORT).read_bytes(), _pass)
    whole = {name: (folder / name).read_bytes() for name in (REPORT, "index.json", SIGNATURE)}

    def bound(claim: Any) -> None:
        from mhgate.evidence.index import sha256_hex

        claim["urn:mhgate:run:v1"]["report"] = sha256_hex(report)

    signed_again(folder, {REPORT: report}, filed.key, predicate=bound)
    done = checked_by_hand(folder, filed.public)
    assert "the verdict is not what the report's numbers give" in done.stderr
    for name, data in whole.items():
        (folder / name).write_bytes(data)
    signed_again(folder, {}, filed.key, predicate=_certified)
    done = checked_by_hand(folder, filed.public)
    assert "PASSED, by a judge that is not certified" in done.stderr
