"""One pytest session under ``--mhgate``: it measures, decides, and is never green without both."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Generator, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.config.settings import SETTINGS
from mhgate.errors import MhgateError, UsageError
from mhgate.pytest_plugin import lists_only
from mhgate.pytest_plugin.collecting import (
    COMPLETE,
    DecisionItem,
    NotMeasuredError,
    ProbeFile,
    ProbeItem,
    Thresholds,
    UndecidedError,
)
from mhgate.pytest_plugin.files import clear_files, write_files
from mhgate.pytest_plugin.rewriting import compile_with_rewritten_asserts
from mhgate.pytest_plugin.suite_modules import SuiteModules
from mhgate.pytest_plugin.workers import hands_out, is_worker, only_gate, run_in_controller
from mhgate.records import Outcome, Probe
from mhgate.wiring import Engine, Given, Workspace, find_config, open_workspace

if TYPE_CHECKING:
    from mhgate.records import Estimate, Report

__all__ = ["GateSession", "Opened"]

_MEASURED = "measured"
_UNDECIDED = "undecided"
_TICK_S = 0.1


@dataclass(slots=True, eq=False)  # some versions of pytest keep plugins in sets
class Opened:
    """What became of opening the gate; ``mhgate run`` finds it in pytest's plugin manager."""

    session: GateSession | None = None
    error: MhgateError | None = None


