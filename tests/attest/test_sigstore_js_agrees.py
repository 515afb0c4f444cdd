"""npm's @sigstore/verify checks our bundles with a local key."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from bundle_tampering import Made, Tampering, not_seen_by, seen_by

CHECK = Path(__file__).with_name("check_bundle.mjs")


def told(node: Path, folder: Path, data: bytes, made: Made) -> tuple[int, str]:
    (folder / "bundle.json").write_bytes(data)
    (folder / "key.pem").write_bytes(made.public.pem())
    ran = subprocess.run(
        ["node", str(CHECK), str(node), "bundle.json", "key.pem"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not ran.stderr
    return ran.returncode, ran.stdout.strip()


@pytest.mark.parametrize("kind", ["p256", "ed25519"])
def test_sigstore_js_accepts_what_we_sign(
    kind: str, node: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """It reads the bundle and finds the signature good."""
    made: Made = request.getfixturevalue(kind)
    assert told(node, tmp_path, made.data, made) == (0, "the key")


@pytest.mark.parametrize("tampering", seen_by("sigstore_js"), ids=lambda each: each.name)
def test_sigstore_js_refuses(tampering: Tampering, node: Path, tmp_path: Path, p256: Made) -> None:
    """What it can see of a change, it refuses as we do, and says why."""
    code, said = told(node, tmp_path, tampering.apply(p256), p256)
    assert code == 1
    assert any(kind in said for kind in ("SIGNATURE_ERROR", "invalid bundle")), said


@pytest.mark.parametrize("tampering", not_seen_by("sigstore_js"), ids=lambda each: each.name)
def test_sigstore_js_cannot_see(
    tampering: Tampering, node: Path, tmp_path: Path, p256: Made
) -> None:
    """What the table says that it cannot see is so: what we do more is needed."""
    assert told(node, tmp_path, tampering.apply(p256), p256) == (0, "the key")
