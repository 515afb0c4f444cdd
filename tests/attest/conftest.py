"""Bundles to tamper with, npm's Sigstore packages, and a Sigstore on this machine."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for what the tests here import

import bundle_tampering
from loopback_sigstore import LoopbackSigstore

_PACKAGES = ("@sigstore/bundle@4.0.0", "@sigstore/mock@0.12.1", "@sigstore/verify@3.1.1")


@pytest.fixture(scope="session")
def p256() -> bundle_tampering.Made:
    return bundle_tampering.made_bundle("p256")


@pytest.fixture(scope="session")
def ed25519() -> bundle_tampering.Made:
    return bundle_tampering.made_bundle("ed25519")


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder whose node_modules hold npm's Sigstore packages."""
    npm, runs = shutil.which("npm"), shutil.which("node")
    if npm is None or runs is None:
        pytest.skip("needs node and npm")
    folder = tmp_path_factory.mktemp("node")
    quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--loglevel=error")
    try:
        made = subprocess.run(
            [npm, "install", *quiet, *_PACKAGES],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=180,
        )
    except subprocess.TimeoutExpired:
        pytest.skip("needs npm's @sigstore packages: the registry does not answer")
    if made.returncode:
        pytest.skip(f"needs npm's @sigstore packages: {made.stderr.strip()[-200:]}")
    return folder


@pytest.fixture(scope="session")
def sigstore(node: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoopbackSigstore]:
    """Serve npm's mock of Fulcio and Rekor on a free port."""
    pytest.importorskip("sigstore")
    script = Path(__file__).with_name("sigstore_server.mjs")
    server = subprocess.Popen(
        ["node", str(script), str(node)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        assert server.stderr is not None
        line = server.stdout.readline()
        assert line, server.stderr.read()
        folder = tmp_path_factory.mktemp("sigstore")
        (folder / "config.json").write_text(line, encoding="utf-8")
        # gh reads JSON Lines, and a last line only where it ends
        (folder / "root.jsonl").write_text(
            json.dumps(json.loads(line)["trustedRoot"]) + "\n", encoding="utf-8"
        )
        yield LoopbackSigstore(
            trust_config=folder / "config.json",
            trusted_root=folder / "root.jsonl",
            identity="https://github.com/o/r/.github/workflows/gate.yml@refs/heads/main",
            issuer="https://token.actions.githubusercontent.com",
            repository="o/r",
        )
    finally:
        server.terminate()
        server.communicate(timeout=20)
