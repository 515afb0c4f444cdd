"""Makes this folder's modules importable; starts what the tests ask for and ends it again.

What is not installed on a machine skips the tests that need it, with a reason that names it.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

import pytest

sys.path[:0] = [
    str(Path(__file__).parent),
    str(Path(__file__).parents[2] / "examples" / "real_targets"),
]

import bots  # noqa: E402 - found on the path that is set above


def _started(stack: ExitStack, bot: AbstractContextManager[str]) -> str:
    try:
        return stack.enter_context(bot)
    except bots.AbsentError as absent:
        pytest.skip(f"needs {absent}")


@pytest.fixture(scope="session")
def eliza_npm() -> Iterator[str]:
    """Yield the base URL of npm's ELIZA."""
    with ExitStack() as stack:
        yield _started(stack, bots.eliza_npm())


@pytest.fixture(scope="session")
def eliza_perl() -> Iterator[str]:
    """Yield the base URL of Debian's ELIZA."""
    with ExitStack() as stack:
        yield _started(stack, bots.eliza_perl())


@pytest.fixture(scope="session")
def smollm2() -> Iterator[str]:
    """Yield the base URL of SmolLM2."""
    with ExitStack() as stack:
        yield _started(stack, bots.smollm2(keeps_prefix=True))


@pytest.fixture(scope="session")
def litellm_key() -> str:
    """Return the key of the proxy, another one in each session."""
    return f"sk-{secrets.token_hex(16)}"


@pytest.fixture(scope="session")
def litellm_proxy(litellm_key: str) -> Iterator[str]:
    """Yield the base URL of the litellm proxy."""
    with ExitStack() as stack:
        yield _started(stack, bots.litellm_proxy(litellm_key))


@pytest.fixture
def llmock() -> Iterator[str]:
    """Yield the address of a fresh llmock that allows 240 requests a minute."""
    with ExitStack() as stack:
        yield _started(stack, bots.llmock("--response-style", "echo", "--rpm", "240"))