class GateSession:
    """The gate within one session of pytest.

    Args:
        config: pytest's configuration.
        opened: keeps the error when the gate cannot be opened.

    Raises:
        pytest.UsageError: thresholds.toml or a suite is wrong.
    """

    def __init__(self, config: pytest.Config, opened: Opened) -> None:
        self.config = config
        self.taken: set[str] = set()
        self.selected: list[Probe] = []
        self.dropped: list[str] = []
        self.engine: Engine | None = None
        self.signal_number: int | None = None
        self.report_hook_error: Exception | None = None
        self._before: Any = None
        self._trouble_told = False
        self._opened = opened
        self.collects_itself = False  # in a controller of pytest-xdist, which else collects nothing
        if not lists_only(config) and not is_worker(config):
            clear_files(config)
        self.workspace = self._open(opened)
        self.pillars = self.workspace.pillars
        self.modules = SuiteModules(self.workspace, config)

    def _open(self, opened: Opened) -> Workspace:
        named = self.config.getoption("--mhgate-config") or self.config.getini("mhgate_config")
        named = named or os.environ.get("MHGATE_CONFIG")
        try:
            path = (
                self.config.invocation_params.dir / named
                if named
                else find_config(self.config.rootpath)
            )
            return open_workspace(
                path,
                options={
                    setting.key: self.config.getoption(setting.option) for setting in SETTINGS
                },
                ini={setting.key: self.config.getini(setting.ini) for setting in SETTINGS},
                environ=os.environ,
                compile_module=lambda path, source: compile_with_rewritten_asserts(
                    path, source, self.config
                ),
            )
        except MhgateError as error:
            opened.error = error
            raise pytest.UsageError(f"mhgate: {error}") from error

    # --- collection

    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect thresholds.toml, so that a decision can be named as an argument."""
        if file_path.resolve() == self.workspace.config.path:
            return Thresholds.make(parent, gate=self)
        return None

    def pytest_pycollect_makemodule(
        self, module_path: Path, parent: pytest.Collector
    ) -> pytest.Collector | None:
        """Collect a module of a suite by its probes instead of its functions."""
        if self.modules.probes_of(module_path):
            return ProbeFile.make(parent, path=module_path, gate=self)
        return None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> Iterator[None]:
        """Add the probes that pytest's paths do not reach, and put the decisions last."""
        items += self._unreached(session, items)
        yield
        items[:] = [item for item in items if not isinstance(item, DecisionItem)]
        self.selected = [item.probe for item in items if isinstance(item, ProbeItem)]
        if self.collects_itself:
            items[:] = only_gate(items)
        left = {probe.id for probe in self.selected}
        self.dropped = [probe.id for probe in self.workspace.probes if probe.id not in left]
        items += list(Thresholds.make(session, gate=self).collect())

    def _unreached(self, session: pytest.Session, items: list[pytest.Item]) -> list[pytest.Item]:
        collected = {item.probe.id for item in items if isinstance(item, ProbeItem)}
        decisions = {item.name for item in items if isinstance(item, DecisionItem)}
        wanted = set(self.pillars)
        if decisions and decisions != {*self.pillars, COMPLETE} and COMPLETE not in decisions:
            wanted = decisions
        elif collected and self.modules.are_named():
            return []
        added: list[pytest.Item] = []
        for path in self.modules:
            file = ProbeFile.make(session, path=path, gate=self, nodeid=self.modules.nodeid(path))
            added += [
                item
                for item in file.collect()
                if isinstance(item, ProbeItem)
                and item.probe.pillar in wanted
                and item.probe.id not in collected
            ]
        return added

    # --- measuring

    def pytest_sessionstart(self) -> None:
        """Turn SIGTERM into an orderly end: a partial report, and never a pass."""
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
            self._before = signal.signal(signal.SIGTERM, self._terminated)

    def pytest_unconfigure(self) -> None:
        """Leave the process's signals as they were: the next session has its own."""
        if self._before is not None:
            signal.signal(signal.SIGTERM, self._before)
            self._before = None

    def _terminated(self, number: int, _frame: object) -> None:
        if self.signal_number is not None:  # the end is on its way
            return
        self.signal_number = number
        pytest.exit("terminated (SIGTERM)", returncode=128 + number)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Iterator[None]:
        """Run the gate here when the workers of pytest-xdist have run what else there is."""
        result = yield
        if hands_out(self.config) and not lists_only(self.config):
            run_in_controller(session, self)
        return result

    def wait_for(self, probe: Probe) -> Estimate:
        """Wait for one probe's estimate; the first to wait starts the engine."""
        engine = self._running()
        capture = self.config.pluginmanager.getplugin("capturemanager")
        uncaptured = capture.global_and_fixture_disabled() if capture else nullcontext()
        with uncaptured, engine.showing(sys.stderr):
            estimate = engine.wait_for(probe.id, tick_s=_TICK_S)
        if estimate is None:
            raise NotMeasuredError(self._trouble(engine))
        return estimate

    def not_shown(self, probe: Probe) -> str | None:
        """Return why a probe cannot be shown its items, None where it can."""
        return self._running().not_shown(probe.id)

    @property
    def shard(self) -> str | None:
        """The part of the plan that is asked, None where all of it is."""
        return self.workspace.config.sampling.shard

    @property
    def has_budget(self) -> bool:
        """Whether families are allocated to a budget, which may leave a probe none."""
        return self.workspace.config.budget.is_set

    def _trouble(self, engine: Engine) -> str:
        """Say why nothing was measured: in full once, for said of every item it buries itself."""
        if engine.error is None or not self._trouble_told:
            self._trouble_told = True
            return engine.trouble()
        return "not evaluated, for the reason given above"

    def _running(self) -> Engine:
        if self._opened.error is not None:
            raise NotMeasuredError("not evaluated, for the reason given above")
        if self.engine is None:
            self.engine = Engine(
                self.workspace,
                probes=[probe.id for probe in self.selected],
                given=self._handed_over(),
                resume=self.config.getoption("--mhgate-resume") or os.environ.get("MHGATE_RESUME"),
                output=self.config.getoption("--mhgate-output") or os.environ.get("MHGATE_OUTPUT"),
                environ=os.environ,
            )
            self.engine.start()
        return self.engine

    def _handed_over(self) -> Given:
        """Ask the conftests for a target and a judge; what they raise stops the gate."""
        hook = self.config.hook
        try:
            return Given(
                target=hook.pytest_mhgate_target(config=self.config),
                judge=hook.pytest_mhgate_judge(config=self.config),
            )
        except Exception as error:  # a conftest's hook may raise anything
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self._opened.error = UsageError(
                "pytest_mhgate_target or pytest_mhgate_judge of a conftest.py raised "
                f"{type(error).__name__}: {error} ({frame.filename}, line {frame.lineno}).",
                hint="Mend it; without these hooks, thresholds.toml says who is asked.",
            )
            raise NotMeasuredError(str(self._opened.error)) from error

    # --- deciding

    @property
    def report(self) -> Report | None:
        """The report, when there is one."""
        return None if self.engine is None else self.engine.report

    def decision(self, name: str) -> tuple[Outcome, str]:
        """Return one decision and its sentence, as verdict.py took it.

        Args:
            name: a pillar, or ``complete``.

        Raises:
            NotMeasuredError: nothing was evaluated, or the engine broke.
        """
        engine = self._running()
        report = engine.finished()
        if report is None:
            raise NotMeasuredError(self._trouble(engine))
        if name == COMPLETE:
            if report.is_whole_shard and not report.verdict.blocks:
                return Outcome.INCONCLUSIVE, report.verdict.exit_meaning
            if report.scope == "partial":
                return Outcome.FAIL, "partial, not a gate: " + "; ".join(report.partial_because)
            return Outcome.PASS, "every decision was taken"
        for pillar in report.verdict.pillars:
            if pillar.pillar == name:
                return pillar.outcome, pillar.sentence
        raise NotMeasuredError(f"{name}: no probe of this pillar was selected: not evaluated")

    @property
    def blocks(self) -> bool:
        """Whether the session may not be green: a decision is missing, or the verdict says so."""
        report = self.report
        if self.not_taken or report is None or self.report_hook_error is not None:
            return True
        if self._opened.error is not None:  # a file that was asked for cannot be written
            return True
        is_cut = report.scope == "partial" and not report.is_whole_shard
        return report.verdict.blocks or is_cut

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, Any, Any]:
        """Report what is undecided as such: neither passed nor failed."""
        report = yield
        if isinstance(item, ProbeItem | DecisionItem):
            report.mhgate = "probe" if isinstance(item, ProbeItem) else "decision"
            if call.excinfo is not None and isinstance(call.excinfo.value, NotMeasuredError):
                report.longrepr = str(call.excinfo.value)  # as repr_failure; of a set-up too
            if call.excinfo is not None and isinstance(call.excinfo.value, UndecidedError):
                report.outcome = "skipped"
                report.wasxfail = f"undecided: {call.excinfo.value}"
                report.mhgate_undecided = True
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: Any) -> tuple[str, str, Any] | None:
        """Show a probe by what it measured, and an open decision as undecided."""
        if getattr(report, "mhgate_undecided", False):
            return _UNDECIDED, "u", ("UNDECIDED", {"yellow": True})
        if (
            getattr(report, "mhgate", None) == "probe"
            and report.when == "call"
            and report.outcome == "passed"
        ):
            shown = dict(report.user_properties).get("mhgate.measured", _MEASURED)
            return _MEASURED, ".", (shown, {"cyan": True})
        return None

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Count a decision as taken when its report says so; a plain skip takes none."""
        if getattr(report, "mhgate", None) != "decision":
            return
        decided = report.when == "call" and (
            report.outcome in {"passed", "failed"} or getattr(report, "mhgate_undecided", False)
        )
        if decided or (report.when == "setup" and report.outcome == "failed"):
            self.taken.add(report.nodeid.rpartition("::")[2])

    # --- the end

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        """Stop what still runs, write what there is, and raise the exit status where it must be."""
        if self.engine is not None:
            broken_off = session.exitstatus == pytest.ExitCode.INTERRUPTED or self.signal_number
            reason = "terminated" if self.signal_number else "interrupted"
            self.engine.end(
                reason if broken_off else "the session ended early", interrupted=bool(broken_off)
            )
            report = self.engine.report
            if report is not None:
                self._write(report, self.engine)
                self._hand_over(report)
        yield
        quiet = session.exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
        if quiet and not lists_only(self.config) and self.blocks:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def _write(self, report: Report, engine: Engine) -> None:
        try:
            settings = self.workspace.config
            engine.notes += write_files(self.config, report, settings=settings)
        except MhgateError as error:
            self._opened.error = error
            engine.notes.append(f"{error} The session fails.")

    def _hand_over(self, report: Report) -> None:
        try:
            self.config.hook.pytest_mhgate_report(config=self.config, report=report)
        except Exception as error:  # noqa: BLE001 - a conftest's hook; other plugins still end in order
            self.report_hook_error = error

    @property
    def not_taken(self) -> list[str]:
        """The decisions that were not taken."""
        return [name for name in (*self.pillars, COMPLETE) if name not in self.taken]

    # --- words

    def pytest_report_header(self) -> list[str]:
        """Say what is about to be measured."""
        return self.workspace.describe()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the verdict; capturing does not eat it."""
        if lists_only(self.config):
            return
        terminalreporter.section("mhgate")
        if self.engine is not None:
            for line in self.engine.notes:
                terminalreporter.write_line(line)
        report = self.report
        if report is None:
            stopped = self._opened.error or "the gate did not run"
            trouble = stopped if self.engine is None else self.engine.trouble()
            terminalreporter.write_line(f"NOT EVALUATED: {trouble}")
        else:
            from mhgate.wiring import print_report  # noqa: PLC0415 - loaded while replies are awaited

            stream = terminalreporter._tw._file  # noqa: SLF001 - the one way to its stream
            print_report(report, stream, show=self.workspace.config.gate.show)
        if self.report_hook_error is not None:
            terminalreporter.write_line(
                f"pytest_mhgate_report raised {self.report_hook_error!r}: the session fails"
            )
        if self.not_taken:
            terminalreporter.write_line(
                "decisions not taken: " + ", ".join(self.not_taken) + ": the session fails"
            )
