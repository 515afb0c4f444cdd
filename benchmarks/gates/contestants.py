"""Who takes part: how each is called, where it is looked for, and what it came to.

A peer's interpreter is ``$MHGATE_BENCH_PEERS/venvs/<name>/bin/python``, promptfoo's Node is
``$MHGATE_BENCH_PEERS/npm/node_modules/.bin/node``: docs/speed.md says how to make them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.gates.project import PROBE, write_project
from benchmarks.gates.promptfoo_config import counted, write_config
from benchmarks.gates.task import write_items
from benchmarks.processes import ROOT, bare_environment

__all__ = ["CONTESTANTS", "OURS", "Contestant", "Work", "environment", "those"]

OURS = "mhgate"
_PEERS = ROOT / "benchmarks" / "gates" / "peers"


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be done.

    Args:
        folder: where the contestant works; empty.
        url: the endpoint's base URL.
        items: how many.
        concurrency: the most requests at once.
        characters: the least length of a message.
    """

    folder: Path
    url: str
    items: int
    concurrency: int
    characters: int = 0


@dataclass(frozen=True, slots=True)
class Contestant:
    """One of them.

    Args:
        name: as it is shown.
        needs: what must be there, below the folder of peers; empty for mhgate itself.
        package: its distribution, whose version is shown.
        prepare: writes what it reads.
        command: how it is called.
        reads: what reads its result afterwards, as a command; None where it writes it itself.
        result: how many items it judged, and how many were good.
        environ: what stands in its environment beside the shared variables.
    """

    name: str
    needs: str
    package: str
    prepare: Callable[[Work], None]
    command: Callable[[Path, Work], Sequence[str]]
    result: Callable[[Path], tuple[int, int]]
    reads: Callable[[Path, Work], Sequence[str]] | None = None
    environ: Mapping[str, str] = field(default_factory=dict)

    def is_there(self, peers: Path | None) -> bool:
        """Return whether it can be run."""
        return not self.needs or (peers is not None and (peers / self.needs).exists())


def _items(work: Work) -> None:
    write_items(work.folder / "items.jsonl", work.items, characters=work.characters)


def _written(folder: Path) -> tuple[int, int]:
    told = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    return told["items"], told["good"]


def _project(work: Work) -> None:
    write_project(
        work.folder,
        work.url,
        items=work.items,
        concurrency=work.concurrency,
        characters=work.characters,
    )


def _gate(_peers: Path, work: Work) -> Sequence[str]:
    report = work.folder / "report.json"
    python = os.environ.get("MHGATE_BENCH_PYTHON", sys.executable)
    return [python, "-m", "mhgate", "run", f"--output={report}"]


def _reported(folder: Path) -> tuple[int, int]:
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    mine = [row for row in report["outcomes"] if row["probe_id"] == PROBE]
    return report["accounts"]["scored"], sum(row["value"] == 1 for row in mine)


def _by_script(venv: str, script: str) -> Callable[[Path, Work], Sequence[str]]:
    return lambda peers, _work: [str(peers / f"venvs/{venv}/bin/python"), str(_PEERS / script)]


def _inspect(peers: Path, work: Work) -> Sequence[str]:
    task = work.folder / "inspect_task.py"
    task.write_bytes((_PEERS / "inspect_task.py").read_bytes())
    inspect = str(peers / "venvs/inspect/bin/inspect")
    most = str(work.concurrency)
    return [
        *(inspect, "eval", task.name, "--model", "openai-api/mock/mock-product-2026-01-01"),
        *("--max-connections", most, "--max-samples", most, "--temperature", "0"),
        *("--max-tokens", "256", "--display", "none", "--log-dir", "logs"),
        *("--ctl-server", "false"),
    ]


def _promptfoo(peers: Path, work: Work) -> Sequence[str]:
    modules = peers / "npm/node_modules"
    return [
        *(str(modules / ".bin/node"), str(modules / "promptfoo/dist/src/entrypoint.js"), "eval"),
        *("-c", "promptfooconfig.json", "-j", str(work.concurrency), "--no-cache", "--no-table"),
        *("--no-progress-bar", "--no-write", "-o", "out.json"),
    ]


CONTESTANTS = (
    Contestant(OURS, "", "mhgate", _project, _gate, _reported),
    Contestant(
        "openevals",
        "venvs/openevals/bin/python",
        "openevals",
        _items,
        _by_script("openevals", "openevals_run.py"),
        _written,
        environ={"LANGSMITH_TRACING": "false", "LANGSMITH_API_KEY": "x"},
    ),
    Contestant(
        "promptfoo",
        "npm/node_modules/.bin/node",
        "promptfoo",
        lambda work: write_config(
            work.folder, work.url, items=work.items, characters=work.characters
        ),
        _promptfoo,
        counted,
        environ={
            f"PROMPTFOO_{name}": "1"
            for name in (
                *("DISABLE_TELEMETRY", "DISABLE_UPDATE", "DISABLE_REMOTE_GENERATION"),
                *("DISABLE_SHARING", "SELF_HOSTED"),
            )
        },
    ),
    Contestant(
        "pydantic-evals",
        "venvs/pydanticevals/bin/python",
        "pydantic-evals",
        _items,
        _by_script("pydanticevals", "pydantic_evals_run.py"),
        _written,
    ),
    Contestant(
        "DeepEval",
        "venvs/deepeval/bin/python",
        "deepeval",
        _items,
        _by_script("deepeval", "deepeval_run.py"),
        _written,
        environ={
            "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
            "DEEPEVAL_TELEMETRY_ENABLED": "0",
            "DEEPEVAL_NO_INSPECT_PROMPT": "1",
            "DEEPEVAL_UPDATE_WARNING_OPT_IN": "NO",
            "DEEPEVAL_DISABLE_DOTENV": "1",
        },
    ),
    Contestant(
        "Inspect AI",
        "venvs/inspect/bin/inspect",
        "inspect-ai",
        _items,
        _inspect,
        _written,
        reads=_by_script("inspect", "inspect_read.py"),
    ),
)


def those(who: AbstractSet[str], peers: Path | None) -> tuple[list[Contestant], list[str]]:
    """Return the contestants that can be run, and the names of those that are absent.

    Args:
        who: names in small letters; empty for all.
        peers: the folder of peers.
    """
    chosen = [each for each in CONTESTANTS if not who or each.name.lower() in who]
    there = [each for each in chosen if each.is_there(peers)]
    return there, [each.name for each in chosen if each not in there]


def environment(who: Contestant, work: Work) -> dict[str, str]:
    """Return the environment of a contestant's process: nothing of this one's but paths."""
    return {
        **bare_environment(work.folder),
        "OPENAI_API_KEY": "sk-bench-0123456789abcdef",
        "OPENAI_BASE_URL": work.url,
        "MOCK_API_KEY": "x",
        "MOCK_BASE_URL": work.url,
        "BENCH_URL": work.url,
        "BENCH_CONCURRENCY": str(work.concurrency),
        "BENCH_FOLDER": str(work.folder),
        **who.environ,
    }
