"""A Sigstore on this machine, of npm's packages: what its clients are given, and their tokens."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

MOCK = "@sigstore/mock@0.12.1"


def installed(folder: Path, *packages: str) -> Path:
    """Install npm's packages into a folder, or skip the test with a reason."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("needs node and npm")
    quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--loglevel=error")
    try:
        made = subprocess.run(
            [npm, "install", *quiet, *packages],
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


@dataclass(frozen=True)
class LoopbackSigstore:
    """What a client of the Sigstore on this machine is given."""

    url: str
    trust_config: Path
    trusted_root: Path
    identity: str
    issuer: str
    repository: str

    def token(self, **claims: Any) -> str:
        """Return what GitHub would give to a job; nothing here checks its signature."""
        import jwt  # a dependency of sigstore, which not every machine has

        workflow = self.identity.removeprefix("https://github.com/")
        now = int(time.time())
        told = {
            "iss": self.issuer,
            "aud": "sigstore",
            "sub": self.identity,  # the mock certifies this claim; Fulcio makes it of the next
            "job_workflow_ref": workflow,
            "workflow_ref": workflow,
            "iat": now,
            "nbf": now - 5,
            "exp": now + 600,
            "event_name": "push",
            "ref": "refs/heads/main",
            "repository": self.repository,
            "repository_id": "1",
            "repository_owner": self.repository.partition("/")[0],
            "repository_owner_id": "2",
            "repository_visibility": "private",
            "run_attempt": "1",
            "run_id": "7",
            "runner_environment": "github-hosted",
            "sha": "a" * 40,
            "job_workflow_sha": "a" * 40,
            "workflow": "gate",
            "workflow_sha": "a" * 40,
            **claims,
        }
        return str(jwt.encode(told, "of this test alone, and checked by nobody", algorithm="HS256"))


@contextmanager
def serving(node: Path, folder: Path) -> Iterator[LoopbackSigstore]:
    """Serve npm's mock of Fulcio and Rekor on a free port; its roots are written into a folder."""
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
        (folder / "config.json").write_text(line, encoding="utf-8")
        # gh reads JSON Lines, and a last line only where it ends
        told = json.loads(line)
        (folder / "root.jsonl").write_text(json.dumps(told["trustedRoot"]) + "\n", "utf-8")
        yield LoopbackSigstore(
            url=told["signingConfig"]["caUrls"][0]["url"],
            trust_config=folder / "config.json",
            trusted_root=folder / "root.jsonl",
            identity="https://github.com/o/r/.github/workflows/gate.yml@refs/heads/main",
            issuer="https://token.actions.githubusercontent.com",
            repository="o/r",
        )
    finally:
        server.terminate()
        server.communicate(timeout=20)
