"""pytest-xdist: the gate runs in the controller, once; workers run the other tests.

The controller owns the plan: it collects the probes and decisions itself, after its workers have
done what else there is, and one engine asks and decides. So the verdict is the same at any number
of workers, and a worker that dies takes no part of the gate with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.pytest_plugin.collecting import DecisionItem, ProbeItem

if TYPE_CHECKING:
    from mhgate.pytest_plugin.session import GateSession

__all__ = ["WorkerGate", "hands_out", "is_worker", "only_gate", "run_in_controller"]


def is_worker(config: pytest.Config) -> bool:
    """Return whether this process is a worker of pytest-xdist.

    Args:
        config: pytest's configuration.
    """
    return hasattr(config, "workerinput")


def hands_out(config: pytest.Config) -> bool:
    """Return whether this process hands its tests out to workers.

    Args:
        config: pytest's configuration.
    """
    return bool(config.pluginmanager.hasplugin("dsession"))


def only_gate(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the items of the gate among some, in their order.

    Args:
        items: that were collected.
    """
    return [item for item in items if isinstance(item, ProbeItem | DecisionItem)]


class WorkerGate:
    """What a worker knows of the gate: enough to leave it alone.

    Args:
        gate: of this process, which is never started.
    """

    def __init__(self, gate: GateSession) -> None:
        self._gate = gate

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Know thresholds.toml, which may be named as an argument."""
        return self._gate.pytest_collect_file(file_path, parent)

    def pytest_pycollect_makemodule(
        self, module_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Know the modules of suites, so that no probe is taken for a test."""
        return self._gate.pytest_pycollect_makemodule(module_path, parent)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> Iterator[None]:
        """Leave the gate to the controller."""
        gate = set(only_gate(items))
        items[:] = [item for item in items if item not in gate]
        yield


def run_in_controller(session: pytest.Session, gate: GateSession) -> None:
    """Collect the gate's items in the controller, and run them there.

    Args:
        session: of the controller, whose workers are done.
        gate: of this process.

    Raises:
        pytest.Session.Failed: -x or --maxfail ends it.
        pytest.Session.Interrupted: something asked for the end.
    """
    n_of_workers = session.testscollected
    gate.collects_itself = True
    items = list(session.perform_collect(_arguments(session.config, gate)))
    session.testscollected = n_of_workers + len(items)
    for item, following in zip(items, [*items[1:], None], strict=True):
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        if session.shouldstop:
            raise session.Interrupted(session.shouldstop)


def _arguments(config: pytest.Config, gate: GateSession) -> list[Any]:
    """Return those of pytest's arguments that name a part of the gate, and import no other test."""
    here = config.invocation_params.dir
    return [
        argument
        for argument in config.args
        if gate.modules.is_of_gate((here / str(argument).partition("::")[0]).resolve())
    ]
