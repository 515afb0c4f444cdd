"""What a client of the Sigstore on this machine is given, and the tokens that it signs by."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class LoopbackSigstore:
    """What a client of the Sigstore on this machine is given."""

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
