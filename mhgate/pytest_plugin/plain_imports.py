"""Import mhgate's own modules as they were compiled, without pytest's rewriting of asserts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

__all__ = ["import_plainly"]

_OWN = "mhgate."


class _Plainly(MetaPathFinder):
    """Finds the modules of this package before pytest's finder does."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find what is mhgate's own; leave the rest to whoever comes next."""
        return PathFinder.find_spec(fullname, path, target) if fullname.startswith(_OWN) else None


def import_plainly(config: pytest.Config) -> None:
    """Spare mhgate's modules the rewriting that pytest gives to every plugin, for one session.

    A plugin's modules are parsed, rewritten and compiled once for each version of pytest, and in
    every session where nothing may be written beside them, as in many containers. Hundreds of
    modules without a test's assert among them gain nothing by it.

    Args:
        config: pytest's configuration, which undoes it at its end.
    """
    finder = _Plainly()
    sys.meta_path.insert(0, finder)
    config.add_cleanup(lambda: sys.meta_path.remove(finder))
