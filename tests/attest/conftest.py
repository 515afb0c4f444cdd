"""Bundles to tamper with, npm's Sigstore packages, and a Sigstore on this machine."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for what the tests here import

import bundle_tampering
from loopback_sigstore import MOCK, LoopbackSigstore, installed, serving

VERIFYING = ("@sigstore/bundle@4.0.0", "@sigstore/verify@3.1.1")


@pytest.fixture(scope="session")
def p256() -> bundle_tampering.Made:
    return bundle_tampering.made_bundle("p256")


@pytest.fixture(scope="session")
def ed25519() -> bundle_tampering.Made:
    return bundle_tampering.made_bundle("ed25519")


@pytest.fixture(scope="session")
def node(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder whose node_modules hold npm's Sigstore packages."""
    return installed(tmp_path_factory.mktemp("node"), *VERIFYING, MOCK)


@pytest.fixture(scope="session")
def sigstore(node: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoopbackSigstore]:
    """Serve npm's mock of Fulcio and Rekor on a free port."""
    with serving(node, tmp_path_factory.mktemp("sigstore")) as served:
        yield served
