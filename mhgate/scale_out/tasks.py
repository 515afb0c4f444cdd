"""What the task of a part holds, and what comes back of it.

A task holds what both sides must agree on and nothing else: no transcript, no item, no secret; but
for a part that broke off, whose journal goes with it to whoever goes on.
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from mhgate.canonical import digest
from mhgate.errors import ExitCode
from mhgate.wiring.product_folder import TLS_FOLDER
from mhgate.wiring.versions import version_of_mhgate
from mhgate.wiring.workspace import Workspace

__all__ = ["Came", "Part", "goes_on", "part_of", "run_id_of", "versions"]

_NOTHING: Mapping[str, str] = MappingProxyType({})
_BY_ITSELF = frozenset({ExitCode.INTERNAL, ExitCode.INTERRUPTED, ExitCode.TERMINATED})


@dataclass(frozen=True, slots=True)
class Part:
    """What a task holds.

    Args:
        config: the path of thresholds.toml, which is the same for every worker.
        settings: what was set beside the file, by dotted key.
        overrides: the same as the report records it.
        shard: which part, ``2/8``.
        run_id: of this part, whoever asks it.
        versions: of mhgate and Python on the client.
        policy: the digest of the policy.
        plan: the digest of the whole plan.
        journal: what is there of it already; empty where nothing is.
        transcripts: what is judged; empty where a target is asked.
        selection: which suites, probes and columns of it.
        tls_folder: where the files of ``tls`` are looked up; empty where that is beside the file.
    """

    config: str
    settings: Mapping[str, str]
    overrides: tuple[Mapping[str, Any], ...]
    shard: str
    run_id: str
    versions: Mapping[str, str]
    policy: str
    plan: str
    journal: bytes = b""
    transcripts: str = ""
    selection: Mapping[str, Any] | None = None
    tls_folder: str = ""


@dataclass(frozen=True, slots=True)
class Came:
    """What came back of a part: its journal, or why there is none that is whole.

    Args:
        shard: which part.
        run_id: the run that asked it.
        journal: the bytes of its journal; what there is of it where it broke off.
        error: what went wrong; empty where nothing did.
        hint: what to do about it.
        exit_code: that it would have alone.
        judging: what the judge was asked, where transcripts were judged.
    """

    shard: str
    run_id: str
    journal: bytes = b""
    error: str = ""
    hint: str = ""
    exit_code: int = 0
    judging: Mapping[str, Any] | None = None

    @property
    def broke_off(self) -> bool:
        """Whether it ended by no mistake of anybody's, so that another try may end otherwise."""
        return bool(self.error) and self.exit_code in _BY_ITSELF


def versions() -> dict[str, str]:
    """Return what must be the same on both sides: of mhgate, and of Python to the second place."""
    python = ".".join(platform.python_version_tuple()[:2])
    return {"mhgate": version_of_mhgate(), "Python": python}


def run_id_of(token: str, shard: str) -> str:
    """Return the id of a part's run: whoever asks it again finds what was asked before.

    Args:
        token: the id of the whole run.
        shard: which part.

    Example:
        >>> run_id_of("20261130T120000.000001-abc123", "1/2").startswith("20261130T120000.000001-")
        True
    """
    began, _, _ = token.rpartition("-")
    return f"{began}-{digest([token, shard]).removeprefix('sha256:')[:6]}"


def part_of(
    workspace: Workspace,
    *,
    shard: str,
    token: str,
    plan: str,
    environ: Mapping[str, str] = _NOTHING,
    transcripts: str = "",
    selection: Mapping[str, Any] | None = None,
) -> Part:
    """Return the task of one part.

    Args:
        workspace: of the whole run.
        shard: which part.
        token: the id of the whole run.
        plan: the digest of the whole plan.
        environ: the environment; of it only where the files of ``tls`` are is sent.
        transcripts: what is judged; empty where a target is asked.
        selection: which suites, probes and columns of it.
    """
    config = workspace.config
    return Part(
        config=str(config.path.resolve()),
        settings={each.key: str(each.value) for each in config.overrides},
        overrides=tuple(each.model_dump(mode="json") for each in config.overrides),
        shard=shard,
        run_id=run_id_of(token, shard),
        versions=versions(),
        policy=config.policy_digest,
        plan=plan,
        transcripts=transcripts,
        selection=selection,
        tls_folder=environ.get(TLS_FOLDER, ""),
    )


def goes_on(journal: bytes, earlier: bytes) -> bool:
    r"""Return whether a journal is an earlier one with more in it.

    Args:
        journal: the bytes of it.
        earlier: the bytes of the other; torn in its last line or not.

    Example:
        >>> goes_on(b"one\ntwo\n", b"one\ntw"), goes_on(b"one\n", b"one\ntwo\n")
        (True, False)
    """
    whole = earlier[: earlier.rfind(b"\n") + 1]
    return len(journal) > len(whole) and journal.startswith(whole)
