"""The gate in a thread of its own with a loop of its own.

So it never meets the loop of pytest-asyncio, of anyio, or of a notebook. Whoever waits for it waits
with a tick, which keeps Ctrl-C and the progress line alive.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from mhgate.errors import CannotEvaluateError, MhgateError
from mhgate.gate import Observer
from mhgate.redacting.last_edge import redactor_of
from mhgate.report import Progress, progress
from mhgate.runner import Stop
from mhgate.wiring.evaluation import evaluate
from mhgate.wiring.loading_meanwhile import load_meanwhile
from mhgate.wiring.redaction import redact_error
from mhgate.wiring.sharding import Sharding
from mhgate.wiring.target_opening import Given, as_heard
from mhgate.wiring.workspace import Workspace, open_workspace

if TYPE_CHECKING:
    from mhgate.records import Accounts, Estimate, Report

__all__ = ["Engine", "run"]

_PATIENCE_S = 10.0
_PULSE_S = 1.0
_ELSEWHERE = frozenset({"openai", "anthropic", "http", "websocket", "demo"})
"""Kinds of targets that start no program, and run no code but mhgate's here."""


class Engine(Observer):
    """Runs the gate beside its caller.

    Args:
        workspace: the configuration and its suites.
        probes: the ids of the probes to measure, None for all.
        given: what is handed over in code.
        resume: the id of a run to go on with, or ``latest``.
        output: where the report is written too.
        environ: the environment.
    """

    def __init__(
        self,
        workspace: Workspace,
        *,
        probes: Sequence[str] | None = None,
        given: Given | None = None,
        resume: str | None = None,
        output: str | None = None,
        environ: Mapping[str, str],
    ) -> None:
        self.report: Report | None = None
        self.error: Exception | None = None
        self.notes: list[str] = []
        self.counts = (0, 0, 0)
        self._shown: Progress | None = None
        self._workspace = as_heard(workspace, given or Given())
        self._probes, self._given = probes, given
        self._resume, self._output, self._environ = resume, output, environ
        self._changed = threading.Condition()
        self._asking = threading.Event()  # what takes long to load would delay the first message
        self._estimates: dict[str, Estimate] = {}
        self._over = False
        self._deadline_s = workspace.config.gate.deadline_s
        self._began_s = self._beat_s = time.monotonic()
        self._wanted: tuple[str, bool] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: Stop | None = None
        self._thread = threading.Thread(target=self._main, name="mhgate", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._began_s = self._beat_s = time.monotonic()
        self._thread.start()

    def _is_alone(self) -> bool:
        """Return whether no product and no judge computes in this process, or is started by it."""
        given, config = self._given or Given(), self._workspace.config
        members = (member.target for member in config.judge.member)
        asked = (config.judge.target, *members, config.patient.target)
        kinds = {given.kind_of(config), *(each.kind for each in asked if each is not None)}
        is_live = self._workspace.config.live is not None  # what is played beside
        return given.judge is None and not is_live and kinds <= _ELSEWHERE

    def progress(self, accounts: Accounts) -> None:
        """Keep the counts for whoever shows them."""
        self.counts = (accounts.asked, accounts.scored, accounts.failed)

    def measured(self, estimate: Estimate) -> None:
        """Wake whoever waits for this probe."""
        with self._changed:
            self._estimates[estimate.probe_id] = estimate
            self._changed.notify_all()

    def wait_for(self, probe_id: str, *, tick_s: float) -> Estimate | None:
        """Wait for one probe's estimate.

        Args:
            probe_id: the probe.
            tick_s: how often the caller's thread wakes, to hear Ctrl-C and to draw.

        Returns:
            The estimate; None when the run ended and left it unmeasured.
        """
        self._asking.wait(tick_s)
        is_corrected = self._workspace.config.judge.trust == "certified"
        load_meanwhile(is_alone=self._is_alone(), is_corrected=is_corrected)
        while True:
            with self._changed:
                if probe_id not in self._estimates and not self._over:
                    self._changed.wait(tick_s)
                if probe_id in self._estimates:
                    return self._estimates[probe_id]
                if self._over:
                    return self._reported(probe_id)
            self._give_up_on_a_blocked_loop()
            self._draw()

    def _reported(self, probe_id: str) -> Estimate | None:
        """Return a probe's estimate from the report: a probe that was cut short has one there."""
        if self.report is None:
            return None
        for pillar in self.report.verdict.pillars:
            for probe in pillar.probes:
                if probe.probe.id == probe_id:
                    return probe.estimate
        return None

    def not_shown(self, probe_id: str) -> str | None:
        """Return why a probe cannot be shown all its items, None where it can.

        Args:
            probe_id: the probe.
        """
        return self._workspace.not_shown().get(probe_id)

    def finished(self) -> Report | None:
        """Wait until the run is over and return its report, None when it broke."""
        while True:
            with self._changed:
                if self._over:
                    break
                self._changed.wait(0.1)
            self._give_up_on_a_blocked_loop()
            self._draw()
        self._thread.join(_PULSE_S)
        return self.report

    def _give_up_on_a_blocked_loop(self) -> None:
        """Stop waiting for code that never lets the loop see the deadline."""
        now_s = time.monotonic()
        if min(now_s - self._began_s - self._deadline_s, now_s - self._beat_s) > _PATIENCE_S:
            self._settle(
                None,
                CannotEvaluateError(
                    f"the run did not end by its deadline of {self._deadline_s:g} s: something in "
                    "it has held up the event loop since then.",
                    hint="An async target or judge, or an exact probe, works or waits without "
                    "await; a plain function as target is called in a thread.",
                ),
            )

    def end(self, because: str, *, interrupted: bool = False) -> None:
        """Stop asking, and wait for the report of what there is.

        Args:
            because: the reason, as the report gives it.
            interrupted: whether a person or a signal asks.
        """
        with self._changed:
            self._wanted = self._wanted or (because, interrupted)
            if self._loop is not None:
                with suppress(RuntimeError):  # the loop has ended
                    self._loop.call_soon_threadsafe(self._heed)
        self._thread.join(_PATIENCE_S)

    def trouble(self) -> str:
        """Say why there is no report."""
        if self.error is None:
            return "the run ended before this was measured"
        if isinstance(self.error, MhgateError):
            return str(self.error)
        said = f"internal error: {type(self.error).__name__}: {self.error}"
        return redactor_of(self._environ).redact(said)

    @contextmanager
    def showing(self, stream: TextIO) -> Iterator[None]:
        """Draw a progress line on a stream while the block waits."""
        with progress(stream, environ=os.environ, total=self._count) as shown:
            self._shown = shown
            try:
                yield
            finally:
                self._shown = None

    def _count(self) -> int:
        """Return how many trials this process has a share of."""
        probes = (probe.id for probe in self._workspace.probes)
        plan = self._workspace.plan(frozenset(probes if self._probes is None else self._probes))
        return len(Sharding.of(self._workspace.config, plan).share(plan).trials)

    def _draw(self) -> None:
        if self._shown is not None:
            asked, scored, failed = self.counts
            self._shown.update(asked=asked, scored=scored, failed=failed)

    def _main(self) -> None:
        report: Report | None = None
        error: Exception | None = None
        try:
            report = asyncio.run(self._evaluate())
        except Exception as raised:  # noqa: BLE001 - a thread's error is kept for its caller
            error = raised
            if self._holds_sealed and not isinstance(raised, MhgateError):
                error = _without_words(raised)
        except BaseException as raised:  # noqa: BLE001 - a caller must not exit with a product's SystemExit
            error = RuntimeError(f"{type(raised).__name__} ended the run: {raised}")
            error.__cause__ = raised
            if self._holds_sealed:
                error = _without_words(raised)
        if isinstance(error, CannotEvaluateError):  # it may quote what an endpoint said
            redact_error(error, self._workspace.config)
        self._settle(report, error)

    @property
    def _holds_sealed(self) -> bool:
        packs = (pack for suite in self._workspace.suites for pack in suite.packs.values())
        return any(pack.is_open for pack in packs)

    def _settle(self, report: Report | None, error: Exception | None) -> None:
        """Keep how the run ended; the first word stays."""
        with self._changed:
            if not self._over:
                self.report, self.error, self._over = report, error, True
            self._changed.notify_all()
        self._asking.set()

    def _heed(self) -> None:
        """Hand what was wanted to the run; in its own loop."""
        if self._wanted is not None and self._stop is not None:
            because, interrupted = self._wanted
            self._stop.set(because, interrupted=interrupted)

    async def _pulse(self) -> None:
        while True:
            self._beat_s = time.monotonic()
            await asyncio.sleep(_PULSE_S)

    async def _evaluate(self) -> Report:
        with self._changed:
            self._loop, self._stop = asyncio.get_running_loop(), Stop()
            self._heed()
        pulse = asyncio.create_task(self._pulse())
        try:
            report = await self._report(self._stop)
        finally:
            pulse.cancel()
        self._settle(report, None)  # closing the loop may wait for a target that will not end
        return report

    async def _report(self, stop: Stop) -> Report:
        return await evaluate(
            self._workspace,
            stop=stop,
            environ=self._environ,
            probes=self._probes,
            given=self._given,
            resume=self._resume,
            output=self._output,
            observer=self,
            note=self.notes.append,
            asking=self._asking.set,
        )


def _without_words(error: BaseException) -> RuntimeError:
    """Return where something broke, without its message: it may quote a protected item."""
    frames = traceback.extract_tb(error.__traceback__)
    where = "; ".join(f"{Path(each.filename).name}:{each.lineno}" for each in frames[-3:])
    return RuntimeError(f"{type(error).__name__} at {where} (its message is not shown: sealed)")


def run(
    config: str | Path = "thresholds.toml",
    *,
    target: object | None = None,
    judge: object | None = None,
    options: Mapping[str, str | None] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Report:
    """Run the whole gate and return its report; it may be called where a loop already runs.

    Args:
        config: path of a thresholds.toml.
        target: a Target, or a function of a message or of messages, in place of [target].
        judge: a Judge, in place of [judge].
        options: settings by dotted key (``{"sampling.seed": "7"}``), recorded as overrides.
        environ: the environment; default: the process's own.

    Returns:
        The report. ``report.raise_for_verdict()`` raises when the verdict blocks.

    Raises:
        MhgateError: the run could not begin.
    """
    environ = os.environ if environ is None else environ
    workspace = open_workspace(Path(config), options=options or {}, ini={}, environ=environ)
    engine = Engine(
        workspace,
        given=Given(target=target, judge=judge),  # type: ignore[arg-type]  # checked by the doors
        environ=environ,
    )
    engine.start()
    try:
        report = engine.finished()
    except BaseException:
        engine.end("interrupted", interrupted=True)
        raise
    if report is None:
        raise engine.error or RuntimeError(engine.trouble())
    return report
