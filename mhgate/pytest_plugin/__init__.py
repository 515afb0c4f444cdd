"""The pytest face, as much of it as pytest loads in every project: options, hooks, and no more.

Without ``--mhgate`` nothing else of mhgate is imported, nothing is printed, nothing is asked. Probe
modules stay out of the collection then; named explicitly, they say what would measure them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mhgate.config.settings import SETTINGS

__all__ = [
    "pytest_addhooks",
    "pytest_addoption",
    "pytest_configure",
    "pytest_ignore_collect",
    "pytest_pycollect_makemodule",
]

_BEGINNING = 16_384


def pytest_addoption(parser: pytest.Parser) -> None:
    """Register ``--mhgate``, the options of the face, and one option and ini value a setting."""
    group = parser.getgroup("mhgate", "safety gate for mental-health chatbots")
    group.addoption(
        "--mhgate",
        action="store_true",
        default=False,
        help="measure the suites that thresholds.toml names, and decide",
    )
    group.addoption(
        "--mhgate-config",
        metavar="FILE",
        default=None,
        help="the thresholds.toml (default: the one in the root directory or above)",
    )
    group.addoption(
        "--mhgate-resume",
        metavar="RUN",
        nargs="?",
        const="latest",
        default=None,
        help="go on with a run that was stopped (its id; default: the latest that fits)",
    )
    group.addoption(
        "--mhgate-output", metavar="FILE", default=None, help="write the report there as JSON too"
    )
    parser.addini("mhgate_config", "the thresholds.toml of --mhgate", default=None)
    for setting in SETTINGS:
        about = f"{setting.help} ({setting.type})"
        group.addoption(setting.option, metavar=setting.unit.upper(), default=None, help=about)
        parser.addini(setting.ini, about, default=None)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the hooks with which a conftest.py hands over a target or a judge of its own."""
    from mhgate.pytest_plugin import hookspecs  # noqa: PLC0415 - read by pytest only

    pluginmanager.add_hookspecs(hookspecs)


def pytest_configure(config: pytest.Config) -> None:
    """Register the gate's session, under ``--mhgate`` alone."""
    config.addinivalue_line("markers", "mhgate: a probe or a decision of the safety gate")
    if not config.getoption("--mhgate"):
        return
    from mhgate.pytest_plugin.session import GateSession, Opened  # noqa: PLC0415 - only if asked

    opened = Opened()
    config.pluginmanager.register(opened, "mhgate-opened")
    opened.session = GateSession(config, opened)
    config.pluginmanager.register(opened.session, "mhgate-session")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave probe modules alone when nobody asked for the gate."""
    if not config.getoption("--mhgate") and _holds_probes(collection_path):
        return True
    return None


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Collector | None:
    """Collect a probe module that was named without ``--mhgate`` as one skip that says so."""
    if not parent.config.getoption("--mhgate") and _holds_probes(module_path):
        return _Unmeasured.from_parent(parent, path=module_path)
    return None


def _holds_probes(path: Path) -> bool:
    if not (path.name.startswith("test_") and path.suffix == ".py") or not path.is_file():
        return False
    with os.scandir(path.parent) as entries:
        if not any(entry.name.endswith(".jsonl") for entry in entries):
            return False
    with path.open("rb") as file:
        beginning = file.read(_BEGINNING)
    return b"@probe(" in beginning and b"mhgate" in beginning


class _Unmeasured(pytest.File):
    """A probe module outside a gate."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one item that is skipped."""
        yield _Skip.from_parent(self, name="probes")


class _Skip(pytest.Item):
    """Says what would measure the probes."""

    def runtest(self) -> None:
        """Skip."""
        pytest.skip("probes are measured by: pytest --mhgate")

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where."""
        return self.path, 0, self.name
