"""A pack that actions/attest signs: GitHub's own library does, through a loopback Sigstore."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from commanding import mhgate
from filing import Filed

sys.path.append(str(Path(__file__).parents[1] / "attest"))  # for the Sigstore

from loopback_sigstore import MOCK, LoopbackSigstore, installed, serving

from mhgate.evidence.index import SIGNATURE
from mhgate.evidence.statement import PREDICATE_TYPE

pytest.importorskip("sigstore")

SIGN = Path(__file__).parents[1] / "attest" / "attest_as_actions.mjs"


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(tmp_path_factory.mktemp("actions"), "@actions/attest@3.2.0", MOCK)


@pytest.fixture(scope="module")
def sigstore(node: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoopbackSigstore]:
    with serving(node, tmp_path_factory.mktemp("roots")) as served:
        yield served


@pytest.fixture
def pack(filed: Filed, tmp_path: Path) -> Path:
    """Return a pack that nobody has signed."""
    copy = Path(shutil.copytree(filed.folder, tmp_path / "pack"))
    (copy / SIGNATURE).unlink()
    return copy


def attested(
    node: Path, sigstore: LoopbackSigstore, pack: Path, predicate: Path, *names: str
) -> Path:
    """Have files of a pack signed as actions/attest does; return its bundle."""
    subjects: list[dict[str, Any]] = [
        {"name": name, "digest": {"sha256": hashlib.sha256((pack / name).read_bytes()).hexdigest()}}
        for name in names
    ]
    told = pack.parent / "subjects.json"
    told.write_text(json.dumps(subjects))
    ran = subprocess.run(
        [
            "node",
            str(SIGN),
            str(node),
            sigstore.url,
            str(told),
            PREDICATE_TYPE,
            str(predicate),
        ],
        env={**os.environ, "TOKEN": sigstore.token(), "GITHUB_SERVER_URL": "https://github.com"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    made = pack.parent / "attestation.json"
    made.write_text(ran.stdout)
    return made


def test_what_actions_attest_signed_is_taken_in_and_checked(
    pack: Path, node: Path, sigstore: LoopbackSigstore, tmp_path: Path
) -> None:
    """The claim is written, signed elsewhere, taken in, and holds by who signed."""
    predicate = tmp_path / "predicate.json"
    asked = mhgate("sign", pack, "--predicate", predicate)
    assert asked.returncode == 0, asked.stderr
    assert "WARNED" in asked.stdout
    assert not (pack / SIGNATURE).exists()
    bundle = attested(node, sigstore, pack, predicate, "report.json", "index.json")
    taken = mhgate("sign", pack, "--bundle", bundle)
    assert taken.returncode == 0, taken.stderr
    words = ["--trusted-root", sigstore.trusted_root, "--issuer", sigstore.issuer, "--identity"]
    holds = mhgate("verify", pack, *words, sigstore.identity)
    assert holds.returncode == 0, holds.stdout
    assert f"signed by {sigstore.identity}" in holds.stdout
    another = mhgate("verify", pack, *words, sigstore.identity.replace("gate", "other"))
    assert another.returncode == 1
    assert "it is not signed by" in another.stdout


def test_what_was_signed_of_something_else_is_not_taken_in(
    pack: Path, node: Path, sigstore: LoopbackSigstore, tmp_path: Path
) -> None:
    """Another set of files, and another claim, each in its own words; nothing is written."""
    predicate = tmp_path / "predicate.json"
    assert mhgate("sign", pack, "--predicate", predicate).returncode == 0
    half = attested(node, sigstore, pack, predicate, "report.json")
    refused = mhgate("sign", pack, "--bundle", half)
    assert refused.returncode == 1
    assert "signs another set of files" in refused.stderr
    claim = json.loads(predicate.read_text())
    predicate.write_text(json.dumps({**claim, "result": "PASSED"}))
    other = attested(node, sigstore, pack, predicate, "report.json", "index.json")
    refused = mhgate("sign", pack, "--bundle", other)
    assert refused.returncode == 1
    assert "signs another claim" in refused.stderr
    assert not (pack / SIGNATURE).exists()


def test_one_way_of_signing_is_named(pack: Path, filed: Filed) -> None:
    """A key, keyless, or elsewhere: two of them are a mistake."""
    ran = mhgate("sign", pack, "--keyless", "--bundle", filed.report)
    assert ran.returncode == 2
    assert "name one of them" in ran.stderr
    none = mhgate("sign", pack, "--bundle", pack / "none.json")
    assert none.returncode == 2
    assert "expected a bundle" in none.stderr
