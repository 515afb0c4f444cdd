"""Read how many samples an Inspect log holds, with Inspect's own interpreter."""

from __future__ import annotations

from pathlib import Path

from inspect_ai.log import read_eval_log

from benchmarks.gates.task import Task

_task = Task()
_log = read_eval_log(str(max(Path("logs").glob("*.eval"))), header_only=True)
_count = _log.results.completed_samples
_task.done(_count, round(_log.results.scores[0].metrics["accuracy"].value * _count))
