"""Compile a probe module with pytest's rewritten asserts, so that a miss explains itself."""

from __future__ import annotations

import ast
from pathlib import Path
from types import CodeType

import pytest
from _pytest.assertion.rewrite import rewrite_asserts

__all__ = ["compile_with_rewritten_asserts"]


def compile_with_rewritten_asserts(path: Path, source: bytes, config: pytest.Config) -> CodeType:
    """Compile a module as pytest compiles a test module.

    Args:
        path: the module, for messages.
        source: its bytes.
        config: pytest's configuration; ``--assert=plain`` is honoured.

    Returns:
        The code, whose asserts say what they compared, and stay in under ``python -O`` too.
    """
    tree = ast.parse(source, str(path))
    if config.getoption("assertmode") == "rewrite":
        rewrite_asserts(tree, source, str(path), config)
    return compile(tree, str(path), "exec", dont_inherit=True, optimize=0)
