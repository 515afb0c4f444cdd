"""The modules of a gate's suites, as pytest's arguments and node ids name them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from mhgate.records import Probe
    from mhgate.wiring import Workspace

__all__ = ["SuiteModules"]


class SuiteModules:
    """Every module that a suite reads, in the order of the suites, with its probes.

    Args:
        workspace: whose suites they are.
        config: pytest's, whose arguments may name them.
    """

    def __init__(self, workspace: Workspace, config: pytest.Config) -> None:
        self._config = config
        self._file = workspace.config.path
        self._probes: dict[Path, list[Probe]] = {}
        for suite in workspace.suites:
            for probe in suite.probes:
                self._probes.setdefault(suite.module_of(probe).resolve(), []).append(probe)

    def __iter__(self) -> Iterator[Path]:
        """Go through their paths."""
        return iter(self._probes)

    def probes_of(self, path: Path) -> list[Probe]:
        """Return the probes of one module, in the order of the file; none of any other file.

        Args:
            path: of a file.
        """
        return self._probes.get(path.resolve(), [])

    def are_named(self) -> bool:
        """Whether the arguments on the command line name a suite, or a part of one."""
        here = self._config.invocation_params.dir
        if self._config.args_source is not pytest.Config.ArgsSource.ARGS:
            return False
        named = [(here / argument.partition("::")[0]).resolve() for argument in self._config.args]
        return any(map(self._is_of_suites, named))

    def is_of_gate(self, path: Path) -> bool:
        """Whether an argument names thresholds.toml, a suite, or a part of one.

        Args:
            path: without what stands after ``::``, resolved.
        """
        return path == self._file or self._is_of_suites(path)

    def nodeid(self, path: Path) -> str | None:
        """Return the node id of a module outside pytest's root; None where pytest has one itself.

        Args:
            path: of the module.
        """
        if path.is_relative_to(self._config.rootpath):
            return None
        return f"mhgate/{path.parent.name}/{path.name}"

    def _is_of_suites(self, path: Path) -> bool:
        """Whether a path is a suite's, a module of one, or the folder of all of them."""
        folders = {module.parent for module in self._probes}
        return path in folders or path.parent in folders or path in {f.parent for f in folders}
