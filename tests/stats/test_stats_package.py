"""The room of the mathematics: its examples run, and importing it costs what it must."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys

import pytest

import mhgate.stats

_METHODS = sorted(module.name for module in pkgutil.iter_modules(mhgate.stats.__path__))


@pytest.mark.parametrize("method", _METHODS)
def test_examples_run(method: str) -> None:
    """Every example in a method's documentation gives what it says."""
    result = doctest.testmod(importlib.import_module(f"mhgate.stats.{method}"))
    assert result.failed == 0
    assert result.attempted > 0


@pytest.mark.parametrize("method", _METHODS)
def test_public_functions_say_where_they_come_from(method: str) -> None:
    """Every public function names its arguments, result, source, assumption and an example."""
    module = importlib.import_module(f"mhgate.stats.{method}")
    for name in module.__all__:
        member = getattr(module, name)
        if callable(member) and not isinstance(member, type):
            for part in ("Args:", "Returns:", "Source:", "Assumption:", "Example:"):
                assert part in member.__doc__, f"{method}.{name} has no {part}"


def test_the_map_names_every_method() -> None:
    """The room's own page lists each of its files once."""
    named = re.findall(r"``(\w+)``", mhgate.stats.__doc__ or "")
    assert sorted(named) == _METHODS


def _loaded_after(statement: str) -> set[str]:
    code = f"{statement}\nimport sys; print(*[n for n in sys.modules if n.count('.') < 2])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_no_method_loads_scipy_stats() -> None:
    """scipy.stats takes over a second to import; no method needs it."""
    statement = "; ".join(f"import mhgate.stats.{method}" for method in _METHODS)
    assert "scipy.stats" not in _loaded_after(statement)


def test_the_rooms_import_without_numpy() -> None:
    """Whoever only reads reports or decides from them never loads numpy."""
    loaded = _loaded_after("import mhgate.verdict, mhgate.estimate, mhgate.baseline")
    assert not {"numpy", "scipy"} & loaded
