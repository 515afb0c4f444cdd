"""Whether a conftest.py hands over a judge: read, not run, where no pytest is there to load it."""

from __future__ import annotations

import ast
from pathlib import Path

__all__ = ["conftest_with_judge"]

_HOOK = "pytest_mhgate_judge"


def conftest_with_judge(folder: Path) -> Path | None:
    """Find the conftest.py that hands over a judge of the team's own.

    Args:
        folder: of thresholds.toml; it and the folders directly in it are looked at.

    Returns:
        The first such file by name; None where there is none, or none that can be read.
    """
    for path in (folder / "conftest.py", *sorted(folder.glob("*/conftest.py"))):
        try:
            tree = ast.parse(path.read_bytes())
        except (OSError, SyntaxError, ValueError):
            continue
        functions = (ast.FunctionDef, ast.AsyncFunctionDef)
        if any(isinstance(node, functions) and node.name == _HOOK for node in tree.body):
            return path
    return None
