"""The pytest face, as much of it as pytest loads in every project: options, hooks, and no more.

Without ``--mhgate`` nothing else of mhgate is imported, nothing is printed, nothing is asked. Probe
modules stay out of the collection then; named explicitly, they say what would measure them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.config.settings import SETTINGS

if TYPE_CHECKING:
    from mhgate.pytest_plugin.session import Opened

__all__ = [
    "lists_only",
    "pytest_addhooks",
    "pytest_addoption",
    "pytest_cmdline_main",
    "pytest_configure",
    "pytest_ignore_collect",
    "pytest_pycollect_makeitem",
    "pytest_pycollect_makemodule",
]

_PROBE = re.compile(rb"^[ \t]*@(?:\w+\.)*probe\(", re.MULTILINE)
_DECLARATION = "__mhgate_probe__"  # as mhgate.suites.declaring writes it; not imported unasked
_INDEX = b'{"files":[{'  # as mhgate.evidence.index writes it; not imported here
_GREEN = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
_OPENED: pytest.StashKey[Opened] = pytest.StashKey()


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
    for name, about in (
        ("junit", "write the decisions there as JUnit XML"),
        ("sarif", "write what is no pass there as SARIF 2.1.0"),
        ("html", "write the report there as one HTML page, without what was said"),
    ):
        group.addoption(f"--mhgate-{name}", metavar="FILE", default=None, help=about)
        parser.addini(f"mhgate_{name}", about, default=None)
    parser.addini("mhgate_config", "the thresholds.toml of --mhgate", default=None)
    for setting in SETTINGS:
        about = f"{setting.help} ({setting.type})"
        table = setting.key.partition(".")[0]  # pytest holds a group's options against each other
        of_table = parser.getgroup(f"mhgate-{table}", f"safety gate: [{table}]")
        of_table.addoption(setting.option, metavar=setting.unit.upper(), default=None, help=about)
        parser.addini(setting.ini, about, default=None)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    """Register the hooks with which a conftest.py hands over a target or a judge of its own."""
    from mhgate.pytest_plugin import hookspecs  # noqa: PLC0415 - read by pytest only

    pluginmanager.add_hookspecs(hookspecs)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_cmdline_main(
    config: pytest.Config,
) -> Generator[None, int | pytest.ExitCode | None, int | pytest.ExitCode | None]:
    """Have the last word: whoever ended the session, it is not green without every decision."""
    listing = lists_only(config) or hasattr(config, "workerinput")  # the controller decides
    status = yield
    if not config.getoption("--mhgate") or listing or status not in _GREEN:
        return status
    opened = config.stash.get(_OPENED, None)
    if opened is not None and opened.session is not None and not opened.session.blocks:
        return status
    sys.stderr.write("mhgate: the session ended without every decision taken: it fails\n")
    return pytest.ExitCode.TESTS_FAILED


def lists_only(config: pytest.Config) -> bool:
    """Return whether pytest was asked to show something instead of running anything."""
    option = config.option
    return any(
        getattr(option, name, False)
        for name in ("collectonly", "help", "version", "markers", "showfixtures")
    ) or bool(getattr(option, "show_fixtures_per_test", False))


def pytest_configure(config: pytest.Config) -> None:
    """Register the gate's session, under ``--mhgate`` alone."""
    config.addinivalue_line("markers", "mhgate: a probe or a decision of the safety gate")
    if not config.getoption("--mhgate"):
        return
    from mhgate.pytest_plugin.plain_imports import import_plainly  # noqa: PLC0415 - only if asked

    import_plainly(config)
    from mhgate.pytest_plugin.session import GateSession, Opened  # noqa: PLC0415 - only if asked

    opened = config.stash[_OPENED] = Opened()
    if hasattr(config, "workerinput"):  # of pytest-xdist: the gate is its controller's
        from mhgate.pytest_plugin.workers import WorkerGate  # noqa: PLC0415 - only if asked

        config.pluginmanager.register(WorkerGate(GateSession(config, opened)), "mhgate-worker")
        return
    config.pluginmanager.register(opened, "mhgate-opened")
    opened.session = GateSession(config, opened)
    config.pluginmanager.register(opened.session, "mhgate-session")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave packs of evidence alone, and probe modules when nobody asked for the gate."""
    if _is_pack(collection_path):
        return True
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


def _is_pack(path: Path) -> bool:
    """Return whether a folder is a pack, whose suites are copies that nobody measures."""
    index = path / "index.json"
    if not (index.is_file() and (path / "report.json").is_file()):
        return False
    with index.open("rb") as file:
        return file.read(len(_INDEX)) == _INDEX


def _holds_probes(path: Path) -> bool:
    if not (path.name.startswith("test_") and path.suffix == ".py") or not path.is_file():
        return False
    with os.scandir(path.parent) as entries:
        if not any(entry.name.endswith((".jsonl", ".jsonl.age")) for entry in entries):
            return False
    source = path.read_bytes()
    return b"mhgate" in source and _PROBE.search(source) is not None


def pytest_pycollect_makeitem(
    collector: pytest.Module | pytest.Class, name: str, obj: object
) -> pytest.Item | None:
    """Never let pytest call a probe as a test of its own: that would measure nothing and pass."""
    if getattr(obj, _DECLARATION, None) is None or not callable(obj):
        return None
    if collector.config.getoption("--mhgate"):
        return _Stray.from_parent(collector, name=name)
    return _Skip.from_parent(collector, name=name)


class _Unmeasured(pytest.File):
    """A probe module outside a gate."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one item that is skipped."""
        yield _Skip.from_parent(self, name="probes")


class _Stray(pytest.Item):
    """A probe, under ``--mhgate``, in a module of no suite of thresholds.toml."""

    def runtest(self) -> None:
        """Fail."""
        pytest.fail(
            f"the probe {self.name} lies in no suite that thresholds.toml names: it is not "
            "measured. Name its folder in suites.folders, or take @probe away.",
            pytrace=False,
        )

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where."""
        return self.path, 0, self.name


class _Skip(pytest.Item):
    """Says what would measure the probes."""

    def runtest(self) -> None:
        """Skip."""
        pytest.skip("probes are measured by: pytest --mhgate")

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where."""
        return self.path, 0, self.name
