"""Signing with a local key loads no extra, and a face that signs nothing loads no cryptography."""

from __future__ import annotations

import subprocess
import sys

import pytest

LOADED = (
    "import sys; {code}; "
    "print(*sorted({{name.partition('.')[0] for name in sys.modules}} & set({names!r})))"
)


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import mhgate.attest", ("sigstore", "rfc3161_client", "httpx", "requests", "tuf")),
        ("import mhgate, mhgate.cli, mhgate.wiring", ("cryptography", "sigstore", "httpx")),
        ("import mhgate.pytest_plugin", ("cryptography", "sigstore")),
    ],
)
def test_what_is_not_needed_is_not_loaded(code: str, absent: tuple[str, ...]) -> None:
    """Each library is imported when it is used."""
    ran = subprocess.run(
        [sys.executable, "-c", LOADED.format(code=code, names=absent)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == []
