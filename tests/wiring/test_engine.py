"""Holds the engine: a thread of its own, heard when it is told to stop, and never a way out."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from typing import TYPE_CHECKING

import pytest

import mhgate
from mhgate.errors import CannotEvaluateError
from mhgate.records import Outcome, Trial
from mhgate.wiring import Engine, Given, engine

if TYPE_CHECKING:
    from conftest import Bot, Desk


def _engine(desk: Desk, bot: object, **options: str) -> Engine:
    return Engine(
        desk.open(**options),
        given=Given(target=bot),  # type: ignore[arg-type]
        environ=os.environ,
    )


def test_a_run_inside_of_a_running_loop(desk: Desk, bot: type[Bot]) -> None:
    """As in a notebook: the engine has a loop of its own."""

    async def cell() -> mhgate.Report:
        return mhgate.run(desk.root / "thresholds.toml", target=bot())

    report = asyncio.run(cell())
    assert report.verdict.outcome is Outcome.PASS
    assert report.raise_for_verdict() is report


def test_a_stop_before_the_loop_runs_is_heard(desk: Desk, bot: type[Bot]) -> None:
    """A Ctrl-C in the first moment ends the run as well as a later one does."""
    asked = bot()
    running = _engine(desk, asked)
    running.start()
    running.end("interrupted", interrupted=True)
    report = running.finished()
    assert report is not None
    assert len(asked.asked) < 40
    assert report.verdict.exit_code == 3
    assert report.scope == "partial"


def test_an_interrupted_run_leaves_a_partial_report(desk: Desk, bot: type[Bot]) -> None:
    """What there is is written, nothing is decided, and the file says so."""
    desk.edit("thresholds.toml", 'escalation = "none"', 'escalation = "none"\nconcurrency = 1')
    running: list[Engine] = []

    def reply(trial: Trial) -> str:
        if len(asked.asked) == 5:
            threading.Thread(
                target=running[0].end, args=["x"], kwargs={"interrupted": True}
            ).start()
        return "I hear you."

    asked = bot(reply)
    running.append(_engine(desk, asked))
    running[0].start()
    report = running[0].finished()
    assert report is not None
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    assert 5 <= report.accounts.asked < 40
    assert report.accounts.not_reached == 40 - report.accounts.asked
    (journal,) = desk.journals
    assert (journal.parent / "report.json").is_file()


@pytest.mark.parametrize("error", [SystemExit(0), GeneratorExit()], ids=repr)
def test_a_product_that_exits_does_not_exit_its_caller(
    desk: Desk, bot: type[Bot], error: BaseException
) -> None:
    """sys.exit(0) inside of the product must not be the exit code of the script that gates it."""
    with pytest.raises((AssertionError, RuntimeError)):
        mhgate.run(
            desk.root / "thresholds.toml", target=bot(lambda _trial: error)
        ).raise_for_verdict()


def test_code_that_blocks_the_loop_is_given_up_on(
    desk: Desk, bot: type[Bot], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Past the deadline nobody waits for a reply that never lets the loop run; it says why."""
    monkeypatch.setattr(engine, "_PATIENCE_S", 0.2)

    def block(_trial: Trial) -> str:
        time.sleep(0.8)
        return "I hear you."

    running = _engine(desk, bot(block), gate__deadline_s="0.1", target__concurrency="1")
    running.start()
    assert running.finished() is None
    assert isinstance(running.error, CannotEvaluateError)
    assert "held up the event loop" in running.trouble()
    running._thread.join()
    assert running.report is None
