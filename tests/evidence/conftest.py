"""A signed pack of a small run, made once; and the folders whose builders the tests here share."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from filing import Filed

TESTS = Path(__file__).resolve().parents[1]
sys.path += [str(TESTS / each) for each in ("evidence", "verdict", "cli", "report")]


@pytest.fixture(scope="session")
def filed(tmp_path_factory: pytest.TempPathFactory) -> Filed:
    """Run the demo once, pack the run with its journal inside, and sign folder and zip."""
    from filing import THRESHOLDS, Filed
    from small_suites import write_small_suites

    from mhgate.attest import new_key
    from mhgate.attest.key_files import write_key
    from mhgate.wiring import pack_evidence, run, sign_pack, signer_with_key, write_evidence

    root = tmp_path_factory.mktemp("filed")
    (root / "thresholds.toml").write_text(THRESHOLDS)
    write_small_suites(root)
    assert run(root / "thresholds.toml").verdict.exit_code == 0
    (report,) = (root / ".mhgate" / "runs").glob("*/report.json")
    packed = pack_evidence(
        report,
        config_file=root / "thresholds.toml",
        environ=dict(os.environ),
        journal="inside",
        pdf=False,
    )
    folder, archive = root / "pack", root / "pack.zip"
    write_evidence(packed, folder=folder, archive=archive)
    key = new_key()
    files = write_key(key, root / "ci", passphrase=None)
    for path in (folder, archive):
        assert sign_pack(path, signer_with_key(key)).result == "WARNED"
    return Filed(root, report, folder, archive, files.private, files.public)
